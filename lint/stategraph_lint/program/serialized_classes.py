"""What a msgpack checkpoint does with instances of the project's classes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from stategraph_lint.facts import syntax as s
from stategraph_lint.facts.checkpoints import CHANGED, SUBCLASSES, TAKING
from stategraph_lint.facts.libraries import BASE_MODEL
from stategraph_lint.facts.start_values import ENUMS
from stategraph_lint.program import classes
from stategraph_lint.program.class_kinds import decorator_calls, is_dataclass, is_named_tuple, is_remade
from stategraph_lint.program.class_state import dataclass_loss, model_loss
from stategraph_lint.program.interpreter import Interpreter
from stategraph_lint.program.schemas import Schema, read_schema
from stategraph_lint.program.serializer import KEPT_WHOLE, NOT_KNOWN, TypeVerdicts, Verdict
from stategraph_lint.program.types import Plain, Type, Wrapped, name_of
from stategraph_lint.program.values import ClassValue, External, Value

if TYPE_CHECKING:
    from collections.abc import Iterable

_PLAIN = frozenset({"builtins.object", "abc.ABC", "typing.Generic", "typing.Protocol"})
_ROOT_MODEL = "pydantic.RootModel"
_PYDANTIC_DATACLASS = "pydantic.dataclasses.dataclass"


def of_class(reader: TypeVerdicts, cls: ClassValue) -> Iterator[Verdict]:
    """Give the verdict on a class of the project, then those on its fields."""
    run = reader.run
    line = classes.mro(run, cls)
    if not all(isinstance(base, (ClassValue, External)) for base in line):
        yield NOT_KNOWN
    elif id(cls.node) in reader.open:
        yield KEPT_WHOLE
    else:
        reader.open.append(id(cls.node))
        yield from _known(reader, cls, line)
        reader.open.pop()


def _known(reader: TypeVerdicts, cls: ClassValue, line: list[Value]) -> Iterator[Verdict]:
    names = {base.name for base in line if isinstance(base, External)}
    schema = read_schema(reader.run, cls)
    if isinstance(schema, Schema) and schema.kind == "typeddict":
        yield KEPT_WHOLE if schema.complete else NOT_KNOWN
        yield from _fields(reader, (field.type for field in schema.fields))
    elif names & ENUMS:
        yield _enum(reader.run, cls, line)
    elif names & BASE_MODEL:
        yield from _model(reader, cls, names, schema if isinstance(schema, Schema) else None)
    elif is_data(reader.run, line) and isinstance(schema, Schema):
        yield from _data(reader, cls, schema)
    else:
        yield _plain_class(reader.run, cls, names)


def _is_found(run: Interpreter, cls: ClassValue) -> bool:
    """Tell whether a class is found by its name in its module, where a checkpoint looks for it."""
    if cls.frame.kind == "module":
        return True
    found = cls.frame.scope.lookup(cls.node.name, None)
    found = run.resolved(found) if found is not None else None
    return isinstance(found, ClassValue) and found.node is cls.node


def is_data(run: Interpreter, line: list[Value]) -> bool:
    """Tell whether a class or an ancestor is a dataclass or a NamedTuple."""
    own = [base for base in line if isinstance(base, ClassValue)]
    return any(is_dataclass(run, base) or is_named_tuple(run, base) for base in own)


def rebuilds(run: Interpreter, cls: ClassValue) -> bool:
    """Tell whether a class validates its fields when it is loaded, so that they get their types back."""
    line = classes.mro(run, cls)
    return any(isinstance(base, External) and base.name in BASE_MODEL for base in line) or _validated(run, line)


def _validated(run: Interpreter, line: list[Value]) -> bool:
    own = [base for base in line if isinstance(base, ClassValue)]
    return any(name == _PYDANTIC_DATACLASS for base in own for name, _ in decorator_calls(run, base))


def _fields(reader: TypeVerdicts, types: Iterable[Type]) -> Iterator[Verdict]:
    for type_ in types:
        if not (isinstance(type_, Wrapped) and type_.kind == "ClassVar"):
            yield from reader.of(type_)


def _enum(run: Interpreter, cls: ClassValue, line: list[Value]) -> Verdict:
    if not _is_found(run, cls):
        return Verdict("changed", f"{cls.node.name} -> its value", cls, "place")
    own = [base for base in line if isinstance(base, ClassValue)]
    if any(_tuple_members(base) for base in own):
        return Verdict("changed", f"{cls.node.name} -> list", cls)
    return Verdict("kept", cls=cls)


def _tuple_members(cls: ClassValue) -> bool:
    """Tell whether the members of an enum are tuples, which come back as lists that name no member."""
    values = [item.value for item in cls.node.body if isinstance(item, s.Assign)]
    made = any(isinstance(item, s.FunctionDef) and item.name in ("__new__", "__init__") for item in cls.node.body)
    return (
        bool(values) and not made and all(isinstance(value, s.Sequence) and value.kind == "tuple" for value in values)
    )


def _model(reader: TypeVerdicts, cls: ClassValue, names: set[str], schema: Schema | None) -> Iterator[Verdict]:
    name = cls.node.name
    if not _is_found(reader.run, cls):
        yield Verdict("changed", f"{name} -> dict", cls, "place")
    elif _ROOT_MODEL in names:
        yield _root(reader.run, cls)
    elif schema is None or not schema.complete:
        yield NOT_KNOWN
    else:
        lost = model_loss(reader.run, cls, schema)
        yield Verdict("changed", f"{name} -> {lost}", cls, "state") if lost else Verdict("kept", cls=cls)
    if schema is not None:
        # Fields get their types back: the model validates what it is loaded from.
        inner = _fields(reader, (field.type for field in schema.fields if not field.name.startswith("_")))
        yield from (verdict for verdict in inner if verdict.outcome in ("fails", "unknown"))


def _root(run: Interpreter, cls: ClassValue) -> Verdict:
    """Judge a RootModel: one around a dict is made from its keys, all others come back as what they hold."""
    from stategraph_lint.program.field_types import container_kind
    from stategraph_lint.program.type_reader import read_type

    for argument in cls.node.arguments:
        if isinstance(argument.value, s.Subscript):
            kind = container_kind(read_type(run, argument.value.index, cls.frame))
            if kind == "dict":
                return Verdict("kept", cls=cls)
            if kind is not None:
                return Verdict("changed", f"{cls.node.name} -> {kind}", cls)
    return NOT_KNOWN


def _data(reader: TypeVerdicts, cls: ClassValue, schema: Schema) -> Iterator[Verdict]:
    name = cls.node.name
    if not _is_found(reader.run, cls):
        yield Verdict("changed", f"{name} -> dict", cls, "place")
        return
    lost = dataclass_loss(reader.run, cls, schema)
    own = Verdict("changed", f"{name} -> {lost}", cls, "state") if lost else Verdict("kept", cls=cls)
    yield own if schema.complete else NOT_KNOWN
    validated = _validated(reader.run, classes.mro(reader.run, cls))
    for verdict in _fields(reader, (field.type for field in schema.fields)):
        if verdict.outcome != "changed" or not validated:
            yield verdict


def _plain_class(run: Interpreter, cls: ClassValue, names: set[str]) -> Verdict:
    outer, name = names - _PLAIN, cls.node.name
    if _may_be_taken(run, cls) or len(outer) > 1:
        return NOT_KNOWN
    if not outer:
        # What is declared as an abstract class is an instance of some subclass.
        abstract = names & {"abc.ABC", "typing.Protocol"}
        return NOT_KNOWN if abstract else Verdict("fails", name, cls)
    base = outer.pop()
    if CHANGED.get(base) == "str":
        return Verdict("changed", f"{name} -> str", cls)
    kept_as = SUBCLASSES.get(base, "?")
    if kept_as is None:
        return Verdict("fails", name, cls)
    if kept_as == "?":
        return NOT_KNOWN
    return Verdict("changed", f"{name} -> {kept_as}", cls) if kept_as else Verdict("kept", cls=cls)


def _may_be_taken(run: Interpreter, cls: ClassValue) -> bool:
    """Tell whether the serializer may know what to do with a class that is nothing it knows by name."""
    if any(classes.member(run, cls, method) is not None for method in TAKING):
        return True
    return any(is_remade(run, base) for base in classes.mro(run, cls) if isinstance(base, ClassValue))


def of_key(run: Interpreter, cls: ClassValue) -> Verdict:
    """Judge a class of the project as the type of a dict's keys."""
    line = classes.mro(run, cls)
    names = {base.name for base in line if isinstance(base, External)}
    if not all(isinstance(base, (ClassValue, External)) for base in line):
        return NOT_KNOWN
    if names & ENUMS:
        return Verdict("changed", f"{cls.node.name} as key -> its value", cls)
    if names & BASE_MODEL or is_data(run, line):
        return Verdict("fails", f"{cls.node.name} as key", cls)
    for base in ("builtins.str", "builtins.int"):
        if base in names:
            return Verdict("changed", f"{cls.node.name} as key -> {base.rpartition('.')[2]}", cls)
    return NOT_KNOWN


__all__ = ["Plain", "is_data", "name_of", "of_class", "of_key", "rebuilds"]
