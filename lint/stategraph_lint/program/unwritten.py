"""Keys that are read before anybody wrote them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from stategraph_lint.facts.libraries import MANAGED_KEYS
from stategraph_lint.program import access
from stategraph_lint.program.catching import guarded
from stategraph_lint.program.functions import Summary
from stategraph_lint.program.graphs import Graph
from stategraph_lint.program.interpreter import Interpreter
from stategraph_lint.program.node_inputs import input_of
from stategraph_lint.program.payloads import payloads
from stategraph_lint.program.program import Program
from stategraph_lint.program.questions import STATE_UPDATES
from stategraph_lint.program.schemas import Schema
from stategraph_lint.program.steps import Steps, Taken
from stategraph_lint.program.supersteps.explore import Step
from stategraph_lint.program.supersteps.model import Effect, State, Task
from stategraph_lint.program.supersteps.search import find
from stategraph_lint.program.topology import START, Branch, Station
from stategraph_lint.program.traces import Reading
from stategraph_lint.program.values import Literal, Place

WAYS = 6


@dataclass(frozen=True, eq=False, slots=True)
class Unwritten:
    """A read of a key that some run, or with `always` every run, gets to before the key is written.

    `reader` is the name of the node or router, `place` the read, or the `def` of a node whose model requires the key.
    """

    graph: Graph
    key: str
    place: Place
    reader: str
    symbol: str
    always: bool
    required: bool
    trace: tuple[str, ...]


def unwritten(program: Program, graph: Graph, steps: Steps) -> Iterator[Unwritten]:
    """Give the keys that nodes and routers of a graph read too early."""
    lacking = _lacking(program, graph)
    if not lacking:
        return
    for station in steps.topology.stations.values():
        schema = input_of(program, graph, station.node)
        found = _of_node(program, graph, steps, station, schema, lacking) if schema is not None else ()
        # A model that misses several fields is one defect.
        yield from islice(found, 1) if schema is not None and not schema.is_mapping else found
    for branch in steps.topology.branches:
        yield from _of_router(program, graph, steps, branch, lacking)


def _of_node(
    program: Program, graph: Graph, steps: Steps, station: Station, schema: Schema, lacking: frozenset[str]
) -> Iterator[Unwritten]:
    for summary in station.summaries:
        for key, place, required in _needed(program, summary, schema, lacking):
            yield from _early(graph, steps, station.name, summary, key, place, required=required)


def _needed(
    program: Program, summary: Summary, schema: Schema, lacking: frozenset[str]
) -> Iterator[tuple[str, Place, bool]]:
    """Give the keys that a node cannot do without, with where that stands, and whether its model requires them."""
    if not schema.is_mapping:
        for item in schema.fields:
            if item.name in lacking and not item.has_default and schema.kind in ("pydantic", "dataclass"):
                yield item.name, summary.place, True
    seen: set[str] = set()
    for reading in summary.readings if schema.is_mapping else ():
        known = reading.key in lacking and schema.field(reading.key) is not None
        if known and reading.key not in seen and _raises(program.run, reading):
            seen.add(reading.key)
            yield reading.key, reading.place, False


def _raises(run: Interpreter, reading: Reading) -> bool:
    """Tell whether a read of the state is made on every path, and raises when the key is missing."""
    plain = access.is_state(reading.base) and reading.style == "item" and reading.must and not reading.conditions
    return plain and not guarded(run, reading.attempts)


def _of_router(
    program: Program, graph: Graph, steps: Steps, branch: Branch, lacking: frozenset[str]
) -> Iterator[Unwritten]:
    if branch.summary is None or graph.state is None or not graph.state.is_mapping:
        return
    seen: set[str] = set()
    for reading in branch.summary.readings:
        key = reading.key
        if key in lacking and key in graph.keys_of(graph.state) and key not in seen and _raises(program.run, reading):
            seen.add(key)
            yield from _early(graph, steps, branch.source, branch.summary, key, reading.place, router=True)


def _early(
    graph: Graph,
    steps: Steps,
    source: str,
    summary: Summary,
    key: str,
    place: Place,
    *,
    required: bool = False,
    router: bool = False,
) -> Iterator[Unwritten]:
    number = steps.number.get(source)
    if number is None:
        if source == START:
            yield Unwritten(graph, key, place, source, summary.function.name, True, required, ())
        return
    own = not router or any(not _writes(effect, key) for effect in steps.net.pulls[number])

    def tag(_task: Task, effect: Effect) -> int:
        return int(_writes(effect, key))

    def unfilled(state: State, written: int) -> bool:
        return own and not written and bool(state.pulls >> number & 1)

    def filled(state: State, written: int) -> bool:
        return bool(written and state.pulls >> number & 1)

    ways = (way for way in find(steps.net, tag, unfilled, limit=WAYS) if not _asks_for(way, key))
    way = steps.proven(ways)
    if way is not None:
        other = router and any(_writes(effect, key) for effect in steps.net.pulls[number])
        always = steps.exploration.complete and not other and not find(steps.net, tag, filled)
        symbol = summary.function.name
        yield Unwritten(graph, key, place, source, symbol, always, required, steps.told(way))


def _asks_for(way: tuple[Step, ...], key: str) -> bool:
    """Tell whether a decision on the way looks at the key: it may be taken only where the key is there."""
    takens = (effect.label for step in way for effect in step.chosen)
    decisions = (decision for taken in takens if isinstance(taken, Taken) for decision in taken.decisions)
    return any(decision.count > 1 and key in decision.keys for decision in decisions)


def _writes(effect: Effect, key: str) -> bool:
    taken = effect.label
    return isinstance(taken, Taken) and taken.marks is not None and taken.marks.may_write(key)


def _lacking(program: Program, graph: Graph) -> frozenset[str]:
    """Give the keys without a start value that the input surely lacks in some run."""
    if graph.state is None or graph.input is None or not graph.closed:
        return frozenset()
    empty = {name for name, channel in graph.channels.items() if channel.kind == "LastValue"} - MANAGED_KEYS
    if any(call.method in STATE_UPDATES for call in graph.record.calls):
        return frozenset()
    if graph.input is not graph.state and graph.input.complete:
        return frozenset(empty - graph.keys_of(graph.input))
    given = [update for _, update in payloads(program, graph) if update.kind not in ("none", "command")]
    readable = [update for update in given if update.known and update.kind == "mapping" and not update.echoes]
    if not readable or (_keeps(graph) and (len(readable) < len(given) or len(given) > 1)):
        return frozenset()
    held = [{write.key for write in update.writes} for update in readable]
    return frozenset(key for key in empty if any(key not in names for names in held))


def _keeps(graph: Graph) -> bool:
    """Tell whether a graph is compiled with a checkpointer: what one run wrote is there in the next."""
    for call in graph.record.calls:
        given = call.argument(0, "checkpointer") if call.method == "compile" else None
        if given is not None and not (isinstance(given[0], Literal) and not given[0].value):
            return True
    return False


__all__ = ["Unwritten", "unwritten"]
