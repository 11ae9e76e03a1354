"""A default that LangGraph does not use.

## What it does

Flags a default in the body of a TypedDict (or of another class that nodes get as a dict), and the default of a reducer
field of a model or dataclass where it is not what the channel starts from.

## Why it is bad

A TypedDict has no defaults: the key is missing until something writes it. A reducer channel starts from its type,
called without arguments: `Annotated[int, operator.add] = 10` starts from 0, unless the graph is run with an instance
of the class.

## Example

```python
class Config(TypedDict):
    path: str
    mode: str = "fast"

class Purse(BaseModel):
    coins: Annotated[int, operator.add] = 10
```

## Use instead

```python
graph.invoke({"path": "/x", "mode": "fast"})
graph.invoke({"coins": 10})
```

## What stays silent

Defaults that equal what the channel starts from (`0`, `""`, `list`), defaults of fields without a reducer in models
and dataclasses, reducer fields whose type cannot be called (the default is used then), defaults that cannot be read,
and graphs that are only run with instances.

## Fix safety

There is no fix.
"""

from __future__ import annotations

from collections.abc import Iterator

from stategraph_lint.findings import Severity
from stategraph_lint.program.defaults import ignored_default
from stategraph_lint.program.program import Program
from stategraph_lint.program.questions import declared
from stategraph_lint.rules.base import Problem, rule


@rule("SGL117", "default-ignored", Severity.WARNING, since="0.1.0")
def check(program: Program) -> Iterator[Problem]:
    """Report the defaults that are not used."""
    for found in declared(program):
        instead = ignored_default(program, found)
        if instead is not None:
            yield Problem(
                found.place,
                f"the default of `{found.channel.name}` is not used: {instead}",
                "LangGraph makes channels of the annotations and does not look at defaults",
                symbol=found.schema.name,
                graph=found.graph,
                field=found.channel.name,
            )
