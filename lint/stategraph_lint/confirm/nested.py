"""Definitions that stand inside functions and classes, cut out together with what they use of the code around them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from stategraph_lint.confirm.names import used
from stategraph_lint.extract.locate import bound_names

_Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda
_Function = ast.FunctionDef | ast.AsyncFunctionDef


class NotCut(Exception):
    """A nested definition cannot stand alone; the message says why."""


@dataclass(frozen=True, slots=True)
class Nested:
    """Source that binds a definition at the top level, and the statements that run for it."""

    text: str
    statements: tuple[ast.stmt, ...]


def nested(tree: ast.Module, line: int, name: str, bound: str) -> Nested:
    """Give the definition of a name that stands at a line, as a function that holds it and what it uses.

    It stays inside a function, since LangGraph treats local classes differently. `bound` is its name at the top level.
    Raises NotCut when a value it uses is only known where the surrounding function is called.
    """
    chain = _chain(tree, line, name)
    target = chain[-1]
    functions = [node for node in chain[:-1] if isinstance(node, _Function)]
    if isinstance(chain[-2] if len(chain) > 1 else None, ast.ClassDef):
        raise NotCut(f"`{name}` is part of a class")
    statements = _needed(target, functions)
    result = "function" if isinstance(target, ast.Lambda) else target.name
    inner: list[ast.stmt] = [*statements, ast.Return(ast.Name(result, ast.Load()))]
    holder = ast.parse(f"def local_{line}(): ...\n{bound} = local_{line}()")
    assert isinstance(holder.body[0], ast.FunctionDef)
    holder.body[0].body = inner
    return Nested(ast.unparse(ast.fix_missing_locations(holder)), statements)


def _needed(target: _Definition, functions: list[_Function]) -> tuple[ast.stmt, ...]:
    """Give a definition with the statements around it that bind what it uses, in their order."""
    first: ast.stmt
    if isinstance(target, ast.Lambda):
        first = ast.Assign([ast.Name("function", ast.Store())], target, lineno=target.lineno)
    else:
        first = target
    kept: dict[int, ast.stmt] = {}
    queue: list[ast.stmt] = [first]
    while queue:
        statement = queue.pop()
        if id(statement) not in kept:
            kept[id(statement)] = statement
            for wanted in sorted(used(ast.unparse(ast.fix_missing_locations(statement))).names):
                queue += _bound(functions, wanted, statement)
    return tuple(sorted(kept.values(), key=lambda node: node.lineno))


def _chain(tree: ast.Module, line: int, name: str) -> list[_Definition]:
    """Give the definition at a line, behind all that surround it, outermost first.

    Raises NotCut when there is none.
    """
    found = list(_paths(tree, line, name, []))
    if not found:
        raise NotCut(f"`{name}` was not found again")
    return found[0]


def _paths(node: ast.AST, line: int, name: str, above: list[_Definition]) -> Iterator[list[_Definition]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, _Definition):
            own = getattr(child, "name", "<lambda>")
            decorated = min([child.lineno, *(part.lineno for part in getattr(child, "decorator_list", ()))])
            if own == name and decorated <= line <= child.lineno:
                yield [*above, child]
            yield from _paths(child, line, name, [*above, child])
        else:
            yield from _paths(child, line, name, above)


def _bound(functions: list[_Function], name: str, user: ast.stmt) -> Iterator[ast.stmt]:
    """Give the statements of the innermost surrounding function that bind a name."""
    for function in reversed(functions):
        binding = [node for node in function.body if name in bound_names(node)]
        if binding:
            if user not in binding:
                yield from binding
            return
        arguments = function.args
        every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg]
        if any(one is not None and one.arg == name for one in every):
            raise NotCut(f"`{name}` is a parameter of `{function.name}`")
