"""Two tasks of one super-step that each derive a key's new value from the old one.

## What it does

Flags each of two writes of one super-step to a key whose reducer keeps the last value, when both are computed from what
the key held.

## Why it is bad

Both read the value from before the super-step; the reducer keeps one result. The other change is lost.

## Example

```python
class State(TypedDict):
    count: Annotated[int, lambda old, new: new]

def one(state): return {"count": state["count"] + 1}
def two(state): return {"count": state["count"] + 1}  # runs beside `one`
```

## Use instead

```python
class State(TypedDict):
    count: Annotated[int, operator.add]

def one(state): return {"count": 1}
```

## What stays silent

Reducers that add or merge, keys without a reducer (SGL401), values that do not come from the key, exclusive branches.

## Fix safety

There is no fix yet.
"""

from __future__ import annotations

from collections.abc import Iterator

from stategraph_lint.findings import Severity
from stategraph_lint.program.collisions import Collision
from stategraph_lint.program.conditions import keys_behind
from stategraph_lint.program.program import Program
from stategraph_lint.program.questions import every_steps, is_field
from stategraph_lint.program.updates import Write
from stategraph_lint.rules.base import Problem, rule


@rule("SGL421", "parallel-read-modify-write", Severity.WARNING, since="0.1.0")
def check(program: Program) -> Iterator[Problem]:
    """Report the writes of which one is lost."""
    for graph, steps in every_steps(program):
        seen: set[tuple[str, object]] = set()
        for found in steps.collisions:
            writes = _derived(found) if found.kind == "replace" and not found.alone else []
            for write in writes:
                key = write.value_place.path, write.value_place.span
                if key not in seen:
                    seen.add(key)
                    one, other = found.names
                    both = f"two runs of `{one}`" if one == other else f"`{one}` and `{other}`"
                    yield Problem(
                        write.value_place,
                        f"{both} each derive `{found.key}` from its old value in one super-step",
                        "both read the value from before, and the reducer keeps one result: a change is lost",
                        graph=graph.name,
                        field=found.key,
                        related=found.causes,
                        trace=found.trace,
                    )


def _derived(found: Collision) -> list[Write]:
    """Give the writes of both tasks when each is computed from the key's old value."""
    out: list[Write] = []
    for taken in found.takens:
        updates = taken.returned.updates if taken.returned is not None else ()
        writes = [write for update in updates for write in update.writes if write.key == found.key]
        derived = [write for write in writes if _is_derived(write)]
        if not derived:
            return []
        out += derived
    return out


def _is_derived(write: Write) -> bool:
    keys = keys_behind(write.value)
    return keys is not None and write.key in keys and not is_field(write.value, write.key)
