"""Put types together and take them apart: unions, type variables."""

from __future__ import annotations

from collections.abc import Mapping

from stategraph_lint.program import classes
from stategraph_lint.program.types import (
    Annotated,
    LiteralType,
    Plain,
    Special,
    Type,
    Union,
    Variable,
    Wrapped,
    walk,
)
from stategraph_lint.program.values import Literal, TypeExpression, Value


def simplified(options: tuple[Type, ...]) -> Type:
    """Give the union of types as typing makes it: flat, each once; a single one is itself."""
    flat: list[Type] = []
    for option in options:
        for part in option.options if isinstance(option, Union) else (option,):
            if not any(same(part, other) for other in flat):
                flat.append(part)
    return flat[0] if len(flat) == 1 else Union(tuple(flat))


def same(left: Type, right: Type) -> bool:
    """Tell whether two types are certain to be equal."""
    if isinstance(left, Plain) and isinstance(right, Plain):
        return same_value(left.origin, right.origin) and _all_same(left.arguments, right.arguments)
    if isinstance(left, Union) and isinstance(right, Union):
        return len(left.options) == len(right.options) and all(
            any(same(option, other) for other in right.options) for option in left.options
        )
    if isinstance(left, Wrapped) and isinstance(right, Wrapped):
        return left.kind == right.kind and same(left.inner, right.inner)
    if isinstance(left, Annotated) and isinstance(right, Annotated):
        items = zip(left.metadata, right.metadata)
        equal = len(left.metadata) == len(right.metadata) and all(same_value(a.value, b.value) for a, b in items)
        return equal and same(left.inner, right.inner)
    if isinstance(left, LiteralType) and isinstance(right, LiteralType):
        pairs = zip(left.values, right.values)
        return len(left.values) == len(right.values) and all(same_value(a, b) for a, b in pairs)
    if isinstance(left, Special) and isinstance(right, Special):
        return left.name == right.name and _all_same(left.arguments, right.arguments) and left.inner is right.inner
    return isinstance(left, Variable) and isinstance(right, Variable) and left.name == right.name


def _all_same(left: tuple[Type, ...], right: tuple[Type, ...]) -> bool:
    return len(left) == len(right) and all(same(a, b) for a, b in zip(left, right))


def same_value(left: Value, right: Value) -> bool:
    """Tell whether two classes, functions or literals are certain to be equal."""
    if isinstance(left, Literal) and isinstance(right, Literal):
        return left.kind == right.kind and left.value == right.value
    if isinstance(left, TypeExpression) and isinstance(right, TypeExpression):
        return left.node is right.node
    return classes.equal(left, right)


def variables(type_: Type) -> list[str]:
    """Give the names of the type variables in a type, in the order they appear."""
    return list(dict.fromkeys(part.name for part in walk(type_) if isinstance(part, Variable)))


def substituted(type_: Type, values: Mapping[str, Type]) -> Type:
    """Give a type with its type variables replaced."""
    if isinstance(type_, Variable):
        return values.get(type_.name, type_)
    if isinstance(type_, Plain):
        return Plain(type_.origin, _each(type_.arguments, values), type_.spelled)
    if isinstance(type_, Union):
        return simplified(_each(type_.options, values))
    if isinstance(type_, Annotated):
        inner = substituted(type_.inner, values)
        if isinstance(inner, Annotated):
            return Annotated(inner.inner, (*inner.metadata, *type_.metadata))
        return Annotated(inner, type_.metadata)
    if isinstance(type_, Wrapped):
        return Wrapped(type_.kind, substituted(type_.inner, values))
    if isinstance(type_, Special):
        inner_type = None if type_.inner is None else substituted(type_.inner, values)
        return Special(type_.name, _each(type_.arguments, values), inner_type)
    return type_


def _each(types: tuple[Type, ...], values: Mapping[str, Type]) -> tuple[Type, ...]:
    return tuple(substituted(type_, values) for type_ in types)
