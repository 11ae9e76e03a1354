"""Schemas: what the design's notes say about whole schemas and about several of one graph, against the library."""

from __future__ import annotations

import functools
import operator
import sys
import types
from dataclasses import KW_ONLY, InitVar, dataclass, field
from typing import Annotated, Any, ClassVar, Generic, TypeVar

import pytest
from langgraph.channels import BinaryOperatorAggregate
from langgraph.graph import END, START, MessagesState, StateGraph
from langgraph.graph.message import add_messages as typed_add_messages
from langgraph.managed.is_last_step import IsLastStep, IsLastStepManager
from pydantic import BaseModel, Field, PrivateAttr
from typing_extensions import NotRequired, TypedDict

from tests.oracle.runs import chain, compiled, gives, label, wired

T = TypeVar("T")
Log = Annotated[list[int], operator.add]
add_messages: Any = typed_add_messages
AGGREGATE = "BinaryOperatorAggregate"


def last(_a: Any, b: Any) -> Any:
    return b


def channels(schema: Any, **schemas: Any) -> dict[str, str]:
    """Say what channels a graph has."""
    graph: Any = StateGraph(schema, **schemas)
    return {name: type(kept).__name__ for name, kept in graph.channels.items()}


class Logged(TypedDict):
    log: Log
    size: int


class Plain(TypedDict):
    log: list[int]


class LoggedLast(Plain, Logged):
    pass


class PlainLast(Logged, Plain):
    pass


class Overridden(Logged):
    log: list[int]


class Left(Logged):
    log: list[int]


class Right(Logged):
    other: int


class Diamond(Left, Right):
    pass


class Chat(MessagesState):
    size: int


class Bag(TypedDict, Generic[T]):
    items: Annotated[list[T], operator.add]
    one: Annotated[T, last]


class Ints(Bag[int]):
    pass


class Model(BaseModel):
    log: Log = Field(default_factory=lambda: [7])
    plain: list[int] = Field(default_factory=list)
    hidden: Annotated[list[int], operator.add, Field(description="d")] = Field(default_factory=list)
    _secret: int = PrivateAttr(default=0)
    limit: ClassVar[int] = 3


class Boxes(BaseModel, Generic[T]):
    one: Annotated[T, last]


KW_ONLY_IS_A_HINT = pytest.mark.skipif(
    sys.version_info < (3, 11), reason="typing refuses KW_ONLY as a hint before 3.11"
)


@dataclass
class Record:
    log: Log = field(default_factory=lambda: [7])
    _: KW_ONLY
    size: InitVar[int] = 0
    limit: ClassVar[int] = 3
    late: Log = field(init=False)


class Classical:
    log: Log
    size: int = 3
    limit = 4
    __own: Log

    def method(self) -> int:
        return 1


class FirstWins(Classical):
    pass


class OtherBase:
    log: list[int]


class Ordered(FirstWins, OtherBase):
    pass


SCHEMAS: list[Any] = [
    (Logged, {"log": AGGREGATE, "size": "LastValue"}),
    (LoggedLast, {"log": AGGREGATE, "size": "LastValue"}),
    (PlainLast, {"log": "LastValue", "size": "LastValue"}),
    (Overridden, {"log": "LastValue", "size": "LastValue"}),
    (Diamond, {"log": AGGREGATE, "size": "LastValue", "other": "LastValue"}),
    (Chat, {"messages": AGGREGATE, "size": "LastValue"}),
    (Ints, {"items": AGGREGATE, "one": AGGREGATE}),
    (
        Model,
        {"log": AGGREGATE, "plain": "LastValue", "hidden": "LastValue", "_secret": "LastValue", "limit": "LastValue"},
    ),
    (Boxes[int], {"one": AGGREGATE}),
    pytest.param(
        Record,
        {"log": AGGREGATE, "_": "LastValue", "size": "LastValue", "limit": "LastValue", "late": AGGREGATE},
        marks=KW_ONLY_IS_A_HINT,
    ),
    (Classical, {"log": AGGREGATE, "size": "LastValue", "_Classical__own": AGGREGATE}),
    (Ordered, {"log": AGGREGATE, "size": "LastValue", "_Classical__own": AGGREGATE}),
    (Bag[int], {"__root__": "LastValue"}),
    (dict, {"__root__": "LastValue"}),
    (list[int], {"__root__": "LastValue"}),
    (Annotated[list[int], operator.add], {"__root__": AGGREGATE}),
    (type("Nothing", (dict,), {}), {}),
]


@pytest.mark.parametrize(("schema", "expected"), SCHEMAS, ids=label)
def test_schema_becomes(schema: Any, expected: dict[str, str]) -> None:
    assert channels(schema) == expected


