"""A node that goes to one node by Command, and has a static edge to another.

## What it does

Flags the static edge of a node whose function (or tool) returns `Command(goto=...)` to a different node, or to END.

## Why it is bad

A goto does not replace the static edges of its node: both targets run in the next super-step. A goto to END stops
nothing.

## Example

```python
def review(state: State) -> Command[Literal["fix"]]:
    return Command(goto="fix")

builder.add_edge("review", "publish")  # runs beside `fix`
```

## Use instead

```python
def review(state: State) -> Command[Literal["fix", "publish"]]:
    return Command(goto="fix" if state["errors"] else "publish")
```

## What stays silent

Edges to END, edges to the very node the Command goes to, list edges, and Commands to a parent graph.

## Fix safety

There is no fix yet.
"""

from __future__ import annotations

from collections.abc import Iterator

from stategraph_lint.findings import Severity
from stategraph_lint.program.named_nodes import gotos
from stategraph_lint.program.program import Program
from stategraph_lint.program.routes import END
from stategraph_lint.program.topology import Edge, Station
from stategraph_lint.program.values import Place
from stategraph_lint.rules.base import Problem, rule
from stategraph_lint.rules.precedence import about_targets


@rule("SGL405", "goto-plus-static-edge", Severity.WARNING, since="0.1.0")
def check(program: Program) -> Iterator[Problem]:
    """Report the static edges that a goto does not replace."""
    for graph in program.graphs:
        seen: set[tuple[str, object, str]] = set()
        for topology in program.topologies(graph):
            for edge in topology.edges:
                station = topology.stations.get(edge.source)
                others = _others(station, edge) if station is not None and edge.target in topology.stations else []
                key = edge.place.path, edge.place.span, edge.source
                if not others or key in seen:
                    continue
                seen.add(key)
                other, place = others[0]
                where = "END" if other == END else f"`{other}`"
                yield Problem(
                    edge.place,
                    f"`{edge.source}` goes to {where} by Command, and this edge starts `{edge.target}` as well",
                    "a goto does not replace the static edges of its node: what both name runs",
                    graph=graph.name,
                    related=((place, f"the goto to {where}"),),
                    about=tuple(about_targets(graph, (name, edge.target)) for name, _ in others),
                )


def _others(station: Station, edge: Edge) -> list[tuple[str, Place]]:
    """Give the places other than the edge's target that the node goes to."""
    found = [(part.name, part.place) for part in gotos(station) if part.name not in (None, edge.target)]
    return sorted(((name, place) for name, place in found if name), key=lambda one: one[0] == END)
