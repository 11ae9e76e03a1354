"""A reducer that LangGraph cannot call with two arguments.

## What it does

Flags a field whose last `Annotated` metadata item is callable but does not have exactly two positional parameters,
as `inspect.signature` counts them: defaults count, `*args` and keyword-only parameters do not. Decorators,
`functools.partial`, bound and static methods, callable instances, classes, builtins and factories are followed.

## Why it is bad

`StateGraph(State)` raises `ValueError: Invalid reducer signature`, or `no signature found` for builtins such as
`max`. A required keyword-only parameter passes that check and raises TypeError at the first write.

## Example

```python
def merge(old: list[str], new: list[str], limit: int = 10) -> list[str]:
    return (old + new)[-limit:]

class State(TypedDict):
    posts: Annotated[list[str], merge]
```

## Use instead

```python
class State(TypedDict):
    posts: Annotated[list[str], lambda old, new: merge(old, new)]
```

## What stays silent

Reducers whose signature cannot be known: functions of packages whose source is not found in the environment (the
setting `site-packages` names its folder) or that are decorated there, results of calls that cannot be followed, objects
that only exist at run time.

## Fix safety

There is no fix.
"""

from __future__ import annotations

from collections.abc import Iterator

from stategraph_lint.findings import Severity
from stategraph_lint.program.program import Program
from stategraph_lint.program.questions import declared
from stategraph_lint.program.signatures import count
from stategraph_lint.rules.base import Problem, rule


@rule("SGL101", "reducer-signature", Severity.ERROR, since="0.1.0")
def check(program: Program) -> Iterator[Problem]:
    """Report the reducers whose signature LangGraph refuses, or cannot call."""
    for found in declared(program):
        channel = found.channel
        related = ((channel.reducer_place, "the reducer"),) if channel.reducer_place is not None else ()
        problem = None
        if channel.kind == "error" and channel.error is not None and channel.error.startswith("ValueError"):
            problem = f"the reducer of `{channel.name}` does not take exactly two positional arguments"
            why = f"StateGraph({found.schema.name}) raises {channel.error}"
        elif channel.reduces and channel.reducer is not None:
            required = count(program.run, channel.reducer).required_keywords
            if required:
                problem = f"the reducer of `{channel.name}` needs the keyword argument `{required[0]}`"
                why = "LangGraph calls it with two positional arguments: the first write raises TypeError"
        if problem is not None:
            yield Problem(
                found.place,
                problem,
                why,
                symbol=found.schema.name,
                graph=found.graph,
                field=channel.name,
                related=related,
            )
