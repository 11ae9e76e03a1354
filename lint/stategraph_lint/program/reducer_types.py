"""Whether a reducer can work on the declared type of its field at all: the one home of that question."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from stategraph_lint.facts.libraries import ADD_MESSAGES, BASE_MODEL, DATACLASS
from stategraph_lint.facts.operators import CONCATENATED, CONCATENATING, JUDGED, METHODS, OPERATORS, WORKS
from stategraph_lint.program import classes
from stategraph_lint.program.channels import Channel
from stategraph_lint.program.class_kinds import decorators
from stategraph_lint.program.field_types import container_kind, element_type, is_message, without_none
from stategraph_lint.program.interpreter import Interpreter
from stategraph_lint.program.program import Program
from stategraph_lint.program.schema_questions import effect
from stategraph_lint.program.schemas import Schema, read_schema
from stategraph_lint.program.types import Plain, Type, Union, describe
from stategraph_lint.program.values import ClassValue, External, Listing, Literal, Partial, Result, Table, Value

_SCALARS = frozenset({"str", "int", "float", "bool", "bytes", "complex"})
_FORMAT = "langchain-openai"
_BARE = frozenset({"builtins.object", "typing.Generic", *BASE_MODEL})
_MARKS = frozenset({"functools.total_ordering", "typing.final", *DATACLASS})
_ROLES = frozenset({"role", "type"})


def mismatch(program: Program, channel: Channel, written: Iterable[Value]) -> str | None:
    """Say what goes wrong when a reducer is given two values of its field's type; None where nothing surely does.

    `written` are the values that are seen to be written.
    """
    reducer = channel.reducer
    if not channel.reduces or reducer is None:
        return None
    made = reducer.function if isinstance(reducer, (Partial, Result)) else reducer
    if isinstance(made, External) and made.name == ADD_MESSAGES:
        return _format(reducer) or _messages(program.run, channel.type, written)
    if isinstance(reducer, External) and reducer.name == "builtins.sum":
        return _sum(channel.type)
    operator = operator_of(program, reducer)
    works = (
        CONCATENATED if isinstance(reducer, External) and reducer.name in CONCATENATING else WORKS.get(operator or "")
    )
    if operator is None or works is None or not _refuses(program.run, without_none(channel.type), operator, works):
        return None
    return f"`{operator}` raises TypeError on two values of type {describe(without_none(channel.type))}"


def operator_of(program: Program, reducer: Value) -> str | None:
    """Give the operator that a reducer applies to its two arguments, and does nothing else."""
    if isinstance(reducer, External):
        return OPERATORS.get(reducer.name)
    found = effect(program, reducer)
    return found[0] if found is not None and found[0] in WORKS and set(found[1:]) == {"0", "1"} else None


def _refuses(run: Interpreter, type_: Type, operator: str, works: frozenset[str]) -> bool:
    """Tell whether two values of a type surely cannot be operands of an operator."""
    if isinstance(type_, Plain) and isinstance(type_.origin, ClassValue) and not _is_typed_dict(run, type_.origin):
        return not _may_take(run, type_.origin, operator)
    kind = _kind(run, type_)
    return kind in JUDGED and kind not in works


def _kind(run: Interpreter, type_: Type) -> str | None:
    """Give the name by which the table of operators knows a type; abstract containers are what LangGraph makes."""
    if not isinstance(type_, Plain):
        return container_kind(type_)
    if isinstance(type_.origin, ClassValue):
        return "dict" if _is_typed_dict(run, type_.origin) else None
    if not isinstance(type_.origin, External):
        return None
    name = type_.origin.name.removeprefix("builtins.")
    return container_kind(type_) if name.startswith("collections.abc.") else name


def _is_typed_dict(run: Interpreter, cls: ClassValue) -> bool:
    schema = read_schema(run, cls)
    return isinstance(schema, Schema) and schema.kind == "typeddict"


def _may_take(run: Interpreter, cls: ClassValue, operator: str) -> bool:
    """Tell whether a class of the project may have an operator of its own."""
    names = [f"__{prefix}{METHODS[operator]}__" for prefix in ("", "r", "i")]
    for base in classes.mro(run, cls):
        if isinstance(base, ClassValue):
            if any(classes.frame_of(run, base).env.get(name) is not None for name in names):
                return True
            if not all(isinstance(mark, External) and mark.name in _MARKS for mark in decorators(run, base)):
                return True
        elif not isinstance(base, External) or base.name not in _BARE | {"enum.Enum"}:
            return True
    return False


def _sum(type_: Type) -> str | None:
    """Say why `sum(left, right)` fails: it goes through the old value, and adds its items to the new one."""
    kind, element = container_kind(type_), element_type(type_)
    if kind in ("int", "float", "bool", "complex"):
        return f"sum(left, right) raises TypeError: {kind} is not iterable"
    if kind == "str":
        return "sum(left, right) raises TypeError: it does not join strings"
    inner = container_kind(element) if element is not None else None
    if kind in ("dict", "set") or (kind == "list" and inner in _SCALARS | {"dict"}):
        return f"sum(left, right) adds the old items to the new {kind}, which raises TypeError"
    return None


# --- add_messages --------------------------------------------------------------------------------------------


def _format(reducer: Value) -> str | None:
    named = dict(reducer.named) if isinstance(reducer, (Partial, Result)) else {}
    given = named.get("format")
    if not isinstance(given, Literal) or given.kind != "str" or given.value in (_FORMAT, ""):
        return None
    return f"add_messages raises ValueError: Unrecognized format={given.value!r}"


def _messages(run: Interpreter, type_: Type, written: Iterable[Value]) -> str | None:
    """Say what add_messages makes of a field that does not hold messages."""
    inner = without_none(type_)
    kind = container_kind(inner)
    if kind in _SCALARS | {"dict", "set"} or _kind(run, inner) == "dict":
        return f"add_messages makes a list of messages of a {kind or 'dict'}, or raises"
    element = element_type(inner) if kind == "list" else None
    options = element.options if isinstance(element, Union) else (element,)
    told = [_element(run, option, written) for option in options if option is not None]
    return told[0] if told and None not in told else None


def _element(run: Interpreter, type_: Type, written: Iterable[Value]) -> str | None:
    inner = without_none(type_)
    kind = container_kind(inner)
    if is_message(inner):
        return None
    if kind == "str":
        return "add_messages turns strings into HumanMessage"
    if kind in _SCALARS:
        return f"add_messages raises NotImplementedError on {kind}"
    if kind == "dict":
        lacking = any(map(_lacks_role, _items(written)))
        return "add_messages raises ValueError on a dict without role and content" if lacking else None
    if isinstance(inner, Plain) and isinstance(inner.origin, ClassValue):
        return _of_class(run, inner.origin)
    name = inner.origin.name if isinstance(inner, Plain) and isinstance(inner.origin, External) else ""
    return "add_messages raises NotImplementedError on documents" if name.endswith("documents.Document") else None


def _of_class(run: Interpreter, cls: ClassValue) -> str | None:
    schema = read_schema(run, cls)
    if isinstance(schema, Schema) and schema.kind == "typeddict":
        keys = {field.name for field in schema.fields}
        lacking = schema.complete and not (keys & _ROLES and "content" in keys)
        return "add_messages raises ValueError on a dict without role and content" if lacking else None
    plain = all(
        isinstance(base, ClassValue) or (isinstance(base, External) and base.name in _BARE)
        for base in classes.mro(run, cls)
    )
    return f"add_messages raises NotImplementedError on {cls.node.name}" if plain else None


def _items(written: Iterable[Value]) -> Iterator[Value]:
    for value in written:
        if isinstance(value, Listing):
            yield from (item.value for item in value.items if not item.spread)
        else:
            yield value


def _lacks_role(value: Value) -> bool:
    """Tell whether a dict display surely is no message."""
    if not isinstance(value, Table) or not value.complete or any(entry.key is None for entry in value.entries):
        return False
    keys = {entry.key.value for entry in value.entries if isinstance(entry.key, Literal)}
    known = len(keys) == len(value.entries) and "__overwrite__" not in keys
    return known and not (keys & _ROLES and "content" in keys)


__all__ = ["mismatch", "operator_of"]
