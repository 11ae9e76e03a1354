"""Tell channels from all else in the metadata of an annotation."""

from __future__ import annotations

from enum import Enum

from stategraph_lint.facts.builtin_signatures import builtin_signature
from stategraph_lint.facts.libraries import ADD_MESSAGES, BASE_CHANNEL, CHANNELS, KNOWN, LIBRARY_SIGNATURES
from stategraph_lint.facts.library_schemas import MARKERS
from stategraph_lint.facts.typing_names import CLASS_PACKAGES
from stategraph_lint.program import classes
from stategraph_lint.program.interpreter import Interpreter
from stategraph_lint.program.values import (
    Choice,
    ClassValue,
    External,
    FunctionValue,
    Generated,
    Instance,
    Listing,
    Literal,
    ModuleValue,
    Object,
    Operation,
    Partial,
    Result,
    Table,
    TypeExpression,
    Value,
    Words,
)

_CHANNEL_CLASSES = CHANNELS | {BASE_CHANNEL}
_PLAIN = (
    FunctionValue,
    Generated,
    Listing,
    Literal,
    ModuleValue,
    Operation,
    Partial,
    Table,
    TypeExpression,
    Words,
)
_SAFE_PACKAGES = (CLASS_PACKAGES | {"annotated_types", "typing_extensions"}) - {"langgraph"}


class Role(Enum):
    """What a metadata item is: a channel class, a channel instance, neither, or one cannot tell."""

    CLASS = "class"
    INSTANCE = "instance"
    NONE = "none"
    DOUBT = "doubt"


def channel_role(run: Interpreter, value: Value) -> Role:
    """Tell what a metadata item is to `langgraph.graph.state._is_field_channel`."""
    value = run.forced(value)
    if isinstance(value, _PLAIN):
        return Role.NONE
    if isinstance(value, External):
        return Role.CLASS if value.name in _CHANNEL_CLASSES else _outside(run, value.name)
    if isinstance(value, ClassValue):
        return _class(run, value)
    if isinstance(value, Result):
        return _made(run, value.function)
    if isinstance(value, (Object, Instance)):
        return _object(run, value)
    if isinstance(value, Choice):
        roles = {channel_role(run, option) for option in value.options}
        return roles.pop() if roles == {Role.NONE} else Role.DOUBT
    return Role.DOUBT


def _outside(run: Interpreter, name: str) -> Role:
    known = (
        "." not in name
        or name.startswith("langgraph.managed.")
        or name in KNOWN
        or name in LIBRARY_SIGNATURES
        or name in MARKERS
    )
    if known or name.partition(".")[0] in _SAFE_PACKAGES or builtin_signature(name, run.target) is not False:
        return Role.NONE
    # A function of an installed package is neither a channel nor one of its classes.
    return Role.NONE if run.modules.installed.signature(name) is not None else Role.DOUBT


def _class(run: Interpreter, value: ClassValue) -> Role:
    for base in classes.mro(run, value):
        if isinstance(base, External) and base.name in _CHANNEL_CLASSES:
            return Role.CLASS
        if isinstance(base, (ClassValue, TypeExpression)):
            continue
        if not isinstance(base, External) or _outside(run, base.name) is Role.DOUBT:
            return Role.DOUBT
    return Role.NONE


def _made(run: Interpreter, function: Value) -> Role:
    """Tell what a call gives."""
    if isinstance(function, TypeExpression):
        function = classes.origin(run, function)
    if not isinstance(function, External):
        return Role.DOUBT
    if function.name in _CHANNEL_CLASSES:
        return Role.INSTANCE
    return Role.NONE if function.name == ADD_MESSAGES else _outside(run, function.name)


def _object(run: Interpreter, value: Object | Instance) -> Role:
    cls = value.cls if isinstance(value, Instance) else run.content(value).cls
    if isinstance(value, Object) and value.kind != "instance":
        return Role.NONE
    role = channel_role(run, cls) if cls is not None else Role.DOUBT
    return Role.INSTANCE if role is Role.CLASS else role
