"""What the code does with graph builders, call by call."""

from __future__ import annotations

from dataclasses import dataclass, field

from stategraph_lint.facts import syntax as s
from stategraph_lint.program.values import (
    ClassValue,
    External,
    FunctionValue,
    Listing,
    Literal,
    MergedClass,
    Place,
    Table,
    Value,
)


@dataclass(frozen=True, eq=False, slots=True)
class BuilderCall:
    """One call of a method on a builder or on the graph compiled from it.

    The arguments are frozen as they were at the call; `named_places` and `places` are theirs. `must` is false when
    some path leaves the call out. `entry` is the module entry that ran, by path and index. `arms` are the arms of
    branches it stands in, each as what decides and the number of the arm.
    """

    method: str
    positional: tuple[Value, ...]
    named: tuple[tuple[str | None, Value], ...]
    place: Place
    places: tuple[Place, ...]
    named_places: tuple[Place, ...]
    must: bool
    via: tuple[Place, ...]
    entry: tuple[str, int] | None = None
    arms: tuple[tuple[object, int], ...] = ()

    @property
    def likeness(self) -> object:
        """What makes two calls the same."""
        named = tuple((name, _likeness(value)) for name, value in self.named)
        span = self.place.span
        return self.method, self.place.path, span, tuple(map(_likeness, self.positional)), named, self.must

    def argument(self, position: int, name: str) -> tuple[Value, Place] | None:
        """Give an argument by position or by name, with its place."""
        if position < len(self.positional):
            return self.positional[position], self.places[position]
        for (named, value), place in zip(self.named, self.named_places):
            if named == name:
                return value, place
        return None


def arguments_place(call: BuilderCall) -> Place:
    """Give the range of the arguments of a call: that of the call may begin with the chain of calls before it."""
    places = [*call.places, *call.named_places]
    if not places:
        return call.place
    first, last = places[0].span, max(place.span for place in places)
    return Place(places[0].path, s.Span(first.line, first.column, last.end_line, last.end_column))


def _likeness(value: Value) -> object:
    """Give what makes two frozen arguments the same for LangGraph: their code, their text, their structure."""
    if isinstance(value, Literal):
        return value.kind, value.value
    if isinstance(value, External):
        return value.name
    if isinstance(value, (ClassValue, FunctionValue)):
        return value.place.path, value.place.span
    if isinstance(value, MergedClass):
        return value.side, tuple(map(_likeness, value.parts))
    if isinstance(value, Listing):
        return tuple(_likeness(item.value) for item in value.items)
    if isinstance(value, Table):
        return tuple((entry.key and _likeness(entry.key), _likeness(entry.value)) for entry in value.entries)
    return id(value)


@dataclass(eq=False)
class GraphRecord:
    """A builder: the call that made it, and every call on it, in order.

    `cls` is the class that was called, `name` the first variable or attribute it was assigned to. `escaped` is set
    when it was handed to code that cannot be read.
    """

    cls: Value
    creation: BuilderCall
    name: str | None = None
    calls: list[BuilderCall] = field(default_factory=list)
    escaped: str | None = None

    @property
    def place(self) -> Place:
        """Where the builder was made."""
        return self.creation.place

    @property
    def likeness(self) -> object:
        """What makes two builders the same: made at one place, and called alike."""
        return self.creation.likeness, tuple(call.likeness for call in self.calls), self.escaped
