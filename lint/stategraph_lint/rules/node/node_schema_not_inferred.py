"""A node whose own input schema LangGraph does not see, reading a key of it.

## What it does

Flags a node that reads a key which the state lacks, where a `functools.partial`, a lambda, a runnable or a decorator
without `functools.wraps` hides the annotation of its private schema, or where some annotation of the node (that of
another parameter or of the return included) cannot be evaluated.

## Why it is bad

LangGraph infers a node's input schema from the annotations of what is registered. Where it cannot, the node gets the
keys of the graph's state alone, and reading another one raises KeyError.

## Example

```python
class Secret(TypedDict):
    token: str

def use(state: Secret, suffix: str) -> dict:
    return {"user": state["token"] + suffix}

builder.add_node("use", functools.partial(use, suffix="!"))
```

## Use instead

```python
builder.add_node("use", functools.partial(use, suffix="!"), input_schema=Secret)
```

## What stays silent

Functions, bound methods and callable objects with annotations, decorators with `functools.wraps`; `input_schema=`;
keys that the state has; `state.get(...)`, reads that a test or a handler guards.

## Fix safety

There is no fix.
"""

from __future__ import annotations

from collections.abc import Iterator

from stategraph_lint.findings import Severity
from stategraph_lint.program.program import Program
from stategraph_lint.program.questions import symbol
from stategraph_lint.program.uninferred import Missed, missed_in
from stategraph_lint.rules.base import Problem, rule
from stategraph_lint.rules.precedence import about_key


@rule("SGL318", "node-schema-not-inferred", Severity.ERROR, since="0.1.0")
def check(program: Program) -> Iterator[Problem]:
    """Report each node that reads a key which LangGraph does not hand to it."""
    for graph in program.graphs:
        found: dict[int, Missed] = {}
        for one in missed_in(program, graph):
            found.setdefault(id(one.node), one)
        for one in found.values():
            state = graph.state.name if graph.state is not None else "the state"
            yield Problem(
                one.place,
                f"the node reads `{one.key}`, which `{state}` lacks: {one.cause} hides the node's own schema",
                "LangGraph infers no input schema here, so the read raises; give `input_schema=`",
                symbol=symbol(one.summary),
                graph=graph.name,
                field=one.key,
                related=((one.reading.place, f"`{one.key}` is read here"),),
                about=(about_key(graph, one.key),),
            )
