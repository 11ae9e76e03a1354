"""Schemas: every line of the design's notes about annotations and channels, against the installed library."""

# ruff: noqa: UP006, UP007, UP045
# The older spellings of types are what is tested here.

from __future__ import annotations

import collections
import collections.abc as cabc
import datetime
import functools
import operator
import sys
import typing as t
from dataclasses import InitVar
from decimal import Decimal
from typing import Annotated, Any, ClassVar, Final, Literal, Optional, TypeVar, Union

import pytest
import typing_extensions as te
from langgraph.channels import BinaryOperatorAggregate, DeltaChannel, EphemeralValue, LastValue, Topic
from langgraph.graph import StateGraph
from langgraph.graph.message import add_messages as typed_add_messages
from langgraph.graph.state import _get_channel
from langgraph.managed import IsLastStep, RemainingSteps
from pydantic import Field

from tests.oracle.real import start_text
from tests.oracle.runs import chain, gives, label

T = TypeVar("T")
add = operator.add
add_messages: Any = typed_add_messages
make_typed_dict: Any = te.TypedDict


def last(_a: Any, b: Any) -> Any:
    return b


def first(a: Any, _b: Any) -> Any:
    return a


class Joiner:
    def __call__(self, a: Any, b: Any) -> Any:
        return a + b


class Needy:
    def __init__(self, size: int) -> None:
        self.size = size


Names = te.TypeAliasType("Names", Annotated[list[str], operator.add])


def shown(annotation: Any) -> str:
    """Say what channel an annotation becomes: its class and, where there is one, its start value."""
    kept = _get_channel("field", annotation)
    if isinstance(kept, type):
        return kept.__name__
    return type(kept).__name__ + (f" {start_text(kept.get())}" if kept.is_available() else "")


def typed(**fields: Any) -> Any:
    """Give a TypedDict of some fields."""
    return make_typed_dict("Typed", fields)


AGGREGATE = "BinaryOperatorAggregate"
ANNOTATIONS = [
    # Required and NotRequired are stripped, outside and inside.
    (te.Required[Annotated[list[int], add]], f"{AGGREGATE} []"),
    (te.NotRequired[Annotated[list[int], add]], f"{AGGREGATE} []"),
    (Annotated[te.Required[list[int]], add], f"{AGGREGATE} []"),
    (Annotated[te.NotRequired[list[int]], add], f"{AGGREGATE} []"),
    # Nothing else is.
    (te.ReadOnly[Annotated[list[int], add]], "LastValue"),
    (te.NotRequired[te.ReadOnly[Annotated[list[int], add]]], "LastValue"),
    (Annotated[te.ReadOnly[list[int]], add], AGGREGATE),
    (Optional[Annotated[list[int], add]], "LastValue"),
    (Union[Annotated[list[int], add], str], "LastValue"),
    (list[Annotated[int, add]], "LastValue"),
    (dict[str, Annotated[int, add]], "LastValue"),
    (Names, "LastValue"),
    (ClassVar[Annotated[int, add]], "LastValue"),
    (Final[Annotated[int, add]], "LastValue"),
    (InitVar[Annotated[int, add]], "LastValue"),
    # A managed value counts as the last item, also inside the first argument of a generic type.
    (IsLastStep, "IsLastStepManager"),
    (RemainingSteps, "RemainingStepsManager"),
    (Optional[IsLastStep], "IsLastStepManager"),
    (list[IsLastStep], "IsLastStepManager"),
    (te.ReadOnly[IsLastStep], "IsLastStepManager"),
    (dict[str, IsLastStep], "LastValue"),
    (Union[None, IsLastStep], "LastValue"),
    (Annotated[IsLastStep, "doc"], "LastValue"),
    (Annotated[RemainingSteps, add], f"{AGGREGATE} 0"),
    (Annotated[IsLastStep | None, "doc"], "IsLastStepManager"),
    (Annotated[IsLastStep | None, add], "IsLastStepManager"),
    # A channel anywhere in the metadata wins.
    (Annotated[int, EphemeralValue], "EphemeralValue"),
    (Annotated[int, EphemeralValue, add], "EphemeralValue"),
    (Annotated[int, add, "doc", Topic], "Topic"),
    (Annotated[int, LastValue(int), max], "LastValue"),
    (Annotated[list[int], Topic(int, accumulate=True), LastValue], "Topic"),
    (Annotated[list[int], DeltaChannel(first)], "DeltaChannel"),
    (Annotated[list[int], DeltaChannel], "DeltaChannel"),
    (Annotated[str, BinaryOperatorAggregate(int, add)], f"{AGGREGATE} 0"),
    # Else the last item, when it can be called.
    (Annotated[int, add], f"{AGGREGATE} 0"),
    (Annotated[int, "doc", add], f"{AGGREGATE} 0"),
    (Annotated[Annotated[int, max], add], f"{AGGREGATE} 0"),
    (Annotated[int, add, "doc"], "LastValue"),
    (Annotated[int, add, Field(description="d")], "LastValue"),
    (Annotated[int, Field(description="d"), add], f"{AGGREGATE} 0"),
    (Annotated[int, "doc"], "LastValue"),
    (int, "LastValue"),
]


@pytest.mark.parametrize(("annotation", "expected"), ANNOTATIONS, ids=label)
def test_annotation_becomes(annotation: Any, expected: str) -> None:
    assert shown(annotation) == expected


def three(a: Any, b: Any, c: Any) -> Any:
    return (a, b, c)


