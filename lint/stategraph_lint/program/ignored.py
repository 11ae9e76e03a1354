"""Reducers that stand where LangGraph does not look."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from stategraph_lint.program.channels import Channel
from stategraph_lint.program.interpreter import Interpreter
from stategraph_lint.program.signatures import count
from stategraph_lint.program.types import Annotated, Metadata, Plain, Special, Type, Union, Wrapped
from stategraph_lint.program.values import ClassValue, External, Place

_SEEN_THROUGH = frozenset({"Required", "NotRequired"})


@dataclass(frozen=True, eq=False, slots=True)
class Hidden:
    """A reducer that is not seen: where it stands, in words and as a place."""

    where: str
    place: Place


def ignored_reducer(run: Interpreter, channel: Channel) -> Hidden | None:
    """Give the reducer that a plain channel's annotation names in vain; None when it names none."""
    if channel.kind != "LastValue":
        return None
    declared = channel.field.type
    while isinstance(declared, Wrapped) and declared.kind in _SEEN_THROUGH:
        declared = declared.inner
    if isinstance(declared, Annotated):
        for item in reversed(declared.metadata[:-1]):
            if _is_reducer(run, item):
                return Hidden("before other metadata", item.place)
        declared = declared.inner
        while isinstance(declared, Wrapped) and declared.kind in _SEEN_THROUGH:
            declared = declared.inner
    for item, container in _nested(declared, ""):
        if _is_reducer(run, item):
            return Hidden(f"inside {container}", item.place)
    return None


def _nested(declared: Type, container: str) -> Iterator[tuple[Metadata, str]]:
    """Give the last metadata of every Annotated below the top of a type, and what it stands in."""
    if isinstance(declared, Annotated):
        if container:
            yield declared.metadata[-1], container
        yield from _nested(declared.inner, container)
    elif isinstance(declared, Union):
        for option in declared.options:
            yield from _nested(option, container or "a union")
    elif isinstance(declared, Plain):
        name = declared.origin.name.rpartition(".")[2] if isinstance(declared.origin, External) else "a generic class"
        for argument in declared.arguments:
            yield from _nested(argument, container or f"`{name}[...]`")
    elif isinstance(declared, Wrapped):
        yield from _nested(declared.inner, container or declared.kind)
    elif isinstance(declared, Special) and declared.inner is not None:
        yield from _nested(declared.inner, container or "a type alias that typing does not look through")


def _is_reducer(run: Interpreter, item: Metadata) -> bool:
    if isinstance(item.value, ClassValue) or (isinstance(item.value, External) and _is_class(item.value.name)):
        return False
    return bool(count(run, item.value).is_binary)


def _is_class(name: str) -> bool:
    short: str = name.rpartition(".")[2]
    return short[:1].isupper()
