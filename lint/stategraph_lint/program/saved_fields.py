"""Which fields of a program's states a checkpoint refuses, changes, or has to be allowed to make again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from stategraph_lint.program.channels import Channel
from stategraph_lint.program.checkpointers import Saving, saving
from stategraph_lint.program.program import Program
from stategraph_lint.program.questions import Declared, Written, all_written, declared
from stategraph_lint.program.saved_values import saved
from stategraph_lint.program.serializer import Verdict, verdicts
from stategraph_lint.program.values import ClassValue, Instance, Place, Value
from stategraph_lint.program.written_values import field_writes

# Channels whose values no checkpoint holds, and fields that become no channel.
_UNSAVED = frozenset({"UntrackedValue", "managed", "error"})


@dataclass(frozen=True, eq=False, slots=True)
class Unsaved:
    """A field, or a write to one, that no checkpoint takes; `written` tells which. `what` is the part that fails."""

    place: Place
    field: str
    what: str
    saving: Saving
    written: bool
    symbol: str | None
    graph: str | None


def is_saved(channel: Channel | None) -> bool:
    """Tell whether a checkpoint holds what a channel holds."""
    return channel is not None and channel.kind not in _UNSAVED


def saved_fields(program: Program) -> Iterator[tuple[Declared, tuple[Verdict, ...], Saving]]:
    """Give every field that a checkpoint would hold, with the verdicts on its parts."""
    for found in declared(program):
        if is_saved(found.channel):
            parts = tuple(verdicts(program.run, found.channel.type))
            yield found, parts, saving(program, *found.graphs)


def failing(parts: tuple[Verdict, ...]) -> Verdict | None:
    """Give the first part that no serializer takes."""
    return next((part for part in parts if part.outcome == "fails"), None)


def refused_fields(program: Program) -> Iterator[tuple[Declared, Verdict, Saving]]:
    """Give the fields that no checkpoint takes, where one is taken or something is written to them."""
    for found, parts, saves in saved_fields(program):
        part = failing(parts)
        values = [value for value, _ in field_writes(program, found)] if part is not None else []
        if part is None or (saves is Saving.NEVER and not values):
            continue
        # What is written may be of a subclass that has fields, as the annotation does not say.
        if not any(isinstance(value, Instance) and saved(program.run, value).outcome != "fails" for value in values):
            yield found, part, saves


def refused(program: Program) -> Iterator[Unsaved]:
    """Give every field and every write that no checkpoint takes."""
    fields: set[tuple[int, str]] = set()
    for found, part, saves in refused_fields(program):
        fields.update((id(graph), found.channel.name) for graph in found.graphs)
        yield Unsaved(found.place, found.channel.name, part.what, saves, False, found.schema.name, found.graph)
    for one in all_written(program):
        if is_saved(one.channel):
            told = (id(one.graph), one.write.key) in fields
            what = _refused_value(program, one, told=told)
            if what is not None:
                saves = saving(program, one.graph)
                yield Unsaved(one.write.value_place, one.write.key, what, saves, True, one.symbol, one.graph.name)


def _refused_value(program: Program, one: Written, *, told: bool) -> str | None:
    """Give what of a written value fails; not where the field's own type says it and was told."""
    verdict = saved(program.run, one.write.value)
    if verdict.outcome != "fails" or (told and _is_instance(one.write.value)):
        return None
    return verdict.what


def _is_instance(value: Value) -> bool:
    return isinstance(value, Instance) and isinstance(value.cls, ClassValue)
