"""What a reducer does with what is written: the one home of that question."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from typing import TYPE_CHECKING

from stategraph_lint.facts.libraries import ADD_MESSAGES
from stategraph_lint.program.channels import Channel
from stategraph_lint.program.claims import is_idempotent
from stategraph_lint.program.empty_tests import is_nothing
from stategraph_lint.program.functions import Summary, options, root
from stategraph_lint.program.keyed import merges
from stategraph_lint.program.scopes import Ending
from stategraph_lint.program.values import (
    Changed,
    Choice,
    CopyOf,
    ElementOf,
    External,
    FieldOf,
    Generated,
    Item,
    ItemOf,
    Listing,
    Literal,
    Operation,
    Parameter,
    Partial,
    Result,
    SliceOf,
    Table,
    Value,
    Words,
)

if TYPE_CHECKING:
    from stategraph_lint.program.program import Program


class Behaviour(Enum):
    """What happens to a value that is written twice."""

    ACCUMULATES = "adds it again"
    REPLACES = "keeps the last"
    KEEPS = "keeps the first"
    MERGES = "is the same as writing it once"
    UNKNOWN = "unknown"


_OUTSIDE = {
    "operator.add": Behaviour.ACCUMULATES,
    "operator.iadd": Behaviour.ACCUMULATES,
    "operator.concat": Behaviour.ACCUMULATES,
    "operator.iconcat": Behaviour.ACCUMULATES,
    "operator.or_": Behaviour.MERGES,
    "operator.ior": Behaviour.MERGES,
    "operator.and_": Behaviour.MERGES,
    ADD_MESSAGES: Behaviour.MERGES,
}
# Those that an empty update empties.
_EMPTYING = frozenset({"operator.and_", "operator.iand"})
IN_PLACE = frozenset(
    {"operator.iadd", "operator.iconcat", "operator.ior", "operator.iand", "operator.ixor", "operator.isub"}
)


class Intake(Enum):
    """How a reducer takes the update apart; text and dicts can be iterated over, but not added to a list."""

    ADDS = "adds it to a list"
    ITERATES = "goes through its items"


def behaviour(program: Program, channel: Channel) -> Behaviour:
    """Tell what a channel does to a value that contains what it already holds."""
    if not channel.reduces:
        return Behaviour.REPLACES if channel.kind == "LastValue" else Behaviour.UNKNOWN
    reducer = channel.reducer
    if is_idempotent(program.run, reducer):
        return Behaviour.MERGES
    while isinstance(reducer, Partial):
        reducer = reducer.function
    if isinstance(reducer, External):
        return _OUTSIDE.get(reducer.name, Behaviour.UNKNOWN)
    if isinstance(reducer, Result) and isinstance(reducer.function, External):
        return _OUTSIDE.get(reducer.function.name, Behaviour.UNKNOWN)
    summary = program.reducer(reducer) if reducer is not None else None
    return Behaviour.UNKNOWN if summary is None else of_summary(summary)


def main_results(summary: Summary) -> Iterator[Value]:
    """Give what the main endings of a reducer may return."""
    for ending in main_endings(summary):
        yield from options(ending.frozen or ending.value)


def stores_update(summary: Summary) -> bool:
    """Tell whether a reducer may give the update itself in place of what the field holds."""
    right = summary.parameters[1] if len(summary.parameters) == 2 else None
    return right is not None and any(copies(result, right) for result in main_results(summary))


def ignores_empty(program: Program, channel: Channel, text: str) -> bool:
    """Tell whether a channel surely stays as it is when an empty value is written, given as Python text."""
    reducer = channel.reducer
    if not channel.reduces or reducer is None:
        return False
    function = reducer.function if isinstance(reducer, Result) else reducer
    if isinstance(function, External):
        return function.name in _OUTSIDE and function.name not in _EMPTYING
    plain, summary = program.reducer(reducer), program.trial(reducer, right=text)
    if plain is None or stores_update(plain):
        return False  # a value that is lost where others are stored is another defect
    if summary is None or summary.problem is not None or summary.is_async or summary.yields:
        return False
    return bool(summary.parameters) and all(_keeps_left(ending, summary.parameters[0]) for ending in summary.endings)


def _keeps_left(ending: Ending, left: Value) -> bool:
    """Tell whether a reducer returns its first argument, whole and alone, or what is empty where that was empty."""
    values = options(ending.frozen or ending.value)
    if any(_is_left(value, left) for value in values):
        return all(_is_left(value, left) or is_nothing(value) for value in values)
    asked = any(_is_emptiness(condition, outcome) for condition, outcome in ending.conditions)
    return asked and all(is_nothing(value) for value in values)


def _is_left(value: Value, left: Value) -> bool:
    if isinstance(value, Table):
        return value.complete and not value.without and [(e.key, e.value) for e in value.entries] == [(None, left)]
    if isinstance(value, Operation) and value.operator in ("+", "|"):
        return any(_is_left(part, left) for part in value.operands) and all(
            _is_left(part, left) or is_nothing(part) for part in value.operands
        )
    return set(added(value)) == {left}


def of_summary(summary: Summary) -> Behaviour:
    """Classify a reducer from its returns; paths that only guard against an empty or missing side do not count."""
    if not _readable(summary):
        return Behaviour.UNKNOWN
    left, right = summary.parameters
    values = [option for ending in main_endings(summary) for option in options(ending.frozen or ending.value)]
    kinds = {_of_value(value, left, right) for value in values}
    return kinds.pop() if len(kinds) == 1 else Behaviour.UNKNOWN


def _readable(summary: Summary) -> bool:
    return summary.problem is None and not (summary.is_async or summary.yields) and len(summary.parameters) == 2


def main_endings(summary: Summary) -> Iterator[Ending]:
    """Give the endings of a reducer but for those that a test leads to which says that a side is empty or None."""
    for ending in summary.endings:
        if not any(_is_emptiness(condition, outcome) for condition, outcome in ending.conditions):
            yield ending


def _is_emptiness(condition: Value, outcome: bool) -> bool:
    """Tell whether a test says that a side is empty or None."""
    if isinstance(condition, Operation) and condition.operator == "not":
        return outcome and isinstance(condition.operands[0], Parameter)
    if _compares_with_nothing(condition):
        return outcome is not (isinstance(condition, Operation) and condition.how in ("!=", "is not"))
    return isinstance(condition, Parameter) and not outcome


def _compares_with_nothing(condition: Value) -> bool:
    if not isinstance(condition, Operation) or condition.operator != "compare" or len(condition.operands) != 2:
        return False
    one, other = condition.operands
    return isinstance(one, Parameter) and is_nothing(other)


def falsy_texts(value: Value) -> Iterator[str]:
    """Give, as Python text, the constants and empty containers other than None that a value is on some path."""
    for option in options(value):
        if not is_nothing(option) or (isinstance(option, Literal) and option.kind == "none"):
            continue
        if isinstance(option, Literal):
            yield repr(option.value)
        elif isinstance(option, Table):
            yield "{}"
        elif isinstance(option, Listing) and option.kind in ("list", "tuple", "set"):
            yield {"list": "[]", "tuple": "()", "set": "set()"}[option.kind]


def _of_value(value: Value, left: Value, right: Value) -> Behaviour:
    if value is right:
        return Behaviour.REPLACES
    if value is left:
        return Behaviour.KEEPS
    whole = set(added(value))
    if left in whole and (right in whole or _takes_in(value, right)):
        return Behaviour.ACCUMULATES
    if copies(value, right):
        return Behaviour.REPLACES
    if isinstance(value, Words) and {left, right} <= set(value.parts):
        return Behaviour.ACCUMULATES
    if _adds_by_key(value, left, right):
        return Behaviour.ACCUMULATES
    return Behaviour.MERGES if merges(value, left, right) else Behaviour.UNKNOWN


def copies(value: Value, side: Value) -> bool:
    """Tell whether a value is one of the sides, or holds just what it holds."""
    if isinstance(value, CopyOf) or (isinstance(value, SliceOf) and value.whole):
        return copies(value.base, side)
    if isinstance(value, Operation) and value.operator == "+":
        rest = [operand for operand in value.operands if not is_nothing(operand)]
        return len(rest) == 1 and copies(rest[0], side)
    if isinstance(value, Listing) and value.kind != "set":
        return len(value.items) == 1 and value.items[0].spread and copies(value.items[0].value, side)
    if isinstance(value, Table):
        return len(value.entries) == 1 and value.entries[0].key is None and copies(value.entries[0].value, side)
    return value is side


def _takes_in(value: Value, right: Value) -> bool:
    """Tell whether a sequence takes the whole update in as one of its items."""
    if isinstance(value, Operation) and value.operator == "+":
        return any(_takes_in(operand, right) for operand in value.operands)
    items = value.items if isinstance(value, (Listing, Changed)) else ()
    return any(item.value is right and not item.spread and item.must for item in items)


def _adds_by_key(value: Value, left: Value, right: Value) -> bool:
    """Tell whether a dict holds, for every key that is written, the sum of both sides' values."""
    if isinstance(value, Generated) and value.kind == "dict" and not value.filtered:
        return _is_sum(value.element, left, right)
    if not isinstance(value, Table) or not value.complete or value.without:
        return False
    spreads = [entry.value for entry in value.entries if entry.key is None]
    sums = [entry.value for entry in value.entries if entry.key is not None]
    return spreads == [left] and bool(sums) and all(_is_sum(part, left, right) for part in sums)


