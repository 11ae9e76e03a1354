"""Turn fields into channels, mirroring `langgraph.graph.state._get_channel` step by step."""

from __future__ import annotations

from stategraph_lint.facts.libraries import (
    BASE_CHANNEL,
    BINARY_OPERATOR,
    MANAGED_VALUE,
    MANAGED_VALUES,
)
from stategraph_lint.facts.typing_names import is_class_name
from stategraph_lint.program import classes
from stategraph_lint.program.channel_items import Role, channel_role
from stategraph_lint.program.channels import Channel
from stategraph_lint.program.interpreter import Interpreter
from stategraph_lint.program.schemas import Field, Schema
from stategraph_lint.program.signatures import count, is_callable
from stategraph_lint.program.start_values import start_of
from stategraph_lint.program.type_reader import type_of_value
from stategraph_lint.program.types import (
    Annotated,
    Metadata,
    Plain,
    Special,
    Type,
    Unclear,
    Union,
    Wrapped,
    describe,
    failure,
    name_of,
)
from stategraph_lint.program.values import ClassValue, External, Instance, Object, Result, TypeExpression, Value

_KEYS = ("Required", "NotRequired")
# Channel classes that cannot be made from a type alone, with what the attempt raises.
_INCOMPLETE = {
    BINARY_OPERATOR: "missing 1 required positional argument: 'operator'",
    "langgraph.channels.NamedBarrierValue": "missing 1 required positional argument: 'names'",
    "langgraph.channels.NamedBarrierValueAfterFinish": "missing 1 required positional argument: 'names'",
    BASE_CHANNEL: "Can't instantiate abstract class BaseChannel",
}
_DELTA = "langgraph.channels.DeltaChannel"


def read(run: Interpreter, field: Field, *, allow_managed: bool = True) -> Channel:
    """Give the channel of a field; see `channels.channel_of`."""
    type_ = field.type
    plain = bare_key(type_)
    error = failure(type_)
    if error is not None:
        return Channel(field, "error", plain, error=error)
    if isinstance(type_, Wrapped) and type_.kind in _KEYS:
        type_ = type_.inner
    if _is_managed(run, type_):
        if allow_managed:
            return Channel(field, "managed", plain)
        return Channel(field, "error", plain, error=f"ValueError: This {describe(type_)} not allowed in this position")
    if isinstance(type_, Annotated):
        return _annotated(run, field, type_, plain)
    return Channel(field, "unknown" if may_hide_metadata(type_) else "LastValue", plain, start=_start(type_))


def _start(type_: Type) -> str | None:
    return None if may_hide_metadata(type_) else "empty"


def read_all(run: Interpreter, schema: Schema) -> tuple[Channel, ...]:
    """Give the channels of a schema; see `channels.channels_of`."""
    if schema.root is not None:
        field = Field("__root__", schema.root, schema.place, None, schema.cls)
        return (read(run, field, allow_managed=False),)
    found = [read(run, field) for field in schema.fields]
    return (*(item for item in found if item.kind != "managed"), *(item for item in found if item.kind == "managed"))


def bare_key(type_: Type) -> Type:
    """Give a type without Annotated, Required and NotRequired around it."""
    while isinstance(type_, Annotated) or (isinstance(type_, Wrapped) and type_.kind in _KEYS):
        type_ = type_.inner
    return type_


def may_hide_metadata(type_: Type) -> bool:
    """Tell whether a type may really be an alias of `Annotated[...]` that could not be read."""
    if isinstance(type_, Unclear):
        return True
    return isinstance(type_, Plain) and isinstance(type_.origin, External) and not is_class_name(type_.origin.name)


# --- managed values ------------------------------------------------------------------------------------------


def _is_managed(run: Interpreter, type_: Type) -> bool:
    """Mirror `_is_field_managed_value`: the last metadata item, here or in the first argument of the type."""
    inner: Type | None = type_
    while inner is not None:
        if isinstance(inner, Annotated) and is_manager(run, inner.metadata[-1].value):
            return True
        inner = _first_argument(inner)
    return False


