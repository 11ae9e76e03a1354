"""Calls: binding arguments, following functions of the project, making instances."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

from stategraph_lint.facts import syntax as s
from stategraph_lint.facts.libraries import AGENT_MAKERS, GRAPH_CLASSES
from stategraph_lint.facts.names import bound_names, walk
from stategraph_lint.program import access, classes
from stategraph_lint.program.heap import Content, join, lessened
from stategraph_lint.program.interpreter import Exhausted, Interpreter, unknown_parameter
from stategraph_lint.program.pauses import may_pause
from stategraph_lint.program.scopes import Frame
from stategraph_lint.program.values import (
    Choice,
    ClassValue,
    Coroutine,
    ElementOf,
    Entry,
    External,
    FieldOf,
    FunctionValue,
    Item,
    ItemOf,
    Literal,
    Object,
    Parameter,
    Partial,
    Place,
    Result,
    Super,
    TypeExpression,
    Unknown,
    Value,
)

# How deep calls are followed that neither build a graph nor are handed a builder.
PLAIN_CALLS = 3
CALL_STEPS = 40_000


@dataclass
class Arguments:
    """The arguments of a call, with their places. `unknown` is set when there may be more than are listed."""

    positional: list[Value] = field(default_factory=list)
    places: list[Place] = field(default_factory=list)
    named: list[tuple[str | None, Value]] = field(default_factory=list)
    named_places: list[Place] = field(default_factory=list)
    unknown: bool = False

    def get(self, position: int, name: str) -> Value | None:
        """Give an argument by position or by name."""
        if position < len(self.positional):
            return self.positional[position]
        return next((value for named, value in self.named if named == name), None)

    def values(self) -> Iterator[Value]:
        """Give every argument."""
        yield from self.positional
        yield from (value for _, value in self.named)


def call(run: Interpreter, frame: Frame, node: s.Call) -> Value:
    """Give the value of a call."""
    from stategraph_lint.program import methods

    place = frame.place(node.span)
    if isinstance(node.function, s.Attribute):
        base = run.evaluate(node.function.value, frame)
        arguments = evaluated(run, frame, node.arguments)
        return methods.call(run, frame, base, node.function.name, arguments, node)
    function = run.evaluate(node.function, frame)
    if is_type_maker(function):
        return made_type(run, frame, node, function)
    return apply(run, function, evaluated(run, frame, node.arguments), place, frame)


_TYPE_MAKERS = frozenset(
    f"{module}.{name}"
    for module in ("typing", "typing_extensions", "collections", "enum")
    for name in ("TypedDict", "NamedTuple", "NewType", "TypeVar", "TypeAliasType", "ParamSpec", "namedtuple")
)


def is_type_maker(function: Value) -> bool:
    """Tell whether calling a value makes a type, as `TypedDict(...)` does."""
    return isinstance(function, External) and function.name in _TYPE_MAKERS


def made_type(run: Interpreter, frame: Frame, node: s.Call, function: Value) -> Value:
    """Give the type that a call makes."""
    from stategraph_lint.program.values import OpaqueAlias

    assert isinstance(function, External)
    if function.name == "typing.TypeAliasType" and len(node.arguments) > 1:
        name = node.arguments[0].value
        text = str(name.value) if isinstance(name, s.Constant) else ""
        return OpaqueAlias(text, node.arguments[1].value, frame)
    return TypeExpression(node, frame)


def evaluated(run: Interpreter, frame: Frame, nodes: tuple[s.Argument, ...]) -> Arguments:
    """Evaluate the arguments of a call, starred ones taken apart where they are known."""
    out = Arguments()
    for node in nodes:
        value, place = run.evaluate(node.value, frame), frame.place(node.value.span)
        if node.star == "*":
            exact = access.unrolled(run, value)
            out.unknown |= exact is None
            out.positional += exact or []
            out.places += [place] * len(exact or [])
        elif node.star == "**":
            _spread_named(run, out, value, place)
        elif node.keyword is not None:
            out.named.append((node.keyword, value))
            out.named_places.append(place)
        else:
            out.positional.append(value)
            out.places.append(place)
    return out


def _spread_named(run: Interpreter, out: Arguments, value: Value, place: Place) -> None:
    content = run.content(value) if isinstance(value, Object) and value.kind == "dict" else None
    if content is None or not content.complete:
        out.named.append((None, value))
        out.named_places.append(place)
        out.unknown = True
        return
    for entry in content.entries:
        text = entry.key.value if isinstance(entry.key, Literal) else None
        out.named.append((str(text) if text is not None else None, entry.value))
        out.named_places.append(entry.value_place or place)
        out.unknown |= text is None


def apply(run: Interpreter, function: Value, arguments: Arguments, place: Place, frame: Frame | None = None) -> Value:
    """Give what calling a value gives."""
    from stategraph_lint.program import agents, builder_calls, library, methods

    run.step()
    function = run.forced(function)
    if isinstance(function, Choice):
        return _each(run, function, arguments, place, frame)
    if isinstance(function, FunctionValue):
        return _follow(run, function, arguments, place, frame)
    if isinstance(function, Partial):
        return apply(run, function.function, _with_bound(function, arguments, place), place, frame)
    if isinstance(function, TypeExpression):
        made = classes.origin(run, function)
        return (
            Result(function, *_frozen(arguments), place)
            if made is function
            else apply(run, made, arguments, place, frame)
        )
    if isinstance(function, ClassValue):
        return construct(run, function, arguments, place)
    if isinstance(function, External):
        if function.name in GRAPH_CLASSES:
            return builder_calls.create(run, function, arguments, place)
        if function.name in AGENT_MAKERS and not run.in_body:
            return agents.create(run, frame or nowhere(run, place), function, arguments, place)
        return library.call(run, frame, function, arguments, place)
    if isinstance(function, FieldOf) and function.style == "attribute" and function.key in methods.CHANGING:
        node = s.Call(place.span, s.Name(place.span, function.key), ())
        return methods.call(run, frame or nowhere(run, place), function.base, function.key, arguments, node)
    if isinstance(function, Object) and function.kind == "instance":
        method = access.attribute(run, frame or nowhere(run, place), function, "__call__", place.span)
        if isinstance(method, FunctionValue):
            return apply(run, method, arguments, place, frame)
    return opaque(run, function, arguments, place)


def nowhere(run: Interpreter, place: Place) -> Frame:
    """Give a frame for a call that no frame is known for."""
    scope = run.scope(place.path)
    assert scope is not None
    return Frame(scope)


def _frozen(arguments: Arguments) -> tuple[tuple[Value, ...], tuple[tuple[str | None, Value], ...]]:
    return tuple(arguments.positional), tuple(arguments.named)


def _may_fill(function: Value) -> bool:
    """Tell whether a function may fill what it is given; methods and the standard library are taken not to."""
    if isinstance(function, External):
        package, _, name = function.name.partition(".")
        is_class = name.rpartition(".")[2][:1].isupper()
        return package not in _STANDARD and not is_class and not package.startswith("lang")
    return isinstance(function, (FunctionValue, Parameter, Unknown))


_STANDARD = frozenset({"builtins", *sys.stdlib_module_names})


def opaque(run: Interpreter, function: Value, arguments: Arguments, place: Place) -> Value:
    """Give the result of a call that cannot be followed; builders and dicts handed to it may be changed by it."""
    from stategraph_lint.program import builder_calls

    name = function.name if isinstance(function, External) else ""
    may_fill = _may_fill(function)
    where = name or "a call that cannot be followed"
    if isinstance(function, FunctionValue) and isinstance(function.self_value, Object) and run.too_deep:
        for entry in run.content(function.self_value).entries:
            builder_calls.escape(run, entry.value, where)
    for value in arguments.values():
        builder_calls.escape(run, value, where)
        if may_fill:
            _handed_out(run, value, function)
    positional, named = _frozen(arguments)
    return Result(function, positional, named, place, places=(*arguments.places, *arguments.named_places))


def _handed_out(run: Interpreter, value: Value, function: Value) -> None:
    """Note that unknown code may add to a value, or take from it."""
    if isinstance(value, Object) and value.kind in ("list", "dict", "copy"):
        content = run.content(value)
        # A dict loses no keys in practice; those it has may get other values.
        changed = content if value.kind == "dict" else lessened(content)
        run.heap.set(value, replace(changed, complete=False))
    elif isinstance(value, Parameter) and value.role == "state" and not isinstance(function, FunctionValue):
        run.heap.set(value, replace(run.content(value), complete=False))


def _each(run: Interpreter, function: Choice, arguments: Arguments, place: Place, frame: Frame | None) -> Value:
    out: list[Value] = []
    frame = frame or nowhere(run, place)

    def arm(option: Value) -> Callable[[], None]:
        return lambda: out.append(apply(run, option, arguments, place, frame))

    run.fork(frame, [arm(option) for option in function.options])
    return join(out)


def _with_bound(function: Partial, arguments: Arguments, place: Place) -> Arguments:
    given = {name for name, _ in arguments.named}
    kept = [(name, value) for name, value in function.named if name not in given]
    return Arguments(
        [*function.positional, *arguments.positional],
        [*[place] * len(function.positional), *arguments.places],
        [*kept, *arguments.named],
        [*[place] * len(kept), *arguments.named_places],
        arguments.unknown,
    )


def construct(run: Interpreter, cls: ClassValue, arguments: Arguments, place: Place) -> Value:
    """Make an instance of a class of the project, its `__init__` run."""
    from stategraph_lint.program import builder_calls

    if classes.has_base(run, cls, GRAPH_CLASSES):
        made: Object = builder_calls.create(run, cls, arguments, place)
    else:
        positional, named = _frozen(arguments)
        places = tuple(arguments.named_places)
        content = Content(cls=cls, positional=positional, named=named, named_places=places)
        made = run.new("instance", place, content)
    init = classes.instance_attribute(run, made, cls, "__init__")
    if isinstance(init, FunctionValue):
        if (
            made.kind == "builder"
            or run.mentions_builders(init)
            or any(_builds(run, item) for item in arguments.values())
        ):
            apply(run, init, arguments, place)
        elif not run.in_body:
            run.constructors[made] = (init, arguments)
    return made


_CONSTRUCTED = Literal("str", "__init__ has run")


def initialize(run: Interpreter, made: Object) -> None:
    """Run the `__init__` of an instance, now that somebody asks for an attribute."""
    waiting = run.constructors.get(made)
    if waiting is None or access.written(run.content(made), str(_CONSTRUCTED.value)) is not None:
        return
    content = run.content(made)
    run.heap.set(made, replace(content, entries=(*content.entries, Entry(_CONSTRUCTED, _CONSTRUCTED))))
    _followed(run, *waiting, made.place, None)


def _locals_of(node: s.FunctionDef) -> frozenset[str]:
    outer = {name for child in walk(node.body) if isinstance(child, s.Scope) for name in child.names}
    bound = {name for child in node.body for name in bound_names(child)}
    return frozenset(bound - outer)


def local_names(run: Interpreter, node: s.FunctionDef | s.Lambda) -> frozenset[str]:
    """Give the names that are local to a function, its parameters apart."""
    if not isinstance(node, s.FunctionDef):
        return frozenset()
    found = run.local_names.get(id(node))
    if found is None:
        found = run.local_names[id(node)] = _locals_of(node)
    return found


def frame_for(run: Interpreter, function: FunctionValue, via: tuple[Place, ...] = ()) -> Frame:
    """Give a fresh frame for a function's body."""
    return Frame(
        function.frame.scope,
        function.frame,
        entry=function.frame.entry,
        function=function,
        owner=function.owner,
        via=via,
        qualname=f"{function.qualname}.<locals>.",
        local_names=local_names(run, function.node),
    )


