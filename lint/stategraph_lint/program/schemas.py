"""Schemas: the classes a graph is made from, and their fields as `get_type_hints` sees them."""

from __future__ import annotations

from dataclasses import dataclass

from stategraph_lint.program.interpreter import Interpreter
from stategraph_lint.program.types import Spelling, Type
from stategraph_lint.program.values import Choice, Literal, Place, Result, Unknown, Value


@dataclass(frozen=True, eq=False, slots=True)
class Field:
    """One field of a schema.

    `spelling` is None for the fields of library classes (MessagesState, AgentState), whose place is that of the class
    that inherits them. `owner` is the class that declares it. `default` is its value in the class body, with
    `has_default` set also when a factory gives one. `overrides` is the field of a base that this one replaced. `call`
    is the `field(...)` or `Field(...)` it is set to.
    """

    name: str
    type: Type
    place: Place
    spelling: Spelling | None
    owner: Value
    default: Value | None = None
    has_default: bool = False
    overrides: Field | None = None
    call: Value | None = None


@dataclass(frozen=True, eq=False, slots=True)
class Schema:
    """The fields of a schema, in the order LangGraph makes channels of them.

    `kind` is typeddict, dataclass, pydantic, class or root (anything without annotations, which becomes one
    `__root__` channel); `cls` is the value it was read from. `complete` is false when a base could not be read, with
    the reason in `missing`. `error` is the exception that reading its hints raises, such as `NameError: Decimal`.
    `root` is the type of the one channel of a schema of kind root.
    """

    name: str
    kind: str
    cls: Value
    place: Place
    fields: tuple[Field, ...]
    complete: bool = True
    missing: str | None = None
    error: str | None = None
    root: Type | None = None

    def field(self, name: str) -> Field | None:
        """Give a field by name."""
        return next((field for field in self.fields if field.name == name), None)

    @property
    def is_mapping(self) -> bool:
        """Whether the state is a dict for the nodes."""
        return self.kind in ("typeddict", "root")


def read_schema(run: Interpreter, value: Value, place: Place | None = None) -> Schema | Unknown:
    """Give the schema that `StateGraph(value)` reads; Unknown when the value is not known.

    Mirrors the first half of `langgraph.graph.state._get_channels`. Classes are read once per run. `place` is where a
    value stands that has no place of its own, such as a class of a library.
    """
    from stategraph_lint.program.schema_reader import read

    return read(run, value, place)


def writes_default(schema: Schema, field: Field) -> bool:
    """Tell whether LangGraph writes the default of a field that an instance of its schema leaves out."""
    if not field.has_default or schema.kind not in ("dataclass", "pydantic"):
        return False
    if schema.kind == "dataclass" or field.default is None:
        return True
    unsure = isinstance(field.default, (Unknown, Choice, Result))
    return not unsure and not (isinstance(field.default, Literal) and field.default.kind == "none")
