"""Values that one super-step reads too early, or writes in vain."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from stategraph_lint.facts import syntax as s
from stategraph_lint.facts.names import children
from stategraph_lint.program.access import is_state
from stategraph_lint.program.empty_tests import is_nothing
from stategraph_lint.program.functions import Summary, options
from stategraph_lint.program.graphs import Graph
from stategraph_lint.program.payloads import payloads
from stategraph_lint.program.program import Program
from stategraph_lint.program.steps import Steps
from stategraph_lint.program.supersteps.model import State
from stategraph_lint.program.supersteps.search import find
from stategraph_lint.program.topology import Station
from stategraph_lint.program.traces import Reading
from stategraph_lint.program.updates import Write
from stategraph_lint.program.values import Listing, Place, Table, Value

WAYS = 4


@dataclass(frozen=True, eq=False, slots=True)
class Stale:
    """A read of a placeholder whose value the one writer of the key brings in the same super-step."""

    graph: Graph
    key: str
    place: Place
    reader: str
    writer: str
    written: Place
    trace: tuple[str, ...]


def stale(program: Program, graph: Graph, steps: Steps) -> Iterator[Stale]:
    """Give the reads that come one super-step too early."""
    stations = steps.topology.stations.values()
    for key in sorted(_placeholders(program, graph)):
        writers = [station for station in stations if any(marks.may_write(key) for marks in steps.marks_of(station))]
        if len(writers) != 1 or not all(key in marks.names for marks in steps.marks_of(writers[0])):
            continue
        written = _write(writers[0], key)
        for station in stations:
            reading = _reading(station, key) if station is not writers[0] and written is not None else None
            way = _meet(steps, station, writers[0]) if reading is not None else None
            if way is not None and reading is not None and written is not None:
                yield Stale(graph, key, reading.place, station.name, writers[0].name, written.value_place, way)


def _placeholders(program: Program, graph: Graph) -> frozenset[str]:
    """Give the keys under which every input has nothing: an empty value of a literal payload."""
    given = [update for _, update in payloads(program, graph) if update.kind != "none"]
    if not given or not all(update.kind == "mapping" and update.known for update in given):
        return frozenset()
    plain = {name for name, channel in graph.channels.items() if channel.kind == "LastValue"}
    return frozenset(key for key in plain if all(_is_empty(update.write(key)) for update in given))


def _is_empty(write: Write | None) -> bool:
    return write is not None and is_nothing(write.value)


def _write(station: Station, key: str) -> Write | None:
    writes = [update.write(key) for ending in station.returns for update in ending.updates]
    return next((write for write in writes if write is not None and not is_nothing(write.value)), None)


def _reading(station: Station, key: str) -> Reading | None:
    """Give a read of a key that a node makes on every path."""
    readings = [reading for summary in station.summaries for reading in summary.readings]
    sure = [one for one in readings if one.key == key and is_state(one.base) and one.must and not one.conditions]
    return sure[0] if sure else None


def _meet(steps: Steps, one: Station, other: Station) -> tuple[str, ...] | None:
    """Give the steps of a run in which two nodes meet before either ran."""
    ours = 1 << steps.number[one.name]
    both = ours | 1 << steps.number[other.name]

    def goal(state: State, ran: int) -> bool:
        return state.pulls & both == both and not ran

    ways = find(steps.net, lambda task, _: int(both >> task.node & 1), goal, limit=WAYS)
    way = steps.proven(ways)
    return steps.told(way) if way is not None else None


@dataclass(frozen=True, eq=False, slots=True)
class Vain:
    """A write that the next node replaces before anything reads it."""

    graph: Graph
    key: str
    write: Write
    later: Write
    names: tuple[str, str]


def vain(graph: Graph, steps: Steps) -> Iterator[Vain]:
    """Give the fresh lists and dicts that the next node replaces unread."""
    if not steps.closed or not steps.exploration.complete:
        return
    alone = {step[0].node for step in steps.exploration.frontiers if len(step) == 1}
    beside = {task.node for step in steps.exploration.frontiers if len(step) > 1 for task in step}
    stations = steps.topology.stations
    for name, station in stations.items():
        targets = steps.topology.targets(name)
        after = stations.get(next(iter(targets))) if len(targets) == 1 else None
        number = steps.number[after.name] if after is not None else -1
        if after is None or after is station or number not in alone or number in beside or _routes(steps, name):
            continue
        for key, write in _fresh(graph, station):
            later = dict(_fresh(graph, after)).get(key)
            if later is not None and not any(_may_read(summary, key) for summary in after.summaries):
                yield Vain(graph, key, write, later, (name, after.name))


def _routes(steps: Steps, name: str) -> bool:
    return bool(steps.topology.branches_of(name))


def _fresh(graph: Graph, station: Station) -> Iterator[tuple[str, Write]]:
    """Give the keys without a reducer that a function node always fills with a list or dict made there."""
    if station.node.kind != "function" or not station.returns:
        return
    first = [update.writes for ending in station.returns[:1] for update in ending.updates]
    for write in (write for writes in first for write in writes):
        channel = graph.channels.get(write.key)
        if channel is None or channel.kind != "LastValue":
            continue
        found = [update.write(write.key) for ending in station.returns for update in ending.updates]
        if found and all(one is not None and one.must and _is_display(one.value) for one in found):
            yield write.key, write


def _is_display(value: Value) -> bool:
    """Tell whether a value is a list or dict that is made there and holds something."""
    found = options(value)
    return all(
        (isinstance(option, Listing) and bool(option.items) and option.kind == "list")
        or (isinstance(option, Table) and bool(option.entries))
        for option in found
    )


def _may_read(summary: Summary, key: str) -> bool:
    """Tell whether a function may read a key, if only by handing the whole state on."""
    if any(reading.key == key for reading in summary.readings):
        return True
    node = summary.function.node
    name = next((parameter.name for parameter in summary.parameters), "")
    return _hands_on(node, name)


def _hands_on(node: s.Node, name: str) -> bool:
    """Tell whether some code uses a name as a whole: not to read a part of it."""
    for child in children(node):
        whole = isinstance(child, s.Name) and child.id == name
        part = isinstance(node, (s.Subscript, s.Attribute)) and child is node.value
        if (whole and not part) or _hands_on(child, name):
            return True
    return False


__all__ = ["Stale", "Vain", "stale", "vain"]
