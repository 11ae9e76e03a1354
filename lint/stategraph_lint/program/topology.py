"""The topology of a graph: its nodes with all that leads from one to another, for rules and for pictures."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from stategraph_lint.program.builders import BuilderCall
from stategraph_lint.program.conditions import Conditions
from stategraph_lint.program.functions import Summary
from stategraph_lint.program.graphs import Graph, GraphNode
from stategraph_lint.program.routes import END, START, Destination, Label, Outcome
from stategraph_lint.program.updates import Update
from stategraph_lint.program.values import Place, Value


@dataclass(frozen=True, eq=False, slots=True)
class Edge:
    """A static edge. `place` is where its two ends are named; `call` is None for one that `add_sequence` makes."""

    source: str
    target: str
    place: Place
    target_place: Place
    source_place: Place
    arms: tuple[tuple[object, int], ...] = ()


@dataclass(frozen=True, eq=False, slots=True)
class ListEdge:
    """A list edge: `target` waits for all `sources`."""

    sources: tuple[str, ...]
    target: str
    place: Place
    target_place: Place
    source_places: tuple[Place, ...]
    arms: tuple[tuple[object, int], ...] = ()


@dataclass(frozen=True, eq=False)
class Branch:
    """A conditional edge. `outcomes` is all that its router may give; with `known` false there may be more.

    `labels` is the path map, from the argument or from the router's Literal annotation (`annotated`). `summary` is the
    router's, None where it cannot be read. `guessed` when the outcomes are those of the path map or the annotation,
    since the router could not be read: it may give several at once.
    """

    source: str
    place: Place
    call: BuilderCall
    action: Value
    summary: Summary | None
    outcomes: tuple[Outcome, ...]
    known: bool
    labels: tuple[Label, ...] | None = None
    annotated: bool = False
    guessed: bool = False
    arms: tuple[tuple[object, int], ...] = ()


@dataclass(frozen=True, eq=False)
class Return:
    """One way in which a node's function ends: what it writes, and what its gotos may be.

    `updates` are several for a list of Commands. `parent` when it goes to a parent graph. `known` is false when the
    gotos or the kind of the returned value cannot be read.
    """

    place: Place
    updates: tuple[Update, ...]
    gotos: tuple[Outcome, ...] = ()
    parent: bool = False
    known: bool = True
    conditions: Conditions = ()


@dataclass(frozen=True, eq=False)
class Station:
    """A node with all that it may do.

    `returns` are the endings of its functions; with `known` false there may be more. `declared` are the names that its
    `Command[Literal[...]]` annotation or `destinations=` give, with their places. `handler` are the endings of its
    error handler. `summaries` are those of its functions.
    """

    name: str
    node: GraphNode
    name_place: Place
    deferred: bool = False
    known: bool = True
    returns: tuple[Return, ...] = ()
    summaries: tuple[Summary, ...] = ()
    handler: tuple[Return, ...] | None = None
    declared: tuple[tuple[str, Place], ...] = ()
    tools: tuple[tuple[str, tuple[Return, ...]], ...] = ()
    arms: tuple[tuple[object, int], ...] = ()

    def exits(self) -> Iterator[Outcome]:
        """Give every goto of the node, its tools and its error handler included."""
        for ending in (*self.returns, *(self.handler or ())):
            yield from ending.gotos
        for _, endings in self.tools:
            for ending in endings:
                yield from ending.gotos


@dataclass(eq=False)
class Topology:
    """One way to build a graph: its nodes by name, edges and branches, complete before the first question.

    `missing` says why there may be more nodes or edges than are listed here, None when there are not. `compiled` is
    the last `compile` call. `late` are the calls after it. `variants` counts the ways to build the graph when calls
    stand under `if`: this is one of them.
    """

    graph: Graph
    stations: dict[str, Station] = field(default_factory=dict)
    edges: list[Edge] = field(default_factory=list)
    list_edges: list[ListEdge] = field(default_factory=list)
    branches: list[Branch] = field(default_factory=list)
    missing: str | None = None
    compiled: BuilderCall | None = None
    late: tuple[BuilderCall, ...] = ()
    variants: int = 1

    @property
    def known(self) -> bool:
        """Whether every node, edge, router and goto could be read."""
        return (
            self.missing is None
            and all(branch.known for branch in self.branches)
            and all(station.known for station in self.stations.values())
        )

    def has(self, name: str) -> bool:
        """Tell whether a name is a node, START or END."""
        return name in self.stations or name in (START, END)

    def branches_of(self, name: str) -> list[Branch]:
        """Give the conditional edges behind a node."""
        return self._branches.get(name, [])

    @cached_property
    def _branches(self) -> dict[str, list[Branch]]:
        found: dict[str, list[Branch]] = {}
        for branch in self.branches:
            found.setdefault(branch.source, []).append(branch)
        return found

    @cached_property
    def _targets(self) -> dict[str, set[str]]:
        """The nodes that edges lead to, by where they begin."""
        found: dict[str, set[str]] = {}
        for edge in self.edges:
            found.setdefault(edge.source, set()).add(edge.target)
        for joining in self.list_edges:
            for source in joining.sources:
                found.setdefault(source, set()).add(joining.target)
        return found

    def targets(self, name: str) -> set[str]:
        """Give the nodes that one may lead to directly, as far as that can be read."""
        found = set(self._targets.get(name, ()))
        for outcome in self.outcomes_of(name):
            found |= {place.name for place in outcome.destinations if place.name is not None}
        station = self.stations.get(name)
        if station is not None and not station.known:
            found |= {declared for declared, _ in station.declared}
        return found

    def outcomes_of(self, name: str) -> Iterator[Outcome]:
        """Give what the routers and gotos of a node may give."""
        for branch in self.branches_of(name):
            yield from branch.outcomes
        if name in self.stations:
            yield from self.stations[name].exits()

    def may_send_to(self, name: str | None) -> bool:
        """Tell whether some router or goto sends a payload to a node, or to one whose name cannot be read."""
        return None in self._sent or name in self._sent

    @cached_property
    def _sent(self) -> set[str | None]:
        """The names of all nodes that are sent a payload, None for one that cannot be read."""
        outcomes = (outcome for source in (START, *self.stations) for outcome in self.outcomes_of(source))
        return {place.name for outcome in outcomes for place in outcome.destinations if place.send is not None}

    def reachable(self) -> set[str]:
        """Give the nodes that a path leads to from START, as far as that can be read."""
        return {START} | self.behind(START)

    def behind(self, name: str) -> set[str]:
        """Give the nodes that a path of at least one step leads to from a node, as far as that can be read."""
        seen: set[str] = set()
        waiting = [name]
        while waiting:
            fresh = self.targets(waiting.pop()) - seen
            seen |= fresh
            waiting += fresh
        return seen


__all__ = [
    "END",
    "START",
    "Branch",
    "Destination",
    "Edge",
    "Label",
    "ListEdge",
    "Outcome",
    "Return",
    "Station",
    "Topology",
]
