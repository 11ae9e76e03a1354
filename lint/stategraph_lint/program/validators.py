"""The validators of pydantic schemas, and which fields they change."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from stategraph_lint.facts.names import bound_names
from stategraph_lint.facts.validators import ANNOTATED_VALIDATORS, FIELD_VALIDATORS, WHOLE_VALIDATORS
from stategraph_lint.program import classes
from stategraph_lint.program.functions import Summary, options
from stategraph_lint.program.graphs import Graph
from stategraph_lint.program.interpreter import Interpreter
from stategraph_lint.program.mutations import is_change, parts_changed
from stategraph_lint.program.parts import parts
from stategraph_lint.program.program import Program
from stategraph_lint.program.questions import is_field, updates_of
from stategraph_lint.program.revisions import revises
from stategraph_lint.program.schemas import Schema
from stategraph_lint.program.types import Annotated
from stategraph_lint.program.values import (
    Changed,
    ClassValue,
    External,
    FieldOf,
    FunctionValue,
    Literal,
    Parameter,
    Place,
    Result,
    Table,
    Value,
)

_ROLE = ("value",)
_SETTING = frozenset({".=", "[]=", "setdefault"})


@dataclass(frozen=True, eq=False, slots=True)
class Validator:
    """One validator of a schema: what it is called with comes first among its open parameters.

    `fields` are the names of its fields (`*` for all), none for a validator of the whole model. `mode` is after,
    before, plain or wrap. `place` is that of the function, or of the metadata it stands in.
    """

    fields: tuple[str, ...]
    mode: str
    function: FunctionValue
    place: Place


def validators(run: Interpreter, schema: Schema) -> Iterator[Validator]:
    """Give the validators of a schema that are functions of the project, inherited ones included."""
    seen: set[str] = set()
    for ancestor in classes.mro(run, schema.cls):
        for statement in ancestor.node.body if isinstance(ancestor, ClassValue) else ():
            for name in bound_names(statement):
                assert isinstance(ancestor, ClassValue)
                value = classes.frame_of(run, ancestor).env.get(name)
                if value is not None and name not in seen:
                    yield from _of_method(run.resolved(value), ancestor)
                seen.add(name)
    for field in schema.fields:
        for item in field.type.metadata if isinstance(field.type, Annotated) else ():
            value = item.value
            if isinstance(value, Result) and isinstance(value.function, External):
                mode = ANNOTATED_VALIDATORS.get(value.function.name)
                function = value.positional[0] if value.positional else dict(value.named).get("func")
                if mode is not None and isinstance(function, FunctionValue):
                    yield Validator((field.name,), mode, function, item.place)


def _of_method(value: Value, owner: ClassValue) -> Iterator[Validator]:
    """Give the validator that `@field_validator(...)` and its kin make of a method."""
    while isinstance(value, Result) and isinstance(value.function, External) and value.function.name == _CLASS_METHOD:
        value = value.positional[0]
    if not isinstance(value, Result) or not value.positional:
        return
    function, decorator = value.positional[-1], value.function
    maker = decorator.function if isinstance(decorator, Result) else decorator
    if not isinstance(maker, External) or not isinstance(function, FunctionValue):
        return
    given = decorator if isinstance(decorator, Result) else value
    named = dict(given.named)
    whole = maker.name in WHOLE_VALIDATORS
    if not whole and maker.name not in FIELD_VALIDATORS:
        return
    names = [str(name.value) for name in given.positional if isinstance(name, Literal)]
    mode = named.get("mode")
    before = _is_true(named.get("pre")) or (isinstance(mode, Literal) and mode.value == "before")
    shown = str(mode.value) if isinstance(mode, Literal) else "before" if before else "after"
    yield Validator(() if whole else tuple(names), shown, _bound(function, owner, whole=whole), function.place)


_CLASS_METHOD = "builtins.classmethod"


def _is_true(value: Value | None) -> bool:
    return isinstance(value, Literal) and value.value is True


def _bound(function: FunctionValue, owner: ClassValue, *, whole: bool) -> FunctionValue:
    """Bind a method as pydantic does: to the class, but for the `self` of a whole model's validator."""
    if function.binding == "static":
        return replace(function, owner=None)
    if whole and not function.binding:
        return replace(function, owner=None)
    return replace(function, self_value=owner)


def changed_fields(program: Program, schema: Schema, validator: Validator) -> Iterator[str]:
    """Give the fields that a validator may give another value than it is given."""
    summary = program.summary(validator.function, _ROLE)
    if summary is None or summary.problem is not None or not summary.parameters:
        return
    names = [field.name for field in schema.fields]
    if not validator.fields:
        yield from (name for name in names if name in set(_set_in_whole(program.run, summary)))
        return
    for name in names:
        if (name in validator.fields or "*" in validator.fields) and _changes(
            program, schema, summary, validator, name
        ):
            yield name


def _changes(program: Program, schema: Schema, summary: Summary, validator: Validator, name: str) -> bool:
    field = schema.field(name)
    assert field is not None
    if any(revises(program.run, ending) for ending in summary.endings):
        return True
    # What a validator that runs before pydantic's own changes in place is the state's object itself.
    return validator.mode == "after" and any(
        not change.steps and is_change(change.how, field.type) for change in parts_changed(summary)
    )


def _set_in_whole(run: Interpreter, summary: Summary) -> Iterator[str]:
    """Give the names that a validator of the whole model sets: attributes of the model, keys of the data."""
    given = summary.parameters[0]
    for change in parts_changed(summary):
        key, value = change.mutation.key, change.mutation.value
        if not change.steps and change.how in _SETTING and isinstance(key, Literal):
            yield from _other(given, key, value)
    for ending in summary.endings:
        for value in options(run.forced(ending.frozen or ending.value, always=True)):
            if isinstance(value, Table) or (isinstance(value, Changed) and value.base is given):
                for entry in value.entries:
                    yield from _other(given, entry.key, entry.value)


def _other(given: Parameter, key: Value | None, value: Value | None) -> Iterator[str]:
    """Give a key, unless what is set is what the model or the data has there."""
    same = isinstance(value, FieldOf) and value.base is given and isinstance(key, Literal) and value.key == key.value
    if isinstance(key, Literal) and isinstance(key.value, str) and not same:
        yield key.value


def stores_back(program: Program, graph: Graph, key: str) -> bool:
    """Tell whether some node may hand the validated value of a key back to the state."""
    for _, _, update in updates_of(program, graph):
        write = update.write(key)
        if update.kind == "unknown" or not update.complete or any(key not in echo.without for echo in update.echoes):
            return True
        if write is not None and any(is_field(part, key) for part in parts(write.value)):
            return True
    return False
