"""The channel table of a schema, for people and for programs."""

from __future__ import annotations

from collections.abc import Callable

from stategraph_lint.facts import syntax as s
from stategraph_lint.facts.libraries import LIBRARY_NAMES
from stategraph_lint.facts.tables import ChannelRow, SchemaTable
from stategraph_lint.program.channels import Channel, channels_of
from stategraph_lint.program.interpreter import Interpreter
from stategraph_lint.program.schemas import Schema
from stategraph_lint.program.serializer import checkpoint
from stategraph_lint.program.types import describe, name_of
from stategraph_lint.program.values import ClassValue, External, FunctionValue, TypeExpression, Value

_OPERATOR_WORDS = frozenset({"and", "or", "not", "is"})


def table(
    run: Interpreter, schema: Schema, graphs: tuple[str, ...] = (), shown: Callable[[str], str] = str
) -> SchemaTable:
    """Give the channels of a schema as rows, in the order LangGraph makes them.

    Where `StateGraph(schema)` raises, the rows are in the order of the fields. `graphs` are the names of the builders
    that use the schema, `shown` gives a path as it is shown.
    """
    channels = channels_of(run, schema)
    broken = [channel.error for channel in _declared(schema, channels) if channel.error]
    error = schema.error or (broken[0] if broken else None)
    rows = tuple(_row(run, channel, shown) for channel in (_declared(schema, channels) if error else channels))
    place = schema.place
    return SchemaTable(
        schema.name, schema.kind, shown(place.path), place.span.line, rows, graphs, error, schema.complete
    )


def _declared(schema: Schema, channels: tuple[Channel, ...]) -> list[Channel]:
    order = {id(field): index for index, field in enumerate(schema.fields)}
    return sorted(channels, key=lambda channel: order.get(id(channel.field), 0))


def _row(run: Interpreter, channel: Channel, shown: Callable[[str], str]) -> ChannelRow:
    place = channel.field.place
    value = describe(channel.type)
    update = f"{value} | list[{value}]" if channel.kind == "Topic" else value
    return ChannelRow(
        field=channel.name,
        channel=channel.kind,
        value_type=value,
        update_type=update,
        start=channel.start,
        reducer=reducer_name(channel.reducer) if channel.reduces and channel.reducer is not None else None,
        checkpoint=checkpoint(run, channel.type),
        path=shown(place.path),
        line=place.span.line,
        column=place.span.column,
        error=channel.error,
    )


def reducer_name(value: Value) -> str | None:
    """Give the `__name__` of a reducer; None for what has none, such as a partial or a callable instance."""
    if isinstance(value, FunctionValue):
        return reducer_name(value.wrapped) if value.wrapped is not None else value.name
    if isinstance(value, External):
        return LIBRARY_NAMES.get(value.name) or _outside_name(value.name)
    if isinstance(value, ClassValue) or (isinstance(value, TypeExpression) and isinstance(value.node, s.Call)):
        return name_of(value)
    return None


def _outside_name(name: str) -> str:
    module, _, short = name.rpartition(".")
    if module == "operator" and short.startswith("__"):
        # `operator.__add__` is `operator.add`.
        plain = short.strip("_")
        return f"{plain}_" if plain in _OPERATOR_WORDS else plain
    return short
