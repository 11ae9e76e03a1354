"""A `Command[...]` annotation that LangGraph does not understand.

## What it does

Flags the return annotation of a node that goes somewhere by Command, when it names the targets in a form other than
one `Literal`: a union of Literals, or a text where a Literal belongs.

## Why it is bad

LangGraph reads the targets of a node from `Command[Literal["a", "b"]]` alone. The edges are missing in `get_graph()`
and in every picture of the graph.

## Example

```python
def switch(state: State) -> Command[Sales | Help]:  # two Literal aliases
    return Command(goto="sales")
```

## Use instead

```python
def switch(state: State) -> Command[Literal["sales", "help_desk"]]:
    return Command(goto="sales")
```

## What stays silent

Nodes with `destinations=`, annotations without targets, and nodes that go nowhere by Command.

## Fix safety

There is no fix yet.
"""

from __future__ import annotations

from collections.abc import Iterator

from stategraph_lint.findings import Severity
from stategraph_lint.program.named_nodes import gotos
from stategraph_lint.program.program import Program
from stategraph_lint.program.topology_questions import misread_command
from stategraph_lint.rules.base import Problem, rule


@rule("SGL418", "command-annotation", Severity.INFO, since="0.1.0")
def check(program: Program) -> Iterator[Problem]:
    """Report the annotations that are not understood."""
    seen: set[tuple[str, object]] = set()
    for graph in program.graphs:
        for topology in program.topologies(graph):
            for station in topology.stations.values():
                if station.declared or not any(part.name in topology.stations for part in gotos(station)):
                    continue
                for summary in station.summaries:
                    place = misread_command(program.run, summary)
                    if place is not None and (place.path, place.span) not in seen:
                        seen.add((place.path, place.span))
                        yield Problem(
                            place,
                            f"LangGraph does not read the targets of `{station.name}` from this annotation",
                            "its edges are missing in get_graph(); write Command[Literal[...]]",
                            symbol=summary.function.name,
                            graph=graph.name,
                        )