def _follow(
    run: Interpreter, function: FunctionValue, arguments: Arguments, place: Place, frame: Frame | None
) -> Value:
    if not _worth_following(run, function, arguments):
        return _postponed(run, function, arguments, place)
    return _followed(run, function, arguments, place, frame)


def forced(run: Interpreter, value: Value) -> Value:
    """Give what a call that was put off gives, now that somebody needs to know; any other value as it is."""
    waiting = run.postponed.get(value)
    if waiting is None or not isinstance(value, Result):
        return value
    known = run.followed.get(value)
    if known is None:
        run.heap.push()
        found = _followed(run, *waiting, value.place, None)
        made = run.heap.pop()
        known = run.followed[value] = (found.result if isinstance(found, Coroutine) else found), made
    for key, content in known[1].items():
        # What the call built is gone where the path that first asked for it is.
        if run.heap.get(key) is None:
            run.heap.set(key, content)
    return known[0]


def _followed(
    run: Interpreter, function: FunctionValue, arguments: Arguments, place: Place, frame: Frame | None
) -> Value:
    node = function.node
    if (isinstance(node, s.FunctionDef) and node.is_generator) or not run.can_enter(node):
        return opaque(run, function, arguments, place)
    if run.bounded:
        return _entered(run, function, arguments, place, frame)
    depth = run.heap.depth
    try:
        with run.budget(CALL_STEPS):
            return _entered(run, function, arguments, place, frame)
    except Exhausted:
        run.heap.cut(depth)
        return opaque(run, function, arguments, place)


