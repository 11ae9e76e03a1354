"""Reducers that take one write, and reducers that take a list of them, as DeltaChannel's do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from stategraph_lint.facts.libraries import ADD_MESSAGES
from stategraph_lint.facts.operators import OPERATORS
from stategraph_lint.program.channels import Channel
from stategraph_lint.program.field_types import container_kind, element_type
from stategraph_lint.program.functions import Summary, options
from stategraph_lint.program.interpreter import Interpreter
from stategraph_lint.program.kinds import Kinds
from stategraph_lint.program.program import Program
from stategraph_lint.program.reducers import main_endings
from stategraph_lint.program.values import (
    Choice,
    CopyOf,
    ElementOf,
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

DELTA = "DeltaChannel"
_CHAINED = frozenset({"itertools.chain.from_iterable", "builtins.sum", "functools.reduce"})
# What cannot be taken apart, and what falls apart into something else than the field holds.
_WHOLE = frozenset({"int", "float", "bool", "complex", "none"})
_APART = frozenset({"dict"})


def takes_one_write(program: Program, channel: Channel, written: Iterable[Value]) -> str | None:
    """Say what happens when a DeltaChannel hands a list of writes to a reducer that joins one; None if it may not.

    `written` are the values that are seen to be written.
    """
    reducer = channel.reducer
    if channel.kind != DELTA or reducer is None:
        return None
    how = _ways(program, reducer)
    kind = container_kind(channel.type)
    if kind is None or len(how) != 1 or how & {"inside", ""}:
        return None
    if how == {"spread"} or (kind == "list" and how == {"+"}):
        # Elements that are written one by one are a list of elements when they arrive.
        kinds = {Kinds(program.run, None).of(value) for value in written}
        nested = bool(kinds) and kinds <= {"list", "set", "dict"}
        return "it is given a list of writes, and takes each of them for one element" if nested else None
    return "it is given a list of writes, which raises TypeError" if kind != "list" or how == {"**"} else None


def takes_a_batch(program: Program, channel: Channel, written: Iterable[Value]) -> str | None:
    """Say what happens when a plain channel hands one write to a reducer that goes through a list of writes.

    None where what is written may be gone through that way. `written` are the values that are seen to be written.
    """
    reducer = channel.reducer
    if not channel.reduces or reducer is None or isinstance(reducer, External):
        return None
    kind = container_kind(channel.type)
    if kind not in ("list", "set", "dict") or _ways(program, reducer) != {"inside"}:
        return None
    if kind == "dict":
        return "it is given one write, and goes through its keys"
    found = _elements(program.run, channel, written)
    if found and found <= _WHOLE:
        return f"it is given one write, and goes through each {min(found)} in it, which raises TypeError"
    if found and found <= _APART | {"str"}:
        return f"it is given one write, and takes each {min(found)} in it apart"
    return None


def _elements(run: Interpreter, channel: Channel, written: Iterable[Value]) -> frozenset[str]:
    """Give the kinds of what a field's writes hold, by its type or by what is seen; empty where one is not known."""
    element = element_type(channel.type)
    declared = container_kind(element) if element is not None else None
    if declared is not None and declared != "str":
        return frozenset({declared})
    items = [item for value in written if isinstance(value, Listing) for item in value.items]
    kinds = {_kind(run, item.value) if not item.spread else None for item in items}
    return frozenset() if None in kinds else frozenset(kind for kind in kinds if kind is not None)


def _kind(run: Interpreter, value: Value) -> str | None:
    """Give the kind of a value; a text of one letter is the same when it is taken apart."""
    if isinstance(value, Literal) and isinstance(value.value, str) and len(value.value) < 2:
        return None
    return Kinds(run, None).of(value)


# --- how a reducer takes its update --------------------------------------------------------------------------


def _ways(program: Program, reducer: Value) -> set[str]:
    """Give the ways in which a reducer takes its second argument, over all its paths.

    `+`, `|` and kin for an operator on the whole of it, `**` for its keys, `spread` for its items, `inside` for the
    items of its items, '' for any other.
    """
    made = reducer.function if isinstance(reducer, (Partial, Result)) else reducer
    if isinstance(made, External):
        return {"spread" if made.name == ADD_MESSAGES else OPERATORS.get(made.name, "")}
    summary = program.reducer(reducer)
    if summary is None or summary.problem is not None or len(summary.parameters) != 2 or summary.is_generator:
        return {""}
    return _ways_of(summary)


def _ways_of(summary: Summary) -> set[str]:
    left, right = summary.parameters
    values = [option for ending in main_endings(summary) for option in options(ending.frozen or ending.value)]
    found = {way for value in values if value is not left for way in _of_value(value, left, right)}
    return found or {""}


def _of_value(value: Value, left: Parameter, right: Parameter) -> Iterator[str]:
    """Give the ways in which a value takes in the second argument, `left` being the other one."""
    if isinstance(value, Choice):
        for option in value.options:
            yield from _of_value(option, left, right) if option is not left else ()
    elif isinstance(value, Operation) and len(value.operands) == 2:
        for operand in value.operands:
            yield from (value.operator,) if operand is right else _of_part(operand, left, right)
    elif isinstance(value, Listing):
        for item in value.items:
            yield from _of_part(item.value, left, right) if item.spread else _of_item(item.value, right)
    elif isinstance(value, Table):
        for entry in value.entries:
            if entry.key is not None:
                yield ""
            elif entry.value is not left:
                yield "**" if entry.value is right else "inside" if _is_element(entry.value, right) else ""
    elif isinstance(value, Result) and isinstance(value.function, External) and value.function.name in _CHAINED:
        first = value.positional[0] if value.positional else None
        joined = value.function.name != "functools.reduce" or (isinstance(first, External) and first.name in OPERATORS)
        yield "inside" if joined and right in value.positional else ""
    else:
        yield ""


def _of_part(value: Value, left: Parameter, right: Parameter) -> Iterator[str]:
    """Give the ways of what a sequence takes in whole."""
    if value is left or (isinstance(value, (CopyOf, SliceOf)) and value.base is left):
        return
    if value is right:
        yield "spread"
    elif _is_element(value, right):
        yield "inside"
    elif isinstance(value, Generated):
        nested = any(_is_element(source, right) for source in value.sources)
        yield "inside" if nested else "spread" if value.sources == (right,) and not value.filtered else ""
    else:
        yield from _of_value(value, left, right)


def _of_item(value: Value, right: Parameter) -> Iterator[str]:
    """Give the way of a single item: an item of the update, or an item of one."""
    if _is_element(value, right):
        yield "spread"
    else:
        yield "inside" if isinstance(value, ElementOf) and _is_element(value.base, right) else ""


def _is_element(value: Value, right: Parameter) -> bool:
    return isinstance(value, ElementOf) and value.base is right
