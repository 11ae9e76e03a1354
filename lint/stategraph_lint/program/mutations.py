"""Which changes of a function's arguments are provably changes in place."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from stategraph_lint.facts import syntax as s
from stategraph_lint.program.class_kinds import decorator_calls
from stategraph_lint.program.field_types import container_kind, is_message, without_none
from stategraph_lint.program.functions import Summary, root
from stategraph_lint.program.interpreter import Interpreter
from stategraph_lint.program.schemas import Schema, read_schema
from stategraph_lint.program.traces import Mutation
from stategraph_lint.program.types import Plain, Special, Type
from stategraph_lint.program.values import (
    ClassValue,
    ElementOf,
    FieldOf,
    FunctionValue,
    ItemOf,
    Literal,
    Parameter,
    Place,
    Table,
    Unknown,
    Value,
)

MUTABLE = frozenset({"list", "dict", "set", "deque", "bytearray"})
# What changes its object whatever its type: methods that only containers have, and functions of the standard library.
_SURE = frozenset(
    "append extend insert appendleft extendleft setdefault popitem popleft heapify heappop heappush heappushpop "
    "heapreplace insort insort_left insort_right shuffle".split()
)
# What assigns keys or attributes of the whole state.
ASSIGNING = frozenset({"[]=", ".=", "setdefault", "update", "|="})
_SEQUENCES = frozenset({"list", "set", "tuple", "deque"})


@dataclass(frozen=True, eq=False, slots=True)
class Change:
    """One change of something that an argument holds.

    `parameter` is the argument, `steps` lead from it to what is changed (none: the argument itself), `how` is the
    operation, `place` where the function itself does it or calls what does.
    """

    parameter: Parameter
    steps: tuple[Value, ...]
    how: str
    place: Place
    mutation: Mutation


def assigned_keys(change: Change) -> list[str]:
    """Give the keys that a change of a whole state assigns."""
    key, value = change.mutation.key, change.mutation.value
    named = isinstance(key, Literal) and isinstance(key.value, str)
    keys = [entry.key for entry in value.entries] if isinstance(value, Table) and not named else [key]
    return [one.value for one in keys if isinstance(one, Literal) and isinstance(one.value, str)]


def changes(run: Interpreter, summary: Summary, declared: Type | None) -> Iterator[Change]:
    """Give the changes in place of a function's arguments, each place once; `declared` is the arguments' type."""
    seen: set[tuple[str, s.Span]] = set()
    for change in parts_changed(summary):
        type_ = inner_type(run, declared, change.steps)
        key = (change.place.path, change.place.span)
        meant = change.mutation.for_effect and _is_open(type_)
        if key not in seen and (meant or is_change(change.how, type_)):
            seen.add(key)
            yield change


def _is_open(declared: Type | None) -> bool:
    """Tell whether nothing is known of a value: a method called for its effect alone then changes it."""
    inner = without_none(declared) if declared is not None else None
    return inner is None or (isinstance(inner, Special) and inner.name == "typing.Any")


def parts_changed(summary: Summary) -> Iterator[Change]:
    """Give every operation on a part of an argument that may change it in place."""
    for mutation in summary.mutations:
        found = root(mutation.target)
        if found is not None:
            parameter, steps = found
            yield Change(parameter, steps, mutation.how, blamed(summary, mutation.place, mutation.via), mutation)


def blamed(summary: Summary, place: Place, via: tuple[Place, ...]) -> Place:
    """Give the expression of the function that led, by the calls `via`, to what happened at a place.

    Of a decorated function it is that in the function below.
    """
    function = summary.function
    while via and isinstance(function.wrapped, FunctionValue) and _inside(via[0], function):
        via, function = via[1:], function.wrapped
    return via[0] if via and not _inside(place, function) else place


def _inside(place: Place, function: FunctionValue) -> bool:
    span = function.node.span
    return place.path == function.frame.path and span.line <= place.span.line <= span.end_line


def is_change(how: str, declared: Type | None) -> bool:
    """Tell whether an operation on a value of a type (None: not known) surely changes it in place.

    `how` is a method's name, `[]=`, `.=`, `del`, or an operator such as `+=`, which only rebinds what cannot change.
    """
    if how in ("[]=", "del", ".="):
        return True
    if declared is not None and isinstance(without_none(declared), Plain):
        return container_kind(declared) in MUTABLE
    kind = container_kind(declared) if declared is not None else None
    return kind in MUTABLE if kind is not None or how.endswith("=") else how in _SURE


def inner_type(run: Interpreter, declared: Type | None, steps: tuple[Value, ...]) -> Type | None:
    """Give the type of what some steps lead to inside a value of a type; None where it cannot be told."""
    for step in steps:
        if declared is None:
            return None
        declared = _inner(run, without_none(declared), step)
    return declared


def _inner(run: Interpreter, declared: Type, step: Value) -> Type | None:
    if not isinstance(declared, Plain):
        return None
    if isinstance(declared.origin, ClassValue):
        return _field(run, declared.origin, step.key) if isinstance(step, FieldOf) else None
    kind = container_kind(declared)
    if kind == "dict" and len(declared.arguments) == 2 and _is_value(step):
        return declared.arguments[1]
    if kind in _SEQUENCES and declared.arguments and isinstance(step, (ItemOf, ElementOf)):
        return declared.arguments[0]
    return None


def _is_value(step: Value) -> bool:
    return isinstance(step, (ItemOf, ElementOf)) or (isinstance(step, FieldOf) and step.style != "attribute")


def _field(run: Interpreter, cls: ClassValue, name: str) -> Type | None:
    schema = read_schema(run, cls)
    found = schema.field(name) if not isinstance(schema, Unknown) else None
    return found.type if found is not None else None


def is_copied(run: Interpreter, schema: Schema | None, steps: tuple[Value, ...]) -> bool:
    """Tell whether what some steps lead to in a state may be the node's own.

    pydantic builds every list, dict and set anew when it validates the state of a node, and hands on objects as they
    are. No other kind of schema copies anything.
    """
    if schema is None or not steps or not isinstance(steps[0], FieldOf) or not validates(run, schema):
        return False
    found = schema.field(steps[0].key)
    declared = found.type if found is not None else None
    return not any(_is_handed_on(run, inner_type(run, declared, steps[1:end])) for end in range(1, len(steps) + 1))


def validates(run: Interpreter, schema: Schema) -> bool:
    """Tell whether pydantic validates the state of a node with a schema."""
    cls = schema.cls
    decorated = [name for name, _ in decorator_calls(run, cls)] if isinstance(cls, ClassValue) else []
    return schema.kind == "pydantic" or "pydantic.dataclasses.dataclass" in decorated


def _is_handed_on(run: Interpreter, declared: Type | None) -> bool:
    if declared is None:
        return False
    inner = without_none(declared)
    if isinstance(inner, Plain) and isinstance(inner.origin, ClassValue):
        schema = read_schema(run, inner.origin)
        return isinstance(schema, Unknown) or schema.kind != "typeddict"
    untyped = isinstance(inner, Special) and inner.name == "typing.Any"
    return untyped or is_message(inner) or (isinstance(inner, Plain) and container_kind(inner) is None)
