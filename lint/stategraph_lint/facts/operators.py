"""Which types the operators take on both sides: what a reducer of two values of one type can do."""

from __future__ import annotations

from typing import Final

_NUMBERS = "int float bool complex decimal.Decimal fractions.Fraction"
_SEQUENCES = "str bytes bytearray list tuple collections.deque"

# The types for which `a operator b` works.
WORKS: Final = {
    operator: frozenset(names.split())
    for operator, names in {
        "+": f"{_NUMBERS} {_SEQUENCES} collections.Counter datetime.timedelta",
        "-": f"{_NUMBERS} set frozenset collections.Counter datetime.timedelta datetime.datetime datetime.date",
        "*": _NUMBERS,
        "/": f"{_NUMBERS} datetime.timedelta pathlib.Path",
        "//": "int float bool decimal.Decimal fractions.Fraction datetime.timedelta",
        "%": "int float bool decimal.Decimal fractions.Fraction datetime.timedelta str bytes bytearray",
        "**": _NUMBERS,
        "&": "int bool set frozenset collections.Counter",
        "|": "int bool set frozenset dict collections.Counter collections.OrderedDict collections.defaultdict",
        "^": "int bool set frozenset",
    }.items()
}
# The types judged by that table: those that do not work with any other of these.
JUDGED: Final = frozenset().union(*WORKS.values()) | {"pathlib.Path", "uuid.UUID", "range", "None"}
# The method by which a class takes part in an operator.
METHODS: Final = {
    "+": "add",
    "-": "sub",
    "*": "mul",
    "/": "truediv",
    "//": "floordiv",
    "%": "mod",
    "**": "pow",
    "&": "and",
    "|": "or",
    "^": "xor",
}
_CONCATENATING = "concat iconcat"
OPERATORS: Final = {
    **{f"operator.{name}{'_' if name in ('and', 'or') else ''}": operator for operator, name in METHODS.items()},
    **{f"operator.i{name}": operator for operator, name in METHODS.items()},
    **{f"operator.{name}": "+" for name in _CONCATENATING.split()},
}
# Functions of `operator` that take less than their operator does.
CONCATENATED: Final = frozenset(_SEQUENCES.split())
CONCATENATING: Final = frozenset(f"operator.{name}" for name in _CONCATENATING.split())
