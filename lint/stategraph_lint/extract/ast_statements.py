"""Statements of the standard library's ast as records."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from stategraph_lint.extract.ast_expressions import ExpressionReader, operator_text
from stategraph_lint.facts import syntax as s

_KEYWORDS = re.compile(r"(?:async\s+)?(?:def|class)\s+")


class StatementReader(ExpressionReader):
    """Turns statements into records; one reader per slice."""

    def block(self, nodes: Sequence[ast.stmt]) -> tuple[s.AnyStmt, ...]:
        """Read a suite or a whole module."""
        return tuple([_STATEMENTS[type(node)](self, node) for node in nodes])

    def function(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> s.FunctionDef:
        """Read a function with its body."""
        decorators = self.all(node.decorator_list)
        parameters = self.parameters(node.args)
        returns = self.annotation(node.returns)
        outer, self.yields = self.yields, False
        body = self.block(node.body)
        is_generator, self.yields = self.yields, outer
        return s.FunctionDef(
            span=self._from_decorator(node),
            name=node.name,
            head=self._head(node),
            decorators=decorators,
            parameters=parameters,
            returns=returns,
            body=body,
            is_async=isinstance(node, ast.AsyncFunctionDef),
            is_generator=is_generator,
            type_parameters=_type_parameters(node),
        )

    def klass(self, node: ast.ClassDef) -> s.ClassDef:
        """Read a class with its body."""
        return s.ClassDef(
            span=self._from_decorator(node),
            name=node.name,
            head=self._head(node),
            decorators=self.all(node.decorator_list),
            arguments=tuple(self.arguments(node.bases, node.keywords)),
            body=self.block(node.body),
            type_parameters=_type_parameters(node),
        )

    def _from_decorator(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> s.Span:
        span = self.span(node)
        if not node.decorator_list:
            return span
        first = self.span(node.decorator_list[0])
        return s.Span(first.line, max(first.column - 1, 1), span.end_line, span.end_column)

    def _head(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> s.Span:
        span = self.span(node)
        # ast does not say where the name stands.
        keywords = _KEYWORDS.match(self.source.lines[node.lineno - 1], span.column - 1)
        begin = keywords.end() if keywords else span.column - 1
        return s.Span(span.line, span.column, span.line, begin + len(node.name) + 1)

    def handler(self, node: ast.ExceptHandler) -> s.Handler:
        """Read an `except` clause."""
        return s.Handler(self.span(node), self.optional(node.type), node.name, self.block(node.body))

    def case(self, node: ast.match_case) -> s.Case:
        """Read a `case` clause."""
        pattern = node.pattern
        value: s.AnyExpr | None = None
        if isinstance(pattern, ast.MatchValue):
            value = self.expression(pattern.value)
        elif isinstance(pattern, ast.MatchSingleton):
            value = s.Constant(self.span(pattern), "none" if pattern.value is None else "bool", pattern.value)
        catches_all = isinstance(pattern, ast.MatchAs) and pattern.pattern is None and node.guard is None
        names = tuple(_pattern_names(pattern))
        body = self.block(node.body)
        first, last = self.span(pattern), body[-1].span
        # ast does not say where a clause begins: at its keyword, on the line of its pattern.
        begin = self.source.lines[pattern.lineno - 1].rfind("case", 0, first.column - 1) + 1
        span = s.Span(first.line, begin or first.column, last.end_line, last.end_column)
        return s.Case(span, value, names, self.optional(node.guard), body, catches_all)


def _type_parameters(node: Any) -> tuple[str, ...]:
    return tuple(parameter.name for parameter in getattr(node, "type_params", ()))


Read = Callable[[StatementReader, Any], s.AnyStmt]


def _expression(reader: StatementReader, node: ast.Expr) -> s.AnyStmt:
    value = reader.expression(node.value)
    return s.Expression(value.span, value)


def _assign(reader: StatementReader, node: ast.Assign) -> s.AnyStmt:
    targets, value = reader.all(node.targets), _assigned(reader, node.value)
    first = targets[0].span
    span = s.Span(first.line, first.column, value.span.end_line, value.span.end_column)
    return s.Assign(span, targets, value)


def _assigned(reader: StatementReader, node: ast.expr) -> s.AnyExpr:
    """Read what is assigned: a type alias, perhaps, with strings in it that spell types."""
    union = isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr)
    return reader.typed(node) if union or isinstance(node, ast.Subscript) else reader.expression(node)


def _annotated(reader: StatementReader, node: ast.AnnAssign) -> s.AnyStmt:
    annotation = reader.typed(node.annotation)
    value = None if node.value is None else _assigned(reader, node.value)
    return s.AnnotatedAssign(reader.span(node), reader.expression(node.target), annotation, value)


def _augmented(reader: StatementReader, node: ast.AugAssign) -> s.AnyStmt:
    target, value = reader.expression(node.target), reader.expression(node.value)
    return s.AugmentedAssign(reader.span(node), target, operator_text(node.op), value)


def _return(reader: StatementReader, node: ast.Return) -> s.AnyStmt:
    return s.Return(reader.span(node), reader.optional(node.value))


def _raise(reader: StatementReader, node: ast.Raise) -> s.AnyStmt:
    return s.Raise(reader.span(node), reader.optional(node.exc))


def _assert(reader: StatementReader, node: ast.Assert) -> s.AnyStmt:
    return s.Assert(reader.span(node), reader.expression(node.test))


def _delete(reader: StatementReader, node: ast.Delete) -> s.AnyStmt:
    targets = reader.all(node.targets)
    if len(targets) == 1 and isinstance(targets[0], s.Sequence):
        targets = targets[0].items
    return s.Delete(reader.span(node), targets)


def _jump(reader: StatementReader, node: ast.stmt) -> s.AnyStmt:
    return s.Jump(reader.span(node), type(node).__name__.lower())


def _scope(reader: StatementReader, node: ast.Global | ast.Nonlocal) -> s.AnyStmt:
    return s.Scope(reader.span(node), type(node).__name__.lower(), tuple(node.names))


def _import(reader: StatementReader, node: ast.Import) -> s.AnyStmt:
    return s.Import(reader.span(node), _aliases(reader, node))


def _import_from(reader: StatementReader, node: ast.ImportFrom) -> s.AnyStmt:
    span = reader.span(node)
    starred = node.names[0].name == "*"
    names = (s.Alias(span, "*", None),) if starred else _aliases(reader, node)
    return s.ImportFrom(span, node.module or "", node.level, names)


def _aliases(reader: StatementReader, node: ast.Import | ast.ImportFrom) -> tuple[s.Alias, ...]:
    return tuple([s.Alias(reader.named(alias, alias.name), alias.name, alias.asname) for alias in node.names])


def _if(reader: StatementReader, node: ast.If) -> s.AnyStmt:
    test, body = reader.expression(node.test), reader.block(node.body)
    return s.If(reader.span(node), test, body, reader.block(node.orelse))


def _for(reader: StatementReader, node: ast.For | ast.AsyncFor) -> s.AnyStmt:
    target, source = reader.expression(node.target), reader.expression(node.iter)
    body, orelse = reader.block(node.body), reader.block(node.orelse)
    return s.For(reader.span(node), target, source, body, orelse, isinstance(node, ast.AsyncFor))


def _while(reader: StatementReader, node: ast.While) -> s.AnyStmt:
    test, body = reader.expression(node.test), reader.block(node.body)
    return s.While(reader.span(node), test, body, reader.block(node.orelse))


def _try(reader: StatementReader, node: Any) -> s.AnyStmt:
    body = reader.block(node.body)
    handlers = tuple(map(reader.handler, node.handlers))
    return s.Try(reader.span(node), body, handlers, reader.block(node.orelse), reader.block(node.finalbody))


def _with(reader: StatementReader, node: ast.With | ast.AsyncWith) -> s.AnyStmt:
    items = tuple((reader.expression(item.context_expr), reader.optional(item.optional_vars)) for item in node.items)
    return s.With(reader.span(node), items, reader.block(node.body), isinstance(node, ast.AsyncWith))


def _match(reader: StatementReader, node: ast.Match) -> s.AnyStmt:
    return s.Match(reader.span(node), reader.expression(node.subject), tuple(map(reader.case, node.cases)))


def _pattern_names(node: ast.AST) -> Iterator[str]:
    if isinstance(node, (ast.MatchAs, ast.MatchStar)) and node.name is not None:
        yield node.name
    if isinstance(node, ast.MatchMapping) and node.rest is not None:
        yield node.rest
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.pattern):
            yield from _pattern_names(child)


def _type_alias(reader: StatementReader, node: Any) -> s.AnyStmt:
    return s.TypeAlias(reader.span(node), node.name.id, reader.typed(node.value), _type_parameters(node))


_STATEMENTS: dict[type[ast.stmt], Read] = {
    ast.FunctionDef: StatementReader.function,
    ast.AsyncFunctionDef: StatementReader.function,
    ast.ClassDef: StatementReader.klass,
    ast.Expr: _expression,
    ast.Assign: _assign,
    ast.AnnAssign: _annotated,
    ast.AugAssign: _augmented,
    ast.Return: _return,
    ast.Raise: _raise,
    ast.Assert: _assert,
    ast.Delete: _delete,
    ast.Pass: _jump,
    ast.Break: _jump,
    ast.Continue: _jump,
    ast.Global: _scope,
    ast.Nonlocal: _scope,
    ast.Import: _import,
    ast.ImportFrom: _import_from,
    ast.If: _if,
    ast.For: _for,
    ast.AsyncFor: _for,
    ast.While: _while,
    ast.Try: _try,
    ast.With: _with,
    ast.AsyncWith: _with,
    ast.Match: _match,
}
for _name, _read in {"TryStar": _try, "TypeAlias": _type_alias}.items():
    if hasattr(ast, _name):
        _STATEMENTS[getattr(ast, _name)] = _read
