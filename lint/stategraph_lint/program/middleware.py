"""The middleware of an agent: which schema, hooks, wrappers and tools each brings, mirroring `AgentMiddleware`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from stategraph_lint.facts import syntax as s
from stategraph_lint.facts.agents import (
    HOOK_DECORATORS,
    HOOKS,
    LIBRARY_HOOK,
    LIBRARY_MIDDLEWARE,
    MODEL_WRAPPERS,
    TOOL_WRAPPERS,
    LibraryMiddleware,
)
from stategraph_lint.facts.libraries import AGENT_STATE, HOOK_CONFIG, RUNNABLE_CALLABLE
from stategraph_lint.program import access, classes
from stategraph_lint.program.interpreter import Interpreter
from stategraph_lint.program.origins import from_caller
from stategraph_lint.program.scopes import Frame
from stategraph_lint.program.values import (
    ClassValue,
    External,
    FieldOf,
    FunctionValue,
    Item,
    Literal,
    Object,
    Place,
    Result,
    Unknown,
    Value,
)


@dataclass(frozen=True, eq=False, slots=True)
class Middleware:
    """One middleware: its name, its `state_schema`, and where it stands in the list.

    `hooks` are what the nodes run that it becomes, by hook, and `jumps` where `can_jump_to` lets them lead; `wrappers`
    are the functions around the model and around tool calls, by the name of their method; `tools` what it brings for
    the model, None where it brings none.
    """

    name: str
    schema: Value
    place: Place
    hooks: dict[str, Value] = field(default_factory=dict)
    jumps: dict[str, tuple[str, ...]] = field(default_factory=dict)
    wrappers: dict[str, Value] = field(default_factory=dict)
    tools: Value | None = None


def middleware_of(run: Interpreter, frame: Frame, given: Value | None, place: Place) -> Iterator[Middleware]:
    """Give the middleware that an argument lists; for what cannot be read, one with an unknown schema."""
    given = run.forced(given) if given is not None else Literal("none", None)
    if isinstance(given, Literal) and given.kind == "none":
        return
    content = run.content(given)
    listed = isinstance(given, Object) and given.kind in access.SEQUENCES and content.base is None
    if not listed:
        yield _unknown(place, given)
        return
    for item in content.items:
        sure = item.must and not item.spread
        yield _read(run, frame, item, item.place or place) if sure else _unknown(place, item.value)
    if not content.complete:
        yield _unknown(place)


def _unknown(place: Place, given: Value | None = None) -> Middleware:
    schema = given if given is not None and from_caller(given) else Unknown("a middleware that cannot be read")
    return Middleware("?", schema, place)


def _read(run: Interpreter, frame: Frame, item: Item, place: Place) -> Middleware:
    value = run.forced(item.value)
    if isinstance(value, Object) and value.kind == "instance":
        return _instance(run, frame, value, place)
    if isinstance(value, Result):
        function = value.function
        maker, options = (function.function, function) if isinstance(function, Result) else (function, value)
        if isinstance(maker, External) and maker.name in HOOK_DECORATORS and value.positional:
            return _decorated(run, value.positional[0], maker.name, dict(options.named), place)
        if isinstance(maker, External) and maker.name in LIBRARY_MIDDLEWARE:
            return _of_library(value, maker.name, place)
    return _unknown(place, value)


def _decorated(
    run: Interpreter, function: Value, decorator: str, options: dict[str | None, Value], place: Place
) -> Middleware:
    """Give the middleware that a decorator such as `before_model` makes of a function."""
    given = options.get("name")
    name = function.name if isinstance(function, FunctionValue) else "?"
    if isinstance(given, Literal) and given.kind == "str":
        name = str(given.value)
    schema = options.get("state_schema", External(AGENT_STATE))
    if isinstance(schema, Literal):
        schema = External(AGENT_STATE)
    hook = HOOK_DECORATORS[decorator]
    made = Middleware(name, schema, place, tools=options.get("tools"))
    if hook in HOOKS:
        made.hooks[hook] = function if isinstance(function, FunctionValue) else _hidden(place)
        named = options.get("can_jump_to")
        made.jumps[hook] = _texts(run, named) if named is not None else _jumps(run, function)
    else:
        made.wrappers[hook or "wrap_model_call"] = function if hook else _hidden(place)
    return made


def _texts(run: Interpreter, value: Value) -> tuple[str, ...]:
    return tuple(str(item.value) for item in access.unrolled(run, value) or () if isinstance(item, Literal))


def _jumps(run: Interpreter, function: Value) -> tuple[str, ...]:
    """Give what `hook_config` lets a hook jump to."""
    node = function.stub if isinstance(function, FunctionValue) else None
    for decorator in node.decorators if isinstance(node, s.FunctionDef) else ():
        assert isinstance(function, FunctionValue)
        found = run.evaluate(decorator, function.frame)
        if isinstance(found, Result) and isinstance(found.function, External) and found.function.name == HOOK_CONFIG:
            given = dict(found.named).get("can_jump_to")
            return _texts(run, given) if given is not None else ()
    return ()


def _of_library(value: Result, name: str, place: Place) -> Middleware:
    known = LIBRARY_MIDDLEWARE[name]
    shown = _labelled(name.rpartition(".")[2], known, value.positional, dict(value.named))
    made = Middleware(shown, External(known.schema), place, tools=_tools(known, place))
    _inherit(made, known)
    return made


def _labelled(
    name: str, known: LibraryMiddleware, positional: tuple[Value, ...], named: dict[str | None, Value]
) -> str:
    """Give the name of a middleware that shows what it is for, such as `PIIMiddleware[email]`."""
    label = named.get(known.label) or (positional[0] if positional and known.label == "pii_type" else None)
    return f"{name}[{label.value}]" if known.label and isinstance(label, Literal) and label.value else name


def _tools(known: LibraryMiddleware | None, place: Place) -> Value | None:
    return _hidden(place) if known is not None and known.tools else None


def _inherit(made: Middleware, known: LibraryMiddleware) -> None:
    """Give a middleware the hooks and wrappers that one of a library has; what stands for them adds no schema."""
    hidden = _hidden(made.place)
    made.hooks.update(dict.fromkeys(known.hooks, hidden))
    made.jumps.update(known.hooks)
    made.wrappers.update({f"wrap_{what}_call": hidden for what in known.wraps})


def _hidden(place: Place) -> Result:
    """Give what stands for a hook that cannot be read: like an object of a library it adds no schema."""
    return Result(External(LIBRARY_HOOK), (), (), place)


def _instance(run: Interpreter, frame: Frame, value: Object, place: Place) -> Middleware:
    cls = run.content(value).cls
    assert cls is not None
    known = _inherited(run, cls)

    def attribute(name: str) -> Value | None:
        found = access.attribute(run, frame, value, name, place.span)
        return None if isinstance(found, FieldOf) and found.base is value else run.forced(found)

    default = External(known.schema) if known is not None else Unknown("a middleware with an unknown base")
    name = cls.node.name if isinstance(cls, ClassValue) else "?"
    made = Middleware(
        name, attribute("state_schema") or default, place, tools=attribute("tools") or _tools(known, place)
    )
    if known is not None:
        _inherit(made, known)
    for hook in HOOKS:
        own = [method for name in (hook, f"a{hook}") if (method := _method(run, value, cls, name)) is not None]
        if own:
            read = all(isinstance(method, FunctionValue) for method in own)
            both = Result(External(RUNNABLE_CALLABLE), tuple(own), (), place)
            made.hooks[hook] = _hidden(place) if not read else own[0] if len(own) == 1 else both
            made.jumps[hook] = next(filter(None, (_jumps(run, method) for method in own)), ())
    for name in (*MODEL_WRAPPERS, *TOOL_WRAPPERS):
        method = _method(run, value, cls, name)
        if method is not None:
            made.wrappers[name] = method
    return made


def _method(run: Interpreter, value: Object, cls: Value, name: str) -> Value | None:
    return classes.instance_attribute(run, value, cls, name)


def _inherited(run: Interpreter, cls: Value) -> LibraryMiddleware | None:
    """Give what a class has of the first middleware of a library it inherits from; None where a base is not known."""
    known = None
    for base in classes.mro(run, cls):
        if isinstance(base, External):
            known = known or LIBRARY_MIDDLEWARE.get(base.name)
        elif not isinstance(base, ClassValue):
            return None
    return known
