"""What a generator node yields in vain: of a generator LangGraph takes the last value alone."""

from __future__ import annotations

from collections.abc import Iterator

from stategraph_lint.program.functions import Summary, options
from stategraph_lint.program.graphs import Graph
from stategraph_lint.program.program import Program
from stategraph_lint.program.questions import accumulates
from stategraph_lint.program.scopes import Ending
from stategraph_lint.program.updates import Update, Write, of_value
from stategraph_lint.program.values import Choice, Listing, Place, Value, Yielded


def lost_yields(program: Program, graph: Graph, summary: Summary) -> Iterator[tuple[Place, Place, str]]:
    """Give each yield whose update is lost: its place, that of the yield that is taken instead, and a key that is lost.

    An update that the later one repeats, with at least as much in it, is not lost: it only shows progress.
    """
    for last in summary.yields:
        taken = _updates(program, last)
        if last.last and all(update.kind != "unknown" and update.complete for update in taken):
            for earlier in _before(last):
                key = _lost(program, graph, earlier, taken) if _compatible(earlier, last) else None
                if key is not None:
                    yield earlier.place, last.place, key


def _updates(program: Program, ending: Ending) -> list[Update]:
    value = ending.frozen or ending.value
    return [update for option in options(value) for update in of_value(program.run, option, ending.place)]


def _before(last: Ending) -> Iterator[Ending]:
    """Give every yield that some path comes by before another one."""
    seen: set[int] = set()
    waiting = [last]
    while waiting:
        found = waiting.pop()
        before = found.before.options if isinstance(found.before, Choice) else (found.before,)
        for option in before:
            if isinstance(option, Yielded) and id(option) not in seen:
                seen.add(id(option))
                waiting.append(option.ending)
                yield option.ending


def _compatible(earlier: Ending, last: Ending) -> bool:
    outcomes = {id(test): outcome for test, outcome in earlier.conditions}
    return all(outcomes.get(id(test), outcome) is outcome for test, outcome in last.conditions)


def _lost(program: Program, graph: Graph, earlier: Ending, taken: list[Update]) -> str | None:
    """Give a key of an update that none of those which may be taken has in the same measure."""
    for update in _updates(program, earlier):
        for write in update.writes if not update.parent else ():
            kept = any(_keeps(program, graph, write, other.write(write.key)) for other in taken)
            if write.key in graph.channels and taken and not kept:
                return write.key
    return None


def _keeps(program: Program, graph: Graph, write: Write, later: Write | None) -> bool:
    if later is None:
        return False
    return not accumulates(program, graph.channels.get(write.key)) or _holds(later.value, write.value)


def _holds(value: Value, part: Value) -> bool:
    """Tell whether a list holds every item of another: the same list, some items later."""
    if value is part:
        return True
    if not isinstance(value, Listing) or not isinstance(part, Listing):
        return False
    there = {id(item.value) for item in value.items}
    return bool(part.items) and all(id(item.value) in there for item in part.items)


__all__ = ["lost_yields"]