def third(a: Any, b: Any, c: int = 1) -> Any:
    return (a, b, c)


def tuned(a: Any, b: Any, *, k: int = 5) -> Any:
    return (a, b, k)


def strict(a: Any, b: Any, *, k: int) -> Any:
    return (a, b, k)


def rest(a: Any, b: Any, *more: Any) -> Any:
    return (a, b, more)


def placed(a: Any, b: Any, /) -> Any:
    return (a, b)


def opaque(*args: Any, **kwargs: Any) -> Any:
    return (args, kwargs)


class Two:
    def __init__(self, a: Any, b: Any) -> None:
        self.both = (a, b)


class Tools:
    def bound(self, a: Any, b: Any) -> Any:
        return (a, b)

    @staticmethod
    def loose(a: Any, b: Any) -> Any:
        return (a, b)


REDUCERS = [
    (add, "add"),
    (add_messages, "_add_messages"),
    (add_messages(format="langchain-openai"), None),
    (functools.partial(three, 1), None),
    (functools.partial(three, c=1), None),
    (Joiner(), None),
    (tuned, "tuned"),
    (strict, "strict"),
    (rest, "rest"),
    (placed, "placed"),
    (lambda a, b=None: b or a, "<lambda>"),
    (Tools().bound, "bound"),
    (Tools.loose, "loose"),
    (functools.wraps(last)(opaque), "last"),
    (Two, "Two"),
    (list.extend, "extend"),
    (list.append, "append"),
    (sum, "sum"),
]
WRONG = "Invalid reducer signature"
REFUSED = [
    (lambda a: a, WRONG),
    (three, WRONG),
    (third, WRONG),
    (lambda *args: args, WRONG),
    (functools.partial(three, 1, 2), WRONG),
    (functools.partial(three, b=1), WRONG),
    (Tools.bound, WRONG),
    (Needy, WRONG),
    (Joiner, WRONG),
    (len, WRONG),
    (sorted, WRONG),
    (max, "no signature found"),
    (min, "no signature found"),
    (functools.reduce, "no signature found"),
    (operator.itemgetter(0), "is not supported by signature"),
    (set.union, "no signature found"),
    (dict.update, "no signature found"),
    (str, "no signature found"),
    (int, "no signature found"),
]


@pytest.mark.parametrize(("reducer", "name"), REDUCERS, ids=label)
def test_reducer_passes(reducer: Any, name: str | None) -> None:
    kept: Any = _get_channel("field", Annotated[list[int], reducer])
    assert isinstance(kept, BinaryOperatorAggregate)
    assert getattr(kept.operator, "__name__", None) == name


@pytest.mark.parametrize(("reducer", "text"), REFUSED, ids=label)
def test_reducer_is_refused(reducer: Any, text: str) -> None:
    if sys.version_info[:2] != (3, 11) and text != WRONG:
        pytest.skip("which builtins have a signature depends on the version of Python")
    with pytest.raises(ValueError, match=text):
        StateGraph(typed(field=Annotated[list[int], reducer]))


def test_a_reducer_that_returns_nothing_stores_none() -> None:
    for reducer in (list.extend, list.append):
        assert chain(typed(log=Annotated[list[int], reducer]), gives({"log": [1]})).invoke({})["log"] is None


def test_a_required_keyword_fails_at_the_first_write() -> None:
    with pytest.raises(TypeError, match="'k'"):
        chain(typed(log=Annotated[list[int], strict]), gives({"log": [1]})).invoke({})


STARTS = [
    (int, "0"),
    (bool, "False"),
    (str, "''"),
    (type(None), "None"),
    (list[int], "[]"),
    (dict[str, int], "{}"),
    (tuple[int, ...], "()"),
    (frozenset[int], "frozenset()"),
    (t.List[int], "[]"),
    (cabc.Sequence[int], "[]"),
    (t.Sequence, "[]"),
    (cabc.MutableSequence[int], "[]"),
    (cabc.Set[int], "set()"),
    (cabc.MutableSet[int], "set()"),
    (cabc.Mapping[str, int], "{}"),
    (t.MutableMapping[str, int], "{}"),
    (collections.deque[int], "deque()"),
    (collections.defaultdict[str, int], "defaultdict()"),
    (Decimal, "Decimal()"),
    (typed(size=int), "{}"),
    (Union[int], "0"),
    (Optional[int], None),
    (int | None, None),
    (Union[int, str], None),
    (Literal["a"], None),
    (Any, None),
    (object, "object()"),
    (type, None),
    (T, None),
    (list[T], "[]"),  # type: ignore[valid-type]
    (cabc.Iterable[int], None),
    (cabc.Callable[[int], int], None),
    (t.NewType("UserId", int), None),
    (te.TypeAliasType("Row", list[int]), None),
    (datetime.datetime, None),
    (Needy, None),
]


@pytest.mark.parametrize(("value_type", "start"), STARTS, ids=label)
def test_start_value(value_type: Any, start: str | None) -> None:
    assert shown(Annotated[value_type, last]) == (AGGREGATE if start is None else f"{AGGREGATE} {start}")


def test_an_empty_channel_stores_the_first_update_unreduced() -> None:
    schema = typed(total=Annotated[int | None, add])
    assert chain(schema, gives({"total": "raw"})).invoke({}) == {"total": "raw"}
    with pytest.raises(KeyError, match="total"):
        chain(schema, lambda state: {"total": state["total"]}).invoke({})
