"""Checkpoints and agents: what the design's notes say, against the library."""

from __future__ import annotations

import asyncio
import collections
import datetime
import enum
import io
import json
import logging
import operator
import re
import threading
import uuid
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import orjson
import pytest
from langchain.agents import create_agent
from langchain.agents.middleware import AgentMiddleware, AgentState, before_agent, before_model
from langchain.agents.middleware.types import OmitFromInput, OmitFromOutput, PrivateStateAttr
from langchain_core.language_models.fake_chat_models import GenericFakeChatModel
from langchain_core.messages import AIMessage, AnyMessage, HumanMessage, ToolMessage
from langchain_core.tools import InjectedToolCallId, tool
from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer
from langgraph.errors import InvalidUpdateError
from langgraph.graph.message import add_messages
from langgraph.types import Command
from pydantic import BaseModel
from typing_extensions import NotRequired

from tests.oracle.runs import label


class Colour(enum.Enum):
    RED = 1


@dataclass
class Record:
    size: int = 1


class Model(BaseModel):
    size: int = 1


class Pair(NamedTuple):
    left: int = 1


class Plain:
    pass


def round_trip(value: Any) -> Any:
    """Give what a checkpoint gives back."""
    serializer = JsonPlusSerializer()
    return serializer.loads_typed(serializer.dumps_typed(value))


KEPT = [
    "text",
    3,
    1.5,
    True,
    None,
    b"b",
    bytearray(b"b"),
    [1],
    {"a": 1},
    {1, 2},
    frozenset({1}),
    collections.deque([1]),
    datetime.datetime(2024, 1, 1),
    uuid.UUID(int=1),
    Decimal("1.5"),
    Path("a"),
    re.compile("a"),
]
BLOCKED = [Colour.RED, Record(), Model(), Pair()]
CHANGED: list[tuple[Any, Any]] = [
    ((1, 2), [1, 2]),
    (collections.Counter("a"), {"a": 1}),
    (collections.defaultdict(int, a=1), {"a": 1}),
    (collections.OrderedDict(a=1), {"a": 1}),
    (ValueError("bad"), "ValueError('bad')"),
    ({(1, 2)}, [[1, 2]]),
]
FAILING: list[Any] = [
    Plain(),
    print,
    len,
    lambda: 1,
    threading.Lock(),
    io.StringIO(),
    iter([1]),
    (number for number in [1]),
    range(3),
    1j,
    int,
    2**64,
]


@pytest.mark.parametrize("value", KEPT, ids=label)
def test_a_checkpoint_keeps(value: Any) -> None:
    assert (type(round_trip(value)), round_trip(value)) == (type(value), value)


