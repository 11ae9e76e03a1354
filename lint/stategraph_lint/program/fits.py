"""Whether a value that the code spells out contradicts a declared type: the one home of that question."""

from __future__ import annotations

from stategraph_lint.facts.fits import CONVERTS, JUDGED, SHOWN, TAKES, TRUTHS
from stategraph_lint.facts.start_values import ENUMS
from stategraph_lint.program import classes
from stategraph_lint.program.field_types import admits_none, bare, is_message
from stategraph_lint.program.kinds import Kinds
from stategraph_lint.program.schemas import Schema, read_schema
from stategraph_lint.program.types import LiteralType, Plain, Type, Union, describe
from stategraph_lint.program.values import (
    Choice,
    ClassValue,
    External,
    Generated,
    Instance,
    Listing,
    Literal,
    Operation,
    Result,
    Table,
    Value,
    Words,
)

_SPELLED = (Literal, Words, Listing, Table, Generated, Instance, Operation)
_TEXT_MESSAGES = frozenset({"str", "bytes", "int", "float", "bool", "list", "tuple", "set", "dict", "none"})
_SCALARS = frozenset({"str", "bytes", "bool", "int", "float"})
# Bases whose instances are no builtin containers or scalars.
_OWN = frozenset({"builtins.object", "abc.ABC", "typing.Generic", "pydantic.BaseModel", "enum.Enum"})


