"""What a msgpack checkpoint does with the values of a type, mirroring JsonPlusSerializer."""

from __future__ import annotations

from stategraph_lint.facts.checkpoints import CHANGED, FAILING, KEPT, SUBCLASSES, TAKING
from stategraph_lint.facts.libraries import BASE_MODEL, MESSAGE_TYPES
from stategraph_lint.facts.start_values import ENUMS
from stategraph_lint.program import classes
from stategraph_lint.program.claims import is_serializable
from stategraph_lint.program.class_kinds import is_dataclass, is_named_tuple
from stategraph_lint.program.field_types import bare, without_none
from stategraph_lint.program.interpreter import Interpreter
from stategraph_lint.program.schemas import Schema, read_schema
from stategraph_lint.program.types import LiteralType, Plain, Special, Type, Union, name_of
from stategraph_lint.program.values import ClassValue, External, TypeExpression, Value

KEPT_TEXT = "kept"
UNKNOWN = "unknown"
_PLAIN = frozenset({"builtins.object", "abc.ABC", "typing.Generic", "typing.Protocol"})


def checkpoint(run: Interpreter, type_: Type) -> str:
    """Give `kept`, `changed: tuple -> list`, `fails: function` or `unknown`.

    It fails or changes only where every value of the type does, None apart; for a container, where every item does.
    """
    return _Reader(run).of(type_)


class _Reader:
    """Follows a type into its parts; a class that holds itself is taken as kept inside."""

    def __init__(self, run: Interpreter) -> None:
        self.run = run
        self._open: list[int] = []

    def of(self, type_: Type) -> str:
        inner = without_none(type_)
        if isinstance(inner, Union):
            return _together([self.of(option) for option in inner.options])
        if isinstance(inner, LiteralType):
            return KEPT_TEXT
        if isinstance(inner, Special):
            return "fails: function" if inner.name == "typing.Callable" else UNKNOWN
        return self._plain(inner) if isinstance(inner, Plain) else UNKNOWN

    def _plain(self, type_: Plain) -> str:
        own = self._origin(type_.origin)
        if own.startswith("fails"):
            return own
        if _is_set(type_) and any(_is_tuple(argument) for argument in type_.arguments):
            return "changed: set of tuples -> list of lists"
        items = [self.of(item) for item in type_.arguments if not _is_ellipsis(item)]
        return worst([own, *items])

    def _origin(self, origin: Value) -> str:
        if is_serializable(self.run, origin):
            return KEPT_TEXT
        if isinstance(origin, External):
            return _outside(origin.name)
        if isinstance(origin, ClassValue):
            return self._class(origin)
        return KEPT_TEXT if isinstance(origin, TypeExpression) else UNKNOWN

    def _class(self, cls: ClassValue) -> str:
        line = classes.mro(self.run, cls)
        names = {base.name for base in line if isinstance(base, External)}
        if not all(isinstance(base, (ClassValue, External)) for base in line):
            return UNKNOWN
        fields = self._fields(cls, line)
        if fields is not None:
            return fields
        if names & ENUMS:
            return KEPT_TEXT if cls.frame.kind == "module" else f"changed: {cls.node.name} -> its value"
        if names & BASE_MODEL:
            return KEPT_TEXT if cls.frame.kind == "module" else f"changed: {cls.node.name} -> dict"
        return _plain_class(self.run, cls, names)

    def _fields(self, cls: ClassValue, line: list[Value]) -> str | None:
        """Judge a class by its fields; None when it is not made of fields."""
        schema = read_schema(self.run, cls)
        typed = isinstance(schema, Schema) and schema.kind == "typeddict"
        own = [base for base in line if isinstance(base, ClassValue)]
        data = any(is_dataclass(self.run, base) or is_named_tuple(self.run, base) for base in own)
        if not isinstance(schema, Schema) or not (typed or data) or id(cls.node) in self._open:
            return KEPT_TEXT if id(cls.node) in self._open else None
        if not typed and cls.frame.kind != "module":
            return f"changed: {cls.node.name} -> dict"
        self._open.append(id(cls.node))
        try:
            return worst([KEPT_TEXT if schema.complete else UNKNOWN, *(self.of(field.type) for field in schema.fields)])
        finally:
            self._open.pop()


def _plain_class(run: Interpreter, cls: ClassValue, names: set[str]) -> str:
    outer, name = names - _PLAIN, cls.node.name
    if any(classes.member(run, cls, method) is not None for method in TAKING) or len(outer) > 1:
        return UNKNOWN
    if not outer:
        # What is declared as an abstract class is an instance of some subclass.
        return UNKNOWN if names & {"abc.ABC", "typing.Protocol"} else f"fails: {name}"
    base = outer.pop()
    if CHANGED.get(base) == "str":
        return f"changed: {name} -> str"
    kept_as = SUBCLASSES.get(base, UNKNOWN)
    if kept_as is None:
        return f"fails: {name}"
    if kept_as == UNKNOWN:
        return UNKNOWN
    return f"changed: {name} -> {kept_as}" if kept_as else KEPT_TEXT


def _outside(name: str) -> str:
    if name in KEPT or name in MESSAGE_TYPES:
        return KEPT_TEXT
    if name in CHANGED:
        return f"changed: {name.rpartition('.')[2]} -> {CHANGED[name]}"
    return f"fails: {FAILING[name]}" if name in FAILING else UNKNOWN


def _is_set(type_: Plain) -> bool:
    return name_of(type_.origin) in ("set", "frozenset", "Set", "MutableSet")


def _is_tuple(type_: Type) -> bool:
    inner = bare(type_)
    return isinstance(inner, Plain) and isinstance(inner.origin, External) and inner.origin.name == "builtins.tuple"


def _is_ellipsis(type_: Type) -> bool:
    return isinstance(type_, Special) and type_.name == "..."


def _together(options: list[str]) -> str:
    """Give the verdict on a union: one that holds for every option, else `unknown`."""
    first = options[0]
    if all(option == first for option in options):
        return first
    kinds = {option.partition(":")[0] for option in options}
    return next(option for option in options) if len(kinds) == 1 else UNKNOWN


def worst(verdicts: list[str]) -> str:
    """Give the verdict on a whole by those on its parts: failing before unknown before changed before kept."""
    for kind in ("fails", UNKNOWN, "changed"):
        for verdict in verdicts:
            if verdict.partition(":")[0] == kind:
                return verdict
    return KEPT_TEXT
