"""Look for a run that gets somewhere, where getting there also depends on what happened before."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from stategraph_lint.program.supersteps.explore import MAX_STATES, MAX_TASKS, Step, Tag, together, twice
from stategraph_lint.program.supersteps.model import Effect, Net, State, first, following, tasks

MAX_DEPTH = 1_000
Goal = Callable[[State, int], bool]
# A state, and the tags of all that happened on the way there.
_Place = tuple[State, int]


def find(net: Net, tag: Tag, goal: Goal, depth: int = MAX_DEPTH, limit: int = 1) -> list[tuple[Step, ...]]:
    """Give runs that reach the goal, shortest first, at most `limit`.

    `tag` gives bits for what a task does; they add up along a run. `goal` is asked of each state with the bits so far.
    The last step of a run is the one that comes next in that state, without effects.
    """
    return _Search(net, tag, goal, depth, limit).run()


def runs_twice(net: Net, node: int, depth: int = MAX_DEPTH, limit: int = 1) -> list[tuple[Step, ...]]:
    """Give runs in which a node runs more than once, in one super-step or in two."""

    def again(state: State, before: int) -> bool:
        return before + sum(task.node == node for task in tasks(state)) > 1

    return find(net, lambda task, _: int(task.node == node), again, depth, limit)


class _Search:
    def __init__(self, net: Net, tag: Tag, goal: Goal, depth: int, limit: int) -> None:
        self.net = net
        self.tag = tag
        self.goal = goal
        self.depth = depth
        self.limit = limit
        self.parents: dict[_Place, tuple[_Place | None, tuple[Effect, ...]]] = {}
        self.queue: deque[tuple[_Place, int]] = deque()
        self.found: list[tuple[Step, ...]] = []

    def run(self) -> list[tuple[Step, ...]]:
        for effect in self.net.entry:
            if not effect.ends and twice(effect.writes) is None:
                self._arrive((first(self.net, effect), 0), None, (effect,), 1)
        while self.queue and len(self.found) < self.limit:
            self._step(*self.queue.popleft())
        return self.found

    def _arrive(self, place: _Place, before: _Place | None, chosen: tuple[Effect, ...], at: int) -> None:
        if place not in self.parents and len(self.parents) <= MAX_STATES:
            self.parents[place] = before, chosen
            self.queue.append((place, at))

    def _step(self, place: _Place, at: int) -> None:
        state, tags = place
        ran = tasks(state)
        if self.goal(state, tags):
            self.found.append(self._way(place))
            return
        endings = together(self.net, ran, self.tag) if at < self.depth and 0 < len(ran) <= MAX_TASKS else None
        for (goes, arrived, sends, keys, more), chosen in (endings or {}).items():
            if twice(keys) is None:
                self._arrive((following(self.net, state, goes, sends, arrived), tags | more), place, chosen, at + 1)

    def _way(self, place: _Place) -> tuple[Step, ...]:
        steps = [Step(tasks(place[0]), ())]
        before, chosen = self.parents[place]
        while before is not None:
            steps.append(Step(tasks(before[0]), chosen))
            before, chosen = self.parents[before]
        return (Step((), chosen), *reversed(steps))
