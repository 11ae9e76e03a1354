"""Keys of a node's own schema that are most likely a misspelled key of the state."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from stategraph_lint.program.channel_reader import bare_key
from stategraph_lint.program.classes import equal
from stategraph_lint.program.graphs import Graph, SchemaUse
from stategraph_lint.program.program import Program
from stategraph_lint.program.questions import NodeWrite, all_written, reads, updates_of
from stategraph_lint.program.schemas import Field, Schema
from stategraph_lint.program.type_parts import same

# Shorter keys are close to each other by chance.
MIN_LENGTH = 4


@dataclass(frozen=True, eq=False, slots=True)
class Stray:
    """A key that only one node's schema has, and the key of the state that may be meant."""

    graph: Graph
    use: SchemaUse
    field: Field
    meant: Field


def stray_keys(program: Program) -> Iterator[Stray]:
    """Give the keys that only a node's own schema has and that nobody else fills, or nobody else reads."""
    for graph in program.graphs:
        if graph.state is None or not graph.closed:
            continue
        for use in graph.uses:
            if use.role != "node" or not use.certain or equal(use.schema.cls, graph.state.cls):
                continue
            others = [schema for schema in graph.schemas if not equal(schema.cls, use.schema.cls)]
            taken = {field.name for schema in others for field in schema.fields}
            for field in use.schema.fields:
                meant = _meant(graph.state, use.schema, field) if field.name not in taken else None
                if meant is not None and _is_lost(program, graph, use, field.name, meant.name):
                    yield Stray(graph, use, field, meant)


def _meant(state: Schema, own: Schema, field: Field) -> Field | None:
    """Give the one key of the state that is a single edit away, of the same type, and not in the node's schema."""
    near = [other for other in state.fields if one_edit(field.name, other.name) and own.field(other.name) is None]
    return near[0] if len(near) == 1 and same(bare_key(near[0].type), bare_key(field.type)) else None


def _is_lost(program: Program, graph: Graph, use: SchemaUse, key: str, meant: str) -> bool:
    """Tell whether what a node writes to its key nobody reads, or what it reads nobody writes."""
    if not all(topology.known for topology in program.topologies(graph)):
        return False
    takers = [node for node in graph.nodes if node.schema is not None and equal(node.schema.cls, use.schema.cls)]
    if any(topology.may_send_to(node.name) for topology in program.topologies(graph) for node in takers):
        return False
    writes = (found for found in all_written(program) if found.graph is graph and found.write.key == key)
    if any(not isinstance(found, NodeWrite) or found.node not in takers for found in writes):
        return False
    read = any(reads(summary, key) for node in takers for summary in program.functions(node))
    keys = {write.key for node, _, update in updates_of(program, graph) if node in takers for write in update.writes}
    # A node that writes the other key as well, or keeps its own key for later, means both.
    return meant not in keys and (key in keys) is not read


def one_edit(left: str, right: str) -> bool:
    """Tell whether one inserted, dropped, replaced or swapped letter makes one key of the other.

    Numbers and words of one letter set keys apart on purpose: `step_1` and `step_2`, `answer_a` and `answer_b`.
    """
    if left == right or min(len(left), len(right)) < MIN_LENGTH or abs(len(left) - len(right)) > 1:
        return False
    begin = next((i for i, (a, b) in enumerate(zip(left, right)) if a != b), min(len(left), len(right)))
    if any(part.isdigit() for part in (left[begin : begin + 1], right[begin : begin + 1])):
        return False
    if len(left) != len(right):
        longer, shorter = (left, right) if len(left) > len(right) else (right, left)
        return longer[:begin] + longer[begin + 1 :] == shorter and longer[begin] != "_"
    swapped = left[:begin] + left[begin + 1 : begin + 2] + left[begin] + left[begin + 2 :]
    if swapped == right:
        return True
    replaced = left[:begin] + right[begin] + left[begin + 1 :] == right
    alone = left[begin - 1 : begin] in ("", "_") and left[begin + 1 : begin + 2] in ("", "_")
    return replaced and not alone


__all__ = ["Stray", "one_edit", "stray_keys"]
