"""Functions outside the project whose result can be told: builtins and the standard library."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from stategraph_lint.facts import syntax as s
from stategraph_lint.facts.functions import REFUSES_NONE, is_impure
from stategraph_lint.facts.libraries import COMMAND, INTERRUPT
from stategraph_lint.program import access, assign, calls, emptiness, truth
from stategraph_lint.program.calls import Arguments
from stategraph_lint.program.heap import Content, join
from stategraph_lint.program.interpreter import Interpreter
from stategraph_lint.program.scopes import Frame
from stategraph_lint.program.values import (
    Choice,
    CopyOf,
    Entry,
    External,
    Generated,
    Item,
    Literal,
    Object,
    Operation,
    Partial,
    Place,
    Super,
    Unknown,
    Value,
    Words,
)

Known = Callable[[Interpreter, Frame, Arguments, Place], Value]

_OPERATORS = {
    "add": "+",
    "concat": "+",
    "sub": "-",
    "mul": "*",
    "truediv": "/",
    "floordiv": "//",
    "mod": "%",
    "pow": "**",
    "or_": "|",
    "and_": "&",
    "xor": "^",
}
_IN_PLACE = {f"i{name.rstrip('_')}": operator for name, operator in _OPERATORS.items()}


# Functions that tell what kind of object they are given.
_ASKING = frozenset({"builtins.hasattr", "builtins.isinstance", "builtins.type", "dataclasses.is_dataclass"})


def call(run: Interpreter, frame: Frame | None, function: External, arguments: Arguments, place: Place) -> Value:
    """Give the result of a call of something outside the project."""
    if run.in_body:
        _noted(run, frame or calls.nowhere(run, place), function.name, arguments, place)
    if function.name in _ASKING and arguments.positional:
        where = frame or calls.nowhere(run, place)
        run.note(where, "asks", arguments.positional[0], place.span, anywhere=True)
    if function.name == COMMAND:
        arguments = _command(run, arguments)
    known = _KNOWN.get(function.name) or _unbound(function.name)
    if known is None and function.name.startswith("operator."):
        known = _operator(function.name.removeprefix("operator."))
    if known is None:
        return calls.opaque(run, function, arguments, place)
    return known(run, frame or calls.nowhere(run, place), arguments, place)


def _noted(run: Interpreter, frame: Frame, name: str, arguments: Arguments, place: Place) -> None:
    """Note what a call tells of the function that makes it."""
    if run.given and name in REFUSES_NONE:
        for value in arguments.positional:
            run.refuse(frame, value, place.span)
    if name == INTERRUPT:
        run.note(frame, "pauses", External(name), place.span)
    if run.given:
        run.fail(frame, External(name), place.span, emptiness.of_call(run, name, arguments))
    if is_impure(name):
        run.note(frame, "calls", External(name), place.span, name)


def _unbound(name: str) -> Known | None:
    """Give what calls a method that changes a container by its class, such as `list.extend`; None for other names."""
    from stategraph_lint.program import methods

    owner, _, method = name.removeprefix("builtins.").rpartition(".")
    if owner not in ("list", "dict", "set", "bytearray") or method not in methods.MUTATING:
        return None

    def apply(run: Interpreter, frame: Frame, arguments: Arguments, place: Place) -> Value:
        if not arguments.positional:
            return Unknown(name)
        rest = replace(arguments, positional=arguments.positional[1:], places=arguments.places[1:])
        node = s.Call(place.span, s.Name(place.span, method), ())
        return methods.call(run, frame, arguments.positional[0], method, rest, node)

    return apply


def _next(run: Interpreter, frame: Frame, arguments: Arguments, place: Place) -> Value:
    if not arguments.positional:
        return Unknown("next of nothing")
    return join([access.elements(run, arguments.positional[0]), *arguments.positional[1:2]])


def _iter(run: Interpreter, frame: Frame, arguments: Arguments, place: Place) -> Value:
    source = arguments.positional[0] if arguments.positional else Unknown("iter of nothing")
    return Generated("generator", None, access.elements(run, source), (source,), False)


def _reduced(run: Interpreter, frame: Frame, arguments: Arguments, place: Place) -> Value:
    """Run the function once, for what it does; what it gives in the end stays open."""
    if len(arguments.positional) > 1:
        function, source = arguments.positional[:2]
        element = access.elements(run, source)
        first = arguments.positional[2] if len(arguments.positional) > 2 else element
        calls.apply(run, function, Arguments([first, element], [place, place]), place, frame)
    return calls.opaque(run, External("functools.reduce"), arguments, place)


def _command(run: Interpreter, arguments: Arguments) -> Arguments:
    """Give the arguments of a Command, the update followed where a helper makes it: it is what a node returns."""
    positional = [run.forced(value, always=True) for value in arguments.positional]
    named = [(name, run.forced(value, always=True) if name == "update" else value) for name, value in arguments.named]
    return replace(arguments, positional=positional, named=named)


def _operator(name: str) -> Known | None:
    from stategraph_lint.program.expressions import combine

    plain, changing = _OPERATORS.get(name), _IN_PLACE.get(name)
    if plain is None and changing is None:
        return None

    def apply(run: Interpreter, frame: Frame, arguments: Arguments, place: Place) -> Value:
        if len(arguments.positional) != 2:
            return Unknown(f"operator.{name}")
        left, right = arguments.positional
        if changing is not None and not isinstance(left, (Literal, Unknown)):
            if isinstance(left, Object):
                assign.extend(run, left, right, place)
                return left
            assign.changed(run, frame, left, f"{changing}=", None, right, place.span)
        return combine(run, frame, plain or changing or "+", left, right, place.span)

    return apply


def _sequence(kind: str) -> Known:
    def make(run: Interpreter, frame: Frame, arguments: Arguments, place: Place) -> Value:
        from stategraph_lint.program.expressions import spread

        if not arguments.positional:
            return run.new(kind, place, Content(complete=not arguments.unknown))
        return run.new(kind, place, Content(items=tuple(spread(run, arguments.positional[0], place))))

    return make


def _sorted(run: Interpreter, frame: Frame, arguments: Arguments, place: Place) -> Value:
    made = _sequence("list")(run, frame, arguments, place)
    if isinstance(made, Object):
        assign.sort(run, made)
    return made


def _reversed(run: Interpreter, frame: Frame, arguments: Arguments, place: Place) -> Value:
    run.lazy[place] = "iterator"
    return _sequence("list")(run, frame, arguments, place)


def _dict(run: Interpreter, frame: Frame, arguments: Arguments, place: Place) -> Value:
    made = run.new("dict", place, Content(complete=not arguments.unknown or bool(arguments.named)))
    for value in arguments.positional[:1]:
        if isinstance(value, Object) and value.kind in ("list", "tuple"):
            _pairs(run, frame, made, value, place)
        else:
            assign.merge_into(run, made, value)
    for (name, value), where in zip(arguments.named, arguments.named_places):
        if name is None:
            assign.merge_into(run, made, value)
        else:
            assign.put(run, made, Entry(Literal("str", name), value, True, where, where))
    return made


def _pairs(run: Interpreter, frame: Frame, made: Object, value: Object, place: Place) -> None:
    for item in run.content(value).items:
        parts = access.unrolled(run, item.value)
        if parts is None or len(parts) != 2:
            assign.put(run, made, Entry(Unknown("a key"), Unknown("a value")))
        else:
            assign.put(run, made, Entry(parts[0], parts[1], item.must, place, place))


def _open_dict(run: Interpreter, frame: Frame, arguments: Arguments, place: Place) -> Value:
    return run.new("dict", place, Content(complete=False))


def _copy(run: Interpreter, frame: Frame, arguments: Arguments, place: Place) -> Value:
    value = arguments.get(0, "x")
    if value is None or isinstance(value, (Literal, Unknown)):
        return value or Unknown("copy of nothing")
    if isinstance(value, Object):
        return run.new(value.kind, place, run.content(value)) if value not in run.graph_of else value
    if access.is_state(value):
        made = run.new("dict", place, Content())
        assign.merge_into(run, made, value)
        return made
    return run.new("copy", place, Content(base=value))


def _deepcopy(run: Interpreter, frame: Frame, arguments: Arguments, place: Place) -> Value:
    value = arguments.get(0, "x")
    if value is None or isinstance(value, (Literal, Unknown)):
        return value or Unknown("copy of nothing")
    if isinstance(value, Object) and value in run.graph_of:
        return value
    return CopyOf(run.freeze(value))


def _partial(run: Interpreter, frame: Frame, arguments: Arguments, place: Place) -> Value:
    if not arguments.positional or arguments.unknown:
        return Unknown("a partial whose arguments are not all known")
    named = tuple((name, value) for name, value in arguments.named if name is not None)
    return Partial(arguments.positional[0], tuple(arguments.positional[1:]), named, place)


def _cast(run: Interpreter, frame: Frame, arguments: Arguments, place: Place) -> Value:
    return arguments.get(1, "val") or Unknown("cast of nothing")


def _super(run: Interpreter, frame: Frame, arguments: Arguments, place: Place) -> Value:
    inner: Frame | None = frame
    while inner is not None and inner.function is None:
        inner = inner.parent
    function = inner.function if inner is not None else None
    if function is None or function.owner is None or function.self_value is None:
        return Unknown("super outside a method")
    return Super(function.owner, function.self_value)


def _getattr(run: Interpreter, frame: Frame, arguments: Arguments, place: Place) -> Value:
    if len(arguments.positional) < 2 or not isinstance(arguments.positional[1], Literal):
        return Unknown("getattr with a computed name")
    base, name = arguments.positional[0], str(arguments.positional[1].value)
    default = arguments.get(2, "default")
    style = "attribute" if default is None else "getattr"
    value = access.attribute(run, frame, base, name, place.span, style)
    return join([value, default]) if default is not None else value


def _setattr(run: Interpreter, frame: Frame, arguments: Arguments, place: Place) -> Value:
    if len(arguments.positional) == 3:
        base, key, value = arguments.positional
        assign.set_key(run, frame, base, key, value, ".=", place.span, arguments.places[2])
    return Literal("none", None)


def _enumerate(run: Interpreter, frame: Frame, arguments: Arguments, place: Place) -> Value:
    return _zipped(run, place, [_numbers(run, place), *arguments.positional[:1]], numbered=True)


def _zip(run: Interpreter, frame: Frame, arguments: Arguments, place: Place) -> Value:
    return _zipped(run, place, arguments.positional, numbered=False)


def _numbers(run: Interpreter, place: Place) -> Value:
    return Generated("generator", None, Unknown("a number"), (), False)


def _zipped(run: Interpreter, place: Place, sources: list[Value], numbered: bool) -> Value:
    def row(values: list[Value]) -> Value:
        return run.new("tuple", place, Content(items=tuple(map(Item, values))))

    exact = [access.unrolled(run, source) for source in sources[1 if numbered else 0 :]]
    if exact and all(part is not None for part in exact):
        columns = [part for part in exact if part is not None]
        rows = [list(cells) for cells in zip(*columns)]
        if numbered:
            rows = [[Literal("int", index), *cells] for index, cells in enumerate(rows)]
        run.lazy[place] = "iterator"
        return run.new("list", place, Content(items=tuple(Item(row(cells)) for cells in rows)))
    element = row([access.elements(run, source) for source in sources])
    return Generated("generator", None, element, tuple(sources), False)


def _map(run: Interpreter, frame: Frame, arguments: Arguments, place: Place) -> Value:
    if len(arguments.positional) != 2:
        return Unknown("map")
    function, source = arguments.positional
    element = access.elements(run, source)
    value = calls.apply(run, function, Arguments([element], [place]), place, frame)
    return Generated("generator", None, value, (source,), False)


def _filter(run: Interpreter, frame: Frame, arguments: Arguments, place: Place) -> Value:
    if len(arguments.positional) != 2:
        return Unknown("filter")
    source = arguments.positional[1]
    return Generated("generator", None, access.elements(run, source), (source,), True)


def _range(run: Interpreter, frame: Frame, arguments: Arguments, place: Place) -> Value:
    bounds = [value.value for value in arguments.positional if isinstance(value, Literal)]
    numbers = [bound for bound in bounds if isinstance(bound, int)]
    if numbers and len(numbers) == len(arguments.positional) and 0 not in numbers[2:]:
        values = range(*numbers[:3])
        if len(values) <= 32:
            run.lazy[place] = "range"
            return run.new("list", place, Content(items=tuple(Item(Literal("int", value)) for value in values)))
    return _numbers(run, place)


def _chain(run: Interpreter, frame: Frame, arguments: Arguments, place: Place) -> Value:
    from stategraph_lint.program.expressions import spread

    items = tuple(item for value in arguments.positional for item in spread(run, value, place))
    run.lazy[place] = "iterator"
    return run.new("list", place, Content(items=items, complete=not arguments.unknown))


def _fromkeys(run: Interpreter, frame: Frame, arguments: Arguments, place: Place) -> Value:
    if not arguments.positional:
        return Unknown("fromkeys of nothing")
    source = arguments.positional[0]
    value = arguments.get(1, "value") or Literal("none", None)
    return Generated("dict", access.elements(run, source), value, (source,), False)


def _text(run: Interpreter, frame: Frame, arguments: Arguments, place: Place) -> Value:
    first = arguments.positional[0] if arguments.positional else None
    return first if isinstance(first, Literal) and first.kind == "str" else Words(tuple(arguments.positional))


def _isinstance(run: Interpreter, frame: Frame, arguments: Arguments, place: Place) -> Value:
    """Decide for a constant and for what was built here; any other question stays open."""
    value, wanted = (*arguments.positional, None, None)[:2]
    kind = value.kind if isinstance(value, (Literal, Object)) else ""
    if wanted is None or kind not in _DECIDED:
        return calls.opaque(run, External("builtins.isinstance"), arguments, place)
    parts = access.unrolled(run, wanted) or [wanted]
    names = [part.name.rpartition(".")[2] if isinstance(part, External) else "" for part in parts]
    own = {"none": "NoneType"}.get(kind, kind)
    supers = {"bool": {"int"}}.get(kind, set())
    if own in names or supers & set(names):
        return Literal("bool", True)
    decided = all(name in _DECIDED or name == "NoneType" for name in names)
    if not decided:
        return calls.opaque(run, External("builtins.isinstance"), arguments, place)
    return Literal("bool", False)


_DECIDED = frozenset({"none", "str", "int", "float", "bool", "bytes", "list", "dict", "tuple", "set"})


def _length(run: Interpreter, frame: Frame, arguments: Arguments, place: Place) -> Value:
    first = arguments.positional[0] if len(arguments.positional) == 1 else Unknown("nothing")
    parts = None if run.outlives(first) else access.unrolled(run, first)
    return Operation("len", tuple(arguments.positional)) if parts is None else Literal("int", len(parts))


def _truth(run: Interpreter, frame: Frame, arguments: Arguments, place: Place) -> Value:
    known = truth.of(run, arguments.positional[0]) if len(arguments.positional) == 1 else None
    return calls.opaque(run, External("builtins.bool"), arguments, place) if known is None else Literal("bool", known)


def _replace(run: Interpreter, frame: Frame, arguments: Arguments, place: Place) -> Value:
    if not arguments.positional:
        return Unknown("replace of nothing")
    base = arguments.positional[0]
    made = run.new("copy", place, Content(base=base, complete=not arguments.unknown))
    for (name, value), where in zip(arguments.named, arguments.named_places):
        if name is not None:
            assign.put(run, made, Entry(Literal("str", name), value, True, where, where))
    return made


def _asdict(run: Interpreter, frame: Frame, arguments: Arguments, place: Place) -> Value:
    return _dict(run, frame, Arguments(arguments.positional[:1], arguments.places[:1]), place)


def _run_coroutine(run: Interpreter, frame: Frame, arguments: Arguments, place: Place) -> Value:
    from stategraph_lint.program.expressions import awaited

    return awaited(arguments.positional[0]) if arguments.positional else Unknown("nothing to run")


def _nothing(run: Interpreter, frame: Frame, arguments: Arguments, place: Place) -> Value:
    return Literal("none", None)


def _changing(name: str, position: int = 0) -> Known:
    """Give a function that changes one of its arguments in place, as `heapq.heappush` does."""

    def apply(run: Interpreter, frame: Frame, arguments: Arguments, place: Place) -> Value:
        target = arguments.positional[position] if position < len(arguments.positional) else None
        if target is None or isinstance(target, (Literal, Unknown)):
            return Unknown(name)
        for option in target.options if isinstance(target, Choice) else (target,):
            if isinstance(option, Object):
                content = run.content(option)
                loose = tuple(Item(item.value, item.spread, False, item.place) for item in content.items)
                run.heap.set(option, replace(content, items=loose, complete=False))
            else:
                assign.changed(run, frame, option, name, None, None, place.span)
        return access.elements(run, target) if "pop" in name else Literal("none", None)

    return apply


def _setitem(run: Interpreter, frame: Frame, arguments: Arguments, place: Place) -> Value:
    if len(arguments.positional) == 3:
        base, key, value = arguments.positional
        assign.set_key(run, frame, base, key, value, "[]=", place.span, arguments.places[2])
    return Literal("none", None)


def _delitem(run: Interpreter, frame: Frame, arguments: Arguments, place: Place) -> Value:
    if len(arguments.positional) == 2:
        base, key = arguments.positional
        assign.remove(run, frame, base, key, "del", place.span)
    return Literal("none", None)


_CHANGING = {
    "bisect": "insort insort_left insort_right",
    "heapq": "heapify heappop heappush heappushpop heapreplace",
    "random": "shuffle",
}

_KNOWN: dict[str, Known] = {
    **{f"{module}.{name}": _changing(name) for module, names in _CHANGING.items() for name in names.split()},
    "operator.setitem": _setitem,
    "operator.delitem": _delitem,
    "builtins.list": _sequence("list"),
    "builtins.tuple": _sequence("tuple"),
    "builtins.set": _sequence("set"),
    "builtins.frozenset": _sequence("set"),
    "builtins.sorted": _sorted,
    "builtins.reversed": _reversed,
    "collections.deque": _sequence("list"),
    "builtins.dict": _dict,
    "builtins.dict.fromkeys": _fromkeys,
    "collections.OrderedDict": _dict,
    "collections.defaultdict": _open_dict,
    "collections.Counter": _open_dict,
    "collections.ChainMap": _open_dict,
    "builtins.str": _text,
    "builtins.repr": _text,
    "builtins.len": _length,
    "builtins.bool": _truth,
    "builtins.isinstance": _isinstance,
    "builtins.super": _super,
    "builtins.getattr": _getattr,
    "builtins.setattr": _setattr,
    "builtins.enumerate": _enumerate,
    "builtins.zip": _zip,
    "builtins.map": _map,
    "builtins.filter": _filter,
    "builtins.range": _range,
    "builtins.print": _nothing,
    "copy.copy": _copy,
    "copy.deepcopy": _deepcopy,
    "copy.replace": _replace,
    "dataclasses.replace": _replace,
    "dataclasses.asdict": _asdict,
    "functools.partial": _partial,
    "functools.reduce": _reduced,
    "builtins.next": _next,
    "builtins.iter": _iter,
    "functools.partialmethod": _partial,
    "itertools.chain": _chain,
    "typing.cast": _cast,
    "asyncio.run": _run_coroutine,
}
