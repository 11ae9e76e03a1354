"""Who may have put something into a state's field before a node runs."""

from __future__ import annotations

from stategraph_lint.program.graphs import Graph, GraphNode
from stategraph_lint.program.payloads import payloads
from stategraph_lint.program.program import Program
from stategraph_lint.program.questions import Written, reads, updates_of
from stategraph_lint.program.values import Place


def filled_before(program: Program, graph: Graph, node: GraphNode, key: str) -> tuple[Place, str] | None:
    """Give who may fill a key before a node runs: the place, and what stands there; None when nobody is known to.

    That is a node with a known way to this one, an input that holds the key, or, for a key that is read and that no
    node writes, the input in general.
    """
    written = False
    for other, _, update in updates_of(program, graph):
        write = update.write(key) if not update.parent else None
        # Whoever hands the whole state back fills nothing, but what cannot be read may.
        written = written or write is not None or not update.complete
        if write is not None and other is not node and leads(program, graph, other, node):
            return write.value_place, f"`{key}` is written here before"
    seen = False
    for _, update in payloads(program, graph):
        seen = seen or update.kind not in ("none", "command")
        write = update.write(key) if update.kind in ("mapping", "instance") else None
        if write is not None:
            return write.key_place, f"the input has `{key}`"
    return None if written or seen else _from_input(program, graph, key)


def leads(program: Program, graph: Graph, one: GraphNode, other: GraphNode) -> bool:
    """Tell whether a path that can be read leads from one node to another, or, in a cycle, to itself."""
    return (
        one.name is not None
        and other.name is not None
        and any(other.name in topology.behind(one.name) for topology in program.topologies(graph))
    )


def is_first(program: Program, found: Written) -> bool:
    """Tell whether a write is surely the first one of its key: nobody else writes it, and the input lacks it."""
    graph, key = found.graph, found.write.key
    for _, _, update in updates_of(program, graph):
        other = update.write(key) if not update.parent else None
        if not update.complete or update.echoes or (other is not None and other is not found.write):
            return False
    return input_lacks(program, graph, key)


def input_lacks(program: Program, graph: Graph, key: str) -> bool:
    """Tell whether nobody is seen to hand in a key: the input schema lacks it, or all visible payloads do."""
    if graph.input is not None and graph.input.complete and graph.input.field(key) is None:
        return True
    given = [update for _, update in payloads(program, graph)]
    return bool(given) and all(
        update.kind in ("mapping", "instance") and update.complete and update.write(key) is None for update in given
    )


def _from_input(program: Program, graph: Graph, key: str) -> tuple[Place, str] | None:
    """Give where the input schema declares a key that only the input can fill, if somebody reads it."""
    field = graph.input.field(key) if graph.input is not None else None
    return (
        (field.place, f"only the input fills `{key}`") if field is not None and _is_read(program, graph, key) else None
    )


def _is_read(program: Program, graph: Graph, key: str) -> bool:
    actions = [router.action for router in graph.routers]
    summaries = [summary for node in graph.nodes for summary in program.functions(node)]
    summaries += filter(None, map(program.summary, actions))
    return any(reads(summary, key) for summary in summaries)


__all__ = ["filled_before", "input_lacks", "is_first", "leads"]
