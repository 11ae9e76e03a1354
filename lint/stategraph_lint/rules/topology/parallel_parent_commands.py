"""Two Commands to the parent graph in one super-step.

## What it does

Flags each `Command(graph=Command.PARENT)` of a subgraph that another one meets in its super-step.

## Why it is bad

A Command to the parent ends the subgraph as soon as one task gives it. The other one is lost, update and goto.

## Example

```python
child.add_edge(START, "ask")
child.add_edge(START, "check")  # both return Command(graph=Command.PARENT, ...)
```

## Use instead

```python
child.add_edge("ask", "check")
```

## What stays silent

Branches of which only one runs, and nodes of different super-steps.

## Fix safety

There is no fix yet.
"""

from __future__ import annotations

from collections.abc import Iterator

from stategraph_lint.findings import Severity
from stategraph_lint.program.program import Program
from stategraph_lint.program.questions import every_steps
from stategraph_lint.rules.base import Problem, rule


@rule("SGL416", "parallel-parent-commands", Severity.ERROR, since="0.1.0")
def check(program: Program) -> Iterator[Problem]:
    """Report the Commands of which one is lost."""
    for graph, steps in every_steps(program):
        seen: set[tuple[str, object]] = set()
        for found in steps.collisions:
            endings = [taken.returned for taken in found.takens if taken.returned is not None]
            if found.kind != "parent" or found.alone:
                continue
            for ending in endings:
                if (ending.place.path, ending.place.span) not in seen:
                    seen.add((ending.place.path, ending.place.span))
                    one, other = found.names
                    both = f"two runs of `{one}`" if one == other else f"`{one}` and `{other}`"
                    yield Problem(
                        ending.place,
                        f"{both} go to the parent graph in one super-step",
                        "the first Command ends the subgraph, and the other one is lost",
                        graph=graph.name,
                        related=found.causes,
                        trace=found.trace,
                    )
