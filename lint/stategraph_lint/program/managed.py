"""Managed values, which LangGraph fills itself, where they are used as if they were fields."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from stategraph_lint.facts.libraries import STEP_FIELDS
from stategraph_lint.program.access import is_state
from stategraph_lint.program.channel_reader import is_manager
from stategraph_lint.program.channels import Channel, channels_of
from stategraph_lint.program.field_types import container_kind
from stategraph_lint.program.fillers import input_lacks
from stategraph_lint.program.functions import Summary
from stategraph_lint.program.graphs import Graph
from stategraph_lint.program.interpreter import Interpreter
from stategraph_lint.program.program import Program
from stategraph_lint.program.questions import Declared, all_written, declared, updates_of
from stategraph_lint.program.schemas import Schema
from stategraph_lint.program.types import Annotated, Metadata, Plain, Type, walk
from stategraph_lint.program.values import External, Place


@dataclass(frozen=True, eq=False, slots=True)
class Misuse:
    """One misuse: `kind` is written, hidden, plain, or the schema a managed value may not be in: input or output.

    `channel` is the field's, None for a write; `item` where a manager stands that is hidden.
    """

    kind: str
    place: Place
    key: str
    graphs: tuple[Graph, ...]
    symbol: str | None
    channel: Channel | None = None
    item: Place | None = None


def misuses(program: Program) -> Iterator[Misuse]:
    """Give every misuse of a managed value."""
    for one in all_written(program):
        if one.channel is not None and one.channel.kind == "managed":
            yield Misuse("written", one.write.value_place, one.write.key, (one.graph,), one.symbol)
    for found in declared(program):
        item = _hidden(program.run, found.channel)
        if item is not None:
            yield _declared("hidden", found, item.place)
        elif _is_plain(program, found):
            yield _declared("plain", found)
    for graph in program.graphs:
        yield from _forbidden(program, graph)


def _declared(kind: str, found: Declared, item: Place | None = None) -> Misuse:
    channel = found.channel
    return Misuse(kind, found.place, channel.name, found.graphs, found.schema.name, channel, item)


def _hidden(run: Interpreter, channel: Channel) -> Metadata | None:
    """Give the manager in the annotation of a field that became a channel all the same."""
    if channel.kind in ("managed", "error", "unknown"):
        return None
    for part in walk(channel.field.type):
        for item in part.metadata if isinstance(part, Annotated) else ():
            if is_manager(run, item.value):
                return item
    return None


def _is_plain(program: Program, found: Declared) -> bool:
    """Tell whether a plain int or bool has the name of a managed value, is read, and nobody ever fills it."""
    channel = found.channel
    wanted = STEP_FIELDS.get(channel.name)
    plain = channel.kind == "LastValue" and wanted is not None and _is_bare(channel.type, wanted)
    if not plain or channel.field.has_default or found.schema.kind != "typeddict":
        return False
    return bool(found.graphs) and all(_only_read(program, graph, channel.name) for graph in found.graphs)


def _is_bare(type_: Type, wanted: str) -> bool:
    return isinstance(type_, Plain) and isinstance(type_.origin, External) and container_kind(type_) == wanted


def _only_read(program: Program, graph: Graph, key: str) -> bool:
    """Tell whether a key is read by `state[key]`, and neither a node nor the input is seen to fill it."""
    filled = any(
        update.write(key) is not None or not update.complete or update.parent
        for _, _, update in updates_of(program, graph)
    )
    known = graph.closed and all(node.kind == "function" for node in graph.nodes)
    return known and not filled and input_lacks(program, graph, key) and _is_read(program, graph, key)


def _is_read(program: Program, graph: Graph, key: str) -> bool:
    return any(
        reading.key == key and reading.style == "item" and is_state(reading.base)
        for summary in _summaries(program, graph)
        for reading in summary.readings
    )


def _summaries(program: Program, graph: Graph) -> Iterator[Summary]:
    for node in graph.nodes:
        yield from program.functions(node)
    for router in graph.routers:
        summary = program.summary(router.action)
        if summary is not None:
            yield summary


def _forbidden(program: Program, graph: Graph) -> Iterator[Misuse]:
    """Give the managed values of an input or output schema that is not the state schema itself."""
    seen = [] if graph.state is None else [graph.state.cls]
    for kind, schema in (("input", graph.input), ("output", graph.output)):
        if schema is None or graph.state is None or any(schema.cls is other for other in seen):
            continue
        seen.append(schema.cls)
        yield from (
            Misuse(kind, _place(schema, channel), channel.name, (graph,), schema.name, channel)
            for channel in channels_of(program.run, schema)
            if channel.kind == "managed"
        )


def _place(schema: Schema, channel: Channel) -> Place:
    """Give where a field's annotation stands; of a library's field the class that inherits it."""
    spelling = channel.field.spelling
    return spelling.place if spelling is not None else schema.place
