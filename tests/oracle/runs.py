"""Small graphs to run: what the tests about the library build theirs with."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from langgraph.graph import END, START, StateGraph

Node = Callable[[Any], Any]


def compiled(schema: Any, nodes: Mapping[str, Any], edges: Iterable[tuple[Any, str]], **options: Any) -> Any:
    """Build and compile a graph of nodes by name and plain edges."""
    return wired(schema, nodes, edges).compile(**options)


def wired(schema: Any, nodes: Mapping[str, Any], edges: Iterable[tuple[Any, str]]) -> Any:
    """Build a graph of nodes by name and plain edges, not yet compiled."""
    builder: Any = StateGraph(schema)
    for name, node in nodes.items():
        builder.add_node(name, node)
    for start, end in edges:
        builder.add_edge(start, end)
    return builder


def chain(schema: Any, *nodes: Any, **options: Any) -> Any:
    """Compile a graph whose nodes n1, n2, ... run one after the other."""
    names = [f"n{number + 1}" for number in range(len(nodes))]
    edges = zip([START, *names], [*names, END], strict=True)
    return compiled(schema, dict(zip(names, nodes, strict=True)), edges, **options)


def fan(schema: Any, **nodes: Any) -> Any:
    """Compile a graph whose nodes all run in the first super-step."""
    return compiled(schema, nodes, [(START, name) for name in nodes])


def gives(update: Any) -> Node:
    """Give a node that always returns one update."""
    return lambda _state: update


def label(value: Any) -> str:
    """Name a test's value: its text without memory addresses, so that every process gives the same name."""
    return re.sub(r" at 0x[0-9a-f]+", "", str(value))
