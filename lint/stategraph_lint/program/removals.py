"""RemoveMessages: where they are written, and what a field does with them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from stategraph_lint.facts.libraries import ADD_MESSAGES, MESSAGE_TYPES, REMOVE_ALL_MESSAGES, REMOVE_MESSAGE
from stategraph_lint.program.channels import Channel
from stategraph_lint.program.field_types import element_type, is_message_list
from stategraph_lint.program.functions import options
from stategraph_lint.program.heap import same
from stategraph_lint.program.interpreter import Interpreter
from stategraph_lint.program.parts import parts
from stategraph_lint.program.program import Program
from stategraph_lint.program.questions import Written, all_written, is_field
from stategraph_lint.program.reducers import Behaviour, behaviour
from stategraph_lint.program.types import Plain
from stategraph_lint.program.updates import Write
from stategraph_lint.program.values import External, Generated, Item, Listing, Literal, Place, Result, Table, Value

_ALL = "__remove_all__"


def merges_messages(channel: Channel) -> bool:
    """Tell whether the reducer of a channel is add_messages."""
    reducer = channel.reducer
    if isinstance(reducer, Result):
        reducer = reducer.function
    return channel.reduces and isinstance(reducer, External) and reducer.name == ADD_MESSAGES


def only_stores(program: Program, channel: Channel) -> bool:
    """Tell whether a channel of messages, and not of RemoveMessages alone, stores what it is given."""
    element = element_type(channel.type)
    if not is_message_list(channel.type) or (element is not None and _is_removal_type(element)):
        return False
    return channel.kind == "LastValue" or (
        channel.reduces and behaviour(program, channel) in (Behaviour.REPLACES, Behaviour.KEEPS)
    )


def _is_removal_type(element: object) -> bool:
    origin = element.origin if isinstance(element, Plain) else None
    return isinstance(origin, External) and origin.name == REMOVE_MESSAGE


def hands_on(program: Program, found: Written) -> bool:
    """Tell whether some write hands what a field holds on to another field."""
    return any(
        other.graph is found.graph
        and other.write.key != found.write.key
        and any(is_field(part, found.write.key) for part in parts(other.write.value))
        for other in all_written(program)
    )


def removals(run: Interpreter, write: Write) -> list[Place]:
    """Give where RemoveMessages stand in what is written."""
    return [place for item, place in items_of(run, write) if is_removal(item.value)]


def unmerged(run: Interpreter, write: Write) -> Iterator[Place]:
    """Give where messages stand, behind the last REMOVE_ALL_MESSAGES of a list, that count on being merged."""
    items = list(items_of(run, write))
    clearing = [number for number, (item, _) in enumerate(items) if removes_all(item.value)]
    seen: list[Value] = []
    for item, place in items[clearing[-1] + 1 :] if clearing else ():
        mine = id_of(item.value)
        if is_removal(item.value) or (mine is not None and any(same(mine, other) for other in seen)):
            yield place
        seen += [mine] if mine is not None else []


def items_of(run: Interpreter, write: Write) -> Iterator[tuple[Item, Place]]:
    """Give the items of what is written, each with its place; something that is no list counts as one item."""
    for option in options(run.forced(write.value, always=True)):
        if not isinstance(option, Listing):
            yield Item(option, spread=isinstance(option, Generated)), write.value_place
            continue
        for item in option.items:
            value = run.forced(item.value, always=True)
            yield replace(item, value=value), item.place or write.value_place


def is_removal(value: Value) -> bool:
    """Tell whether a value is a RemoveMessage, or makes nothing but RemoveMessages."""
    if isinstance(value, Generated):
        return value.kind != "dict" and is_removal(value.element)
    return isinstance(value, Result) and isinstance(value.function, External) and value.function.name == REMOVE_MESSAGE


def removes_all(value: Value) -> bool:
    """Tell whether a value is the RemoveMessage that empties the list."""
    mine = id_of(value) if is_removal(value) else None
    if isinstance(mine, External):
        return mine.name == REMOVE_ALL_MESSAGES
    return isinstance(mine, Literal) and mine.value == _ALL


def id_of(value: Value) -> Value | None:
    """Give the id that a message is built with; None where there is none."""
    if isinstance(value, Table):
        keys = {entry.key.value: entry.value for entry in value.entries if isinstance(entry.key, Literal)}
        found = keys.get("id")
    elif isinstance(value, Result) and isinstance(value.function, External) and value.function.name in MESSAGE_TYPES:
        first = value.positional[:1] if value.function.name == REMOVE_MESSAGE else ()
        found = first[0] if first else dict(value.named).get("id")
    else:
        return None
    return None if isinstance(found, Literal) and found.kind == "none" else found