def is_manager(run: Interpreter, value: Value) -> bool:
    """Tell whether a metadata item is the class of a managed value."""
    # `get_origin(item) or item`: a subscripted manager counts as well.
    if isinstance(value, TypeExpression):
        value = classes.origin(run, value)
    if isinstance(value, External):
        return value.name in MANAGED_VALUES and value.name.endswith("Manager")
    return isinstance(value, ClassValue) and classes.has_base(run, value, MANAGED_VALUES | {MANAGED_VALUE})


def _first_argument(type_: Type) -> Type | None:
    """Give `get_args(type)[0]` where `get_origin(type)` is something."""
    if isinstance(type_, Annotated):
        return type_.inner
    if isinstance(type_, Wrapped):
        return None if type_.kind == "InitVar" else type_.inner
    if isinstance(type_, Union):
        return type_.options[0]
    if isinstance(type_, Special) and type_.name == "parameters":
        return None  # a plain list
    if isinstance(type_, (Plain, Special)) and type_.arguments:
        return type_.arguments[0]
    return None


# --- metadata ------------------------------------------------------------------------------------------------


def _annotated(run: Interpreter, field: Field, type_: Annotated, plain: Type) -> Channel:
    for item in type_.metadata:
        role = channel_role(run, item.value)
        if role is Role.DOUBT:
            return Channel(field, "unknown", plain)
        if role is not Role.NONE:
            return _channel(run, field, type_, item, role, plain)
    return _reducer(run, field, type_, plain)


def _channel(run: Interpreter, field: Field, type_: Annotated, item: Metadata, role: Role, plain: Type) -> Channel:
    """Give the channel that a channel class or instance in the metadata makes."""
    value = item.value
    if role is Role.CLASS:
        name = value.name if isinstance(value, External) else ""
        if name in _INCOMPLETE:
            short = name_of(value)
            return Channel(field, "error", plain, error=f"TypeError: {short}.__init__() {_INCOMPLETE[name]}")
        if isinstance(value, ClassValue) and classes.member(run, value, "__init__") is not None:
            return Channel(field, "unknown", plain)
        return Channel(field, name_of(value), plain, start="empty", channel_place=item.place)
    return _instance(run, field, item, plain)


def _instance(run: Interpreter, field: Field, item: Metadata, plain: Type) -> Channel:
    value = run.freeze(item.value) if isinstance(item.value, Object) else item.value
    if isinstance(value, Instance):
        return Channel(field, name_of(value.cls), plain, channel_place=item.place)
    assert isinstance(value, Result)
    assert isinstance(value.function, External)
    name, arguments = value.function.name, [*value.positional]
    named = dict(value.named)
    if name == BINARY_OPERATOR:
        typ = arguments[0] if arguments else named.get("typ")
        reducer = arguments[1] if len(arguments) > 1 else named.get("operator")
        start = start_of(run, type_of_value(run, typ)) if typ is not None else None
        return Channel(field, name_of(value.function), plain, reducer, item.place, start, channel_place=item.place)
    reducer = (arguments[0] if arguments else named.get("reducer")) if name == _DELTA else None
    place = item.place if reducer is not None else None
    return Channel(field, name_of(value.function), plain, reducer, place, "empty", channel_place=item.place)


def _reducer(run: Interpreter, field: Field, type_: Annotated, plain: Type) -> Channel:
    """Mirror `_is_field_binop`: the last metadata item, when it is callable."""
    item = type_.metadata[-1]
    called = is_callable(run, item.value)
    if called is None:
        return Channel(field, "unknown", plain)
    if not called:
        return Channel(field, "LastValue", plain, start="empty")
    signature = count(run, item.value)
    if not signature.known:
        return Channel(field, "unknown", plain, item.value, item.place)
    if signature.error is not None:
        return Channel(field, "error", plain, item.value, item.place, error=signature.error)
    if signature.positional != 2:
        error = f"ValueError: Invalid reducer signature. Expected (a, b) -> c. Got {signature.text}"
        return Channel(field, "error", plain, item.value, item.place, error=error)
    start = start_of(run, type_.inner)
    return Channel(field, "BinaryOperatorAggregate", plain, item.value, item.place, start)


__all__ = ["bare_key", "is_manager", "may_hide_metadata", "read", "read_all"]