class Fits:
    """Answers whether values contradict types. `validated` where pydantic validates what the state holds."""

    def __init__(self, kinds: Kinds, *, validated: bool) -> None:
        self._kinds = kinds
        self._run = kinds.run
        self._validated = validated

    def contradicts(self, declared: Type, value: Value) -> str | None:
        """Say what a value is that no value of a type can be; None where it may be one.

        Of a value that one of several paths gives, every one has to contradict the type.
        """
        if isinstance(value, Choice):
            told = [self.contradicts(declared, option) for option in value.options]
            return told[0] if all(one is not None for one in told) else None
        kind = self._kinds.of(value) if isinstance(value, _SPELLED) or _is_call(value) else None
        if kind not in JUDGED or kind is None:
            return None
        type_ = bare(declared)
        if kind == "none":
            # Only pydantic minds a None: elsewhere it is the usual word for nothing.
            refused = self._validated and _is_closed(type_) and not admits_none(type_)
            return f"None, not {describe(type_)}" if refused else None
        parts = type_.options if isinstance(type_, Union) else (type_,)
        told = [self._one(bare(part), value, kind) for part in parts]
        if any(one is None for one in told):
            return None
        # Of a union the option with the right container says most.
        inner = next((one for one in told if one is not None and ", not " in one and " of " in one), None)
        return told[0] if len(told) == 1 else inner or f"{SHOWN[kind]}, not {describe(type_)}"

    def _one(self, type_: Type, value: Value, kind: str) -> str | None:
        if isinstance(type_, LiteralType):
            return self._literal(type_, value, kind)
        if not isinstance(type_, Plain):
            return None
        if isinstance(type_.origin, ClassValue):
            return self._class(type_, type_.origin, value, kind)
        if not isinstance(type_.origin, External):
            return None
        if is_message(type_):
            refused = kind in _TEXT_MESSAGES and not self._validated
            return f"{SHOWN[kind]}, not {describe(type_)}" if refused else None
        name = type_.origin.name
        if name == "builtins.None":
            return f"{SHOWN[kind]}, not None"
        takes = (CONVERTS if self._validated else TAKES).get(name)
        if takes is None:
            return None
        if kind not in takes and not self._is_read(name, value, kind):
            return f"{SHOWN[kind]}, not {describe(type_)}"
        return self._inside(type_, value)

    def _is_read(self, name: str, value: Value, kind: str) -> bool:
        """Tell whether pydantic may read a value as one of another type."""
        if not self._validated:
            return False
        if not isinstance(value, Literal):
            return kind == "str" and name in ("builtins.int", "builtins.float", "builtins.bool")
        try:
            if name == "builtins.int":
                return float(str(value.value).replace("_", "")).is_integer()
            if name == "builtins.float":
                return kind == "str" and float(str(value.value)) is not None
        except ValueError:
            return False
        return name == "builtins.bool" and kind == "str" and str(value.value).lower() in TRUTHS

    def _literal(self, type_: LiteralType, value: Value, kind: str) -> str | None:
        """A constant that is none of the listed ones; they all have to be constants, since members are not seen."""
        known = [one for one in type_.values if isinstance(one, Literal)]
        if len(known) < len(type_.values) or not isinstance(value, (Literal, Listing, Table)):
            return None
        if isinstance(value, Literal) and any(one.value == value.value for one in known):
            return None
        shown = repr(value.value) if isinstance(value, Literal) else SHOWN[kind]
        return f"{shown}, not one of {describe(type_)}"

    def _inside(self, type_: Plain, value: Value) -> str | None:
        """Say what is wrong with the items or entries of a display."""
        name = type_.origin.name.rpartition(".")[2] if isinstance(type_.origin, External) else ""
        if isinstance(value, Listing) and name not in ("tuple", "dict", "Mapping") and len(type_.arguments) == 1:
            inner = [self.contradicts(type_.arguments[0], item.value) for item in value.items if not item.spread]
            return next((f"a list of {one}" for one in inner if one is not None), None)
        if isinstance(value, Table) and len(type_.arguments) == 2:
            known = [entry for entry in value.entries if entry.key is not None]
            inner = [self.contradicts(type_.arguments[1], entry.value) for entry in known]
            return next((f"a dict of {one}" for one in inner if one is not None), None)
        return None

    # --- classes of the project ------------------------------------------------------------------------------

    def _class(self, type_: Plain, cls: ClassValue, value: Value, kind: str) -> str | None:
        schema = read_schema(self._run, cls)
        if isinstance(schema, Schema) and schema.kind == "typeddict":
            return self._typed_dict(schema, value, kind)
        if self._validated or not self._is_own(cls, kind):
            # pydantic makes models of dicts, members of their values, and much else.
            return None
        if isinstance(value, Instance):
            return self._instance(cls, value)
        return f"{SHOWN[kind]}, not {describe(type_)}" if kind not in ("instance", "message") else None

    def _typed_dict(self, schema: Schema, value: Value, kind: str) -> str | None:
        if kind != "dict":
            return f"{SHOWN[kind]}, not {schema.name}" if kind in (*_SCALARS, "list", "set") else None
        for entry in value.entries if isinstance(value, Table) else ():
            field = schema.field(str(entry.key.value)) if isinstance(entry.key, Literal) else None
            inner = self.contradicts(field.type, entry.value) if field is not None else None
            if inner is not None and isinstance(entry.key, Literal):
                return f"a dict whose `{entry.key.value}` is {inner}"
        return None

    def _is_own(self, cls: ClassValue, kind: str) -> bool:
        """Tell whether no value of a builtin kind can be an instance of a class."""
        line = classes.mro(self._run, cls)
        names = {base.name for base in line if isinstance(base, External)}
        if any(not isinstance(base, (ClassValue, External)) for base in line):
            return False
        # The members of a plain Enum are no texts and no numbers, whatever their values are.
        return names <= _OWN and not (names & ENUMS and kind in ("list", "tuple", "set", "dict", "instance"))

    def _instance(self, cls: ClassValue, value: Instance) -> str | None:
        line = classes.mro(self._run, value.cls)
        known = all(isinstance(base, (ClassValue, External)) for base in line)
        related = any(classes.equal(base, cls) for base in line)
        outside = {base.name for base in line if isinstance(base, External)}
        if not known or related or not outside <= _OWN or not isinstance(value.cls, ClassValue):
            return None
        return f"an instance of {value.cls.node.name}, not {cls.node.name}"


def _is_closed(type_: Type) -> bool:
    """Tell whether all that a type takes is known: builtin types, constants, and unions of them."""
    if isinstance(type_, Union):
        return all(_is_closed(bare(option)) for option in type_.options)
    if isinstance(type_, LiteralType):
        return all(isinstance(value, Literal) for value in type_.values)
    return isinstance(type_, Plain) and isinstance(type_.origin, External) and type_.origin.name in CONVERTS


def _is_call(value: Value) -> bool:
    return isinstance(value, Result) and isinstance(value.function, External)


__all__ = ["Fits"]
