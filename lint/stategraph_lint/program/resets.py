"""Empty values written to fields whose reducer adds or merges them, by code that means to clear the field."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from stategraph_lint.program.builders import BuilderCall
from stategraph_lint.program.empty_tests import is_nothing
from stategraph_lint.program.fillers import leads
from stategraph_lint.program.functions import Summary, options
from stategraph_lint.program.graphs import Graph, GraphNode
from stategraph_lint.program.parts import parts
from stategraph_lint.program.payloads import payloads
from stategraph_lint.program.program import Program
from stategraph_lint.program.questions import (
    NodeWrite,
    PayloadWrite,
    Written,
    all_written,
    asks_anew,
    is_field,
    known_empty,
    starts_anew,
    symbol,
    tests_emptiness,
)
from stategraph_lint.program.reducers import Behaviour, behaviour, ignores_empty
from stategraph_lint.program.state_messages import merges_by_id
from stategraph_lint.program.values import Listing, Literal, Place, Table, Value

_ADDING = (Behaviour.ACCUMULATES, Behaviour.MERGES)
_TEXTS = {"list": "[]", "tuple": "()", "set": "set()", "int": "0", "float": "0.0", "str": "''"}


@dataclass(frozen=True, eq=False, slots=True)
class Reset:
    """A write that clears nothing: its place, why it seems to be meant to clear, and where that shows."""

    graph: Graph
    key: str
    place: Place
    sign: str
    shown: Place
    symbol: str | None = None


def resets(program: Program) -> Iterator[Reset]:
    """Give the empty values that nodes, `update_state` and later turns write in the hope to clear a field."""
    grouped: dict[int, list[Written]] = {}
    for found in all_written(program):
        grouped.setdefault(id(found.graph), []).append(found)
    for graph in program.graphs:
        writes = grouped.get(id(graph), [])
        fillers = [found for found in writes if _fills(found.write.value)]
        for found in writes:
            if found.write.must and _changes_nothing(program, graph, found.write.key, found.write.value):
                yield from _meant(program, found, [one for one in fillers if one.write.key == found.write.key])
        yield from _by_turns(program, graph, fillers)


def _fills(value: Value) -> bool:
    return any(not is_nothing(option) for option in options(value))


def _changes_nothing(program: Program, graph: Graph, key: str, value: Value) -> bool:
    """Tell whether a value is empty on every path, and the reducer of its field then leaves the field as it is."""
    channel = graph.channels.get(key)
    texts = {_text(option) for option in options(value)}
    text = texts.pop() if len(texts) == 1 else None
    if channel is None or text is None or behaviour(program, channel) not in _ADDING:
        # A reducer that replaces, but for what is empty, is to blame itself (SGL206).
        return False
    return ignores_empty(program, channel, text)


def _text(value: Value) -> str | None:
    """Give an empty container, zero or empty text as Python text, None for any other value."""
    if not is_nothing(value):
        return None
    if isinstance(value, Table):
        return "{}"
    return _TEXTS.get(value.kind) if isinstance(value, (Literal, Listing)) else None


def _meant(program: Program, found: Written, fillers: list[Written]) -> Iterator[Reset]:
    key, place = found.write.key, found.write.value_place
    if isinstance(found, PayloadWrite):
        if fillers:
            shown = fillers[0].write.value_place
            yield Reset(found.graph, key, place, "a call that writes nothing else", shown)
    elif isinstance(found, NodeWrite) and not known_empty(found.update, key):
        sign = _by_name(program, found, fillers) or _by_reader(program, found, fillers)
        if sign is not None:
            yield Reset(found.graph, key, place, *sign, symbol(found.summary))


def _by_name(program: Program, found: NodeWrite, fillers: list[Written]) -> tuple[str, Place] | None:
    """Give the name of a node, or of what it was asked for, that says that it clears what somebody has filled."""
    graph, node = found.graph, found.node
    named = starts_anew(node.name, symbol(found.summary))
    if not named and not asks_anew(found.update.conditions):
        return None
    others = [one for one in fillers if isinstance(one, NodeWrite) and not (named and one.node is node)]
    reached = any(leads(program, graph, one.node, node) for one in others)
    if reached or (others and saves(graph)) or _is_given(program, graph, found.write.key):
        return "the name of the node or of what is asked for", found.summary.place
    return None


def _is_given(program: Program, graph: Graph, key: str) -> bool:
    """Tell whether some input fills a key."""
    given = (update.write(key) for _, update in payloads(program, graph))
    return any(write is not None and _fills(write.value) for write in given)


def _by_reader(program: Program, found: NodeWrite, fillers: list[Written]) -> tuple[str, Place] | None:
    """Give who asks behind a node whether the field is empty, where another node has filled it before."""
    graph, node, key = found.graph, found.node, found.write.key
    own = [one for one in fillers if isinstance(one, NodeWrite)]
    if merges_by_id(found.channel) or any(one.node is node for one in own):
        # What a node adds on other paths it only leaves out here.
        return None
    if not any(leads(program, graph, one.node, node) for one in own):
        return None
    number = isinstance(found.write.value, Literal) and found.write.value.kind != "str"
    place = next(_tests_behind(program, graph, node, key, number=number), None)
    return None if place is None else ("what is tested behind it", place)


def _tests_behind(program: Program, graph: Graph, node: GraphNode, key: str, *, number: bool) -> Iterator[Place]:
    """Give where path functions and nodes behind a node test whether a field is empty, or a number what it is."""
    names = {name for topology in program.topologies(graph) for name in topology.behind(node.name or "")}
    summaries = [program.summary(one.action) for one in graph.routers if one.source in {node.name, *names}]
    summaries += [one for other in graph.nodes if other.name in names for one in program.functions(other)]
    for summary in summaries:
        for test, place in _tests(summary) if summary is not None else ():
            if tests_emptiness(test, key) or (number and any(is_field(part, key) for part in parts(test))):
                yield place


def _tests(summary: Summary) -> Iterator[tuple[Value, Place]]:
    yield from ((event.value, event.place) for event in summary.events if event.kind == "decides")
    for ending in summary.endings:
        yield from ((test, ending.place) for test in options(ending.frozen or ending.value))


def saves(graph: Graph) -> bool:
    """Tell whether a graph is compiled with a checkpointer, so that a later turn finds what an earlier one left."""
    given = [call.argument(0, "checkpointer") for call in graph.record.calls if call.method == "compile"]
    return any(one is not None and not (isinstance(one[0], Literal) and not one[0].value) for one in given)


def _by_turns(program: Program, graph: Graph, fillers: Iterable[Written]) -> Iterator[Reset]:
    """Give the empty values in the inputs of later turns of a saved thread."""
    if not saves(graph):
        return
    filled = {one.write.key: one for one in fillers if isinstance(one, NodeWrite)}
    before: list[BuilderCall] = []
    for call, update in payloads(program, graph):
        later = any(_same_thread(one, call) for one in before)
        for write in update.writes if later and update.kind == "mapping" else ():
            filler, plain = filled.get(write.key), not merges_by_id(graph.channels.get(write.key))
            if filler is None or not plain or not write.must:
                continue
            if _changes_nothing(program, graph, write.key, write.value):
                shown = filler.write.value_place
                yield Reset(graph, write.key, write.value_place, "the next turn of a saved thread", shown)
        before.append(call)


def _same_thread(earlier: BuilderCall, later: BuilderCall) -> bool:
    """Tell whether one call has surely saved a state for the thread of another that comes after it."""
    if earlier is later or not (earlier.must or earlier.place.span == later.place.span):
        return False
    one, other = (thread_of(call) for call in (earlier, later))
    if one is None or other is None:
        return False
    same = isinstance(one, Literal) and isinstance(other, Literal) and one.value == other.value
    return one is other or same


def thread_of(call: BuilderCall) -> Value | None:
    """Give the thread that a call names, or its whole configuration where that cannot be read."""
    found = call.argument(1, "config")
    value = found[0] if found is not None else None
    for key in ("configurable", "thread_id"):
        if not isinstance(value, Table):
            break
        value = next((e.value for e in value.entries if isinstance(e.key, Literal) and e.key.value == key), None)
    return value


__all__ = ["Reset", "resets", "saves", "thread_of"]
