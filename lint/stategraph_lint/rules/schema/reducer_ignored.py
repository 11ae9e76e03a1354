"""A reducer that LangGraph does not see.

## What it does

Flags a field that names a two-parameter function where LangGraph does not look: in `Annotated` metadata but not last
(a doc string or a pydantic `Field(...)` stands behind it), or in an `Annotated` inside Optional, Union, list, dict,
ReadOnly or a `type X = ...` alias.

## Why it is bad

There is no error. The field is a plain last-value channel: every write replaces the value, and two writes in one
super-step raise InvalidUpdateError.

## Example

```python
class State(TypedDict):
    lines: Annotated[list[str], operator.add, "append only"]
    notes: Optional[Annotated[list[str], operator.add]]
```

## Use instead

```python
class State(TypedDict):
    lines: Annotated[list[str], "append only", operator.add]
    notes: Annotated[Optional[list[str]], add_or_keep]
```

## What stays silent

Functions whose signature is not known to take two arguments, metadata behind which the real reducer stands, and
fields that another channel or a managed value claims.

## Fix safety

There is no fix yet.
"""

from __future__ import annotations

from collections.abc import Iterator

from stategraph_lint.findings import Severity
from stategraph_lint.program.ignored import ignored_reducer
from stategraph_lint.program.program import Program
from stategraph_lint.program.questions import declared
from stategraph_lint.rules.base import Problem, rule
from stategraph_lint.rules.precedence import about_field


@rule("SGL102", "reducer-ignored", Severity.ERROR, since="0.1.0", fix="safe")
def check(program: Program) -> Iterator[Problem]:
    """Report the reducers that stand where LangGraph does not look."""
    for found in declared(program):
        hidden = ignored_reducer(program.run, found.channel)
        if hidden is not None:
            yield Problem(
                found.place,
                f"the reducer of `{found.channel.name}` is ignored: it stands {hidden.where}",
                "the field is a plain last-value channel, so every write replaces the value",
                symbol=found.schema.name,
                graph=found.graph,
                field=found.channel.name,
                related=((hidden.place, "the reducer that is not seen"),),
                about=(about_field(found.channel),),
            )
