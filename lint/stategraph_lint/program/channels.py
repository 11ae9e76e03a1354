"""Channels: what LangGraph makes of each field, mirroring `langgraph.graph.state._get_channel`."""

from __future__ import annotations

from dataclasses import dataclass

from stategraph_lint.program.interpreter import Interpreter
from stategraph_lint.program.schemas import Field, Schema
from stategraph_lint.program.types import Type
from stategraph_lint.program.values import Place, Value


@dataclass(frozen=True, eq=False, slots=True)
class Channel:
    """What one field becomes.

    `kind` is the channel class's name, `managed`, `error` or `unknown` (see facts.tables.ChannelRow, which this is
    shown as). `type` is the field's type without Annotated, Required and NotRequired around it. `reducer` is the
    reducer's value, `reducer_place` where it stands in the annotation. `start` is the start value as Python text,
    `empty`, or None where it cannot be told. `error` is the exception that building the channel raises.
    `channel_place` is where a channel class or instance stands in the annotation.
    """

    field: Field
    kind: str
    type: Type
    reducer: Value | None = None
    reducer_place: Place | None = None
    start: str | None = None
    error: str | None = None
    channel_place: Place | None = None

    @property
    def name(self) -> str:
        """The key."""
        return self.field.name

    @property
    def reduces(self) -> bool:
        """Whether updates go through a reducer."""
        return self.kind == "BinaryOperatorAggregate"


def channel_of(run: Interpreter, field: Field) -> Channel:
    """Give what `langgraph.graph.state._get_channel` makes of a field."""
    from stategraph_lint.program.channel_reader import read

    return read(run, field)


def channels_of(run: Interpreter, schema: Schema) -> tuple[Channel, ...]:
    """Give the channels of a schema in the order `_get_channels` gives them: managed values last."""
    from stategraph_lint.program.channel_reader import read_all

    return read_all(run, schema)
