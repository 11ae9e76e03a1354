"""Classes of the project: their bases, their members, and what instances get from them."""

from __future__ import annotations

from dataclasses import replace

from stategraph_lint.facts import syntax as s
from stategraph_lint.facts.libraries import STATE_GRAPH
from stategraph_lint.program.heap import Content
from stategraph_lint.program.interpreter import Interpreter
from stategraph_lint.program.scopes import Frame
from stategraph_lint.program.values import (
    Choice,
    ClassValue,
    Entry,
    External,
    FunctionValue,
    Imported,
    Literal,
    Object,
    TypeExpression,
    Unknown,
    Value,
)

_ENUMS = frozenset({"enum.Enum", "enum.StrEnum", "enum.IntEnum", "enum.Flag", "enum.IntFlag"})
_TEXT = frozenset({"builtins.str", "enum.StrEnum"})


def bases(run: Interpreter, cls: ClassValue) -> list[Value]:
    """Give the bases of a class; of a subscripted base its origin. Bases that cannot be read are Unknown."""
    out: list[Value] = []
    for argument in cls.node.arguments:
        if argument.keyword is None and argument.star != "**":
            value = run.evaluate(argument.value, cls.frame) if not argument.star else Unknown("starred bases")
            out.append(origin(run, value))
    return out


def origin(run: Interpreter, value: Value) -> Value:
    """Give what a subscripted class was made from; of a choice, what is a class."""
    if isinstance(value, Choice):
        usable = [option for option in value.options if isinstance(option, (ClassValue, External, TypeExpression))]
        return origin(run, usable[0]) if len(usable) == 1 else Unknown("a base that depends on the path taken")
    if isinstance(value, TypeExpression) and isinstance(value.node, s.Subscript):
        return origin(run, run.evaluate(value.node.value, value.frame))
    return value


def mro(run: Interpreter, cls: Value, depth: int = 0) -> list[Value]:
    """Give a class and its ancestors in the order of lookup; ancestors outside the project end their line."""
    if not isinstance(cls, ClassValue) or depth > 20:
        return [cls]
    known: list[Value] | None = run.kept.get(("mro", cls))
    if known is None:
        known = _mro(run, cls, depth)
        if not any(isinstance(ancestor, Unknown) for ancestor in known):
            run.kept["mro", cls] = known
    return known


def _mro(run: Interpreter, cls: ClassValue, depth: int) -> list[Value]:
    lines = [mro(run, base, depth + 1) for base in bases(run, cls)]
    flat = [ancestor for line in lines for ancestor in line]
    out: list[Value] = [cls]
    for index, ancestor in enumerate(flat):
        if not any(equal(ancestor, later) for later in flat[index + 1 :]):
            out.append(ancestor)
    return out


def equal(left: Value, right: Value) -> bool:
    """Tell whether two values are the same class or outside object."""
    if isinstance(left, External) and isinstance(right, External):
        return left.name == right.name
    if isinstance(left, ClassValue) and isinstance(right, ClassValue):
        return left.node is right.node and left.frame.scope is right.frame.scope
    return left is right


def has_base(run: Interpreter, cls: Value, names: frozenset[str]) -> bool:
    """Tell whether a class is, or inherits from, an outside class of one of these names."""
    return any(isinstance(base, External) and base.name in names for base in mro(run, cls))


def frame_of(run: Interpreter, cls: ClassValue) -> Frame:
    """Give the frame of a class body, run once."""
    found = run.class_frames.get(cls)
    if found is None:
        qualname = f"{cls.qualname}."
        found = Frame(cls.frame.scope, cls.frame, entry=cls.frame.entry, owner=cls, kind="class", qualname=qualname)
        run.class_frames[cls] = found
        with run.at_top() if cls.frame.kind == "module" else run.surely():
            run.block(cls.node.body, found)
    return found


def member(run: Interpreter, cls: Value, name: str) -> tuple[Value, ClassValue] | None:
    """Give what a class or an ancestor in the project defines under a name, and which one does."""
    for ancestor in mro(run, cls):
        if isinstance(ancestor, ClassValue):
            found = frame_of(run, ancestor).env.get(name)
            if found is not None:
                return run.resolved(found), ancestor
    return None


def class_attribute(run: Interpreter, cls: ClassValue, name: str) -> Value:
    """Give `Class.name`."""
    found = member(run, cls, name)
    if found is None:
        if name in ("__name__", "__qualname__"):
            return Literal("str", cls.node.name)
        outside = [base for base in mro(run, cls) if isinstance(base, External)]
        if len(outside) == 1 and outside[0].name == STATE_GRAPH:
            return External(f"{outside[0].name}.{name}")
        return Unknown(f"`{cls.node.name}.{name}`")
    value, owner = found
    if isinstance(value, FunctionValue) and value.binding == "class":
        return replace(value, self_value=cls)
    if has_base(run, cls, _ENUMS) and not isinstance(value, FunctionValue):
        return _enum_member(run, cls, name, value, owner)
    return value


def _enum_member(run: Interpreter, cls: ClassValue, name: str, value: Value, owner: ClassValue) -> Value:
    if has_base(run, cls, _TEXT):
        # A member of a text enum is the text, wherever it is used as a key or a name.
        return value if isinstance(value, Literal) else Literal("str", name.lower())
    entries = (Entry(Literal("str", "value"), value), Entry(Literal("str", "name"), Literal("str", name)))
    return run.new("instance", owner.place, Content(cls=cls, entries=entries))


def instance_attribute(run: Interpreter, base: Value, cls: Value, name: str) -> Value | None:
    """Give what an instance gets from its class: a bound method, a property's value, a class attribute."""
    found = member(run, cls, name)
    if found is None:
        return None
    value, _ = found
    if not isinstance(value, FunctionValue) or value.binding == "static" or value.self_value is not None:
        return value
    if value.binding == "class":
        return replace(value, self_value=cls)
    bound = replace(value, self_value=base)
    if value.binding == "property":
        from stategraph_lint.program import calls

        return calls.apply(run, bound, calls.Arguments(), value.place)
    return bound


def instantiate(run: Interpreter, cls: Value, name: str = "") -> Object:
    """Give an instance of a class made by an unknown caller, its constructor run with unknown arguments."""
    from stategraph_lint.program import calls

    assert isinstance(cls, ClassValue)
    made = run.new("instance", cls.place, Content(cls=cls))
    init = instance_attribute(run, made, cls, "__init__")
    if isinstance(init, FunctionValue):
        calls.apply(run, init, calls.Arguments(unknown=True), cls.place)
    return made


__all__ = [
    "Imported",
    "bases",
    "class_attribute",
    "equal",
    "frame_of",
    "has_base",
    "instance_attribute",
    "member",
    "mro",
]