def _entered(
    run: Interpreter, function: FunctionValue, arguments: Arguments, place: Place, frame: Frame | None
) -> Value:
    node = function.node
    inner = frame_for(run, function, (*run.via, place))
    if not bind_parameters(run, inner, function, arguments):
        return opaque(run, function, arguments, place)
    endings = run.enter(function, inner)
    if not endings:
        if frame is not None:
            frame.alive = False
        return Unknown(f"`{function.name}` does not return")
    value = join(ending.value for ending in endings)
    is_async = isinstance(node, s.FunctionDef) and node.is_async
    return Coroutine(value, function) if is_async else value


def _postponed(run: Interpreter, function: FunctionValue, arguments: Arguments, place: Place) -> Value:
    """Give the result of a call that is not followed; where graphs are built, until somebody needs to know it."""
    positional, named = _frozen(arguments)
    result = Result(function, positional, named, place)
    run.postponed[result] = (function, arguments)
    is_async = isinstance(function.stub, s.FunctionDef) and function.stub.is_async
    return Coroutine(result, function) if is_async else result


def _worth_following(run: Interpreter, function: FunctionValue, arguments: Arguments) -> bool:
    """Tell whether a call may build a graph, or tell something that matters of its result or its arguments."""
    if not run.in_body:
        handed = [*arguments.values(), function.self_value]
        if any(value is not None and _builds(run, value) for value in handed) or run.mentions_builders(function):
            return True
        # A method may put into its object what the graph is made of later.
        sets = function.self_value is not None
        if run.depth < PLAIN_CALLS and sets:
            return True
    if run.given and any(map(run.is_given, arguments.values())):
        return True
    if run.in_body and run.attempts and run.depth < PLAIN_CALLS and may_pause(run, function):
        return True
    return run.depth < PLAIN_CALLS and (run.in_reducer or any(map(_carries, arguments.values())))


