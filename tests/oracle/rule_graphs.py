"""Fixed graphs, each of which shows a rule of the super-steps that random graphs rarely show."""

from __future__ import annotations

import textwrap

from tests.oracle.step_graphs import HEAD


def _source(body: str) -> str:
    return HEAD + textwrap.dedent(body)


_PLAIN = """\
def step(state: State):
    return {}


graph = StateGraph(State)
for name in NAMES:
    graph.add_node(name, step)
"""


def _wired(names: str, wiring: str, more: str = "") -> str:
    """Give a graph of nodes that do nothing, some made otherwise in `more`, and the calls that wire them."""
    head = f"NAMES = {names.split()!r}\n" + textwrap.dedent(more) + _PLAIN
    return HEAD + head + textwrap.dedent(wiring)


GRAPHS: dict[str, str] = {
    "2 many writers, one task": _wired(
        "a b c",
        """\
        graph.add_edge(START, "a")
        graph.add_edge(START, "b")
        graph.add_edge("a", "c")
        graph.add_edge("b", "c")
        """,
    ),
    "2 a self-edge reruns": _wired(
        "a",
        """\
        graph.add_edge(START, "a")
        graph.add_edge("a", "a")
        """,
    ),
    "3 goto and edge": _source(
        """\
        def a(state: State):
            return Command(goto="b")


        def step(state: State):
            return {}


        graph = StateGraph(State)
        graph.add_node("a", a)
        graph.add_node("b", step)
        graph.add_node("c", step)
        graph.add_edge(START, "a")
        graph.add_edge("a", "c")
        """
    ),
    "3 router and edge": _wired(
        "a b c",
        """\
        graph.add_edge(START, "a")
        graph.add_edge("a", "c")
        graph.add_conditional_edges("a", lambda state: "b", ["b"])
        """,
    ),
    "3 Send beside a pull": _wired(
        "a b",
        """\
        graph.add_edge(START, "a")
        graph.add_conditional_edges("a", lambda state: [Send("b", state), "b", Send("b", state)])
        """,
    ),
    "4 goto to START and to END": _source(
        """\
        def a(state: State):
            return Command(goto=["__start__", "b", "__end__"])


        graph = StateGraph(State)
        graph.add_node("a", a)
        graph.add_node("b", lambda state: {})
        graph.add_edge(START, "a")
        """
    ),
    "6 consumed before updated": _wired(
        "a b join",
        """\
        graph.add_edge(START, "a")
        graph.add_edge(START, "b")
        graph.add_edge("b", "a")
        graph.add_edge(["a", "b"], "join")
        """,
    ),
    "7 twice in one task": _source(
        """\
        def a(state: State):
            return Command(update=[("k0", 1), ("k0", 2)])


        graph = StateGraph(State)
        graph.add_node("a", a)
        graph.add_edge(START, "a")
        """
    ),
    "7 two Overwrites": _source(
        """\
        def step(state: State):
            return {"r0": Overwrite([1])}


        graph = StateGraph(State)
        graph.add_node("a", step)
        graph.add_node("b", step)
        graph.add_edge(START, "a")
        graph.add_edge(START, "b")
        """
    ),
    "8 another trigger resets a complete join": _wired(
        "a b c join",
        """\
        graph.add_edge(START, "a")
        graph.add_edge(START, "b")
        graph.add_edge("a", "c")
        graph.add_edge("c", "a")
        graph.add_edge(["a", "b"], "join")
        """,
    ),
    "8 a partial join stays": _wired(
        "a b c d join",
        """\
        graph.add_edge(START, "a")
        graph.add_edge("a", "join")
        graph.add_edge("a", "c")
        graph.add_edge("c", "d")
        graph.add_edge("d", "b")
        graph.add_edge(["a", "b"], "join")
        """,
    ),
    "8 a Send to the end consumes nothing": _wired(
        "a b c join",
        """\
        graph.add_edge(START, "a")
        graph.add_edge(["a", "b"], "join")
        graph.add_conditional_edges("a", lambda state: [Send("join", state), "c"])
        graph.add_edge("c", "b")
        """,
    ),
    "8 a Send to a start arrives": _wired(
        "a b join",
        """\
        graph.add_edge(START, "a")
        graph.add_edge(["a", "b"], "join")
        graph.add_conditional_edges("a", lambda state: [Send("b", state)])
        """,
    ),
    "9 duplicates of a list edge": _wired(
        "a b join",
        """\
        graph.add_edge(START, "a")
        graph.add_edge(START, "b")
        graph.add_edge(["a", "b"], "join")
        graph.add_edge(["b", "a"], "join")
        graph.add_edge(["a", "a"], "join")
        """,
    ),
    "9 a list edge to END": _wired(
        "a b",
        """\
        graph.add_edge(START, "a")
        graph.add_edge(START, "b")
        graph.add_edge(["a", "b"], END)
        """,
    ),
    "10 a deferred node waits": _source(
        """\
        def step(state: State):
            return {}


        graph = StateGraph(State)
        for name in ("a", "b", "c"):
            graph.add_node(name, step)
        graph.add_node("last", step, defer=True)
        graph.add_edge(START, "a")
        graph.add_edge("a", "last")
        graph.add_edge("a", "b")
        graph.add_edge("b", "c")
        """
    ),
    "10 Sends do not hold a deferred node back": _source(
        """\
        def step(state: State):
            return {}


        graph = StateGraph(State)
        graph.add_node("a", step)
        graph.add_node("b", step)
        graph.add_node("last", step, defer=True)
        graph.add_edge(START, "a")
        graph.add_edge("a", "last")
        graph.add_conditional_edges("a", lambda state: [Send("b", state), Send("last", state)])
        """
    ),
    "11 a deferred node behind a deferred node": _source(
        """\
        def step(state: State):
            return {}


        graph = StateGraph(State)
        graph.add_node("d", step, defer=True)
        graph.add_node("e", step, defer=True)
        graph.add_edge(START, "d")
        graph.add_edge(START, "e")
        graph.add_edge("d", "e")
        """
    ),
    "14 two pass-through subgraphs": _source(
        """\
        class Output(TypedDict):
            k0: int


        def step(state: State):
            return {}


        child = StateGraph(State, output_schema=Output)
        child.add_node("step", step)
        child.add_edge(START, "step")


        def first(state: State):
            return {"k0": 1}


        graph = StateGraph(State)
        graph.add_node("a", first)
        graph.add_node("b", child.compile())
        graph.add_node("c", child.compile())
        graph.add_edge(START, "a")
        graph.add_edge("a", "b")
        graph.add_edge("a", "c")
        """
    ),
    "15 a Command to the parent": _source(
        """\
        def up(state: State):
            return Command(graph=Command.PARENT, goto="b")


        def step(state: State):
            return {}


        child = StateGraph(State)
        child.add_node("up", up)
        child.add_edge(START, "up")
        graph = StateGraph(State)
        graph.add_node("a", child.compile())
        graph.add_node("b", step)
        graph.add_node("c", step)
        graph.add_edge(START, "a")
        graph.add_edge("a", "c")
        """
    ),
    "16 an error handler takes over": _source(
        """\
        def fails(state: State):
            if pick("node fails", 2):
                raise ValueError
            return {}


        def handle(state: State):
            return Command(goto="c")


        def step(state: State):
            return {}


        graph = StateGraph(State)
        graph.add_node("a", fails, error_handler=handle)
        for name in ("b", "c", "d", "join"):
            graph.add_node(name, step)
        graph.add_edge(START, "a")
        graph.add_edge(START, "b")
        graph.add_edge("a", "d")
        graph.add_edge(["a", "b"], "join")
        """
    ),
}
