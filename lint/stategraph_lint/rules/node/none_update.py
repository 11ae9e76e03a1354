"""None written to a field whose reducer cannot take it.

## What it does

Flags a key that is written with None, or with what is None on some path, where the reducer raises on it: `operator.add`
and its kin, `add_messages`, and functions of the project that, run with None, raise.

## Why it is bad

None is not "no update": LangGraph calls the reducer with it. `operator.add` raises TypeError, `add_messages`
ValueError.
A key that is left out of the update is what "nothing to write" looks like.

## Example

```python
class State(TypedDict):
    notes: Annotated[list[str], operator.add]

def collect(state: State) -> dict:
    return {"notes": None}
```

## Use instead

```python
def collect(state: State) -> dict:
    return {}
```

## What stays silent

Reducers that test for None; fields without a reducer, or without a start value, where the first None is stored;
values that are tested before they are written.

## Fix safety

There is no fix yet: the key can be left out where it is written alone.
"""

from __future__ import annotations

from collections.abc import Iterator

from stategraph_lint.findings import Severity
from stategraph_lint.program.nothing import refuses_nothing, written_nothing
from stategraph_lint.program.program import Program
from stategraph_lint.rules.base import Problem, rule


@rule("SGL309", "none-update", Severity.ERROR, since="0.1.0", fix="safe")
def check(program: Program) -> Iterator[Problem]:
    """Report the writes of None that make a reducer raise."""
    for found in written_nothing(program):
        channel = found.channel
        if channel is not None and refuses_nothing(program, channel):
            yield Problem(
                found.write.value_place,
                f"None is written to `{channel.name}`, and its reducer cannot take it",
                "the reducer is called with None and raises; leave the key out where there is nothing to write",
                symbol=found.symbol,
                graph=found.graph.name,
                field=channel.name,
                related=((channel.field.place, "the reducer is set here"),),
            )
