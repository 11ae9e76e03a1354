"""Ways to two tasks that run together, in graphs too large to be walked: found backwards, replayed forwards.

The search regresses from the two tasks over small sets of places, nearest to START first, as far as `pairs` allow. What
it finds is replayed in the exact model, all other tasks doing as little, then as much as they can: only what the replay
shows is given.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import count, islice, product

from stategraph_lint.program.supersteps.explore import Meeting, Step, twice
from stategraph_lint.program.supersteps.model import Effect, Net, State, Task, effects, first, following, tasks
from stategraph_lint.program.supersteps.pairs import Pairs

MAX_PLACES = 6
MAX_SETS = 60
MAX_CHOICES = 100
MAX_WAITS = 12
MAX_PLANS = 6
# What the tasks of a set of places must do, so that those of the next set are marked.
Plan = dict[int, Effect]
Marked = frozenset[int]


class Replay:
    """Runs plans in the exact model; remembers what each task does that nothing is asked of."""

    def __init__(self, net: Net, pairs: Pairs) -> None:
        self.net = net
        self.pairs = pairs
        self._idle: dict[tuple[Task, bool], Effect | None] = {}

    def witness(self, key: int, one: Task, other: Task, did: tuple[Effect, Effect]) -> Meeting | None:
        """Give a collision on a way to two tasks that write a key: theirs or an earlier one; None if none is found."""
        goal = {self.pairs.places.of_task(one), self.pairs.places.of_task(other)}
        if one == other:
            goal = {self.pairs.places.send(one.node), self.pairs.places.send(one.node, second=True)}
        for entry, plan in islice(_plans(self.net, self.pairs, frozenset(goal)), MAX_PLANS):
            for eager in (False, True):
                found = self._run(entry, plan, Meeting(key, one, other, did, _NOWHERE), eager=eager)
                if found is not None:
                    return found
        return None

    def _run(self, entry: Effect, plan: Sequence[Plan], wanted: Meeting, *, eager: bool) -> Meeting | None:
        state = first(self.net, entry)
        steps = [Step((), (entry,))]
        waiting = list(plan)
        for _ in range(len(plan) + MAX_WAITS):
            ran = tasks(state)
            if not waiting and _holds(ran, wanted):
                return replace(wanted, way=tuple(steps))
            asked = _asked(self.pairs, waiting[0], ran) if waiting else {}
            if waiting and asked is not None:
                del waiting[0]
            chosen = self._chosen(ran, asked or {}, eager=eager)
            if not ran or chosen is None:
                return None
            key = twice(tuple(key for effect in chosen for key in effect.writes))
            if key is not None:
                return _collision(ran, chosen, key, tuple(steps))
            steps.append(Step(ran, chosen))
            state = _after(self.net, state, ran, chosen)
        return None

    def _chosen(self, ran: tuple[Task, ...], asked: dict[int, Effect], *, eager: bool) -> tuple[Effect, ...] | None:
        chosen = [asked.get(number) or self._other(task, eager=eager) for number, task in enumerate(ran)]
        done = tuple(effect for effect in chosen if effect is not None)
        return done if len(done) == len(chosen) else None

    def _other(self, task: Task, *, eager: bool) -> Effect | None:
        """Give what a task does that nothing is asked of: as little as it can, or as much."""
        if (task, eager) not in self._idle:
            found = [effect for effect in effects(self.net, task) if not effect.ends]
            pick = max if eager else min
            self._idle[task, eager] = pick(found, key=_size) if found else None
        return self._idle[task, eager]


_NOWHERE = State(0, (), (), 0)


def _size(effect: Effect) -> int:
    return effect.goes.bit_count() + len(effect.sends)


def _collision(ran: tuple[Task, ...], chosen: tuple[Effect, ...], key: int, way: tuple[Step, ...]) -> Meeting:
    """Give the collision that ends a super-step."""
    writers = [(task, effect) for task, effect in zip(ran, chosen) if key in effect.writes]
    (one, left), (other, right) = writers[0], writers[-1]
    return Meeting(key, one, other, (left, right), _NOWHERE, alone=len(writers) == 1, way=way)


def _after(net: Net, state: State, ran: tuple[Task, ...], chosen: tuple[Effect, ...]) -> State:
    goes = arrived = 0
    for task, effect in zip(ran, chosen):
        goes |= effect.goes
        arrived |= (1 << task.node) if effect.arrives else 0
    return following(net, state, goes, [node for effect in chosen for node in effect.sends], arrived)


def _plans(net: Net, pairs: Pairs, goal: Marked) -> Iterator[tuple[Effect, tuple[Plan, ...]]]:
    """Give ways from START to a set of places, as far as pairs tell; the first plan is that of super-step 1."""
    order = count()
    queue: list[tuple[int, int, Marked, tuple[Plan, ...]]] = [(0, next(order), goal, ())]
    seen = {goal}
    for _ in range(MAX_SETS):
        if not queue:
            return
        _, _, marked, plan = heapq.heappop(queue)
        for effect in net.entry:
            if not effect.ends and marked <= set(pairs.places.made(-1, effect)):
                yield effect, plan
        for before, choice in _before(net, pairs, marked):
            if before not in seen and len(before) <= MAX_PLACES and _possible(pairs, before):
                seen.add(before)
                steps = (choice, *plan) if choice is not None else plan
                heapq.heappush(queue, (_distance(pairs, before), next(order), before, steps))


def _possible(pairs: Pairs, marked: Marked) -> bool:
    return all(pairs.may_meet(one, other) for one in marked for other in marked)


def _distance(pairs: Pairs, marked: Marked) -> int:
    return max((pairs.layer(one, other) for one in marked for other in marked), default=0)


def _before(net: Net, pairs: Pairs, marked: Marked) -> Iterator[tuple[Marked, Plan | None]]:
    """Give the sets of places from which one may come: a super-step earlier, or by what fires without one."""
    places = pairs.places
    for place in marked:
        task = places.task(place)
        if task is not None and not task.push:
            if net.deferred >> task.node & 1:
                yield marked - {place} | {places.waiting(task.node)}, None
            for number, join in enumerate(net.joins):
                if join.end == task.node:
                    yield marked - {place} | set(places.of_join(number)), None
    choices = [list(_makers(pairs, place)) for place in sorted(marked)]
    for number, row in enumerate(product(*choices)):
        if number >= MAX_CHOICES:
            return
        plan = _plan(row)
        if plan is not None:
            yield frozenset(place for place, _ in row), plan


def _plan(row: Sequence[tuple[int, Effect | None]]) -> Plan | None:
    """Give what each task has to do; None when one would have to do two things."""
    plan: Plan = {}
    for place, effect in row:
        if effect is not None and plan.setdefault(place, effect) is not effect:
            return None
    return plan


def _makers(pairs: Pairs, place: int) -> Iterator[tuple[int, Effect | None]]:
    """Give what may have marked a place: a task with one of its effects, or, for what waits, itself."""
    if pairs.places.task(place) is None:
        yield place, None
    yield from pairs.makers.get(place, ())


def _holds(ran: tuple[Task, ...], wanted: Meeting) -> bool:
    goal = (wanted.one, wanted.other)
    return all(ran.count(task) >= goal.count(task) for task in goal)


def _asked(pairs: Pairs, plan: Plan, ran: tuple[Task, ...]) -> dict[int, Effect] | None:
    """Give which of the running tasks have to do what; None when one of them does not run yet."""
    out: dict[int, Effect] = {}
    for place, effect in plan.items():
        task = pairs.places.task(place)
        found = next((number for number, other in enumerate(ran) if other == task and number not in out), None)
        if found is None:
            return None
        out[found] = effect
    return out
