"""Types of library schemas, read from the text they are spelled in."""

from __future__ import annotations

import ast

from stategraph_lint.facts import syntax as s
from stategraph_lint.facts.libraries import BOOL_STEP, IS_LAST_STEP, NUMBER_STEP, REMAINING_STEPS
from stategraph_lint.facts.typing_names import ORIGINS, QUALIFIERS, SPECIAL
from stategraph_lint.program.module_scope import ModuleScope
from stategraph_lint.program.type_parts import simplified
from stategraph_lint.program.types import (
    Annotated,
    LiteralType,
    Metadata,
    Plain,
    Special,
    Type,
    Unclear,
    Variable,
    Wrapped,
    walk,
)
from stategraph_lint.program.values import External, Literal, Place, Value

_VARIABLE = "typing.TypeVar."
MANAGED = {IS_LAST_STEP: ("builtins.bool", BOOL_STEP), REMAINING_STEPS: ("builtins.int", NUMBER_STEP)}
NONE = External("builtins.None")


def library_type(text: str, place: Place, heir: ModuleScope | None = None) -> Type:
    """Give the type that a text of `facts.library_schemas` spells; `place` is given to its metadata.

    `heir` is the module whose names come before those of the library: a TypedDict's postponed annotations are
    evaluated by `get_type_hints` with the names of the module of the class that inherits them.
    """
    return _Reader(place, heir).read(ast.parse(text, mode="eval").body)


def named_type(name: str, place: Place | None, node: s.AnyExpr | None = None) -> Type:
    """Give the type that an outside name stands for at run time."""
    if name in ORIGINS:
        return Plain(External(ORIGINS[name]), (), name)
    if name in MANAGED and place is not None:
        inner, manager = MANAGED[name]
        return Annotated(
            Plain(External(inner)), (Metadata(External(manager), node or s.Name(place.span, _short(manager)), place),)
        )
    if name.startswith(_VARIABLE):
        return Variable(name.removeprefix(_VARIABLE))
    if name == "collections.abc.Callable":
        return Special("typing.Callable")
    return Special(name) if name in SPECIAL else Plain(External(name))


def type_variable(name: str) -> External:
    """Give the value that stands for a type parameter of a class or function."""
    return External(f"{_VARIABLE}{name}")


class _Reader:
    """Reads one type from its text."""

    def __init__(self, place: Place, heir: ModuleScope | None) -> None:
        self.place = place
        self.heir = heir

    def shadow(self, name: str) -> Value | None:
        """Give what the heir's module has under the short name of something, where that is another thing."""
        short = _short(name)
        if self.heir is None or not self.heir.binds(short) or self.heir.guarded(short):
            return None
        found = self.heir.lookup(short, None)
        return None if found is None or (isinstance(found, External) and _like(found.name, name)) else found

    def read(self, node: ast.expr) -> Type:
        """Give the type of an expression."""
        name = ast.unparse(node.value if isinstance(node, ast.Subscript) else node)
        if self.shadow(name) is not None:
            return Unclear(f"`{_short(name)}` of the module is another one than that of the library")
        if not isinstance(node, ast.Subscript):
            return named_type(name, self.place)
        items = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        if name == "typing.Literal":
            return LiteralType(tuple(Literal("str", str(ast.literal_eval(item))) for item in items))
        if name == "typing.Annotated":
            inner_type = self.read(items[0])
            unclear = next((part for part in walk(inner_type) if isinstance(part, Unclear)), None)
            return unclear or Annotated(inner_type, tuple(map(self.metadata, items[1:])))
        inner = tuple(map(self.read, items))
        if name == "typing.Optional":
            return simplified((*inner, Plain(NONE)))
        if name == "typing.Union":
            return simplified(inner)
        if name in QUALIFIERS:
            return Wrapped(QUALIFIERS[name], inner[0])
        return Plain(External(ORIGINS.get(name, name)), inner, name if name in ORIGINS else "")

    def metadata(self, node: ast.expr) -> Metadata:
        """Give one metadata item."""
        name = ast.unparse(node)
        return Metadata(self.shadow(name) or External(name), s.Name(self.place.span, _short(name)), self.place)


def _like(found: str, name: str) -> bool:
    """Tell whether two names mean the same thing, such as `typing.Sequence` and `collections.abc.Sequence`."""
    return ORIGINS.get(found, found) == ORIGINS.get(name, name)


def _short(name: str) -> str:
    return name.rpartition(".")[2]
