"""The comparison itself: it finds every kind of difference, and none where there is none."""

from __future__ import annotations

import pytest

from tests.oracle.compare import UNKNOWABLE_START, differences
from tests.oracle.ours import plain_start
from tests.oracle.real import Field, Outcome, real_outcome

_LOG = Field("BinaryOperatorAggregate", "[]", "add")
_SIZE = Field("LastValue", "empty", None)
_REAL = Outcome(None, {"log": _LOG, "size": _SIZE})
_RAISES = Outcome(
    "ValueError: Invalid reducer signature", {"log": Field("error", None, None, "ValueError: x"), "size": _SIZE}
)
_UNREADABLE = Outcome("NameError: name 'Absent' is not defined", {})


@pytest.mark.parametrize("outcome", [_REAL, _RAISES, _UNREADABLE])
def test_equal_outcomes_agree(outcome: Outcome) -> None:
    assert differences(outcome, outcome) == []


def test_the_text_of_an_exception_does_not_matter() -> None:
    assert differences(_UNREADABLE, Outcome("NameError: Absent", {"log": _LOG})) == []


WRONG = [
    (_REAL, _RAISES),
    (_RAISES, _REAL),
    (_RAISES, Outcome("TypeError: x", _RAISES.fields)),
    (_RAISES, Outcome(_RAISES.error, _REAL.fields)),
    (_REAL, Outcome(None, {"log": _LOG})),
    (_REAL, Outcome(None, {"size": _SIZE, "log": _LOG})),
    (_REAL, Outcome(None, {"log": _LOG._replace(channel="unknown"), "size": _SIZE})),
    (_REAL, Outcome(None, {"log": _LOG._replace(start="empty"), "size": _SIZE})),
    (_REAL, Outcome(None, {"log": _LOG._replace(start=None), "size": _SIZE})),
    (_REAL, Outcome(None, {"log": _LOG._replace(reducer=None), "size": _SIZE})),
    (_REAL, Outcome(None, {"log": Field("managed", None, None), "size": _SIZE})),
]


@pytest.mark.parametrize(("real", "ours"), WRONG)
def test_a_difference_is_found(real: Outcome, ours: Outcome) -> None:
    assert len(differences(real, ours)) == 1


def test_only_an_open_start_value_is_forgiven() -> None:
    for start, found in ((None, 0), ("0", 1)):
        ours = Outcome(None, {"log": _LOG._replace(start=start), "size": _SIZE})
        assert len(differences(_REAL, ours, UNKNOWABLE_START)) == found


STARTS = [
    ("empty", "empty"),
    ('""', "''"),
    ("set()", "set()"),
    ("decimal.Decimal('0')", "Decimal()"),
    ("Outer.Inner()", "Inner()"),
    ("Point(x=0)", "Point()"),
]


@pytest.mark.parametrize(("text", "plain"), STARTS)
def test_start_values_are_written_alike(text: str, plain: str) -> None:
    assert plain_start(text) == plain


def test_the_real_side_tries_each_field_of_a_schema_that_raises() -> None:
    source = """from typing import Annotated, TypedDict
from langgraph.graph import StateGraph
class State(TypedDict):
    good: Annotated[int, sum]
    bad: Annotated[int, len]
builder = StateGraph(State)
"""
    real = real_outcome(source)
    assert real.fields["good"] == Field("BinaryOperatorAggregate", "0", "sum")
    assert str(real.error).startswith("ValueError: Invalid reducer signature")
    assert real.fields["bad"].channel == "error"
