"""What pydantic can describe as JSON schema, mirroring `langgraph.graph.state._get_json_schema`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from stategraph_lint.facts.json_schemas import (
    ARBITRARY,
    CONFIG,
    CONTAINERS,
    HOOKS,
    INDESCRIBABLE,
    MODEL_HOOK,
    OLD_TYPED_DICT,
    PLAIN_BASES,
    SILENT_PACKAGES,
    SOMETIMES,
    TAKES_TYPED_DICT,
)
from stategraph_lint.facts.libraries import BASE_MODEL
from stategraph_lint.facts.start_values import ENUMS
from stategraph_lint.program import classes
from stategraph_lint.program.class_fields import typed_dict_maker
from stategraph_lint.program.class_kinds import is_remade
from stategraph_lint.program.field_types import is_none
from stategraph_lint.program.graphs import Graph
from stategraph_lint.program.interpreter import Interpreter
from stategraph_lint.program.schemas import Field, Schema, read_schema
from stategraph_lint.program.serialized_classes import is_data
from stategraph_lint.program.types import Annotated, Metadata, Plain, Special, Type, Union, Wrapped, name_of
from stategraph_lint.program.values import (
    ClassValue,
    External,
    FunctionValue,
    Literal,
    MergedClass,
    Place,
    Result,
    TypeExpression,
    Value,
)

# Channels that take what the annotation says.
_DECLARED = frozenset({"LastValue", "BinaryOperatorAggregate"})


@dataclass(frozen=True, eq=False, slots=True)
class Refusal:
    """What of a type cannot be described; `always` also where a union offers something else. `cls` is its class."""

    what: str
    always: bool = False
    cls: ClassValue | None = None


def described(graph: Graph) -> Iterator[tuple[str, Schema]]:
    """Give the schemas that a server describes, with what they are for: input, output or both."""
    sides = [side for side in ("input", "output") if _is_read(graph, side)]
    schemas = {"input": graph.input, "output": graph.output}
    if len(sides) == 2 and graph.input is graph.output:
        sides = ["input"]
    for side in sides:
        schema = schemas[side]
        if schema is not None and schema.complete and schema.error is None:
            yield side, schema


def _is_read(graph: Graph, side: str) -> bool:
    """Tell whether it is known which schema a graph has for one side."""
    creation = graph.record.creation
    if any(use.role == side for use in graph.uses):
        return True
    given = (creation.argument(99, name) for name in (f"{side}_schema", side))
    unread = any(found is not None and not _is_none(found[0]) for found in given)
    return not unread and all(name is not None for name, _ in creation.named)


def _is_none(value: Value) -> bool:
    return isinstance(value, Literal) and value.kind == "none"


def old_typed_dict(run: Interpreter, cls: Value) -> tuple[str, Place] | None:
    """Give the class that a TypedDict is one by, where that is a `typing.TypedDict` which pydantic refuses."""
    if run.target >= TAKES_TYPED_DICT:
        return None
    if isinstance(cls, TypeExpression):
        return (name_of(cls), cls.frame.place(cls.node.span)) if typed_dict_maker(run, cls) == OLD_TYPED_DICT else None
    for base in classes.bases(run, cls) if isinstance(cls, ClassValue) else ():
        if isinstance(base, External) and base.name == OLD_TYPED_DICT and isinstance(cls, ClassValue):
            return cls.node.name, cls.place
        found = old_typed_dict(run, base)
        if found is not None:
            return found
    return None


def refused_fields(run: Interpreter, graph: Graph, schema: Schema) -> Iterator[tuple[Field, Refusal]]:
    """Give the fields of a graph's input or output schema that cannot be described."""
    reader = _Reader(run)
    if schema.kind == "typeddict":
        yield from reader.fields(schema.fields, strict=_is_strict(run, schema.cls))
    elif schema.kind == "pydantic":
        if not _has(run, schema.cls, (*HOOKS, MODEL_HOOK)):
            yield from reader.model_fields(schema)
    elif schema.kind in ("dataclass", "class"):
        # A model is made of the channels: what another schema says of a key holds here too.
        channels = (graph.channels.get(field.name) for field in schema.fields)
        plain = (one for one in channels if one is not None and one.kind in _DECLARED and one.channel_place is None)
        yield from reader.fields((one.field for one in plain), strict=False)


def _has(run: Interpreter, cls: Value, names: Iterable[str]) -> bool:
    return any(classes.member(run, cls, name) is not None for name in names)


def _is_strict(run: Interpreter, cls: Value) -> bool:
    """Tell whether pydantic refuses arbitrary classes in a TypedDict at once."""
    return isinstance(cls, MergedClass) or not _has(run, cls, (CONFIG,))


