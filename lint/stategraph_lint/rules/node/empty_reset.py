"""An empty value that is meant to clear a field whose reducer only adds.

## What it does

Flags `[]`, `{}`, 0 or '' written to an accumulating or merging field that may already hold something, where the code
shows that it means to clear it: in a node or branch named for it (reset, clear, restart ...), alone in a node behind
which somebody tests whether the field is empty, in `update_state`, or in the input of a later turn of a saved thread.

## Why it is bad

The reducer adds nothing to what is there, so nothing happens: the old items stay.

## Example

```python
class State(TypedDict):
    errors: Annotated[list[str], operator.add]

def repair(state: State) -> dict:
    return {"errors": []}

def route(state: State) -> str:
    return "repair" if state["errors"] else END
```

## Use instead

```python
def repair(state: State) -> dict:
    return {"errors": Overwrite([])}
```

## What stays silent

An empty value that is only nothing to add: one of several values, of a node that adds items on another path, of one
that nothing was filled before, or that nobody tests; the first turn of a thread; reducers that an empty update clears.

## Fix safety

There is no fix yet.
"""

from __future__ import annotations

from collections.abc import Iterator

from stategraph_lint.findings import Severity
from stategraph_lint.program.program import Program
from stategraph_lint.program.resets import resets
from stategraph_lint.rules.base import Problem, rule


@rule("SGL311", "empty-reset", Severity.WARNING, since="0.1.0", fix="unsafe")
def check(program: Program) -> Iterator[Problem]:
    """Report the writes that clear nothing."""
    for found in resets(program):
        yield Problem(
            found.place,
            f"an empty update does not clear `{found.key}`: its reducer adds nothing to what is there",
            "the field keeps what it holds; write `Overwrite(...)` to replace it",
            symbol=found.symbol,
            graph=found.graph.name,
            field=found.key,
            related=((found.shown, f"that it is meant to clear shows in {found.sign}"),),
        )
