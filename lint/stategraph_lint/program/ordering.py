"""Where the order of what a reducer gives comes from a set."""

from __future__ import annotations

from collections.abc import Iterator

from stategraph_lint.program import access, classes
from stategraph_lint.program.class_kinds import decorator_calls
from stategraph_lint.program.field_types import container_kind, element_type, is_message
from stategraph_lint.program.functions import options
from stategraph_lint.program.interpreter import Interpreter
from stategraph_lint.program.parts import parts
from stategraph_lint.program.reducing import Reducing
from stategraph_lint.program.schemas import read_schema
from stategraph_lint.program.types import Plain, Type
from stategraph_lint.program.values import (
    Choice,
    ClassValue,
    CopyOf,
    ElementOf,
    Generated,
    Item,
    Listing,
    Object,
    Operation,
    Parameter,
    Place,
    SliceOf,
    Table,
    Unknown,
    Value,
    Words,
)

_UNHASHABLE = frozenset({"list", "dict", "set", "deque", "bytearray"})


def unordered(run: Interpreter, reducing: Reducing) -> Iterator[tuple[Place, Value]]:
    """Give the places where a result takes its order from a set, each with the set."""
    seen: set[object] = set()
    for ending in reducing.summary.endings:
        for result in options(ending.frozen or ending.value):
            for place, source in _ordered(run, result, ending.place):
                found = _iterated(reducing, source) or place
                if (found.path, found.span) not in seen:
                    seen.add((found.path, found.span))
                    yield found, source


def _iterated(reducing: Reducing, source: Value) -> Place | None:
    """Give where a loop goes through a set; None where none does."""
    built = _built(source)
    for event in reducing.summary.events:
        if event.kind == "iterates" and _built(event.value) is built:
            return reducing.blamed(event)
    return None


def _built(source: Value) -> Place | None:
    """Give where a set was built; None for what operators on sets give."""
    return source.place if isinstance(source, (Listing, Object)) else None


def _ordered(run: Interpreter, value: Value, place: Place) -> Iterator[tuple[Place, Value]]:
    """Give the sets that a value has its order from, or that of something it holds."""
    if isinstance(value, Listing) and value.kind != "set":
        for item in value.items:
            yield from _item(run, item, item.place or value.place)
    elif isinstance(value, Table):
        for entry in value.entries:
            yield from _ordered(run, entry.value, entry.value_place or place)
    else:
        for source in _sources(value):
            yield from _spread(run, source, place)
        for inner in _members(value):
            yield from _ordered(run, inner, place)


def _sources(value: Value) -> tuple[Value, ...]:
    """Give what a value goes through, item by item."""
    if isinstance(value, Generated) and value.kind in ("list", "generator"):
        return value.sources
    return value.parts if isinstance(value, Words) else ()


def _members(value: Value) -> tuple[Value, ...]:
    """Give the values whose order a value has."""
    if isinstance(value, (SliceOf, CopyOf)):
        return (value.base,)
    if isinstance(value, Operation) and value.operator == "+":
        return value.operands
    return value.options if isinstance(value, Choice) else ()


def _item(run: Interpreter, item: Item, place: Place) -> Iterator[tuple[Place, Value]]:
    if item.spread:
        yield from _spread(run, item.value, place)
        return
    for part in _shown(item.value):
        if isinstance(part, ElementOf) and access.is_unordered(run, part.base):
            yield place, part.base
            return
    yield from _ordered(run, item.value, place)


def _spread(run: Interpreter, value: Value, place: Place) -> Iterator[tuple[Place, Value]]:
    if access.is_unordered(run, value):
        yield place, value
    else:
        yield from _ordered(run, value, place)


def _shown(value: Value) -> Iterator[Value]:
    """Give what a value is made of, but for what was put in order."""
    if not isinstance(value, Operation) or value.operator != "sorted":
        yield from parts(value)


def unhashable(run: Interpreter, reducing: Reducing, source: Value, declared: Type) -> bool:
    """Tell whether a set takes in the items of the field as they are, and these cannot be in a set."""
    element = element_type(declared)
    if element is None or not _is_unhashable(run, element):
        return False
    return any(_takes_items(part, reducing.summary.parameters) for part in parts(source))


def _takes_items(value: Value, parameters: tuple[Parameter, ...]) -> bool:
    if isinstance(value, Generated) and value.kind == "set":
        return isinstance(value.element, ElementOf) and _from(value.element.base, parameters)
    if not isinstance(value, Listing) or value.kind != "set":
        return False
    return any(item.spread and _from(item.value, parameters) for item in value.items)


def _from(value: Value, parameters: tuple[Parameter, ...]) -> bool:
    if isinstance(value, Operation) and value.operator == "+":
        return any(_from(operand, parameters) for operand in value.operands)
    if isinstance(value, Listing):
        return any(item.spread and _from(item.value, parameters) for item in value.items)
    return any(option is parameter for option in options(value) for parameter in parameters)


def _is_unhashable(run: Interpreter, declared: Type) -> bool:
    if is_message(declared) or container_kind(declared) in _UNHASHABLE:
        return True
    if not isinstance(declared, Plain) or not isinstance(declared.origin, ClassValue):
        return False
    schema = read_schema(run, declared.origin)
    if isinstance(schema, Unknown) or schema.kind == "class":
        return False
    return schema.kind == "typeddict" or not _may_hash(run, declared.origin)


def _may_hash(run: Interpreter, cls: ClassValue) -> bool:
    """Tell whether a model or dataclass may be hashable: frozen, compared by identity, or with a hash of its own."""
    if any(classes.member(run, cls, name) is not None for name in ("__hash__", "model_config", "Config")):
        return True
    named = [set(call) for _, call in decorator_calls(run, cls)]
    return any(call & {"frozen", "unsafe_hash", "eq"} for call in named) or any(
        argument.keyword == "frozen" for argument in cls.node.arguments
    )
