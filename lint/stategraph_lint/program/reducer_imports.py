"""The imports that bring the reducers of state fields from langgraph."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from stategraph_lint.facts import syntax as s
from stategraph_lint.facts.exports import has, is_private
from stategraph_lint.facts.libraries import canonical
from stategraph_lint.program.program import Program
from stategraph_lint.program.questions import Declared, declared
from stategraph_lint.program.types import Annotated, Type, Wrapped
from stategraph_lint.program.values import External, Partial, Place, Result, Value

_PACKAGE = "langgraph"


@dataclass(frozen=True, eq=False, slots=True)
class ReducerImport:
    """A name that a module of the project imports from langgraph, and the fields that use it as a reducer.

    `exists` is false when the import raises; a name that exists is private.
    """

    module: str
    name: str
    place: Place
    exists: bool
    fields: tuple[Declared, ...]


def doubtful_imports(program: Program) -> Iterator[ReducerImport]:
    """Give the imports of reducers that langgraph does not have, or has for itself only, at the top level of modules.

    Imports under `try` or `if` are left alone, and so are names that no field uses.
    """
    used = _used(program)
    for path in program.modules.loaded if used else ():
        for statement, place in _imports(program, path):
            for alias in statement.names:
                fields = used.get(canonical(f"{statement.module}.{alias.name}"), ())
                exists = has(statement.module, alias.name) if fields else None
                if exists is False or (exists and is_private(alias.name)):
                    where = Place(place.path, alias.span)
                    yield ReducerImport(statement.module, alias.name, where, exists, tuple(fields))


def _imports(program: Program, path: str) -> Iterator[tuple[s.ImportFrom, Place]]:
    module = program.modules.module(path)
    for index, entry in enumerate(module.outline) if module is not None else ():
        if module is None or entry.kind != "import" or _PACKAGE not in module.words(index):
            continue
        for statement in module.statements(index):
            outside = isinstance(statement, s.ImportFrom) and not statement.level
            if isinstance(statement, s.ImportFrom) and outside and statement.module.startswith(f"{_PACKAGE}."):
                yield statement, Place(path, statement.span)


def _used(program: Program) -> dict[str, list[Declared]]:
    """Give the fields by the names from langgraph that stand as reducers in their annotations."""
    used: dict[str, list[Declared]] = {}
    for found in declared(program):
        for name in {*_names(_last_item(found.channel.field.type)), *_names(found.channel.reducer)}:
            if name.startswith(f"{_PACKAGE}."):
                used.setdefault(name, []).append(found)
    return used


def _last_item(type_: Type) -> Value | None:
    while isinstance(type_, Wrapped):
        type_ = type_.inner
    return type_.metadata[-1].value if isinstance(type_, Annotated) else None


def _names(value: Value | None) -> Iterator[str]:
    """Give the outside name that a reducer is, is made by, or is part of."""
    while isinstance(value, (Partial, Result)):
        value = value.function
    if isinstance(value, External):
        yield value.name
