"""What a reducer does with what is written: the one home of that question."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from typing import TYPE_CHECKING

from stategraph_lint.facts.libraries import ADD_MESSAGES
from stategraph_lint.program.channels import Channel
from stategraph_lint.program.functions import Summary, options
from stategraph_lint.program.scopes import Ending
from stategraph_lint.program.values import (
    Changed,
    CopyOf,
    External,
    Generated,
    Listing,
    Literal,
    Operation,
    Parameter,
    Partial,
    Result,
    SliceOf,
    Table,
    Value,
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
IN_PLACE = frozenset(
    {"operator.iadd", "operator.iconcat", "operator.ior", "operator.iand", "operator.ixor", "operator.isub"}
)


def behaviour(program: Program, channel: Channel) -> Behaviour:
    """Tell what a channel does to a value that contains what it already holds."""
    if not channel.reduces:
        return Behaviour.REPLACES if channel.kind == "LastValue" else Behaviour.UNKNOWN
    reducer = channel.reducer
    while isinstance(reducer, Partial):
        reducer = reducer.function
    if isinstance(reducer, External):
        return _OUTSIDE.get(reducer.name, Behaviour.UNKNOWN)
    if isinstance(reducer, Result) and isinstance(reducer.function, External):
        return _OUTSIDE.get(reducer.function.name, Behaviour.UNKNOWN)
    summary = program.reducer(reducer) if reducer is not None else None
    return Behaviour.UNKNOWN if summary is None else of_summary(summary)


def of_summary(summary: Summary) -> Behaviour:
    """Classify a reducer from its returns; paths that only guard against an empty or missing side do not count."""
    if summary.problem is not None or summary.is_async or summary.yields or len(summary.parameters) != 2:
        return Behaviour.UNKNOWN
    kinds = {kind for ending in summary.endings for kind in _of_ending(summary, ending)}
    return kinds.pop() if len(kinds) == 1 else Behaviour.UNKNOWN


def _of_ending(summary: Summary, ending: Ending) -> Iterator[Behaviour]:
    if any(_is_emptiness(condition, outcome) for condition, outcome in ending.conditions):
        return
    left, right = summary.parameters
    for option in options(ending.frozen or ending.value):
        yield _of_value(option, left, right)


def _is_emptiness(condition: Value, outcome: bool) -> bool:
    """Tell whether a test says that a side is empty or None."""
    if isinstance(condition, Operation) and condition.operator == "not":
        return outcome and isinstance(condition.operands[0], Parameter)
    if isinstance(condition, Operation) and condition.operator == "compare" and len(condition.operands) == 2:
        one, other = condition.operands
        empty = isinstance(other, Literal) and not other.value
        return outcome and isinstance(one, Parameter) and empty
    return isinstance(condition, Parameter) and not outcome


def _of_value(value: Value, left: Value, right: Value) -> Behaviour:
    if value is right:
        return Behaviour.REPLACES
    if value is left:
        return Behaviour.KEEPS
    parts = set(added(value))
    if left in parts and right in parts:
        return Behaviour.ACCUMULATES
    if isinstance(value, Table):
        spreads = [entry.value for entry in value.entries if entry.key is None]
        if spreads == [left, right] or spreads == [right, left]:
            return Behaviour.MERGES if len(value.entries) == 2 else Behaviour.UNKNOWN
    if isinstance(value, Operation) and value.operator == "|" and set(value.operands) == {left, right}:
        return Behaviour.MERGES
    return Behaviour.UNKNOWN


def added(value: Value) -> Iterator[Value]:
    """Give the values whose whole content, old items included, is in a sum or a listing.

    Sets, filters and slices do not count: they may leave items out.
    """
    if isinstance(value, Operation) and value.operator == "+":
        for operand in value.operands:
            yield from added(operand)
    elif isinstance(value, Listing) and value.kind != "set":
        for item in value.items:
            if item.spread:
                yield from added(item.value)
    elif isinstance(value, Changed):
        yield from added(value.base)
        yield from (part for entry in value.entries if entry.key is None for part in added(entry.value))
    elif isinstance(value, CopyOf) or (isinstance(value, SliceOf) and value.whole):
        yield from added(value.base)
    elif isinstance(value, Generated):
        return
    else:
        for option in options(value):
            if option is value:
                yield value
            else:
                yield from added(option)
