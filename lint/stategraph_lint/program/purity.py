"""What reducers do besides combining their two arguments."""

from __future__ import annotations

from collections.abc import Iterator

from stategraph_lint.facts.functions import OUTWARD
from stategraph_lint.program.parts import parts
from stategraph_lint.program.reducing import Reducing
from stategraph_lint.program.traces import Event
from stategraph_lint.program.values import Place, Result, Value

# Functions that put chance into what they are given.
_SHUFFLES = frozenset({"random.shuffle", "numpy.random.shuffle"})


def impurities(reducing: Reducing) -> Iterator[tuple[Place, str]]:
    """Give what makes a reducer more than a function of its arguments, each place once, with what it does there."""
    seen: set[object] = set()
    for event in reducing.summary.events:
        what = _what(reducing, event)
        place = reducing.blamed(event)
        if what is not None and (place.path, place.span) not in seen:
            seen.add((place.path, place.span))
            yield place, what


def _what(reducing: Reducing, event: Event) -> str | None:
    if event.kind == "sets" and not _is_cache(event):
        return f"changes {f'`{event.what}`' if event.what else 'something'} that outlives the call"
    if event.kind != "calls":
        return None
    name = event.what.removeprefix("builtins.")
    if event.what in OUTWARD:
        return f"reaches outside the process ({name})"
    if event.what in _SHUFFLES or any(_is_result(part, event) for value in _kept(reducing) for part in parts(value)):
        return f"depends on `{name}`"
    return None


def _is_cache(event: Event) -> bool:
    """Tell whether what is changed was asked first: a cache gives the same with and without."""
    return any(part is event.value for test, _ in event.conditions for part in parts(test))


def _is_result(value: Value, event: Event) -> bool:
    if not isinstance(value, Result):
        return False
    return (value.place.path, value.place.span) == (event.place.path, event.place.span)


def _kept(reducing: Reducing) -> Iterator[Value]:
    """Give what a reducer returns, decides by, or puts into its arguments."""
    summary = reducing.summary
    for ending in summary.endings:
        yield ending.frozen or ending.value
        yield from (test for test, _ in ending.conditions)
    for mutation in summary.mutations:
        yield from (value for value in (mutation.key, mutation.value) if value is not None)
