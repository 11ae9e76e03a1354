"""Super-steps of one graph: its topology with what each node writes, made ready to be walked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations, product
from typing import TYPE_CHECKING

from stategraph_lint.program.builders import BuilderCall
from stategraph_lint.program.conditions import Conditions, keys_of_all
from stategraph_lint.program.functions import Summary, options
from stategraph_lint.program.payloads import given_to
from stategraph_lint.program.routes import END, START, Destination, Outcome
from stategraph_lint.program.supersteps.explore import Exploration, Meeting, Step, explore
from stategraph_lint.program.supersteps.large import meetings
from stategraph_lint.program.supersteps.model import Effect, Join, Net, Task, bits
from stategraph_lint.program.supersteps.pairs import Pairs
from stategraph_lint.program.topology import Branch, ListEdge, Return, Station, Topology
from stategraph_lint.program.values import Parameter, Result
from stategraph_lint.program.writes import Marks, Writes

if TYPE_CHECKING:
    from stategraph_lint.program.collisions import Collision
    from stategraph_lint.program.program import Program

MAX_EFFECTS = 256


@dataclass(frozen=True, eq=False, slots=True)
class Decision:
    """One thing that was decided in a task: which return of the node, which outcome of a router.

    `owner` is what decides, `number` which of its `count` alternatives. `keys` are the state keys that it may depend
    on. `proven` is false when nothing shows that it is ever decided so.
    """

    owner: object
    number: int
    count: int
    keys: frozenset[str]
    conditions: Conditions = ()
    proven: bool = True


@dataclass(frozen=True, eq=False, slots=True)
class Taken:
    """What an effect stands for: the node, how it returned, and where its routers led."""

    name: str
    decisions: tuple[Decision, ...] = ()
    returned: Return | None = None
    outcomes: tuple[tuple[Branch | None, Outcome], ...] = ()
    marks: Marks | None = None
    several: bool = False
    tools: tuple[str, ...] = ()


class Steps:
    """The super-steps of one way to build a graph."""

    def __init__(self, program: Program, topology: Topology) -> None:
        self.program = program
        self.topology = topology
        self.names = tuple(sorted(topology.stations))
        self.number = {name: number for number, name in enumerate(self.names)}
        self.writes = Writes(program, topology)
        self.bounded = False

    @cached_property
    def net(self) -> Net:
        """The graph as the model sees it."""
        stations = [self.topology.stations[name] for name in self.names]
        deferred = sum(1 << number for number, station in enumerate(stations) if station.deferred)
        pulls = tuple(self._effects(station, push=False) for station in stations)
        pushes = tuple(
            self._effects(station, push=True) if station.node.kind == "subgraph" else pull
            for station, pull in zip(stations, pulls)
        )
        joins = [
            Join(self._mask(edge.sources), self.number[edge.target])
            for edge in self.topology.list_edges
            if edge.target in self.number and all(source in self.number for source in edge.sources)
        ]
        unique = tuple(dict.fromkeys(joins))
        return Net(self.names, pulls, pushes, unique, self._routed(START, [_Base()]), deferred)

    @cached_property
    def exploration(self) -> Exploration:
        """All that the graph can do; not `complete` when it is too large, or a part of it cannot be read."""
        return explore(self.net)

    @cached_property
    def pairs(self) -> Pairs:
        """What may run together, in a graph that is too large to be walked: a superset."""
        return Pairs(self.net)

    @cached_property
    def meetings(self) -> list[list[Meeting]]:
        """The collisions that the walk saw, or, where the graph is too large, that a search found; each its ways."""
        found = list(self.exploration.meetings.values())
        if not self.exploration.complete and any(effect.writes for each in self.net.pulls for effect in each):
            found += ([one] for one in meetings(self.net, self.pairs))
        return found

    @cached_property
    def collisions(self) -> tuple[Collision, ...]:
        """The writes that provably meet in one super-step."""
        from stategraph_lint.program.collisions import Collisions

        return tuple(Collisions(self).all())

    def marks_of(self, station: Station) -> Iterator[Marks]:
        """Give what each run of a node may write to its own graph."""
        for effect in self.net.pulls[self.number[station.name]]:
            if not effect.ends and isinstance(effect.label, Taken) and effect.label.marks is not None:
                yield effect.label.marks

    def all_marks(self) -> Iterator[Marks]:
        """Give what each run of each node may write."""
        for station in self.topology.stations.values():
            yield from self.marks_of(station)

    @cached_property
    def finishes(self) -> bool:
        """Whether some run may come to its end: not each one raises, or goes to the parent graph."""
        known = self.closed and self.exploration.complete
        return not known or any(state.over for state in self.exploration.parents)

    @cached_property
    def closed(self) -> bool:
        """Whether every node, edge, router and goto was read, those of the subgraphs that may hand off included."""
        topology = self.topology
        guessed = any(branch.guessed for branch in topology.branches)
        if guessed or not topology.known or self.bounded or any(map(_goes_to, topology.graph.record.calls)):
            return False
        subgraphs = [station for station in topology.stations.values() if station.node.kind == "subgraph"]
        children = [self.writes.child(station) for station in subgraphs]
        return all(child is not None and all(map(_known, self.program.topologies(child))) for child in children)

    @cached_property
    def reached(self) -> frozenset[str]:
        """The nodes that a run may reach, as far as edges, routers and gotos tell; joins need all their starts."""
        seen = 0
        waiting = [target for effect in self.net.entry for target in _targets(effect)]
        while waiting:
            node = waiting.pop()
            if not seen >> node & 1:
                seen |= 1 << node
                waiting += (target for effect in self.net.pulls[node] for target in _targets(effect))
                waiting += (join.end for join in self.net.joins if join.starts & ~seen == 0)
        return frozenset(self.names[node] for node in bits(seen))

    @cached_property
    def whole(self) -> bool:
        """Whether the walk saw all that the graph can do: every part of it was read, and none of it was too large."""
        guessed = any(branch.guessed for branch in self.topology.branches)
        return self.topology.known and not guessed and self.exploration.complete and not self.bounded

    def join_of(self, edge: ListEdge) -> int | None:
        """Give the number of a list edge in the net; None where a name of it is unknown."""
        if edge.target not in self.number or not all(source in self.number for source in edge.sources):
            return None
        return self.net.joins.index(Join(self._mask(edge.sources), self.number[edge.target]))

    def proven(self, ways: Iterable[tuple[Step, ...]]) -> tuple[Step, ...] | None:
        """Give the first of some runs that nothing contradicts."""
        from stategraph_lint.program.collisions import consistent

        return next((way for way in ways if consistent(way, self.writes)), None)

    def told(self, trace: Sequence[Step]) -> tuple[str, ...]:
        """Give the super-steps of a trace as text, step 1 first."""
        return tuple(", ".join(map(self._told, step.tasks)) for step in trace if step.tasks)

    def _told(self, task: Task) -> str:
        return self.names[task.node] + (" (Send)" if task.push else "")

    def _mask(self, names: Sequence[str]) -> int:
        return sum({1 << self.number[name] for name in names if name in self.number})

    # --- effects ---------------------------------------------------------------------------------------------

    def _effects(self, station: Station, *, push: bool) -> tuple[Effect, ...]:
        bases = list(self._bases(station, push=push))
        if not bases:
            # Every path of its functions raises.
            return (Effect(ends=True, label=Taken(station.name)),) if station.returns or station.summaries else ()
        effects = self._routed(station.name, bases)
        return effects + tuple(self._handled(station))

    def _bases(self, station: Station, *, push: bool) -> Iterator[_Base]:
        if station.node.kind == "subgraph":
            yield from self._subgraph(station, push=push)
            return
        if station.node.kind == "tools":
            yield from self._tools(station)
            return
        alternatives = [
            (ending, goto) for ending in station.returns for goto in ending.gotos or (Outcome((), ending.place),)
        ]
        if not alternatives and not station.summaries:
            yield _Base(marks=Marks(open=True))
        for number, (ending, goto) in enumerate(alternatives):
            keys = _keys(station.summaries, ending.conditions)
            proven = goto.proven and ending.known
            decision = Decision(station, number, len(alternatives), keys, ending.conditions, proven)
            ends = ending.parent or goto.fails is not None
            yield _Base((goto,), self.writes.of(station, ending), (decision,), ending, ends)

    def _tools(self, station: Station) -> Iterator[_Base]:
        """Give what a tool node does: no Command, that of one tool call, or those of two calls of one message.

        Nothing shows that a message calls one tool twice.
        """
        yield _Base(marks=Marks(names=frozenset({"messages"}), open=not station.known))
        single: list[_Base] = []
        for name, endings in station.tools:
            for ending in endings:
                for goto in ending.gotos or (Outcome((), ending.place),):
                    marks = self.writes.of(station, ending)
                    single.append(_Base((goto,), marks, (), ending, ending.parent, (name,)))
        yield from single
        for one, other in combinations(single[:12], 2):
            if one.tools == other.tools:
                continue
            gotos = (*one.gotos, *other.gotos)
            tools = (*one.tools, *other.tools)
            yield _Base(gotos, one.marks + other.marks, (), one.ending, one.ends or other.ends, tools, several=True)

    def _subgraph(self, station: Station, *, push: bool) -> Iterator[_Base]:
        child = self.writes.child(station)
        inner = [self.program.steps(topology) for topology in self.program.topologies(child)] if child else []
        if not inner or any(steps.finishes for steps in inner):
            yield _Base((), self.writes.of_subgraph(station, push=push))
        for ending in self.writes.handoffs(station):
            for goto in ending.gotos:
                decision = Decision(ending, 0, 2, frozenset(), ending.conditions, goto.proven)
                yield _Base((goto,), self.writes.of(station, ending), (decision,), ending)

    def _handled(self, station: Station) -> Iterator[Effect]:
        """Give what happens when the node fails and its error handler takes over."""
        for ending in station.handler or ():
            for goto in ending.gotos or (Outcome((), ending.place),):
                decision = Decision(station, -1, 2, frozenset(), (), proven=False)
                base = _Base((goto,), self.writes.of(station, ending), (decision,), ending, ending.parent)
                yield from self._made(station.name, base, ((None, goto),), 0, (decision,), arrives=False)

    def _routed(self, name: str, bases: Sequence[_Base]) -> tuple[Effect, ...]:
        """Give each base together with everything that the node's edges and routers add."""
        edges = self._mask([edge.target for edge in self.topology.edges if edge.source == name])
        branches = [(branch, _alternatives(branch)) for branch in self.topology.branches_of(name)]
        made: dict[object, Effect] = {}
        for base in bases:
            for row in product(*(alternatives for _, alternatives in branches)):
                routed = tuple((branch, one) for (branch, _), one in zip(branches, row))
                decisions = (*base.decisions, *_decided(routed, branches))
                outcomes = (*((None, goto) for goto in base.gotos), *routed)
                for effect in self._made(name, base, outcomes, edges, decisions):
                    key = effect.goes, effect.sends, effect.writes, effect.may, effect.ends, base.marks
                    if key not in made or not _proven(made[key]):
                        made[key] = effect
                if len(made) > MAX_EFFECTS:
                    self.bounded = True
                    return tuple(made.values())
        return tuple(made.values())

    def _made(
        self,
        name: str,
        base: _Base,
        outcomes: Sequence[tuple[Branch | None, Outcome]],
        edges: int,
        decisions: tuple[Decision, ...],
        *,
        arrives: bool = True,
    ) -> Iterator[Effect]:
        ends = base.ends or any(outcome.fails is not None for _, outcome in outcomes)
        places = [place for _, outcome in outcomes for place in outcome.destinations]
        goes = edges | self._mask([place.name or "" for place in places if place.send is None])
        sends = [place for place in places if place.send is not None and place.name in self.number]
        several = base.several or any(
            branch is not None and len(outcome.destinations) > 1 for branch, outcome in outcomes
        )
        for counts in product(*((0, 1, 2) if place.many else (1,) for place in sends)):
            sent = [self.number[place.name or ""] for place, count in zip(sends, counts) for _ in range(count)]
            label = Taken(name, decisions, base.ending, tuple(outcomes), base.marks, several, base.tools)
            writes = () if ends else base.marks.sure
            may = base.marks.parent if ends else base.marks.may
            yield Effect(goes, tuple(sorted(sent)), writes, may, ends, arrives, label)


