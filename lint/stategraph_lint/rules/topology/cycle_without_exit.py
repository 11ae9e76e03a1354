"""A cycle that nothing leaves.

## What it does

Flags the edge, router or goto that closes a cycle of nodes when every return and router in it leads on inside the
cycle, and no interrupt stops it.

## Why it is bad

The run ends in GraphRecursionError, after as many super-steps as the limit allows.

## Example

```python
builder.add_edge("draft", "review")
builder.add_edge("review", "draft")
```

## Use instead

```python
builder.add_conditional_edges("review", lambda state: END if state["good"] else "draft", ["draft", END])
```

## What stays silent

Cycles with a router, a goto or an edge that leaves them or gives END; nodes that call `interrupt`, raise, or stand in
`interrupt_before` or `interrupt_after`; graphs of which a part cannot be read.

## Fix safety

There is no fix yet.
"""

from __future__ import annotations

from collections.abc import Iterator

from stategraph_lint.findings import Severity
from stategraph_lint.program.cycles import endless
from stategraph_lint.program.program import Program
from stategraph_lint.program.questions import every_steps
from stategraph_lint.rules.base import Problem, rule


@rule("SGL419", "cycle-without-exit", Severity.ERROR, since="0.1.0")
def check(program: Program) -> Iterator[Problem]:
    """Report the cycles without an exit."""
    for graph, steps in every_steps(program):
        for cycle in endless(program, steps):
            yield Problem(
                cycle.place,
                f"nothing leaves the cycle {' -> '.join(f'`{name}`' for name in (*cycle.names, cycle.names[0]))}",
                "the run ends in GraphRecursionError",
                graph=graph.name,
            )