def _is_sum(value: Value, left: Value, right: Value) -> bool:
    """Tell whether a value is a part of the right side, added to the left side's where that has one."""
    alternatives = options(value)
    sums = [option for option in alternatives if isinstance(option, Operation) and option.operator == "+"]
    rest = [option for option in alternatives if option not in sums]
    whole = all({left, right} <= {side for part in one.operands for side in _sides(part)} for one in sums)
    return bool(sums) and whole and all(set(_sides(option)) == {right} for option in rest)


def _sides(value: Value) -> Iterator[Value]:
    """Give the arguments that a value is, or may be, a part of."""
    for option in options(value):
        found = root(option)
        if found is not None:
            yield found[0]
        elif isinstance(option, Operation) and option.operator == "+":
            yield from (side for operand in option.operands for side in _sides(operand))
        elif not isinstance(option, Literal):
            yield option


def added(value: Value) -> Iterator[Value]:
    """Give the values whose whole content, old items included, is in a sum, a listing or a text.

    Sets, filters and slices do not count: they may leave items out.
    """
    if isinstance(value, Operation) and value.operator == "+":
        yield from (part for operand in value.operands for part in added(operand))
    elif isinstance(value, Listing) and value.kind != "set":
        yield from _taken_in(value.items)
    elif isinstance(value, Changed):
        if value.complete:
            yield from added(value.base)
        yield from _taken_in(value.items)
        yield from (part for entry in value.entries if entry.key is None for part in added(entry.value))
    elif isinstance(value, CopyOf) or (isinstance(value, SliceOf) and value.whole):
        yield from added(value.base)
    elif isinstance(value, Generated):
        if _is_whole(value):
            yield from added(value.sources[0])
    elif isinstance(value, Words) and value.begins:
        yield from added(value.parts[0])
    elif isinstance(value, Choice):
        yield from (part for option in value.options for part in added(option))
    else:
        yield value


