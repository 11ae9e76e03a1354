"""Keys that no schema of a graph has: in updates, payloads and injected state."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from stategraph_lint.facts.libraries import INJECTED_STATE, RUNNABLE_PACKAGES
from stategraph_lint.program.builders import BuilderCall
from stategraph_lint.program.functions import options
from stategraph_lint.program.graphs import Graph, GraphNode
from stategraph_lint.program.payloads import RUNNING, given_to
from stategraph_lint.program.program import Program
from stategraph_lint.program.questions import STATE_UPDATES, updates_of
from stategraph_lint.program.schemas import Schema
from stategraph_lint.program.tools import tools_of
from stategraph_lint.program.type_reader import read_type
from stategraph_lint.program.types import Annotated, Type
from stategraph_lint.program.uninferred import missed_in
from stategraph_lint.program.updates import Update, of_value
from stategraph_lint.program.values import (
    External,
    FunctionValue,
    Literal,
    Place,
    Result,
    Value,
)

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


def _misplaced(
    graph: Graph, key: str, place: Place, names: Iterable[str], schema: Schema | None, **more: str
) -> Misplaced:
    shown = schema.name if schema is not None else "the state"
    return Misplaced(graph, key, place, shown, closest(key, names), more.get("why", _DROPPED), more.get("symbol"))


def unknown_writes(program: Program, graph: Graph) -> Iterator[Misplaced]:
    """Give the keys that nodes write in vain."""
    for node, summary, update in updates_of(program, graph):
        if update.kind in ("invalid", "unknown", "none", "instance") or update.cls is not None:
            continue
        symbol = summary.function.name
        for write in update.writes:
            taker = _without(program, graph, node, write.key, update)
            if taker is not None:
                yield _misplaced(taker, write.key, write.key_place, taker.channels, taker.state, symbol=symbol)


def _without(program: Program, graph: Graph, node: GraphNode, key: str, update: Update) -> Graph | None:
    """Give the graph that gets a key and surely drops it."""
    if update.parent:
        parents = _parents(program, graph) if _to_next_parent(update) else ()
        lost = [parent for parent in parents if parent.closed and key not in parent.channels]
        return lost[0] if lost and len(lost) == len(parents) else None
    if key in graph.channels or _only_for_router(program, graph, node, key):
        return None
    return None if _for_other_schema(program, graph, key) else graph


def _to_next_parent(update: Update) -> bool:
    given = dict(update.value.named).get("graph") if isinstance(update.value, Result) else None
    return isinstance(given, External) or (isinstance(given, Literal) and given.value == "__parent__")


def _parents(program: Program, graph: Graph) -> tuple[Graph, ...]:
    """Give the graphs that have this one as a node."""
    return tuple(
        parent
        for parent in program.graphs
        for node in parent.nodes
        if node.kind == "subgraph" and any(program.graph_of(action) is graph for action in node.actions)
    )


def _for_other_schema(program: Program, graph: Graph, key: str) -> bool:
    """Tell whether a schema that LangGraph does not see here has the key.

    It may be that of another graph which the same code builds, or of a node that is wrapped in a partial or a lambda.
    """
    site = graph.record.place
    if any(_same_site(other.record.place, site) and key in other.channels for other in program.graphs):
        return True
    return any(found.key == key for found in missed_in(program, graph))


def _same_site(left: Place, right: Place) -> bool:
    return left.path == right.path and left.span == right.span


def _only_for_router(program: Program, graph: Graph, node: GraphNode, key: str) -> bool:
    """Tell whether a path function behind a node may read the key: without an annotation it sees it for one step."""
    for router in graph.routers:
        if None not in (router.source, node.name) and router.source != node.name:
            continue
        if _of_library(router.action):
            continue
        summary = program.summary(router.action)
        if summary is None or router.source is None:
            return True
        if any(reading.key == key for reading in summary.readings):
            return True
    return False


def _of_library(router: Value) -> bool:
    """Tell whether a path function is one of a library, such as `tools_condition`: it reads no key of the project's."""
    return isinstance(router, External) and router.name.startswith(RUNNABLE_PACKAGES)


def payload_keys(program: Program, graph: Graph) -> Iterator[Misplaced]:
    """Give the keys of literal payloads that the graph does not take."""
    for call in graph.record.calls:
        if call.method in RUNNING:
            yield from _payload(program, graph, call, given_to(call), graph.input)
        elif call.method in STATE_UPDATES:
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
        for function in tools_of(program.run, node):
            yield from _tool(program, graph, function)


def _tool(program: Program, graph: Graph, function: FunctionValue) -> Iterator[Misplaced]:
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
