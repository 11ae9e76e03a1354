"""Types of library schemas, read from the text they are spelled in."""

from __future__ import annotations

import ast

from stategraph_lint.facts import syntax as s
from stategraph_lint.facts.libraries import BOOL_STEP, IS_LAST_STEP, NUMBER_STEP, REMAINING_STEPS
from stategraph_lint.facts.typing_names import ORIGINS, QUALIFIERS, SPECIAL
from stategraph_lint.program.type_parts import simplified
from stategraph_lint.program.types import Annotated, LiteralType, Metadata, Plain, Special, Type, Variable, Wrapped
from stategraph_lint.program.values import External, Literal, Place

_VARIABLE = "typing.TypeVar."
MANAGED = {IS_LAST_STEP: ("builtins.bool", BOOL_STEP), REMAINING_STEPS: ("builtins.int", NUMBER_STEP)}
NONE = External("builtins.None")


def library_type(text: str, place: Place) -> Type:
    """Give the type that a text of `facts.library_schemas` spells; `place` is given to its metadata."""
    return _type(ast.parse(text, mode="eval").body, place)


def named_type(name: str, place: Place | None, node: s.AnyExpr | None = None) -> Type:
    """Give the type that an outside name stands for at run time."""
    if name in ORIGINS:
        return Plain(External(ORIGINS[name]), (), name)
    if name in MANAGED and place is not None:
        inner, manager = MANAGED[name]
        return Annotated(Plain(External(inner)), (_metadata(External(manager), place, node),))
    if name.startswith(_VARIABLE):
        return Variable(name.removeprefix(_VARIABLE))
    if name == "collections.abc.Callable":
        return Special("typing.Callable")
    return Special(name) if name in SPECIAL else Plain(External(name))


def type_variable(name: str) -> External:
    """Give the value that stands for a type parameter of a class or function."""
    return External(f"{_VARIABLE}{name}")


def _metadata(value: External, place: Place, node: s.AnyExpr | None) -> Metadata:
    return Metadata(value, node or s.Name(place.span, value.name.rpartition(".")[2]), place)


def _type(node: ast.expr, place: Place) -> Type:
    if not isinstance(node, ast.Subscript):
        return named_type(ast.unparse(node), place)
    name = ast.unparse(node.value)
    items = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
    if name == "typing.Literal":
        return LiteralType(tuple(Literal("str", str(ast.literal_eval(item))) for item in items))
    if name == "typing.Annotated":
        metadata = tuple(_metadata(External(ast.unparse(item)), place, None) for item in items[1:])
        return Annotated(_type(items[0], place), metadata)
    inner = tuple(_type(item, place) for item in items)
    if name == "typing.Optional":
        return simplified((*inner, Plain(NONE)))
    if name == "typing.Union":
        return simplified(inner)
    if name in QUALIFIERS:
        return Wrapped(QUALIFIERS[name], inner[0])
    return Plain(External(ORIGINS.get(name, name)), inner, name if name in ORIGINS else "")
