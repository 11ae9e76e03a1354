"""Questions that several rules ask of a program, each answered in one place."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from stategraph_lint.program.channels import Channel, channels_of
from stategraph_lint.program.functions import Summary, key_of, options, root
from stategraph_lint.program.graphs import Graph, GraphNode
from stategraph_lint.program.kinds import Kinds
from stategraph_lint.program.program import Program
from stategraph_lint.program.reducers import Behaviour, added, behaviour
from stategraph_lint.program.schemas import Schema
from stategraph_lint.program.updates import Update, Write
from stategraph_lint.program.values import FieldOf, Parameter, Place, Value


@dataclass(frozen=True, eq=False, slots=True)
class Declared:
    """A field where it is declared: its schema, its channel, and the graphs that use it."""

    schema: Schema
    channel: Channel
    graphs: tuple[Graph, ...]

    @property
    def place(self) -> Place:
        """The field's annotation; for a library's field the class that inherits it."""
        spelling = self.channel.field.spelling
        return spelling.place if spelling is not None else self.channel.field.place

    @property
    def graph(self) -> str | None:
        """The name of the first graph."""
        return self.graphs[0].name if self.graphs else None


@dataclass(frozen=True, eq=False, slots=True)
class Written:
    """One key that one return of one node of one graph writes."""

    graph: Graph
    node: GraphNode
    summary: Summary
    update: Update
    write: Write

    @property
    def channel(self) -> Channel | None:
        """The channel it goes to, None for an unknown key."""
        return self.graph.channels.get(self.write.key)


def declared(program: Program) -> Iterator[Declared]:
    """Give every field of every schema that a graph uses, once, where it is declared."""
    seen: set[tuple[str, object]] = set()
    for schema in program.schemas:
        if schema.kind == "root":
            continue
        for channel in channels_of(program.run, schema):
            found = Declared(schema, channel, program.graphs_of(schema))
            key = (found.place.path, (found.place.span, channel.name))
            if key not in seen:
                seen.add(key)
                yield found


def node_updates(program: Program) -> Iterator[tuple[Graph, GraphNode, Summary, Update]]:
    """Give every update of every node function of every graph."""
    for graph in program.graphs:
        for node in graph.nodes:
            for summary in program.functions(node):
                for update in program.updates(summary):
                    yield graph, node, summary, update


def written(program: Program) -> Iterator[Written]:
    """Give every key that a node writes to its own graph."""
    for graph, node, summary, update in node_updates(program):
        if update.parent or update.kind in ("invalid", "none"):
            continue
        for write in update.writes:
            yield Written(graph, node, summary, update, write)


def accumulates(program: Program, channel: Channel | None) -> bool:
    """Tell whether a channel adds what it is given to what it holds, old items and all."""
    return channel is not None and behaviour(program, channel) is Behaviour.ACCUMULATES


def state_of(summary: Summary) -> Parameter | None:
    """Give the parameter that a node or router gets its state in."""
    return next((parameter for parameter in summary.parameters if parameter.role == "state"), None)


def holds_old(value: Value, key: str) -> bool:
    """Tell whether a value contains, whole, what the state held under a key when the node began."""
    return any(is_field(part, key) for part in added(value))


def is_field(value: Value, key: str) -> bool:
    """Tell whether a value is the state's field of this key."""
    return (
        isinstance(value, FieldOf)
        and value.key == key
        and isinstance(value.base, Parameter)
        and value.base.role == "state"
    )


def reads(summary: Summary, key: str) -> bool:
    """Tell whether a function reads a key of its state."""
    return any(reading.key == key and _is_state(reading.base) for reading in summary.readings)


def _is_state(value: Value) -> bool:
    return isinstance(value, Parameter) and value.role == "state"


def symbol(summary: Summary) -> str:
    """Give the name findings show for a function."""
    return summary.function.name


def kinds(program: Program, graph: Graph | None) -> Kinds:
    """Give who answers of which kind a value is in the nodes of a graph."""
    return Kinds(program.run, graph)


__all__ = ["Declared", "Written", "key_of", "options", "root"]
