"""What stands annotated in a dataclass or model without being a field of it: LangGraph makes a channel of it anyway."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from stategraph_lint.program.class_kinds import is_dataclass
from stategraph_lint.program.classes import member
from stategraph_lint.program.constructors import field_options, is_class_variable
from stategraph_lint.program.fillers import leads
from stategraph_lint.program.graphs import Graph, GraphNode
from stategraph_lint.program.node_inputs import input_of
from stategraph_lint.program.payloads import payloads
from stategraph_lint.program.program import Program
from stategraph_lint.program.questions import STATE_UPDATES, Declared, declared, options, updates_of
from stategraph_lint.program.schemas import Field, Schema
from stategraph_lint.program.types import Wrapped
from stategraph_lint.program.updates import Update, of_value
from stategraph_lint.program.values import ClassValue, Literal, Place

CLASS_VARIABLE = "ClassVar"
INIT_VARIABLE = "InitVar"
NOT_INITIALIZED = "field(init=False)"
PRIVATE = "a private attribute"
NO_DATACLASS = "declared in a class that is no dataclass"
# What `__init__` refuses, so that the next node cannot be given its state.
REFUSED = frozenset({CLASS_VARIABLE, NOT_INITIALIZED, NO_DATACLASS})


@dataclass(frozen=True, eq=False, slots=True)
class NonField:
    """Something annotated that is no field: `kind` is one of the constants above.

    `write` is where some node or input writes its channel although a node that gets the class runs then; `whole` when
    an instance of the class does.
    """

    found: Declared
    kind: str
    write: Place | None
    whole: bool


def non_fields(program: Program) -> Iterator[NonField]:
    """Give what is annotated in the dataclasses and models of all graphs and is no field of them."""
    for found in declared(program):
        kind = kind_of(program, found.schema, found.channel.field)
        if kind is not None and found.channel.kind != "error":
            write = next(_writes(program, found, kind), None)
            yield NonField(found, kind, write[0] if write else None, bool(write and write[1]))


def kind_of(program: Program, schema: Schema, field: Field) -> str | None:
    """Say what an annotated name is instead of a field; None where it is one, or one cannot tell."""
    written = member(program.run, schema.cls, "__init__") is not None
    if schema.kind not in ("dataclass", "pydantic") or written or not schema.complete:
        return None
    if is_class_variable(field.type):
        return CLASS_VARIABLE
    if schema.kind == "pydantic":
        return PRIVATE if field.name.startswith("_") else None
    if isinstance(field.type, Wrapped) and field.type.kind == INIT_VARIABLE:
        return INIT_VARIABLE
    initialized = field_options(field).get("init")
    if isinstance(initialized, Literal) and initialized.value is False:
        return NOT_INITIALIZED
    owner = field.owner
    return NO_DATACLASS if isinstance(owner, ClassValue) and not is_dataclass(program.run, owner) else None


# --- writes --------------------------------------------------------------------------------------------------


def _writes(program: Program, found: Declared, kind: str) -> Iterator[tuple[Place, bool]]:
    """Give the writes behind which a node gets the class; whether an instance makes them."""
    for graph in found.graphs:
        takers = [node for node in graph.nodes if _takes(program, graph, node, found.schema)]
        for writer, update in _updates(program, graph) if takers else ():
            behind = writer is None or any(leads(program, graph, writer, taker) for taker in takers)
            written = _written(update, found, kind) if behind and not update.parent else None
            if written is not None:
                yield written


def _takes(program: Program, graph: Graph, node: GraphNode, schema: Schema) -> bool:
    given = input_of(program, graph, node)
    return given is not None and given.cls is schema.cls


def _updates(program: Program, graph: Graph) -> Iterator[tuple[GraphNode | None, Update]]:
    """Give every update of a graph with the node that makes it, None for inputs and `update_state`."""
    yield from ((node, update) for node, _, update in updates_of(program, graph))
    yield from ((None, update) for _, update in payloads(program, graph))
    for call in graph.record.calls:
        given = call.argument(1, "values") if call.method in STATE_UPDATES else None
        for option in options(given[0]) if given is not None else ():
            yield from ((None, update) for update in of_value(program.run, option, given[1] if given else call.place))


def _written(update: Update, found: Declared, kind: str) -> tuple[Place, bool] | None:
    field = found.channel.field
    if update.kind in ("mapping", "command"):
        write = update.write(field.name)
        return None if write is None else (write.key_place, False)
    # An instance hands over every annotated name that it has a value for.
    same = update.kind == "instance" and update.cls is found.schema.cls
    has_value = field.has_default or kind == NOT_INITIALIZED
    refused = kind in REFUSED and found.schema.kind == "dataclass"
    return (update.place, True) if same and has_value and refused else None


__all__ = ["NonField", "kind_of", "non_fields"]
