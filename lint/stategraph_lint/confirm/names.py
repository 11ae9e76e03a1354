"""Which names of its module a piece of code needs."""

from __future__ import annotations

import ast
import symtable
from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Used:
    """What code needs of its module: plain names, and chains of attributes from one, such as `('models', 'State')`."""

    names: frozenset[str]
    chains: frozenset[tuple[str, ...]]


def used(code: str) -> Used:
    """Give the names that statements look up in the module around them, quoted annotations read.

    Locals of functions are none. Raises SyntaxError when the running interpreter cannot read the code.
    """
    tree = ast.parse(code)
    found = set(_globals(symtable.symtable(code, "slice", "exec"), top=True))
    chains = {chain for chain in _chains(tree) if chain[0] in found}
    for part in _annotations(tree):
        found.update(node.id for node in ast.walk(part) if isinstance(node, ast.Name))
        chains.update(_chains(part))
    return Used(frozenset(found), frozenset(chains))


def _globals(table: symtable.SymbolTable, *, top: bool) -> Iterator[str]:
    for symbol in table.get_symbols():
        if symbol.is_referenced() and (top or symbol.is_global()):
            yield symbol.get_name()
    for child in table.get_children():
        yield from _globals(child, top=False)


def _chains(tree: ast.AST) -> Iterator[tuple[str, ...]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            chain = _chain(node)
            if chain:
                yield chain


def _chain(node: ast.expr) -> tuple[str, ...]:
    if isinstance(node, ast.Name):
        return (node.id,)
    if isinstance(node, ast.Attribute):
        before = _chain(node.value)
        return (*before, node.attr) if before else ()
    return ()


def _annotations(tree: ast.AST) -> Iterator[ast.expr]:
    """Give every annotation, and what the strings in it say."""
    for node in ast.walk(tree):
        given = [getattr(node, "annotation", None), getattr(node, "returns", None)]
        for annotation in given:
            if isinstance(annotation, ast.expr):
                yield annotation
                yield from _quoted(annotation)
        # `List["Item"]` may stand anywhere: in a base, in an alias, in a call of TypedDict.
        if isinstance(node, ast.Subscript):
            yield from _quoted(node.slice)


def _quoted(annotation: ast.expr) -> Iterator[ast.expr]:
    for node in ast.walk(annotation):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            try:
                yield ast.parse(node.value.strip(), mode="eval").body
            except SyntaxError:
                continue
