"""What values are made of."""

from __future__ import annotations

from collections.abc import Iterator

from stategraph_lint.program.values import (
    Changed,
    Choice,
    CopyOf,
    Coroutine,
    ElementOf,
    FieldOf,
    Generated,
    Instance,
    ItemOf,
    Listing,
    Operation,
    Partial,
    Result,
    SliceOf,
    Table,
    Value,
    Words,
)

MAX_DEPTH = 20


def parts(value: Value, depth: int = 0) -> Iterator[Value]:
    """Give a value and all it is made of."""
    yield value
    if depth < MAX_DEPTH:
        for inner in _inner(value):
            yield from parts(inner, depth + 1)


def _inner(value: Value) -> Iterator[Value]:
    if isinstance(value, (Operation, Choice, Words)):
        yield from value.operands if isinstance(value, Operation) else _options(value)
    elif isinstance(value, (FieldOf, ElementOf, SliceOf, CopyOf)):
        yield value.base
    elif isinstance(value, ItemOf):
        yield from (value.base, value.index)
    elif isinstance(value, Listing):
        yield from (item.value for item in value.items)
    elif isinstance(value, (Table, Changed)):
        yield from (value.base, *(item.value for item in value.items)) if isinstance(value, Changed) else ()
        yield from (part for entry in value.entries for part in (entry.key, entry.value) if part is not None)
    elif isinstance(value, (Result, Partial)):
        yield from (value.function, *value.positional, *(part for _, part in value.named))
    elif isinstance(value, Instance):
        yield from (*value.positional, *(part for _, part in value.named), *(part for _, part in value.attributes))
    elif isinstance(value, Generated):
        yield from (*(() if value.key is None else (value.key,)), value.element, *value.sources)
    elif isinstance(value, Coroutine):
        yield value.result


def _options(value: Choice | Words) -> tuple[Value, ...]:
    return value.options if isinstance(value, Choice) else value.parts
