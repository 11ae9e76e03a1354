"""Super-steps and changes in place: what the design's notes say, against the library."""

from __future__ import annotations

import operator
from typing import Annotated, Any

from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import END, START
from langgraph.types import Command, Overwrite, Send
from pydantic import BaseModel
from typing_extensions import TypedDict

from tests.oracle.runs import chain, compiled, gives, wired

THREAD: Any = {"configurable": {"thread_id": "1"}}


def appends(left: list[Any], right: list[Any]) -> list[Any]:
    left.extend(right)
    return left


class State(TypedDict):
    log: Annotated[list[Any], operator.add]
    items: list[Any]
    size: int


class Grown(TypedDict):
    log: Annotated[list[Any], appends]
    maybe: Annotated[list[Any] | None, appends]


class Model(BaseModel):
    items: list[Any] = []


def logs(name: str) -> Any:
    """Give a node that logs its name."""
    return gives({"log": [name]})


def steps(graph: Any, start: dict[str, Any]) -> list[list[str]]:
    """Give the names of the nodes that ran, step by step."""
    ran: dict[int, list[str]] = {}
    for event in graph.stream(start, stream_mode="debug"):
        if event["type"] == "task":
            ran.setdefault(event["step"], []).append(event["payload"]["name"])
    return [sorted(ran[step]) for step in sorted(ran)]


def test_all_ways_onward_lead_to_the_next_step() -> None:
    nodes = {name: logs(name) for name in ("plain", "routed", "sent", "target")}
    builder = wired(State, {**nodes, "a": gives(Command(goto="target"))}, [(START, "a"), ("a", "plain")])
    builder.add_conditional_edges("a", lambda _state: ["routed", Send("sent", {})], ["routed", "sent"])
    assert steps(builder.compile(), {}) == [["a"], ["plain", "routed", "sent", "target"]]


def test_a_list_edge_waits_for_all_its_starts() -> None:
    nodes = {name: logs(name) for name in ("a", "b", "c", "join")}
    edges = [(START, "a"), (START, "b"), ("b", "c"), (["a", "c"], "join")]
    assert steps(compiled(State, nodes, edges), {}) == [["a", "b"], ["c"], ["join"]]


def test_plain_edges_run_the_target_once_per_arrival() -> None:
    nodes = {name: logs(name) for name in ("a", "b", "c", "join")}
    edges = [(START, "a"), (START, "b"), ("b", "c"), ("a", "join"), ("c", "join")]
    assert steps(compiled(State, nodes, edges), {}) == [["a", "b"], ["c", "join"], ["join"]]


def test_a_deferred_node_runs_when_nothing_else_is_pending() -> None:
    builder = wired(State, {name: logs(name) for name in ("a", "b", "c")}, [(START, "a"), (START, "b"), ("b", "c")])
    builder.add_node("join", logs("join"), defer=True)
    builder.add_edge("a", "join")
    builder.add_edge("c", "join")
    assert steps(builder.compile(), {}) == [["a", "b"], ["c"], ["join"]]


def test_a_subgraph_hands_back_its_whole_output() -> None:
    child = chain(State, gives({"size": 2}))
    assert chain(State, child).invoke({"log": [1], "size": 1}) == {"log": [1, 1], "size": 2}


def test_a_growing_reducer_shows_later_items_in_earlier_snapshots() -> None:
    kept: list[Any] = []
    graph = chain(Grown, gives({"log": [1]}), lambda state: kept.append(state["log"]), gives({"log": [2]}))
    snapshots = [values["log"] for values in graph.stream({}, stream_mode="values")]
    assert snapshots == [[1, 2]] * 2
    assert kept == [[1, 2]]


def test_a_growing_reducer_leaves_checkpoints_right() -> None:
    graph = chain(Grown, gives({"log": [1]}), gives({"log": [2]}), checkpointer=InMemorySaver())
    graph.invoke({}, THREAD)
    assert [kept.values["log"] for kept in graph.get_state_history(THREAD)][:3] == [[1, 2], [1], []]


def test_a_growing_reducer_changes_constants_and_inputs() -> None:
    constant, given = [0], [0]
    chain(Grown, gives({"log": Overwrite(constant)}), gives({"log": [1]})).invoke({})
    chain(Grown, gives({"maybe": [1]})).invoke({"maybe": given})
    assert constant == [0, 1]
    assert given == [0, 1]


def test_a_growing_reducer_behind_a_router_applies_twice() -> None:
    builder = wired(Grown, {"a": gives({"log": [1]})}, [(START, "a")])
    builder.add_conditional_edges("a", route)
    assert builder.compile().invoke({"log": [0]})["log"] == [0, 1, 1]


def route(state: Grown) -> str:
    return END


def grows(state: Any) -> None:
    state["items"].append(1)


def test_a_list_changed_in_place_is_seen_but_not_in_the_checkpoint() -> None:
    seen: list[Any] = []
    nodes = (grows, lambda state: seen.append(list(state["items"])))
    assert chain(State, *nodes).invoke({"items": []})["items"] == [1]
    assert seen == [[1]]
    graph = chain(State, grows, checkpointer=InMemorySaver())
    graph.invoke({"items": []}, THREAD)
    assert graph.get_state(THREAD).values["items"] == []


def test_a_model_state_loses_what_is_changed_in_place() -> None:
    given: dict[str, Any] = {"items": []}
    assert chain(Model, lambda state: state.items.append(1)).invoke(given)["items"] == []


def test_an_assignment_without_a_return_is_lost() -> None:
    def assigns(state: State) -> None:
        state["size"] = 2

    def sets(state: Model) -> None:
        state.items = [2]

    assert chain(State, assigns).invoke({"size": 1})["size"] == 1
    assert chain(Model, sets).invoke({"items": [1]})["items"] == [1]


def test_a_path_functions_assignments_are_discarded() -> None:
    def assigns(state: State) -> str:
        state["size"] = 2
        state["items"].append(2)
        return "b"

    builder = wired(State, {"a": gives({"size": 1}), "b": gives({})}, [(START, "a")])
    builder.add_conditional_edges("a", assigns, ["b"])
    result = builder.compile().invoke({"items": []})
    assert (result["size"], result["items"]) == (1, [2])


def test_goto_adds_to_static_edges() -> None:
    nodes = {"a": gives(Command(goto="b")), "b": logs("b"), "c": logs("c")}
    assert compiled(State, nodes, [(START, "a"), ("a", "c")]).invoke({})["log"] == ["b", "c"]
