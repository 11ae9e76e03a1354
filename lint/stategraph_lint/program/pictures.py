"""Graphs as pictures: what `topology` knows of each, with who reads and who writes which key."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from itertools import chain

from stategraph_lint.facts.pictures import EdgeKind, NodeKind, Picture, PictureChannel, PictureEdge, PictureNode
from stategraph_lint.program.access import is_state
from stategraph_lint.program.graphs import Graph
from stategraph_lint.program.program import Program
from stategraph_lint.program.tables import reducer_name
from stategraph_lint.program.topology import END, START, Outcome, Return, Station, Topology
from stategraph_lint.program.updates import Update
from stategraph_lint.program.values import FunctionValue

_KINDS: dict[str, NodeKind] = {
    "function": "function",
    "subgraph": "subgraph",
    "tools": "tools",
    "library": "library",
}


def files(graph: Graph) -> frozenset[str]:
    """Give the paths of the files that a graph is made of: where it, its schemas, nodes and reducers are defined."""
    places = [graph.record.place, *(schema.place for schema in graph.schemas), *(node.place for node in graph.nodes)]
    actions = [action for node in graph.nodes for action in node.actions]
    reducers = [channel.reducer for channel in graph.channels.values()]
    places += [value.place for value in (*actions, *reducers) if isinstance(value, FunctionValue)]
    return frozenset(place.path for place in places)


def picture(program: Program, graph: Graph) -> Picture:
    """Give the picture of a graph; of one with calls under `if`, all its variants in one."""
    variants = program.topologies(graph)
    stations = {name: station for variant in variants for name, station in variant.stations.items()}
    edges = tuple(dict.fromkeys(chain.from_iterable(map(_edges, variants))))
    ends = {edge.target for edge in edges} | {edge.source for edge in edges}
    nodes = [PictureNode(START, "start"), *(_node(program, station) for station in stations.values())]
    # What an edge names and no call adds is drawn, too: that is what is wrong with it.
    nodes += [PictureNode(name, "unresolved") for name in sorted(ends - stations.keys() - {START, END})]
    place = graph.record.place
    unread = [variant.missing for variant in variants if variant.missing] + [graph.open_reason or ""]
    return Picture(
        graph.name or "graph",
        place.path,
        place.span.line,
        graph.state.name if graph.state is not None else None,
        (*nodes, PictureNode(END, "end")),
        edges,
        tuple(_channel(graph, key) for key in graph.channels),
        unread=tuple(dict.fromkeys(filter(None, unread))),
    )


def _channel(graph: Graph, key: str) -> PictureChannel:
    channel = graph.channels[key]
    reducer = reducer_name(channel.reducer) if channel.reduces and channel.reducer is not None else None
    return PictureChannel(key, channel.kind, reducer)


def _node(program: Program, station: Station) -> PictureNode:
    place = station.name_place
    functions = [action for action in station.node.actions if isinstance(action, FunctionValue)]
    if functions:
        place = functions[0].place
    updates = [update for ending in _endings(station) for update in ending.updates]
    written = {write.key for update in updates for write in update.writes}
    always = {key for key in written if all(_writes(update, key) for update in updates)}
    reads = {reading.key for summary in station.summaries for reading in summary.readings if is_state(reading.base)}
    return PictureNode(
        station.name,
        _KINDS.get(station.node.kind, "unresolved"),
        place.path,
        place.span.line,
        functions[0].name if functions else None,
        tuple(sorted(reads)),
        tuple(sorted(always)),
        tuple(sorted(written - always)),
        station.deferred,
    )


def _endings(station: Station) -> Iterator[Return]:
    yield from station.returns
    for _, endings in station.tools:
        yield from endings


def _writes(update: Update, key: str) -> bool:
    write = update.write(key)
    return write is not None and write.must


def _edges(topology: Topology) -> Iterator[PictureEdge]:
    for edge in topology.edges:
        yield PictureEdge(edge.source, edge.target, "edge", "", edge.place.path, edge.place.span.line)
    for number, joined in enumerate(topology.list_edges):
        for source in joined.sources:
            place = joined.place
            yield PictureEdge(source, joined.target, "join", "", place.path, place.span.line, number)
    for branch in topology.branches:
        yield from _choices(branch.source, branch.outcomes, "router")
        for label in branch.labels if branch.labels is not None and not branch.known else ():
            if label.name is not None:
                yield PictureEdge(branch.source, label.name, "router", "", label.place.path, label.place.span.line)
    for station in topology.stations.values():
        yield from _choices(station.name, station.exits(), "goto")
        if not station.known:
            for name, place in station.declared:
                yield PictureEdge(station.name, name, "goto", "", place.path, place.span.line)


def _choices(source: str, outcomes: Iterable[Outcome], kind: EdgeKind) -> Iterator[PictureEdge]:
    for outcome in outcomes:
        for place in outcome.destinations:
            if place.name is None:
                continue
            said = str(place.said.value) if place.said is not None else ""
            label = said if said != place.name else ""
            where = place.place
            drawn: EdgeKind = "send" if place.send is not None else kind
            yield PictureEdge(source, place.name, drawn, label, where.path, where.span.line)


def frontiers(trace: Iterable[str], names: Collection[str]) -> tuple[tuple[str, ...], ...]:
    """Give the nodes that run in each super-step of a finding's trace, sorted; what is no node is left out."""
    steps = []
    for step in trace:
        parts = (part.removesuffix(" (Send)") for part in step.strip("{}").split(", "))
        known = {START if part == "START" else part for part in parts}
        steps.append(tuple(sorted(known.intersection(names))))
    return tuple(steps)
