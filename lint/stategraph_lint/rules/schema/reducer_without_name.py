"""A reducer without a name in two schemas of one graph.

## What it does

Flags a key that two schemas of one graph give a reducer, where LangGraph has to ask a `functools.partial`, a callable
instance or `add_messages(format=...)` for its `__name__`. The finding stands at the schema that is added later.

## Why it is bad

LangGraph compares the reducers by name. These objects have none: `StateGraph(...)` or `add_node` raises
`AttributeError: 'functools.partial' object has no attribute '__name__'`, even when both schemas use the same object.

## Example

```python
newest = functools.partial(merge, limit=5)

class State(TypedDict):
    posts: Annotated[list[str], newest]

class Answer(TypedDict):
    posts: Annotated[list[str], newest]

StateGraph(State, output_schema=Answer)
```

## Use instead

```python
class Answer(TypedDict):
    posts: list[str]
```

## What stays silent

A reducer without a name in one schema only, beside schemas that declare the key plainly, or behind a lambda (whose
name is enough for LangGraph); objects that may have a `__name__`.

## Fix safety

There is no fix.
"""

from __future__ import annotations

from collections.abc import Iterator

from stategraph_lint.findings import Severity
from stategraph_lint.program.conflicts import Verdict
from stategraph_lint.program.program import Program
from stategraph_lint.program.schema_questions import raising, related, schema_conflicts, where
from stategraph_lint.rules.base import Problem, rule
from stategraph_lint.rules.precedence import about_field


@rule("SGL108", "reducer-without-name", Severity.ERROR, since="0.1.0")
def check(program: Program) -> Iterator[Problem]:
    """Report the reducers that LangGraph cannot compare."""
    for found in schema_conflicts(program, Verdict.NAMELESS):
        yield Problem(
            where(found),
            f"`{found.second.name}` has a reducer in `{found.first_use.schema.name}` too, and one of them has no name "
            "to compare by",
            f"{raising(found.second_use)} raises AttributeError: no attribute '__name__'",
            symbol=found.second_use.schema.name,
            graph=found.graph.name,
            field=found.second.name,
            related=related(found),
            about=(about_field(found.second),),
        )
