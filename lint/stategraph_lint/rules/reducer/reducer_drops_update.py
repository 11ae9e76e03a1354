"""A reducer that never uses what is written.

## What it does

Flags a reducer whose second parameter occurs nowhere in its body, and that returns something else than its first one.

## Why it is bad

Every update is lost: whatever the nodes write, the field gets what the reducer makes of the old value alone.

## Example

```python
def merge(old: list[str], new: list[str]) -> list[str]:
    return old + old[-3:]
```

## Use instead

```python
def merge(old: list[str], new: list[str]) -> list[str]:
    return old + new[-3:]
```

## What stays silent

Reducers that return their first argument unchanged (they keep the first value on purpose), and second parameters
whose name begins with `_`, which says that the value does not matter.

## Fix safety

There is no fix.
"""

from __future__ import annotations

from collections.abc import Iterator

from stategraph_lint.findings import Severity
from stategraph_lint.program.program import Program
from stategraph_lint.program.reducing import ignores_update, reducers
from stategraph_lint.program.returns import never_gives
from stategraph_lint.rules.base import Problem, rule


@rule("SGL207", "reducer-drops-update", Severity.ERROR, since="0.1.0")
def check(program: Program) -> Iterator[Problem]:
    """Report what reducers return that never look at the update."""
    for reducing in reducers(program):
        field = reducing.fields[0]
        place = ignores_update(reducing) if reducing.plain else None
        if place is not None and not never_gives(program, reducing, field.channel.type):
            right = reducing.summary.parameters[1].name
            yield Problem(
                place,
                f"the reducer `{reducing.name}` never uses `{right}`",
                "every update is lost: the field gets what is made of its old value alone",
                graph=field.graph,
                field=field.channel.name,
                related=((field.place, f"reducer of `{field.channel.name}`"),),
            )
