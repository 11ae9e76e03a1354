"""What a class would inherit: the fields its bases bring, and which of them win."""

from __future__ import annotations

from dataclasses import dataclass

from stategraph_lint.program import classes
from stategraph_lint.program.interpreter import Interpreter
from stategraph_lint.program.schema_reader import brings_nothing
from stategraph_lint.program.schemas import Field, Schema, read_schema
from stategraph_lint.program.values import ClassValue, Value


@dataclass(frozen=True, eq=False, slots=True)
class Clash:
    """Two bases of one TypedDict declare a key: LangGraph sees the field of the last base."""

    cls: ClassValue
    winner: Field
    loser: Field


def inherited(run: Interpreter, field: Field) -> Field | None:
    """Give the field that its class would have if it did not declare it again; None if none, or when one cannot tell.

    A TypedDict takes a key from its last base that has it, other classes take it in the order of lookup.
    """
    owner = field.owner
    if not isinstance(owner, ClassValue):
        return None
    schema = read_schema(run, owner)
    typed_dict = isinstance(schema, Schema) and schema.kind == "typeddict"
    line = reversed(classes.bases(run, owner)) if typed_dict else classes.mro(run, owner)[1:]
    for base in line:
        found = _brought(run, base, field.name)
        if found is not None and (typed_dict or _is_of(found, base)):
            return found
        if not _is_read(run, base):
            return None
    return None


def clash(run: Interpreter, cls: Value, name: str) -> Clash | None:
    """Give the last two of the bases that declare a key apart from each other; None when one declaration rules.

    Looks at the bases of a TypedDict and at those of the base whose field it takes. A base that overrides the field of
    another one is meant to win.
    """
    depth = 0
    while isinstance(cls, ClassValue) and depth < 20:
        depth += 1
        schema = read_schema(run, cls)
        field = schema.field(name) if isinstance(schema, Schema) and schema.kind == "typeddict" else None
        if field is None or _is_of(field, cls):
            return None
        bases = [base for base in classes.bases(run, cls) if _is_read(run, base)]
        found = [(base, brought) for base in bases if (brought := _brought(run, base, name)) is not None]
        if len(bases) != len(classes.bases(run, cls)) or not found:
            return None
        winner = found[-1][1]
        for _, loser in reversed(found[:-1]):
            if not same_declaration(winner, loser) and not _derives(run, winner.owner, loser.owner):
                return Clash(cls, winner, loser)
        cls = found[-1][0]
    return None


def same_declaration(left: Field, right: Field) -> bool:
    """Tell whether two fields come from one declaration, read for two classes."""
    if left.spelling is None or right.spelling is None:
        return classes.equal(left.owner, right.owner)
    one, other = left.spelling, right.spelling
    return one.place.path == other.place.path and one.place.span == other.place.span


def _brought(run: Interpreter, base: Value, name: str) -> Field | None:
    schema = read_schema(run, base)
    found = schema.field(name) if isinstance(schema, Schema) else None
    # What a class declares itself is certain, whatever its bases are.
    return found if found is not None and (_is_read(run, base) or _is_of(found, base)) else None


def _is_read(run: Interpreter, base: Value) -> bool:
    """Tell whether a base is known to bring nothing but the fields that were read."""
    schema = read_schema(run, base)
    return schema.complete if isinstance(schema, Schema) else brings_nothing(base)


def _is_of(field: Field, base: Value) -> bool:
    return classes.equal(field.owner, base)


def _derives(run: Interpreter, cls: Value, base: Value) -> bool:
    return any(classes.equal(ancestor, base) for ancestor in classes.mro(run, cls)[1:])
