"""A managed value that is used like a field.

## What it does

Flags `RemainingSteps`, `IsLastStep` and other managed values where they do not work: a node or `update_state` that
writes one, metadata behind the managed value, a field named `remaining_steps` or `is_last_step` that is a plain int or
bool and that nobody fills, and a managed value in an input or output schema of its own.

## Why it is bad

LangGraph computes managed values for each step. A write is dropped with one log line. Behind other metadata, or as a
plain int, the field becomes an ordinary channel that is empty: reading it raises KeyError. In an input or output schema
`StateGraph(...)` raises ValueError.

## Example

```python
class State(TypedDict):
    remaining_steps: Annotated[RemainingSteps, "what is left"]

def spend(state: State) -> dict:
    return {"remaining_steps": 3}
```

## Use instead

```python
class State(TypedDict):
    remaining_steps: RemainingSteps
```

## What stays silent

Managed values in the state schema and in the input schemas of nodes, the state schema given again as input or output
schema, and plain fields of these names that the code or a visible input fills.

## Fix safety

There is no fix.
"""

from __future__ import annotations

from collections.abc import Iterator

from stategraph_lint.findings import Severity
from stategraph_lint.program.managed import Misuse, misuses
from stategraph_lint.program.program import Program
from stategraph_lint.rules.base import Problem, rule
from stategraph_lint.rules.precedence import about_key

_TOLD = {
    "written": (
        "`{0}` is a managed value: what is written to it is ignored",
        "LangGraph drops the write with a log line",
    ),
    "hidden": (
        "`{0}` is no managed value: other metadata stands behind it",
        "the field is an ordinary channel that nothing fills: reading it raises KeyError",
    ),
    "plain": (
        "`{0}` is a plain {1} that nothing fills; declare it as a managed value",
        "LangGraph fills only RemainingSteps and IsLastStep: reading the field raises KeyError",
    ),
    "input": ("the managed value `{0}` is not allowed in an input schema", "StateGraph(...) raises ValueError"),
    "output": ("the managed value `{0}` is not allowed in an output schema", "StateGraph(...) raises ValueError"),
}


@rule("SGL122", "managed-value-misuse", Severity.ERROR, since="0.1.0")
def check(program: Program) -> Iterator[Problem]:
    """Report the managed values that are used like fields."""
    for found in misuses(program):
        message, why = _TOLD[found.kind]
        yield Problem(
            found.place,
            message.format(found.key, _type(found)),
            why,
            symbol=found.symbol,
            graph=found.graphs[0].name if found.graphs else None,
            field=found.key,
            related=((found.item, "the managed value"),) if found.item is not None else (),
            about=tuple(about_key(graph, found.key) for graph in found.graphs),
        )


def _type(found: Misuse) -> str:
    return "bool" if found.key == "is_last_step" else "int"