class _Reader:
    """Follows a type into its parts; `strict` where arbitrary classes are not allowed."""

    def __init__(self, run: Interpreter) -> None:
        self.run = run
        self.open: list[int] = []

    def fields(self, fields: Iterable[Field], *, strict: bool) -> Iterator[tuple[Field, Refusal]]:
        """Give the fields that cannot be described."""
        for field in fields:
            refusal = self.of(field.type, strict=strict)
            if refusal is not None:
                yield field, refusal

    def model_fields(self, schema: Schema) -> Iterator[tuple[Field, Refusal]]:
        """Give the fields of a model that cannot be described; a model that pydantic refused would not exist."""
        public = (field for field in schema.fields if not field.name.startswith("_"))
        for field, refusal in self.fields(public, strict=False):
            if not refusal.always:
                yield field, refusal

    def of(self, type_: Type, *, strict: bool) -> Refusal | None:
        """Give what of a type cannot be described, None where all can be or where it cannot be told."""
        if isinstance(type_, Annotated):
            return self.of(type_.inner, strict=strict) if all(map(_is_silent, type_.metadata)) else None
        if isinstance(type_, Wrapped):
            return self.of(type_.inner, strict=strict) if type_.kind.endswith(("Required", "ReadOnly")) else None
        if isinstance(type_, Union):
            return self._union(type_, strict=strict)
        if isinstance(type_, Special):
            if type_.name in INDESCRIBABLE:
                return Refusal("Callable")
            return self.of(type_.inner, strict=strict) if type_.inner is not None else None
        return self._plain(type_, strict=strict) if isinstance(type_, Plain) else None

    def _union(self, type_: Union, *, strict: bool) -> Refusal | None:
        """Judge a union: of several options pydantic leaves out those that it cannot describe."""
        options = [option for option in type_.options if not is_none(option)]
        refusals = [refusal for option in options if (refusal := self.of(option, strict=strict)) is not None]
        return next((refusal for refusal in refusals if refusal.always or len(options) == 1), None)

    def _plain(self, type_: Plain, *, strict: bool) -> Refusal | None:
        origin = type_.origin
        if isinstance(origin, TypeExpression):
            return self._typed_dict(origin, strict=strict)
        if isinstance(origin, ClassValue):
            return self._class(origin, strict=strict)
        if not isinstance(origin, External):
            return None
        if origin.name in INDESCRIBABLE and (not type_.arguments or origin.name != "builtins.type"):
            return Refusal(name_of(origin))
        if origin.name in ARBITRARY and (strict or origin.name not in SOMETIMES):
            return Refusal(name_of(origin), always=strict)
        items = type_.arguments if origin.name in CONTAINERS else ()
        return next((found for item in items if (found := self.of(item, strict=strict)) is not None), None)

    def _class(self, cls: ClassValue, *, strict: bool) -> Refusal | None:
        line = classes.mro(self.run, cls)
        known = all(isinstance(base, (ClassValue, External, TypeExpression)) for base in line)
        if not known or id(cls.node) in self.open or _has(self.run, cls, HOOKS):
            return None
        self.open.append(id(cls.node))
        found = self._known(cls, line, strict=strict)
        self.open.pop()
        return found

    def _known(self, cls: ClassValue, line: list[Value], *, strict: bool) -> Refusal | None:
        names = {base.name for base in line if isinstance(base, External)}
        schema = read_schema(self.run, cls)
        if names & ENUMS or not isinstance(schema, Schema):
            return None
        if schema.kind == "typeddict":
            return self._typed_dict(cls, strict=strict)
        if names & BASE_MODEL:
            return _inside(cls, self.model_fields(schema)) if schema.complete else None
        if is_data(self.run, line):
            strict = strict and not _has(self.run, cls, (CONFIG,))
            return _inside(cls, self.fields(schema.fields, strict=strict)) if schema.complete else None
        own = [base for base in line if isinstance(base, ClassValue)]
        if not names <= PLAIN_BASES or any(is_remade(self.run, base) for base in own):
            return None
        return Refusal(cls.node.name, strict, cls)

    def _typed_dict(self, cls: ClassValue | TypeExpression, *, strict: bool) -> Refusal | None:
        own = cls if isinstance(cls, ClassValue) else None
        old = old_typed_dict(self.run, cls)
        if old is not None:
            return Refusal(f"{name_of(cls)}, a `typing.TypedDict` before Python 3.12", True, own)
        schema = read_schema(self.run, cls)
        if not isinstance(schema, Schema) or not schema.complete:
            return None
        found = self.fields(schema.fields, strict=strict and not _has(self.run, cls, (CONFIG,)))
        return _inside(own, found)


def _inside(cls: ClassValue | None, found: Iterator[tuple[Field, Refusal]]) -> Refusal | None:
    """Give the first refusal inside a class as one of the class that is followed."""
    first = next(found, None)
    return None if first is None else replace(first[1], cls=first[1].cls or cls)


def _is_silent(item: Metadata) -> bool:
    """Tell whether metadata is known not to change how a type is described."""
    value = item.value
    if isinstance(value, Result):
        value = value.function
    return isinstance(value, (Literal, FunctionValue)) or (
        isinstance(value, External) and value.name.startswith(SILENT_PACKAGES)
    )


__all__ = ["Refusal", "described", "old_typed_dict", "refused_fields"]
