"""What is empty: values that are nothing, and tests that say that something is."""

from __future__ import annotations

from collections.abc import Iterator

from stategraph_lint.program.values import Choice, FieldOf, Listing, Literal, Operation, Table, Value

_EMPTY = frozenset({("==", 0), ("is", 0), ("<", 1), ("<=", 0)})
_FILLED = frozenset({("!=", 0), ("is not", 0), (">", 0), (">=", 1)})


def is_nothing(value: Value) -> bool:
    """Tell whether a value is a literal that is empty, zero or None."""
    if isinstance(value, Literal):
        return not value.value and value.kind != "ellipsis"
    empty = isinstance(value, Listing) and not value.items and value.complete
    return empty or (isinstance(value, Table) and not value.entries and value.complete)


def said_empty(test: Value, outcome: bool) -> Iterator[FieldOf]:
    """Give the fields that hold nothing where a test has an outcome; of one with a default, the field."""
    if not isinstance(test, Operation):
        yield from _fields(test) if not outcome else ()
    elif test.operator == "not":
        yield from said_empty(test.operands[0], not outcome)
    elif test.operator == "len":
        yield from _fields(test.operands[0]) if not outcome else ()
    elif test.operator == "compare" and len(test.operands) == 2:
        one, other = test.operands
        if isinstance(one, Operation) and one.operator == "len" and isinstance(other, Literal):
            wanted = _EMPTY if outcome else _FILLED
            yield from _fields(one.operands[0]) if (test.how, other.value) in wanted else ()
        elif test.how in (("==", "is") if outcome else ("!=", "is not")) and is_nothing(other):
            yield from _fields(one)


def _fields(value: Value) -> Iterator[FieldOf]:
    for option in value.options if isinstance(value, Choice) else (value,):
        if isinstance(option, FieldOf):
            yield option
