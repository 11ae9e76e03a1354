"""Statements of libcst as records: the whole module, where ast refuses newer syntax."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import libcst as cst

from stategraph_lint.extract.cst_expressions import ExpressionReader, operator_text
from stategraph_lint.extract.cst_places import Counter, LineTable
from stategraph_lint.facts import syntax as s

_CONFIG = cst.PartialParserConfig(default_indent="    ", default_newline="\n")


def read_lines(lines: Sequence[str]) -> tuple[s.AnyStmt, ...] | None:
    """Give the statements of a module by its lines; None when libcst cannot read them either."""
    lead = {number: len(line) - len(line.lstrip("\f")) for number, line in enumerate(lines, 1) if line[:1] == "\f"}
    text = "\n".join(line.lstrip("\f") for line in lines) + "\n"
    try:
        tree = cst.parse_module(text, _CONFIG)
        counter = Counter()
        tree._codegen(counter)  # type: ignore[arg-type]
        if counter.offset != len(text):  # libcst's text is not the text it read
            return None
        return StatementReader(counter.ranges, LineTable(text, 1, lead)).block(tree)
    except (cst.ParserSyntaxError, RecursionError):
        return None


class StatementReader(ExpressionReader):
    """Turns libcst statements into records; one reader per slice."""

    def __init__(self, ranges: dict[int, tuple[int, int]], table: Any) -> None:
        super().__init__(ranges, table)
        self._yields = [False]

    def expression(self, node: cst.CSTNode) -> s.AnyExpr:
        """Read any expression, and notice that a function is a generator."""
        if isinstance(node, cst.Yield):
            self._yields[-1] = True
        return super().expression(node)

    def block(self, node: cst.BaseSuite | cst.Module) -> tuple[s.AnyStmt, ...]:
        """Read a suite or a whole module."""
        return tuple(statement for line in node.body for statement in self.line(line))

    def line(self, node: cst.CSTNode) -> Iterator[s.AnyStmt]:
        """Read one line of small statements, or one compound statement."""
        for part in node.body if isinstance(node, cst.SimpleStatementLine) else (node,):
            read = _STATEMENTS.get(type(part))
            if read is None:
                yield s.Unread(self.span(part), (), type(part).__name__)
            else:
                yield read(self, part)

    def function(self, node: cst.FunctionDef) -> s.FunctionDef:
        """Read a function with its body."""
        span = self.span(node)
        decorators = tuple(self.expression(item.decorator) for item in node.decorators)
        parameters = self.parameters(node.params)
        returns = self.annotation(node.returns)
        self._yields.append(False)
        body = self.block(node.body)
        is_generator = self._yields.pop()
        return s.FunctionDef(
            span=_from_decorator(span, decorators),
            name=node.name.value,
            head=_head(span, self.span(node.name)),
            decorators=decorators,
            parameters=parameters,
            returns=returns,
            body=body,
            is_async=node.asynchronous is not None,
            is_generator=is_generator,
            type_parameters=_type_parameters(node),
        )

    def klass(self, node: cst.ClassDef) -> s.ClassDef:
        """Read a class with its body."""
        span = self.span(node)
        decorators = tuple(self.expression(item.decorator) for item in node.decorators)
        arguments = self.arguments([*node.bases, *node.keywords])
        body = self.block(node.body)
        return s.ClassDef(
            span=_from_decorator(span, decorators),
            name=node.name.value,
            head=_head(span, self.span(node.name)),
            decorators=decorators,
            arguments=arguments,
            body=body,
            type_parameters=_type_parameters(node),
        )

    def suite(self, node: cst.Else | cst.Finally | cst.If | None) -> tuple[s.AnyStmt, ...]:
        """Read what stands behind `else`, `elif` or `finally`."""
        if node is None:
            return ()
        return (_if(self, node),) if isinstance(node, cst.If) else self.block(node.body)


def _from_decorator(span: s.Span, decorators: tuple[s.AnyExpr, ...]) -> s.Span:
    if not decorators:
        return span
    first = decorators[0].span
    return s.Span(first.line, max(first.column - 1, 1), span.end_line, span.end_column)


def _head(span: s.Span, name: s.Span) -> s.Span:
    if span.line == name.line:
        return s.Span(span.line, span.column, name.end_line, name.end_column)
    return name


def _type_parameters(node: Any) -> tuple[str, ...]:
    parameters = getattr(node, "type_parameters", None)
    return tuple(item.param.name.value for item in parameters.params) if parameters else ()


Read = Callable[[StatementReader, Any], s.AnyStmt]
_STATEMENTS: dict[type[cst.CSTNode], Read] = {
    cst.FunctionDef: StatementReader.function,
    cst.ClassDef: StatementReader.klass,
}


def _reads(*kinds: type[cst.CSTNode]) -> Callable[[Read], Read]:
    def register(function: Read) -> Read:
        _STATEMENTS.update(dict.fromkeys(kinds, function))
        return function

    return register


@_reads(cst.Expr)
def _expression(reader: StatementReader, node: cst.Expr) -> s.AnyStmt:
    value = reader.expression(node.value)
    return s.Expression(value.span, value)


@_reads(cst.Assign)
def _assign(reader: StatementReader, node: cst.Assign) -> s.AnyStmt:
    targets = tuple(reader.expression(item.target) for item in node.targets)
    value = _assigned(reader, node.value)
    first = targets[0].span
    span = s.Span(first.line, first.column, value.span.end_line, value.span.end_column)
    return s.Assign(span, targets, value)


def _assigned(reader: StatementReader, node: cst.BaseExpression) -> s.AnyExpr:
    """Read what is assigned: a type alias, perhaps, with strings in it that spell types."""
    union = isinstance(node, cst.BinaryOperation) and isinstance(node.operator, cst.BitOr)
    return reader.typed(node) if union or isinstance(node, cst.Subscript) else reader.expression(node)


@_reads(cst.AnnAssign)
def _annotated(reader: StatementReader, node: cst.AnnAssign) -> s.AnyStmt:
    annotation = reader.typed(node.annotation.annotation)
    value = None if node.value is None else _assigned(reader, node.value)
    return s.AnnotatedAssign(reader.span(node), reader.expression(node.target), annotation, value)


@_reads(cst.AugAssign)
def _augmented(reader: StatementReader, node: cst.AugAssign) -> s.AnyStmt:
    target, value = reader.expression(node.target), reader.expression(node.value)
    return s.AugmentedAssign(reader.span(node), target, operator_text(node.operator), value)


@_reads(cst.Return)
def _return(reader: StatementReader, node: cst.Return) -> s.AnyStmt:
    return s.Return(reader.span(node), reader.optional(node.value))


@_reads(cst.Raise)
def _raise(reader: StatementReader, node: cst.Raise) -> s.AnyStmt:
    return s.Raise(reader.span(node), reader.optional(node.exc))


@_reads(cst.Assert)
def _assert(reader: StatementReader, node: cst.Assert) -> s.AnyStmt:
    return s.Assert(reader.span(node), reader.expression(node.test))


@_reads(cst.Del)
def _delete(reader: StatementReader, node: cst.Del) -> s.AnyStmt:
    target = reader.expression(node.target)
    targets = target.items if isinstance(target, s.Sequence) else (target,)
    return s.Delete(reader.span(node), targets)


@_reads(cst.Pass, cst.Break, cst.Continue)
def _jump(reader: StatementReader, node: cst.BaseSmallStatement) -> s.AnyStmt:
    return s.Jump(reader.span(node), type(node).__name__.lower())


@_reads(cst.Global, cst.Nonlocal)
def _scope(reader: StatementReader, node: cst.Global | cst.Nonlocal) -> s.AnyStmt:
    names = tuple(item.name.value for item in node.names)
    return s.Scope(reader.span(node), type(node).__name__.lower(), names)


def _dotted(node: cst.CSTNode | None) -> str:
    if isinstance(node, cst.Attribute):
        return f"{_dotted(node.value)}.{node.attr.value}"
    return node.value if isinstance(node, cst.Name) else ""


def _alias(reader: StatementReader, node: cst.ImportAlias) -> s.Alias:
    asname = _dotted(node.asname.name) if node.asname else None
    return s.Alias(reader.span(node.name), _dotted(node.name), asname)


@_reads(cst.Import)
def _import(reader: StatementReader, node: cst.Import) -> s.AnyStmt:
    return s.Import(reader.span(node), tuple(_alias(reader, item) for item in node.names))


@_reads(cst.ImportFrom)
def _import_from(reader: StatementReader, node: cst.ImportFrom) -> s.AnyStmt:
    span = reader.span(node)
    if isinstance(node.names, cst.ImportStar):
        names: tuple[s.Alias, ...] = (s.Alias(span, "*", None),)
    else:
        names = tuple(_alias(reader, item) for item in node.names)
    return s.ImportFrom(span, _dotted(node.module), len(node.relative), names)


@_reads(cst.If)
def _if(reader: StatementReader, node: cst.If) -> s.AnyStmt:
    test, body = reader.expression(node.test), reader.block(node.body)
    return s.If(reader.span(node), test, body, reader.suite(node.orelse))


@_reads(cst.For)
def _for(reader: StatementReader, node: cst.For) -> s.AnyStmt:
    target, source = reader.expression(node.target), reader.expression(node.iter)
    body, orelse = reader.block(node.body), reader.suite(node.orelse)
    return s.For(reader.span(node), target, source, body, orelse, node.asynchronous is not None)


@_reads(cst.While)
def _while(reader: StatementReader, node: cst.While) -> s.AnyStmt:
    test, body = reader.expression(node.test), reader.block(node.body)
    return s.While(reader.span(node), test, body, reader.suite(node.orelse))


@_reads(cst.Try, cst.TryStar)
def _try(reader: StatementReader, node: cst.Try | cst.TryStar) -> s.AnyStmt:
    body = reader.block(node.body)
    handlers = tuple(_handler(reader, item) for item in node.handlers)
    orelse, final = reader.suite(node.orelse), reader.suite(node.finalbody)
    return s.Try(reader.span(node), body, handlers, orelse, final)


def _handler(reader: StatementReader, node: cst.ExceptHandler | cst.ExceptStarHandler) -> s.Handler:
    name = node.name.name.value if node.name and isinstance(node.name.name, cst.Name) else None
    return s.Handler(reader.span(node), reader.optional(node.type), name, reader.block(node.body))


@_reads(cst.With)
def _with(reader: StatementReader, node: cst.With) -> s.AnyStmt:
    items = tuple(
        (reader.expression(item.item), reader.expression(item.asname.name) if item.asname else None)
        for item in node.items
    )
    return s.With(reader.span(node), items, reader.block(node.body), node.asynchronous is not None)


@_reads(cst.Match)
def _match(reader: StatementReader, node: cst.Match) -> s.AnyStmt:
    cases = tuple(_case(reader, item) for item in node.cases)
    return s.Match(reader.span(node), reader.expression(node.subject), cases)


def _case(reader: StatementReader, node: cst.MatchCase) -> s.Case:
    pattern = node.pattern
    value: s.AnyExpr | None = None
    if isinstance(pattern, (cst.MatchValue, cst.MatchSingleton)):
        value = reader.expression(pattern.value)
    catches_all = isinstance(pattern, cst.MatchAs) and pattern.pattern is None and node.guard is None
    guard = reader.optional(node.guard)
    names = tuple(_pattern_names(pattern))
    return s.Case(reader.span(node), value, names, guard, reader.block(node.body), catches_all)


_PATTERNS = (
    cst.MatchPattern,
    cst.MatchMappingElement,
    cst.MatchKeywordElement,
    cst.MatchStar,
    cst.MatchSequenceElement,
    cst.MatchOrElement,
)


def _pattern_names(node: cst.CSTNode) -> Iterator[str]:
    if isinstance(node, (cst.MatchAs, cst.MatchStar)) and node.name is not None:
        yield node.name.value
    if isinstance(node, cst.MatchMapping) and node.rest is not None:
        yield node.rest.value
    for child in node.children:
        if isinstance(child, _PATTERNS):
            yield from _pattern_names(child)


@_reads(*([cst.TypeAlias] if hasattr(cst, "TypeAlias") else []))
def _type_alias(reader: StatementReader, node: Any) -> s.AnyStmt:
    return s.TypeAlias(reader.span(node), node.name.value, reader.typed(node.value), _type_parameters(node))
