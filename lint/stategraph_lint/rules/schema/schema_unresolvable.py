"""An annotation that does not exist at run time.

## What it does

Flags a state field whose annotation names something that `typing.get_type_hints` cannot see: a name imported under
`if TYPE_CHECKING`, or a local name of a function when annotations are strings (`from __future__ import annotations`, or
quotes). So is an annotation of a path function, which LangGraph evaluates as well.

## Why it is bad

LangGraph evaluates the annotations of a schema to make channels of them. `StateGraph(State)`, or the call that adds the
schema, raises `NameError: name 'Decimal' is not defined`; without postponed annotations the class statement itself
does.

## Example

```python
from __future__ import annotations

if TYPE_CHECKING:
    from decimal import Decimal

class Order(TypedDict):
    price: Decimal
```

## Use instead

```python
from decimal import Decimal

class Order(TypedDict):
    price: Decimal
```

## What stays silent

Names that are bound at run time too (in an `else` branch, by a star import, as a builtin), local names in annotations
that are not strings, annotations of nodes (LangGraph then infers no schema, without an error), and classes that are
no schema of a graph.

## Fix safety

There is no fix.
"""

from __future__ import annotations

from collections.abc import Iterator

from stategraph_lint.findings import Severity
from stategraph_lint.program.hints import broken_hint, hinted
from stategraph_lint.program.program import Program
from stategraph_lint.program.questions import Declared, declared
from stategraph_lint.program.schemas import Field
from stategraph_lint.program.types import failure
from stategraph_lint.rules.base import Problem, rule

_MISSING = "NameError"


@rule("SGL118", "schema-unresolvable", Severity.ERROR, since="0.1.0")
def check(program: Program) -> Iterator[Problem]:
    """Report the annotations that raise NameError when LangGraph evaluates them."""
    for found in declared(program):
        field: Field | None = found.channel.field
        while field is not None:
            error = failure(field.type)
            if error is not None and error.startswith(_MISSING) and field.spelling is not None:
                yield _of_field(found, field, error)
            field = field.overrides
    yield from _routers(program)


def _of_field(found: Declared, field: Field, error: str) -> Problem:
    assert field.spelling is not None
    return Problem(
        field.spelling.place,
        f"the annotation of `{field.name}` cannot be evaluated: {error.partition(': ')[2]}",
        f"adding `{found.schema.name}` to a graph raises {error}",
        symbol=found.schema.name,
        graph=found.graph,
        field=field.name,
    )


def _routers(program: Program) -> Iterator[Problem]:
    for graph in program.graphs:
        for router in graph.routers:
            function = hinted(program.run, router.action)
            broken = broken_hint(program.run, function) if function is not None else None
            if function is not None and broken is not None and broken.error.startswith(_MISSING):
                yield Problem(
                    broken.annotation,
                    f"an annotation of `{function.name}` cannot be evaluated: {broken.error.partition(': ')[2]}",
                    f"`{router.call.method}` raises {broken.error}",
                    symbol=function.name,
                    graph=graph.name,
                )