def _builds(run: Interpreter, value: Value) -> bool:
    """Tell whether a value is a builder, an object that holds one, or a lambda that may make one."""
    if isinstance(value, FunctionValue):
        return isinstance(value.stub, s.Lambda) and run.mentions_builders(value)
    if isinstance(value, Object) and value.kind == "instance":
        return any(entry.value in run.graph_of for entry in run.content(value).entries)
    return value in run.graph_of


def _carries(value: Value) -> bool:
    """Tell whether a value lets the callee see or change what the caller holds."""
    if isinstance(value, Choice):
        return any(map(_carries, value.options))
    if isinstance(value, Object):
        return value.kind != "instance"
    while isinstance(value, (FieldOf, ItemOf, ElementOf)):
        value = value.base
    return isinstance(value, Parameter) and bool(value.role)


def bind_parameters(run: Interpreter, frame: Frame, function: FunctionValue, arguments: Arguments) -> bool:
    """Bind the arguments of a call in the frame of the function; false when they do not fit."""
    queue = list(arguments.positional)
    if function.self_value is not None:
        queue.insert(0, function.self_value)
    named = {name: value for name, value in arguments.named if name is not None}
    for node in function.node.parameters:
        if node.kind == "var-positional":
            rest = tuple(Item(value) for value in queue)
            frame.env.set(
                node.name, run.new("tuple", frame.place(node.span), Content(rest, complete=not arguments.unknown))
            )
            queue = []
        elif node.kind == "var-keyword":
            entries = tuple(Entry(Literal("str", name), value) for name, value in named.items())
            made = run.new("dict", frame.place(node.span), Content(entries=entries, complete=not arguments.unknown))
            frame.env.set(node.name, made)
            named = {}
        elif node.kind in ("positional", "positional-only") and queue:
            frame.env.set(node.name, queue.pop(0))
        elif node.kind != "positional-only" and node.name in named:
            frame.env.set(node.name, named.pop(node.name))
        else:
            frame.env.set(node.name, _default(run, frame, function, node, arguments.unknown))
    return not queue


def _default(run: Interpreter, frame: Frame, function: FunctionValue, node: s.Parameter, unknown: bool) -> Value:
    if node.default is None:
        return unknown_parameter(node, frame)
    default = run.evaluate(node.default, function.frame)
    return join([default, unknown_parameter(node, frame)]) if unknown else default


def super_method(run: Interpreter, base: Super, name: str) -> Value | None:
    """Give the method that `super().name` means, None when it is outside the project."""
    for parent in classes.bases(run, base.owner):
        found = classes.instance_attribute(run, base.self_value, parent, name)
        if found is not None:
            return found
    return None
