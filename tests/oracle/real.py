"""What the installed LangGraph makes of a schema module."""

from __future__ import annotations

import itertools
import sys
import types
import typing
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import PurePath
from typing import NamedTuple
from unittest import mock

import langgraph.graph
from langgraph.channels.base import BaseChannel
from langgraph.graph.state import StateGraph, _get_channel

_NUMBERS = itertools.count(1)
_BUILTIN = (bool, int, float, complex, str, bytes, bytearray, list, dict, tuple, set, frozenset, type(None))


class Field(NamedTuple):
    """What one field becomes; `error` is the name of the exception that its channel raises."""

    channel: str
    start: str | None
    reducer: str | None
    error: str | None = None


class Outcome(NamedTuple):
    """What a schema becomes; `error` is the exception of `StateGraph(schema)`.

    The fields of a schema that raises are those of its annotations, each tried alone; there are none where the
    annotations cannot be read.
    """

    error: str | None
    fields: dict[str, Field]


def real_outcome(source: str) -> Outcome:
    """Run a module for real and give what `StateGraph` does with the schema handed to it."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with _schema_of(source) as schema:
            return outcome_of_schema(schema)


def outcome_of_schema(schema: typing.Any) -> Outcome:
    """Give what `StateGraph` does with a schema."""
    try:
        graph = StateGraph(schema)
    except Exception as raised:  # noqa: BLE001
        return Outcome(_named(raised), _fields_alone(schema))
    order = graph.schemas[schema]
    return Outcome(None, {name: _field(kept) for name, kept in order.items()})


@contextmanager
def _schema_of(source: str) -> Iterator[typing.Any]:
    """Run a module and give the schema it hands to `StateGraph`; the module stays importable meanwhile."""
    name = f"generated_{next(_NUMBERS)}"
    module = types.ModuleType(name)
    handed: list[typing.Any] = []
    sys.modules[name] = module
    try:
        with mock.patch.object(langgraph.graph, "StateGraph", handed.append):
            exec(compile(source, f"{name}.py", "exec", dont_inherit=True), module.__dict__)
        yield handed[0]
    finally:
        del sys.modules[name]


def _fields_alone(schema: typing.Any) -> dict[str, Field]:
    """Try each field of a schema that raises by itself."""
    try:
        hints = typing.get_type_hints(schema, include_extras=True)
    except Exception:  # noqa: BLE001
        return {}
    return {name: _tried(name, hint) for name, hint in hints.items()}


def _tried(name: str, hint: typing.Any) -> Field:
    """Give what one annotation becomes, or the exception it raises."""
    try:
        return _field(_get_channel(name, hint))
    except Exception as raised:  # noqa: BLE001
        return Field("error", None, None, _named(raised))


def _field(kept: typing.Any) -> Field:
    """Describe a channel or managed value."""
    if not isinstance(kept, BaseChannel):
        return Field("managed", None, None)
    start = start_text(kept.get()) if kept.is_available() else "empty"
    return Field(type(kept).__name__, start, getattr(getattr(kept, "operator", None), "__name__", None))


def start_text(value: object) -> str:
    """Write a start value: as its repr where it is of a builtin type, else as a call of its class."""
    if isinstance(value, PurePath):
        return "Path()"
    return repr(value) if type(value) in _BUILTIN else f"{type(value).__name__}()"


def _named(raised: Exception) -> str:
    """Give the name of an exception with the beginning of its text."""
    return f"{type(raised).__name__}: {str(raised)[:60]}"
