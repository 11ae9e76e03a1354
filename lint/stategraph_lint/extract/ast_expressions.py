"""Expressions of the standard library's ast as records."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import Any

from stategraph_lint.facts import syntax as s

_OPERATORS: dict[type[ast.AST], str] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.Div: "/",
    ast.FloorDiv: "//",
    ast.Mod: "%",
    ast.Pow: "**",
    ast.MatMult: "@",
    ast.BitOr: "|",
    ast.BitAnd: "&",
    ast.BitXor: "^",
    ast.LShift: "<<",
    ast.RShift: ">>",
    ast.And: "and",
    ast.Or: "or",
    ast.Not: "not",
    ast.USub: "-",
    ast.UAdd: "+",
    ast.Invert: "~",
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.In: "in",
    ast.NotIn: "not in",
    ast.Is: "is",
    ast.IsNot: "is not",
}
_KINDS: dict[type[object], str] = {
    str: "str",
    bytes: "bytes",
    int: "int",
    float: "float",
    complex: "complex",
    bool: "bool",
    type(None): "none",
    type(...): "ellipsis",
}
_INT64 = 2**63
_STRING = re.compile(r"[a-zA-Z]*('{3}|\"{3}|'|\")(.*)\1", re.DOTALL)
# A longer string spells no type.
MAX_FORWARD = 2000


def operator_text(node: ast.AST) -> str:
    """Give an operator as it is written."""
    return _OPERATORS[type(node)]


class Slice:
    """The text that trees were parsed from: maps ast's places, columns of UTF-8 bytes, to those of the file.

    `shift` is added to line numbers; the first line begins at the file's `column` (from 0).
    """

    def __init__(self, text: str, shift: int, column: int = 0) -> None:
        self._text = text
        self._shift = shift
        self._column = column
        self._plain = text.isascii() and not column

    @cached_property
    def lines(self) -> list[str]:
        """The lines of the text."""
        return self._text.split("\n")

    def span(self, node: Any) -> s.Span:
        """Give the place of a node."""
        line, end = node.lineno, node.end_lineno
        if self._plain:
            return s.Span(line + self._shift, node.col_offset + 1, end + self._shift, node.end_col_offset + 1)
        first, last = self._column_of(line, node.col_offset), self._column_of(end, node.end_col_offset)
        return s.Span(line + self._shift, first, end + self._shift, last)

    def _column_of(self, line: int, offset: int) -> int:
        column = len(self.lines[line - 1].encode()[:offset].decode()) + 1
        return column + self._column if line == 1 else column

    def text(self, node: Any) -> str:
        """Give the source text of a node."""
        lines = [line.encode() for line in self.lines[node.lineno - 1 : node.end_lineno]]
        lines[-1] = lines[-1][: node.end_col_offset]
        lines[0] = lines[0][node.col_offset :]
        return b"\n".join(lines).decode()


class FixedSlice(Slice):
    """Puts everything at one place: for text inside a string whose characters do not stand for themselves."""

    def __init__(self, text: str, place: s.Span) -> None:
        super().__init__(text, 0)
        self._place = place

    def span(self, node: Any) -> s.Span:
        """Give the one place, wherever the node is."""
        del node
        return self._place


class ExpressionReader:
    """Turns expressions into records; one reader per slice."""

    def __init__(self, source: Slice) -> None:
        self.source = source
        self.span = source.span
        self.yields = False

    def expression(self, node: ast.expr) -> s.AnyExpr:
        """Read any expression."""
        return _READERS[type(node)](self, node)

    def optional(self, node: ast.expr | None) -> s.AnyExpr | None:
        """Read an expression that may be absent."""
        return None if node is None else _READERS[type(node)](self, node)

    def all(self, nodes: Iterable[ast.expr]) -> tuple[s.AnyExpr, ...]:
        """Read several expressions."""
        return tuple([_READERS[type(node)](self, node) for node in nodes])

    def annotation(self, node: ast.expr | None) -> s.AnyExpr | None:
        """Read an annotation, and what its strings spell."""
        return None if node is None else self.typed(node)

    def typed(self, node: ast.expr) -> s.AnyExpr:
        """Read an expression in the place of a type: strings in it are read as expressions too."""
        if isinstance(node, ast.Constant):
            return self._forward(node, node.value) if isinstance(node.value, str) else self.expression(node)
        if isinstance(node, ast.Subscript):
            return self._typed_subscript(node)
        if isinstance(node, ast.BinOp):
            sides = self.typed(node.left), self.typed(node.right)
            return s.Binary(self.span(node), operator_text(node.op), *sides)
        if isinstance(node, (ast.Tuple, ast.List)):
            return s.Sequence(self.span(node), _display(node), self._typed_items(node.elts))
        return self.expression(node)

    def _typed_items(self, nodes: Sequence[ast.expr]) -> tuple[s.AnyExpr, ...]:
        if any(isinstance(node, ast.Starred) for node in nodes):
            return self.all(nodes)
        return tuple(map(self.typed, nodes))

    def _typed_subscript(self, node: ast.Subscript) -> s.AnyExpr:
        base = _last_name(node.value)
        items = _indices(node)
        if base == "Literal" or any(isinstance(item, ast.Slice) for item in items):
            return self.expression(node)
        # The metadata of an Annotated are values.
        plain = 1 if base == "Annotated" else len(items)
        read = (*map(self.typed, items[:plain]), *self.all(items[plain:]))
        return s.Subscript(self.span(node), self.expression(node.value), self.index(node, read))

    def index(self, node: ast.Subscript, items: tuple[s.AnyExpr, ...]) -> s.AnyExpr:
        """Give what a subscript is indexed with: one value, or a tuple of several."""
        if not isinstance(node.slice, ast.Tuple) or (len(items) == 1 and isinstance(items[0], s.Starred)):
            return items[0]
        if not items:
            return s.Sequence(self.span(node.slice), "tuple", ())
        span = self.span(node.slice)
        first, last = items[0].span, items[-1].span
        if (first.line, first.column) == (span.line, span.column):
            # The trailing comma of a tuple without parentheses is not part of it.
            span = s.Span(first.line, first.column, last.end_line, last.end_column)
        return s.Sequence(span, "tuple", items)

    def _forward(self, node: ast.Constant, value: str) -> s.AnyExpr:
        place, text = self.span(node), value.strip()
        spelled = self._spelled(node, text, place) if text and len(text) <= MAX_FORWARD else None
        return s.Constant(place, "str", value, spelled)

    def _spelled(self, node: ast.Constant, text: str, place: s.Span) -> s.AnyExpr | None:
        try:
            parsed = ast.parse(text, mode="eval").body
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return None
        source: Slice = FixedSlice(text, place)
        literal = _STRING.fullmatch(self.source.text(node))
        if literal is not None and literal[2] == text:
            source = Slice(text, place.line - 1, place.column - 1 + literal.start(2))
        return ExpressionReader(source).typed(parsed)

    def parameters(self, node: ast.arguments) -> tuple[s.Parameter, ...]:
        """Read the parameters of a function or lambda, in the order of their declaration."""
        positional = [*node.posonlyargs, *node.args]
        defaults = [*[None] * (len(positional) - len(node.defaults)), *node.defaults]
        kinds = [*["positional-only"] * len(node.posonlyargs), *["positional"] * len(node.args)]
        out = list(map(self._parameter, positional, kinds, defaults))
        if node.vararg is not None:
            out.append(self._parameter(node.vararg, "var-positional", None))
        out += map(self._parameter, node.kwonlyargs, ["keyword-only"] * len(node.kwonlyargs), node.kw_defaults)
        if node.kwarg is not None:
            out.append(self._parameter(node.kwarg, "var-keyword", None))
        return tuple(out)

    def _parameter(self, node: ast.arg, kind: str, default: ast.expr | None) -> s.Parameter:
        value = self.optional(default)
        return s.Parameter(self.named(node, node.arg), node.arg, kind, self.annotation(node.annotation), value)

    def named(self, node: ast.arg | ast.alias, name: str) -> s.Span:
        """Give the place of the name a node begins with."""
        span = self.span(node)
        return s.Span(span.line, span.column, span.line, span.column + len(name))

    def clause(self, node: ast.comprehension) -> s.Clause:
        """Read one `for target in iter if condition ...`."""
        target, source = self.expression(node.target), self.expression(node.iter)
        return s.Clause(source.span, target, source, self.all(node.ifs))

    def arguments(self, positional: Iterable[ast.expr], named: Iterable[ast.keyword]) -> list[s.Argument]:
        """Read the arguments of a call or a class, the positional ones first."""
        out = []
        for node in positional:
            value, star = (node.value, "*") if isinstance(node, ast.Starred) else (node, "")
            out.append(s.Argument(self.span(value), self.expression(value), None, star))
        for keyword in named:
            star = "**" if keyword.arg is None else ""
            out.append(s.Argument(self.span(keyword.value), self.expression(keyword.value), keyword.arg, star))
        return out


def _last_name(node: ast.expr) -> str:
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def _display(node: ast.expr) -> str:
    return type(node).__name__.lower()


def _indices(node: ast.Subscript) -> Sequence[ast.expr]:
    return node.slice.elts if isinstance(node.slice, ast.Tuple) else (node.slice,)


Read = Callable[[ExpressionReader, Any], s.AnyExpr]


def _name(reader: ExpressionReader, node: ast.Name) -> s.AnyExpr:
    return s.Name(reader.span(node), node.id)


def _attribute(reader: ExpressionReader, node: ast.Attribute) -> s.AnyExpr:
    return s.Attribute(reader.span(node), reader.expression(node.value), node.attr)


def _subscript(reader: ExpressionReader, node: ast.Subscript) -> s.AnyExpr:
    items = reader.all(_indices(node))
    return s.Subscript(reader.span(node), reader.expression(node.value), reader.index(node, items))


def _slice(reader: ExpressionReader, node: ast.Slice) -> s.AnyExpr:
    return s.Slice(reader.span(node), *map(reader.optional, (node.lower, node.upper, node.step)))


def _constant(reader: ExpressionReader, node: ast.Constant) -> s.AnyExpr:
    value = node.value
    kind = _KINDS[type(value)]
    if isinstance(value, (bytes, complex)) or (isinstance(value, int) and not -_INT64 <= value < _INT64):
        return s.Constant(reader.span(node), kind, reader.source.text(node))
    return s.Constant(reader.span(node), kind, None if value is ... else value)


def _text(reader: ExpressionReader, node: Any) -> s.AnyExpr:
    parts = [part.value for part in node.values if not isinstance(part, ast.Constant)]
    return s.Text(reader.span(node), reader.all(parts))


def _starred(reader: ExpressionReader, node: ast.Starred) -> s.AnyExpr:
    return s.Starred(reader.span(node), reader.expression(node.value))


def _sequence(reader: ExpressionReader, node: ast.List | ast.Tuple | ast.Set) -> s.AnyExpr:
    return s.Sequence(reader.span(node), _display(node), reader.all(node.elts))


def _mapping(reader: ExpressionReader, node: ast.Dict) -> s.AnyExpr:
    return s.Mapping(reader.span(node), tuple(zip(map(reader.optional, node.keys), reader.all(node.values))))


def _field_types(reader: ExpressionReader, node: ast.Dict) -> s.AnyExpr:
    return s.Mapping(reader.span(node), tuple(zip(map(reader.optional, node.keys), map(reader.typed, node.values))))


def _call(reader: ExpressionReader, node: ast.Call) -> s.AnyExpr:
    arguments = reader.arguments(node.args, node.keywords)
    values = [*node.args, *(keyword.value for keyword in node.keywords)]
    if len(values) > 1 and isinstance(values[1], ast.Dict):
        # The fields of a functional TypedDict are types; of any other call, the strings just stay strings.
        given = arguments[1]
        arguments[1] = s.Argument(given.span, _field_types(reader, values[1]), given.keyword, given.star)
    if any(argument.star for argument in arguments):
        # `f(name=value, *rest)`: what is starred may stand anywhere.
        arguments.sort(key=lambda argument: argument.span)
    return s.Call(reader.span(node), reader.expression(node.func), tuple(arguments))


def _comprehension(reader: ExpressionReader, node: Any) -> s.AnyExpr:
    clauses = tuple(map(reader.clause, node.generators))
    kind = _COMPREHENSIONS[type(node)]
    if isinstance(node, ast.DictComp):
        key, value = reader.expression(node.key), reader.expression(node.value)
        return s.Comprehension(reader.span(node), kind, key, value, clauses)
    return s.Comprehension(reader.span(node), kind, None, reader.expression(node.elt), clauses)


_COMPREHENSIONS: dict[type[ast.expr], str] = {
    ast.ListComp: "list",
    ast.SetComp: "set",
    ast.DictComp: "dict",
    ast.GeneratorExp: "generator",
}


def _binary(reader: ExpressionReader, node: ast.BinOp) -> s.AnyExpr:
    left, right = reader.expression(node.left), reader.expression(node.right)
    return s.Binary(reader.span(node), operator_text(node.op), left, right)


def _boolean(reader: ExpressionReader, node: ast.BoolOp) -> s.AnyExpr:
    span = reader.span(node)
    operator = operator_text(node.op)
    first, *rest = reader.all(node.values)
    for right in rest[:-1]:
        inner = s.Span(span.line, span.column, right.span.end_line, right.span.end_column)
        first = s.Boolean(inner, operator, first, right)
    return s.Boolean(span, operator, first, rest[-1])


def _unary(reader: ExpressionReader, node: ast.UnaryOp) -> s.AnyExpr:
    return s.Unary(reader.span(node), operator_text(node.op), reader.expression(node.operand))


def _comparison(reader: ExpressionReader, node: ast.Compare) -> s.AnyExpr:
    rest = tuple(zip(map(operator_text, node.ops), reader.all(node.comparators)))
    return s.Comparison(reader.span(node), reader.expression(node.left), rest)


def _conditional(reader: ExpressionReader, node: ast.IfExp) -> s.AnyExpr:
    return s.Conditional(reader.span(node), *map(reader.expression, (node.test, node.body, node.orelse)))


def _walrus(reader: ExpressionReader, node: ast.NamedExpr) -> s.AnyExpr:
    return s.Walrus(reader.span(node), reader.expression(node.target), reader.expression(node.value))


def _await(reader: ExpressionReader, node: ast.Await) -> s.AnyExpr:
    return s.Await(reader.span(node), reader.expression(node.value))


def _yield(reader: ExpressionReader, node: ast.Yield | ast.YieldFrom) -> s.AnyExpr:
    reader.yields = True
    return s.Yield(reader.span(node), reader.optional(node.value), isinstance(node, ast.YieldFrom))


def _lambda(reader: ExpressionReader, node: ast.Lambda) -> s.AnyExpr:
    return s.Lambda(reader.span(node), reader.parameters(node.args), reader.expression(node.body))


_READERS: dict[type[ast.expr], Read] = {
    ast.Name: _name,
    ast.Attribute: _attribute,
    ast.Subscript: _subscript,
    ast.Slice: _slice,
    ast.Constant: _constant,
    ast.JoinedStr: _text,
    ast.Starred: _starred,
    ast.List: _sequence,
    ast.Tuple: _sequence,
    ast.Set: _sequence,
    ast.Dict: _mapping,
    ast.Call: _call,
    ast.ListComp: _comprehension,
    ast.SetComp: _comprehension,
    ast.DictComp: _comprehension,
    ast.GeneratorExp: _comprehension,
    ast.BinOp: _binary,
    ast.BoolOp: _boolean,
    ast.UnaryOp: _unary,
    ast.Compare: _comparison,
    ast.IfExp: _conditional,
    ast.NamedExpr: _walrus,
    ast.Await: _await,
    ast.Yield: _yield,
    ast.YieldFrom: _yield,
    ast.Lambda: _lambda,
}
if hasattr(ast, "TemplateStr"):
    _READERS[ast.TemplateStr] = _text
