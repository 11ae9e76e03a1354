"""Nodes that run twice because paths of different length lead to them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from stategraph_lint.program.program import Program
from stategraph_lint.program.questions import accumulates
from stategraph_lint.program.steps import Steps, Taken
from stategraph_lint.program.supersteps.explore import Step
from stategraph_lint.program.supersteps.search import runs_twice
from stategraph_lint.program.topology import END, Edge

WAYS = 6


@dataclass(frozen=True, eq=False, slots=True)
class Uneven:
    """A node that plain edges start twice: the edge of the shorter path, that of the longer one, and a run."""

    node: str
    shorter: Edge
    longer: Edge
    key: str | None
    trace: tuple[str, ...]


def uneven(program: Program, steps: Steps) -> Iterator[Uneven]:
    """Give the nodes outside cycles that run twice, and append twice or end the graph twice."""
    topology = steps.topology
    for number, name in enumerate(steps.names):
        edges = [edge for edge in topology.edges if edge.target == name]
        if len({edge.source for edge in edges}) < 2 or topology.stations[name].deferred:
            continue
        matters, key = _matters(program, steps, name)
        if not matters or name in topology.behind(name):
            continue
        ways = runs_twice(steps.net, number, limit=WAYS)
        for way in ways:
            found = _edges(steps, way, name, edges) if steps.proven([way]) is not None else None
            if found is not None:
                yield Uneven(name, found[0], found[1], key, steps.told(way))
                break


def _matters(program: Program, steps: Steps, name: str) -> tuple[bool, str | None]:
    """Tell whether running a node twice does harm: it appends, to the key that is given, or it ends the graph."""
    station = steps.topology.stations[name]
    for ending in station.returns:
        for update in ending.updates:
            for write in update.writes:
                if accumulates(program, steps.topology.graph.channels.get(write.key)):
                    return True, write.key
    targets = steps.topology.targets(name)
    return (not targets or targets == {END}) and station.known, None


def _edges(steps: Steps, way: tuple[Step, ...], name: str, edges: list[Edge]) -> tuple[Edge, Edge] | None:
    """Give the plain edges by which a node is started first and last; None when something else starts it."""
    number = steps.number[name]
    runs = [at for at, step in enumerate(way) if any(task.node == number for task in step.tasks)]
    if len(runs) != 2:
        return None
    found: list[Edge] = []
    for at in runs:
        before = {effect.label.name for effect in way[at - 1].chosen if isinstance(effect.label, Taken)}
        found += [edge for edge in edges if edge.source in before][:1]
    return (found[0], found[1]) if len(found) == 2 else None


__all__ = ["Uneven", "uneven"]
