"""The reducers of a program as the rules about their bodies see them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from stategraph_lint.program.functions import options
from stategraph_lint.program.interpreter import Event
from stategraph_lint.program.mutations import blamed
from stategraph_lint.program.reducers import main_endings
from stategraph_lint.program.values import FunctionValue, Parameter, Place, Value

if TYPE_CHECKING:
    from stategraph_lint.program.functions import Summary
    from stategraph_lint.program.program import Program
    from stategraph_lint.program.questions import Declared


@dataclass(frozen=True, eq=False, slots=True)
class Reducing:
    """A reducer of the project with the fields it reduces; `summary` says what its body does."""

    value: Value
    summary: Summary
    fields: tuple[Declared, ...]

    @property
    def name(self) -> str:
        """The reducer's `__name__`."""
        return self.written.name

    @property
    def written(self) -> FunctionValue:
        """The function that somebody wrote, behind what `functools.wraps` put around it."""
        function = self.summary.function
        while isinstance(function.wrapped, FunctionValue):
            function = function.wrapped
        return function

    @property
    def plain(self) -> bool:
        """Whether its body was read to the end, and gives what it returns."""
        summary = self.summary
        return summary.problem is None and not (summary.is_async or summary.is_generator)

    @property
    def results(self) -> Iterator[Value]:
        """What its paths may return."""
        for ending in self.summary.endings:
            yield from options(ending.frozen or ending.value)

    def blamed(self, event: Event) -> Place:
        """Give the expression of the reducer's own code that an event is due to."""
        return blamed(self.summary, event.place, event.via)


def reducers(program: Program) -> Iterator[Reducing]:
    """Give every function of the project that reduces a field, once, in the order of the fields."""
    from stategraph_lint.program.questions import declared

    found: dict[int, Reducing] = {}
    for field in declared(program):
        reducer = field.channel.reducer
        summary = program.reducer(reducer) if field.channel.reduces and reducer is not None else None
        if reducer is not None and summary is not None and len(summary.parameters) == 2:
            known = found.get(id(summary))
            found[id(summary)] = Reducing(reducer, summary, (*(known.fields if known is not None else ()), field))
    yield from found.values()


@dataclass(frozen=True, eq=False, slots=True)
class Trial:
    """What a reducer does with one known update.

    `raises` when no path returns but those that a test of the first argument leads to: of whether it is empty or None;
    `place` is then where it does. `kept` when what it gives is its first argument, unchanged, and `tests` where
    the truth of the update decided that.
    """

    raises: bool
    place: Place | None
    kept: bool
    tests: tuple[Place, ...]


def trial(program: Program, reducing: Reducing, update: str) -> Trial:
    """Run a reducer with an update that is given as Python text, such as `None`, `0` or `[]`."""
    summary = program.trial(reducing.value, right=update) or reducing.summary
    left = summary.parameters[0]
    refused = [event for event in summary.events if event.kind == "refuses"]
    tests = [event for event in summary.events if event.kind == "tests"]
    results = [option for ending in main_endings(summary) for option in options(ending.frozen or ending.value)]
    return Trial(
        raises=summary.problem is None and not results,
        place=reducing.blamed(refused[0]) if refused else None,
        kept=bool(results) and all(result is left for result in results),
        tests=tuple(reducing.blamed(event) for event in tests),
    )


__all__ = ["Parameter", "Reducing", "Trial", "reducers", "trial"]
