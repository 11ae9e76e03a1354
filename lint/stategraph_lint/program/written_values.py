"""What the code of a project writes to a field, by nodes, payloads and `update_state` alike."""

from __future__ import annotations

from stategraph_lint.program.functions import options
from stategraph_lint.program.graphs import Graph
from stategraph_lint.program.payloads import payloads
from stategraph_lint.program.program import Program
from stategraph_lint.program.questions import Declared, all_written
from stategraph_lint.program.values import Place, Value


def writes_by_key(program: Program) -> dict[tuple[int, str], list[tuple[Value, Place]]]:
    """Give what is written to each key of each graph, one value for each that a write may have, with its place."""
    found: dict[tuple[int, str], list[tuple[Value, Place]]] = program.run.kept.setdefault("writes by key", {})
    if not found:
        for one in all_written(program):
            _add(found, one.graph, one.write.key, one.write.value, one.write.value_place)
        for graph in program.graphs:
            for _, update in payloads(program, graph):
                for write in update.writes:
                    _add(found, graph, write.key, write.value, write.value_place)
    return found


def _add(
    found: dict[tuple[int, str], list[tuple[Value, Place]]], graph: Graph, key: str, value: Value, place: Place
) -> None:
    found.setdefault((id(graph), key), []).extend((option, place) for option in options(value))


def field_writes(program: Program, found: Declared) -> list[tuple[Value, Place]]:
    """Give the values that the graphs of a field are seen to write to it, or to be run with."""
    written = writes_by_key(program)
    return [one for graph in found.graphs for one in written.get((id(graph), found.channel.name), ())]
