"""A key of the output schema that nothing fills.

## What it does

Flags a key of an `output_schema` that no node writes and that the input schema lacks.

## Why it is bad

`invoke()` gives a result without the key, or None when it is the only one.

## Example

```python
class Result(TypedDict):
    reply: str

builder = StateGraph(State, output_schema=Result)  # the nodes write `answer`
```

## Use instead

```python
class Result(TypedDict):
    answer: str
```

## What stays silent

Keys with a reducer that has a start value; graphs with a node, a schema or an update that cannot be read; keys that
`update_state` or a subgraph writes.

## Fix safety

There is no fix yet.
"""

from __future__ import annotations

from collections.abc import Iterator

from stategraph_lint.findings import Severity
from stategraph_lint.program.graphs import Graph
from stategraph_lint.program.program import Program
from stategraph_lint.program.questions import STATE_UPDATES, field_place
from stategraph_lint.rules.base import Problem, rule


@rule("SGL409", "output-never-written", Severity.ERROR, since="0.1.0")
def check(program: Program) -> Iterator[Problem]:
    """Report the output keys that nothing fills."""
    for graph in program.graphs:
        output = graph.output
        if output is None or output is graph.state or output is graph.input or not graph.closed:
            continue
        if graph.input is None or any(call.method in STATE_UPDATES for call in graph.record.calls):
            continue
        for item in output.fields:
            channel = graph.channels.get(item.name)
            if channel is None or channel.kind != "LastValue" or graph.input.field(item.name) is not None:
                continue
            if _never(program, graph, item.name):
                yield Problem(
                    field_place(channel),
                    f"no node writes `{item.name}`, a key of the output schema `{output.name}`",
                    "invoke() gives a result without it, or None when there is nothing else",
                    graph=graph.name,
                    field=item.name,
                )


def _never(program: Program, graph: Graph, key: str) -> bool:
    topologies = program.topologies(graph)
    if not topologies or not topologies[0].stations or any(topology.missing for topology in topologies):
        return False
    marks = [one for topology in topologies for one in program.steps(topology).all_marks()]
    kinds = {station.node.kind for topology in topologies for station in topology.stations.values()}
    return kinds <= {"function", "subgraph", "tools"} and not any(one.may_write(key) for one in marks)
