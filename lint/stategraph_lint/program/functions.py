"""What a function does, once for every function: how its paths end, what it reads, what it changes."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass, replace

from stategraph_lint.facts import syntax as s
from stategraph_lint.program import calls, classes
from stategraph_lint.program.heap import Content
from stategraph_lint.program.interpreter import Exhausted, Interpreter, unknown_parameter
from stategraph_lint.program.scopes import Ending, Frame
from stategraph_lint.program.traces import Event, Mutation, Reading, Trace
from stategraph_lint.program.values import (
    Choice,
    ClassValue,
    CopyOf,
    ElementOf,
    FieldOf,
    FunctionValue,
    Item,
    ItemOf,
    Literal,
    Object,
    Parameter,
    Partial,
    Place,
    SliceOf,
    Unknown,
    Value,
)

BODY_STEPS = 20_000


@dataclass(frozen=True, eq=False, slots=True)
class Summary:
    """What running a function with unknown arguments does.

    `endings` are its returns with their frozen values (None stands at the end of a body that falls through), `yields`
    those of a generator. `parameters` are the values the named roles were bound to. `problem` says why the function
    could not be followed to its end.
    """

    function: FunctionValue
    parameters: tuple[Parameter, ...]
    endings: tuple[Ending, ...]
    yields: tuple[Ending, ...]
    mutations: tuple[Mutation, ...]
    readings: tuple[Reading, ...]
    events: tuple[Event, ...]
    problem: str | None = None

    @property
    def place(self) -> Place:
        """Where the function is named."""
        return self.function.place

    @property
    def is_generator(self) -> bool:
        """Whether calling the function gives a generator."""
        return isinstance(self.function.node, s.FunctionDef) and self.function.node.is_generator

    @property
    def is_async(self) -> bool:
        """Whether calling the function gives a coroutine."""
        return isinstance(self.function.node, s.FunctionDef) and self.function.node.is_async


def target_function(run: Interpreter, value: Value) -> tuple[FunctionValue, tuple[Value, ...], dict[str, Value]] | None:
    """Give the function that calling a value runs, with the arguments that are bound already; None if none is known."""
    if isinstance(value, FunctionValue):
        return value, (), {}
    if isinstance(value, Partial):
        inner = target_function(run, value.function)
        if inner is None:
            return None
        function, positional, named = inner
        return function, (*positional, *value.positional), {**named, **dict(value.named)}
    if isinstance(value, Object) and value.kind == "instance":
        cls = run.content(value).cls
        method = classes.instance_attribute(run, value, cls, "__call__") if cls is not None else None
        return (method, (), {}) if isinstance(method, FunctionValue) else None
    return None


def summarize(
    run: Interpreter,
    value: Value,
    roles: tuple[str, ...],
    given: Mapping[str, str] | None = None,
    limit: int = BODY_STEPS,
) -> Summary | None:
    """Run a callable on its own, its first unbound parameters playing the given roles; None if it is no function.

    `roles` are `("state",)` for nodes and routers and `("left", "right")` for reducers. `given` are roles that are
    played by a known value, given as Python text such as `None`, `0` or `[]`, rather than by an unknown one. `limit` is
    how many steps it may take.
    """
    found = target_function(run, value)
    if found is None:
        return None
    function, positional, named = found
    trace, run.trace = run.trace, Trace()
    in_body, run.in_body = run.in_body, True
    attempts, run.attempts = run.attempts, ()
    calling = run.suspend()
    depth = run.heap.depth
    body_depth, run.body_depth = run.body_depth, depth
    in_reducer, run.in_reducer = run.in_reducer, "right" in roles
    run.heap.push()
    try:
        with run.surely(), run.budget(limit):
            values = {role: known_value(run, text, function.place) for role, text in (given or {}).items()}
            run.given, run.failed = tuple(values.values()), False
            return _run(run, function, positional, named, roles, values)
    finally:
        run.given, run.failed, run.body_depth, run.in_reducer = (), False, body_depth, in_reducer
        # A body that was not followed to its end leaves more than one layer.
        run.heap.cut(depth)
        run.trace, run.in_body, run.attempts = trace, in_body, attempts
        run.resume(calling)


def _run(
    run: Interpreter,
    function: FunctionValue,
    positional: tuple[Value, ...],
    named: dict[str, Value],
    roles: tuple[str, ...],
    given: Mapping[str, Value],
) -> Summary:
    frame = calls.frame_for(run, function)
    frame.keeps = True
    played = _bind(run, frame, function, positional, named, roles)
    for parameter in played:
        if parameter.role in given:
            _give(run, frame, parameter, given[parameter.role])
    problem = None
    try:
        run.enter(function, frame)
    except (Exhausted, RecursionError):
        problem = "the function is too large to follow"
    return Summary(
        function,
        tuple(played),
        tuple(frame.endings),
        tuple(frame.yields),
        tuple(run.trace.mutations),
        tuple(run.trace.readings),
        tuple(run.trace.events),
        problem,
    )


def known_value(run: Interpreter, text: str, place: Place) -> Value:
    """Give the value of a constant or of an empty container, from its Python text; Unknown for any other text."""
    kind = {"[]": "list", "{}": "dict", "set()": "set", "frozenset()": "set", "()": "tuple"}.get(text)
    if kind is not None:
        return run.new(kind, place, Content())
    try:
        value = ast.literal_eval(text)
    except (ValueError, SyntaxError):
        return Unknown(f"the value {text}")
    if value is None:
        return Literal("none", None)
    return Literal(type(value).__name__, value) if isinstance(value, (bool, int, float, str)) else Unknown(text)


def _give(run: Interpreter, frame: Frame, parameter: Parameter, value: Value) -> None:
    """Let a value take the place of an unknown argument, also among those that `*args` takes."""
    for node in frame.function.node.parameters if frame.function is not None else ():
        bound = frame.env.get(node.name)
        if bound is parameter:
            frame.env.set(node.name, value)
        elif isinstance(bound, Object) and node.kind == "var-positional":
            items = tuple(
                replace(item, value=value) if item.value is parameter else item for item in run.content(bound).items
            )
            run.heap.set(bound, replace(run.content(bound), items=items))


def _bind(
    run: Interpreter,
    frame: Frame,
    function: FunctionValue,
    positional: tuple[Value, ...],
    named: dict[str, Value],
    roles: tuple[str, ...],
) -> list[Parameter]:
    queue = list(positional)
    if function.self_value is not None:
        queue.insert(0, function.self_value)
    elif function.owner is not None and not function.binding and isinstance(function.node, s.FunctionDef):
        queue.insert(0, run.new("instance", function.place, Content(cls=function.owner)))
    waiting, played = list(roles), []
    for node in function.node.parameters:
        if node.kind == "var-positional":
            extra = [unknown_parameter(node, frame, role) for role in waiting]
            played += extra
            waiting = []
            items = tuple(Item(value) for value in [*queue, *extra])
            frame.env.set(node.name, run.new("tuple", frame.place(node.span), Content(items, complete=True)))
            queue = []
        elif node.kind == "var-keyword":
            frame.env.set(node.name, run.new("dict", frame.place(node.span), Content(complete=False)))
        elif node.kind != "keyword-only" and queue:
            frame.env.set(node.name, queue.pop(0))
        elif node.name in named:
            frame.env.set(node.name, named[node.name])
        else:
            role = waiting.pop(0) if waiting and node.kind != "keyword-only" else ""
            value = unknown_parameter(node, frame, role)
            played += [value] if role else []
            frame.env.set(node.name, value)
    return played


def root(value: Value) -> tuple[Parameter, tuple[Value, ...]] | None:
    """Give the parameter that a value is a part of, and the steps from it to the value, outermost first.

    A change of the value is then a change of what the parameter holds. None for copies and for all else.
    """
    steps: list[Value] = []
    while isinstance(value, (FieldOf, ItemOf, ElementOf)):
        steps.append(value)
        value = value.base
    if isinstance(value, Parameter) and value.role:
        return value, tuple(reversed(steps))
    if isinstance(value, SliceOf) and steps:
        inner = root(value.base)
        return None if inner is None else (inner[0], (*inner[1], *reversed(steps)))
    return None


def key_of(steps: tuple[Value, ...]) -> str | None:
    """Give the key of the parameter that a chain of steps begins with."""
    return steps[0].key if steps and isinstance(steps[0], FieldOf) else None


def options(value: Value) -> tuple[Value, ...]:
    """Give the values a value may be."""
    return value.options if isinstance(value, Choice) else (value,)


__all__ = ["ClassValue", "CopyOf", "Summary", "key_of", "options", "root", "summarize", "target_function"]