def _taken_in(items: tuple[Item, ...]) -> Iterator[Value]:
    wholes = (item.value if item.spread else item.whole for item in items)
    return (part for whole in wholes if whole is not None for part in added(whole))


def _is_whole(value: Generated) -> bool:
    """Tell whether a comprehension only copies its one source."""
    if value.filtered or len(value.sources) != 1 or value.kind not in ("list", "generator", "view"):
        return False
    return isinstance(value.element, ElementOf) and value.element.base is value.sources[0]


def intake(program: Program, channel: Channel) -> Intake | None:
    """Tell how a channel's reducer surely takes apart every update that is not empty; None where it may not."""
    reducer = channel.reducer
    if not channel.reduces or reducer is None:
        return None
    if isinstance(reducer, External):
        in_place = Intake.ITERATES if reducer.name in IN_PLACE else Intake.ADDS
        return in_place if behaviour(program, channel) is Behaviour.ACCUMULATES else None
    summary = program.reducer(reducer)
    if summary is None or not _readable(summary):
        return None
    right = summary.parameters[1]
    found: set[Intake | None] = set()
    for ending in main_endings(summary):
        known = all(_compares_with_nothing(test) or not _mentions(test, right) for test, _ in ending.conditions)
        found.add(_taken(ending.frozen or ending.value, right) if known else None)
    if not found or None in found:
        return None
    return Intake.ADDS if found == {Intake.ADDS} else Intake.ITERATES


def _taken(value: Value, right: Value, *, spread: bool = False) -> Intake | None:
    """Tell how a value is made from the right side; `spread` where going through its items is all that is done."""
    if value is right:
        return Intake.ITERATES if spread else None
    if isinstance(value, Operation) and value.operator == "sorted":
        return _taken(value.operands[0], right, spread=spread)
    if isinstance(value, Operation) and value.operator == "+":
        if any(_whole_side(operand, right) for operand in value.operands):
            return Intake.ADDS
        return _first(_taken(operand, right, spread=spread) for operand in value.operands)
    if isinstance(value, Listing):
        return _first(_item_taken(item, right) for item in value.items)
    if isinstance(value, Generated):
        return _first(_taken(source, right, spread=True) for source in value.sources)
    if isinstance(value, (SliceOf, CopyOf)):
        return _taken(value.base, right, spread=spread)
    if isinstance(value, Choice):
        found = {_taken(option, right, spread=spread) for option in value.options if not is_nothing(option)}
        return found.pop() if len(found) == 1 else None
    return None


def _item_taken(item: Item, right: Value) -> Intake | None:
    if item.spread:
        return _taken(item.value, right, spread=True)
    return Intake.ITERATES if isinstance(item.value, ElementOf) and item.value.base is right else None


def _whole_side(value: Value, right: Value) -> bool:
    return all(option is right or is_nothing(option) for option in options(value))


def _first(found: Iterator[Intake | None]) -> Intake | None:
    return next((one for one in found if one is not None), None)


def _mentions(value: Value, part: Value) -> bool:
    """Tell whether a test says something of a value, other than whether it is empty."""
    if value is part:
        return False
    return any(inner is part or _mentions(inner, part) for inner in _operands(value))


def _operands(value: Value) -> tuple[Value, ...]:
    if isinstance(value, Operation):
        return () if value.operator == "not" and isinstance(value.operands[0], Parameter) else value.operands
    if isinstance(value, Result):
        return (value.function, *value.positional, *(part for _, part in value.named))
    if isinstance(value, (FieldOf, ItemOf, SliceOf, CopyOf)):
        return (value.base,)
    return value.options if isinstance(value, Choice) else ()
