"""Read schemas from the values that are handed to `StateGraph`, mirroring `_get_channels` and `get_type_hints`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from stategraph_lint.facts import syntax as s
from stategraph_lint.facts.libraries import BASE_MODEL, DATACLASS, TYPED_DICT
from stategraph_lint.facts.library_schemas import ADDED_SCHEMAS, LIBRARY_SCHEMAS, OMITTED, LibrarySchema
from stategraph_lint.program import calls, classes
from stategraph_lint.program.class_fields import functional_fields, is_typed_dict_call, own_fields
from stategraph_lint.program.class_kinds import decorators, is_dataclass
from stategraph_lint.program.interpreter import Exhausted, Interpreter
from stategraph_lint.program.library_types import library_type
from stategraph_lint.program.module_scope import ModuleScope
from stategraph_lint.program.schemas import Field, Schema
from stategraph_lint.program.type_reader import type_of_value
from stategraph_lint.program.types import Annotated, Plain, Special, Type, Wrapped, describe, failure
from stategraph_lint.program.values import (
    ClassValue,
    External,
    FunctionValue,
    Listing,
    Literal,
    MergedClass,
    ModuleValue,
    Object,
    Place,
    Result,
    Table,
    TypeExpression,
    Unknown,
    Value,
)

MAX_STEPS = 40_000
# What follows the annotations of a class where they are changed.
_CHANGED = r"(\[[^\]\n]*\]\s*=(?!=)|\.(update|setdefault|pop|clear)\(|\s*\|?=(?!=))"
_NOWHERE = s.Span(1, 1, 1, 1)
# Bases that bring no fields.
_EMPTY = frozenset(
    (
        *TYPED_DICT,
        *BASE_MODEL,
        "abc.ABC",
        "builtins.object",
        "builtins.dict",
        "enum.Enum",
        "pydantic.generics.GenericModel",
        "typing.Generic",
        "typing.NamedTuple",
        "typing.Protocol",
        "typing.Any",
    )
)
_MODELS = BASE_MODEL | {"pydantic.generics.GenericModel"}
# Decorators that give back the class, or a class with the same annotations.
_DECORATORS = DATACLASS | {
    "attr.attrs",
    "attr.dataclass",
    "attr.s",
    "attrs.define",
    "attrs.frozen",
    "attrs.mutable",
    "dataclass_json.dataclass_json",
    "dataclasses_json.dataclass_json",
    "functools.total_ordering",
    "typing.dataclass_transform",
    "typing.deprecated",
    "typing.final",
    "typing.runtime_checkable",
    "warnings.deprecated",
}
# Classes of the standard library that are written in C and so have no annotations at all.
_STATIC = frozenset(
    {"collections.OrderedDict", "collections.defaultdict", "collections.deque", "types.SimpleNamespace"}
)


def read(run: Interpreter, value: Value, place: Place | None) -> Schema | Unknown:
    """Give the schema of a value; see `schemas.read_schema`."""
    try:
        with run.surely(), run.budget(MAX_STEPS):
            return _read(run, run.forced(value), place)
    except (Exhausted, RecursionError):
        return Unknown("a schema that is too large to read")


def _read(run: Interpreter, value: Value, place: Place | None) -> Schema | Unknown:
    if isinstance(value, ClassValue):
        return _class_schema(run, value)
    if isinstance(value, External):
        return _outside(value, place)
    if isinstance(value, TypeExpression):
        if isinstance(value.node, s.Call):
            return _functional(run, value)
        return _subscripted(run, value)
    if isinstance(value, MergedClass):
        return _merged(run, value)
    return _value(run, value, place)


def _subscripted(run: Interpreter, value: TypeExpression) -> Schema | Unknown:
    """Give the schema of `State[int]`: a class where pydantic makes one, else one channel."""
    origin = classes.origin(run, value)
    if isinstance(origin, ClassValue) and classes.has_base(run, origin, _MODELS):
        return _class_schema(run, origin)
    return Schema("__root__", "root", value, value.frame.place(value.node.span), (), root=type_of_value(run, value))


def _value(run: Interpreter, value: Value, place: Place | None) -> Schema | Unknown:
    """Give the schema of something that is no type."""
    where = place or Place("", _NOWHERE)
    if isinstance(value, Literal):
        return Schema("__root__", "root", value, where, (), root=Special(value.kind))
    if isinstance(value, ModuleValue):
        return Schema(value.name, "root", value, where, (), complete=False, missing="the annotations of a module")
    if isinstance(value, FunctionValue):
        return Schema(value.name, "root", value, value.place, (), complete=False, missing="a function")
    if isinstance(value, Result) and isinstance(value.function, External) and value.function.name == "types.ModuleType":
        return Schema("__root__", "root", value, where, (), complete=False, missing="the annotations of a module")
    display = _display(value)
    if display is not None:
        error = f"TypeError: unhashable type: '{display}'"
        return Schema("__root__", "root", value, where, (), error=error)
    if isinstance(value, Object) and value.kind == "instance":
        return Schema("__root__", "root", value, value.place, (), complete=False, missing="an instance")
    return Unknown(value.reason if isinstance(value, Unknown) else "no class")


def _display(value: Value) -> str | None:
    """Give the type of a display that cannot be hashed."""
    kind = "dict" if isinstance(value, Table) else value.kind if isinstance(value, (Object, Listing)) else ""
    return kind if kind in ("dict", "list", "set") else None


# --- schemas of libraries ------------------------------------------------------------------------------------


def _outside(value: External, place: Place | None) -> Schema | Unknown:
    name = value.name
    known = LIBRARY_SCHEMAS.get(name) or ADDED_SCHEMAS.get(name)
    where = place or Place(f"<{name}>", _NOWHERE)
    if known is not None:
        fields = _library_fields(value, known, where)
        return Schema(name.rpartition(".")[2], known.kind, value, where, fields)
    if _is_static(name):
        return Schema(name.rpartition(".")[2], "root", value, where, (), root=Plain(value))
    return Unknown(f"`{name}` is outside the project")


def _is_static(name: str) -> bool:
    return name in _STATIC or name.startswith("builtins.")


def _library_fields(
    value: External, known: LibrarySchema, place: Place, heir: ModuleScope | None = None
) -> tuple[Field, ...]:
    names = heir if known.postponed else None
    return tuple(
        Field(name, library_type(text, place, names), place, None, value, has_default=name in known.defaults)
        for name, text in known.fields
    )


# --- schemas that a library merges ---------------------------------------------------------------------------


def _merged(run: Interpreter, value: MergedClass) -> Schema:
    """Give the TypedDict that `create_agent` makes of schemas, mirroring `langchain.agents.factory._resolve_schema`."""
    found = run.kept.get(value)
    if not isinstance(found, Schema):
        found = run.kept[value] = _fresh_merge(run, value)
    return found


def _fresh_merge(run: Interpreter, value: MergedClass) -> Schema:
    fields: dict[str, Field] = {}
    missing = error = None
    names: list[str] = []
    for index, part in enumerate(value.parts):
        if any(classes.equal(part, later) for later in value.parts[index + 1 :]):
            continue
        schema = _read(run, part, value.place)
        if isinstance(schema, Unknown):
            missing = missing or schema.reason
            continue
        missing, error = missing or schema.missing, error or schema.error
        names.append(schema.name)
        for field in schema.fields:
            if not _is_omitted(field.type, value.side):
                before = fields.get(field.name)
                fields[field.name] = field if before is None else replace(field, overrides=before)
    name = f"the {value.side} of " * bool(value.side) + " & ".join(dict.fromkeys(names))
    return Schema(name, "typeddict", value, value.place, tuple(fields.values()), missing is None, missing, error)


def _is_omitted(type_: Type, side: str) -> bool:
    """Tell whether `OmitFromSchema` in the metadata keeps a field out of the input or the output schema."""
    inner = type_.inner if isinstance(type_, Wrapped) and type_.kind in ("Required", "NotRequired") else type_
    items = inner.metadata if isinstance(inner, Annotated) else ()
    return any(isinstance(item.value, External) and item.value.name in OMITTED.get(side, ()) for item in items)


# --- classes of the project ----------------------------------------------------------------------------------


class _Draft:
    """Collects the fields of a class and of its bases, in the order of `get_type_hints`."""

    def __init__(self, run: Interpreter, cls: ClassValue) -> None:
        self.run = run
        self.cls = cls
        self.fields: dict[str, Field] = {}
        self.missing: str | None = None
        self.error: str | None = None

    def add(self, fields: Iterable[Field]) -> None:
        """Add fields: a name that is there keeps its place in the order and gets the new type."""
        for field in fields:
            self.error = self.error or failure(field.type)
            before = self.fields.get(field.name)
            self.fields[field.name] = field if before is None else replace(field, overrides=before)

    def lost(self, reason: str | None) -> None:
        """Remember why the fields may not be all there are."""
        self.missing = self.missing or reason


def _class_schema(run: Interpreter, cls: ClassValue) -> Schema:
    key = ("schema", id(cls.node), id(cls.frame))
    found = run.kept.get(key)
    if not isinstance(found, Schema):
        found = run.kept[key] = _fresh_schema(run, cls)
    return found


def _edited(cls: Value) -> str | None:
    """Say so where the text of a class's module changes its annotations from outside."""
    if not isinstance(cls, ClassValue):
        return None
    text, name = cls.frame.scope.module.source.text, cls.node.name
    if "__annotations__" not in text or re.search(rf"\b{name}\.__annotations__{_CHANGED}", text) is None:
        return None
    return f"the annotations of `{name}` are changed"


