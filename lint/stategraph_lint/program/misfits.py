"""Writes of values that contradict the declared type of their field."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from stategraph_lint.facts.validators import ANNOTATED_VALIDATORS
from stategraph_lint.program.channels import Channel
from stategraph_lint.program.fits import Fits
from stategraph_lint.program.graphs import Graph
from stategraph_lint.program.mutations import validates
from stategraph_lint.program.payloads import payloads
from stategraph_lint.program.program import Program
from stategraph_lint.program.questions import PayloadWrite, Written, all_written, kinds
from stategraph_lint.program.removals import is_removal, items_of
from stategraph_lint.program.schemas import Field, Schema, read_schema
from stategraph_lint.program.types import Annotated
from stategraph_lint.program.updates import Write
from stategraph_lint.program.validators import validators
from stategraph_lint.program.values import External, Literal, Result, Value

# Channels that keep what is written to them as it is.
_KEEPING = frozenset({"LastValue", "EphemeralValue", "UntrackedValue", "AnyValue", "LastValueAfterFinish"})


@dataclass(frozen=True, eq=False, slots=True)
class Misfit:
    """A value of the wrong type: what it is, and whether pydantic will refuse it."""

    found: Written
    channel: Channel
    what: str
    validated: bool


def misfits(program: Program) -> Iterator[Misfit]:
    """Give the values written by nodes, `update_state` and payloads that are of no type the field is declared with."""
    for found in (*all_written(program), *_inputs(program)):
        channel = found.channel
        if channel is None or channel.kind not in _KEEPING or _is_checked(program, found):
            continue
        if any(is_removal(item.value) for item, _ in items_of(program.run, found.write)):
            continue
        schemas = [schema for schema in found.graph.schemas if schema.field(channel.name) is not None]
        told = [_contradiction(program, found.graph, schema, found.write) for schema in schemas]
        validated = any(validates(program.run, schema) for schema in schemas)
        if told and told[0] is not None and None not in told:
            yield Misfit(found, channel, told[0], validated)


def _inputs(program: Program) -> Iterator[Written]:
    """Give what the inputs of runs write; pydantic refuses what does not fit at once, so its states are left out."""
    for graph in program.graphs:
        state = graph.input or graph.state
        if state is None or validates(program.run, state):
            continue
        for call, update in payloads(program, graph):
            yield from (PayloadWrite(graph, update, write, call) for write in update.writes)


def _is_checked(program: Program, found: Written) -> bool:
    """Tell whether an instance of a model is written, which raised when it was made, or something is not read."""
    schema = read_schema(program.run, found.update.cls) if found.update.cls is not None else None
    return isinstance(schema, Schema) and validates(program.run, schema)


def _contradiction(program: Program, graph: Graph, schema: Schema, write: Write) -> str | None:
    field = schema.field(write.key)
    assert field is not None
    validated = validates(program.run, schema)
    if validated and (_is_prepared(program, schema, field) or not schema.complete):
        return None
    return Fits(kinds(program, graph), validated=validated).contradicts(field.type, write.value)


def _is_prepared(program: Program, schema: Schema, field: Field) -> bool:
    """Tell whether code may turn what is written to a field of a model into something that fits."""
    items = field.type.metadata if isinstance(field.type, Annotated) else ()
    if any(_is_validator(item.value) for item in items):
        return True
    return any(
        one.mode != "after" and (not one.fields or field.name in one.fields or "*" in one.fields)
        for one in validators(program.run, schema)
    )


def _is_validator(value: Value) -> bool:
    """Tell whether metadata of a model's field is, or may be, a validator."""
    if isinstance(value, Result) and isinstance(value.function, External):
        return value.function.name in ANNOTATED_VALIDATORS
    return not isinstance(value, Literal)


__all__ = ["Misfit", "misfits"]
