"""What can be told of a condition without running the code."""

from __future__ import annotations

import operator as operators
from collections.abc import Callable

from stategraph_lint.program.interpreter import Interpreter
from stategraph_lint.program.values import (
    ClassValue,
    External,
    FunctionValue,
    Literal,
    ModuleValue,
    Object,
    TypeExpression,
    Value,
)

_ORDERS: dict[str, Callable[[float, float], bool]] = {
    "<": operators.lt,
    "<=": operators.le,
    ">": operators.gt,
    ">=": operators.ge,
}


def of(run: Interpreter, value: Value) -> bool | None:
    """Tell whether a value is true; None when it cannot be told."""
    if isinstance(value, Literal):
        return value.kind == "ellipsis" or bool(value.value)
    if isinstance(value, External):
        return False if value.name == "typing.TYPE_CHECKING" else None
    if isinstance(value, (FunctionValue, ClassValue, ModuleValue)):
        return True
    if isinstance(value, Object):
        return _object(run, value)
    return None


def _object(run: Interpreter, value: Object) -> bool | None:
    content = run.content(value)
    if value.kind in ("list", "tuple", "set", "dict"):
        sure = any(item.must and not item.spread for item in content.items) or any(
            entry.must and entry.key is not None for entry in content.entries
        )
        if sure and not content.without:
            return True
        empty = content.complete and not content.items and not content.entries and content.base is None
        return False if empty else None
    return True if value.kind in ("builder", "compiled") else None


def _is_empty(run: Interpreter, value: Object) -> bool:
    """Tell whether a container is empty now; what was there before the body that runs may have been filled."""
    return _object(run, value) is False and not run.outlives(value)


def compare(run: Interpreter, operator: str, left: Value, right: Value) -> bool | None:
    """Give the outcome of a comparison of literals, of a version check, or of `is None`; None when unknown."""
    if isinstance(left, External) and left.name == "sys.version_info":
        return _version(run, operator, right)
    if operator in ("is", "is not") and isinstance(right, Literal) and right.kind == "none":
        none = _is_none(left)
        return None if none is None else none == (operator == "is")
    if isinstance(left, Literal) and isinstance(right, Literal):
        return _literals(operator, left, right)
    if operator in ("in", "not in") and isinstance(right, Object) and _is_empty(run, right):
        return operator == "not in"
    if isinstance(left, Literal) and isinstance(right, Object) and operator in ("in", "not in"):
        found = _among(run, left, right)
        return None if found is None else found is (operator == "in")
    return _with_container(run, operator, left, right)


def _among(run: Interpreter, value: Literal, container: Object) -> bool | None:
    """Tell whether a constant is in a display; None where that cannot be told."""
    content = run.content(container)
    if container.kind not in ("list", "tuple", "set") or not content.complete or content.base is not None:
        return None
    parts = [(item, compare(run, "==", value, item.value)) for item in content.items]
    if any(equal and item.must and not item.spread for item, equal in parts):
        return True
    return False if all(equal is False and not item.spread for item, equal in parts) else None


def _with_container(run: Interpreter, operator: str, left: Value, right: Value) -> bool | None:
    """Compare a constant with a container: they are never equal."""
    if isinstance(left, Object) and isinstance(right, Object):
        return _containers(run, operator, left, right)
    one, other = (left, right) if isinstance(left, Literal) else (right, left)
    if not isinstance(one, Literal) or not isinstance(other, Object):
        return None
    if other.kind not in ("list", "tuple", "set", "dict") or operator not in ("==", "!="):
        return None
    return operator == "!="


def _containers(run: Interpreter, operator: str, left: Object, right: Object) -> bool | None:
    """Compare two containers of a kind, one of which is empty."""
    if run.outlives(left) or run.outlives(right):
        return None
    sides = (_object(run, left), _object(run, right))
    if left.kind != right.kind or operator not in ("==", "!=") or None in sides or sides == (True, True):
        return None
    return (sides[0] is sides[1]) is (operator == "==")


def _is_none(value: Value) -> bool | None:
    if isinstance(value, Literal):
        return value.kind == "none"
    if isinstance(value, (FunctionValue, ClassValue, ModuleValue, Object, TypeExpression)):
        return False
    return None


def _literals(operator: str, left: Literal, right: Literal) -> bool | None:
    if operator in ("==", "is"):
        return left.value == right.value
    if operator in ("!=", "is not"):
        return left.value != right.value
    order = _ORDERS.get(operator)
    if order is not None and isinstance(left.value, (int, float)) and isinstance(right.value, (int, float)):
        return order(left.value, right.value)
    if operator == "in" and isinstance(left.value, str) and isinstance(right.value, str):
        return left.value in right.value
    return None


def _version(run: Interpreter, operator: str, right: Value) -> bool | None:
    if not isinstance(right, Object):
        return None
    parts = [item.value.value for item in run.content(right).items if isinstance(item.value, Literal)]
    numbers = tuple(part for part in parts if isinstance(part, int))
    ours = run.target[: len(numbers)] if len(numbers) < 3 else (*run.target, 0)
    outcomes = {">=": ours >= numbers, ">": ours > numbers, "<": ours < numbers, "<=": ours <= numbers}
    return outcomes.get(operator)
