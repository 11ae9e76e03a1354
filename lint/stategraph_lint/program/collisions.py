"""Writes that meet in one super-step, and the ways there that nothing contradicts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from stategraph_lint.program.conditions import may_both_hold
from stategraph_lint.program.steps import Decision, Steps, Taken
from stategraph_lint.program.supersteps.explore import Meeting, Step
from stategraph_lint.program.supersteps.model import Task, tasks
from stategraph_lint.program.values import Place
from stategraph_lint.program.writes import Writes


@dataclass(frozen=True, eq=False, slots=True)
class Collision:
    """Two writes of one key in one super-step, with a way there that is proven.

    `steps` are the super-steps that lead there from step 0, in which START runs alone; the last holds the two writes.
    `kind` is that of `Writes.keys`. `alone` when one task does both. `sure` when both tasks write the key on every run
    that gets there. `several` when it takes two Sends or a router's several names. `causes` are the edges, routers and
    gotos that start the two tasks.
    """

    key: str
    kind: str
    names: tuple[str, str]
    takens: tuple[Taken, Taken]
    alone: bool
    sure: bool
    several: bool
    trace: tuple[str, ...]
    causes: tuple[tuple[Place, str], ...]
    steps: tuple[Step, ...]


@dataclass(frozen=True, eq=False, slots=True)
class WrittenAt:
    """Where a task writes a key; `how` is write, echo (of a whole state), subgraph or tool."""

    place: Place
    how: str
    node: str


def written_at(steps: Steps, taken: Taken, key: str) -> Iterator[WrittenAt]:
    """Give the places where a task writes a key."""
    station = steps.topology.stations[taken.name]
    if station.node.kind == "subgraph" and not (taken.returned is not None and taken.returned.parent):
        yield WrittenAt(station.node.place, "subgraph", taken.name)
        return
    for update in taken.returned.updates if taken.returned is not None else ():
        found = [write for write in (*update.repeated, *update.writes) if write.key == key]
        for write in found:
            yield WrittenAt(write.value_place, "tool" if taken.tools else "write", taken.name)
        if not found and (update.echoes or update.kind == "instance"):
            yield WrittenAt(update.place, "echo", taken.name)


class Collisions:
    """Finds the collisions of one way to build a graph."""

    def __init__(self, steps: Steps) -> None:
        self.steps = steps

    def all(self) -> Iterator[Collision]:
        """Give the writes that provably meet in one super-step, each pair of nodes and key once."""
        for ways in self.steps.meetings:
            found = next((made for way in ways if (made := self._proven(way)) is not None), None)
            if found is not None:
                yield found

    def _proven(self, way: Meeting) -> Collision | None:
        trace = way.way if way.way is not None else self.steps.exploration.trace(way.state)
        last = Step((way.one, way.other), way.effects)
        if not consistent((*trace, last), self.steps.writes):
            return None
        takens = tuple(effect.label for effect in way.effects)
        one, other = takens
        assert isinstance(one, Taken)
        assert isinstance(other, Taken)
        key, kind = self.steps.writes.keys[way.key]
        entered = trace[-1]
        return Collision(
            key,
            kind,
            (one.name, other.name),
            (one, other),
            way.alone,
            way.sure,
            one.several if way.alone else self._several(entered, way),
            self.steps.told((*trace, Step((way.one, way.other) if way.way else tasks(way.state), ()))),
            tuple(self._causes(entered, way)),
            (*trace, last),
        )

    def _several(self, entered: Step, way: Meeting) -> bool:
        """Tell whether it takes two Sends, or several names of one router, to start both tasks."""
        if way.one.push and way.other.push:
            return True
        return all(self._by_router(entered, task) for task in (way.one, way.other))

    def _by_router(self, entered: Step, task: Task) -> bool:
        """Tell whether a task is started by nothing but one of several names that a router gave."""
        target = self.steps.names[task.node]
        found = False
        for effect in entered.chosen:
            taken = effect.label
            assert isinstance(taken, Taken)
            if any(edge.source == taken.name and edge.target == target for edge in self.steps.topology.edges):
                return False
            for _, outcome in taken.outcomes:
                if any(place.name == target for place in outcome.destinations):
                    found = True
                    if len(outcome.destinations) == 1:
                        return False
        return found

    def _causes(self, entered: Step, way: Meeting) -> Iterator[tuple[Place, str]]:
        """Give the edges, routers and gotos that start two tasks."""
        seen: set[object] = set()
        for task in (way.one, way.other):
            for place, text in self._starts(entered, task):
                if (place.path, place.span) not in seen:
                    seen.add((place.path, place.span))
                    yield place, text

    def _starts(self, entered: Step, task: Task) -> Iterator[tuple[Place, str]]:
        target = self.steps.names[task.node]
        for effect in entered.chosen:
            taken = effect.label
            assert isinstance(taken, Taken)
            for edge in self.steps.topology.edges:
                if edge.source == taken.name and edge.target == target and not task.push:
                    yield edge.place, f"this edge starts `{target}`"
            for branch, outcome in taken.outcomes:
                if any(place.name == target for place in outcome.destinations):
                    what = "goto" if branch is None else "router"
                    yield (outcome.place if branch is None else branch.place), f"this {what} starts `{target}`"
            for join in self.steps.topology.list_edges:
                if taken.name in join.sources and join.target == target:
                    yield join.place, f"this edge starts `{target}`"


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
            if (one.keys & other.keys) - between and not _compatible(one, other):
                return False
    return True


def _compatible(one: Decision, other: Decision) -> bool:
    """Tell whether the tests behind two decisions are known, and may both come out so."""
    return bool(one.conditions and other.conditions) and may_both_hold(one.conditions, other.conditions)


def _written(step: Step) -> frozenset[str]:
    found: frozenset[str] = frozenset()
    for effect in step.chosen:
        if isinstance(effect.label, Taken) and effect.label.marks is not None:
            found |= effect.label.marks.names
    return found
