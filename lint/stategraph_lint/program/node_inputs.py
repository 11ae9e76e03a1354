"""Which schema a node or path function surely gets its state in."""

from __future__ import annotations

from collections.abc import Iterator

from stategraph_lint.program.functions import Summary
from stategraph_lint.program.graphs import Graph, GraphNode, Router
from stategraph_lint.program.hints import first_hint, is_class
from stategraph_lint.program.program import Program
from stategraph_lint.program.schemas import Schema, read_schema
from stategraph_lint.program.types import Unclear
from stategraph_lint.program.values import Literal, Unknown, Value


def input_of(program: Program, graph: Graph, node: GraphNode) -> Schema | None:
    """Give the schema that a function node gets; None where it cannot be told, or a Send brings what it likes."""
    if any(topology.may_send_to(node.name) for topology in program.topologies(graph)):
        return None
    if node.kind != "function" or len(node.actions) != 1 or any(name is None for name, _ in node.call.named):
        return None
    given = node.call.argument(99, "input_schema") or node.call.argument(99, "input")
    if given is not None and not (isinstance(given[0], Literal) and given[0].kind == "none"):
        return _known(node.schema)
    if node.runnable:
        return _known(graph.state)
    return _inferred(program, node.actions[0], graph.state)


def input_of_router(program: Program, graph: Graph, router: Router) -> Schema | None:
    """Give the schema that a path function gets: its own, else that of the node before it."""
    nodes = [node for node in graph.nodes if node.name == router.source]
    before = input_of(program, graph, nodes[0]) if len(nodes) == 1 else None
    return _inferred(program, router.action, graph.state if router.source == "__start__" else before)


def _inferred(program: Program, action: Value, otherwise: Schema | None) -> Schema | None:
    hint = first_hint(program.run, action)
    if isinstance(hint, Unclear):
        return None
    if is_class(hint):
        schema = read_schema(program.run, hint.origin)
        if isinstance(schema, Unknown) or not schema.complete:
            return None
        if schema.fields:
            return schema
    return _known(otherwise)


def _known(schema: Schema | None) -> Schema | None:
    return schema if schema is not None and schema.complete and schema.error is None else None


def readers(program: Program) -> Iterator[tuple[Graph, Schema, Summary]]:
    """Give every node and path function whose input schema is known, with that schema and what the function does."""
    for graph in program.graphs:
        for node in graph.nodes:
            schema = input_of(program, graph, node)
            if schema is not None:
                yield from ((graph, schema, summary) for summary in program.functions(node))
        for router in graph.routers:
            schema = input_of_router(program, graph, router)
            summary = program.summary(router.action) if schema is not None else None
            if schema is not None and summary is not None:
                yield graph, schema, summary


__all__ = ["input_of", "input_of_router", "readers"]
