"""Evaluate expressions to symbolic values."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from stategraph_lint.facts import syntax as s
from stategraph_lint.program import access, assign, calls, emptiness, truth
from stategraph_lint.program.empty_tests import said_empty
from stategraph_lint.program.heap import Content, join
from stategraph_lint.program.interpreter import Interpreter
from stategraph_lint.program.narrowing import emptied, narrow
from stategraph_lint.program.scopes import Frame
from stategraph_lint.program.values import (
    Changed,
    Choice,
    ClassValue,
    Coroutine,
    Entry,
    External,
    FieldOf,
    FunctionValue,
    Generated,
    Item,
    ItemOf,
    Literal,
    Object,
    OpaqueAlias,
    Operation,
    Result,
    SliceOf,
    TypeExpression,
    Unknown,
    Value,
    Words,
    Yielded,
)

Evaluate = Callable[[Interpreter, Frame, Any], Value]

MAX_UNROLLED = 64
MAX_TEXT = 10_000
_OPENING = re.compile(r"[frtFRT]+(?:\"{3}|'{3}|\"|')\{\s*")
_TYPES = ("typing.", "collections.", "builtins.", "langgraph.", "langchain_core.", "types.")


def evaluate(run: Interpreter, frame: Frame, node: s.AnyExpr) -> Value:
    """Give the value of an expression."""
    run.step()
    return _EVALUATORS.get(type(node), _unknown)(run, frame, node)


def _unknown(run: Interpreter, frame: Frame, node: s.AnyExpr) -> Value:
    return Unknown(f"{type(node).__name__.lower()} expression")


def _name(run: Interpreter, frame: Frame, node: s.Name) -> Value:
    return run.resolved(frame.lookup(node.id))


def _attribute(run: Interpreter, frame: Frame, node: s.Attribute) -> Value:
    base = evaluate(run, frame, node.value)
    run.refuse(frame, base, node.span)
    return access.attribute(run, frame, base, node.name, node.span)


def _constant(run: Interpreter, frame: Frame, node: s.Constant) -> Value:
    return Literal(node.kind, node.value)


def _text(run: Interpreter, frame: Frame, node: s.Text) -> Value:
    parts = tuple(evaluate(run, frame, part) for part in node.parts)
    return Words(parts, bool(parts) and _begins(frame, node))


def _begins(frame: Frame, node: s.Text) -> bool:
    """Tell whether nothing but the quote and the brace stands before the first part of an f-string."""
    start, part = node.span, node.parts[0].span
    lines = frame.scope.module.source.lines
    if start.line != part.line or start.line > len(lines):
        return False
    return _OPENING.fullmatch(lines[start.line - 1][start.column - 1 : part.column - 1]) is not None


def _subscript(run: Interpreter, frame: Frame, node: s.Subscript) -> Value:
    base = evaluate(run, frame, node.value)
    run.refuse(frame, base, node.span)
    if is_type(base):
        return TypeExpression(node, frame)
    if isinstance(node.index, s.Slice):
        return access.sliced(run, base, node.index, frame.place(node.span))
    index = evaluate(run, frame, node.index)
    if run.given:
        run.fail(frame, base, node.span, emptiness.of_item(run, base, index))
    return access.item(run, frame, base, index, node.span)


def is_type(value: Value) -> bool:
    """Tell whether a subscript or `|` on a value makes a type."""
    if isinstance(value, External):
        return value.name.startswith(_TYPES) or value.name.rpartition(".")[2][:1].isupper()
    return isinstance(value, (ClassValue, OpaqueAlias, TypeExpression))


def _sequence(run: Interpreter, frame: Frame, node: s.Sequence) -> Value:
    items: list[Item] = []
    for child in node.items:
        place = frame.place(child.span)
        if isinstance(child, s.Starred):
            value = evaluate(run, frame, child.value)
            run.refuse(frame, value, child.span)
            items += spread(run, value, place=place)
        else:
            items.append(Item(evaluate(run, frame, child), place=place))
    return run.new(node.kind, frame.place(node.span), Content(items=tuple(items)))


def spread(run: Interpreter, value: Value, place: Any) -> list[Item]:
    """Give the items that `*value` brings: those of an object that was built here, else one spread item.

    A set of more than constants stays whole: its order is its own, and what it takes in twice is in it only once.
    """
    value = run.forced(value)
    if isinstance(value, Object) and value.kind in ("list", "tuple", "set"):
        content = run.content(value)
        if content.complete and (value.kind != "set" or all(isinstance(item.value, Literal) for item in content.items)):
            # What is taken in again and again doubles each time.
            run.step(len(content.items))
            return list(content.items)
    return [Item(value, spread=True, place=place)]


def _mapping(run: Interpreter, frame: Frame, node: s.Mapping) -> Value:
    made = run.new("dict", frame.place(node.span), Content())
    for key, child in node.entries:
        value = evaluate(run, frame, child)
        if key is None:
            run.refuse(frame, value, child.span)
            assign.merge_into(run, made, value)
        else:
            entry = Entry(evaluate(run, frame, key), value, True, frame.place(key.span), frame.place(child.span))
            assign.put(run, made, entry)
    return made


def _comprehension(run: Interpreter, frame: Frame, node: s.Comprehension) -> Value:
    inner = Frame(frame.scope, frame, entry=frame.entry, function=frame.function, owner=frame.owner, via=frame.via)
    inner.kind = "comprehension"
    inner.conditions = list(frame.conditions)
    rows: list[tuple[Value | None, Value]] = []
    sources: list[Value] = []
    exact = _clauses(run, inner, node, 0, rows, sources)
    place = frame.place(node.span)
    if exact:
        kind = "list" if node.kind == "generator" else node.kind
        if node.kind == "generator":
            run.lazy[place] = "generator"
        if node.kind == "dict":
            entries = tuple(Entry(key, value) for key, value in rows)
            return run.new("dict", place, Content(entries=entries))
        return run.new(kind, place, Content(items=tuple(Item(value) for _, value in rows)))
    key = join(key for key, _ in rows) if node.kind == "dict" and rows else None
    element = join(value for _, value in rows) if rows else Unknown("empty comprehension")
    filtered = any(clause.conditions for clause in node.clauses)
    return Generated(node.kind, key, element, tuple(sources), filtered)


def _clauses(
    run: Interpreter,
    frame: Frame,
    node: s.Comprehension,
    depth: int,
    rows: list[tuple[Value | None, Value]],
    sources: list[Value],
) -> bool:
    """Run the clauses from `depth` on; true when every row is known exactly."""
    if depth == len(node.clauses):
        key = evaluate(run, frame, node.key) if node.key is not None else None
        rows.append((key, evaluate(run, frame, node.element)))
        return len(rows) <= MAX_UNROLLED
    clause = node.clauses[depth]
    source = evaluate(run, frame, clause.iter)
    run.refuse(frame, source, clause.iter.span)
    if source not in sources:
        sources.append(source)
    if access.is_unordered(run, source):
        run.note(frame, "iterates", source, clause.iter.span)
    values = access.unrolled(run, source)
    exact = values is not None
    for value in values if values is not None else [access.elements(run, source)]:
        assign.bind(run, frame, clause.target, value)
        tests = [truth.of(run, evaluate(run, frame, condition)) for condition in clause.conditions]
        if False in tests:
            continue
        exact = _clauses(run, frame, node, depth + 1, rows, sources) and exact and None not in tests
    return exact


def _call(run: Interpreter, frame: Frame, node: s.Call) -> Value:
    return calls.call(run, frame, node)


def _binary(run: Interpreter, frame: Frame, node: s.Binary) -> Value:
    left, right = evaluate(run, frame, node.left), evaluate(run, frame, node.right)
    if node.operator == "|" and (is_type(left) or is_type(right)):
        return TypeExpression(node, frame)
    return combine(run, frame, node.operator, left, right, node.span)


def combine(run: Interpreter, frame: Frame, operator: str, left: Value, right: Value, span: s.Span) -> Value:
    """Give `left operator right`; what can be told of displays and literals is told."""
    place = frame.place(span)
    run.refuse(frame, left, span)
    run.refuse(frame, right, span)
    run.fail(frame, right, span, emptiness.of_division(operator, right))
    kinds = {value.kind for value in (left, right) if isinstance(value, Object)}
    if operator == "+" and kinds and kinds <= {"list", "tuple"}:
        items = tuple(item for side in (left, right) for item in spread(run, side, place))
        return run.new(kinds.pop(), place, Content(items=items))
    if operator == "|" and kinds == {"dict"}:
        made = run.new("dict", place, Content())
        assign.merge_into(run, made, left)
        assign.merge_into(run, made, right)
        return made
    if operator == "|" and access.is_state(left):
        made = run.new("dict", place, Content())
        assign.merge_into(run, made, left)
        assign.merge_into(run, made, right)
        return made
    if (
        operator == "+"
        and isinstance(left, Literal)
        and isinstance(right, Literal)
        and left.kind == right.kind == "str"
        and len(str(left.value)) + len(str(right.value)) <= MAX_TEXT
    ):
        return Literal("str", f"{left.value}{right.value}")
    if operator == "%" and isinstance(left, Literal) and left.kind == "str":
        return Words((right,))
    return Operation(operator, (left, right))


def _boolean(run: Interpreter, frame: Frame, node: s.Boolean) -> Value:
    return join(_operands(run, frame, node))


def _operands(run: Interpreter, frame: Frame, node: s.Boolean) -> tuple[Value | None, Value | None]:
    """Give what `and` or `or` gives where its left side decides, and where it does not; None where that never is."""
    goes_on = node.operator == "and"
    if isinstance(node.left, s.Boolean) and node.left.operator != node.operator:
        # Where the left side of `(a and b) or c` decides, it is b.
        outer, inner = _operands(run, frame, node.left)
        left = join((outer, inner))
        decides = inner or outer or left
    else:
        left = decides = run.tested(frame, evaluate(run, frame, node.left), node.span)
    known = truth.of(run, left)
    if known is not None:
        return (None, evaluate(run, frame, node.right)) if known is goes_on else (left, None)
    right: list[Value] = []

    def rest() -> None:
        frame.conditions.append((left, goes_on))
        right.append(evaluate(run, frame, node.right))

    run.fork(frame, [rest, lambda: None])
    parts = decides.options if isinstance(decides, Choice) else (decides,)
    deciding = [_deciding(part, goes_on) for part in parts if truth.of(run, part) is not goes_on]
    return (join(deciding) if deciding else None), (right[0] if right else None)


def _deciding(value: Value, goes_on: bool) -> Value:
    """Give what a value is where it ends an `and` or `or`: a part of an argument that ends an `and` is empty."""
    return SliceOf(value, False) if goes_on and isinstance(value, (FieldOf, ItemOf)) else value


def _unary(run: Interpreter, frame: Frame, node: s.Unary) -> Value:
    value = evaluate(run, frame, node.operand)
    if node.operator == "not":
        run.tested(frame, value, node.span)
        known = truth.of(run, value)
        return Operation("not", (value,)) if known is None else Literal("bool", not known)
    if node.operator == "-" and isinstance(value, Literal) and isinstance(value.value, (int, float)):
        return Literal(value.kind, -value.value)
    return Operation(node.operator, (value,))


def _comparison(run: Interpreter, frame: Frame, node: s.Comparison) -> Value:
    left = evaluate(run, frame, node.left)
    rest = [(operator, evaluate(run, frame, right)) for operator, right in node.rest]
    _ordered(run, frame, left, rest, node.span)
    if len(rest) == 1:
        known = truth.compare(run, rest[0][0], left, rest[0][1])
        if known is not None:
            return Literal("bool", known)
    how = rest[0][0] if len(rest) == 1 else ""
    return Operation("compare", (left, *(value for _, value in rest)), how=how)


def _ordered(run: Interpreter, frame: Frame, left: Value, rest: list[tuple[str, Value]], span: s.Span) -> None:
    """Note the comparisons that None cannot take part in."""
    for operator, right in rest:
        if operator in ("<", "<=", ">", ">="):
            run.refuse(frame, left, span)
        if operator in ("<", "<=", ">", ">=", "in", "not in"):
            run.refuse(frame, right, span)
        left = right


def _conditional(run: Interpreter, frame: Frame, node: s.Conditional) -> Value:
    test = run.tested(frame, evaluate(run, frame, node.test), node.span)
    known = truth.of(run, test)
    if known is not None:
        return evaluate(run, frame, node.body if known else node.otherwise)
    out: list[Value] = []

    def arm(outcome: bool) -> None:
        frame.conditions.append((test, outcome))
        narrow(run, frame, node.test, outcome)
        saved, names = run.emptied, emptied(run, frame, node.test, outcome)
        run.emptied |= {(id(field.base), field.key) for field in said_empty(test, outcome)}
        out.append(evaluate(run, frame, node.body if outcome else node.otherwise))
        run.emptied = saved
        frame.env.update(names)

    run.fork(frame, [lambda: arm(True), lambda: arm(False)])
    return join(out)


def _walrus(run: Interpreter, frame: Frame, node: s.Walrus) -> Value:
    value = evaluate(run, frame, node.value)
    target = frame
    while target.kind == "comprehension" and target.parent is not None:
        target = target.parent
    assign.bind(run, target, node.target, value)
    return value


def _await(run: Interpreter, frame: Frame, node: s.Await) -> Value:
    value = evaluate(run, frame, node.value)
    return awaited(value)


def awaited(value: Value) -> Value:
    """Give what awaiting a value gives."""
    if isinstance(value, Coroutine):
        return value.result
    if isinstance(value, Choice):
        return join(map(awaited, value.options))
    return value


def _yield(run: Interpreter, frame: Frame, node: s.Yield) -> Value:
    from stategraph_lint.program.scopes import LATEST_YIELD, Ending

    value: Value = evaluate(run, frame, node.value) if node.value is not None else Literal("none", None)
    if node.delegates:
        value = Unknown("what another generator yields")
    before, conditions = frame.env.get(LATEST_YIELD), tuple(frame.conditions)
    ending = Ending(value, {}, frame.place(node.span), run.freeze(value), run.certain, conditions, before)
    frame.yields.append(ending)
    frame.env.set(LATEST_YIELD, Yielded(ending))
    return Unknown("what a generator is sent")


def _lambda(run: Interpreter, frame: Frame, node: s.Lambda) -> Value:
    return FunctionValue(node, frame, f"{frame.qualname}<lambda>", owner=frame.owner)


def _starred(run: Interpreter, frame: Frame, node: s.Starred) -> Value:
    return access.elements(run, evaluate(run, frame, node.value))


_EVALUATORS: dict[type[s.Expr], Evaluate] = {
    s.Name: _name,
    s.Attribute: _attribute,
    s.Constant: _constant,
    s.Text: _text,
    s.Subscript: _subscript,
    s.Sequence: _sequence,
    s.Mapping: _mapping,
    s.Comprehension: _comprehension,
    s.Call: _call,
    s.Binary: _binary,
    s.Boolean: _boolean,
    s.Unary: _unary,
    s.Comparison: _comparison,
    s.Conditional: _conditional,
    s.Walrus: _walrus,
    s.Await: _await,
    s.Yield: _yield,
    s.Lambda: _lambda,
    s.Starred: _starred,
}

__all__ = ["Changed", "Result", "awaited", "combine", "evaluate", "is_type", "spread"]
