"""Questions that several rules ask about the schemas of a graph, each answered in one place."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from stategraph_lint.program.channels import Channel
from stategraph_lint.program.conflicts import Conflict, Verdict, compare, conflicts, is_same
from stategraph_lint.program.graphs import Graph, SchemaUse
from stategraph_lint.program.program import Program
from stategraph_lint.program.questions import field_place
from stategraph_lint.program.schemas import Field, Schema
from stategraph_lint.program.types import name_of
from stategraph_lint.program.values import ClassValue, External, FunctionValue, Operation, Place, Value

_OPERATORS = {"add": "+", "concat": "+", "mul": "*", "or_": "|", "and_": "&", "sub": "-"}


@dataclass(frozen=True, eq=False, slots=True)
class Effective:
    """A channel that a graph really has, with the schema it comes from."""

    graph: Graph
    schema: Schema
    channel: Channel

    @property
    def place(self) -> Place:
        """The field's annotation; for a library's field the class that inherits it."""
        return field_place(self.channel)


def effective(program: Program) -> Iterator[Effective]:
    """Give every channel that decides a key of some graph, each declaration once for each class it is read for."""
    seen: set[tuple[object, ...]] = set()
    for graph in program.graphs:
        for channel in graph.channels.values():
            schema = next((one for one in graph.schemas if one.field(channel.name) is channel.field), None)
            place = field_place(channel)
            if schema is None or (key := (schema.place.path, schema.place.span, place.path, place.span)) in seen:
                continue
            seen.add(key)
            yield Effective(graph, schema, channel)


def place_in(field: Field) -> Place:
    """Give where a field is annotated; for a library's field the class that inherits it."""
    return field.spelling.place if field.spelling is not None else field.place


# --- schemas that disagree -----------------------------------------------------------------------------------


def schema_conflicts(program: Program, verdict: Verdict) -> Iterator[Conflict]:
    """Give the keys of all graphs for which comparing two schemas comes to a verdict, once for each pair of fields."""
    seen: set[tuple[object, ...]] = set()
    for graph in program.graphs:
        for found in conflicts(program.run, graph) if len(graph.schemas) > 1 else ():
            first, second = field_place(found.first), where(found)
            key = (found.second.name, first.path, first.span, second.path, second.span)
            if found.verdict is verdict and key not in seen:
                seen.add(key)
                yield found


def where(found: Conflict) -> Place:
    """Give where a conflict shows: the annotation in the later schema, or where a library's schema is handed over."""
    place = field_place(found.second)
    return found.second_use.place if place.path.startswith("<") else place


def related(found: Conflict) -> tuple[tuple[Place, str], ...]:
    """Give the field that a conflict is with."""
    place = field_place(found.first)
    text = f"`{found.first.name}` of {said(found.first_use)}"
    return () if place.path.startswith("<") else ((place, text),)


def said(use: SchemaUse) -> str:
    """Say for what a schema is used."""
    owner = use.owner
    if isinstance(owner, FunctionValue):
        return f"`{use.schema.name}`, the annotation of `{owner.name}`"
    return f"the {use.role} schema `{use.schema.name}`"


def raising(use: SchemaUse) -> str:
    """Say which call adds a schema to the graph, and so raises."""
    return "StateGraph(...)" if use.call.method == "__init__" else f"{use.call.method}(...)"


def kind_of(channel: Channel) -> str:
    """Say what a key is to LangGraph."""
    if channel.kind == "LastValue":
        return "a plain last-value channel"
    if channel.reducer is None:
        return f"{channel.kind}"
    name = name_of(channel.reducer)
    return "a reducer channel" if name == "?" else f"a reducer channel (`{name}`)"


# --- reducers that do the same -------------------------------------------------------------------------------


def disagree(program: Program, first: Channel, second: Channel) -> bool:
    """Tell whether two channels are certain to treat a write differently, whatever LangGraph takes them for."""
    verdict = compare(program.run, first, second)
    if verdict is Verdict.NAMELESS:
        return is_same(first, second) is False
    hidden = verdict is Verdict.TAKEN_AS_SAME and not same_effect(program, first, second)
    return verdict is Verdict.DIFFERENT or hidden


def same_effect(program: Program, first: Channel, second: Channel) -> bool:
    """Tell whether two reducers are spelled differently only: `operator.add` and `lambda a, b: a + b`."""
    done = effect(program, first.reducer)
    return done is not None and done == effect(program, second.reducer)


def effect(program: Program, reducer: Value | None) -> tuple[str, ...] | None:
    """Give the operator that a reducer applies to its two arguments, or the number of the argument it gives back."""
    if isinstance(reducer, External):
        module, _, name = reducer.name.rpartition(".")
        operator = _OPERATORS.get(name) if module == "operator" else None
        return (operator, "0", "1") if operator is not None else None
    summary = program.reducer(reducer) if isinstance(reducer, (FunctionValue, ClassValue)) else None
    if summary is None or len(summary.endings) != 1 or len(summary.parameters) != 2 or summary.mutations:
        return None
    value = summary.endings[0].frozen or summary.endings[0].value
    places = {id(parameter): str(index) for index, parameter in enumerate(summary.parameters)}
    if not isinstance(value, Operation):
        return (places[id(value)],) if id(value) in places else None
    operands = [places.get(id(operand), "") for operand in value.operands]
    return None if "" in operands or value.in_place else (value.operator, *operands)
