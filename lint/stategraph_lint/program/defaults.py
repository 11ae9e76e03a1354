"""The defaults of state fields, compared with what their channels start from."""

from __future__ import annotations

import ast

from stategraph_lint.program.class_fields import described
from stategraph_lint.program.constructors import EMPTY, called, is_class_variable
from stategraph_lint.program.functions import options
from stategraph_lint.program.payloads import given_to
from stategraph_lint.program.program import Program
from stategraph_lint.program.questions import Declared
from stategraph_lint.program.types import Annotated, Type, Wrapped
from stategraph_lint.program.values import (
    External,
    FunctionValue,
    Instance,
    Listing,
    Literal,
    Object,
    Result,
    Table,
    Value,
)

# Kinds of schemas of which nodes get a dict: nothing ever fills in a default.
_DICTS = frozenset({"typeddict", "class"})
_DISPLAYS = {"list": "[]", "tuple": "()", "set": "set()"}
_MORE = "something else"


def ignored_default(program: Program, found: Declared) -> str | None:
    """Say what a field really starts from, where that is not its default; None where it is, or may be.

    A reducer channel starts from `typ()`. Other channels of a dict state start without a value, those of models and
    dataclasses from the default.
    """
    if is_class_variable(found.channel.field.type):
        return None
    start = found.channel.start if found.channel.reduces else EMPTY
    default = default_of(program, found)
    if start is None or default is None or found.channel.kind in ("unknown", "error", "managed"):
        return None
    if start == EMPTY:
        return "the key is missing until it is written" if found.schema.kind in _DICTS else None
    if default in ("", start) or _equal(default, start) or _only_instances(found):
        return None
    return f"the channel starts from {start}"


def default_of(program: Program, found: Declared) -> str | None:
    """Give a field's default as Python text, `` where it has one that cannot be told; None where it has none.

    What is not empty and no plain literal is given as some text that no start value has.
    """
    field = found.channel.field
    given = _metadata_field(field.type) if found.schema.kind == "pydantic" and not field.has_default else field.call
    if not isinstance(given, Result):
        return _text(program, field.default) if field.default is not None else None
    default, has_default = described(given)
    if default is not None:
        return _text(program, default)
    named = dict(given.named)
    factory = named.get("default_factory") or named.get("factory")
    return _made(program, factory) if has_default and factory is not None else None


def _metadata_field(type_: Type) -> Value | None:
    """Give the `Field(...)` that stands in the metadata of an annotation."""
    while isinstance(type_, Wrapped):
        type_ = type_.inner
    for item in type_.metadata if isinstance(type_, Annotated) else ():
        value = item.value
        if (
            isinstance(value, Result)
            and isinstance(value.function, External)
            and value.function.name == "pydantic.Field"
        ):
            return value
    return None


def _made(program: Program, factory: Value) -> str:
    """Give what calling a factory gives."""
    if not isinstance(factory, FunctionValue):
        made = called(program.run, factory)
        return "" if made is None or made == EMPTY else made
    summary = program.summary(factory, ())
    if summary is None or summary.problem is not None or summary.function.node.parameters:
        return ""
    texts = {_text(program, option) for ending in summary.endings for option in options(ending.frozen or ending.value)}
    return texts.pop() if len(texts) == 1 else ""


def _text(program: Program, value: Value) -> str:
    if isinstance(value, Literal):
        return repr(value.value) if value.kind not in ("bytes", "ellipsis", "complex") else ""
    if isinstance(value, Listing):
        if value.items:
            return _MORE if any(item.must and not item.spread for item in value.items) else ""
        return _DISPLAYS.get(value.kind, "") if value.complete else ""
    if isinstance(value, Table):
        if value.entries:
            return _MORE if any(entry.must and entry.key is not None for entry in value.entries) else ""
        return "{}" if value.complete else ""
    if isinstance(value, Result) and not value.positional and not value.named:
        return _made(program, value.function)
    return ""


def _equal(left: str, right: str) -> bool:
    """Tell whether two texts are equal numbers, such as `0` and `0.0`."""
    try:
        one, other = ast.literal_eval(left), ast.literal_eval(right)
    except (SyntaxError, ValueError):
        return False
    return isinstance(one, (int, float)) and isinstance(other, (int, float)) and one == other


def _only_instances(found: Declared) -> bool:
    """Tell whether all visible runs of the graphs get an instance of a class, which brings its own defaults."""
    given = [value for graph in found.graphs for call in graph.record.calls if (value := given_to(call)) is not None]
    return bool(given) and all(_is_instance(option) for value, _ in given for option in options(value))


def _is_instance(value: Value) -> bool:
    return isinstance(value, Instance) or (isinstance(value, Object) and value.kind == "instance")
