"""Subgraphs: what goes into them, and what they hand back to the graph that has them as a node."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from stategraph_lint.program.empty_tests import is_nothing
from stategraph_lint.program.field_types import container_kind
from stategraph_lint.program.graphs import Graph
from stategraph_lint.program.payloads import payloads
from stategraph_lint.program.program import Program
from stategraph_lint.program.questions import accumulates, every_steps
from stategraph_lint.program.steps import Steps
from stategraph_lint.program.topology import Station
from stategraph_lint.program.types import Annotated, Type

_CONTAINERS = frozenset({"list", "dict", "set", "tuple", "str"})


@dataclass(frozen=True, eq=False, slots=True)
class Doubled:
    """A key that a subgraph hands back with what the parent gave it, and the parent adds again."""

    parent: Graph
    station: Station
    key: str


def doubled(program: Program) -> Iterator[Doubled]:
    """Give the accumulating keys whose items a subgraph brings back to its parent."""
    for parent, steps in every_steps(program):
        for station in steps.topology.stations.values():
            child = steps.writes.child(station)
            if child is None or child.output is None or child.input is None:
                continue
            if not any(program.steps(inner).finishes for inner in program.topologies(child)):
                continue
            for key in sorted(child.keys_of(child.output) & child.keys_of(child.input)):
                shared = accumulates(program, parent.channels.get(key)) and key in parent.keys_of(parent.state)
                if shared and _kept_inside(program, child, key) and _may_hold(program, parent, steps, station, key):
                    yield Doubled(parent, station, key)


def _kept_inside(program: Program, child: Graph, key: str) -> bool:
    """Tell whether what comes into a subgraph under a key surely comes out of it again."""
    channel = child.channels.get(key)
    if accumulates(program, channel):
        return True
    writes = (
        marks.may_write(key) for topology in program.topologies(child) for marks in program.steps(topology).all_marks()
    )
    return channel is not None and channel.kind == "LastValue" and not any(writes)


def _may_hold(program: Program, parent: Graph, steps: Steps, station: Station, key: str) -> bool:
    """Tell whether the parent's key may hold something when the subgraph runs."""
    for update in (update for _, update in payloads(program, parent)):
        write = update.write(key) if update.kind in ("mapping", "instance") else None
        if write is not None and not is_nothing(write.value):
            return True
    for name, other in steps.topology.stations.items():
        writes = any(key in marks.names for marks in steps.marks_of(other))
        if writes and station.name in steps.topology.behind(name):
            return True
    return False


@dataclass(frozen=True, eq=False, slots=True)
class Mismatch:
    """A key on which a subgraph and its parent disagree; `theirs` is the parent's type, '' when it has no such key."""

    parent: Graph
    child: Graph
    station: Station
    key: str
    ours: str
    theirs: str


def mismatched(program: Program) -> Iterator[Mismatch]:
    """Give the keys of subgraphs that their parent lacks, or holds another kind of container in."""
    for parent, steps in every_steps(program):
        for station in steps.topology.stations.values():
            child = steps.writes.child(station)
            if child is None or child.output is None or not parent.closed or not child.closed:
                continue
            lost = _lost(program, parent, child)
            if lost is not None:
                yield Mismatch(parent, child, station, lost, "", "")
            yield from _differing(parent, child, station)


def _lost(program: Program, parent: Graph, child: Graph) -> str | None:
    """Give a result of a subgraph that its parent drops: declared as output, or the only kind of result there is."""
    written: set[str] = set()
    for topology in program.topologies(child):
        if not topology.known:
            return None
        for marks in program.steps(topology).all_marks():
            if marks.open:
                return None
            written |= marks.names
    results = sorted(written & child.keys_of(child.output))
    dropped = [key for key in results if key not in parent.channels]
    if not dropped or (child.output is child.state and len(dropped) < len(results)):
        return None
    return dropped[0]


def _differing(parent: Graph, child: Graph, station: Station) -> Iterator[Mismatch]:
    for key in sorted(child.keys_of(child.input) & parent.keys_of(parent.state)):
        ours, theirs = _kind(child.channels[key].type), _kind(parent.channels[key].type)
        if ours and theirs and ours != theirs:
            yield Mismatch(parent, child, station, key, ours, theirs)


def _kind(declared: Type) -> str | None:
    while isinstance(declared, Annotated):
        declared = declared.inner
    kind = container_kind(declared)
    return kind if kind in _CONTAINERS else None


__all__ = ["Doubled", "Mismatch", "doubled", "mismatched"]
