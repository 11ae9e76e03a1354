"""A path function that assigns to the state.

## What it does

Flags a path function, or a helper that it calls, that assigns to a key or attribute of its state.

## Why it is bad

A path function only says where to go. It gets a state of its own, and what it assigns is discarded: no node ever sees
it.

## Example

```python
def route(state: State) -> str:
    if state["amount"] > 100:
        state["reason"] = "too high"
        return "refuse"
    return "pay"
```

## Use instead

```python
def check(state: State) -> dict:
    return {"reason": "too high"} if state["amount"] > 100 else {}
```

## What stays silent

Assignments to a copy; keys that no schema has, which the function keeps for itself; nodes (SGL304) and changes inside
a value of the state, which do persist (SGL304).

## Fix safety

There is no fix.
"""

from __future__ import annotations

from collections.abc import Iterator

from stategraph_lint.findings import Severity
from stategraph_lint.program.functions import Summary
from stategraph_lint.program.graphs import Graph, Router
from stategraph_lint.program.mutations import ASSIGNING, Change, assigned_keys, parts_changed
from stategraph_lint.program.node_inputs import input_of_router
from stategraph_lint.program.program import Program
from stategraph_lint.program.questions import symbol
from stategraph_lint.program.styles import lacks_style
from stategraph_lint.rules.base import Problem, rule


@rule("SGL312", "router-mutates-state", Severity.ERROR, since="0.1.0")
def check(program: Program) -> Iterator[Problem]:
    """Report what path functions assign in vain."""
    for graph in program.graphs:
        for router in graph.routers:
            summary = program.summary(router.action)
            for change in parts_changed(summary) if summary is not None else ():
                keys = _discarded(program, graph, router, change)
                if keys and summary is not None:
                    yield _problem(graph, summary, change, keys)


def _discarded(program: Program, graph: Graph, router: Router, change: Change) -> list[str]:
    if change.steps or change.parameter.role != "state" or change.how not in ASSIGNING:
        return []
    schema = input_of_router(program, graph, router)
    # What raises is no assignment (SGL317).
    return [
        key
        for key in assigned_keys(change)
        if key in graph.channels and not (schema and lacks_style(program.run, schema, key, change.how))
    ]


def _problem(graph: Graph, summary: Summary, change: Change, keys: list[str]) -> Problem:
    shown = ", ".join(f"`{key}`" for key in keys)
    return Problem(
        change.place,
        f"the path function assigns {shown} in the state, which is discarded",
        "a path function only chooses where to go; let a node return the key",
        symbol=symbol(summary),
        graph=graph.name,
        field=keys[0],
    )
