"""A reducer whose result takes its order from a set.

## What it does

Flags `list(set(...))`, `[*{...}]`, `", ".join(set(...))`, and loops and comprehensions over a set that build a list or
a text, where the result is what the reducer returns.

## Why it is bad

A set of strings has another order in each process, so a run that is resumed, replayed or repeated gets another state.
It is an error where the field's items cannot be in a set at all, as dicts and messages: the reducer then raises
TypeError.

## Example

```python
def merge(left: list[str], right: list[str]) -> list[str]:
    return list(set(left + right))
```

## Use instead

```python
def merge(left: list[str], right: list[str]) -> list[str]:
    return list(dict.fromkeys(left + right))
```

## What stays silent

`sorted(set(...))` and lists that are sorted afterwards, sets that only answer what was seen already, and fields that
are sets themselves.

## Fix safety

There is no fix yet: `dict.fromkeys` keeps the order, but the items' first place may not be the one that is wanted.
"""

from __future__ import annotations

from collections.abc import Iterator

from stategraph_lint.findings import Severity
from stategraph_lint.program.ordering import unhashable, unordered
from stategraph_lint.program.program import Program
from stategraph_lint.program.reducing import reducers
from stategraph_lint.rules.base import Problem, rule


@rule("SGL204", "reducer-unordered", Severity.ERROR, since="0.1.0", fix="unsafe")
def check(program: Program) -> Iterator[Problem]:
    """Report the places where reducers take the order of a result from a set."""
    for reducing in reducers(program):
        for place, source in unordered(program.run, reducing):
            refused = [
                field for field in reducing.fields if unhashable(program.run, reducing, source, field.channel.type)
            ]
            field = refused[0] if refused else reducing.fields[0]
            why = "the order of a set differs from process to process: a replay gives another state"
            yield Problem(
                place,
                f"the reducer `{reducing.name}` takes the order of its result from a set",
                "the items of the field cannot be in a set: it raises TypeError" if refused else why,
                severity=Severity.ERROR if refused else Severity.WARNING,
                graph=field.graph,
                field=field.channel.name,
                related=((field.place, f"reducer of `{field.channel.name}`"),),
            )
