"""A node that reads what its sibling writes in the same super-step.

## What it does

Flags a read of a key without a reducer that only one node fills, when that node runs in the same super-step and every
input is a placeholder: an empty text, list or dict, zero or None.

## Why it is bad

All tasks of a super-step see the state from before it. The node works on the placeholder.

## Example

```python
builder.add_edge(START, "fetch")      # writes `doc`
builder.add_edge(START, "summarise")  # reads `doc`
builder.compile().invoke({"doc": ""})
```

## Use instead

```python
builder.add_edge("fetch", "summarise")
```

## What stays silent

Keys that the input fills or several nodes write, reads under a condition, nodes that run before or after one another,
and graphs whose inputs are not written out. A key that is missing altogether is SGL407.

## Fix safety

There is no fix yet.
"""

from __future__ import annotations

from collections.abc import Iterator

from stategraph_lint.findings import Severity
from stategraph_lint.program.program import Program
from stategraph_lint.program.questions import every_steps
from stategraph_lint.program.stale import stale
from stategraph_lint.rules.base import Problem, rule
from stategraph_lint.rules.precedence import about_targets


@rule("SGL408", "stale-read-in-parallel", Severity.WARNING, since="0.1.0", preview=True)
def check(program: Program) -> Iterator[Problem]:
    """Report the reads that come one super-step too early."""
    seen: set[tuple[str, object]] = set()
    for graph, steps in every_steps(program):
        for found in stale(program, graph, steps):
            if (found.place.path, found.place.span) not in seen:
                seen.add((found.place.path, found.place.span))
                yield Problem(
                    found.place,
                    f"`{found.reader}` reads `{found.key}` in the super-step in which `{found.writer}` writes it",
                    "all tasks of a super-step see the state from before it: here the placeholder of the input",
                    graph=graph.name,
                    field=found.key,
                    related=((found.written, f"`{found.writer}` writes it here"),),
                    trace=found.trace,
                    about=(about_targets(graph, (found.reader,)),),
                )