@pytest.mark.filterwarnings("ignore:Invalid state_schema")
def test_what_is_no_class_gives_one_root_channel_or_none() -> None:
    assert channels(types) == {}
    assert channels(Logged | None) == {"__root__": "LastValue"}
    assert channels(None) == {"__root__": "LastValue"}
    with pytest.raises(TypeError, match="unhashable"):
        StateGraph(Model())  # type: ignore[arg-type]


def test_a_plain_dict_schema_keeps_only_the_last_return() -> None:
    assert chain(dict, gives({"a": 1}), gives({"b": 2})).invoke({"c": 3}) == {"b": 2}


def test_a_name_the_module_lacks_raises_at_the_schema() -> None:
    hidden = TypedDict("hidden", {"size": "Absent"})  # type: ignore[name-defined]  # noqa: F821, UP013
    with pytest.raises(NameError, match="Absent"):
        StateGraph(hidden)
    forbidden = TypedDict("forbidden", {"size": "ClassVar[int]"})  # type: ignore[valid-type]  # noqa: UP013
    with pytest.raises(TypeError, match="not valid as type argument"):
        StateGraph(forbidden)


@KW_ONLY_IS_A_HINT
def test_declared_defaults_of_reducer_fields_are_ignored() -> None:
    graph: Any = StateGraph(Model)
    assert graph.channels["log"].get() == []
    graph = StateGraph(Record)
    assert graph.channels["log"].get() == []


def test_defaults_of_a_typed_dict_body_are_ignored() -> None:
    class Body(TypedDict):
        size: int = 3  # type: ignore[misc]

    with pytest.raises(KeyError, match="size"):
        chain(Body, lambda state: {"size": state["size"]}).invoke({})


class Extra(TypedDict):
    extra: int


class Extended(TypedDict):
    log: Log
    size: int
    extra: int


class Steps(TypedDict):
    last_step: IsLastStep


def takes_extra(state: Extra) -> dict[str, Any]:
    return {}


class Worker:
    def bound(self, _state: Extra) -> dict[str, Any]:
        return {}

    def __call__(self, _state: Extra) -> dict[str, Any]:
        return {}


def routes(state: Extra) -> str:
    return END


INFERRED = [
    (takes_extra, True),
    (Worker().bound, True),
    (Worker(), True),
    (functools.partial(takes_extra), False),
    (lambda _state: {}, False),
]


@pytest.mark.parametrize(("node", "inferred"), INFERRED, ids=label)
def test_a_nodes_annotation_is_a_schema(node: Any, inferred: bool) -> None:
    assert ("extra" in wired(Logged, {"node": node}, []).channels) == inferred


def test_every_schema_adds_its_keys() -> None:
    assert set(channels(Logged, input_schema=Extra)) == {"log", "size", "extra"}
    assert set(channels(Logged, output_schema=Extra)) == {"log", "size", "extra"}
    builder: Any = StateGraph(Logged)
    builder.add_node("node", gives({}), input_schema=Extra)
    assert "extra" in builder.channels
    builder = wired(Logged, {"node": gives({})}, [])
    builder.add_conditional_edges("node", routes)
    assert "extra" in builder.channels


def test_managed_values_are_refused_in_input_and_output() -> None:
    assert StateGraph(Steps).managed == {"last_step": IsLastStepManager}
    with pytest.raises(ValueError, match="Invalid managed channels"):
        StateGraph(Logged, input_schema=Steps)


def agreed(first: Any, second: Any) -> str:
    """Say what becomes of a key that two schemas of one graph declare."""
    one = TypedDict("one", {"key": first})  # noqa: UP013
    two = TypedDict("two", {"key": second})  # noqa: UP013
    graph: Any = StateGraph(one, input_schema=two)
    kept = graph.channels["key"]
    return kept.operator.__name__ if isinstance(kept, BinaryOperatorAggregate) else type(kept).__name__


def test_the_first_definition_of_a_key_wins() -> None:
    assert agreed(Log, list[int]) == "add"
    assert agreed(Log, Annotated[list[str], operator.add]) == "add"
    for later in (Log, Annotated[list[int], last]):
        with pytest.raises(ValueError, match="already exists with a different type"):
            agreed(list[int] if later is Log else Log, later)


def test_any_pairing_with_a_lambda_compares_equal() -> None:
    assert agreed(Log, Annotated[list[int], lambda _a, b: b]) == "add"
    assert agreed(Annotated[list[int], lambda _a, b: b], Log) == "<lambda>"


@pytest.mark.parametrize("reducer", [functools.partial(last), add_messages(format="langchain-openai")], ids=label)
def test_reducers_without_a_name_cannot_be_compared(reducer: Any) -> None:
    with pytest.raises(AttributeError, match="__name__"):
        agreed(Annotated[list[int], reducer], Annotated[list[int], reducer])


def test_not_required_keys_are_no_different() -> None:
    schema = TypedDict("schema", {"log": NotRequired[Log]})  # noqa: UP013
    graph = compiled(schema, {"node": gives({"log": [1]})}, [(START, "node")])
    assert graph.invoke({}) == {"log": [1]}
