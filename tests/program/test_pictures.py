"""What the picture of a graph shows."""

from __future__ import annotations

from stategraph_lint.facts.pictures import Picture
from stategraph_lint.program.pictures import frontiers, picture
from tests.support.programs import program

STATE = """
from typing import Literal
from langgraph.graph import END
from langgraph.types import Send
class State(TypedDict):
    a: int
    log: Annotated[list, operator.add]
"""


def drawn(text: str) -> Picture:
    found = program(STATE + text)
    return picture(found, found.graphs[0])


def edges(text: str) -> set[tuple[str, str, str, str]]:
    return {(edge.source, edge.target, edge.kind, edge.label) for edge in drawn(text).edges}


def test_who_reads_and_writes() -> None:
    made = drawn("""
def work(state: State):
    if state["a"]:
        return {"log": ["x"]}
    return {"log": [], "a": 1}
g = StateGraph(State)
g.add_node("first", work, defer=True)
""")
    (node,) = (node for node in made.nodes if node.kind == "function")
    assert (node.name, node.symbol, node.deferred) == ("first", "work", True)
    assert (node.reads, node.writes, node.may_write) == (("a",), ("log",), ("a",))
    assert [(channel.key, channel.channel, channel.reducer) for channel in made.channels] == [
        ("a", "LastValue", None),
        ("log", "BinaryOperatorAggregate", "add"),
    ]
    assert not made.unread


def test_every_kind_of_edge() -> None:
    text = """
def one(state: State): return {}
def two(state: State) -> Command[Literal["three"]]: return Command(goto="three")
def route(state: State): return "yes" if state["a"] else "no"
def fan(state: State): return [Send("two", {"a": n}) for n in range(3)]
g = StateGraph(State)
g.add_node("one", one)
g.add_node("two", two)
g.add_node("three", one)
g.add_node("four", one)
g.add_edge(START, "one")
g.add_conditional_edges("one", route, {"yes": "two", "no": END})
g.add_conditional_edges("three", fan)
g.add_edge(["two", "three"], "four")
"""
    assert edges(text) == {
        ("__start__", "one", "edge", ""),
        ("one", "two", "router", "yes"),
        ("one", "__end__", "router", "no"),
        ("two", "three", "goto", ""),
        ("three", "two", "send", ""),
        ("two", "four", "join", ""),
        ("three", "four", "join", ""),
    }


def test_a_name_that_no_node_has_is_drawn() -> None:
    made = drawn("g = StateGraph(State)\ng.add_node('a', lambda state: {})\ng.add_edge('a', 'b')\n")
    assert [(node.name, node.kind) for node in made.nodes] == [
        ("__start__", "start"),
        ("a", "function"),
        ("b", "unresolved"),
        ("__end__", "end"),
    ]


def test_what_cannot_be_read_is_said() -> None:
    assert drawn("g = StateGraph(State)\ng.add_node('a', unknown())\n").unread


def test_frontiers_are_sorted_nodes() -> None:
    names = {"__start__", "web", "docs"}
    assert frontiers(("START", "{web, docs}", "docs (Send), docs (Send)"), names) == (
        ("__start__",),
        ("docs", "web"),
        ("docs",),
    )
