"""A node that plain edges start twice, over paths of different length.

## What it does

Flags the edge of the shorter path to a node that runs twice in one run, because plain edges lead to it from branches of
different length, while it writes a key that accumulates, or ends the graph.

## Why it is bad

Plain edges do not wait for one another: the node runs in the super-step after each arrival. What it appends is there
twice, and the first time it sees only a part of the results.

## Example

```python
builder.add_edge(START, "hotel")
builder.add_edge(START, "flight")
builder.add_edge("flight", "visa")
builder.add_edge("hotel", "confirm")
builder.add_edge("visa", "confirm")
```

## Use instead

```python
builder.add_edge(["hotel", "visa"], "confirm")
```

## What stays silent

Branches of one length, list edges, nodes with `defer=True`, branches of which only one runs, nodes in a cycle, and
nodes that neither append nor end the graph.

## Fix safety

There is no fix yet.
"""

from __future__ import annotations

from collections.abc import Iterator

from stategraph_lint.findings import Severity
from stategraph_lint.program.program import Program
from stategraph_lint.program.questions import every_steps
from stategraph_lint.program.uneven import uneven
from stategraph_lint.rules.base import Problem, rule
from stategraph_lint.rules.precedence import about_targets


@rule("SGL403", "uneven-join", Severity.ERROR, since="0.1.0", fix="unsafe")
def check(program: Program) -> Iterator[Problem]:
    """Report the nodes that run twice."""
    for graph, steps in every_steps(program):
        for found in uneven(program, steps):
            harm = f"what it appends to `{found.key}` is there twice" if found.key else "it ends the graph twice"
            yield Problem(
                found.shorter.place,
                f"`{found.node}` runs twice: this path to it is shorter than the one over `{found.longer.source}`",
                f"plain edges do not wait for one another; {harm}",
                graph=graph.name,
                field=found.key,
                related=((found.longer.place, "the edge of the longer path"),),
                trace=found.trace,
                about=(about_targets(graph, (found.node,)),),
            )
