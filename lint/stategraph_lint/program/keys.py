"""Keys that no schema of a graph has: in updates, payloads and injected state."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from stategraph_lint.facts.libraries import INJECTED_STATE
from stategraph_lint.program.builders import BuilderCall
from stategraph_lint.program.functions import options, target_function
from stategraph_lint.program.graphs import Graph, GraphNode
from stategraph_lint.program.program import Program
from stategraph_lint.program.schemas import Schema
from stategraph_lint.program.type_reader import read_type
from stategraph_lint.program.types import Annotated, Type
from stategraph_lint.program.updates import of_value
from stategraph_lint.program.values import (
    External,
    FunctionValue,
    Listing,
    Literal,
    Place,
    Result,
    Value,
)

_INPUTS = {"invoke": "input", "ainvoke": "input", "stream": "input", "astream": "input", "astream_events": "input"}
_UPDATES = frozenset({"update_state", "aupdate_state"})
_DROPPED = "the key is dropped without a word"


@dataclass(frozen=True, eq=False, slots=True)
class Misplaced:
    """A key that is dropped, where it stands, and the key that may be meant."""

    graph: Graph
    key: str
    place: Place
    schema: str
    closest: str | None
    why: str
    symbol: str | None = None


def closest(key: str, names: Iterable[str]) -> str | None:
    """Give the name that is most like a key, None when none is."""
    return next(iter(difflib.get_close_matches(key, sorted(names), 1, 0.75)), None)


def _misplaced(graph: Graph, key: str, place: Place, names: Iterable[str], schema: Schema | None, **more: str) -> Misplaced:
    shown = schema.name if schema is not None else "the state"
    return Misplaced(graph, key, place, shown, closest(key, names), more.get("why", _DROPPED), more.get("symbol"))


def unknown_writes(program: Program, graph: Graph) -> Iterator[Misplaced]:
    """Give the keys that nodes write in vain."""
    for node in graph.nodes:
        for summary in program.functions(node):
            for update in program.updates(summary):
                if update.parent or update.kind in ("invalid", "unknown", "none", "instance"):
                    continue
                for write in update.writes:
                    if write.key in graph.channels or _only_for_router(program, graph, node, write.key):
                        continue
                    symbol = summary.function.name
                    yield _misplaced(graph, write.key, write.key_place, graph.channels, graph.state, symbol=symbol)


def _only_for_router(program: Program, graph: Graph, node: GraphNode, key: str) -> bool:
    """Tell whether a path function behind a node may read the key: without an annotation it sees it for one step."""
    for router in graph.routers:
        if router.source is not None and router.source != node.name:
            continue
        summary = program.summary(router.action)
        if summary is None or router.source is None:
            return True
        if any(reading.key == key for reading in summary.readings):
            return True
    return False


def payload_keys(program: Program, graph: Graph) -> Iterator[Misplaced]:
    """Give the keys of literal payloads that the graph does not take."""
    for call in graph.record.calls:
        if call.method in _INPUTS:
            yield from _payload(program, graph, call, call.argument(0, _INPUTS[call.method]), graph.input)
        elif call.method in _UPDATES:
            yield from _payload(program, graph, call, call.argument(1, "values"), None)


def _payload(
    program: Program, graph: Graph, call: BuilderCall, given: tuple[Value, Place] | None, schema: Schema | None
) -> Iterator[Misplaced]:
    if given is None:
        return
    names = graph.keys_of(schema) if schema is not None else frozenset(graph.channels)
    for option in options(given[0]):
        for update in of_value(program.run, option, given[1]):
            if update.kind != "mapping" and not (update.kind == "command" and not update.parent):
                continue
            names = names if update.kind == "mapping" else frozenset(graph.channels)
            for write in update.writes:
                if write.key not in names:
                    why = f"`{call.method}` drops the key without a word"
                    yield _misplaced(graph, write.key, write.key_place, names, schema or graph.state, why=why)


def injected_keys(program: Program, graph: Graph) -> Iterator[Misplaced]:
    """Give the keys that tools of a graph ask to be injected and that the state does not have."""
    for node in graph.nodes:
        for action in node.actions if node.kind == "tools" else ():
            assert isinstance(action, Result)
            tools = action.positional[0] if action.positional else dict(action.named).get("tools")
            if isinstance(tools, Listing):
                for item in tools.items:
                    yield from _tool(program, graph, item.value)


def _tool(program: Program, graph: Graph, value: Value) -> Iterator[Misplaced]:
    if isinstance(value, Result) and value.positional:
        value = value.positional[-1]
    found = target_function(program.run, value)
    if found is None:
        return
    function = found[0]
    for parameter in function.node.parameters:
        if parameter.annotation is None:
            continue
        for key in _injected(read_type(program.run, parameter.annotation, function.frame)):
            if key not in graph.channels:
                place = function.frame.place(parameter.annotation.span)
                why = "the tool call raises KeyError"
                yield _misplaced(graph, key, place, graph.channels, graph.state, why=why, symbol=function.name)


def _injected(declared: Type) -> Iterator[str]:
    for item in declared.metadata if isinstance(declared, Annotated) else ():
        value = item.value
        if isinstance(value, Result) and isinstance(value.function, External) and value.function.name == INJECTED_STATE:
            field = value.positional[0] if value.positional else dict(value.named).get("field")
            if isinstance(field, Literal) and isinstance(field.value, str):
                yield field.value


__all__ = ["FunctionValue", "Misplaced", "closest", "injected_keys", "payload_keys", "unknown_writes"]
