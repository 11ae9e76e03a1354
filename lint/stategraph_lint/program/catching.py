"""What running `try` and `with` statements do with an exception that is raised in their bodies."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from stategraph_lint.facts import syntax as s
from stategraph_lint.program import access
from stategraph_lint.program.interpreter import Attempt, Interpreter
from stategraph_lint.program.values import External, Value


def caught_by_name(run: Interpreter, attempts: Iterable[Attempt], names: Collection[str]) -> bool:
    """Tell whether a handler around some code names one of some exceptions."""
    return any(
        isinstance(value, External) and value.name in names
        for attempt in attempts
        for handler in handlers(attempt)
        for value in exceptions(run, attempt, handler)
    )


def handlers(attempt: Attempt) -> tuple[s.Handler, ...]:
    """Give the handlers of a `try`; a `with` has none."""
    return attempt.node.handlers if isinstance(attempt.node, s.Try) else ()


def exceptions(run: Interpreter, attempt: Attempt, handler: s.Handler) -> list[Value]:
    """Give what a handler catches, as values; nothing for a bare `except`."""
    if handler.exception is None:
        return []
    value = run.evaluate(handler.exception, attempt.frame)
    return access.unrolled(run, value) or [value]
