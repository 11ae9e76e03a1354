"""Which changes of a function's arguments are provably changes in place."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from stategraph_lint.facts import syntax as s
from stategraph_lint.program.field_types import container_kind
from stategraph_lint.program.functions import Summary, root
from stategraph_lint.program.interpreter import Mutation
from stategraph_lint.program.types import Plain, Type, Union
from stategraph_lint.program.values import ClassValue, ElementOf, External, FieldOf, ItemOf, Parameter, Place, Value

MUTABLE = frozenset({"list", "dict", "set", "deque", "bytearray", "defaultdict", "Counter", "OrderedDict"})
# Methods that only containers of the standard library are known to have, whatever the type says.
_SURE_METHODS = frozenset({"append", "extend", "insert", "appendleft", "extendleft", "setdefault", "popitem", "popleft"})


@dataclass(frozen=True, eq=False, slots=True)
class Change:
    """One change of something that an argument holds.

    `parameter` is the argument, `steps` lead from it to what is changed (none: the argument itself), `how` is the
    operation, `place` where the function itself does it or calls what does.
    """

    parameter: Parameter
    steps: tuple[Value, ...]
    how: str
    place: Place
    mutation: Mutation


def changes(summary: Summary, declared: Type | None) -> Iterator[Change]:
    """Give the changes in place of a function's arguments, each place once; `declared` is the arguments' type."""
    seen: set[tuple[str, s.Span]] = set()
    for mutation in summary.mutations:
        found = root(mutation.target)
        if found is None:
            continue
        parameter, steps = found
        place = mutation.via[0] if mutation.via else mutation.place
        type_ = declared if not steps else inner_type(declared, steps)
        if type_ is None and not steps:
            type_ = None
        if not is_change(mutation.how, type_) or (place.path, place.span) in seen:
            continue
        seen.add((place.path, place.span))
        yield Change(parameter, steps, mutation.how, place, mutation)


def is_change(how: str, declared: Type | None) -> bool:
    """Tell whether an operation on a value of a type (None: not known) changes it in place."""
    if how in ("[]=", "del", ".="):
        return True
    kind = container_kind(declared) if declared is not None else None
    if isinstance(declared, Union):
        kinds = {container_kind(option) for option in declared.options} - {"none"}
        kind = kinds.pop() if len(kinds) == 1 else None
    if how.endswith("="):
        return kind in MUTABLE
    if kind is not None:
        return kind in MUTABLE
    if isinstance(declared, Plain) and isinstance(declared.origin, ClassValue):
        return False
    if isinstance(declared, Plain) and isinstance(declared.origin, External) and _is_opaque(declared.origin.name):
        return False
    return how in _SURE_METHODS or declared is None


def _is_opaque(name: str) -> bool:
    return not name.startswith(("builtins.", "collections.", "typing.", "langchain_core.messages."))


def inner_type(declared: Type | None, steps: tuple[Value, ...]) -> Type | None:
    """Give the type of what some steps lead to inside a value of a type; None where it cannot be told."""
    for step in steps:
        if isinstance(declared, Union):
            rest = [option for option in declared.options if container_kind(option) != "none"]
            declared = rest[0] if len(rest) == 1 else None
        if not isinstance(declared, Plain) or not declared.arguments:
            return None
        kind = container_kind(declared)
        if kind == "dict" and len(declared.arguments) == 2 and isinstance(step, (FieldOf, ItemOf, ElementOf)):
            declared = declared.arguments[1]
        elif kind in ("list", "set", "tuple", "deque") and isinstance(step, (ItemOf, ElementOf)):
            declared = declared.arguments[0]
        else:
            return None
    return declared
