"""Reducers for which it makes no difference whether a value is written once or twice: sets, and merging by key."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeGuard

from stategraph_lint.program.access import SET_METHODS
from stategraph_lint.program.empty_tests import is_nothing
from stategraph_lint.program.functions import options, root
from stategraph_lint.program.parts import parts
from stategraph_lint.program.values import (
    Changed,
    CopyOf,
    External,
    FieldOf,
    Generated,
    Item,
    Listing,
    Literal,
    Operation,
    Result,
    SliceOf,
    Table,
    Value,
)

_SYMMETRIC = frozenset({"builtins.max", "builtins.min"})


def merges(value: Value, left: Value, right: Value) -> bool:
    """Tell whether a result is made of both sides so that what is in both is in it once."""
    if isinstance(value, Operation) and value.operator in ("|", "&"):
        return _sides(value.operands) == {left, right}
    if isinstance(value, Operation) and value.operator == "sorted":
        return merges(value.operands[0], left, right)
    if isinstance(value, Result):
        return _call(value, left, right)
    if isinstance(value, (CopyOf, SliceOf)):
        return (isinstance(value, CopyOf) or value.whole) and merges(value.base, left, right)
    if isinstance(value, Listing):
        return _listing(value, left, right)
    if isinstance(value, Generated):
        return _generated(value, left, right)
    if isinstance(value, Table):
        return value.complete and not value.without and _mapping(value, left, right)
    return False


def _call(value: Result, left: Value, right: Value) -> bool:
    function = value.function
    if isinstance(function, FieldOf):
        known = function.key in SET_METHODS and function.key in ("union", "intersection")
        return known and _sides((function.base, *value.positional)) == {left, right}
    known = isinstance(function, External) and function.name in _SYMMETRIC and not value.named
    return known and _sides(value.positional) == {left, right}


def _listing(value: Listing, left: Value, right: Value) -> bool:
    if value.kind == "set":
        found = {side for item in value.items if item.spread for side in _wholes(item.value)}
        return found == {left, right} and all(item.spread for item in value.items)
    one = value.items[0] if len(value.items) == 1 else None
    if one is not None:
        return one.spread and one.must and merges(one.value, left, right)
    rest = [item for item in value.items if not (item.spread and set(_wholes(item.value)) == {left})]
    return len(rest) < len(value.items) and bool(rest) and all(_is_unless_there(item, right) for item in rest)


def _is_unless_there(item: Item, right: Value) -> bool:
    """Tell whether a list takes an item of the update in unless a test finds that it is there already."""
    if item.spread or set(_from(item.value)) != {right}:
        return False
    asked = (test for test, outcome in item.conditions if _is_membership(test, outcome))
    return any(part is item.value for test in asked for part in parts(test.operands[0]))


def _is_membership(test: Value, outcome: bool) -> TypeGuard[Operation]:
    compares = isinstance(test, Operation) and test.operator == "compare" and len(test.operands) == 2
    return compares and isinstance(test, Operation) and test.how == ("not in" if outcome else "in")


def _generated(value: Generated, left: Value, right: Value) -> bool:
    """Tell whether the keys of a dict, or its values, are what both sides bring."""
    if value.filtered or len(value.sources) != 1:
        return False
    if value.kind == "dict" and value.key is not None:
        # `dict.fromkeys` of both: what is a key already is no second one.
        plain = isinstance(value.element, Literal) or value.element is value.key
        return plain and set(_from(value.key)) == {left, right}
    source = value.sources[0]
    return value.kind == "view" and isinstance(source, (Table, Changed)) and _mapping(source, left, right)


def _mapping(value: Table | Changed, left: Value, right: Value) -> bool:
    """Tell whether a dict takes both sides over, each key of the one in place of the other's."""
    entries = [(entry.key, entry.value) for entry in value.entries]
    taken = [value.base] if isinstance(value, Changed) else []
    taken += [part for key, part in entries if key is None]
    written = [part for key, part in entries if key is not None]
    found = {side for part in taken for side in _brought(part)} | {side for part in written for side in _from(part)}
    return found == {left, right}


def _brought(value: Value) -> Iterator[Value]:
    """Give the sides whose items a mapping takes over, by key."""
    if isinstance(value, Generated) and value.kind == "dict" and not value.filtered:
        yield from _from(value.element)
    elif isinstance(value, (CopyOf, SliceOf)):
        yield from _brought(value.base)
    else:
        yield from _plain(value)


def _from(value: Value) -> Iterator[Value]:
    """Give the side that a value is an item of, as it is; the value itself where it is none."""
    for option in options(value):
        found = root(option)
        yield found[0] if found is not None and found[1] else option


def _wholes(value: Value) -> Iterator[Value]:
    if isinstance(value, Operation) and value.operator == "+":
        yield from (side for operand in value.operands for side in _wholes(operand))
    elif isinstance(value, Listing):
        yield from (side for item in value.items for side in (_wholes(item.value) if item.spread else (item.value,)))
    else:
        yield from _plain(value)


def _plain(value: Value) -> Iterator[Value]:
    """Give what a value is but for what is empty, as in `side or []`."""
    yield from (option for option in options(value) if not is_nothing(option))


def _sides(values: tuple[Value, ...]) -> set[Value]:
    return {side for value in values for side in _wholes(value)}