def _fresh_schema(run: Interpreter, cls: ClassValue) -> Schema:
    draft = _Draft(run, cls)
    line = classes.mro(run, cls)
    kind = _kind(run, line)
    if kind == "typeddict":
        draft.add(_typed_dict_fields(draft, cls, 0))
    else:
        for ancestor in reversed(line):
            draft.add(_hints(draft, ancestor, None))
    fields = tuple(field for field in draft.fields.values() if field.name != "__slots__")
    # `get_type_hints` evaluates the annotations of every base of a class, but those of a TypedDict are merged before.
    error = _error(fields) if kind == "typeddict" else draft.error
    missing = draft.missing or next(filter(None, (_edited(ancestor) for ancestor in line)), None)
    complete = missing is None
    return Schema(cls.node.name, kind, cls, cls.place, fields, complete, missing, error)


def _kind(run: Interpreter, line: list[Value]) -> str:
    for ancestor in line:
        known = LIBRARY_SCHEMAS.get(ancestor.name) if isinstance(ancestor, External) else None
        if known is not None:
            return known.kind
        if isinstance(ancestor, External) and ancestor.name in TYPED_DICT:
            return "typeddict"
        if isinstance(ancestor, External) and ancestor.name in _MODELS:
            return "pydantic"
        if isinstance(ancestor, TypeExpression) and is_typed_dict_call(run, ancestor):
            return "typeddict"
    decorated = any(isinstance(ancestor, ClassValue) and is_dataclass(run, ancestor) for ancestor in line)
    return "dataclass" if decorated else "class"


