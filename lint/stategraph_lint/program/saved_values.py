"""What a msgpack checkpoint does with a value that the code writes."""

from __future__ import annotations

import builtins
import sys
import types

from stategraph_lint.facts import syntax as s
from stategraph_lint.facts.checkpoints import FAILING, MADE
from stategraph_lint.facts.typing_names import is_class_name
from stategraph_lint.program.interpreter import Interpreter
from stategraph_lint.program.serialized_classes import of_class
from stategraph_lint.program.serializer import KEPT_WHOLE, NOT_KNOWN, TypeVerdicts, Verdict, of_origin, verdicts, worst
from stategraph_lint.program.type_reader import read_type
from stategraph_lint.program.values import (
    Choice,
    ClassValue,
    Coroutine,
    Entry,
    External,
    FieldOf,
    FunctionValue,
    Generated,
    Instance,
    Listing,
    Literal,
    ModuleValue,
    Operation,
    Partial,
    Result,
    Table,
    Value,
    Words,
)

SMALLEST, LARGEST = -(2**63), 2**64 - 1
_LONGEST_SHIFT = 4096
_LAZY = {"generator": "generator", "view": "dict view"}
_FUNCTIONS = (types.BuiltinFunctionType, types.FunctionType)


def saved(run: Interpreter, value: Value) -> Verdict:
    """Give the verdict on a frozen value that is written."""
    return _Judge(run).of(value)


class _Judge:
    """Follows a value into what it holds."""

    def __init__(self, run: Interpreter) -> None:
        self.run = run
        self._told: dict[Value, Verdict] = {}

    def of(self, value: Value) -> Verdict:
        # What is held in many places is looked at once.
        if value not in self._told:
            self._told[value] = self._of(value)
        return self._told[value]

    def _of(self, value: Value) -> Verdict:
        if isinstance(value, Choice):
            return self._choice(value)
        if isinstance(value, Listing):
            return self._listing(value)
        if isinstance(value, Table):
            parts = [self.of(part) for entry in value.entries if entry.must for part in _parts(entry)]
            return worst(parts)
        if isinstance(value, Instance):
            return self._instance(value)
        if isinstance(value, (Literal, Operation)):
            return _number(value)
        return KEPT_WHOLE if isinstance(value, Words) else self._object(value)

    def _choice(self, value: Choice) -> Verdict:
        """Judge one of several values: it fails where all of them do, None apart; one path may never be taken."""
        told = [self.of(option) for option in value.options if not _is_none(option)]
        failing = [verdict for verdict in told if verdict.outcome == "fails"]
        return failing[0] if failing and len(failing) == len(told) else NOT_KNOWN

    def _listing(self, value: Listing) -> Verdict:
        lazy = self.run.lazy.get(value.place)
        if lazy is not None:
            return Verdict("fails", lazy)
        items = [self.of(item.value) for item in value.items if item.must and not item.spread]
        own = Verdict("changed", "tuple -> list") if value.kind == "tuple" else KEPT_WHOLE
        return worst([own, *items])

    def _instance(self, value: Instance) -> Verdict:
        if not isinstance(value.cls, ClassValue):
            return of_origin(value.cls)
        own = list(of_class(TypeVerdicts(self.run), value.cls))
        if own[0].outcome == "fails" or own[0].outcome == "unknown":
            return own[0]
        held = [self.of(part) for part in (*value.positional, *(part for _, part in value.named))]
        failing = next((part for part in held if part.outcome == "fails"), None)
        return failing or worst(own)

    def _object(self, value: Value) -> Verdict:
        what = _callable(value)
        if what is not None:
            return Verdict("fails", what)
        if isinstance(value, Generated):
            return Verdict("fails", _LAZY[value.kind]) if value.kind in _LAZY else KEPT_WHOLE
        if isinstance(value, External):
            return _outside(value.name)
        return self._result(value) if isinstance(value, Result) else NOT_KNOWN

    def _result(self, value: Result) -> Verdict:
        function = value.function
        if isinstance(function, External):
            what = "iterator" if function.name.startswith("itertools.") else MADE.get(function.name)
            return of_origin(function) if what is None else Verdict("fails", what)
        if isinstance(function, FieldOf) and function.key == "open":
            base = function.base
            path = isinstance(base, Result) and isinstance(base.function, External)
            return Verdict("fails", "file") if path and _is_path(base) else NOT_KNOWN
        if isinstance(function, FunctionValue) and not isinstance(function.node, s.Lambda):
            return self._returned(function)
        return NOT_KNOWN

    def _returned(self, function: FunctionValue) -> Verdict:
        """Judge what a function says that it returns; an async one was awaited, else it gives a coroutine."""
        node = function.node
        if isinstance(node, s.Lambda) or node.returns is None:
            return NOT_KNOWN
        if node.is_generator:
            return Verdict("fails", "generator")
        return worst(verdicts(self.run, read_type(self.run, node.returns, function.frame)))


