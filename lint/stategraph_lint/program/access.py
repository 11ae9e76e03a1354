"""Reading parts of values: attributes, items, slices, elements."""

from __future__ import annotations

from stategraph_lint.facts import syntax as s
from stategraph_lint.program import classes
from stategraph_lint.program.heap import Content, join, some
from stategraph_lint.program.interpreter import Interpreter
from stategraph_lint.program.scopes import Frame
from stategraph_lint.program.traces import Reading
from stategraph_lint.program.values import (
    Choice,
    ClassValue,
    CopyOf,
    Entry,
    External,
    FieldOf,
    FunctionValue,
    Generated,
    Listing,
    Literal,
    ModuleValue,
    Object,
    Operation,
    Parameter,
    Partial,
    Place,
    Result,
    SliceOf,
    Unknown,
    Value,
)

# Styles of reading whose values are those of another style.
_LIKE = {"getattr": "attribute", "copied": "item"}
SEQUENCES = frozenset({"list", "tuple", "set"})


def is_state(value: Value) -> bool:
    """Tell whether a value is the state that a node was given."""
    return isinstance(value, Parameter) and value.role == "state"


def attribute(run: Interpreter, frame: Frame, base: Value, name: str, span: s.Span, style: str = "attribute") -> Value:
    """Give `base.name`; the style is getattr where a default stands in for a missing one."""
    base = run.forced(base)
    if isinstance(base, (ModuleValue, External)):
        return run.imports.member(base, name)
    if isinstance(base, Choice):
        return join(attribute(run, frame, option, name, span, style) for option in base.options)
    if isinstance(base, ClassValue):
        return classes.class_attribute(run, base, name)
    if isinstance(base, Object) and base.kind in ("instance", "builder"):
        return _instance_attribute(run, base, name)
    if isinstance(base, FunctionValue) and name == "__name__" and written(run.content(base), name) is None:
        return Literal("str", base.name)
    if isinstance(base, Literal) and base.kind == "str":
        if name == "value":
            # Text has no such attribute: it is a member of a text enum.
            return base
        # A bound method of a builtin takes what the method takes, but for its first argument.
        return Partial(External(f"builtins.str.{name}"), (base,), ())
    if isinstance(base, (Literal, Unknown)):
        return Unknown(f"`.{name}` of an unknown value")
    return read(run, frame, base, name, style, span)


def _instance_attribute(run: Interpreter, base: Object, name: str) -> Value:
    if base in run.constructors and not run.in_body:
        from stategraph_lint.program.calls import initialize

        initialize(run, base)
    content = run.content(base)
    found = written(content, name)
    if found is not None and found.must:
        return found.value
    options: list[Value] = [] if found is None else [found.value]
    cls = content.cls
    member = classes.instance_attribute(run, base, cls, name) if cls is not None else None
    if member is not None:
        return join([*options, member])
    for named, value in content.named:
        if named == name:
            return join([*options, value])
    return join([*options, run.field(base, name, "attribute")])


def read(
    run: Interpreter, frame: Frame, base: Value, key: str, style: str, span: s.Span, default: Value | None = None
) -> Value:
    """Give a known key of a symbolic value, with what the code assigned to it before."""
    conditions = tuple(frame.conditions)
    place, certain = frame.place(span), run.certain
    run.trace.readings.append(Reading(base, key, style, place, certain, run.attempts, conditions, frame.function))
    content = run.content(base)
    found = written(content, key)
    if found is not None and found.must:
        return found.value
    if key in content.without:
        return default if default is not None else Unknown(f"`{key}` was removed")
    owner = _plain(run, base)
    plain = run.field(owner, key, _LIKE.get(style, style), default if style == "get" else None)
    if (id(owner), key) in run.emptied:
        # Where a test says that it is empty, it is a part of itself that holds nothing.
        plain = SliceOf(plain, False)
    return plain if found is None else join([found.value, plain])


def _plain(run: Interpreter, base: Value) -> Value:
    """A shallow copy shares what it holds with what it was made from."""
    if isinstance(base, Object) and base.kind == "copy":
        return run.content(base).base or base
    return base.base if isinstance(base, SliceOf) and base.whole else base


def written(content: Content, key: str) -> Entry | None:
    """Give the last entry that the code wrote for a known key."""
    for entry in reversed(content.entries):
        if isinstance(entry.key, Literal) and entry.key.value == key:
            return entry
    return None


def item(
    run: Interpreter, frame: Frame, base: Value, index: Value, span: s.Span, default: Value | None = None
) -> Value:
    """Give `base[index]`, or with a default `base.get(index, default)`."""
    base = run.forced(base)
    if isinstance(base, Choice):
        return join(item(run, frame, option, index, span, default) for option in base.options)
    if isinstance(index, Choice):
        return join(item(run, frame, base, option, index_span(span), default) for option in index.options)
    if isinstance(base, Object):
        return _object_item(run, frame, base, index, span, default)
    if isinstance(base, Unknown):
        return base
    if isinstance(base, Generated) and base.kind in ("list", "dict"):
        return base.element if default is None else join([base.element, default])
    if isinstance(index, Literal) and index.kind == "str":
        style = "item" if default is None else "get"
        return read(run, frame, base, str(index.value), style, span, default)
    if isinstance(base, Operation) and base.operator == "+":
        return join(run.item(_plain(run, operand), index) for operand in base.operands)
    found = run.item(_plain(run, base), index)
    # That a key is missing is not proven, so None in its place is not either.
    return found if default is None or isinstance(default, Literal) else join([found, default])


def index_span(span: s.Span) -> s.Span:
    """Give the range that stands for an index of several possible values: that of the whole subscript."""
    return span


