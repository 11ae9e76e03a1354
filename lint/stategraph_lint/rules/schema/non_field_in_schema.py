"""Something annotated in a schema that is no field of it.

## What it does

Flags what a dataclass or pydantic model annotates without making it a field: `ClassVar`, `InitVar`,
`field(init=False)`, private attributes, and annotations of a class in the line that is itself no dataclass. It is a
warning where some write reaches the channel before a node that gets the class, and otherwise an info, which is told
only when it is asked for.

## Why it is bad

LangGraph makes a channel of every annotation. Once that channel is written (which an instance of the dataclass does by
itself), the next node cannot be given its state: `TypeError: __init__() got an unexpected keyword argument`. A
pydantic model drops the value instead, so that no node ever sees it.

## Example

```python
@dataclass
class State:
    question: str
    limit: ClassVar[int] = 5

graph.invoke(State("why?"))
```

## Use instead

```python
LIMIT = 5

@dataclass
class State:
    question: str
```

## What stays silent

Fields, `KW_ONLY`, TypedDicts and other classes that nodes get as a dict, classes with an `__init__` of their own, and
classes whose bases cannot be read.

## Fix safety

There is no fix.
"""

from __future__ import annotations

from collections.abc import Iterator

from stategraph_lint.findings import Severity
from stategraph_lint.program.non_fields import INIT_VARIABLE, NO_DATACLASS, REFUSED, NonField, non_fields
from stategraph_lint.program.program import Program
from stategraph_lint.rules.base import Problem, rule
from stategraph_lint.rules.precedence import about_field


@rule("SGL120", "non-field-in-schema", Severity.WARNING, since="0.1.0")
def check(program: Program) -> Iterator[Problem]:
    """Report the annotations that become channels without being fields."""
    for one in non_fields(program):
        name = one.found.channel.name
        what = one.kind if one.kind == NO_DATACLASS else f"{one.kind}, no field"
        related = () if one.write is None else ((one.write, f"`{name}` is written here"),)
        yield Problem(
            one.found.place,
            f"`{name}` is {what}, but becomes a channel of the graph",
            _why(one),
            severity=Severity.INFO if one.write is None else Severity.WARNING,
            symbol=one.found.schema.name,
            graph=one.found.graph,
            field=name,
            related=related,
            about=(about_field(one.found.channel),),
        )


def _why(one: NonField) -> str:
    name, cls = one.found.channel.name, one.found.schema.name
    if one.kind == INIT_VARIABLE:
        return f"no node can read it from its state, and `__post_init__` of `{cls}` runs again for each node"
    if one.found.schema.kind == "pydantic" or one.kind not in REFUSED:
        return "a value that is written to it never reaches a node"
    who = " (an instance does it too)" if one.whole else ""
    return f"once it is written{who}, the next node raises TypeError: unexpected keyword argument '{name}'"
