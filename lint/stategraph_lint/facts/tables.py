"""The channel table as people and programs see it."""

from __future__ import annotations

import msgspec


class ChannelRow(msgspec.Struct, frozen=True):
    """What one state field becomes.

    `channel` is the name of the channel class (`LastValue`, `BinaryOperatorAggregate`, ...), `managed` for a managed
    value, `error` when building the channel raises, `unknown` when it cannot be told. `value_type` and `update_type`
    are types as text. `start` is the start value as Python text, `empty` where the channel starts without one, None
    where it cannot be told. `reducer` is the reducer's `__name__` (`add`, `<lambda>`), None where there is none or it
    has no name. `checkpoint` says what a msgpack checkpoint does with a value: `kept`, `changed: tuple -> list`,
    `fails: function`, or `unknown`. `error` is the exception, such as `ValueError: Invalid reducer signature`.
    """

    field: str
    channel: str
    value_type: str
    update_type: str
    start: str | None
    reducer: str | None
    checkpoint: str
    path: str
    line: int
    column: int
    error: str | None = None


class SchemaTable(msgspec.Struct, frozen=True):
    """The channels of one schema, in the order LangGraph makes them.

    `kind` is typeddict, dataclass, pydantic or class. `error` is the exception that `StateGraph(schema)` raises, None
    where it raises none. `graphs` are the names of the builders that use the schema. `complete` is false when a base
    class could not be read.
    """

    name: str
    kind: str
    path: str
    line: int
    rows: tuple[ChannelRow, ...]
    graphs: tuple[str, ...] = ()
    error: str | None = None
    complete: bool = True