def _typed_dict_fields(draft: _Draft, cls: ClassValue, depth: int) -> list[Field]:
    """Give the annotations a TypedDict collects: of each base in turn, then its own; a later one wins."""
    inner = _Draft(draft.run, draft.cls)
    bases = classes.bases(draft.run, cls) if depth < 20 else [Unknown("bases that are nested too deeply")]
    for base in bases:
        if isinstance(base, ClassValue):
            inner.add(_typed_dict_fields(inner, base, depth + 1))
        else:
            inner.add(_hints(inner, base, None))
    heir = draft.cls.frame.scope if draft.cls is not cls else None
    inner.add(_hints(inner, cls, heir))
    draft.lost(inner.missing)
    return list(inner.fields.values())


def _hints(draft: _Draft, ancestor: Value, heir: ModuleScope | None) -> Iterable[Field]:
    """Give the fields that one class itself declares."""
    if isinstance(ancestor, ClassValue):
        fields, missing = own_fields(draft.run, ancestor, heir)
        draft.lost(missing or _changed(draft.run, ancestor))
        return fields
    if isinstance(ancestor, External):
        known = LIBRARY_SCHEMAS.get(ancestor.name)
        if known is not None:
            return _library_fields(ancestor, known, draft.cls.place, draft.cls.frame.scope)
        if not brings_nothing(ancestor):
            draft.lost(f"`{ancestor.name}` is outside the project")
        return ()
    if isinstance(ancestor, TypeExpression) and is_typed_dict_call(draft.run, ancestor):
        fields, missing = functional_fields(draft.run, ancestor)
        draft.lost(missing)
        return fields
    draft.lost(ancestor.reason if isinstance(ancestor, Unknown) else "a base that cannot be read")
    return ()


def brings_nothing(base: Value) -> bool:
    """Tell whether a base from outside the project is known to bring no fields."""
    return isinstance(base, External) and (base.name in _EMPTY or _is_static(base.name))


def _changed(run: Interpreter, cls: ClassValue) -> str | None:
    """Say what may give the class other fields than its body: an unknown decorator or metaclass."""
    for value, node in zip(decorators(run, cls), cls.node.decorators):
        if isinstance(value, External) and value.name in _DECORATORS:
            continue
        if isinstance(value, FunctionValue) and _keeps(run, node, cls):
            continue
        return "a decorator that cannot be read"
    for argument in cls.node.arguments:
        if argument.star == "**":
            return "unknown keywords of the class"
        if argument.keyword == "metaclass":
            value = run.evaluate(argument.value, cls.frame)
            if not (isinstance(value, External) and value.name in ("abc.ABCMeta", "builtins.type")):
                return "a metaclass"
    return None


def _keeps(run: Interpreter, node: s.AnyExpr, cls: ClassValue) -> bool:
    """Tell whether a decorator of the project gives the class back that it is given."""
    decorator = run.forced(run.evaluate(node, cls.frame))
    return run.forced(calls.apply(run, decorator, calls.Arguments([cls], [cls.place]), cls.place)) is cls


def _error(fields: Iterable[Field]) -> str | None:
    """Give the first exception that evaluating the keys of a TypedDict raises."""
    errors = (failure(field.type) or forbidden(field.type) for field in fields)
    return next((error for error in errors if error is not None), None)


def forbidden(type_: Type) -> str | None:
    """Give the exception that a TypedDict raises for a key which is no key, None for all others."""
    if isinstance(type_, Wrapped) and type_.kind in ("ClassVar", "Final"):
        return f"TypeError: typing.{describe(type_)} is not valid as type argument"
    return None


def _functional(run: Interpreter, value: TypeExpression) -> Schema | Unknown:
    if not is_typed_dict_call(run, value):
        return Unknown("a class made by a call")
    assert isinstance(value.node, s.Call)
    fields, missing = functional_fields(run, value)
    first = value.node.arguments[0].value if value.node.arguments else None
    name = str(first.value) if isinstance(first, s.Constant) else "?"
    place = value.frame.place(value.node.span)
    complete = missing is None
    return Schema(name, "typeddict", value, place, tuple(fields), complete, missing, _error(fields))
