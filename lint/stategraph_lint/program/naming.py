"""What the names of a reducer's parameters say of them."""

from __future__ import annotations

from stategraph_lint.program.field_types import container_kind
from stategraph_lint.program.parts import parts
from stategraph_lint.program.reducing import Reducing
from stategraph_lint.program.types import Type
from stategraph_lint.program.values import External, Listing, Operation, Result, Value

_NEW = frozenset({"new", "incoming", "update", "updates", "delta", "right", "added", "additions", "newer"})
_OLD = frozenset(
    {"old", "older", "current", "existing", "left", "previous", "prev", "prior", "acc", "accumulated", "accumulator"}
)
_NUMBERS = frozenset({"int", "float", "bool"})


def swapped(reducing: Reducing, declared: Type) -> bool:
    """Tell whether the names say that the update comes first, and the body does not treat the two alike."""
    left, right = reducing.summary.parameters
    if not (_says(left.name, _NEW, _OLD) and _says(right.name, _OLD, _NEW)):
        return False
    uses = [result for result in reducing.results if not _alike(result, (left, right), declared)]
    return reducing.plain and any(part in (left, right) for result in uses for part in parts(result))


def _says(name: str, these: frozenset[str], others: frozenset[str]) -> bool:
    words = set(name.lower().strip("_").split("_"))
    return bool(words & these) and not words & others


def _alike(value: Value, sides: tuple[Value, Value], declared: Type) -> bool:
    """Tell whether a value is the same when the two sides change places."""
    if isinstance(value, Listing):
        return value.kind == "set"
    if isinstance(value, Result) and isinstance(value.function, External):
        symmetric = value.function.name in ("builtins.max", "builtins.min", "math.gcd", "math.lcm")
        return symmetric and set(value.positional) == set(sides)
    if not isinstance(value, Operation) or set(value.operands) != set(sides):
        return False
    kind = container_kind(declared)
    return (
        value.operator in ("&", "^", "*")
        or (value.operator == "|" and kind != "dict")
        or (value.operator == "+" and kind in _NUMBERS)
    )
