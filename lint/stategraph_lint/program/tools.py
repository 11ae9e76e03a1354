"""The tools of a graph's tool nodes."""

from __future__ import annotations

from collections.abc import Iterator

from stategraph_lint.program.functions import target_function
from stategraph_lint.program.graphs import GraphNode
from stategraph_lint.program.interpreter import Interpreter
from stategraph_lint.program.values import External, FunctionValue, Listing, Result, Value


def tools_of(run: Interpreter, node: GraphNode) -> Iterator[FunctionValue]:
    """Give the functions behind the tools that a `ToolNode([...])` is made with."""
    for action in node.actions if node.kind == "tools" else ():
        given = _given(action) if isinstance(action, Result) else None
        for item in given.items if isinstance(given, Listing) else ():
            found = target_function(run, _undecorated(item.value))
            if found is not None:
                yield found[0]


def all_tools_known(action: Value) -> bool:
    """Tell whether every tool of a `ToolNode([...])` is a function of the project, or an object of a library."""
    given = _given(action) if isinstance(action, Result) else None
    if not isinstance(given, Listing) or not given.complete:
        return False
    return all(not item.spread and _is_known(_undecorated(item.value)) for item in given.items)


def _is_known(value: Value) -> bool:
    outside = value.function if isinstance(value, Result) else value
    return isinstance(value, FunctionValue) or isinstance(outside, External)


def _given(action: Result) -> Value | None:
    return action.positional[0] if action.positional else dict(action.named).get("tools")


def _undecorated(value: Value) -> Value:
    """Give the function that a decorator such as `tool` was put on."""
    return value.positional[-1] if isinstance(value, Result) and value.positional else value
