"""A node or an edge added after the graph was compiled for the last time.

## What it does

Flags `add_node`, `add_edge` and their kin on a builder behind its last `compile()` in the same code.

## Why it is bad

The compiled graph is a copy of what the builder had by then. LangGraph logs one line; the node never runs.

## Example

```python
app = builder.compile()
builder.add_node("send", send)
app.invoke(payload)
```

## Use instead

```python
builder.add_node("send", send)
app = builder.compile()
```

## What stays silent

Builders that are compiled again afterwards, or handed to code that cannot be read, and calls that stand in other
functions, whose order cannot be told.

## Fix safety

There is no fix yet.
"""

from __future__ import annotations

from collections.abc import Iterator

from stategraph_lint.findings import Severity
from stategraph_lint.program.builders import arguments_place
from stategraph_lint.program.program import Program
from stategraph_lint.program.topology_questions import surely_late
from stategraph_lint.rules.base import Problem, rule
from stategraph_lint.rules.precedence import about_graph


@rule("SGL417", "change-after-compile", Severity.ERROR, since="0.1.0")
def check(program: Program) -> Iterator[Problem]:
    """Report the calls that come too late."""
    for graph in program.graphs:
        if graph.record.escaped is not None:
            continue
        for topology in program.topologies(graph)[:1]:
            compiled = topology.compiled
            for call in surely_late(program.run, topology):
                assert compiled is not None
                yield Problem(
                    arguments_place(call),
                    f"`{call.method}` comes after the last `compile()`",
                    "it is not part of the compiled graph; LangGraph only logs a line",
                    graph=graph.name,
                    related=((compiled.place, "the graph is compiled here"),),
                    about=(about_graph(graph),),
                )
