"""A reducer that can never store 0, False, '' or an empty container, and a write of just that.

## What it does

Flags `new or old`, `new if new else old` and `if new:` in a reducer that otherwise stores the update, where a node
writes a literal that is false: `0`, `False`, `""`, `[]`, `{}`. The reducer is run with that very value.

## Why it is bad

The truth of the update decides, so the reducer keeps the old value: a flag is never cleared, a counter never set to
zero.

## Example

```python
def latest(old: bool, new: bool) -> bool:
    return new or old

class State(TypedDict):
    busy: Annotated[bool, latest]

def finish(state: State) -> dict:
    return {"busy": False}
```

## Use instead

```python
def latest(old: bool, new: bool | None) -> bool:
    return old if new is None else new
```

## What stays silent

Reducers that add what they are given, where nothing is lost with an empty update; comparisons with None or with
the value itself; fields to which no such literal is written.

## Fix safety

There is no fix yet: `is None` must be what the writers mean by "no update".
"""

from __future__ import annotations

from collections.abc import Iterator

from stategraph_lint.findings import Severity
from stategraph_lint.program.program import Program
from stategraph_lint.program.questions import Written, all_written
from stategraph_lint.program.reducers import falsy_texts, stores_update
from stategraph_lint.program.reducing import Reducing, reducers, trial
from stategraph_lint.rules.base import Problem, rule


@rule("SGL206", "reducer-drops-falsy", Severity.WARNING, since="0.1.0", fix="unsafe")
def check(program: Program) -> Iterator[Problem]:
    """Report the tests by which reducers drop a value that some node writes."""
    storing = [reducing for reducing in reducers(program) if reducing.plain and stores_update(reducing.summary)]
    writes = _writes(program) if storing else {}
    for reducing in storing:
        yield from _dropped(program, reducing, writes)


def _writes(program: Program) -> dict[tuple[int, str], list[tuple[str, Written]]]:
    """Give the literals that are false and written, with their writes, by graph and key."""
    found: dict[tuple[int, str], list[tuple[str, Written]]] = {}
    for write in all_written(program):
        for text in falsy_texts(write.write.value):
            found.setdefault((id(write.graph), write.write.key), []).append((text, write))
    return found


def _dropped(
    program: Program, reducing: Reducing, writes: dict[tuple[int, str], list[tuple[str, Written]]]
) -> Iterator[Problem]:
    seen: set[object] = set()
    for field in reducing.fields:
        for graph in field.graphs:
            for text, write in writes.get((id(graph), field.channel.name), ()):
                found = trial(program, reducing, text)
                place = found.tests[0] if found.kept and found.tests else None
                if place is None or (place.path, place.span) in seen:
                    continue
                seen.add((place.path, place.span))
                yield Problem(
                    place,
                    f"the reducer `{reducing.name}` drops `{text}`, which is written to `{field.channel.name}`",
                    "the truth of the update decides: the old value is kept, and this one can never be stored",
                    graph=field.graph,
                    field=field.channel.name,
                    related=((write.write.value_place, f"`{text}` is written"), (field.place, "the field")),
                )
