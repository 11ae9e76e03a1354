"""The tools of a graph's tool nodes, and the functions that a library calls around them and around the model."""

from __future__ import annotations

from collections.abc import Iterator

from stategraph_lint.facts.agents import MODEL_WRAPPERS, TOOL_WRAPPERS
from stategraph_lint.program import classes
from stategraph_lint.program.functions import target_function
from stategraph_lint.program.graphs import GraphNode
from stategraph_lint.program.interpreter import Interpreter
from stategraph_lint.program.values import ClassValue, External, FunctionValue, Instance, Listing, Object, Result, Value

_WRAPPERS = frozenset((*MODEL_WRAPPERS, *TOOL_WRAPPERS))
_CALLED = ("func", "coroutine")
_RUNNING = ("_run", "_arun")


def tools_of(run: Interpreter, node: GraphNode) -> Iterator[FunctionValue]:
    """Give the functions behind the tools that a `ToolNode([...])` is made with."""
    for action in node.actions if node.kind == "tools" else ():
        given = _given(action) if isinstance(action, Result) else None
        for item in given.items if isinstance(given, Listing) else ():
            yield from _functions(run, item.value)


def commanders_of(run: Interpreter, node: GraphNode) -> Iterator[FunctionValue]:
    """Give the functions that are no nodes and whose Commands are updates: tools, and the wrappers of middleware."""
    yield from tools_of(run, node)
    for action in node.actions if node.kind in ("tools", "library") else ():
        for name, value in action.named if isinstance(action, Result) else ():
            found = target_function(run, value) if name in _WRAPPERS else None
            if found is not None:
                yield found[0]


def all_tools_known(run: Interpreter, action: Value) -> bool:
    """Tell whether every tool of a `ToolNode([...])` is a function of the project, or an object of a library."""
    given = _given(action) if isinstance(action, Result) else None
    if not isinstance(given, Listing) or not given.complete:
        return False
    return all(not item.spread and _is_known(run, item.value) for item in given.items)


def _is_known(run: Interpreter, value: Value) -> bool:
    outside = value.function if isinstance(value, Result) else value
    return isinstance(outside, External) or any(_functions(run, value))


def _given(action: Result) -> Value | None:
    return action.positional[0] if action.positional else dict(action.named).get("tools")


def _functions(run: Interpreter, value: Value) -> Iterator[FunctionValue]:
    """Give the functions that a tool runs: itself, what a call such as `tool(f)` is given, or its `_run`."""
    parts: tuple[Value, ...] = (value,)
    if isinstance(value, Result):
        # A decorator, `StructuredTool.from_function(f, coroutine=g)`, `Tool("name", f, "...")`.
        parts = (*value.positional, *(part for name, part in value.named if name in _CALLED))
    cls = _class_of(run, value)
    if cls is not None:
        found = [classes.member(run, cls, name) for name in _RUNNING]
        parts = tuple(member[0] for member in found if member is not None)
    for part in parts:
        target = target_function(run, part)
        if target is not None:
            yield target[0]


def _class_of(run: Interpreter, value: Value) -> ClassValue | None:
    """Give the class of a tool that is an instance."""
    cls = value.cls if isinstance(value, Instance) else None
    if isinstance(value, Object) and value.kind == "instance":
        cls = run.content(value).cls
    return cls if isinstance(cls, ClassValue) else None