@pytest.mark.parametrize("value", BLOCKED, ids=label)
def test_a_checkpoint_keeps_with_a_log_line(value: Any, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        assert (type(round_trip(value)), round_trip(value)) == (type(value), value)
    assert "blocked" in caplog.text
    strict = JsonPlusSerializer(allowed_msgpack_modules=None)
    assert type(strict.loads_typed(strict.dumps_typed(value))) is not type(value)


@pytest.mark.parametrize(("value", "expected"), CHANGED, ids=label)
def test_a_checkpoint_changes(value: Any, expected: Any) -> None:
    assert (type(round_trip(value)), round_trip(value)) == (type(expected), expected)


def test_a_class_of_a_function_comes_back_as_a_dict() -> None:
    @dataclass
    class Local:
        size: int = 1

    assert round_trip(Local()) == {"size": 1}


@pytest.mark.parametrize("value", FAILING, ids=lambda value: type(value).__name__)
def test_a_checkpoint_fails(value: Any) -> None:
    with pytest.raises(TypeError):
        JsonPlusSerializer().dumps_typed(value)


def test_json_has_no_sets() -> None:
    with pytest.raises(TypeError, match="not JSON serializable"):
        json.dumps({1})
    with pytest.raises(TypeError, match="not JSON serializable"):
        orjson.dumps({1})


def last(_a: Any, b: Any) -> Any:
    return b


class First(AgentState[Any]):
    notes: Annotated[list[str], operator.add]
    mine: Annotated[int, PrivateStateAttr]
    inward: NotRequired[Annotated[list[str], OmitFromOutput, operator.add]]
    outward: NotRequired[Annotated[int, OmitFromInput]]


class Second(AgentState[Any]):
    notes: Annotated[list[str], last]


class Last(AgentState[Any]):
    messages: Annotated[list[AnyMessage], last]


class Keeps(AgentMiddleware[Any, Any]):
    state_schema = First


class Replaces(AgentMiddleware[Any, Any]):
    state_schema = Second

    def before_model(self, state: Any, runtime: Any) -> dict[str, Any]:  # noqa: ARG002
        return {"notes": ["seen"]}

    def after_model(self, state: Any, runtime: Any) -> None:  # noqa: ARG002
        return None


def agent(*middleware: Any, **options: Any) -> Any:
    """Make an agent whose model says one thing."""
    model = GenericFakeChatModel(messages=iter([AIMessage("done")]))
    return create_agent(model, middleware=middleware, **options)


def reducer(graph: Any, name: str) -> str:
    """Give the name of a channel's reducer."""
    return str(graph.channels[name].operator.__name__)


def test_an_agent_has_the_channels_of_agent_state() -> None:
    graph = agent()
    kinds = {name: type(graph.channels[name]).__name__ for name in ("messages", "jump_to", "structured_response")}
    expected = ["BinaryOperatorAggregate", "EphemeralValue", "LastValue"]
    assert list(kinds.values()) == expected
    assert reducer(graph, "messages") == add_messages.__name__


def test_a_later_middleware_replaces_a_key() -> None:
    assert reducer(agent(Keeps(), Replaces()), "notes") == "last"
    assert reducer(agent(Replaces(), Keeps()), "notes") == "add"


def test_the_agents_own_schema_comes_last() -> None:
    assert reducer(agent(Replaces(), state_schema=Last), "messages") == "last"


def test_markers_keep_a_key_out() -> None:
    graph = agent(Keeps())
    assert reducer(graph, "inward") == "add"
    taken, given = graph.get_input_jsonschema()["properties"], graph.get_output_jsonschema()["properties"]
    assert {"notes", "inward"} <= set(taken)
    assert {"notes", "outward"} <= set(given)
    assert not {"mine", "outward"} & set(taken)
    assert not {"mine", "inward"} & set(given)


def test_hooks_are_nodes_that_return_updates() -> None:
    graph = agent(Replaces())
    assert {"Replaces.before_model", "Replaces.after_model"} <= set(graph.nodes)
    assert graph.invoke({"messages": []})["notes"] == ["seen"]


@before_agent
async def greets(state: AgentState[Any], runtime: Any) -> dict[str, Any]:
    """Say hello."""
    return {"messages": [AIMessage("hello")]}


@before_model(can_jump_to=["end"])
def leaves(state: AgentState[Any], runtime: Any) -> dict[str, Any]:
    """Jump to the end."""
    return {"jump_to": "end"}


def test_decorated_hooks_are_nodes_too() -> None:
    graph = agent(greets, leaves)
    assert {"greets.before_agent", "leaves.before_model"} <= set(graph.nodes)
    said = asyncio.run(graph.ainvoke({"messages": []}))["messages"]
    assert [message.content for message in said] == ["hello"]


class Calls(GenericFakeChatModel):
    """A model that can be given tools."""

    def bind_tools(self, tools: Any, **options: Any) -> Any:  # noqa: ARG002
        return self


@tool
def noted(text: str, tool_call_id: Annotated[str, InjectedToolCallId]) -> Command[Any]:
    """Note a text."""
    return Command(update={"notes": [text], "messages": [ToolMessage("noted", tool_call_id=tool_call_id)]})


class Noted(AgentState[Any]):
    notes: NotRequired[list[str]]


class Summed(AgentState[Any]):
    notes: Annotated[list[str], operator.add]


def calling(schema: Any) -> Any:
    """Run an agent whose model calls the tool twice in one message."""
    calls = [{"name": "noted", "args": {"text": text}, "id": text} for text in ("a", "b")]
    model = Calls(messages=iter([AIMessage("", tool_calls=calls), AIMessage("done")]))
    return create_agent(model, tools=[noted], state_schema=schema).invoke({"messages": [HumanMessage("go")]})


def test_the_commands_of_one_messages_tools_are_concurrent() -> None:
    assert calling(Summed)["notes"] == ["a", "b"]
    with pytest.raises(InvalidUpdateError, match="one value per step"):
        calling(Noted)
