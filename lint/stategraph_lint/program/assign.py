"""Writing: names, attributes, items, and changes in place."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from stategraph_lint.facts import syntax as s
from stategraph_lint.program import access
from stategraph_lint.program.heap import Content, join, lessened, some
from stategraph_lint.program.interpreter import Interpreter
from stategraph_lint.program.parts import parts
from stategraph_lint.program.scopes import Frame
from stategraph_lint.program.traces import Mutation
from stategraph_lint.program.values import (
    Changed,
    Choice,
    ClassValue,
    ElementOf,
    Entry,
    FunctionValue,
    Item,
    Literal,
    Object,
    Operation,
    Place,
    SliceOf,
    Unknown,
    Value,
)


def bind(run: Interpreter, frame: Frame, target: s.AnyExpr, value: Value, place: Place | None = None) -> None:
    """Assign a value to a target; `place` is where the value stands."""
    if isinstance(target, s.Name):
        if target.id in frame.outer and not _is_own(run, frame, target.id):
            run.note(frame, "sets", value, target.span, target.id)
        set_name(run, frame, target.id, value)
    elif isinstance(target, s.Starred):
        bind(run, frame, target.value, run.new("list", frame.place(target.span), _rest(value)))
    elif isinstance(target, s.Sequence):
        _destructure(run, frame, target, value)
    elif isinstance(target, s.Attribute):
        base = run.evaluate(target.value, frame)
        key = Literal("str", target.name)
        set_key(run, frame, base, key, value, ".=", target.span, place)
    elif isinstance(target, s.Subscript):
        base = run.evaluate(target.value, frame)
        if isinstance(target.index, s.Slice) and isinstance(base, Object):
            lessen(run, base)
            extend(run, base, value, frame.place(target.span))
            return
        index = Unknown("a slice") if isinstance(target.index, s.Slice) else run.evaluate(target.index, frame)
        set_key(run, frame, base, index, value, "[]=", target.span, place)


def set_name(run: Interpreter, frame: Frame, name: str, value: Value) -> None:
    """Bind a name in a frame, or outside it where `global` or `nonlocal` say so."""
    record = run.graph_of.get(value)
    if record is not None and record.name is None:
        record.name = name
    if name not in frame.outer:
        frame.env.set(name, value)
        return
    outer = frame.parent
    while outer is not None and outer.env.get(name) is None:
        outer = outer.parent
    if outer is not None:
        outer.env.set(name, join([outer.env.get(name), value]))
    else:
        # Nothing but the declaration says that the name is one of the module.
        frame.env.set(name, value)


def _is_own(run: Interpreter, frame: Frame, name: str) -> bool:
    """Tell whether a nonlocal name is one of the body that runs now."""
    outer = frame.parent
    while outer is not None and outer.env.get(name) is None:
        outer = outer.parent
    return outer is not None and outer.noted is run.trace


def _rest(value: Value) -> Content:
    return Content(items=(some(Item(value, spread=True)),))


def _destructure(run: Interpreter, frame: Frame, target: s.Sequence, value: Value) -> None:
    exact = access.unrolled(run, value)
    starred = any(isinstance(item, s.Starred) for item in target.items)
    if exact is not None and not starred and len(exact) == len(target.items):
        for item, part in zip(target.items, exact):
            bind(run, frame, item, part)
        return
    for number, item in enumerate(target.items):
        if isinstance(item, s.Starred):
            bind(run, frame, item, value)
        else:
            part = access.item(run, frame, value, Literal("int", number), target.span)
            bind(run, frame, item, part)


def put(run: Interpreter, base: Value, entry: Entry) -> None:
    """Write an entry into an object, or note it for a symbolic value."""
    content = run.content(base)
    without = content.without
    if isinstance(entry.key, Literal):
        without = without - {str(entry.key.value)}
    run.heap.set(base, replace(content, entries=(*content.entries, entry), without=without))


def set_key(
    run: Interpreter,
    frame: Frame,
    base: Value,
    key: Value,
    value: Value,
    how: str,
    span: s.Span,
    place: Place | None = None,
) -> None:
    """Assign `base[key] = value` or `base.key = value`."""
    if isinstance(base, Choice):
        with run.maybe():
            for option in base.options:
                set_key(run, frame, option, key, value, how, span, place)
        return
    outlasting(run, frame, base, span)
    if isinstance(base, Object) and base.kind in ("list", "tuple", "set"):
        content = run.content(base)
        run.heap.set(base, replace(content, items=(*content.items, Item(value, must=False))))
        return
    record = run.graph_of.get(value)
    if record is not None and record.name is None and isinstance(key, Literal):
        record.name = str(key.value)
    if isinstance(base, (Unknown, Literal, ClassValue, FunctionValue)):
        return
    if not isinstance(base, Object):
        changed(run, frame, base, how, key, value, span)
    put(run, base, Entry(key, value, True, frame.place(span), place))


def changed(
    run: Interpreter,
    frame: Frame,
    base: Value,
    how: str,
    key: Value | None,
    value: Value | None,
    span: s.Span,
    *,
    for_effect: bool = False,
) -> None:
    """Report a change in place of something the code did not build."""
    frozen = value and run.freeze(value)
    place, conditions = frame.place(span), tuple(frame.conditions)
    made = Mutation(base, how, key, frozen, place, run.certain, run.via, conditions, for_effect)
    run.trace.mutations.append(made)


def outlasting(run: Interpreter, frame: Frame, base: Value, span: s.Span) -> None:
    """Report a change of something that was there before the body that runs now, and stays behind it."""
    if isinstance(base, (Object, ClassValue)) and run.in_body and (isinstance(base, ClassValue) or run.outlives(base)):
        run.note(frame, "sets", base, span)


def remove(run: Interpreter, frame: Frame, base: Value, key: Value, how: str, span: s.Span) -> None:
    """Delete a key."""
    if isinstance(base, Choice):
        with run.maybe():
            for option in base.options:
                remove(run, frame, option, key, how, span)
        return
    if isinstance(base, (Unknown, Literal)):
        return
    outlasting(run, frame, base, span)
    if not isinstance(base, Object):
        changed(run, frame, base, how, key, None, span)
    content = run.content(base)
    if isinstance(key, Literal) and isinstance(key.value, str):
        entries = tuple(entry for entry in content.entries if not _is(entry.key, key.value))
        run.heap.set(base, replace(content, entries=entries, without=content.without | {key.value}))
    elif isinstance(base, Object):
        lessen(run, base)
    else:
        run.heap.set(base, replace(content, complete=False))


def lessen(run: Interpreter, base: Object) -> None:
    """Take some part, nobody knows which, out of an object."""
    run.heap.set(base, lessened(run.content(base)))


def sort(run: Interpreter, base: Object) -> None:
    """Put what an object holds in order: what comes from a set has the order of the set no longer."""
    content = run.content(base)
    items = tuple(_sorted(run, item) for item in content.items)
    run.heap.set(base, replace(content, items=items))


def _sorted(run: Interpreter, item: Item) -> Item:
    inner = item.value
    element = any(isinstance(part, ElementOf) and access.is_unordered(run, part.base) for part in parts(inner))
    if element or (item.spread and access.is_unordered(run, inner)):
        return replace(item, value=Operation("sorted", (inner,)))
    return item


def _is(key: Value | None, text: str) -> bool:
    return isinstance(key, Literal) and key.value == text


def merge_into(run: Interpreter, made: Value, value: Value) -> None:
    """Do `made.update(value)`, or the `**value` of a display."""
    value = run.forced(value, always=True)
    if isinstance(value, Object) and value.kind in ("dict", "copy") and not run.content(value).items:
        content = run.content(value)
        run.step(len(content.entries))
        whole = (Entry(None, content.base),) if content.base is not None else ()
        mine = run.content(made)
        run.heap.set(
            made,
            replace(
                mine,
                entries=(*mine.entries, *whole, *content.entries),
                without=mine.without | content.without if not mine.entries else mine.without,
                complete=mine.complete and content.complete,
            ),
        )
        return
    if isinstance(value, Changed):
        value = value.base
    own = run.content(value) if not isinstance(value, Object) else Content()
    plain = value.base if isinstance(value, SliceOf) and value.whole else value
    mine = run.content(made)
    without = mine.without | own.without if not mine.entries else mine.without
    entries = (*mine.entries, Entry(None, plain), *own.entries)
    complete = mine.complete and own.complete
    run.heap.set(made, replace(mine, entries=entries, without=without, complete=complete))


def augment(run: Interpreter, frame: Frame, statement: s.AugmentedAssign) -> None:
    """Do `target operator= value`."""
    target = statement.target
    old = run.evaluate(target, frame)
    value = run.evaluate(statement.value, frame)
    run.refuse(frame, value, statement.span)
    options = old.options if isinstance(old, Choice) else (old,)
    joined: list[Value] = []

    def arm(option: Value) -> Callable[[], None]:
        return lambda: joined.append(_augmented(run, frame, statement, option, value))

    if len(options) == 1:
        arm(old)()
    else:
        run.fork(frame, [arm(option) for option in options])
    result = join(joined)
    if result is not old:
        bind(run, frame, target, result, frame.place(statement.span))


def _augmented(run: Interpreter, frame: Frame, statement: s.AugmentedAssign, old: Value, value: Value) -> Value:
    """Give what `old operator= value` leaves: the same object where it is changed in place."""
    from stategraph_lint.program.expressions import combine

    if isinstance(old, Object) and old.kind in ("list", "set", "dict", "copy"):
        outlasting(run, frame, old, statement.span)
        extend(run, old, value, frame.place(statement.value.span))
        return old
    if not isinstance(old, (Literal, Unknown, Operation)):
        # The same range as the assignment that follows, so that one statement is one change.
        span = statement.span if isinstance(statement.target, s.Name) else statement.target.span
        changed(run, frame, old, f"{statement.operator}=", None, value, span)
    joined = combine(run, frame, statement.operator, old, value, statement.span)
    return replace(joined, in_place=True) if isinstance(joined, Operation) else joined


def extend(run: Interpreter, base: Object, value: Value, place: Place) -> None:
    """Add what an iterable or mapping holds to an object that was built here."""
    from stategraph_lint.program.expressions import spread

    content = run.content(base)
    if base.kind == "dict" or (base.kind == "copy" and isinstance(value, Object) and value.kind == "dict"):
        merge_into(run, base, value)
        return
    run.heap.set(base, replace(content, items=(*content.items, *spread(run, value, place))))
