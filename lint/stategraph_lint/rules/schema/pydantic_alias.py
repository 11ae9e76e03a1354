"""A pydantic alias on a state field.

## What it does

Flags a field of a pydantic state that pydantic takes by an alias and not by its name: `Field(alias=...)`,
`validation_alias=`, an alias generator of pydantic. With `populate_by_name` (or `validate_by_name`) it is flagged only
where an input uses the alias.

## Why it is bad

Channels carry the names of the fields. An input under the alias is dropped without a word; an input under the name
reaches the channel, but the model that each node is given does not take it: the node sees the default, or the run
raises ValidationError.

## Example

```python
class State(BaseModel):
    user_id: str = Field("nobody", alias="userId")

graph.invoke({"userId": "u1"})
```

## Use instead

```python
class State(BaseModel):
    user_id: str = "nobody"

graph.invoke({"user_id": "u1"})
```

## What stays silent

`serialization_alias`, aliases that include the field's own name, models that are only an output schema, `Field(...)` in
a TypedDict, and configurations and generators that cannot be read.

## Fix safety

There is no fix.
"""

from __future__ import annotations

from collections.abc import Iterator

from stategraph_lint.findings import Severity
from stategraph_lint.program.aliases import aliased
from stategraph_lint.program.program import Program
from stategraph_lint.rules.base import Problem, rule
from stategraph_lint.rules.precedence import about_key


@rule("SGL125", "pydantic-alias", Severity.WARNING, since="0.1.0")
def check(program: Program) -> Iterator[Problem]:
    """Report the aliases that keep values away from their channel."""
    for one in aliased(program):
        name = one.found.channel.name
        alias = f"the alias `{one.aliases[0]}`" if len(one.aliases) == 1 else "other names"
        dropped = "channels carry the names of fields: an input under the alias is dropped"
        lost = "" if one.by_name else ", and nodes do not get what is given by name"
        yield Problem(
            one.found.place,
            f"pydantic takes `{name}` by {alias}, no key of the graph",
            dropped + lost,
            symbol=one.found.schema.name,
            graph=one.found.graph,
            field=name,
            related=() if one.payload is None else ((one.payload, "this key is dropped"),),
            about=tuple(about_key(graph, alias) for graph in one.found.graphs for alias in one.aliases),
        )
