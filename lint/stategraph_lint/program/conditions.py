"""What tests say of the state: which keys they look at, and whether two of them can both hold."""

from __future__ import annotations

from collections.abc import Iterable

from stategraph_lint.program.values import (
    Changed,
    Choice,
    CopyOf,
    Coroutine,
    ElementOf,
    External,
    FieldOf,
    FunctionValue,
    Generated,
    ItemOf,
    Listing,
    Literal,
    Operation,
    Parameter,
    Result,
    SliceOf,
    Table,
    Value,
    Words,
)

Conditions = tuple[tuple[Value, bool], ...]


def keys_behind(value: Value) -> frozenset[str] | None:
    """Give the state keys that decide what a value is; None when it cannot be told."""
    if isinstance(value, (Literal, External, FunctionValue)):
        return frozenset()
    if isinstance(value, FieldOf) and isinstance(value.base, Parameter) and value.base.role == "state":
        return frozenset({value.key})
    inner = _parts(value)
    return None if inner is None else _all(inner)


def _all(values: Iterable[Value]) -> frozenset[str] | None:
    found: frozenset[str] = frozenset()
    for value in values:
        keys = keys_behind(value)
        if keys is None:
            return None
        found |= keys
    return found


def _parts(value: Value) -> tuple[Value, ...] | None:
    if isinstance(value, (FieldOf, ItemOf, ElementOf, SliceOf, CopyOf)):
        return (value.base,)
    if isinstance(value, Operation):
        return value.operands
    if isinstance(value, Choice):
        return value.options
    if isinstance(value, Result):
        return (value.function, *value.positional, *(part for _, part in value.named))
    if isinstance(value, Coroutine):
        return (value.result,)
    if isinstance(value, Words):
        return value.parts
    if isinstance(value, Listing):
        return tuple(item.value for item in value.items)
    if isinstance(value, Table):
        return tuple(entry.value for entry in value.entries)
    if isinstance(value, Generated):
        return (value.element, *value.sources)
    return (value.base,) if isinstance(value, Changed) else None


def keys_of_all(conditions: Conditions) -> frozenset[str] | None:
    """Give the state keys that some tests look at; None when it cannot be told."""
    return _all(test for test, _ in conditions)


def may_both_hold(left: Conditions, right: Conditions) -> bool:
    """Tell whether some state surely makes all tests of both sides come out as they say.

    Tests on different keys are taken to be independent, as are two that look for different items in one collection.
    """
    shared = {id(test): outcome for test, outcome in left}
    if any(shared.get(id(test), outcome) is not outcome for test, outcome in right):
        return False
    mine = [(test, outcome) for test, outcome in left if not _in(test, right)]
    theirs = [(test, outcome) for test, outcome in right if not _in(test, left)]
    return all(_independent(one, other) for one, _ in mine for other, _ in theirs)


def _in(test: Value, conditions: Conditions) -> bool:
    return any(test is other for other, _ in conditions)


def _independent(one: Value, other: Value) -> bool:
    mine, theirs = keys_behind(one), keys_behind(other)
    if not mine or not theirs:
        return False
    return mine.isdisjoint(theirs) or _different_items(one, other)


def _different_items(one: Value, other: Value) -> bool:
    """Tell whether two tests are `"a" in x` and `"b" in x`."""
    items = [_sought(test) for test in (one, other)]
    return None not in items and items[0] != items[1]


def _sought(test: Value) -> object:
    if isinstance(test, Operation) and test.operator == "compare" and test.how == "in" and len(test.operands) == 2:
        item = test.operands[0]
        return item.value if isinstance(item, Literal) else None
    return None
