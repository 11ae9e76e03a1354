"""The walk over super-steps against the real library, on random graphs read from source."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import HealthCheck, given, settings

from stategraph_lint.program.modules import Modules
from stategraph_lint.program.program import Program
from stategraph_lint.program.steps import Steps
from stategraph_lint.program.supersteps.model import bits
from stategraph_lint.program.supersteps.search import runs_twice
from tests.oracle.choices import Seen, all_runs
from tests.oracle.step_graphs import Source, graphs

DEPTH = 5
MAX_RUNS = 120
_RUN = settings(
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


def read(text: str) -> Steps:
    """Read the graph that a module names `graph`."""
    files = {"case.py": text.encode()}
    program = Program(Modules(files, files.__getitem__), ["case.py"], (3, 11))
    (topology,) = program.topologies(next(graph for graph in program.graphs if graph.name == "graph"))
    assert topology.known, topology.missing
    return program.steps(topology)


def walked(steps: Steps, depth: int) -> Seen:
    """Tell what our walk says of a graph in the words of the real runs."""
    found, net = steps.exploration, steps.net
    near = [state for state, at in found.depths.items() if at <= depth]
    seen = Seen()
    for state in near:
        tasks = [(net.names[node], False) for node in bits(state.pulls)]
        tasks += [(net.names[node], True) for node in state.sends]
        seen.frontiers |= {tuple(sorted(tasks))} if tasks else set()
    for key, before in found.raised.items():
        if before is None or found.depths[before] <= depth:
            name, kind = steps.writes.keys[key]
            # The error about two Overwrites names no key.
            seen.collided.add("" if kind == "overwrite" else name)
    seen.twice = {name for number, name in enumerate(net.names) if runs_twice(net, number, depth)}
    for state, at in found.depths.items():
        if state.over and at <= depth + 1:
            for join, arrived in zip(net.joins, state.seen):
                if arrived and arrived != join.starts:
                    seen.left.add(_join(steps, join.starts, join.end))
    return seen


def _join(steps: Steps, starts: int, end: int) -> str:
    return f"{sorted(steps.names[number] for number in bits(starts))} -> {steps.names[end]}"


def compare(source: Source, limit: int = MAX_RUNS) -> bool:
    """Hold a graph against its real runs; false when there are too many runs to see them all."""
    steps = read(source.text)
    ours = walked(steps, DEPTH)
    assert steps.exploration.complete or max(steps.exploration.depths.values()) > DEPTH
    real = all_runs(source.text, DEPTH, limit)
    left = {f"{sorted(source.joins[name][0])} -> {source.joins[name][1]}" for name in real.left}
    if not real.all:
        assert real.frontiers <= ours.frontiers, source.text
        assert real.collided <= ours.collided, source.text
        assert real.twice <= ours.twice, source.text
        assert left <= ours.left, source.text
        return False
    assert ours.frontiers == real.frontiers, source.text
    assert ours.collided == real.collided, source.text
    assert ours.twice == real.twice, source.text
    assert ours.left == left, source.text
    return True


def test_super_steps_are_those_of_the_library() -> None:
    whole: Counter[bool] = Counter()

    @settings(_RUN, max_examples=100)
    @given(graphs())
    def check(source: Source) -> None:
        whole[compare(source)] += 1

    check()
    assert whole[True] >= 60


@pytest.mark.slow
def test_sweep() -> None:
    whole: Counter[bool] = Counter()

    @settings(_RUN, max_examples=3000, derandomize=False)
    @given(graphs())
    def check(source: Source) -> None:
        whole[compare(source, 300)] += 1

    check()
    assert whole[True] >= 2000
