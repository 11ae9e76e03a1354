"""Types as annotations spell them, taken apart the way typing does at run time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from stategraph_lint.facts import syntax as s
from stategraph_lint.program.scopes import Frame
from stategraph_lint.program.values import ClassValue, External, FunctionValue, Literal, Place, TypeExpression, Value


@dataclass(frozen=True, eq=False, slots=True)
class Type:
    """Any type."""


@dataclass(frozen=True, eq=False, slots=True)
class Plain(Type):
    """A class, with the arguments it was subscripted with: `list[int]`, `State`, `None`.

    `origin` is an `External` with a canonical name (`builtins.list`, `collections.abc.Sequence`, `builtins.None`) or a
    `ClassValue`. `typing.List` and kin come as what `typing.get_origin` gives: `builtins.list`; `spelled` keeps how it
    was written when that differs.
    """

    origin: Value
    arguments: tuple[Type, ...] = ()
    spelled: str = ""


@dataclass(frozen=True, eq=False, slots=True)
class Union(Type):
    """`X | Y`, `Union[X, Y]`, `Optional[X]`; flat, without repetitions."""

    options: tuple[Type, ...]


@dataclass(frozen=True, eq=False, slots=True)
class LiteralType(Type):
    """`Literal[...]`: the values."""

    values: tuple[Value, ...]


@dataclass(frozen=True, eq=False, slots=True)
class Metadata:
    """One metadata item of `Annotated`."""

    value: Value
    node: s.AnyExpr
    place: Place


@dataclass(frozen=True, eq=False, slots=True)
class Annotated(Type):
    """`Annotated[inner, metadata...]`; nested ones are flattened, as typing does."""

    inner: Type
    metadata: tuple[Metadata, ...]


@dataclass(frozen=True, eq=False, slots=True)
class Wrapped(Type):
    """`Required`, `NotRequired`, `ReadOnly`, `ClassVar`, `Final`, `InitVar` around a type; `kind` says which."""

    kind: str
    inner: Type


@dataclass(frozen=True, eq=False, slots=True)
class Variable(Type):
    """A type variable."""

    name: str


@dataclass(frozen=True, eq=False, slots=True)
class Special(Type):
    """A special form that is no class: `typing.Any`, `typing.Callable[...]`, an opaque alias; `name` says which."""

    name: str
    arguments: tuple[Type, ...] = ()
    inner: Type | None = None


@dataclass(frozen=True, eq=False, slots=True)
class Unclear(Type):
    """A type that cannot be told; `reason` says why.

    `missing` is the name when evaluating it raises NameError at run time; `error` the exception when it raises another.
    """

    reason: str
    missing: str | None = None
    error: str | None = None


@dataclass(frozen=True, eq=False, slots=True)
class Spelling:
    """Where a type was written, and the scope it was written in."""

    node: s.AnyExpr
    frame: Frame
    place: Place


def walk(type_: Type) -> Iterator[Type]:
    """Give a type and every type inside it."""
    yield type_
    for part in parts(type_):
        yield from walk(part)


def parts(type_: Type) -> tuple[Type, ...]:
    """Give the types a type is directly made of."""
    if isinstance(type_, Plain):
        return type_.arguments
    if isinstance(type_, Union):
        return type_.options
    if isinstance(type_, (Annotated, Wrapped)):
        return (type_.inner,)
    if isinstance(type_, Special):
        return type_.arguments if type_.inner is None else (*type_.arguments, type_.inner)
    return ()


def failure(type_: Type) -> str | None:
    """Give the exception that evaluating a type raises, such as `NameError: name 'Item' is not defined`."""
    for part in walk(type_):
        if isinstance(part, Unclear) and part.missing is not None:
            return f"NameError: name '{part.missing}' is not defined"
        if isinstance(part, Unclear) and part.error is not None:
            return part.error
    return None


def name_of(value: Value) -> str:
    """Give the short name of a class, function or outside object, `?` where it has none."""
    if isinstance(value, External):
        return value.name.rpartition(".")[2]
    if isinstance(value, ClassValue):
        return value.node.name
    if isinstance(value, FunctionValue):
        return value.name
    if isinstance(value, TypeExpression) and isinstance(value.node, s.Call) and value.node.arguments:
        first = value.node.arguments[0].value
        return str(first.value) if isinstance(first, s.Constant) else "?"
    return "?"


def describe(type_: Type) -> str:
    """Give a type as readable text, such as `list[str] | None`; what cannot be told is `?`."""
    if isinstance(type_, Plain):
        return _subscripted(name_of(type_.origin), type_.arguments)
    if isinstance(type_, Union):
        return " | ".join(map(describe, type_.options))
    if isinstance(type_, LiteralType):
        return f"Literal[{', '.join(map(_literal, type_.values))}]"
    if isinstance(type_, Annotated):
        return f"Annotated[{', '.join([describe(type_.inner), *(_item(item.value) for item in type_.metadata)])}]"
    if isinstance(type_, Wrapped):
        return f"{type_.kind}[{describe(type_.inner)}]"
    if isinstance(type_, Variable):
        return type_.name
    if isinstance(type_, Special) and type_.name == "parameters":
        return f"[{', '.join(map(describe, type_.arguments))}]"
    if isinstance(type_, Special):
        name = type_.name if type_.name == "..." else type_.name.rpartition(".")[2]
        return _subscripted(name, type_.arguments)
    return "?"


def _subscripted(name: str, arguments: tuple[Type, ...]) -> str:
    return f"{name}[{', '.join(map(describe, arguments))}]" if arguments else name


def _literal(value: Value) -> str:
    return repr(value.value) if isinstance(value, Literal) else name_of(value)


def _item(value: Value) -> str:
    text = _literal(value)
    return "..." if text == "?" else text
