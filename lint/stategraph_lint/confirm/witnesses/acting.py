"""The user's own function as the node, or the path function, of a real graph."""

from __future__ import annotations

from collections.abc import Iterator

from stategraph_lint.confirm.case import Case, Unwitnessed
from stategraph_lint.program.field_types import container_kind
from stategraph_lint.program.functions import Summary, options, target_function
from stategraph_lint.program.graphs import Graph, GraphNode
from stategraph_lint.program.values import FieldOf, FunctionValue, Literal, Operation, Value

IMPORTS = (
    "import asyncio",
    "import copy",
    "import inspect",
    "from langchain_core.runnables import RunnableConfig",
    "from langgraph.checkpoint.memory import InMemorySaver",
)
MOST_STATES = 12

_HEAD = """\
STATES = [
{states}
]
act = {act}


def got(state, key):
    return state.get(key) if isinstance(state, dict) else getattr(state, key, None)


async def collected(given):
    return [one async for one in given]


def called(state, config):
    named = inspect.signature(act).parameters
    wrote = act(state, config) if "config" in named else act(state)
    return asyncio.run(wrote) if inspect.iscoroutine(wrote) else wrote


"""
_RUN = """\
def run(given):
    \"\"\"Give the error, the state inside the node, what it returned, and the outcome.\"\"\"
    seen = wrote = after = None

    def node(state, config: RunnableConfig):
        nonlocal seen, wrote
        seen = state
        wrote = called(state, config)
        return wrote

    builder = StateGraph({schema})
    builder.add_node("node", node{given})
    builder.add_edge(START, "node")
    try:
        after = builder.compile().invoke(given)
    except Exception as error:
        return error, seen, wrote, None
    return None, seen, wrote, after


"""
_RUN_WHOLE = """\
def run(given):
    \"\"\"Give the error, two times None, and the outcome.\"\"\"
    builder = StateGraph({schema})
    builder.add_node("node", act{given})
    builder.add_edge(START, "node")
    app = builder.compile(InMemorySaver())
    config = {{"configurable": {{"thread_id": "1"}}}}
    try:
        made = app.ainvoke if asynchronous(act) else app.invoke
        after = made(given, config)
        return None, None, None, asyncio.run(after) if inspect.isawaitable(after) else after
    except Exception as error:
        return error, None, None, None


def asynchronous(function):
    return inspect.iscoroutinefunction(function) or inspect.isasyncgenfunction(function)


"""
_ROUTE = """\
def run(given):
    \"\"\"Give the error, the state inside the path function, None, and the outcome.\"\"\"
    seen = after = None

    def route(state, config: RunnableConfig):
        nonlocal seen
        seen = state
        called(state, config)
        return END

    builder = StateGraph({schema})
    builder.add_node("node", lambda state: {{}})
    builder.add_edge(START, "node")
    builder.add_conditional_edges("node", route)
    try:
        after = builder.compile().invoke(given)
    except Exception as error:
        return error, seen, None, None
    return None, seen, None, after


"""


def acting(case: Case, *, whole: bool = True) -> str:
    """Give code that binds `STATES`, `act` and `run` for the node whose function holds the finding.

    `whole` wraps the function, to see what it returns; without it LangGraph gets the function itself.
    Raises Unwitnessed when there is no such node, or its function cannot be named.
    """
    graph, node, action = _node(case)
    given = f", input_schema={case.schema(node.schema)}" if node.schema is not None and whole else ""
    head = _HEAD.format(states=_states(case, graph, action), act=case.registered(node.place, action))
    return head + (_RUN if whole else _RUN_WHOLE).format(schema=case.schema(graph.state), given=given)


def routing(case: Case) -> str:
    """Give the same for a path function.

    Raises Unwitnessed when there is none, or it cannot be named.
    """
    for graph in case.program.graphs:
        for router in graph.routers:
            found = target_function(case.program.run, router.action)
            if found is not None and _holds(case, found[0]):
                head = _HEAD.format(
                    states=_states(case, graph, router.action), act=case.registered(router.place, router.action)
                )
                return head + _ROUTE.format(schema=case.schema(graph.state))
    raise Unwitnessed("the path function was not found again")


def _node(case: Case) -> tuple[Graph, GraphNode, Value]:
    for graph in case.program.graphs:
        for node in graph.nodes:
            for action in node.actions if node.kind == "function" else ():
                found = target_function(case.program.run, action)
                here = case.is_here(node.place) or (found is not None and _holds(case, found[0]))
                if found is not None and here:
                    return graph, node, action
    raise Unwitnessed("the node was not found again")


def _holds(case: Case, function: FunctionValue) -> bool:
    span = function.node.span
    inside = function.frame.path == case.place.path and span.line <= case.place.span.line <= span.end_line
    return inside or (function.name == case.finding.symbol and function.frame.path == case.place.path)


def _states(case: Case, graph: Graph, action: Value) -> str:
    """Give states that differ in what the function asks of them, a line each."""
    base = case.state(graph)
    longer = [f"{key!r}: {value}" for key, value in _longer(case, graph)]
    states = [base, f"{{**{base}, {', '.join(longer)}}}"]
    summary = case.program.summary(action)
    for key, value in _asked(summary) if summary is not None else ():
        if key in graph.channels:
            states += [f"{{**{base}, {key!r}: {value}}}"]
    empty = [f"{key!r}: {value}" for key, value in _empties(graph)]
    states.append(f"{{**{base}, {', '.join(empty)}}}")
    return "\n".join(f"    {state}," for state in list(dict.fromkeys(states))[:MOST_STATES])


def _longer(case: Case, graph: Graph) -> Iterator[tuple[str, str]]:
    for key, channel in graph.channels.items():
        parts = [case.examples.of(channel.type) for _ in range(12)] if container_kind(channel.type) == "list" else []
        known = [part for part in parts if part is not None]
        if known:
            yield key, " + ".join(known)


def _empties(graph: Graph) -> Iterator[tuple[str, str]]:
    texts = {"list": "[]", "dict": "{}", "set": "set()", "str": "''", "int": "0", "bool": "False"}
    for key, channel in graph.channels.items():
        text = texts.get(container_kind(channel.type) or "")
        if text is not None:
            yield key, text


def _asked(summary: Summary) -> Iterator[tuple[str, str]]:
    """Give (key, value as source) of what the tests of a function compare a key of the state with."""
    tests = [test for ending in summary.endings for test, _ in ending.conditions]
    for test in tests:
        if isinstance(test, Operation) and test.operator == "compare":
            fields = [part for part in test.operands if isinstance(part, FieldOf)]
            others = [option for part in test.operands for option in options(part) if isinstance(option, Literal)]
            for field in fields:
                for other in others:
                    yield field.key, repr(other.value)
                    if isinstance(other.value, int) and not isinstance(other.value, bool):
                        yield from ((field.key, repr(other.value + step)) for step in (-1, 1))


__all__ = ["IMPORTS", "acting", "routing"]
