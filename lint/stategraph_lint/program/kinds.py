"""Of which kind a value provably is: the one home of that question."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stategraph_lint.facts import syntax as s
from stategraph_lint.facts.libraries import CHAT_MODEL_SELF, CHAT_MODELS, MESSAGE_TYPES
from stategraph_lint.program import classes
from stategraph_lint.program.field_types import container_kind, is_message
from stategraph_lint.program.functions import key_of, options, root
from stategraph_lint.program.mutations import inner_type
from stategraph_lint.program.type_reader import read_type
from stategraph_lint.program.types import Type, Union
from stategraph_lint.program.values import (
    Changed,
    Choice,
    ClassValue,
    CopyOf,
    Coroutine,
    External,
    FieldOf,
    FunctionValue,
    Generated,
    Instance,
    Listing,
    Literal,
    Operation,
    Result,
    SliceOf,
    Table,
    Value,
    Words,
)

if TYPE_CHECKING:
    from stategraph_lint.program.graphs import Graph
    from stategraph_lint.program.interpreter import Interpreter

_CALLS = {
    "builtins.str": "str",
    "builtins.repr": "str",
    "builtins.int": "int",
    "builtins.float": "float",
    "builtins.bool": "bool",
    "builtins.isinstance": "bool",
    "builtins.callable": "bool",
    "builtins.any": "bool",
    "builtins.all": "bool",
    "json.dumps": "str",
    "os.getenv": None,
}
_STR_METHODS = {
    **dict.fromkeys(
        "capitalize casefold format join lower lstrip replace rstrip strip title upper removeprefix removesuffix "
        "center ljust rjust zfill expandtabs swapcase translate".split(),
        "str",
    ),
    **dict.fromkeys("split rsplit splitlines".split(), "list"),
    **dict.fromkeys("startswith endswith isdigit isalpha isspace isupper islower".split(), "bool"),
    **dict.fromkeys("count find index rfind rindex".split(), "int"),
}
SCALARS = frozenset({"str", "int", "float", "bool", "bytes"})
_SLICED = frozenset({"str", "bytes", "list", "tuple"})
_PLAIN_BASES = frozenset(
    {"builtins.object", "abc.ABC", "typing.Generic", "typing.Protocol", "pydantic.BaseModel", "pydantic.v1.BaseModel"}
)
_BASE_KINDS = {
    **{f"builtins.{name}": name for name in "str int float bytes list dict set tuple".split()},
    "typing.NamedTuple": "tuple",
    "typing.TypedDict": "dict",
    "typing_extensions.TypedDict": "dict",
    "enum.StrEnum": "str",
}


class Kinds:
    """Answers of which kind values are, in the nodes of one graph."""

    def __init__(self, run: Interpreter, graph: Graph | None) -> None:
        self._run = run
        self._graph = graph

    @property
    def run(self) -> Interpreter:
        """The interpreter that read the values."""
        return self._run

    def of(self, value: Value) -> str | None:
        """Give str, int, float, bool, bytes, none, list, tuple, set, dict, message or instance; None where unsure."""
        if isinstance(value, Literal):
            return value.kind
        if isinstance(value, Words):
            return "str"
        if isinstance(value, Listing):
            return value.kind
        if isinstance(value, Table):
            if value.copied:
                return self.of(value.entries[0].value) if value.entries[0].key is None else None
            return None if _is_overwrite(value) else "dict"
        if isinstance(value, Generated):
            return value.kind
        if isinstance(value, (Changed, CopyOf)):
            return self.of(value.base)
        if isinstance(value, SliceOf):
            kind = self.of(value.base)
            return kind if value.whole or kind in _SLICED else None
        if isinstance(value, Coroutine):
            return "coroutine"
        if isinstance(value, Choice):
            kinds = {self.of(option) for option in value.options}
            return kinds.pop() if len(kinds) == 1 else None
        return self._computed(value)

    def _computed(self, value: Value) -> str | None:
        if isinstance(value, Operation):
            return self._operation(value)
        if isinstance(value, Result):
            return self._result(value)
        if isinstance(value, Instance):
            return self._instance(value.cls)
        declared = self.type_of(value)
        return None if declared is None else kind_of_type(declared)

    def _operation(self, value: Operation) -> str | None:
        if value.operator == "len":
            return "int"
        if value.operator == "not":
            return "bool"
        kinds = {self.of(operand) for operand in value.operands}
        if value.operator == "compare":
            # What compares with a scalar may be an array, which gives an array.
            return "bool" if kinds <= SCALARS | {"none"} else None
        if value.operator in ("+", "-", "*") and len(kinds) == 1 and kinds <= {"int", "float", "str", "list"}:
            return kinds.pop() if value.operator == "+" or kinds <= {"int", "float"} else None
        return None

    def _result(self, value: Result) -> str | None:
        function = value.function
        if isinstance(function, External):
            return "message" if function.name in MESSAGE_TYPES else _CALLS.get(function.name)
        if isinstance(function, FieldOf):
            if function.key in ("invoke", "ainvoke") and _is_chat_model(function.base):
                return "message"
            return _STR_METHODS.get(function.key) if self.of(function.base) == "str" else None
        if isinstance(function, FunctionValue):
            return self._returned(function)
        return None

    def _instance(self, cls: Value) -> str | None:
        """Give the kind of an instance; None where a base may make a container or a scalar of it."""
        for base in classes.mro(self._run, cls):
            if isinstance(base, External):
                if base.name not in _PLAIN_BASES:
                    return _BASE_KINDS.get(base.name)
            elif not isinstance(base, ClassValue):
                return None
        odd = any(classes.member(self._run, cls, name) is not None for name in ("__iter__", "__radd__"))
        return None if odd else "instance"

    def _returned(self, function: FunctionValue) -> str | None:
        node = function.node
        if not isinstance(node, s.FunctionDef) or node.returns is None or node.is_async or node.is_generator:
            return None
        return kind_of_type(read_type(self._run, node.returns, function.frame))

    def type_of(self, value: Value) -> Type | None:
        """Give the declared type of a state field, or of what lies inside one."""
        found = root(value)
        if found is None or found[0].role != "state" or self._graph is None:
            return None
        steps = found[1]
        if any(isinstance(step, FieldOf) and step.style == "get" for step in steps):
            return None
        channel = self._graph.channels.get(key_of(steps) or "")
        return inner_type(self._run, channel.type, steps[1:]) if channel is not None else None


def _is_overwrite(value: Table) -> bool:
    """Tell whether a dict is, or may be, one that replaces what the state holds instead of going to the reducer."""
    return any(isinstance(entry.key, Literal) and entry.key.value == "__overwrite__" for entry in value.entries)


def _is_chat_model(value: Value) -> bool:
    """Tell whether a value is a chat model of a library, configured perhaps."""
    if not isinstance(value, Result):
        return False
    if isinstance(value.function, FieldOf):
        return value.function.key in CHAT_MODEL_SELF and _is_chat_model(value.function.base)
    return isinstance(value.function, External) and value.function.name in CHAT_MODELS


def kind_of_type(declared: Type) -> str | None:
    """Give the kind of every value of a type; None for a union of several kinds and for what cannot be told."""
    if isinstance(declared, Union):
        kinds = {kind_of_type(option) for option in declared.options}
        return kinds.pop() if len(kinds) == 1 else None
    if is_message(declared):
        return "message"
    return container_kind(declared)


__all__ = ["SCALARS", "Kinds", "kind_of_type", "options"]