@dataclass(frozen=True, eq=False, slots=True)
class _Base:
    """What a node does by itself, before its edges and routers."""

    gotos: tuple[Outcome, ...] = ()
    marks: Marks = field(default_factory=Marks)
    decisions: tuple[Decision, ...] = ()
    ending: Return | None = None
    ends: bool = False
    tools: tuple[str, ...] = ()
    several: bool = False


def _targets(effect: Effect) -> tuple[int, ...]:
    return (*bits(effect.goes), *effect.sends)


def _known(topology: Topology) -> bool:
    return topology.known


def _goes_to(call: BuilderCall) -> bool:
    """Tell whether a graph is run with a Command that goes somewhere: any node may be started."""
    given = given_to(call)
    values = options(given[0]) if given is not None else ()
    return any(isinstance(value, Result) and value.argument(3, "goto") is not None for value in values)


def _alternatives(branch: Branch) -> tuple[Outcome, ...]:
    """Give what a router may give; nothing at all, unproven, where that cannot be read."""
    return branch.outcomes or (Outcome((), branch.place, known=False, proven=False),)


def _decided(
    routed: Sequence[tuple[Branch, Outcome]], branches: Sequence[tuple[Branch, tuple[Outcome, ...]]]
) -> Iterator[Decision]:
    for (branch, outcome), (_, alternatives) in zip(routed, branches):
        keys = _keys((branch.summary,) if branch.summary is not None else (), outcome.conditions)
        number = alternatives.index(outcome)
        yield Decision(branch, number, len(alternatives), keys, outcome.conditions, outcome.proven)


def _keys(summaries: Sequence[Summary], conditions: Conditions) -> frozenset[str]:
    """Give the state keys that a decision may depend on."""
    known = keys_of_all(conditions) if conditions else None
    if known is not None:
        return known
    return frozenset(
        reading.key
        for summary in summaries
        for reading in summary.readings
        if isinstance(reading.base, Parameter) and reading.base.role == "state"
    )


def _proven(effect: Effect) -> bool:
    taken = effect.label
    return isinstance(taken, Taken) and all(decision.proven for decision in taken.decisions)


__all__ = ["END", "START", "Decision", "Destination", "Steps", "Taken"]
