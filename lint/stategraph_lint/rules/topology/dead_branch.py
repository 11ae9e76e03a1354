"""An entry of a path map that its router never gives.

## What it does

Flags an entry of a path map that the Literal return type of the router lacks, and that none of its returns gives.

## Why it is bad

The entry is dead code, and an edge in every picture of the graph that no run takes.

## Example

```python
def route(state: State) -> Literal["ship", "refund"]: ...

builder.add_conditional_edges("check", route, {"ship": "ship", "refund": "refund", "hold": "hold"})
```

## Use instead

```python
builder.add_conditional_edges("check", route, {"ship": "ship", "refund": "refund"})
```

## What stays silent

Routers without a Literal return type, lists of names (which name nodes, not values), computed entries.

## Fix safety

There is no fix yet.
"""

from __future__ import annotations

from collections.abc import Iterator

from stategraph_lint.findings import Severity
from stategraph_lint.program.program import Program
from stategraph_lint.program.topology_questions import dead_labels
from stategraph_lint.rules.base import Problem, rule


@rule("SGL415", "dead-branch", Severity.INFO, since="0.1.0")
def check(program: Program) -> Iterator[Problem]:
    """Report the entries that are never taken."""
    seen: set[tuple[str, object]] = set()
    for graph in program.graphs:
        for topology in program.topologies(graph):
            for branch in topology.branches:
                for label, said in dead_labels(program.run, branch):
                    if (label.place.path, label.place.span) not in seen:
                        seen.add((label.place.path, label.place.span))
                        yield Problem(
                            label.place,
                            f"the router never gives `{said}`",
                            "its Literal return type lacks the value: the entry is dead code",
                            graph=graph.name,
                            related=((branch.place, "the router"),),
                        )
