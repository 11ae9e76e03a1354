"""A schema that no server can describe.

## What it does

Flags a graph's input or output schema of which no JSON schema can be made: one that is a `typing.TypedDict` on a
Python before 3.12 (`target-python`), and fields of a type that pydantic cannot describe, at any depth: `Callable`,
classes that are neither dataclass, model, TypedDict, NamedTuple nor Enum, locks, files, iterators, exceptions.

## Why it is bad

The graph runs, but `get_input_jsonschema()` or `get_output_jsonschema()` raises. Servers and Studio ask for both.

## Example

```python
from typing import TypedDict  # on Python 3.11

class State(TypedDict):
    question: str
    hook: Callable[[str], str]
```

## Use instead

```python
from typing_extensions import TypedDict

class State(TypedDict):
    question: str
    hook: Annotated[Callable[[str], str], SkipJsonSchema()]
```

Objects that live as long as a run belong into its context; those that nobody hands in, into a key outside of
`input_schema` and `output_schema`.

## What stays silent

Schemas of nodes, state schemas beside an `input_schema` and an `output_schema`, a union that offers something else,
classes with `__get_pydantic_core_schema__`, metadata of pydantic, and fields that SGL114 is told of.

## Fix safety

There is no fix.
"""

from __future__ import annotations

from collections.abc import Iterator

from stategraph_lint.findings import Severity
from stategraph_lint.program.descriptions import Refusal, described, old_typed_dict, refused_fields
from stategraph_lint.program.graphs import Graph
from stategraph_lint.program.program import Program
from stategraph_lint.program.schema_questions import place_in
from stategraph_lint.program.schemas import Field, Schema
from stategraph_lint.program.values import Place
from stategraph_lint.rules.base import Problem, rule


@rule("SGL126", "no-json-schema", Severity.INFO, since="0.1.0")
def check(program: Program) -> Iterator[Problem]:
    """Report the schemas and fields that cannot be described, each once."""
    seen: set[tuple[str, object]] = set()
    for graph in program.graphs:
        for side, schema in described(graph):
            for problem in _problems(program, graph, side, schema):
                key = (problem.place.path, problem.place.span)
                if key not in seen and not problem.place.path.startswith("<"):
                    seen.add(key)
                    yield problem


def _problems(program: Program, graph: Graph, side: str, schema: Schema) -> Iterator[Problem]:
    old = old_typed_dict(program.run, schema.cls)
    if old is not None:
        yield _old(graph, side, *old)
    for field, refusal in refused_fields(program.run, graph, schema):
        # What makes the whole schema fail need not be told again of its fields.
        if old is None or "typing.TypedDict" not in refusal.what:
            yield _field(graph, side, schema, field, refusal)


def _old(graph: Graph, side: str, name: str, place: Place) -> Problem:
    message = f"no JSON schema can be made of `{name}`, a `typing.TypedDict` before Python 3.12"
    why = f"get_{side}_jsonschema() raises PydanticUserError: typing_extensions has the TypedDict that pydantic takes"
    return Problem(place, message, why, symbol=name, graph=graph.name)


def _field(graph: Graph, side: str, schema: Schema, field: Field, refusal: Refusal) -> Problem:
    return Problem(
        place_in(field),
        f"no JSON schema can be made of `{field.name}`: it holds {refusal.what}",
        f"get_{side}_jsonschema() raises: pydantic cannot describe the type",
        symbol=schema.name,
        graph=graph.name,
        field=field.name,
        related=((refusal.cls.place, "the class"),) if refusal.cls is not None else (),
    )
