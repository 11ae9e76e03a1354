"""A reducer that is a coroutine function or a generator function.

## What it does

Flags a field whose reducer is `async def`, has `yield` in its body, or returns nothing but generator expressions,
coroutines, `map(...)` or `filter(...)`.

## Why it is bad

LangGraph calls the reducer and stores what it gives, without awaiting it or going through it. The state holds a
coroutine or a generator: no value was merged, and no checkpoint can hold it.

## Example

```python
async def merge(left: list[str], right: list[str]) -> list[str]:
    return left + right

class State(TypedDict):
    log: Annotated[list[str], merge]
```

## Use instead

```python
def merge(left: list[str], right: list[str]) -> list[str]:
    return left + right
```

## What stays silent

Plain functions that run a coroutine or go through a generator themselves.

## Fix safety

There is no fix yet: `async` can be dropped where the body awaits nothing.
"""

from __future__ import annotations

from collections.abc import Iterator

from stategraph_lint.findings import Severity
from stategraph_lint.program.program import Program
from stategraph_lint.program.reducing import reducers
from stategraph_lint.program.returns import lazy_kind
from stategraph_lint.rules.base import Problem, rule


@rule("SGL203", "reducer-not-plain-function", Severity.ERROR, since="0.1.0", fix="unsafe")
def check(program: Program) -> Iterator[Problem]:
    """Report the fields whose reducer gives a coroutine or a generator."""
    for reducing in reducers(program):
        kind = lazy_kind(reducing)
        for field in reducing.fields if kind is not None else ():
            yield Problem(
                field.place,
                f"the reducer `{reducing.name}` of `{field.channel.name}` gives a {kind}",
                f"the {kind} itself is stored: LangGraph neither awaits it nor goes through it",
                symbol=field.schema.name,
                graph=field.graph,
                field=field.channel.name,
                related=((reducing.written.place, "the reducer"),),
            )
