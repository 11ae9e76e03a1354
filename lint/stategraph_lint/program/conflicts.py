"""Whether two channels of one key are the same to LangGraph, mirroring `BaseChannel.__eq__` and `_add_schema`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from stategraph_lint.facts import syntax as s
from stategraph_lint.facts.builtin_signatures import builtin_signature
from stategraph_lint.facts.libraries import ADD_MESSAGES, CHANNELS, LIBRARY_SIGNATURES
from stategraph_lint.facts.likeness import alike
from stategraph_lint.program import classes
from stategraph_lint.program.channels import Channel, channels_of
from stategraph_lint.program.graphs import Graph, SchemaUse
from stategraph_lint.program.interpreter import Interpreter
from stategraph_lint.program.types import Annotated, Metadata, Type, Wrapped
from stategraph_lint.program.values import (
    ClassValue,
    External,
    FunctionValue,
    Instance,
    Literal,
    Object,
    Partial,
    Result,
    Value,
)


class Verdict(Enum):
    """What comparing the channels of two schemas comes to."""

    SAME = "the same"
    DIFFERENT = "different"
    TAKEN_AS_SAME = "different, but a lambda makes them equal"
    NAMELESS = "the comparison raises AttributeError"
    UNKNOWN = "unknown"


@dataclass(frozen=True, eq=False, slots=True)
class Conflict:
    """A key whose channel in a schema added later is not what an earlier one made of it.

    `verdict` is DIFFERENT, TAKEN_AS_SAME or NAMELESS. `first` and `second` are the channels, with the schemas they are
    of.
    """

    graph: Graph
    verdict: Verdict
    first: Channel
    first_use: SchemaUse
    second: Channel
    second_use: SchemaUse


def conflicts(run: Interpreter, graph: Graph) -> Iterator[Conflict]:
    """Give the keys that LangGraph refuses, or takes from the first schema only, in the order it adds schemas."""
    known: dict[str, tuple[Channel, SchemaUse]] = {}
    added: list[Value] = []
    certain = True
    for use in graph.uses:
        schema = use.schema
        if any(classes.equal(schema.cls, cls) for cls in added):
            continue
        added.append(schema.cls)
        if schema.error is not None:
            return
        readable = schema.complete and use.certain
        for second in channels_of(run, schema) if readable else ():
            if second.name not in known:
                if certain:
                    known[second.name] = second, use
                continue
            first, first_use = known[second.name]
            verdict = compare(run, first, second)
            raised = verdict is Verdict.DIFFERENT and second.kind != "LastValue"
            if (raised or verdict in (Verdict.TAKEN_AS_SAME, Verdict.NAMELESS)) and _both(first_use, use):
                yield Conflict(graph, verdict, first, first_use, second, use)
        # What cannot be read may have brought any key.
        certain = certain and readable


def _both(first: SchemaUse, second: SchemaUse) -> bool:
    """Tell whether some path adds both schemas: calls that only some paths make may exclude each other."""
    return (
        first.role in ("state", "input", "output") or first.call is second.call or first.call.must or second.call.must
    )


# --- channels ------------------------------------------------------------------------------------------------

# What else is compared of a channel: a parameter's place (-1: by keyword only), its name and its default.
_SETTINGS = {
    "EphemeralValue": (1, "guard", True),
    "UntrackedValue": (1, "guard", True),
    "Topic": (1, "accumulate", False),
    "DeltaChannel": (-1, "snapshot_frequency", 100),
}
_PLAIN = frozenset({"LastValue", "LastValueAfterFinish", "AnyValue"})
_REDUCING = frozenset({"BinaryOperatorAggregate", "DeltaChannel"})


def compare(run: Interpreter, first: Channel, second: Channel) -> Verdict:
    """Tell what `first != second` gives, for channels of one key."""
    if first.field is second.field:
        return Verdict.SAME if first.kind not in _REDUCING else _reducers(run, first, second)
    kinds = first.kind, second.kind
    if not all(kind in _PLAIN or kind in _SETTINGS or kind in _REDUCING for kind in kinds):
        return Verdict.UNKNOWN
    if _is_custom(first) or _is_custom(second):
        return Verdict.UNKNOWN
    if first.kind != second.kind:
        return Verdict.DIFFERENT
    if first.kind in _SETTINGS:
        settings = _setting(first), _setting(second)
        if None in settings:
            return Verdict.UNKNOWN
        if settings[0] != settings[1]:
            return Verdict.DIFFERENT
    return _reducers(run, first, second) if first.kind in _REDUCING else Verdict.SAME


def _is_custom(channel: Channel) -> bool:
    item = _channel_item(channel)
    if item is None:
        return False
    made = item.value.function if isinstance(item.value, Result) else item.value
    return not (isinstance(made, External) and made.name in CHANNELS)


def _channel_item(channel: Channel) -> Metadata | None:
    """Give the metadata item that is the channel, or makes it."""
    return next((item for item in _metadata(channel.field.type) if item.place is channel.channel_place), None)


def _metadata(type_: Type) -> tuple[Metadata, ...]:
    while isinstance(type_, Wrapped):
        type_ = type_.inner
    return type_.metadata if isinstance(type_, Annotated) else ()


def _setting(channel: Channel) -> object | None:
    """Give the value of what is compared beside the class; None when it cannot be told."""
    position, name, default = _SETTINGS[channel.kind]
    item = _channel_item(channel)
    made = item.value if item is not None else None
    if not isinstance(made, Result):
        return default
    given = dict(made.named).get(name)
    if 0 <= position < len(made.positional):
        given = made.positional[position]
    if None in dict(made.named):
        return None
    if given is None:
        return default
    return given.value if isinstance(given, Literal) else None


# Words of code that gives an object a `__name__`.
_GIVING_NAMES = frozenset({"__name__", "__getattr__", "__getattribute__", "setattr", "update_wrapper", "__dict__"})


# --- reducers ------------------------------------------------------------------------------------------------


class _Name(Enum):
    """What `reducer.__name__` is."""

    LAMBDA = "<lambda>"
    OTHER = "another name"
    NONE = "AttributeError"
    UNKNOWN = "unknown"


def _reducers(run: Interpreter, first: Channel, second: Channel) -> Verdict:
    """Mirror `langgraph.channels.binop._operators_equal`, which looks at the second name only if it has to."""
    left, right = first.reducer, second.reducer
    if left is None or right is None:
        return Verdict.UNKNOWN
    same = is_same(first, second)
    name, asked = _name(run, left), first
    if name is _Name.OTHER:
        name, asked = _name(run, right), second
    if name is _Name.NONE:
        return Verdict.UNKNOWN if _named_later(asked) else Verdict.NAMELESS
    if name is _Name.LAMBDA:
        return {True: Verdict.SAME, False: Verdict.TAKEN_AS_SAME, None: Verdict.UNKNOWN}[same]
    if name is _Name.UNKNOWN or same is None:
        return Verdict.UNKNOWN
    return Verdict.SAME if same else Verdict.DIFFERENT


def _name(run: Interpreter, value: Value) -> _Name:
    if isinstance(value, FunctionValue):
        # functools.wraps copies the name.
        inner = value.wrapped
        if inner is not None:
            return _name(run, inner)
        return _Name.LAMBDA if isinstance(value.stub, s.Lambda) else _Name.OTHER
    if isinstance(value, Partial):
        return _Name.NONE
    if isinstance(value, External):
        known = value.name in LIBRARY_SIGNATURES or builtin_signature(value.name, run.target) is not False
        return _Name.OTHER if known else _Name.UNKNOWN
    if isinstance(value, ClassValue):
        return _Name.OTHER
    if isinstance(value, (Object, Instance)):
        return _instance_name(run, value)
    if isinstance(value, Result) and isinstance(value.function, External) and value.function.name == ADD_MESSAGES:
        return _Name.NONE
    return _Name.UNKNOWN


def _instance_name(run: Interpreter, value: Object | Instance) -> _Name:
    cls = value.cls if isinstance(value, Instance) else run.content(value).cls
    line = classes.mro(run, cls) if isinstance(cls, ClassValue) else []
    plain = all(_is_nameless(base) for base in line)
    return _Name.NONE if line and plain else _Name.UNKNOWN


def _is_nameless(base: Value) -> bool:
    """Tell whether the instances of a class are certain not to get a `__name__` from it."""
    if isinstance(base, ClassValue):
        return _GIVING_NAMES.isdisjoint(base.frame.scope.module.words_of(base.node))
    return isinstance(base, External) and base.name in ("builtins.object", "abc.ABC", "typing.Generic")


def _named_later(channel: Channel) -> bool:
    """Tell whether the module of a field has statements that may give an object a name."""
    spelling = channel.field.spelling
    if spelling is None:
        return False
    module = spelling.frame.scope.module
    return any(
        entry.kind in ("assign", "other") and not entry.names and not _GIVING_NAMES.isdisjoint(module.words(index))
        for index, entry in enumerate(module.outline)
    )


def is_same(first: Channel, second: Channel) -> bool | None:
    """Tell whether two channels have one reducer; lambdas that are spelled alike count as one. None for unknown."""
    left, right = first.reducer, second.reducer
    if left is right:
        return True
    one, other = _reducer_item(first), _reducer_item(second)
    if one is not None and other is not None and one.node is other.node:
        return True
    if isinstance(left, External) and isinstance(right, External):
        return _plain_name(left.name) == _plain_name(right.name)
    if isinstance(left, FunctionValue) and isinstance(right, FunctionValue):
        return _same_function(left, right, one, other)
    if isinstance(left, ClassValue) and isinstance(right, ClassValue):
        return classes.equal(left, right)
    definite = (External, FunctionValue, ClassValue, Partial)
    distinct = type(left) is not type(right) and isinstance(left, definite) and isinstance(right, definite)
    return False if distinct else None


def _plain_name(name: str) -> str:
    """Give one name for `operator.or_` and `operator.__or__`, which are one object."""
    module, _, short = name.rpartition(".")
    return f"{module}.{short.strip('_')}"


def _reducer_item(channel: Channel) -> Metadata | None:
    return next((item for item in _metadata(channel.field.type) if item.place is channel.reducer_place), None)


def _same_function(
    left: FunctionValue, right: FunctionValue, one: Metadata | None, other: Metadata | None
) -> bool | None:
    if isinstance(left.stub, s.Lambda) and isinstance(right.stub, s.Lambda):
        return left.frame.scope is right.frame.scope and alike(left.stub, right.stub)
    if left.stub is not right.stub:
        return False
    if left.self_value is not None or right.self_value is not None:
        return None
    if left.frame.kind in ("module", "class") and left.frame.scope is right.frame.scope:
        return True
    # Each call of a factory makes another function.
    calls = one is not None and other is not None and isinstance(one.node, s.Call) and isinstance(other.node, s.Call)
    return False if calls and left.frame is not right.frame else None