def _is_none(value: Value) -> bool:
    return isinstance(value, Literal) and value.kind == "none"


def _parts(entry: Entry) -> tuple[Value, ...]:
    return () if entry.key is None else (entry.value,)


def _is_path(value: Value) -> bool:
    return isinstance(value, Result) and isinstance(value.function, External) and value.function.name == "pathlib.Path"


def _callable(value: Value) -> str | None:
    """Say what a callable or module is, which no serializer takes."""
    if isinstance(value, FunctionValue):
        return "lambda" if value.name == "<lambda>" else "function"
    if isinstance(value, Partial):
        return "function"
    if isinstance(value, Coroutine):
        return "coroutine"
    if isinstance(value, ModuleValue):
        return "module"
    return "class" if isinstance(value, ClassValue) else None


def _outside(name: str) -> Verdict:
    """Judge something from outside that is not called: a function, a class or a module."""
    package, _, short = name.rpartition(".")
    if package == "builtins":
        found = vars(builtins).get(short)
        if isinstance(found, type):
            return Verdict("fails", "class")
        return Verdict("fails", "function") if isinstance(found, _FUNCTIONS) else NOT_KNOWN
    if not package:
        return Verdict("fails", "module") if name in sys.stdlib_module_names else NOT_KNOWN
    if package == "operator":
        return Verdict("fails", "function")
    return Verdict("fails", "class") if is_class_name(name) and name in FAILING else NOT_KNOWN


def _number(value: Value) -> Verdict:
    """Judge a literal, or a sum of literals: ormsgpack takes integers of 64 bits."""
    if isinstance(value, Literal) and value.kind in ("complex", "ellipsis"):
        return Verdict("fails", value.kind)
    known = _integer(value)
    if known is None:
        return KEPT_WHOLE if isinstance(value, Literal) else NOT_KNOWN
    return KEPT_WHOLE if SMALLEST <= known <= LARGEST else Verdict("fails", "integer of more than 64 bits")


def _integer(value: Value) -> int | None:
    if isinstance(value, Literal) and value.kind == "int":
        return int(value.value, 0) if isinstance(value.value, str) else int(value.value or 0)
    if not isinstance(value, Operation):
        return None
    operands = [_integer(operand) for operand in value.operands]
    known = [operand for operand in operands if operand is not None]
    if len(known) != len(operands):
        return None
    if len(known) == 1:
        return {"-": -known[0], "+": known[0], "~": ~known[0]}.get(value.operator)
    if len(known) != 2:
        return None
    return _combined(value.operator, *known)


def _combined(operator: str, left: int, right: int) -> int | None:
    if operator in ("**", "<<"):
        if not 0 <= right <= _LONGEST_SHIFT or abs(left).bit_length() > _LONGEST_SHIFT:
            return None
        return left**right if operator == "**" else left << right
    if operator == "*" and max(abs(left).bit_length(), abs(right).bit_length()) > _LONGEST_SHIFT:
        return None
    return {"+": left + right, "-": left - right, "*": left * right}.get(operator)


__all__ = ["saved"]
