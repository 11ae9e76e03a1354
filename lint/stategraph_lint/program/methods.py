"""Method calls: those that change what they are called on, and those whose result can be told."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from stategraph_lint.facts import syntax as s
from stategraph_lint.program import access, assign, builder_calls, calls, emptiness
from stategraph_lint.program.calls import Arguments
from stategraph_lint.program.heap import Content, join
from stategraph_lint.program.interpreter import Interpreter
from stategraph_lint.program.scopes import Frame, Loop
from stategraph_lint.program.values import (
    Choice,
    CopyOf,
    Entry,
    External,
    Generated,
    Item,
    Literal,
    ModuleValue,
    Object,
    Operation,
    Place,
    SliceOf,
    Super,
    Unknown,
    Value,
    Words,
)

MUTATING = frozenset(
    "add append appendleft clear difference_update discard extend extendleft insert intersection_update pop popitem "
    "popleft remove reverse rotate setdefault sort subtract symmetric_difference_update update".split()
)
# Those of them that nothing but a container has, also where the bound method is called by another name.
CHANGING = frozenset({"append", "appendleft", "extend", "extendleft", "insert", "setdefault", "update"})
# Those that may leave less than there was.
_TAKING = frozenset("clear difference_update discard intersection_update pop popitem popleft remove".split())
# Methods of containers and text that go through what they are given.
_ITERATING = frozenset(
    "difference difference_update extend extendleft fromkeys intersection intersection_update issubset issuperset join "
    "startswith symmetric_difference symmetric_difference_update union update".split()
)
_SET_METHODS = {"union": "|", "intersection": "&", "difference": "-", "symmetric_difference": "^"}
_DUMPS = frozenset({"model_dump", "dict", "_asdict"})


def call(run: Interpreter, frame: Frame, base: Value, name: str, arguments: Arguments, node: s.Call) -> Value:
    """Give the value of `base.name(arguments)`."""
    base = run.forced(base)
    if run.given:
        _refused(run, frame, base, name, arguments, node.span)
    if isinstance(base, Choice):
        return _each(run, frame, base, name, arguments, node)
    place = frame.place(node.span)
    if isinstance(base, Super):
        return _super(run, frame, base, name, arguments, node)
    if isinstance(base, Object):
        return _on_object(run, frame, base, name, arguments, node)
    if isinstance(base, Literal):
        return _on_text(run, base, name, arguments)
    if isinstance(base, (ModuleValue, External)) or type(base).__name__ in ("ClassValue", "TypeExpression"):
        function = access.attribute(run, frame, base, name, node.function.span)
        if calls.is_type_maker(function):
            return calls.made_type(run, frame, node, function)
        return calls.apply(run, function, arguments, place, frame)
    if isinstance(base, Unknown):
        return calls.opaque(run, Unknown(f"`{name}` of: {base.reason}"), arguments, place)
    return _on_symbol(run, frame, base, name, arguments, node)


def _refused(run: Interpreter, frame: Frame, base: Value, name: str, arguments: Arguments, span: s.Span) -> None:
    """Note a method of None, and a method of a container that cannot take None."""
    run.refuse(frame, base, span)
    run.fail(frame, base, span, emptiness.of_method(run, base, name, arguments))
    instance = isinstance(base, Object) and base.kind == "instance"
    if name in _ITERATING and not instance:
        for value in arguments.positional:
            run.refuse(frame, value, span)


def _each(run: Interpreter, frame: Frame, base: Choice, name: str, arguments: Arguments, node: s.Call) -> Value:
    out: list[Value] = []

    def arm(option: Value) -> Callable[[], None]:
        return lambda: out.append(call(run, frame, option, name, arguments, node))

    run.fork(frame, [arm(option) for option in base.options])
    return join(out)


def _super(run: Interpreter, frame: Frame, base: Super, name: str, arguments: Arguments, node: s.Call) -> Value:
    place = frame.place(node.span)
    method = calls.super_method(run, base, name)
    if method is not None:
        return calls.apply(run, method, arguments, place, frame)
    own = base.self_value
    if isinstance(own, Object) and own in run.graph_of:
        if name == "__init__":
            builder_calls.initialize(run, own, arguments, place)
            return Literal("none", None)
        return builder_calls.method(run, own, name, arguments, place)
    return calls.opaque(run, run.field(own, name, "attribute"), arguments, place)


def _on_object(run: Interpreter, frame: Frame, base: Object, name: str, arguments: Arguments, node: s.Call) -> Value:
    place = frame.place(node.span)
    if base.kind in ("builder", "compiled"):
        method = access.attribute(run, frame, base, name, node.function.span) if base.kind == "builder" else None
        if type(method).__name__ == "FunctionValue":
            assert method is not None
            return calls.apply(run, method, arguments, place, frame)
        return builder_calls.method(run, base, name, arguments, place)
    if base.kind == "instance":
        function = access.attribute(run, frame, base, name, node.function.span)
        return calls.apply(run, function, arguments, place, frame)
    known = _OBJECT_METHODS.get(name)
    if known is not None:
        if name in MUTATING:
            assign.outlasting(run, frame, base, node.span)
        return known(run, frame, base, arguments, node)
    if base.kind == "set" and name in _SET_METHODS:
        return Operation(_SET_METHODS[name], (base, *arguments.positional))
    if base.kind == "copy":
        content = run.content(base)
        return calls.opaque(run, run.field(content.base or base, name, "attribute"), arguments, place)
    return Unknown(f"what `{name}` gives")


def _on_text(run: Interpreter, base: Literal, name: str, arguments: Arguments) -> Value:
    if base.kind == "str" and isinstance(base.value, str):
        if name in ("lower", "upper", "strip", "title") and not arguments.positional:
            return Literal("str", getattr(base.value, name)())
        return Words(tuple(arguments.values())) if name in ("format", "join", "replace") else Unknown("text")
    return Unknown(f"what `{name}` of a constant gives")


def _on_symbol(run: Interpreter, frame: Frame, base: Value, name: str, arguments: Arguments, node: s.Call) -> Value:
    place = frame.place(node.span)
    first = arguments.positional[0] if arguments.positional else None
    if name == "get" and first is not None and (isinstance(first, (Literal, Choice)) or not access.is_state(base)):
        default = arguments.get(1, "default") or Literal("none", None)
        return access.item(run, frame, base, first, node.span, default)
    if name in ("copy", "__copy__", "model_copy") and not arguments.positional:
        return _copied(run, base, name, arguments, place)
    if name in _DUMPS:
        return _dumped(run, base, arguments, place)
    if name in ("items", "values", "keys") and not arguments.positional:
        return _view(run, base, name, place)
    if name in MUTATING:
        return _mutating(run, frame, base, name, arguments, node)
    return calls.opaque(run, run.field(base, name, "attribute"), arguments, place)


def _dumped(run: Interpreter, base: Value, arguments: Arguments, place: Place) -> Value:
    """Give `base.model_dump(...)`: a dict of all fields, or of those that `include` and `exclude` leave."""
    excluded, included = arguments.get(9, "exclude"), arguments.get(9, "include")
    without, only = _names(run, excluded), _names(run, included)
    if (excluded is not None and without is None) or (included is not None and only is None):
        return calls.opaque(run, run.field(base, "model_dump", "attribute"), arguments, place)
    made = run.new("dict", place, Content())
    if only is None:
        assign.merge_into(run, made, base)
    for name in only or ():
        assign.put(run, made, Entry(Literal("str", name), run.field(base, name, "attribute"), True, place, place))
    content = run.content(made)
    run.heap.set(made, replace(content, without=content.without | (without or frozenset())))
    return made


def _names(run: Interpreter, value: Value | None) -> frozenset[str] | None:
    """Give the field names that a literal set or dict holds; None when they cannot all be told."""
    parts = access.unrolled(run, value) if value is not None else None
    if parts is None:
        return None
    names = [part.value for part in parts if isinstance(part, Literal) and isinstance(part.value, str)]
    return frozenset(names) if len(names) == len(parts) else None


def _copied(run: Interpreter, base: Value, name: str, arguments: Arguments, place: object) -> Value:
    update = arguments.get(9, "update")
    deep = arguments.get(9, "deep")
    source = CopyOf(base) if isinstance(deep, Literal) and deep.value else base
    made = run.new("copy", place, Content(base=source))  # type: ignore[arg-type]
    own = run.content(base)
    run.heap.set(made, replace(run.content(made), entries=own.entries, without=own.without))
    if isinstance(update, Object) and update.kind == "dict":
        for entry in run.content(update).entries:
            assign.put(run, made, entry)
    elif update is not None:
        run.heap.set(made, replace(run.content(made), complete=False))
    return made


def _view(run: Interpreter, base: Value, name: str, place: object) -> Value:
    key, value = Unknown("a key"), run.element(base)
    if name == "keys":
        return Generated("view", None, key, (base,), False)
    if name == "values":
        return Generated("view", None, value, (base,), False)
    pair = run.new("tuple", place, Content(items=(Item(key), Item(value))))  # type: ignore[arg-type]
    return Generated("view", None, pair, (base,), False)


def _mutating(run: Interpreter, frame: Frame, base: Value, name: str, arguments: Arguments, node: s.Call) -> Value:
    first = arguments.positional[0] if arguments.positional else None
    key = first if name in ("pop", "setdefault") else None
    value = arguments.positional[-1] if arguments.positional and name != "pop" else None
    if key is not None and isinstance(key, Literal) and isinstance(key.value, str):
        return _keyed(run, frame, base, name, arguments, node)
    if name == "update" and arguments.named:
        value = _keywords(run, arguments, frame.place(node.span))
    assign.changed(run, frame, base, name, key, value, node.span, for_effect=node is run.for_effect)
    if name == "update":
        _noted_update(run, frame, base, arguments)
    elif name in ("append", "extend", "insert", "add", "appendleft", "extendleft"):
        content = run.content(base)
        spread = name.startswith("extend")
        turn = _turn(run, frame, value) if value is not None and not spread else None
        added = Item(value or Unknown("an item"), spread=spread, place=frame.place(node.span), turn=turn)
        run.heap.set(base, replace(content, items=(*content.items, added)))
    elif name in _TAKING:
        run.heap.set(base, replace(run.content(base), complete=False))
    if name.startswith("pop"):
        return run.element(base)
    nothing = Literal("none", None)
    run.presumed[nothing] = base
    return nothing


def _keyed(run: Interpreter, frame: Frame, base: Value, name: str, arguments: Arguments, node: s.Call) -> Value:
    key = arguments.positional[0]
    default = arguments.get(1, "default") or Unknown("no default")
    old = access.item(run, frame, base, key, node.span, default)
    if name == "pop":
        assign.remove(run, frame, base, key, "pop", node.span)
    else:
        assign.changed(run, frame, base, name, key, default, node.span)
        assign.put(run, base, Entry(key, old, True, frame.place(node.span), frame.place(node.span)))
    return old


def _keywords(run: Interpreter, arguments: Arguments, place: Place) -> Value:
    """Give the dict that the arguments of `update` make together."""
    made = run.new("dict", place, Content())
    for value in arguments.positional[:1]:
        assign.merge_into(run, made, value)
    for (name, value), where in zip(arguments.named, arguments.named_places):
        assign.put(run, made, Entry(None if name is None else Literal("str", name), value, True, where, where))
    return made


def _noted_update(run: Interpreter, frame: Frame, base: Value, arguments: Arguments) -> None:
    for value in arguments.positional[:1]:
        if isinstance(value, Object) and value.kind == "dict":
            for entry in run.content(value).entries:
                assign.put(run, base, entry)
        else:
            assign.put(run, base, Entry(None, value))
    for (name, value), place in zip(arguments.named, arguments.named_places):
        assign.put(run, base, Entry(Literal("str", name), value, True, place, place))


# --- methods of what the code built --------------------------------------------------------------------------

Method = Callable[[Interpreter, Frame, Object, Arguments, s.Call], Value]
_NONE = Literal("none", None)


def _turn(run: Interpreter, frame: Frame, value: Value) -> Loop | None:
    """Give the loop each turn of which comes here, where a value is what the turn is about."""
    loop = frame.loops[-1] if frame.loops else None
    return loop if loop is not None and value is loop.element and loop.tests == run.tests(frame) else None


def _append(run: Interpreter, frame: Frame, base: Object, arguments: Arguments, node: s.Call) -> Value:
    content = run.content(base)
    parts = zip(arguments.positional[-1:], arguments.places[-1:])
    conditions = tuple(frame.conditions)
    added = tuple(
        Item(value, place=place, conditions=conditions, turn=_turn(run, frame, value)) for value, place in parts
    )
    run.heap.set(base, replace(content, items=(*content.items, *added)))
    return _NONE


def _extend(run: Interpreter, frame: Frame, base: Object, arguments: Arguments, node: s.Call) -> Value:
    for value in arguments.positional:
        assign.extend(run, base, value, frame.place(node.span))
    return _NONE


def _update(run: Interpreter, frame: Frame, base: Object, arguments: Arguments, node: s.Call) -> Value:
    if base.kind == "set" or (base.kind == "copy" and run.content(base).items):
        return _extend(run, frame, base, arguments, node)
    for value in arguments.positional:
        assign.merge_into(run, base, value)
    for (name, value), place in zip(arguments.named, arguments.named_places):
        key = None if name is None else Literal("str", name)
        assign.put(run, base, Entry(key, value, True, place, place))
    return _NONE


def _get(run: Interpreter, frame: Frame, base: Object, arguments: Arguments, node: s.Call) -> Value:
    if not arguments.positional:
        return Unknown("get without a key")
    default = arguments.get(1, "default") or _NONE
    return access.item(run, frame, base, arguments.positional[0], node.span, default)


def _setdefault(run: Interpreter, frame: Frame, base: Object, arguments: Arguments, node: s.Call) -> Value:
    value = _get(run, frame, base, arguments, node)
    if arguments.positional:
        assign.put(run, base, Entry(arguments.positional[0], value, True, frame.place(node.span)))
    return value


def _pop(run: Interpreter, frame: Frame, base: Object, arguments: Arguments, node: s.Call) -> Value:
    key = arguments.positional[0] if arguments.positional else None
    if base.kind in ("dict", "copy") and isinstance(key, Literal) and isinstance(key.value, str):
        value = _get(run, frame, base, arguments, node)
        assign.remove(run, frame, base, key, "pop", node.span)
        return value
    value = access.elements(run, base)
    assign.lessen(run, base)
    return value


def _clear(run: Interpreter, frame: Frame, base: Object, arguments: Arguments, node: s.Call) -> Value:
    run.heap.set(base, Content(cls=run.content(base).cls))
    return _NONE


def _remove(run: Interpreter, frame: Frame, base: Object, arguments: Arguments, node: s.Call) -> Value:
    assign.lessen(run, base)
    return _NONE


def _copy(run: Interpreter, frame: Frame, base: Object, arguments: Arguments, node: s.Call) -> Value:
    return run.new(base.kind, frame.place(node.span), run.content(base))


def _sort(run: Interpreter, frame: Frame, base: Object, arguments: Arguments, node: s.Call) -> Value:
    assign.sort(run, base)
    return _NONE


def _values(run: Interpreter, frame: Frame, base: Object, arguments: Arguments, node: s.Call) -> Value:
    return _listed(run, frame, base, node, lambda key, value: value)


def _items(run: Interpreter, frame: Frame, base: Object, arguments: Arguments, node: s.Call) -> Value:
    def pair(key: Value, value: Value) -> Value:
        return run.new("tuple", frame.place(node.span), Content(items=(Item(key), Item(value))))

    return _listed(run, frame, base, node, pair)


def _keys(run: Interpreter, frame: Frame, base: Object, arguments: Arguments, node: s.Call) -> Value:
    return _listed(run, frame, base, node, lambda key, value: key)


def _listed(run: Interpreter, frame: Frame, base: Object, node: s.Call, make: Callable[[Value, Value], Value]) -> Value:
    keys = access.unrolled(run, base) if base.kind == "dict" else None
    place = frame.place(node.span)
    if keys is not None:
        pairs = [(key, access.item(run, frame, base, key, node.span)) for key in keys]
        run.lazy[place] = "dict view"
        return run.new("list", place, Content(items=tuple(Item(make(key, value)) for key, value in pairs)))
    content = run.content(base)
    values = [entry.value if entry.key is not None else run.element(entry.value) for entry in content.entries]
    values += [run.element(content.base)] if content.base is not None else []
    element = join(values) if values else Unknown("a value")
    return Generated("view", None, make(Unknown("a key"), element), (base,), False)


_OBJECT_METHODS: dict[str, Method] = {
    "append": _append,
    "add": _append,
    "insert": _append,
    "appendleft": _append,
    "extend": _extend,
    "extendleft": _extend,
    "update": _update,
    "get": _get,
    "setdefault": _setdefault,
    "pop": _pop,
    "popitem": _pop,
    "popleft": _pop,
    "clear": _clear,
    "remove": _remove,
    "discard": _remove,
    "sort": _sort,
    "reverse": lambda run, frame, base, arguments, node: _NONE,
    "copy": _copy,
    "values": _values,
    "items": _items,
    "keys": _keys,
}

__all__ = ["MUTATING", "SliceOf", "call"]
