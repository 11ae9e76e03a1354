"""A reducer whose parameters are named the wrong way round.

## What it does

Flags a reducer whose first parameter is named for the update (`new`, `update`, `incoming`, `right`), whose second one
is named for the old value (`old`, `current`, `existing`, `left`), and that does not treat the two alike.

## Why it is bad

LangGraph calls the reducer with the old value first. The list grows at the front, the old value wins over the new.

## Example

```python
def append(new: list[str], current: list[str]) -> list[str]:
    return current + new
```

## Use instead

```python
def append(current: list[str], new: list[str]) -> list[str]:
    return current + new
```

## What stays silent

Reducers for which the order makes no difference: sums of numbers, `max`, unions of sets.

## Fix safety

There is no fix.
"""

from __future__ import annotations

from collections.abc import Iterator

from stategraph_lint.findings import Severity
from stategraph_lint.program.naming import swapped
from stategraph_lint.program.program import Program
from stategraph_lint.program.reducing import reducers
from stategraph_lint.rules.base import Problem, rule


@rule("SGL208", "reducer-arguments-swapped", Severity.INFO, since="0.1.0")
def check(program: Program) -> Iterator[Problem]:
    """Report the reducers that take the update for the old value."""
    for reducing in reducers(program):
        field = reducing.fields[0]
        if swapped(reducing, field.channel.type):
            left, right = reducing.summary.parameters
            yield Problem(
                reducing.written.place,
                f"the reducer `{reducing.name}` takes `{left.name}` first and `{right.name}` second",
                "LangGraph calls it with the old value first: the two are mixed up",
                graph=field.graph,
                field=field.channel.name,
                related=((field.place, f"reducer of `{field.channel.name}`"),),
            )
