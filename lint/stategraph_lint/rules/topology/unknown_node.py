"""A name that names no node of the graph.

## What it does

Flags the name of a node that the graph does not have: in `add_edge`, a path map, the Literal annotation of a router or
of `Command[...]`, `destinations=`, in what a router returns, in `Command(goto=...)` and in `Send(...)`. A value that a
router returns and the path map lacks counts too. The closest node is named.

## Why it is bad

In edges, path maps and annotations `compile()` raises ValueError. A value the path map lacks raises KeyError when the
router returns it. A router's value without a path map, a goto or a Send to an unknown node is only logged: the run
stops there without an error.

## Example

```python
def first(state: State) -> Command:
    return Command(goto="secnd")

builder.add_node("second", second)
```

## Use instead

```python
def first(state: State) -> Command:
    return Command(goto="second")
```

## What stays silent

Graphs with a node or an edge that cannot be read, computed names, names that some way to build the graph has a node
for, and gotos to a parent graph.

## Fix safety

There is no fix yet.
"""

from __future__ import annotations

from collections.abc import Iterator

from stategraph_lint.findings import Severity
from stategraph_lint.program.keys import closest
from stategraph_lint.program.named_nodes import unknown
from stategraph_lint.program.program import Program
from stategraph_lint.rules.base import Problem, rule
from stategraph_lint.rules.precedence import about_graph


@rule("SGL413", "unknown-node", Severity.ERROR, since="0.1.0", fix="safe")
def check(program: Program) -> Iterator[Problem]:
    """Report the names that name no node."""
    for graph in program.graphs:
        topologies = program.topologies(graph)
        names = sorted({name for topology in topologies for name in topology.stations})
        seen: set[tuple[object, object, str]] = set()
        for found in unknown(topologies):
            key = found.place.path, found.place.span, found.name
            if key in seen:
                continue
            seen.add(key)
            likely = "END" if found.name == "END" else closest(found.name, names)
            hint = f"; did you mean {'' if likely == 'END' else '`'}{likely}{'' if likely == 'END' else '`'}?"
            yield Problem(
                found.place,
                f"`{found.name}` in {found.where} names no node{hint if likely else ''}",
                found.why,
                graph=graph.name,
                about=(about_graph(graph),),
            )
