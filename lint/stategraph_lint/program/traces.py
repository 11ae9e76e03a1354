"""What is noted while code runs: changes, reads and events, for whoever asks."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from stategraph_lint.facts import syntax as s
from stategraph_lint.program.values import FunctionValue, Place, Value

if TYPE_CHECKING:
    from stategraph_lint.program.scopes import Frame


@dataclass(frozen=True, eq=False, slots=True)
class Mutation:
    """A change of something the code did not build itself.

    `target` is what was changed, `how` the method's name, `[]=`, `.=`, `del` or an operator such as `+=`; `key` and
    `value` what was assigned, where known. `must` is false on a conditional path. `via` are the calls that led there,
    `conditions` the tests that led to it in the function that makes the change, each with its outcome. `for_effect`
    when a method is called and nothing is done with what it gives.
    """

    target: Value
    how: str
    key: Value | None
    value: Value | None
    place: Place
    must: bool
    via: tuple[Place, ...]
    conditions: tuple[tuple[Value, bool], ...] = ()
    for_effect: bool = False


@dataclass(frozen=True, eq=False, slots=True)
class Attempt:
    """A `try` or `with` statement whose body runs, the frame of its clauses, and how many calls led to it."""

    node: s.Try | s.With
    frame: Frame
    calls: int


@dataclass(frozen=True, eq=False, slots=True)
class Reading:
    """A read of a known key of something; `style` is item, attribute, get, getattr or copied.

    `getattr` is one with a default; what is `copied` is read of a dict that took it over from the object.

    `attempts` are the statements whose handlers may catch what the read raises, the innermost last. `conditions` are
    the tests that led to it in its function, `reader`, each with its outcome.
    """

    base: Value
    key: str
    style: str
    place: Place
    must: bool
    attempts: tuple[Attempt, ...] = ()
    conditions: tuple[tuple[Value, bool], ...] = ()
    reader: FunctionValue | None = None


@dataclass(frozen=True, eq=False, slots=True)
class Event:
    """Something else that a function does; `place` where, `via` the calls that led there, `value` what it concerns.

    `kind` is `decides` where the truth of a value decides what is done, `tests` where that is a given argument,
    `refuses` where one of None makes an operation raise, `calls` for a function outside the project whose result
    differs from call to call or that reaches outside the process (`what` names it), `sets` for a change of what
    outlives the call (`what` names it where it has a name), `iterates` for going through a set, `asks` for a question
    of what kind of object something is, `pauses` for an interrupt. `attempts` are the statements that may catch what it
    raises, the innermost last.
    """

    kind: str
    value: Value
    place: Place
    what: str
    via: tuple[Place, ...]
    conditions: tuple[tuple[Value, bool], ...] = ()
    attempts: tuple[Attempt, ...] = ()


@dataclass
class Trace:
    """What happened while some code ran."""

    mutations: list[Mutation] = field(default_factory=list)
    readings: list[Reading] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)


__all__ = ["Attempt", "Event", "Mutation", "Reading", "Trace"]
