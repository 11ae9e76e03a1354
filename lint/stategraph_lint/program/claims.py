"""What the settings say of a project that its code does not: names are resolved, as those in code are."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from stategraph_lint.facts.libraries import canonical
from stategraph_lint.program.values import (
    ClassValue,
    External,
    FunctionValue,
    ModuleValue,
    Object,
    Partial,
    Result,
    Unknown,
    Value,
)

if TYPE_CHECKING:
    from stategraph_lint.program.interpreter import Interpreter


@dataclass(frozen=True)
class Claims:
    """What a user claims of their project.

    `message_fields` are names of state fields that hold a conversation; `idempotent_reducers` and
    `serializable_classes` are dotted names.
    """

    message_fields: frozenset[str] = frozenset()
    idempotent_reducers: tuple[str, ...] = ()
    serializable_classes: tuple[str, ...] = ()


def is_idempotent(run: Interpreter, reducer: Value | None) -> bool:
    """Tell whether a reducer, or the function or class that makes it, is claimed to be idempotent."""
    names = run.claims.idempotent_reducers
    return bool(names) and any(_is_named(run, maker, names) for maker in _makers(run, reducer))


def is_serializable(run: Interpreter, cls: Value) -> bool:
    """Tell whether a class is claimed to come back from a checkpoint as it is."""
    names = run.claims.serializable_classes
    return bool(names) and _is_named(run, cls, names)


def unfounded(run: Interpreter) -> Iterator[tuple[str, str]]:
    """Give the dotted names that lead into the project and to nothing there, each with the reason."""
    for dotted in (*run.claims.idempotent_reducers, *run.claims.serializable_classes):
        found = _named(run, dotted)
        if isinstance(found, Unknown):
            yield dotted, found.reason


def _makers(run: Interpreter, reducer: Value | None) -> Iterator[Value]:
    """Give a reducer, and what it was made by: a function around it, a class, a call, a partial."""
    while reducer is not None:
        yield reducer
        if isinstance(reducer, (Partial, Result)):
            reducer = reducer.function
        elif isinstance(reducer, FunctionValue):
            if isinstance(reducer.self_value, Object):
                yield run.content(reducer.self_value).cls or reducer
            outer = reducer.frame.function
            reducer = outer if outer is not reducer else None
        else:
            reducer = run.content(reducer).cls if isinstance(reducer, Object) else None


def _is_named(run: Interpreter, value: Value, names: tuple[str, ...]) -> bool:
    return any(_same(value, _named(run, dotted)) for dotted in names)


def _same(value: Value, other: Value) -> bool:
    if isinstance(value, External) and isinstance(other, External):
        return canonical(value.name) == canonical(other.name)
    if isinstance(value, FunctionValue) and isinstance(other, FunctionValue):
        return value.stub is other.stub
    if isinstance(value, ClassValue) and isinstance(other, ClassValue):
        return value.node is other.node
    return value is other


def _named(run: Interpreter, dotted: str) -> Value:
    """Give what a dotted name means: in the project, else outside it."""
    key = ("claimed", dotted)
    if key not in run.kept:
        run.kept[key] = _resolved(run, dotted)
    found: Value = run.kept[key]
    return found


def _resolved(run: Interpreter, dotted: str) -> Value:
    from stategraph_lint.program import classes

    parts = dotted.split(".")
    for length in range(len(parts), 0, -1):
        found = run.imports.module("", 0, ".".join(parts[:length]))
        if not isinstance(found, ModuleValue):
            continue
        for at in range(length, len(parts)):
            if isinstance(found, ClassValue):
                found = classes.class_attribute(run, found, parts[at])
            else:
                found = run.imports.member(found, parts[at])
            if isinstance(found, Unknown):
                return Unknown(f"there is no '{parts[at]}' in {'.'.join(parts[:at])}")
        return found
    return External(canonical(dotted))
