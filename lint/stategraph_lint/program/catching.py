"""What running `try` and `with` statements do with an exception that is raised in their bodies."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from enum import Enum

from stategraph_lint.facts import syntax as s
from stategraph_lint.facts.libraries import BROAD_EXCEPTIONS, INTERRUPTIONS
from stategraph_lint.facts.names import children, walk
from stategraph_lint.program import access
from stategraph_lint.program.interpreter import Interpreter
from stategraph_lint.program.traces import Attempt
from stategraph_lint.program.values import ClassValue, External, FieldOf, FunctionValue, Value

_SUPPRESS = "contextlib.suppress"
# Calls that only tell of the exception they are given.
_TELLING = frozenset("append critical debug error exception info log print warn warning write".split())


class Fate(Enum):
    """What a statement does with an exception."""

    PASSES = "lets it pass"
    STOPS = "stops it"
    UNKNOWN = "cannot be told"


def caught_by_name(run: Interpreter, attempts: Iterable[Attempt], names: Collection[str]) -> bool:
    """Tell whether a handler around some code names one of some exceptions."""
    return any(
        isinstance(value, External) and value.name in names
        for attempt in attempts
        for handler in _handlers(attempt.node)
        for value in _exceptions(run, attempt, handler)
    )


def guarded(run: Interpreter, attempts: Iterable[Attempt]) -> bool:
    """Tell whether a handler around some code, or a `suppress`, may catch what it raises."""
    return any(
        _handlers(attempt.node)
        or (isinstance(attempt.node, s.With) and any(_suppressed(run, attempt, part) for part, _ in attempt.node.items))
        for attempt in attempts
    )


def swallowing(run: Interpreter, attempts: tuple[Attempt, ...]) -> Attempt | None:
    """Give the statement that surely stops what `interrupt` raises; None where none does, or it cannot be told."""
    for attempt in reversed(attempts):
        fate = _fate(run, attempt)
        if fate is Fate.STOPS:
            return attempt
        if fate is Fate.UNKNOWN:
            return None
    return None


def _fate(run: Interpreter, attempt: Attempt) -> Fate:
    node = attempt.node
    if isinstance(node, s.With):
        suppressed = [value for source, _ in node.items for value in _suppressed(run, attempt, source)]
        return Fate.STOPS if any(_is_one_of(value, BROAD_EXCEPTIONS) for value in suppressed) else Fate.PASSES
    fates = (_handled(run, attempt, handler) for handler in node.handlers)
    fate = next((found for found in fates if found is not None), Fate.PASSES)
    # What a `finally` returns takes the place of whatever is raised.
    leaves = any(isinstance(statement, s.Return) for statement in node.final)
    return Fate.STOPS if leaves and fate is Fate.PASSES else fate


def _suppressed(run: Interpreter, attempt: Attempt, source: s.AnyExpr) -> list[Value]:
    if isinstance(source, s.Call) and _is_one_of(run.evaluate(source.function, attempt.frame), (_SUPPRESS,)):
        return [run.evaluate(argument.value, attempt.frame) for argument in source.arguments]
    return []


def _is_one_of(value: Value, names: Collection[str]) -> bool:
    return isinstance(value, External) and value.name in names


def _handlers(node: s.Try | s.With) -> tuple[s.Handler, ...]:
    return node.handlers if isinstance(node, s.Try) else ()


def _exceptions(run: Interpreter, attempt: Attempt, handler: s.Handler) -> list[Value]:
    """Give what a handler catches; nothing for a bare `except`."""
    if handler.exception is None:
        return []
    value = run.evaluate(handler.exception, attempt.frame)
    return access.unrolled(run, value) or [value]


def _handled(run: Interpreter, attempt: Attempt, handler: s.Handler) -> Fate | None:
    """Tell what a handler does with what `interrupt` raises; None when it does not catch it."""
    caught = _exceptions(run, attempt, handler)
    if any(_is_one_of(value, INTERRUPTIONS) for value in caught):
        return Fate.PASSES if _raises_again(handler) else Fate.UNKNOWN
    if any(not isinstance(value, (External, ClassValue)) for value in caught):
        return Fate.UNKNOWN
    if caught and not any(_is_one_of(value, BROAD_EXCEPTIONS) for value in caught):
        return None
    return Fate.UNKNOWN if _raises_again(handler) or _hands_on(run, attempt, handler) else Fate.STOPS


def _raises_again(handler: s.Handler) -> bool:
    """Tell whether some path of a handler raises what it caught."""
    return any(
        isinstance(statement, s.Raise)
        and (statement.value is None or (isinstance(statement.value, s.Name) and statement.value.id == handler.name))
        for statement in walk(handler.body)
    )


def _hands_on(run: Interpreter, attempt: Attempt, handler: s.Handler) -> bool:
    """Tell whether a handler gives what it caught to a function that may raise it again."""
    name = handler.name
    if name is None:
        return False
    given = (call for call in _calls(handler.body) if any(_is_name(part.value, name) for part in call.arguments))
    return not all(_only_tells(run.evaluate(call.function, attempt.frame)) for call in given)


def _calls(nodes: Iterable[s.Node]) -> Iterator[s.Call]:
    """Give every call in some code."""
    for node in nodes:
        if isinstance(node, s.Call):
            yield node
        yield from _calls(children(node))


def _is_name(node: s.AnyExpr, name: str) -> bool:
    return isinstance(node, s.Name) and node.id == name


def _only_tells(function: Value) -> bool:
    if isinstance(function, FunctionValue):
        node = function.node
        return isinstance(node, s.FunctionDef) and not any(isinstance(part, s.Raise) for part in walk(node.body))
    if isinstance(function, FieldOf):
        return function.key in _TELLING
    return isinstance(function, External) and function.name.rpartition(".")[0] in ("builtins", "logging", "traceback")


__all__ = ["Fate", "caught_by_name", "guarded", "swallowing"]
