"""A node that nothing leads to.

## What it does

Flags the registration of a node that no path from START reaches: over edges, list edges, routers, gotos, Sends and the
Commands of subgraphs.

## Why it is bad

The node never runs. `compile()` says nothing.

## Example

```python
builder.add_node("notify", notify)  # no edge leads to it
```

## Use instead

```python
builder.add_edge("ship", "notify")
```

## What stays silent

Graphs of which a node, an edge, a router or a goto cannot be read, that have no edge from START, or that are run with a
Command; nodes that some other way to build the graph reaches, or that an annotation or a path map names as a target. A
name that names no node (SGL413) or an edge that comes too late (SGL417) is reported instead.

## Fix safety

There is no fix yet.
"""

from __future__ import annotations

from collections.abc import Iterator

from stategraph_lint.findings import Severity
from stategraph_lint.program.program import Program
from stategraph_lint.program.questions import by_place
from stategraph_lint.program.steps import Steps
from stategraph_lint.program.topology_questions import misread_command
from stategraph_lint.rules.base import Problem, rule
from stategraph_lint.rules.precedence import about_graph


@rule("SGL414", "unreachable-node", Severity.WARNING, since="0.1.0")
def check(program: Program) -> Iterator[Problem]:
    """Report the nodes that never run."""
    for graphs in by_place(program.graphs):
        graph = graphs[0]
        every = [program.steps(topology) for one in graphs for topology in program.topologies(one)]
        if not every or not all(steps.closed and steps.reached for steps in every) or any(map(_misread, every)):
            continue
        reached = frozenset[str]().union(*(steps.reached for steps in every))
        stations = {name: station for steps in every for name, station in steps.topology.stations.items()}
        for name, station in stations.items():
            if name not in reached and not any(name in declared for declared in map(_declared, every)):
                yield Problem(
                    station.name_place,
                    f"no path from START leads to `{name}`",
                    "the node never runs, and compile() says nothing",
                    graph=graph.name,
                    about=tuple(map(about_graph, graphs)),
                )


def _misread(steps: Steps) -> bool:
    """Tell whether an annotation means targets that LangGraph does not read (SGL418)."""
    summaries = (summary for station in steps.topology.stations.values() for summary in station.summaries)
    return any(misread_command(steps.program.run, summary) is not None for summary in summaries)


def _declared(steps: Steps) -> frozenset[str]:
    """Give the nodes that annotations, path maps and `destinations=` name as targets."""
    declared = (name for station in steps.topology.stations.values() for name, _ in station.declared)
    labels = (label.name for branch in steps.topology.branches for label in branch.labels or () if label.name)
    return frozenset((*declared, *labels))
