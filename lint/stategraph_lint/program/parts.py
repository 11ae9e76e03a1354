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


def parts(value: Value) -> Iterator[Value]:
    """Give a value and all it is made of, each part once."""
    seen: set[int] = set()
    waiting = [value]
    while waiting:
        part = waiting.pop()
        if id(part) not in seen:
            seen.add(id(part))
            yield part
            waiting += _inner(part)


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
