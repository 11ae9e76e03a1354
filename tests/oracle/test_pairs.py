"""The search in graphs too large to be walked, against the walk, on graphs small enough for both."""

from __future__ import annotations

import random
from itertools import combinations

from hypothesis import HealthCheck, given, settings

from stategraph_lint.program.supersteps.explore import explore
from stategraph_lint.program.supersteps.large import meetings
from stategraph_lint.program.supersteps.model import Effect, Join, Net
from stategraph_lint.program.supersteps.pairs import Pairs
from tests.oracle.step_graphs import Source, graphs
from tests.oracle.test_supersteps import read

_RUN = settings(
    max_examples=300,
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


def test_pairs_are_a_superset_and_witnesses_are_true() -> None:
    seen = {"walked": 0, "found": 0}

    @_RUN
    @given(graphs())
    def check(source: Source) -> None:
        steps = read(source.text)
        found, pairs = steps.exploration, Pairs(steps.net)
        if not found.complete:
            return
        for frontier in found.frontiers:
            for one, other in combinations(sorted(set(frontier)), 2):
                assert pairs.may_meet(pairs.places.of_task(one), pairs.places.of_task(other)), source.text
        for number in found.completed:
            assert pairs.completes(number), source.text
        met = {(meeting.key, meeting.one, meeting.other) for meeting in meetings(steps.net, pairs)}
        walked = {(key, one, other) for key, one, other, _ in found.meetings}
        assert met <= walked, source.text
        seen["walked"] += len({key for key, _, _ in walked})
        seen["found"] += len({key for key, _, _ in met})

    check()
    assert seen["found"] >= 0.8 * seen["walked"] > 0


def test_a_graph_that_explodes_is_given_up() -> None:
    numbers = random.Random(1)
    size = 20
    pulls = tuple(tuple(Effect(numbers.getrandbits(size)) for _ in range(256)) for _ in range(size))
    net = Net(tuple(f"n{number:02}" for number in range(size)), pulls, pulls, (), (Effect((1 << size) - 1),))
    assert not explore(net).complete
    assert list(meetings(net, Pairs(net))) == []


def test_a_large_graph_is_searched() -> None:
    numbers, size = random.Random(2), 300
    goes = [0] * size
    for _ in range(900):
        source = numbers.randrange(size - 1)
        goes[source] |= 1 << min(size - 1, source + 1 + numbers.randrange(12))
    routed = set(numbers.sample(range(size), 60))
    pulls = []
    for node in range(size):
        writes = (numbers.randrange(40),) if numbers.random() < 0.15 else ()
        ways = [1 << numbers.randrange(size) for _ in range(3)] if node in routed else [0]
        pulls.append(tuple(Effect(goes[node] | way, (), writes) for way in ways))
    ends = [numbers.randrange(20, size) for _ in range(20)]
    joins = tuple(Join(1 << end - 1 - numbers.randrange(9) | 1 << end - 10, end) for end in ends)
    deferred = sum(1 << node for node in numbers.sample(range(size), 6))
    net = Net(tuple(f"n{node:03}" for node in range(size)), *(tuple(pulls),) * 2, joins, (Effect(0b111),), deferred)
    found = list(meetings(net, Pairs(net)))
    assert len(found) >= 5
    assert all(meeting.way is not None and meeting.way[0].tasks == () for meeting in found)
