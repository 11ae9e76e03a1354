"""Updates: what the design's notes say about what nodes return and how it is merged, against the library."""

from __future__ import annotations

import operator
from dataclasses import dataclass
from typing import Annotated, Any

import pytest
from langchain_core.messages import AIMessage, HumanMessage, RemoveMessage
from langgraph.errors import InvalidUpdateError
from langgraph.graph import END, START, MessagesState
from langgraph.graph.message import REMOVE_ALL_MESSAGES
from langgraph.graph.message import add_messages as typed_add_messages
from langgraph.types import Command, Overwrite, Send
from pydantic import BaseModel, ValidationError
from typing_extensions import TypedDict

from tests.oracle.runs import chain, fan, gives, label, wired

Log = Annotated[list[Any], operator.add]
add_messages: Any = typed_add_messages


class State(TypedDict):
    log: Log
    size: int
    note: str


class Model(BaseModel):
    log: Log = []
    size: int = 0
    note: str | None = None


class Partial(BaseModel):
    size: int | None = None
    note: str | None = "unset"


@dataclass
class Record:
    size: int | None = None
    note: str | None = None


class Annotations:
    size: int

    def __init__(self, size: int) -> None:
        self.size = size


ACCEPTED: list[tuple[Any, dict[str, Any]]] = [
    (None, {}),
    ({"size": 1}, {"size": 1}),
    (Command(update={"size": 1}), {"size": 1}),
    ([Command(update={"size": 1}), Command(update={"note": "b"})], {"size": 1, "note": "b"}),
    ((Command(update={"size": 1}),), {"size": 1}),
    ([Command(update={"size": 1}), {"note": "b"}], {"size": 1, "note": "b"}),
    (Annotations(1), {"size": 1}),
    ({"sizes": 1}, {}),
    # A model sends what is set, or not None, or has a default that is not None.
    (Partial(), {"note": "unset"}),
    (Partial(size=None), {"size": None, "note": "unset"}),
    (Partial(size=1, note=None), {"size": 1, "note": None}),
    # A dataclass sends everything.
    (Record(), {"size": None, "note": None}),
    (Record(size=1), {"size": 1, "note": None}),
]
REFUSED: list[Any] = [[1], "text", 3, ("size", 1), True, [{"size": 1}], {"size"}]


@pytest.mark.parametrize(("update", "expected"), ACCEPTED, ids=label)
def test_update_is_accepted(update: Any, expected: dict[str, Any]) -> None:
    assert chain(State, gives(update)).invoke({"log": [0]}) == {"log": [0], **expected}


@pytest.mark.parametrize("update", REFUSED, ids=label)
def test_update_is_refused(update: Any) -> None:
    with pytest.raises(InvalidUpdateError, match="Expected dict"):
        chain(State, gives(update)).invoke({})


def routed(route: Any) -> Any:
    """Run a graph whose node writes a key no channel has before the route is asked."""
    builder = wired(State, {"node": gives({"stray": 1, "size": 2})}, [(START, "node")])
    builder.add_conditional_edges("node", route)
    return builder.compile().invoke({})


def test_a_path_function_sees_a_key_no_channel_has() -> None:
    seen: list[Any] = []

    def bare(state: Any) -> str:
        seen.append(state["stray"])
        return END

    assert "stray" not in routed(bare)
    assert "stray" not in routed(lambda state: bare(state))  # noqa: PLW0108
    assert seen == [1, 1]


def test_a_path_function_with_a_schema_does_not() -> None:
    def strict(state: State) -> str:
        return str(state["stray"])  # type: ignore[typeddict-item]

    with pytest.raises(KeyError, match="stray"):
        routed(strict)


def test_outputs_are_not_validated_but_the_next_input_is() -> None:
    assert chain(Model, gives({"size": "no number"})).invoke({})["size"] == "no number"
    with pytest.raises(ValidationError):
        chain(Model, gives({"size": "no number"}), gives(None)).invoke({})


def test_parallel_writes_without_a_reducer_raise() -> None:
    for second in (1, 2):
        with pytest.raises(InvalidUpdateError, match="one value per step"):
            fan(State, a=gives({"size": 1}), b=gives({"size": second})).invoke({})


def test_writes_are_merged_in_the_order_of_the_tasks_paths() -> None:
    nodes = {name: gives({"log": [name]}) for name in ("c", "a", "b")}
    assert fan(State, **nodes).invoke({})["log"] == ["a", "b", "c"]


def test_sends_are_merged_in_the_order_sent_behind_the_nodes() -> None:
    builder = wired(State, {"z": gives({"log": ["z"]}), "a": lambda got: {"log": [got["size"]]}}, [(START, "z")])
    builder.add_conditional_edges(START, lambda _state: [Send("a", {"size": number}) for number in (2, 1)], ["a"])
    assert builder.compile().invoke({})["log"] == ["z", 2, 1]


@pytest.mark.parametrize("overwriting", ["a", "b"])
def test_an_overwrite_beside_a_plain_write_wins(overwriting: str) -> None:
    nodes = {name: gives({"log": Overwrite(["new"]) if name == overwriting else ["plain"]}) for name in ("a", "b")}
    assert fan(State, **nodes).invoke({"log": ["old"]})["log"] == ["new"]


def test_two_overwrites_raise() -> None:
    with pytest.raises(InvalidUpdateError, match="only one Overwrite"):
        fan(State, a=gives({"log": Overwrite([1])}), b=gives({"log": Overwrite([2])})).invoke({})


def test_an_overwrite_without_a_reducer_or_a_value_is_stored_itself() -> None:
    assert chain(State, gives({"size": Overwrite(1)})).invoke({})["size"] == Overwrite(1)
    maybe = TypedDict("maybe", {"log": Annotated[list[int] | None, operator.add]})  # noqa: UP013
    assert chain(maybe, gives({"log": Overwrite([1])})).invoke({})["log"] == Overwrite([1])
    assert chain(maybe, gives({"log": Overwrite([1])})).invoke({"log": [0]})["log"] == [1]


OVERWRITES = [Overwrite([9]), {"__overwrite__": [9]}, {"value": [9], "type": "__overwrite__"}]


@pytest.mark.parametrize("overwrite", OVERWRITES, ids=label)
def test_the_three_forms_of_an_overwrite(overwrite: Any) -> None:
    assert chain(State, gives({"log": overwrite})).invoke({"log": [1]})["log"] == [9]


def test_add_messages_merges_by_id() -> None:
    old, new = HumanMessage("old", id="1"), AIMessage("new", id="1")
    more = AIMessage("more", id="2")
    assert add_messages([old], [new]) == [new]
    assert add_messages([old], more) == [old, more]


def test_add_messages_writes_ids_into_its_arguments() -> None:
    message = HumanMessage("hello")
    add_messages([], [message])
    assert message.id is not None


def test_add_messages_refuses_none_and_unknown_removals() -> None:
    with pytest.raises(ValueError, match="non-null"):
        chain(MessagesState, gives({"messages": None})).invoke({"messages": []})
    with pytest.raises(ValueError, match="doesn't exist"):
        add_messages([], [RemoveMessage(id="1")])


def test_what_follows_remove_all_is_taken_as_it_is() -> None:
    twice = [HumanMessage("a", id="1"), HumanMessage("b", id="1")]
    removal = RemoveMessage(id=REMOVE_ALL_MESSAGES)
    assert add_messages([HumanMessage("old", id="0")], [removal, *twice]) == twice


def test_a_model_state_reaches_nodes_as_a_model() -> None:
    seen: list[Any] = []
    chain(Model, seen.append).invoke({"size": 1})
    assert seen == [Model(log=[], size=1)]
