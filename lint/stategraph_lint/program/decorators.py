"""What a decorated function becomes."""

from __future__ import annotations

from dataclasses import replace

from stategraph_lint.facts import syntax as s
from stategraph_lint.facts.libraries import HOOK_CONFIG
from stategraph_lint.program import calls
from stategraph_lint.program.interpreter import Interpreter
from stategraph_lint.program.scopes import Frame
from stategraph_lint.program.values import External, FunctionValue, Partial, Place, Result, Value

_BINDINGS = {
    "builtins.staticmethod": "static",
    "builtins.classmethod": "class",
    "builtins.property": "property",
    "functools.cached_property": "property",
    "pydantic.computed_field": "property",
}
# Decorators that hand on what the function returns, and keep its signature by functools.wraps.
TRANSPARENT = frozenset(
    {
        "abc.abstractmethod",
        "backoff.on_exception",
        "contextlib.contextmanager",
        "functools.cache",
        "functools.lru_cache",
        "functools.wraps",
        HOOK_CONFIG,
        "langfuse.decorators.observe",
        "langfuse.observe",
        "langsmith.traceable",
        "langsmith.run_helpers.traceable",
        "mlflow.trace",
        "opik.track",
        "tenacity.retry",
        "traceloop.sdk.decorators.task",
        "traceloop.sdk.decorators.workflow",
        "typing.final",
        "typing.no_type_check",
        "typing.override",
        "warnings.deprecated",
        "weave.op",
    }
)


def define(run: Interpreter, frame: Frame, node: s.FunctionDef) -> Value:
    """Give what a `def` binds: the function behind its decorators."""
    owner = frame.owner if frame.kind == "class" else None
    closure = frame
    while closure.kind == "class" and closure.parent is not None:
        closure = closure.parent
    value: Value = FunctionValue(node, closure, f"{frame.qualname}{node.name}", owner=owner)
    for decorator in reversed(node.decorators):
        decorating = run.forced(run.evaluate(decorator, frame))
        value = _decorated(run, frame, decorating, value, frame.place(decorator.span))
    return value


def _decorated(run: Interpreter, frame: Frame, decorator: Value, value: Value, place: Place) -> Value:
    name = _name(decorator)
    if isinstance(value, FunctionValue):
        if name in _BINDINGS:
            return replace(value, binding=_BINDINGS[name])
        if name == "functools.wraps" and isinstance(decorator, Result) and decorator.positional:
            return replace(value, wrapped=decorator.positional[0])
        if name in TRANSPARENT or name.rpartition(".")[2] in ("setter", "deleter"):
            return value
        if name == "typing.overload":
            return Result(decorator, (value,), (), place)
    if isinstance(decorator, (FunctionValue, Partial)):
        arguments = calls.Arguments([value], [place])
        return run.forced(calls.apply(run, decorator, arguments, place, frame))
    return Result(decorator, (value,), (), place)


def _name(decorator: Value) -> str:
    if isinstance(decorator, External):
        return decorator.name
    if isinstance(decorator, Result) and isinstance(decorator.function, External):
        return decorator.function.name
    return ""
