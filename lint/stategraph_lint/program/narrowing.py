"""What a test says of the names in it: on the path behind it, some of what they may be is left out."""

from __future__ import annotations

from collections.abc import Iterator

from stategraph_lint.facts import syntax as s
from stategraph_lint.program import truth
from stategraph_lint.program.heap import join
from stategraph_lint.program.interpreter import Interpreter
from stategraph_lint.program.scopes import Frame
from stategraph_lint.program.values import Choice, FieldOf, ItemOf, Literal, SliceOf, Value


def narrow(run: Interpreter, frame: Frame, test: s.AnyExpr, outcome: bool) -> None:
    """Bind the names of a test to what they may be where it has an outcome, in the topmost layer of the frame."""
    for name, operator, wanted in _said(test, outcome):
        value = frame.env.get(name)
        if isinstance(value, Choice):
            kept = [option for option in value.options if _outcome(run, operator, option) is not (not wanted)]
            if kept and len(kept) < len(value.options):
                frame.env.set(name, join(kept))


def emptied(run: Interpreter, frame: Frame, test: s.AnyExpr, outcome: bool) -> dict[str, Value]:
    """Bind the names of a test that hold something empty where it has an outcome; give what they held.

    A field that is empty is a part of itself that holds nothing.
    """
    before: dict[str, Value] = {}
    for name, operator, wanted in _said(test, outcome):
        value = frame.env.get(name)
        if isinstance(value, (FieldOf, ItemOf)) and wanted is (operator == "is"):
            before[name] = value
            frame.env.set(name, SliceOf(value, False))
    return before


def _said(test: s.AnyExpr, outcome: bool) -> Iterator[tuple[str, str, bool]]:
    """Give names with what is asked of them, `truth` or `is` for None, and the answer."""
    if isinstance(test, s.Unary) and test.operator == "not":
        yield from _said(test.operand, not outcome)
    elif isinstance(test, s.Boolean):
        if (test.operator == "and") is outcome:
            yield from _said(test.left, outcome)
            yield from _said(test.right, outcome)
    elif isinstance(test, s.Walrus):
        yield from _said(test.target, outcome)
    elif isinstance(test, s.Name):
        yield test.id, "truth", outcome
    elif isinstance(test, s.Comparison) and len(test.rest) == 1:
        operator, other = test.rest[0]
        name = test.left.target if isinstance(test.left, s.Walrus) else test.left
        is_none = isinstance(other, s.Constant) and other.kind == "none"
        if operator in ("is", "is not", "==", "!=") and is_none and isinstance(name, s.Name):
            yield name.id, "is", outcome is (operator in ("is", "=="))


_NONE = Literal("none", None)


def _outcome(run: Interpreter, operator: str, value: Value) -> bool | None:
    return truth.of(run, value) if operator == "truth" else truth.compare(run, "is", value, _NONE)
