"""The old value written back together with the new one, to a field that adds it again.

## What it does

Flags a write that already contains the field's old value (`state["log"] + [x]`, `[*state["log"], x]`, a local variable
built from it, an in-place append to it, a counter plus one, an f-string that begins with the old text) to a field whose
reducer adds what it is given. `update_state` with an edited copy of what `get_state` gave counts too.

## Why it is bad

The reducer adds the old items a second time: 1, 3, 7, 15 ... The node must return only what is new.

## Example

```python
class State(TypedDict):
    log: Annotated[list[str], operator.add]

def step(state: State) -> dict:
    return {"log": state["log"] + ["done"]}
```

## Use instead

```python
def step(state: State) -> dict:
    return {"log": ["done"]}
```

## What stays silent

Fields without a reducer, where this is right; `add_messages`, which merges by id; reducers that merge dicts, replace
or drop what is there already; a new value that is only computed from the old one.

## Fix safety

There is no fix yet.
"""

from __future__ import annotations

from collections.abc import Iterator

from stategraph_lint.findings import Severity
from stategraph_lint.program.program import Program
from stategraph_lint.program.questions import SavedState, accumulates, all_written, holds_old
from stategraph_lint.rules.base import Problem, rule


@rule("SGL302", "manual-concatenation", Severity.ERROR, since="0.1.0", fix="safe")
def check(program: Program) -> Iterator[Problem]:
    """Report the writes that contain the old value of an accumulating field."""
    saved = SavedState(program.run)
    for found in all_written(program):
        key = found.write.key
        if holds_old(found, saved) and accumulates(program, found.channel):
            assert found.channel is not None
            yield Problem(
                found.write.value_place,
                f"the update of `{key}` already contains its old value, and the reducer adds it again",
                "the old value is in the state twice afterwards; write only what is new",
                symbol=found.symbol,
                graph=found.graph.name,
                field=key,
                related=((found.channel.field.place, "the reducer is set here"),),
            )
