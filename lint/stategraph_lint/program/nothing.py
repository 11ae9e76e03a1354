"""None as an update: where it is written, and which reducers cannot take it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from stategraph_lint.facts.functions import REFUSING_REDUCERS
from stategraph_lint.facts.libraries import ADD_MESSAGES
from stategraph_lint.program.channels import Channel
from stategraph_lint.program.functions import options
from stategraph_lint.program.parts import parts
from stategraph_lint.program.program import Program
from stategraph_lint.program.questions import Declared, Written, all_written
from stategraph_lint.program.reducing import Reducing, reducers, trial
from stategraph_lint.program.updates import Update
from stategraph_lint.program.values import External, Literal, Partial, Place, Result, Value


@dataclass(frozen=True, eq=False, slots=True)
class Refusal:
    """A reducer of the project that raises on None; `place` is the expression that does, None for a `raise`."""

    reducing: Reducing
    place: Place | None


def written_nothing(program: Program) -> Iterator[Written]:
    """Give every key that is written with what is, or on some path is, None."""
    for found in all_written(program):
        value = program.run.forced(found.write.value, always=True)
        nothing = [option for option in options(value) if isinstance(option, Literal) and option.kind == "none"]
        if nothing and not _is_tested(found.update, nothing):
            yield found


def _is_tested(update: Update, nothing: list[Literal]) -> bool:
    """Tell whether a test that led to the update has seen the value: the path with None may be another one."""
    return any(part is one for test, _ in update.conditions for part in parts(test) for one in nothing)


def refuses_nothing(program: Program, channel: Channel) -> bool:
    """Tell whether the reducer of a channel that starts with a value raises when it is given None."""
    reducer = channel.reducer
    if not channel.reduces or reducer is None or channel.start in (None, "empty"):
        return False
    name = _outside(reducer)
    if name is not None:
        return name in REFUSING_REDUCERS or name == ADD_MESSAGES
    summary = program.reducer(reducer)
    if summary is None or len(summary.parameters) != 2:
        return False
    reducing = Reducing(reducer, summary, ())
    return reducing.plain and trial(program, reducing, "None").raises


def _outside(reducer: Value) -> str | None:
    while isinstance(reducer, Partial):
        reducer = reducer.function
    if isinstance(reducer, Result):
        reducer = reducer.function
    return reducer.name if isinstance(reducer, External) else None


def refusals(program: Program) -> Iterator[Refusal]:
    """Give the functions of the project that reduce a field and raise when they are given None."""
    for reducing in reducers(program):
        found = trial(program, reducing, "None") if reducing.plain else None
        if found is not None and found.raises:
            yield Refusal(reducing, found.place)


__all__ = ["Declared", "Refusal", "refusals", "refuses_nothing", "written_nothing"]
