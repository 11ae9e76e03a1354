"""What LangGraph reads from the annotations of a node or path function, mirroring `StateGraph.add_node`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeGuard

from stategraph_lint.facts import syntax as s
from stategraph_lint.program.functions import target_function
from stategraph_lint.program.interpreter import Interpreter
from stategraph_lint.program.type_reader import read_type
from stategraph_lint.program.types import Annotated, Plain, Type, Wrapped, failure
from stategraph_lint.program.values import ClassValue, External, FunctionValue, Partial, Place, TypeExpression, Value


@dataclass(frozen=True, slots=True)
class Broken:
    """An annotation that `get_type_hints` fails on: where the function is named, and the exception."""

    place: Place
    annotation: Place
    error: str


def hinted(run: Interpreter, action: Value) -> FunctionValue | None:
    """Give the function whose annotations LangGraph reads; None for partials, lambdas and what is no function.

    `functools.wraps` hands a function's annotations on to its wrapper.
    """
    found = None if isinstance(action, Partial) else target_function(run, action)
    if found is None or isinstance(found[0].node, s.Lambda):
        return None
    function = found[0]
    while isinstance(function.wrapped, FunctionValue):
        function = function.wrapped
    return function


def broken_hint(run: Interpreter, function: FunctionValue) -> Broken | None:
    """Give the first annotation that cannot be evaluated at run time: LangGraph then infers nothing at all."""
    node = function.node
    annotations = [parameter.annotation for parameter in node.parameters]
    annotations += [node.returns] if isinstance(node, s.FunctionDef) else []
    for annotation in annotations:
        error = failure(read_type(run, annotation, function.frame)) if annotation is not None else None
        if annotation is not None and error is not None:
            return Broken(function.place, function.frame.place(annotation.span), error)
    return None


def first_hint(run: Interpreter, action: Value) -> Type | None:
    """Give the type of a node's first parameter as LangGraph sees it; None where it sees none."""
    function = hinted(run, action)
    annotation = _first_annotation(run, action, function) if function is not None else None
    if function is None or annotation is None or broken_hint(run, function) is not None:
        return None
    return unwrapped(read_type(run, annotation, function.frame))


def _first_annotation(run: Interpreter, action: Value, function: FunctionValue) -> s.AnyExpr | None:
    found = target_function(run, action)
    called = found[0] if found is not None else function
    parameters = [node for node in function.node.parameters if node.kind in ("positional", "positional-only")]
    bound = called.self_value is not None or (called.owner is not None and not called.binding)
    parameters = parameters[1:] if bound else parameters
    return parameters[0].annotation if parameters else None


def unwrapped(hint: Type) -> Type:
    """Give a type without Annotated and qualifiers around it; aliases stay, since typing does not look through them."""
    while isinstance(hint, (Annotated, Wrapped)):
        hint = hint.inner
    return hint


def is_class(hint: Type | None) -> TypeGuard[Plain]:
    """Tell whether a hint is a class without arguments, which alone LangGraph takes for an input schema."""
    return (
        isinstance(hint, Plain)
        and not hint.arguments
        and isinstance(hint.origin, (ClassValue, External, TypeExpression))
    )


__all__ = ["Broken", "broken_hint", "first_hint", "hinted", "is_class", "unwrapped"]
