"""The reducers of a program as the rules about their bodies see them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from stategraph_lint.facts import syntax as s
from stategraph_lint.facts.names import children
from stategraph_lint.program.functions import options
from stategraph_lint.program.mutations import blamed
from stategraph_lint.program.reducers import copies, main_results
from stategraph_lint.program.traces import Event
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


def ignores_update(reducing: Reducing) -> Place | None:
    """Give what a reducer returns when it never uses its second argument; None when it does, or gives the first one.

    A name that begins with `_` says that this is meant.
    """
    summary = reducing.summary
    left, right = summary.parameters
    node = summary.function.node
    kinds = {parameter.name: parameter.kind for parameter in node.parameters}
    if kinds.get(right.name) == "var-positional" or right.name.startswith("_") or mentions(node, right.name):
        return None
    other = (ending for ending in summary.endings if (ending.frozen or ending.value) is not left)
    found = next(other, None)
    return found.place if found is not None else None


def mentions(node: s.Node, name: str) -> bool:
    """Tell whether a name occurs in a piece of code, other than as a parameter."""
    if isinstance(node, s.Name):
        return node.id == name
    return any(mentions(child, name) for child in children(node))


@dataclass(frozen=True, eq=False, slots=True)
class Trial:
    """What a reducer does with one known update.

    `raises` when no path returns but those that a test of the first argument leads to: of whether it is empty or None;
    `place` is then where it does. `kept` when some path gives its first argument, and `tests` where the truth of the
    update decides which path is taken.
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
    results = list(main_results(summary))
    return Trial(
        raises=summary.problem is None and not results,
        place=reducing.blamed(refused[0]) if refused else None,
        kept=any(copies(result, left) for result in results),
        tests=tuple(reducing.blamed(event) for event in tests),
    )


__all__ = ["Parameter", "Reducing", "Trial", "ignores_update", "reducers", "trial"]
