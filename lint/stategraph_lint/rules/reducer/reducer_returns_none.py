"""A reducer some path of which ends without a value.

## What it does

Flags a reducer that may end without `return`, by a bare `return` or `return None`, or with what gives nothing:
`left.extend(right)`, `left.update(right)`, `values.sort()`. `list.extend`, `list.append`, `heapq.heappush` and their
kin as reducers count too.

## Why it is bad

What the reducer returns becomes the value of the field. It is None from then on, and the next write calls the
reducer with None.

## Example

```python
def merge(left: list[str], right: list[str]) -> list[str]:
    if right:
        return left + right
```

## Use instead

```python
def merge(left: list[str], right: list[str]) -> list[str]:
    if right:
        return left + right
    return left
```

## What stays silent

An explicit `return None` for a field whose type admits None, paths that raise, and ends that tests for every type of
the field, every literal or a `match` statement make unreachable.

## Fix safety

There is no fix.
"""

from __future__ import annotations

from collections.abc import Iterator

from stategraph_lint.findings import Severity
from stategraph_lint.program.program import Program
from stategraph_lint.program.questions import declared
from stategraph_lint.program.reducing import Reducing, reducers
from stategraph_lint.program.returns import gives_nothing, never_gives, nothing_at
from stategraph_lint.rules.base import Problem, rule

_WHY = "the field becomes None, and the next write calls the reducer with None"


@rule("SGL202", "reducer-returns-none", Severity.ERROR, since="0.1.0")
def check(program: Program) -> Iterator[Problem]:
    """Report the reducers that may give None where the field cannot be None."""
    for reducing in reducers(program):
        if reducing.plain:
            yield from _function(program, reducing)
    for field in declared(program):
        name = gives_nothing(field.channel.reducer) if field.channel.reduces else None
        if name is not None:
            yield Problem(
                field.channel.reducer_place or field.place,
                f"`{name}` as a reducer of `{field.channel.name}` gives None",
                _WHY,
                symbol=field.schema.name,
                graph=field.graph,
                field=field.channel.name,
            )


def _function(program: Program, reducing: Reducing) -> Iterator[Problem]:
    for field in reducing.fields:
        place = nothing_at(program, reducing, field.channel.type)
        if place is not None:
            always = never_gives(program, reducing, field.channel.type)
            yield Problem(
                reducing.written.place,
                f"the reducer `{reducing.name}` {'never returns a value' if always else 'returns None on some path'}",
                _WHY,
                graph=field.graph,
                field=field.channel.name,
                related=((place, "the path ends here"), (field.place, f"reducer of `{field.channel.name}`")),
            )
            return
