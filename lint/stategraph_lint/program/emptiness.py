"""What surely raises on an empty container: only asked while a function is run on trial."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stategraph_lint.facts.functions import REFUSES_EMPTY
from stategraph_lint.program.interpreter import Interpreter
from stategraph_lint.program.values import Literal, Object, Value

if TYPE_CHECKING:
    from stategraph_lint.program.calls import Arguments

_CONTAINERS = frozenset({"list", "tuple", "set", "dict"})
_TAKING_OUT = {
    "list": {"pop": "IndexError", "remove": "ValueError", "index": "ValueError"},
    "set": {"pop": "KeyError", "remove": "KeyError"},
    "dict": {"popitem": "KeyError"},
}


def is_empty(run: Interpreter, value: Value) -> bool:
    """Tell whether a value is a container or a text that surely holds nothing."""
    if isinstance(value, Literal):
        return value.kind == "str" and value.value == ""
    if not isinstance(value, Object) or value.kind not in _CONTAINERS or run.outlives(value):
        return False
    content = run.content(value)
    return content.complete and not content.items and not content.entries and content.base is None


def of_item(run: Interpreter, base: Value, index: Value) -> str | None:
    """Give the exception that `base[index]` surely raises."""
    if not is_empty(run, base):
        return None
    if isinstance(base, Object) and base.kind == "dict":
        return "KeyError"
    number = isinstance(index, Literal) and index.kind == "int"
    return "IndexError" if number and not (isinstance(base, Object) and base.kind == "set") else None


def of_call(run: Interpreter, name: str, arguments: Arguments) -> str | None:
    """Give the exception that a call of something outside the project surely raises, such as `max([])`."""
    given = arguments.positional
    if name not in REFUSES_EMPTY or len(given) != REFUSES_EMPTY[name] or arguments.unknown:
        return None
    default = any(keyword in ("default", "initial") for keyword, _ in arguments.named)
    if default or not is_empty(run, given[-1]):
        return None
    return "TypeError" if name == "functools.reduce" else "ValueError"


def of_method(run: Interpreter, base: Value, name: str, arguments: Arguments) -> str | None:
    """Give the exception that a method surely raises, such as `[].pop()`."""
    if not isinstance(base, Object) or not is_empty(run, base):
        return None
    if base.kind == "dict" and name == "pop" and len(arguments.positional) == 1 and not arguments.named:
        return "KeyError"
    return _TAKING_OUT.get(base.kind, {}).get(name)


def of_division(operator: str, right: Value) -> str | None:
    """Give the exception that an operation with a known right side raises."""
    zero = isinstance(right, Literal) and right.kind in ("int", "float", "bool") and not right.value
    return "ZeroDivisionError" if zero and operator in ("/", "//", "%") else None
