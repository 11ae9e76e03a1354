"""Two schemas of one graph that LangGraph refuses to join.

## What it does

Flags a key for which two schemas of one graph (state, input, output, a node's or a router's) ask for different
channels, in an order that LangGraph refuses. The finding stands at the schema that is added later.

## Why it is bad

LangGraph makes one channel of each key. A schema that is added later may leave the reducer out, but it must not bring
another one: `StateGraph(...)`, `add_node` or `add_conditional_edges` raises `ValueError: Channel 'notes' already exists
with a different type`.

## Example

```python
class State(TypedDict):
    notes: list[str]

class Part(TypedDict):
    notes: Annotated[list[str], operator.add]

def read(state: Part) -> dict: ...

StateGraph(State).add_node(read)
```

## Use instead

```python
class State(TypedDict):
    notes: Annotated[list[str], operator.add]
```

## What stays silent

A later schema that declares the key without a reducer, the same reducer spelled in two schemas, channels and schemas
that cannot be read, schemas that depend on the path taken, and calls that may exclude each other. A lambda on either
side is SGL107.

## Fix safety

There is no fix.
"""

from __future__ import annotations

from collections.abc import Iterator

from stategraph_lint.findings import Severity
from stategraph_lint.program.conflicts import Verdict
from stategraph_lint.program.program import Program
from stategraph_lint.program.schema_questions import kind_of, raising, related, schema_conflicts, where
from stategraph_lint.rules.base import Problem, rule
from stategraph_lint.rules.precedence import about_field


@rule("SGL106", "channel-conflict", Severity.ERROR, since="0.1.0")
def check(program: Program) -> Iterator[Problem]:
    """Report the keys that two schemas of one graph define differently."""
    for found in schema_conflicts(program, Verdict.DIFFERENT):
        yield Problem(
            where(found),
            f"`{found.second.name}` already is {kind_of(found.first)} in `{found.first_use.schema.name}`, "
            f"but {kind_of(found.second)} here",
            f"{raising(found.second_use)} raises ValueError: the channel already exists with a different type",
            symbol=found.second_use.schema.name,
            graph=found.graph.name,
            field=found.second.name,
            related=related(found),
            about=(about_field(found.second),),
        )
