"""An Overwrite beside another write of its key in one super-step.

## What it does

Flags each write of a key with a reducer when one of two tasks of a super-step writes an Overwrite to it and the other
an Overwrite or a plain value.

## Why it is bad

Two Overwrites of one key raise InvalidUpdateError. Beside a plain write the Overwrite wins whatever the order, and the
other task's update is dropped without a word.

## Example

```python
def clear(state: State) -> dict:
    return {"rows": Overwrite([])}

def fetch(state: State) -> dict:  # runs beside `clear`
    return {"rows": [7]}
```

## Use instead

```python
builder.add_edge("clear", "fetch")
```

## What stays silent

Writes in different super-steps, exclusive branches, distinct keys, and keys without a reducer (SGL401, SGL307).

## Fix safety

There is no fix yet.
"""

from __future__ import annotations

from collections.abc import Iterator

from stategraph_lint.findings import Severity
from stategraph_lint.program.collisions import Collision, written_at
from stategraph_lint.program.graphs import Graph
from stategraph_lint.program.overwrites import is_overwrite
from stategraph_lint.program.program import Program
from stategraph_lint.program.questions import every_steps
from stategraph_lint.program.steps import Steps, Taken
from stategraph_lint.program.values import Place
from stategraph_lint.rules.base import Problem, rule


@rule("SGL402", "concurrent-overwrite", Severity.ERROR, since="0.1.0")
def check(program: Program) -> Iterator[Problem]:
    """Report the writes that meet an Overwrite."""
    for graph, steps in every_steps(program):
        seen: set[tuple[str, object]] = set()
        for found in sorted(steps.collisions, key=lambda one: one.kind != "overwrite"):
            if found.kind == "overwrite" or (found.kind == "beside" and _overwrites(found) == 1):
                for place, problem in _problems(graph, steps, found):
                    if (place.path, place.span) not in seen:
                        seen.add((place.path, place.span))
                        yield problem


def _overwrites(found: Collision) -> int:
    return sum(_has_overwrite(taken, found.key) for taken in found.takens)


def _has_overwrite(taken: Taken, key: str) -> bool:
    updates = taken.returned.updates if taken.returned is not None else ()
    return any(write.key == key and is_overwrite(write.value) for update in updates for write in update.writes)


def _problems(graph: Graph, steps: Steps, found: Collision) -> Iterator[tuple[Place, Problem]]:
    places = [write for taken in found.takens for write in written_at(steps, taken, found.key)]
    one, other = found.names
    for write in places:
        beside = other if write.node == one else one
        if found.kind == "overwrite":
            message = f"`{write.node}` and `{beside}` both write an Overwrite to `{found.key}` in one super-step"
            why = "LangGraph raises InvalidUpdateError: a key takes one Overwrite a super-step"
        else:
            message = f"`{one}` and `{other}` write `{found.key}` in one super-step, one of them an Overwrite"
            why = "the Overwrite wins whatever the order, and the other update is dropped without a word"
        related = tuple((part.place, f"`{part.node}` writes it here") for part in places if part is not write)
        yield (
            write.place,
            Problem(
                write.place,
                message,
                why,
                symbol=write.node,
                graph=graph.name,
                field=found.key,
                related=(*related, *found.causes),
                trace=found.trace,
            ),
        )
