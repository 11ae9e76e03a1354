"""A list edge whose starts never all run.

## What it does

Walks all super-steps of a graph and flags a list edge (`add_edge(["a", "b"], "join")`) some start of which runs, while
no run ever reaches all of them: each is behind another choice of one router.

## Why it is bad

The join waits for all its starts. The run ends before it, without an error.

## Example

```python
builder.add_conditional_edges(START, lambda state: "a" if state["x"] else "b", ["a", "b"])
builder.add_edge(["a", "b"], "join")
```

## Use instead

```python
builder.add_edge("a", "join")
builder.add_edge("b", "join")
```

## What stays silent

Joins that some run completes, also over several turns of a cycle; graphs of which a node, an edge, a router or a goto
cannot be read; routers that may give several names; graphs too large to be walked.

## Fix safety

There is no fix yet.
"""

from __future__ import annotations

from collections.abc import Iterator

from stategraph_lint.findings import Severity
from stategraph_lint.program.program import Program
from stategraph_lint.program.questions import every_steps
from stategraph_lint.program.steps import Steps
from stategraph_lint.program.topology import ListEdge
from stategraph_lint.rules.base import Problem, rule


@rule("SGL404", "join-never-complete", Severity.ERROR, since="0.1.0")
def check(program: Program) -> Iterator[Problem]:
    """Report the joins that are never complete."""
    for graph, steps in every_steps(program):
        for edge in steps.topology.list_edges:
            if edge.target in steps.number and _never(steps, edge):
                yield Problem(
                    edge.place,
                    f"no run reaches all of {', '.join(f'`{name}`' for name in edge.sources)}: "
                    f"`{edge.target}` is never started by this edge",
                    "a list edge waits for all its starts; the run ends without an error",
                    graph=graph.name,
                )


def _never(steps: Steps, edge: ListEdge) -> bool:
    number = steps.join_of(edge)
    if number is None or not steps.closed:
        return False
    if not steps.exploration.complete:
        return edge.sources[0] in steps.reached and not steps.pairs.completes(number)
    return number in steps.exploration.left and number not in steps.exploration.completed
