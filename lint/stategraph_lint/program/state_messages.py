"""What becomes of a state's own messages on their way back to it: shortened lists, rebuilt copies."""

from __future__ import annotations

from collections.abc import Iterator

from stategraph_lint.facts.libraries import ADD_MESSAGES, MESSAGE_TYPES, REMOVE_MESSAGE, SHORTENING
from stategraph_lint.program.channels import Channel
from stategraph_lint.program.functions import options
from stategraph_lint.program.parts import parts
from stategraph_lint.program.program import Program
from stategraph_lint.program.questions import NodeWrite, is_field, written
from stategraph_lint.program.values import (
    CopyOf,
    ElementOf,
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

# Methods of a text whose result is the text again, with other characters.
_SAME_TEXT = frozenset(
    "capitalize casefold lower lstrip removeprefix removesuffix replace rstrip strip title upper".split()
)


def merges_by_id(channel: Channel | None) -> bool:
    """Tell whether the reducer of a channel is add_messages, configured perhaps."""
    reducer = channel.reducer if channel is not None else None
    function = reducer.function if isinstance(reducer, Result) else reducer
    return isinstance(function, External) and function.name == ADD_MESSAGES


def to_messages(program: Program) -> Iterator[NodeWrite]:
    """Give what nodes write to fields with add_messages without removing any message."""
    for found in written(program):
        if merges_by_id(found.channel) and not any(map(_removes, parts(found.write.value))):
            yield found


def _removes(value: Value) -> bool:
    return isinstance(value, Result) and isinstance(value.function, External) and value.function.name == REMOVE_MESSAGE


def shortened(value: Value, key: str) -> bool:
    """Tell whether a value holds the messages of the state's field, but for some that were left out."""
    return any(_is_shortened(part, key) for part in _spread(value))


def _spread(value: Value) -> Iterator[Value]:
    """Give the lists that are in a list whole."""
    for option in options(value):
        if isinstance(option, Listing):
            yield from (part for item in option.items if item.spread for part in _spread(item.value))
        elif isinstance(option, Operation) and option.operator == "+":
            yield from (part for operand in option.operands for part in _spread(operand))
        elif isinstance(option, (CopyOf, SliceOf)) and getattr(option, "whole", True):
            yield from _spread(option.base)
        else:
            yield option


def _is_shortened(value: Value, key: str) -> bool:
    if isinstance(value, SliceOf):
        return _is_of_state(value.base, key)
    if isinstance(value, Generated):
        same = isinstance(value.element, ElementOf) and len(value.sources) == 1
        source = value.sources[0] if same else None
        return value.filtered and source is not None and any(_is_of_state(part, key) for part in _spread(source))
    return any(_is_of_state(given, key) for given in _given_to_shorten(value))


def _given_to_shorten(value: Value) -> Iterator[Value]:
    """Give the messages that a function such as trim_messages is called with, directly or as a runnable."""
    if not isinstance(value, Result):
        return
    function, maker = value.function, value.function
    if isinstance(function, FieldOf) and function.key in ("invoke", "ainvoke") and isinstance(function.base, Result):
        maker = function.base.function
    if isinstance(maker, External) and maker.name in SHORTENING:
        yield from value.positional[:1] or [part for name, part in value.named if name in ("messages", "input")]


def _is_of_state(value: Value, key: str) -> bool:
    """Tell whether a list is, on every path, the state's field or a part of it."""
    return all(
        is_field(option, key)
        or _is_shortened(option, key)
        or (isinstance(option, (CopyOf, SliceOf)) and _is_of_state(option.base, key))
        or (isinstance(option, Listing) and _is_listed(option, key))
        for option in options(value)
    )


def _is_listed(value: Listing, key: str) -> bool:
    return bool(value.items) and all(item.spread and _is_of_state(item.value, key) for item in value.items)


def rebuilt(value: Value, key: str) -> bool:
    """Tell whether a value holds copies of the state's messages that were built without their ids."""
    return any(_is_rebuilt(option, key) for option in options(value))


def _is_rebuilt(value: Value, key: str) -> bool:
    if isinstance(value, Listing):
        return any(_item_rebuilt(item, key) for item in value.items)
    if isinstance(value, Operation):
        return value.operator == "+" and any(rebuilt(operand, key) for operand in value.operands)
    listed = isinstance(value, Generated) and value.kind in ("list", "generator")
    return listed and isinstance(value, Generated) and any(_is_copy(part, key) for part in options(value.element))


def _item_rebuilt(item: Item, key: str) -> bool:
    if item.spread:
        return rebuilt(item.value, key)
    # What is surely added once is one message, not a copy of each.
    return not item.must and any(_is_copy(part, key) for part in options(item.value))


def _is_copy(value: Value, key: str) -> bool:
    """Tell whether a message, or what becomes one, is made from each of the state's messages, but without its id."""
    if isinstance(value, Table):
        named = {entry.key.value: entry.value for entry in value.entries if isinstance(entry.key, Literal)}
        whole = len(named) == len(value.entries) and value.complete
        return whole and "id" not in named and _is_text(named.get("content"), key)
    if isinstance(value, Listing):
        pair = [item.value for item in value.items]
        return value.kind == "tuple" and len(pair) == 2 and _is_text(pair[1], key)
    if not isinstance(value, Result) or any(name in (None, "id") for name, _ in value.named):
        return False
    content = value.positional[0] if value.positional else dict(value.named).get("content")
    if isinstance(value.function, External):
        return value.function.name in MESSAGE_TYPES and _is_text(content, key)
    made = parts(content) if content is not None and _is_class_of(value.function, key) else ()
    return any(_is_content(part, key) for part in made)


def _is_class_of(value: Value, key: str) -> bool:
    """Tell whether a value is the class of one of the state's messages: `type(m)` or `m.__class__`."""
    if isinstance(value, FieldOf):
        return value.key == "__class__" and _is_message(value.base, key)
    if not isinstance(value, Result) or not isinstance(value.function, External):
        return False
    return value.function.name == "builtins.type" and any(_is_message(part, key) for part in value.positional[:1])


def _is_message(value: Value, key: str) -> bool:
    return isinstance(value, ElementOf) and any(_is_of_state(part, key) for part in _spread(value.base))


def _is_content(value: Value, key: str) -> bool:
    return isinstance(value, FieldOf) and value.key == "content" and _is_message(value.base, key)


def _is_text(value: Value | None, key: str) -> bool:
    """Tell whether a value is the content of one of the state's messages, cleaned perhaps."""
    if value is None:
        return False
    if isinstance(value, SliceOf):
        return _is_text(value.base, key)
    if isinstance(value, Result) and isinstance(value.function, FieldOf) and value.function.key in _SAME_TEXT:
        return _is_text(value.function.base, key)
    return _is_content(value, key)


__all__ = ["merges_by_id", "rebuilt", "shortened", "to_messages"]
