"""The start value of a reducer channel, mirroring `BinaryOperatorAggregate.__init__`."""

from __future__ import annotations

from stategraph_lint.program.constructors import EMPTY, called
from stategraph_lint.program.interpreter import Interpreter
from stategraph_lint.program.types import Annotated, Plain, Type, Unclear, Wrapped


def start_of(run: Interpreter, type_: Type) -> str | None:
    """Give the start value of a type as Python text: what `typ()` gives behind `_strip_extras`.

    `empty` when it raises, None when it cannot be told.
    """
    while isinstance(type_, Annotated) or (isinstance(type_, Wrapped) and type_.kind in ("Required", "NotRequired")):
        type_ = type_.inner
    if isinstance(type_, Plain):
        return called(run, type_.origin)
    return None if isinstance(type_, Unclear) else EMPTY