def _object_item(
    run: Interpreter, frame: Frame, base: Object, index: Value, span: s.Span, default: Value | None
) -> Value:
    content = run.content(base)
    if base.kind in SEQUENCES:
        return _sequence_item(run, base, content, index)
    if isinstance(index, Literal) and base.kind in ("dict", "copy", "instance"):
        found = written(content, str(index.value))
        if found is not None and found.must:
            return found.value
        below = [_below(run, frame, part, index, span, default) for part in _wholes(content)]
        options = [found.value] if found is not None else []
        if not below and default is not None:
            below = [default]
        return join([*options, *below]) if options or below else Unknown(f"key {index.value!r}")
    values = [entry.value for entry in content.entries if entry.key is not None]
    values += [_below(run, frame, part, index, span, default) for part in _wholes(content)]
    return join(values) if values else Unknown("an item")


def _wholes(content: Content) -> list[Value]:
    spreads = [entry.value for entry in content.entries if entry.key is None]
    return [*([content.base] if content.base is not None else []), *spreads]


def _below(run: Interpreter, frame: Frame, base: Value, index: Value, span: s.Span, default: Value | None) -> Value:
    """Give an item of a dict that took it over, by `**` or as a copy, from something that may have it as attribute."""
    base = run.forced(base)
    symbolic = not isinstance(base, (Choice, Object, Unknown))
    if symbolic and default is None and isinstance(index, Literal) and index.kind == "str":
        return read(run, frame, base, str(index.value), "copied", span)
    return item(run, frame, base, index, span, default)


def _sequence_item(run: Interpreter, base: Object, content: Content, index: Value) -> Value:
    items = content.items
    exact = content.complete and all(part.must and not part.spread for part in items)
    if (
        exact
        and isinstance(index, Literal)
        and isinstance(index.value, int)
        and -len(items) <= index.value < len(items)
    ):
        return items[index.value].value
    return elements(run, base)


def sliced(run: Interpreter, base: Value, index: s.Slice, place: Place) -> Value:
    """Give `base[lower:upper:step]`, a new sequence."""
    base = run.forced(base)
    whole = index.lower is None and index.upper is None and index.step is None
    if isinstance(base, Object) and base.kind in SEQUENCES:
        content = run.content(base)
        if whole:
            return run.new(base.kind, place, content)
        return run.new(base.kind, place, Content(items=tuple(map(some, content.items)), complete=content.complete))
    if whole and not isinstance(base, Unknown):
        return run.new("copy", place, Content(base=base))
    return SliceOf(base, whole)


def elements(run: Interpreter, value: Value) -> Value:
    """Give the value that stands for what iterating over a value gives."""
    value = run.forced(value)
    if isinstance(value, Choice):
        return join(elements(run, option) for option in value.options)
    if isinstance(value, Object):
        content = run.content(value)
        if is_unordered(run, value):
            return run.element(value)
        if value.kind == "dict":
            keys = [entry.key for entry in content.entries if entry.key is not None]
            return join([*keys, *([Unknown("a key")] if _wholes(content) or not keys else [])])
        parts = [elements(run, part.value) if part.spread else part.value for part in content.items]
        parts += [elements(run, content.base)] if content.base is not None else []
        return join(parts) if parts else Unknown("an element of an empty sequence")
    if isinstance(value, Generated):
        return value.key if value.kind == "dict" and value.key is not None else value.element
    if isinstance(value, SliceOf):
        return elements(run, value.base)
    if is_unordered(run, value):
        return run.element(value)
    if isinstance(value, Operation) and value.operator in ("+", "|", "-", "&", "*", "sorted"):
        return join(elements(run, operand) for operand in value.operands)
    if isinstance(value, (Unknown, Literal)):
        return Unknown("an element")
    return run.element(value)


SET_METHODS = frozenset({"union", "intersection", "difference", "symmetric_difference"})


def is_unordered(run: Interpreter, value: Value) -> bool:
    """Tell whether a value is surely a set, of more than one constant, whose order differs from run to run."""
    if isinstance(value, Object):
        items = run.content(value).items
        return value.kind == "set" and any(item.spread or len(items) > 1 for item in items)
    if isinstance(value, Listing):
        return value.kind == "set" and any(item.spread or len(value.items) > 1 for item in value.items)
    if isinstance(value, Generated):
        return value.kind == "set"
    if isinstance(value, Operation) and value.operator in ("|", "&", "-", "^"):
        return any(is_unordered(run, side) or _is_view(side) for side in value.operands)
    if isinstance(value, Result) and isinstance(value.function, FieldOf):
        return value.function.key in SET_METHODS and is_unordered(run, value.function.base)
    return isinstance(value, (CopyOf, SliceOf)) and is_unordered(run, value.base)


def _is_view(value: Value) -> bool:
    """Tell whether a value is what `keys`, `values` or `items` of a dict gives."""
    return isinstance(value, Generated) and value.kind == "view"


def unrolled(run: Interpreter, value: Value) -> list[Value] | None:
    """Give the exact elements of a value that was built from literals; None when they cannot be told."""
    value = run.forced(value)
    if not isinstance(value, Object) or value.kind not in (*SEQUENCES, "dict"):
        return None
    content = run.content(value)
    if not content.complete or content.base is not None or content.without:
        return None
    if value.kind == "dict":
        keys = [entry.key for entry in content.entries]
        plain = all(isinstance(key, Literal) for key in keys) and all(entry.must for entry in content.entries)
        return list(dict.fromkeys(key for key in keys if key is not None)) if plain else None
    if any(part.spread or not part.must for part in content.items) or len(content.items) > 64:
        return None
    return [part.value for part in content.items]


__all__ = ["CopyOf", "attribute", "elements", "is_state", "item", "read", "sliced", "unrolled", "written"]
