"""Whether a function of one value gives back another one than it is given."""

from __future__ import annotations

from stategraph_lint.facts.validators import CHANGING, CHANGING_METHODS, CONVERTING
from stategraph_lint.program.empty_tests import is_nothing
from stategraph_lint.program.functions import options, root
from stategraph_lint.program.heap import same
from stategraph_lint.program.interpreter import Interpreter
from stategraph_lint.program.parts import parts
from stategraph_lint.program.scopes import Ending
from stategraph_lint.program.values import (
    Changed,
    ElementOf,
    External,
    FieldOf,
    Generated,
    Instance,
    Listing,
    Literal,
    Operation,
    Parameter,
    Result,
    SliceOf,
    Table,
    Value,
    Words,
)

_PASSES = frozenset({"compare", "not", "len"})


def revises(run: Interpreter, ending: Ending) -> bool:
    """Tell whether a path of a function ends with another value than its argument; false where that is not sure."""
    given = run.forced(ending.frozen or ending.value, always=True)
    return any(_is_other(run, option) and not _was_it(ending, option) for option in options(given))


def _was_it(ending: Ending, value: Value) -> bool:
    """Tell whether the tests that led to an ending say that the argument may have been the value already."""
    return any(_says(test, outcome, value) for test, outcome in ending.conditions)


def _says(test: Value, outcome: bool, value: Value) -> bool:
    if isinstance(test, Operation) and test.operator == "not":
        return _says(test.operands[0], not outcome, value)
    if isinstance(test, Operation) and test.operator == "compare":
        equal = test.how in ("==", "is") if outcome else test.how in ("!=", "is not")
        listed = test.how == "in" and outcome
        return listed or (equal and any(same(side, value) for side in test.operands))
    if isinstance(test, Operation) and test.operator == "len":
        return not outcome and is_nothing(value)
    return _is_given(test) and not outcome and is_nothing(value)


def _is_given(value: Value) -> bool:
    found = root(value)
    return found is not None and not found[1]


def _from_given(value: Value) -> bool:
    """Tell whether a value is made from the argument."""
    return any(isinstance(part, Parameter) and part.role for part in parts(value))


def _is_other(run: Interpreter, value: Value) -> bool:
    """Tell whether a value is surely not the argument as it was given, whatever that was."""
    if isinstance(value, (Literal, Words, Instance)):
        return True
    if isinstance(value, Listing):
        return not (len(value.items) == 1 and value.items[0].spread and not _is_other(run, value.items[0].value))
    if isinstance(value, (Table, Changed)):
        return isinstance(value, Changed) or any(entry.key is not None for entry in value.entries)
    if isinstance(value, Operation):
        return value.operator in _PASSES or (value.operator not in ("and", "or") and _from_given(value))
    if isinstance(value, SliceOf):
        return not value.whole and _from_given(value)
    if isinstance(value, Generated):
        return _from_given(value) and (value.filtered or _is_mapped(run, value))
    if isinstance(value, FieldOf):
        found = root(value)
        return found is not None and bool(found[1])
    return isinstance(value, Result) and _call_changes(run, value)


def _is_mapped(run: Interpreter, value: Generated) -> bool:
    """Tell whether a comprehension makes something else of each item."""
    if isinstance(value.element, ElementOf):
        return False
    made = run.forced(value.element, always=True)
    return any(isinstance(part, Result) and _call_changes(run, part) for part in options(made)) or isinstance(
        made, (Operation, Words, Instance)
    )


def _call_changes(run: Interpreter, value: Result) -> bool:
    function = value.function
    if isinstance(function, FieldOf):
        return function.key in CHANGING_METHODS and _from_given(function.base)
    if not isinstance(function, External) or not any(map(_from_given, value.positional)):
        return False
    if function.name in CONVERTING:
        return any(_is_other(run, run.forced(part, always=True)) for part in value.positional)
    return function.name in CHANGING


__all__ = ["revises"]
