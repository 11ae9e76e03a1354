"""A reducer that raises on None, for a field whose type admits None.

## What it does

Flags the expression of a reducer that raises when the update is None, where the field's type names None as one of its
values and no write of None is in sight (SGL309 and SGL112 have those). The reducer is run with None.

## Why it is bad

The type promises the writers that None is fine. The first one who believes it gets a TypeError out of the reducer.

## Example

```python
def merge(old: list[str] | None, new: list[str] | None) -> list[str]:
    return (old or []) + new

class State(TypedDict):
    notes: Annotated[list[str] | None, merge]
```

## Use instead

```python
def merge(old: list[str] | None, new: list[str] | None) -> list[str]:
    return (old or []) + (new or [])
```

## What stays silent

Reducers that test for None, catch what is raised or raise on purpose, and operators and library functions as reducers.

## Fix safety

There is no fix.
"""

from __future__ import annotations

from collections.abc import Iterator

from stategraph_lint.findings import Severity
from stategraph_lint.program.field_types import admits_none
from stategraph_lint.program.nothing import refusals, written_nothing
from stategraph_lint.program.program import Program
from stategraph_lint.rules.base import Problem, rule


@rule("SGL209", "reducer-rejects-none", Severity.WARNING, since="0.1.0")
def check(program: Program) -> Iterator[Problem]:
    """Report the expressions of reducers that raise on a None which the field's type admits."""
    found = [refusal for refusal in refusals(program) if refusal.place is not None]
    visible = {(id(write.graph), write.write.key) for write in written_nothing(program)} if found else set()
    for refusal in found:
        for field in refusal.reducing.fields:
            written = any((id(graph), field.channel.name) in visible for graph in field.graphs)
            if refusal.place is None or written or not admits_none(field.channel.type):
                continue
            yield Problem(
                refusal.place,
                f"the reducer `{refusal.reducing.name}` raises when `{field.channel.name}` is written as None",
                "the type of the field admits None, and whoever writes it gets a TypeError",
                graph=field.graph,
                field=field.channel.name,
                related=((field.place, "the type admits None"),),
            )
            break
