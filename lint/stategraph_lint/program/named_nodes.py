"""The names of nodes in edges, path maps, routers, gotos and Sends, and those that name no node."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from stategraph_lint.program.routes import END, START, Destination, Outcome, same_label
from stategraph_lint.program.topology import Branch, Station, Topology
from stategraph_lint.program.values import Literal, Place


@dataclass(frozen=True, eq=False, slots=True)
class Named:
    """A name that names no node. `where` says what it stands in, `why` what LangGraph does there."""

    name: str
    place: Place
    where: str
    why: str


_BUILD = "building the graph raises ValueError"
_COMPILE = "compile() raises ValueError"
_STOPS = "LangGraph logs that the channel is unknown, and the run goes on without it, or stops silently"
_MISSING = "the router raises KeyError: the value is not in the path map"


def unknown(topologies: Sequence[Topology]) -> Iterator[Named]:
    """Give the names that no way to build a graph has a node for; nothing where a node may be missing."""
    if not topologies or any(topology.missing is not None for topology in topologies):
        return
    names = {START, END}.union(*(topology.stations for topology in topologies))
    for topology in topologies:
        for found in (*_in_edges(topology), *_in_branches(topology), *_in_gotos(topology)):
            if found.name not in names or found.why is _MISSING:
                yield found


def _in_edges(topology: Topology) -> Iterator[Named]:
    for edge in topology.edges:
        yield Named(edge.source, edge.source_place, "an edge", _COMPILE)
        yield Named(edge.target, edge.target_place, "an edge", _COMPILE)
    for join in topology.list_edges:
        for source, place in zip(join.sources, join.source_places):
            yield Named(source, place, "a list edge", _BUILD)
        yield Named(join.target, join.target_place, "a list edge", _BUILD)


def _in_branches(topology: Topology) -> Iterator[Named]:
    for branch in topology.branches:
        yield Named(branch.source, branch.place, "a conditional edge", _COMPILE)
        for label in branch.labels or ():
            if label.name is not None:
                what = "the Literal annotation of a router" if branch.annotated else "a path map"
                yield Named(label.name, label.target, what, _COMPILE)
        for outcome in branch.outcomes:
            yield from _in_outcome(topology, branch, outcome)


def _in_outcome(topology: Topology, branch: Branch, outcome: Outcome) -> Iterator[Named]:
    said = outcome.said
    if outcome.fails == "KeyError" and said is not None and branch.labels and not _elsewhere(topology, branch, said):
        yield Named(str(said.value), outcome.place, "a router", _MISSING)
    for part in outcome.destinations:
        mapped = branch.labels is not None and part.send is None
        if part.name is not None and not mapped:
            yield Named(part.name, part.place, "a Send" if part.send is not None else "a router", _STOPS)


def _elsewhere(topology: Topology, branch: Branch, said: Literal) -> bool:
    """Tell whether the router stands behind another node too, where the path map has what it says."""
    function = branch.summary.function.stub if branch.summary is not None else None
    return any(
        same_label(label.said, said)
        for other in topology.branches
        if other is not branch and other.summary is not None and other.summary.function.stub is function
        for label in other.labels or ()
    )


def _in_gotos(topology: Topology) -> Iterator[Named]:
    for station in topology.stations.values():
        for name, place in station.declared if _is_declared_here(station) else ():
            yield Named(name, place, "the destinations of a node", _COMPILE)
        for part in gotos(station):
            if part.name is not None:
                yield Named(part.name, part.place, "a Send" if part.send is not None else "a goto", _STOPS)


def _is_declared_here(station: Station) -> bool:
    """Tell whether the declared names are for this graph: not those of a handoff to a parent graph."""
    return not any(ending.parent for ending in station.returns)


def gotos(station: Station) -> Iterator[Destination]:
    """Give where the Commands of a node and its tools go in its own graph."""
    endings = (*station.returns, *(station.handler or ()), *(ending for _, tool in station.tools for ending in tool))
    for ending in endings:
        if not ending.parent:
            yield from (part for outcome in ending.gotos for part in outcome.destinations)


__all__ = ["Named", "gotos", "unknown"]
