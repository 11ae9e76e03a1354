"""What rules ask about the declared type of a field."""

from __future__ import annotations

from stategraph_lint.facts.libraries import MESSAGE_TYPES
from stategraph_lint.program.type_parts import simplified
from stategraph_lint.program.types import Annotated, LiteralType, Plain, Special, Type, Union, Wrapped, walk
from stategraph_lint.program.values import External, Literal

_SETS = frozenset({"builtins.set", "builtins.frozenset", "collections.abc.Set", "collections.abc.MutableSet"})
_KINDS = {
    **{f"builtins.{name}": name for name in "str int float bool bytes bytearray complex".split()},
    **{f"builtins.{name}": name for name in "list dict set tuple type".split()},
    "builtins.frozenset": "set",
    "builtins.None": "none",
    "collections.abc.Sequence": "list",
    "collections.abc.MutableSequence": "list",
    "collections.abc.Set": "set",
    "collections.abc.MutableSet": "set",
    "collections.abc.Mapping": "dict",
    "collections.abc.MutableMapping": "dict",
    "collections.deque": "deque",
    "collections.Counter": "dict",
    "collections.OrderedDict": "dict",
    "collections.defaultdict": "dict",
}
_ITERABLES = frozenset({"list", "set", "deque"})


def bare(type_: Type) -> Type:
    """Give a type without Annotated, qualifiers and aliases around it."""
    while True:
        inner = type_.inner if isinstance(type_, (Annotated, Wrapped, Special)) else None
        if inner is None:
            return type_
        type_ = inner


def without_none(type_: Type) -> Type:
    """Give a type without None among its options."""
    inner = bare(type_)
    if not isinstance(inner, Union):
        return inner
    options = tuple(option for option in inner.options if not is_none(option))
    return simplified(options) if options else inner


def is_none(type_: Type) -> bool:
    """Tell whether a type is None alone."""
    inner = bare(type_)
    return isinstance(inner, Plain) and isinstance(inner.origin, External) and inner.origin.name == "builtins.None"


def admits_none(type_: Type) -> bool:
    """Tell whether a type names None as one of its values."""
    inner = bare(type_)
    if isinstance(inner, Union):
        return any(admits_none(option) for option in inner.options)
    if isinstance(inner, LiteralType):
        return any(isinstance(value, Literal) and value.kind == "none" for value in inner.values)
    return is_none(inner)


def is_message(type_: Type) -> bool:
    """Tell whether every value of a type is a message of langchain_core."""
    inner = bare(type_)
    if isinstance(inner, Union):
        return all(is_message(option) for option in inner.options)
    return isinstance(inner, Plain) and isinstance(inner.origin, External) and inner.origin.name in MESSAGE_TYPES


def is_message_list(type_: Type) -> bool:
    """Tell whether a type is a list (or sequence) of messages; None beside it does not matter."""
    inner = without_none(type_)
    element = element_type(inner)
    return container_kind(inner) == "list" and element is not None and is_message(element)


def element_type(type_: Type) -> Type | None:
    """Give what iterating over a list, sequence, set, deque or tuple gives; None where the type does not say."""
    inner = without_none(type_)
    if not isinstance(inner, Plain) or not inner.arguments:
        return None
    kind = container_kind(inner)
    if kind in _ITERABLES and len(inner.arguments) == 1:
        return inner.arguments[0]
    if kind != "tuple":
        return None
    items = tuple(item for item in inner.arguments if not (isinstance(item, Special) and item.name == "..."))
    return simplified(items) if items else None


def is_set(type_: Type) -> bool:
    """Tell whether a type is a set or holds one anywhere inside."""
    return any(
        isinstance(part, Plain) and isinstance(part.origin, External) and part.origin.name in _SETS
        for part in walk(type_)
    )


def set_elements(type_: Type) -> tuple[str | None, ...]:
    """Give the kinds of what the sets in a type hold."""
    return tuple(
        container_kind(part.arguments[0])
        for part in walk(type_)
        if isinstance(part, Plain)
        and isinstance(part.origin, External)
        and part.origin.name in _SETS
        and part.arguments
    )


def container_kind(type_: Type) -> str | None:
    """Give list, dict, set, tuple, deque, str, int, float, bool, bytes, none or the like; None for other types.

    None beside another type does not matter; a union of several kinds has none.
    """
    inner = without_none(type_)
    if isinstance(inner, Union):
        kinds = {container_kind(option) for option in inner.options}
        return kinds.pop() if len(kinds) == 1 else None
    if isinstance(inner, LiteralType):
        names = {value.kind if isinstance(value, Literal) else None for value in inner.values} - {"none"}
        return names.pop() if len(names) == 1 else None
    if isinstance(inner, Plain) and isinstance(inner.origin, External):
        return _KINDS.get(inner.origin.name)
    return None
