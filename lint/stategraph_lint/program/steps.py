"""Super-steps of one graph: its topology with what each node writes, made ready to be walked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from typing import TYPE_CHECKING

from stategraph_lint.program.conditions import Conditions, keys_of_all, may_both_hold
from stategraph_lint.program.functions import Summary
from stategraph_lint.program.routes import END, START, Destination, Outcome
from stategraph_lint.program.supersteps.explore import Exploration, Meeting, Step, explore
from stategraph_lint.program.supersteps.model import Effect, Join, Net, State, Task, bits
from stategraph_lint.program.topology import Branch, Return, Station, Topology
from stategraph_lint.program.values import Parameter, Place
from stategraph_lint.program.writes import Marks, Writes

if TYPE_CHECKING:
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


@dataclass(frozen=True, eq=False, slots=True)
class Collision:
    """Two writes of one key in one super-step, with a way there that is proven.

    `alone` when one task does both. `sure` when both tasks write the key on every run that gets there. `several` when it takes two Sends or a router's
    several names. `causes` are the edges, routers and gotos that start the two tasks; `beside` when a goto starts one
    of them and a static edge of the same node the other.
    """

    key: str
    overwrites: bool
    names: tuple[str, str]
    takens: tuple[Taken, Taken]
    alone: bool
    sure: bool
    several: bool
    trace: tuple[str, ...]
    causes: tuple[tuple[Place, str], ...]
    beside: bool


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
            yield _Base()
        for number, (ending, goto) in enumerate(alternatives):
            keys = _keys(station.summaries, ending.conditions)
            proven = goto.proven and ending.known
            decision = Decision(station, number, len(alternatives), keys, ending.conditions, proven)
            ends = ending.parent or goto.fails is not None
            yield _Base((goto,), self.writes.of(station, ending.updates), (decision,), ending, ends)

    def _tools(self, station: Station) -> Iterator[_Base]:
        """Give what a tool node does: no Command, that of one tool call, or those of two calls of one message."""
        yield _Base()
        single: list[_Base] = []
        for name, endings in station.tools:
            for ending in endings:
                for goto in ending.gotos or (Outcome((), ending.place),):
                    marks = self.writes.of(station, ending.updates)
                    single.append(_Base((goto,), marks, (), ending, ending.parent, (name,)))
        yield from single
        for one, other in product(single[:8], repeat=2):
            gotos = (*one.gotos, *other.gotos)
            tools = (*one.tools, *other.tools)
            yield _Base(gotos, one.marks + other.marks, (), one.ending, one.ends or other.ends, tools, several=True)

    def _subgraph(self, station: Station, *, push: bool) -> Iterator[_Base]:
        yield _Base((), self.writes.of_subgraph(station, push=push))
        for ending in self.writes.handoffs(station):
            for goto in ending.gotos:
                decision = Decision(ending, 0, 2, frozenset(), ending.conditions, goto.proven)
                yield _Base((goto,), self.writes.of(station, ending.updates), (decision,), ending)

    def _handled(self, station: Station) -> Iterator[Effect]:
        """Give what happens when the node fails and its error handler takes over."""
        for ending in station.handler or ():
            for goto in ending.gotos or (Outcome((), ending.place),):
                decision = Decision(station, -1, 2, frozenset(), (), proven=False)
                base = _Base((goto,), self.writes.of(station, ending.updates), (decision,), ending, ending.parent)
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
                    key = effect.goes, effect.sends, effect.writes, effect.may, effect.ends
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
            may = frozenset() if ends else base.marks.may
            yield Effect(goes, tuple(sorted(sent)), writes, may, ends, arrives, label)

    # --- collisions ------------------------------------------------------------------------------------------

    def collisions(self) -> Iterator[Collision]:
        """Give the writes that provably meet in one super-step, each pair of nodes and key once."""
        for ways in self.exploration.meetings.values():
            found = next((made for way in ways if (made := self._collision(way)) is not None), None)
            if found is not None:
                yield found

    def _collision(self, way: Meeting) -> Collision | None:
        trace = self.exploration.trace(way.state)
        last = Step((way.one, way.other), way.effects)
        if not consistent((*trace, last), self.writes):
            return None
        takens = tuple(effect.label for effect in way.effects)
        one, other = takens
        assert isinstance(one, Taken)
        assert isinstance(other, Taken)
        key, overwrites = self.writes.keys[way.key]
        entered = trace[-1]
        return Collision(
            key,
            overwrites,
            (one.name, other.name),
            (one, other),
            way.alone,
            way.sure,
            one.several if way.alone else self._several(entered, way),
            self.told((*trace, Step(_running(way.state), ()))),
            tuple(self._causes(entered, way)),
            any(self._beside(effect, one.name, other.name) for effect in entered.chosen),
        )

    def _beside(self, effect: Effect, one: str, other: str) -> bool:
        """Tell whether a node starts one of two nodes by goto, the other by a static edge."""
        taken = effect.label
        assert isinstance(taken, Taken)
        gone = {place.name for branch, way in taken.outcomes if branch is None for place in way.destinations}
        edges = {edge.target for edge in self.topology.edges if edge.source == taken.name}
        return (one in gone and other in edges) or (other in gone and one in edges)

    def _several(self, entered: Step, way: Meeting) -> bool:
        """Tell whether it takes two Sends, or several names of one router, to start both tasks."""
        if way.one.push and way.other.push:
            return True
        return all(self._by_router(entered, task) for task in (way.one, way.other))

    def _by_router(self, entered: Step, task: Task) -> bool:
        """Tell whether a task is started by nothing but one of several names that a router gave."""
        target = self.names[task.node]
        for effect in entered.chosen:
            taken = effect.label
            assert isinstance(taken, Taken)
            if any(edge.source == taken.name and edge.target == target for edge in self.topology.edges):
                return False
            for _, outcome in taken.outcomes:
                if len(outcome.destinations) == 1 and outcome.destinations[0].name == target:
                    return False
        return True

    def _causes(self, entered: Step, way: Meeting) -> Iterator[tuple[Place, str]]:
        """Give the edges, routers and gotos that start two tasks."""
        seen: set[object] = set()
        for task in (way.one, way.other):
            for place, text in self._starts(entered, task):
                if (place.path, place.span) not in seen:
                    seen.add((place.path, place.span))
                    yield place, text

    def _starts(self, entered: Step, task: Task) -> Iterator[tuple[Place, str]]:
        target = self.names[task.node]
        for effect in entered.chosen:
            taken = effect.label
            assert isinstance(taken, Taken)
            for edge in self.topology.edges:
                if edge.source == taken.name and edge.target == target and not task.push:
                    yield edge.place, f"this edge starts `{target}`"
            for branch, outcome in taken.outcomes:
                if any(place.name == target for place in outcome.destinations):
                    what = "goto" if branch is None else "router"
                    yield (outcome.place if branch is None else branch.place), f"this {what} starts `{target}`"
            for join in self.topology.list_edges:
                if taken.name in join.sources and join.target == target:
                    yield join.place, f"this edge starts `{target}`"

    def told(self, trace: Sequence[Step]) -> tuple[str, ...]:
        """Give the super-steps of a trace as text, step 1 first."""
        return tuple(self._named(step.tasks) for step in trace if step.tasks)

    def _named(self, running: Sequence[Task]) -> str:
        shown = [self.names[task.node] + (" (Send)" if task.push else "") for task in running]
        return ", ".join(shown)


def _running(state: State) -> tuple[Task, ...]:
    return (*(Task(node, False) for node in bits(state.pulls)), *(Task(node, True) for node in state.sends))


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


def consistent(trace: Sequence[Step], writes: Writes) -> bool:
    """Tell whether nothing shows that the decisions of a trace exclude one another.

    Two that look at one key, which no task between them writes, may.
    """
    made: list[tuple[Decision, int]] = []
    for number, step in enumerate(trace):
        for effect in step.chosen:
            taken = effect.label
            if isinstance(taken, Taken):
                made += ((decision, number) for decision in taken.decisions if decision.count > 1)
    if not all(decision.proven for decision, _ in made):
        return False
    written = [_written(step) for step in trace]
    for index, (one, early) in enumerate(made):
        for other, late in made[index + 1 :]:
            if one.owner is other.owner and one.number == other.number:
                continue
            between: frozenset[str] = frozenset().union(*written[early:late])
            if (one.keys & other.keys) - between and not may_both_hold(one.conditions, other.conditions):
                return False
    return True


def _written(step: Step) -> frozenset[str]:
    found: frozenset[str] = frozenset()
    for effect in step.chosen:
        if isinstance(effect.label, Taken) and effect.label.marks is not None:
            found |= effect.label.marks.names
    return found


__all__ = ["END", "START", "Collision", "Decision", "Destination", "Steps", "Taken", "consistent"]
