"""Expressions of libcst as records: one walk over a parsed text."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import libcst as cst

from stategraph_lint.extract.cst_places import Counter, FixedTable, LineTable
from stategraph_lint.facts import syntax as s

_OPERATORS: dict[str, str] = {
    "Add": "+",
    "Subtract": "-",
    "Multiply": "*",
    "Divide": "/",
    "FloorDivide": "//",
    "Modulo": "%",
    "Power": "**",
    "MatrixMultiply": "@",
    "BitOr": "|",
    "BitAnd": "&",
    "BitXor": "^",
    "LeftShift": "<<",
    "RightShift": ">>",
    "And": "and",
    "Or": "or",
    "Not": "not",
    "Minus": "-",
    "Plus": "+",
    "BitInvert": "~",
    "Equal": "==",
    "NotEqual": "!=",
    "LessThan": "<",
    "LessThanEqual": "<=",
    "GreaterThan": ">",
    "GreaterThanEqual": ">=",
    "In": "in",
    "NotIn": "not in",
    "Is": "is",
    "IsNot": "is not",
}
_CONSTANTS: dict[str, tuple[str, bool | None]] = {
    "True": ("bool", True),
    "False": ("bool", False),
    "None": ("none", None),
}
_INT64 = 2**63


def operator_text(node: cst.CSTNode) -> str:
    """Give an operator as it is written, without the `=` of an augmented assignment."""
    return _OPERATORS.get(type(node).__name__.removesuffix("Assign"), "?")


class ExpressionReader:
    """Turns libcst expressions into records; one reader per slice."""

    def __init__(self, ranges: dict[int, tuple[int, int]], table: LineTable) -> None:
        self._ranges = ranges
        self._table = table

    def span(self, node: cst.CSTNode) -> s.Span:
        """Give the place of a node; of one without a range of its own, that of what it holds."""
        found = self._ranges.get(id(node))
        if found is None:
            inner = [self._ranges[id(child)] for child in node.children if id(child) in self._ranges]
            found = (inner[0][0], inner[-1][1]) if inner else (0, 0)
        return self._table.span(*found)

    def expression(self, node: cst.CSTNode) -> s.AnyExpr:
        """Read any expression."""
        read = _READERS.get(type(node))
        if read is None:
            return s.Other(self.span(node), type(node).__name__)
        return read(self, node)

    def optional(self, node: cst.CSTNode | None) -> s.AnyExpr | None:
        """Read an expression that may be absent."""
        return None if node is None else self.expression(node)

    def annotation(self, node: cst.Annotation | None) -> s.AnyExpr | None:
        """Read an annotation, and what its strings spell."""
        return None if node is None else self.typed(node.annotation)

    def typed(self, node: cst.CSTNode) -> s.AnyExpr:
        """Read an expression in the place of a type: strings in it are read as expressions too."""
        if isinstance(node, (cst.SimpleString, cst.ConcatenatedString)):
            return self._forward(node)
        if isinstance(node, cst.Subscript):
            return self._typed_subscript(node)
        if isinstance(node, cst.BinaryOperation):
            sides = self.typed(node.left), self.typed(node.right)
            return s.Binary(self.span(node), operator_text(node.operator), *sides)
        if isinstance(node, (cst.Tuple, cst.List)):
            return s.Sequence(self.span(node), type(node).__name__.lower(), self._typed_items(node))
        return self.expression(node)

    def _typed_items(self, node: cst.Tuple | cst.List) -> tuple[s.AnyExpr, ...]:
        elements: Sequence[cst.BaseElement] = node.elements
        if any(isinstance(element, cst.StarredElement) for element in elements):
            return self.spread(elements)
        return tuple(self.typed(element.value) for element in elements)

    def _typed_subscript(self, node: cst.Subscript) -> s.AnyExpr:
        base = _last_name(node.value)
        if base == "Literal" or not all(isinstance(element.slice, cst.Index) for element in node.slice):
            return self.expression(node)
        read: list[s.AnyExpr] = []
        for number, element in enumerate(node.slice):
            plain = base == "Annotated" and number > 0
            item = element.slice
            assert isinstance(item, cst.Index)
            if item.star:
                read.append(self.starred(element, item))
            else:
                read.append(self.expression(item.value) if plain else self.typed(item.value))
        return s.Subscript(self.span(node), self.expression(node.value), self._index(node, read))

    def starred(self, element: cst.SubscriptElement, item: cst.Index) -> s.AnyExpr:
        """Read `*value` in an index."""
        return s.Starred(self.span(element), self.expression(item.value))

    def _index(self, node: cst.Subscript, items: Sequence[s.AnyExpr]) -> s.AnyExpr:
        if len(items) == 1 and not _ends_with_comma(node):
            return items[0]
        first, last = items[0].span, items[-1].span
        return s.Sequence(s.Span(first.line, first.column, last.end_line, last.end_column), "tuple", tuple(items))

    def _forward(self, node: cst.SimpleString | cst.ConcatenatedString) -> s.AnyExpr:
        read = self.expression(node)
        if not isinstance(read, s.Constant) or read.kind != "str" or not isinstance(read.value, str):
            return read
        return s.Constant(read.span, read.kind, read.value, self._spelled(node, read.value, read.span))

    def _spelled(self, node: cst.CSTNode, value: str, place: s.Span) -> s.AnyExpr | None:
        text = value.strip()
        if not text or len(text) > 2000:
            return None
        try:
            parsed = cst.parse_expression(text)
        except (cst.ParserSyntaxError, RecursionError):
            return None
        counter = Counter()
        parsed._codegen(counter)  # type: ignore[arg-type]
        table: LineTable = FixedTable(place)
        if isinstance(node, cst.SimpleString) and len(node.raw_value) == len(text) and "\n" not in text:
            lead = len(node.prefix) + len(node.quote)
            table = LineTable(text, place.line, {}, place.column - 1 + lead)
        return ExpressionReader(counter.ranges, table).typed(parsed)

    def parameters(self, node: cst.Parameters) -> tuple[s.Parameter, ...]:
        """Read the parameters of a function or lambda, in the order of their declaration."""
        out = [self._parameter(item, "positional-only") for item in node.posonly_params]
        out += [self._parameter(item, "positional") for item in node.params]
        if isinstance(node.star_arg, cst.Param):
            out.append(self._parameter(node.star_arg, "var-positional"))
        out += [self._parameter(item, "keyword-only") for item in node.kwonly_params]
        if node.star_kwarg is not None:
            out.append(self._parameter(node.star_kwarg, "var-keyword"))
        return tuple(out)

    def _parameter(self, node: cst.Param, kind: str) -> s.Parameter:
        default = self.optional(node.default)
        return s.Parameter(self.span(node.name), node.name.value, kind, self.annotation(node.annotation), default)

    def arguments(self, nodes: Iterable[cst.Arg]) -> tuple[s.Argument, ...]:
        """Read the arguments of a call or a class."""
        out = []
        for arg in nodes:
            keyword = arg.keyword.value if arg.keyword is not None else None
            out.append(s.Argument(self.span(arg.value), self.expression(arg.value), keyword, arg.star))
        return tuple(out)

    def spread(self, elements: Iterable[Any]) -> tuple[s.AnyExpr, ...]:
        """Read the elements of a display, the starred ones as `Starred`."""
        out: list[s.AnyExpr] = []
        for element in elements:
            value = self.expression(element.value)
            if isinstance(element, cst.StarredElement):
                out.append(s.Starred(self.span(element), value))
            else:
                out.append(value)
        return tuple(out)


def _last_name(node: cst.CSTNode) -> str:
    if isinstance(node, cst.Attribute):
        return node.attr.value
    return node.value if isinstance(node, cst.Name) else ""


def _ends_with_comma(node: cst.Subscript) -> bool:
    return isinstance(node.slice[-1].comma, cst.Comma)


Read = Callable[[ExpressionReader, Any], s.AnyExpr]
_READERS: dict[type[cst.CSTNode], Read] = {}


def _reads(*kinds: type[cst.CSTNode]) -> Callable[[Read], Read]:
    def register(function: Read) -> Read:
        _READERS.update(dict.fromkeys(kinds, function))
        return function

    return register


@_reads(cst.Name)
def _name(reader: ExpressionReader, node: cst.Name) -> s.AnyExpr:
    constant = _CONSTANTS.get(node.value)
    if constant:
        return s.Constant(reader.span(node), *constant)
    return s.Name(reader.span(node), node.value)


@_reads(cst.Attribute)
def _attribute(reader: ExpressionReader, node: cst.Attribute) -> s.AnyExpr:
    return s.Attribute(reader.span(node), reader.expression(node.value), node.attr.value)


@_reads(cst.Subscript)
def _subscript(reader: ExpressionReader, node: cst.Subscript) -> s.AnyExpr:
    items: list[s.AnyExpr] = []
    for element in node.slice:
        inner = element.slice
        if isinstance(inner, cst.Slice):
            parts = (reader.optional(inner.lower), reader.optional(inner.upper), reader.optional(inner.step))
            items.append(s.Slice(reader.span(element), *parts))
        elif isinstance(inner, cst.Index):
            items.append(reader.starred(element, inner) if inner.star else reader.expression(inner.value))
    return s.Subscript(reader.span(node), reader.expression(node.value), reader._index(node, items))


@_reads(cst.Call)
def _call(reader: ExpressionReader, node: cst.Call) -> s.AnyExpr:
    arguments = reader.arguments(node.args)
    if len(node.args) >= 2 and isinstance(node.args[1].value, cst.Dict):
        # The fields of a functional TypedDict are types; of any other call, the strings just stay strings.
        fields = _field_types(reader, node.args[1].value)
        arguments = (arguments[0], s.Argument(arguments[1].span, fields, *_how(arguments[1])), *arguments[2:])
    return s.Call(reader.span(node), reader.expression(node.func), arguments)


def _how(argument: s.Argument) -> tuple[str | None, str]:
    return argument.keyword, argument.star


def _field_types(reader: ExpressionReader, node: cst.Dict) -> s.AnyExpr:
    entries: list[tuple[s.AnyExpr | None, s.AnyExpr]] = []
    for element in node.elements:
        key = reader.expression(element.key) if isinstance(element, cst.DictElement) else None
        entries.append((key, reader.typed(element.value)))
    return s.Mapping(reader.span(node), tuple(entries))


@_reads(cst.SimpleString)
def _string(reader: ExpressionReader, node: cst.SimpleString) -> s.AnyExpr:
    prefix = node.prefix.lower()
    if "b" in prefix:
        return s.Constant(reader.span(node), "bytes", node.value)
    raw = node.raw_value
    if "\\" not in raw or "r" in prefix:
        return s.Constant(reader.span(node), "str", raw)
    return s.Constant(reader.span(node), "str", _evaluated(node.value))


def _evaluated(text: str) -> str:
    try:
        return str(ast.literal_eval(text))
    except (ValueError, SyntaxError):
        return text


@_reads(cst.ConcatenatedString)
def _concatenated(reader: ExpressionReader, node: cst.ConcatenatedString) -> s.AnyExpr:
    left, right = reader.expression(node.left), reader.expression(node.right)
    span = reader.span(node)
    if isinstance(left, s.Constant) and isinstance(right, s.Constant):
        return s.Constant(span, left.kind, f"{left.value}{right.value}")
    parts = [part for side in (left, right) if isinstance(side, s.Text) for part in side.parts]
    return s.Text(span, tuple(parts))


@_reads(cst.FormattedString, *([cst.TemplatedString] if hasattr(cst, "TemplatedString") else []))
def _formatted(reader: ExpressionReader, node: Any) -> s.AnyExpr:
    parts = [reader.expression(part.expression) for part in node.parts if hasattr(part, "expression")]
    return s.Text(reader.span(node), tuple(parts))


@_reads(cst.Integer)
def _integer(reader: ExpressionReader, node: cst.Integer) -> s.AnyExpr:
    try:
        value: int | str = int(node.value.replace("_", ""), 0)
    except ValueError:
        return s.Constant(reader.span(node), "int", node.value)
    big = not -_INT64 <= int(value) < _INT64
    return s.Constant(reader.span(node), "int", node.value if big else value)


@_reads(cst.Float)
def _float(reader: ExpressionReader, node: cst.Float) -> s.AnyExpr:
    return s.Constant(reader.span(node), "float", float(node.value.replace("_", "")))


@_reads(cst.Imaginary)
def _imaginary(reader: ExpressionReader, node: cst.Imaginary) -> s.AnyExpr:
    return s.Constant(reader.span(node), "complex", node.value)


@_reads(cst.Ellipsis)
def _ellipsis(reader: ExpressionReader, node: cst.Ellipsis) -> s.AnyExpr:
    return s.Constant(reader.span(node), "ellipsis", None)


@_reads(cst.List, cst.Tuple, cst.Set)
def _sequence(reader: ExpressionReader, node: cst.List | cst.Tuple | cst.Set) -> s.AnyExpr:
    return s.Sequence(reader.span(node), type(node).__name__.lower(), reader.spread(node.elements))


@_reads(cst.Dict)
def _mapping(reader: ExpressionReader, node: cst.Dict) -> s.AnyExpr:
    entries: list[tuple[s.AnyExpr | None, s.AnyExpr]] = []
    for element in node.elements:
        key = reader.expression(element.key) if isinstance(element, cst.DictElement) else None
        entries.append((key, reader.expression(element.value)))
    return s.Mapping(reader.span(node), tuple(entries))


def _clauses(reader: ExpressionReader, clause: cst.CompFor | None) -> tuple[s.Clause, ...]:
    out: list[s.Clause] = []
    while clause is not None:
        conditions = tuple(reader.expression(condition.test) for condition in clause.ifs)
        target, source = reader.expression(clause.target), reader.expression(clause.iter)
        out.append(s.Clause(source.span, target, source, conditions))
        clause = clause.inner_for_in
    return tuple(out)


@_reads(cst.ListComp, cst.SetComp, cst.GeneratorExp)
def _comprehension(reader: ExpressionReader, node: cst.ListComp | cst.SetComp | cst.GeneratorExp) -> s.AnyExpr:
    kind = {cst.ListComp: "list", cst.SetComp: "set", cst.GeneratorExp: "generator"}[type(node)]
    clauses = _clauses(reader, node.for_in)
    return s.Comprehension(reader.span(node), kind, None, reader.expression(node.elt), clauses)


@_reads(cst.DictComp)
def _dict_comprehension(reader: ExpressionReader, node: cst.DictComp) -> s.AnyExpr:
    key, value = reader.expression(node.key), reader.expression(node.value)
    return s.Comprehension(reader.span(node), "dict", key, value, _clauses(reader, node.for_in))


@_reads(cst.BinaryOperation)
def _binary(reader: ExpressionReader, node: cst.BinaryOperation) -> s.AnyExpr:
    left, right = reader.expression(node.left), reader.expression(node.right)
    return s.Binary(reader.span(node), operator_text(node.operator), left, right)


@_reads(cst.BooleanOperation)
def _boolean(reader: ExpressionReader, node: cst.BooleanOperation) -> s.AnyExpr:
    left, right = reader.expression(node.left), reader.expression(node.right)
    return s.Boolean(reader.span(node), operator_text(node.operator), left, right)


@_reads(cst.UnaryOperation)
def _unary(reader: ExpressionReader, node: cst.UnaryOperation) -> s.AnyExpr:
    return s.Unary(reader.span(node), operator_text(node.operator), reader.expression(node.expression))


@_reads(cst.Comparison)
def _comparison(reader: ExpressionReader, node: cst.Comparison) -> s.AnyExpr:
    rest = tuple((operator_text(part.operator), reader.expression(part.comparator)) for part in node.comparisons)
    return s.Comparison(reader.span(node), reader.expression(node.left), rest)


@_reads(cst.IfExp)
def _conditional(reader: ExpressionReader, node: cst.IfExp) -> s.AnyExpr:
    parts = (reader.expression(node.test), reader.expression(node.body), reader.expression(node.orelse))
    return s.Conditional(reader.span(node), *parts)


@_reads(cst.NamedExpr)
def _walrus(reader: ExpressionReader, node: cst.NamedExpr) -> s.AnyExpr:
    return s.Walrus(reader.span(node), reader.expression(node.target), reader.expression(node.value))


@_reads(cst.Await)
def _await(reader: ExpressionReader, node: cst.Await) -> s.AnyExpr:
    return s.Await(reader.span(node), reader.expression(node.expression))


@_reads(cst.Yield)
def _yield(reader: ExpressionReader, node: cst.Yield) -> s.AnyExpr:
    value = node.value
    if isinstance(value, cst.From):
        return s.Yield(reader.span(node), reader.expression(value.item), True)
    return s.Yield(reader.span(node), reader.optional(value), False)


@_reads(cst.Lambda)
def _lambda(reader: ExpressionReader, node: cst.Lambda) -> s.AnyExpr:
    return s.Lambda(reader.span(node), reader.parameters(node.params), reader.expression(node.body))


@_reads(cst.StarredElement)
def _starred(reader: ExpressionReader, node: cst.StarredElement) -> s.AnyExpr:
    return s.Starred(reader.span(node), reader.expression(node.value))
