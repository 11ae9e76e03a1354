"""Walk every super-step that a small graph can reach, breadth first, so that the first way to a place is a shortest."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from stategraph_lint.program.supersteps.model import Effect, Net, State, Task, effects, first, following, tasks

MAX_STATES = 4_000
MAX_ENDINGS = 3_000
MAX_TASKS = 24
# How many ways to one and the same collision are kept: the first may not be provable.
MAX_WAYS = 6


class Step(NamedTuple):
    """One super-step of a trace: its tasks with the effect each had. Step 0 has no task, and what `__start__` did."""

    tasks: tuple[Task, ...]
    chosen: tuple[Effect, ...]


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two tasks of the super-step that follows a state, and the key both write; `alone` when one task does so twice.

    `way` is the run that leads there where no walk saw the state.
    """

    key: int
    one: Task
    other: Task
    effects: tuple[Effect, Effect]
    state: State
    alone: bool = False
    way: tuple[Step, ...] | None = None

    @property
    def sure(self) -> bool:
        """Whether both surely write the key."""
        return all(self.key in effect.writes for effect in self.effects)


@dataclass
class Exploration:
    """What a walk saw. `complete` is false when it was given up at a bound.

    `parents` leads from each state to the one before, with what each task there did; `depths` are the numbers of the
    super-steps that follow. `meetings` are the collisions, by
    key and tasks. `raised` are the keys that an InvalidUpdateError names on some path, with the first state whose tasks
    make it do so (None for step 0). `left` are the joins that some run ends without completing, `completed` those that
    some run completes.
    """

    net: Net
    complete: bool = True
    parents: dict[State, tuple[State | None, tuple[Effect, ...]]] = field(default_factory=dict)
    depths: dict[State, int] = field(default_factory=dict)
    meetings: dict[tuple[int, Task, Task, bool], list[Meeting]] = field(default_factory=dict)
    raised: dict[int, State | None] = field(default_factory=dict)

    @cached_property
    def frontiers(self) -> set[tuple[Task, ...]]:
        """The super-steps that are reached, each as its tasks."""
        return {tasks(state) for state in self.parents if not state.over}

    @cached_property
    def left(self) -> set[int]:
        """The joins that some run ends without completing."""
        over = [state for state in self.parents if state.over]
        return {
            number
            for number, join in enumerate(self.net.joins)
            if any(state.seen[number] not in (0, join.starts) for state in over)
        }

    @cached_property
    def completed(self) -> set[int]:
        """The joins that some run completes."""
        joins = enumerate(self.net.joins)
        return {number for number, join in joins if any(state.seen[number] == join.starts for state in self.parents)}

    def trace(self, state: State) -> tuple[Step, ...]:
        """Give the super-steps that lead to a state, beginning with step 0."""
        steps: list[Step] = []
        before, chosen = self.parents[state]
        while before is not None:
            steps.append(Step(tasks(before), chosen))
            before, chosen = self.parents[before]
        return (Step((), chosen), *reversed(steps))


# What the tasks of a super-step do together: nodes triggered, nodes that ran, Sends, keys written, tags.
_Together = tuple[int, int, tuple[int, ...], tuple[int, ...], int]
Tag = Callable[[Task, Effect], int]


def explore(net: Net) -> Exploration:
    """Walk all that a graph can do."""
    return _Walk(net).run()


class _Walk:
    def __init__(self, net: Net) -> None:
        self.net = net
        self.found = Exploration(net)
        self.queue: deque[tuple[State, int]] = deque()
        self.clashes: dict[tuple[Task, Task, bool], list[tuple[int, Effect, Effect]]] = {}

    def run(self) -> Exploration:
        for effect in self.net.entry:
            key = twice(effect.writes)
            if key is not None:
                self.found.raised.setdefault(key, None)
            elif not effect.ends:
                self._arrive(first(self.net, effect), None, (effect,), 1)
        while self.queue:
            self._step(*self.queue.popleft())
        return self.found

    def _arrive(self, state: State, before: State | None, chosen: tuple[Effect, ...], depth: int) -> None:
        if state not in self.found.parents:
            self.found.parents[state] = before, chosen
            self.found.depths[state] = depth
            self.queue.append((state, depth))

    def _step(self, state: State, depth: int) -> None:
        if state.over:
            return
        ran = tasks(state)
        if len(ran) > MAX_TASKS or len(self.found.parents) > MAX_STATES:
            self.found.complete = False
            return
        self._note_meetings(state, ran)
        endings = together(self.net, ran)
        if endings is None:
            self.found.complete = False
            return
        for (goes, arrived, sends, keys, _), chosen in endings.items():
            key = twice(keys)
            if key is None:
                self._arrive(following(self.net, state, goes, sends, arrived), state, chosen, depth + 1)
            else:
                self.found.raised.setdefault(key, state)

    def _note_meetings(self, state: State, ran: tuple[Task, ...]) -> None:
        for number, task in enumerate(ran):
            for other in ran[number:]:
                alone = task is other
                for key, left, right in self._clashes(task, other, alone):
                    ways = self.found.meetings.setdefault((key, task, other, alone), [])
                    if len(ways) < MAX_WAYS:
                        ways.append(Meeting(key, task, other, (left, right), state, alone))

    def _clashes(self, task: Task, other: Task, alone: bool) -> list[tuple[int, Effect, Effect]]:
        found = self.clashes.get((task, other, alone))
        if found is None:
            found = list(_doubles(self.net, task) if alone else _pairs(self.net, task, other))
            self.clashes[task, other, alone] = found
        return found


def together(
    net: Net, ran: tuple[Task, ...], tag: Tag = lambda _task, _effect: 0
) -> dict[_Together, tuple[Effect, ...]] | None:
    """Give what the tasks of a super-step may do together, with a choice of effects for each; None for too much.

    Where one of them ends the run, nothing comes after. `tag` gives bits that tell effects apart which are else alike.
    """
    partial: dict[_Together, tuple[Effect, ...]] = {(0, 0, (), (), 0): ()}
    for task in ran:
        grown: dict[_Together, tuple[Effect, ...]] = {}
        for before, chosen in partial.items():
            for effect in effects(net, task):
                if not effect.ends:
                    grown.setdefault(_with(before, task, effect, tag(task, effect)), (*chosen, effect))
        partial = grown
        if len(partial) > MAX_ENDINGS:
            return None
    return partial


def _with(before: _Together, task: Task, effect: Effect, tag: int) -> _Together:
    goes, arrived, sends, keys, tags = before
    arrived |= (1 << task.node) if effect.arrives else 0
    sends = tuple(sorted((*sends, *effect.sends))) if effect.sends else sends
    return goes | effect.goes, arrived, sends, (*keys, *effect.writes), tags | tag


def twice(keys: tuple[int, ...]) -> int | None:
    """Give the key that is written twice: channels are updated in the order of their first write (`apply_writes`)."""
    if len(set(keys)) == len(keys):
        return None
    return next(key for key in keys if keys.count(key) > 1)


def _doubles(net: Net, task: Task) -> Iterator[tuple[int, Effect, Effect]]:
    for effect in effects(net, task):
        for key in {key for key in effect.writes if effect.writes.count(key) > 1}:
            yield key, effect, effect


def _pairs(net: Net, one: Task, other: Task) -> Iterator[tuple[int, Effect, Effect]]:
    for left in effects(net, one):
        mine = left.may.union(left.writes)
        for right in effects(net, other) if mine else ():
            for key in sorted(mine.intersection(right.may.union(right.writes))):
                yield key, left, right
