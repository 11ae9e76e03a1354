"""A pydantic validator whose result only the node sees.

## What it does

Flags a validator of a pydantic state (`field_validator`, `model_validator`, `AfterValidator` and its kin in the
metadata) that gives a field another value than it is given.

## Why it is bad

LangGraph validates the state anew for each node, and keeps what was written as it is: the nodes see the tidied value,
while the state, `invoke`, the checkpoints and whoever reads them have the raw one.

## Example

```python
class User(BaseModel):
    name: str

    @field_validator("name")
    @classmethod
    def tidy(cls, value: str) -> str:
        return value.strip()
```

## Use instead

```python
def tidy(state: User) -> dict:
    return {"name": state.name.strip()}
```

## What stays silent

Validators that give back what they are given, or only raise; functions whose result cannot be told; conversions that
pydantic does itself; fields that some node hands back to the state.

## Fix safety

There is no fix.
"""

from __future__ import annotations

from collections.abc import Iterator

from stategraph_lint.findings import Severity
from stategraph_lint.program.graphs import Graph
from stategraph_lint.program.mutations import validates
from stategraph_lint.program.program import Program
from stategraph_lint.program.schemas import Schema
from stategraph_lint.program.validators import Validator, changed_fields, stores_back, validators
from stategraph_lint.rules.base import Problem, rule


@rule("SGL323", "validator-result-not-stored", Severity.WARNING, since="0.1.0")
def check(program: Program) -> Iterator[Problem]:
    """Report the validators whose results the state never gets."""
    seen: set[tuple[str, object]] = set()
    for graph in program.graphs:
        for schema in _seen_by_nodes(program, graph):
            for validator in validators(program.run, schema):
                place = (validator.place.path, validator.place.span)
                names = [name for name in changed_fields(program, schema, validator) if name in graph.channels]
                lost = [name for name in names if not stores_back(program, graph, name)]
                if lost and place not in seen:
                    seen.add(place)
                    yield _problem(graph, validator, lost)


def _seen_by_nodes(program: Program, graph: Graph) -> list[Schema]:
    found = [node.schema or graph.state for node in graph.nodes]
    return list(dict.fromkeys(schema for schema in found if schema is not None and validates(program.run, schema)))


def _problem(graph: Graph, validator: Validator, names: list[str]) -> Problem:
    shown = ", ".join(f"`{name}`" for name in names)
    return Problem(
        validator.place,
        f"this validator changes {shown}, but the state keeps the value as it was",
        "each node gets the validated value; the state, the output and the checkpoints have the raw one",
        symbol=validator.function.name,
        graph=graph.name,
        field=names[0],
    )
