"""Symbolic values made concrete: Python source that gives what a node's code would give, from its state."""

from __future__ import annotations

from dataclasses import dataclass, field

from stategraph_lint.confirm.examples import Examples
from stategraph_lint.program.types import Type
from stategraph_lint.program.updates import Update
from stategraph_lint.program.values import (
    Changed,
    Choice,
    ClassValue,
    CopyOf,
    External,
    FieldOf,
    Instance,
    Listing,
    Literal,
    Operation,
    Parameter,
    Result,
    SliceOf,
    Table,
    Value,
    Words,
)

_BINARY = frozenset("+ - * / // % ** | & ^ << >>".split())
_BRACKETS = {"list": "[{}]", "set": "{{{}}}", "tuple": "({})"}


class NotConcrete(Exception):
    """A value has a part that nothing is known of; the message says which."""


@dataclass
class Writer:
    """Writes values as source. What is not known becomes an example of the wanted type, kept in `guesses`.

    `blind` is set when nothing was known of such a type. `state_kind` is the kind of the schema the node gets its state
    in, `saved` the expression of a thread's saved state.
    """

    examples: Examples
    guesses: list[str] = field(default_factory=list)
    blind: bool = False
    state_kind: str = "typeddict"
    saved: str = ""

    def update(self, update: Update, types: dict[str, Type]) -> str:
        """Give what a return gives, as an expression of `state`.

        Raises NotConcrete when a part of it cannot be written.
        """
        return self.value(update.value, None, types)

    def value(self, value: Value, wanted: Type | None, types: dict[str, Type] | None = None) -> str:
        """Give a value as an expression; `wanted` is the type of an example in its place, `types` those of its keys."""
        if isinstance(value, Literal):
            return repr(value.value)
        if isinstance(value, Parameter) and value.role == "state":
            return "state"
        if isinstance(value, Table):
            return self._table(value, types or {})
        if isinstance(value, Listing):
            return self._listing(value, types)
        if isinstance(value, Changed):
            return self._changed(value, types or {})
        written = self._derived(value)
        return written if written is not None else self._example(value, wanted)

    def _derived(self, value: Value) -> str | None:
        """Give a value that is made of others, None where it is no such value or a part is not known."""
        if self.saved and isinstance(value, FieldOf) and value.key == "values":
            return self.saved
        if isinstance(value, FieldOf) and self._is_known(value.base):
            base = self.value(value.base, None)
            if value.style == "get":
                default = self.value(value.default, None) if value.default is not None else "None"
                return f"{base}.get({value.key!r}, {default})"
            return f"{base}.{value.key}" if value.style == "attribute" else f"{base}[{value.key!r}]"
        if isinstance(value, SliceOf) and value.whole and self._is_known(value.base):
            return f"{self.value(value.base, None)}[:]"
        if isinstance(value, CopyOf) and self._is_known(value.base):
            self.examples.imports.add("import copy")
            return f"copy.deepcopy({self.value(value.base, None)})"
        if isinstance(value, Operation) and value.operator in _BINARY and len(value.operands) == 2:
            left, right = value.operands
            if self._is_known(left) and self._is_known(right):
                return f"({self.value(left, None)} {value.operator} {self.value(right, None)})"
        if isinstance(value, Instance) and isinstance(value.cls, ClassValue):
            return self._instance(value, value.cls)
        if isinstance(value, Result) and isinstance(value.function, External):
            return self._library_call(value, value.function.name)
        return None

    def _is_known(self, value: Value) -> bool:
        if isinstance(value, (Literal, Listing, Table)):
            return True
        if self.saved and isinstance(value, FieldOf) and value.key == "values":
            return True
        if isinstance(value, (FieldOf, SliceOf, CopyOf)):
            return self._is_known(value.base)
        if isinstance(value, Operation):
            return all(map(self._is_known, value.operands))
        return isinstance(value, Parameter) and value.role == "state"

    def _example(self, value: Value, wanted: Type | None) -> str:
        if isinstance(value, Choice):
            for option in value.options:
                if self._is_known(option):
                    self.guesses.append("one of several values")
                    return self.value(option, wanted)
        if isinstance(value, Words):
            self.guesses.append("a text that is not known")
            return repr(f"seed-{self.examples.number()}")
        self.blind = self.blind or wanted is None
        made = self.examples.of(wanted) if wanted is not None else repr(f"seed-{self.examples.number()}")
        if made is None:
            raise NotConcrete("a value of a type that no example is known of")
        self.guesses.append("a value that is not known")
        return made

    def _table(self, table: Table, types: dict[str, Type]) -> str:
        parts = []
        for entry in table.entries:
            if entry.key is None:
                parts.append(f"**{self.value(entry.value, None)}")
                continue
            if not isinstance(entry.key, Literal):
                raise NotConcrete("a computed key")
            wanted = types.get(str(entry.key.value))
            parts.append(f"{entry.key.value!r}: {self.value(entry.value, wanted)}")
        made = f"{{{', '.join(parts)}}}"
        if table.without:
            made = f"{{key: part for key, part in {made}.items() if key not in {sorted(table.without)!r}}}"
        return made

    def _listing(self, listing: Listing, types: dict[str, Type] | None) -> str:
        items = [f"{'*' if item.spread else ''}{self.value(item.value, None, types)}" for item in listing.items]
        if listing.kind == "set" and not items:
            return "set()"
        text = ", ".join(items) + ("," if listing.kind == "tuple" and len(items) == 1 else "")
        return _BRACKETS[listing.kind].format(text)

    def _changed(self, value: Changed, types: dict[str, Type]) -> str:
        base = self.value(value.base, None)
        parts = []
        for entry in value.entries:
            if not isinstance(entry.key, Literal):
                raise NotConcrete("a computed key")
            parts.append(f"{entry.key.value!r}: {self.value(entry.value, types.get(str(entry.key.value)))}")
        if base == "state" and self.state_kind == "dataclass":
            self.examples.imports.add("import dataclasses")
            return f"dataclasses.replace(state, **{{{', '.join(parts)}}})"
        if base == "state" and self.state_kind == "pydantic":
            return f"state.model_copy(update={{{', '.join(parts)}}})"
        return f"{{{', '.join([f'**{base}', *parts])}}}"

    def _instance(self, value: Instance, cls: ClassValue) -> str:
        if value.attributes:
            raise NotConcrete(f"an instance of `{cls.node.name}` that is changed later")
        return f"{self.examples.spelled(cls)}({self._arguments(value.positional, value.named)})"

    def _library_call(self, value: Result, name: str) -> str | None:
        module, _, short = name.rpartition(".")
        if not module.startswith(("langchain_core.messages", "langgraph.types")):
            return None
        self.examples.imports.add(f"from {module} import {short}")
        return f"{short}({self._arguments(value.positional, value.named)})"

    def _arguments(self, positional: tuple[Value, ...], named: tuple[tuple[str | None, Value], ...]) -> str:
        parts = [self.value(part, None) for part in positional]
        for name, part in named:
            written = self.value(part, None)
            parts.append(f"**{written}" if name is None else f"{name}={written}")
        return ", ".join(parts)
