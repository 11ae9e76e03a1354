"""Collisions in graphs too large to be walked."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement

from stategraph_lint.program.supersteps.explore import Meeting
from stategraph_lint.program.supersteps.model import Effect, Net, Task, effects
from stategraph_lint.program.supersteps.pairs import Pairs
from stategraph_lint.program.supersteps.witness import Replay

# How many pairs of tasks a way is looked for.
MAX_PAIRS = 40


def meetings(net: Net, pairs: Pairs) -> Iterator[Meeting]:
    """Give the collisions that a replay shows, one for each key, near ones first."""
    found = sorted(_candidates(net, pairs), key=lambda one: one[0])
    replay, seen = Replay(net, pairs), set[int]()
    for _, key, one, other, did in found[:MAX_PAIRS]:
        met = replay.witness(key, one, other, did) if key not in seen else None
        if met is not None:
            seen.update((key, met.key))
            yield met


def _candidates(net: Net, pairs: Pairs) -> Iterator[tuple[int, int, Task, Task, tuple[Effect, Effect]]]:
    places = pairs.places
    for key, writers in _writers(net, pairs).items():
        for (one, left), (other, right) in combinations_with_replacement(writers, 2):
            mine, theirs = places.of_task(one), places.of_task(other)
            if one == other:
                if not one.push:
                    continue
                theirs = places.send(one.node, second=True)
            if pairs.may_meet(mine, theirs):
                yield pairs.layer(mine, theirs), key, one, other, (left, right)


def _writers(net: Net, pairs: Pairs) -> dict[int, list[tuple[Task, Effect]]]:
    """Give the tasks that may write each key, with an effect that does."""
    out: dict[int, list[tuple[Task, Effect]]] = {}
    for node in range(len(net.names)):
        for task in (Task(node, False), Task(node, True)):
            place = pairs.places.of_task(task)
            if not pairs.may_meet(place, place):
                continue
            seen: set[int] = set()
            for effect in effects(net, task):
                for key in {*effect.writes, *effect.may} - seen:
                    seen.add(key)
                    out.setdefault(key, []).append((task, effect))
    return out
