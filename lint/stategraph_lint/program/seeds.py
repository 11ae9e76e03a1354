"""What a reducer does to the start value of its channel: the one home of that question."""

from __future__ import annotations

from dataclasses import dataclass

from stategraph_lint.facts import syntax as s
from stategraph_lint.program.channels import Channel
from stategraph_lint.program.functions import Summary, options
from stategraph_lint.program.program import Program
from stategraph_lint.program.reducing import Reducing, ignores_update
from stategraph_lint.program.scopes import Ending
from stategraph_lint.program.values import (
    External,
    FunctionValue,
    Generated,
    Listing,
    Literal,
    Operation,
    Parameter,
    Place,
    Result,
    SliceOf,
    Table,
    Value,
)

_NUMBERS = frozenset({"0", "0.0", "False"})
_COUNTABLE = _NUMBERS | {"0j", "Decimal()", "Fraction()"}
_SETS = frozenset({"set()", "frozenset()"})
# Operators that give their zero or empty left side back, by the start values that is true of.
_ABSORBED = {
    "*": _COUNTABLE,
    "/": _COUNTABLE - {"False"},
    "//": frozenset({"0", "0.0"}),
    "%": frozenset({"0", "0.0"}),
    "**": frozenset({"0", "0.0"}),
    "<<": frozenset({"0"}),
    ">>": frozenset({"0"}),
    "&": frozenset({"0", "False", "Counter()", *_SETS}),
}
_NAMES = {
    "*": "mul imul",
    "/": "truediv itruediv",
    "//": "floordiv ifloordiv",
    "%": "mod imod",
    "**": "pow ipow",
    "<<": "lshift ilshift",
    ">>": "rshift irshift",
    "&": "and_ iand",
}
_OPERATORS = {f"operator.{name}": operator for operator, names in _NAMES.items() for name in names.split()}
_SIGNED = frozenset({"0", "0.0"})
_SMALLEST = frozenset({*_NUMBERS, "''", "[]", "()"})
_TRIED = frozenset({*_NUMBERS, "''", "[]", "{}", "()", *_SETS})


@dataclass(frozen=True, eq=False, slots=True)
class Seed:
    """How a start value spoils a channel.

    `kind` is `stuck` where it stays for ever, `smallest` and `largest` where it stays as long as nothing below or above
    it is written, `raises` where the reducer raises `error` on it at `place`.
    """

    kind: str
    start: str
    error: str = ""
    place: Place | None = None


def seed_of(program: Program, channel: Channel) -> Seed | None:
    """Give how the start value of a reducer channel spoils it; None where it does not, or one cannot tell."""
    start, reducer = channel.start, channel.reducer
    if not channel.reduces or start is None or reducer is None:
        return None
    if isinstance(reducer, External):
        operator = _OPERATORS.get(reducer.name)
        return Seed("stuck", start) if operator is not None and start in _ABSORBED[operator] else None
    summary = program.trial(reducer, left=start) if start in _TRIED else None
    if summary is None or summary.problem is not None or summary.is_async or summary.is_generator:
        return None
    if len(summary.parameters) != 2 or _drops_update(program, reducer):
        return None
    if not summary.endings:
        return _raising(summary, start)
    kinds = {kind for ending in summary.endings for kind in _kinds(summary, ending, start)}
    if None in kinds or _changes_start(summary):
        return None
    kind = next((name for name in ("smallest", "largest") if name in kinds), "stuck")
    if {"smallest", "largest"} <= kinds:
        return None
    lasting = kind if kind == "stuck" else _kept(kind, start)
    return Seed(lasting, start) if lasting is not None else None


def _drops_update(program: Program, reducer: Value) -> bool:
    """Tell whether a reducer never uses the update, whatever the start value is."""
    summary = program.reducer(reducer)
    known = summary is not None and len(summary.parameters) == 2
    return known and summary is not None and ignores_update(Reducing(reducer, summary, ())) is not None


def _raising(summary: Summary, start: str) -> Seed | None:
    """Tell of a reducer none of whose paths returns, because an operation on the start value raises."""
    raised = [event for event in summary.events if event.kind == "raises"]
    return Seed("raises", start, raised[0].what, raised[0].place) if raised else None


def _changes_start(summary: Summary) -> bool:
    return bool(summary.mutations)


def _kinds(summary: Summary, ending: Ending, start: str) -> set[str | None]:
    value = ending.frozen or ending.value
    right = summary.parameters[1]
    if value is right:
        return {_bounded(ending, right)}
    if isinstance(value, Operation) or not _is_choice_of_both(options(value), right):
        return {_kind(option, start, right) for option in options(value)}
    return {_chosen(summary.function, start)}


def _kind(value: Value, start: str, right: Value) -> str | None:
    """Tell how a value the reducer gives is bound to the start value; None where it is not."""
    if _is_start(value, start):
        return "stuck"
    if isinstance(value, Operation) and len(value.operands) == 2:
        absorbed = start in _ABSORBED.get(value.operator, frozenset())
        sides = value.operands if value.operator in ("*", "&") else value.operands[:1]
        return "stuck" if absorbed and any(_is_start(side, start) for side in sides) else None
    if isinstance(value, Result) and isinstance(value.function, External):
        return _extreme(value, start)
    return None


def _extreme(value: Result, start: str) -> str | None:
    """Tell of `min(start, x)` and `max(start, x)`."""
    given = value.positional
    if len(given) == 1 and isinstance(given[0], Listing) and given[0].complete:
        given = tuple(item.value for item in given[0].items if not item.spread and item.must)
    if value.named or len(given) < 2 or not any(_is_start(part, start) for part in given):
        return None
    assert isinstance(value.function, External)
    kind = {"builtins.min": "smallest", "builtins.max": "largest"}.get(value.function.name)
    return None if kind is None else _kept(kind, start)


def _kept(kind: str, start: str) -> str | None:
    """Tell for how long a start value is the smallest or the largest: for ever where nothing is smaller."""
    if start in _SIGNED:
        return kind
    return "stuck" if kind == "smallest" and start in _SMALLEST else None


def _is_start(value: Value, start: str) -> bool:
    """Tell whether a value surely equals the start value."""
    if isinstance(value, Literal):
        return repr(value.value) == start
    if start in _SETS:
        return _is_empty(value) and (not isinstance(value, Listing) or value.kind == "set")
    if start in ("[]", "()"):
        wanted = "list" if start == "[]" else "tuple"
        return _is_empty(value) and isinstance(value, (Listing, Generated)) and value.kind == wanted
    return start == "{}" and isinstance(value, (Table, Generated)) and _is_empty(value)


def _is_empty(value: Value) -> bool:
    """Tell whether a container is surely empty: made of nothing, or of what goes through something empty."""
    if isinstance(value, Listing):
        return value.complete and all(item.spread and _is_empty(item.value) for item in value.items)
    if isinstance(value, Table):
        return value.complete and all(entry.key is None and _is_empty(entry.value) for entry in value.entries)
    if isinstance(value, Generated):
        return any(map(_is_empty, value.sources[:1]))
    if isinstance(value, SliceOf):
        return _is_empty(value.base)
    return isinstance(value, Operation) and value.operator == "&" and any(map(_is_empty, value.operands))


# --- a comparison that decides -------------------------------------------------------------------------------

_BELOW = {"<": "smallest", "<=": "smallest", ">": "largest", ">=": "largest"}
_TURNED = {"smallest": "largest", "largest": "smallest"}


def _bounded(ending: Ending, right: Parameter) -> str | None:
    """Tell of `if left < right: return left; return right`: the update is given where it is not above the start."""
    for test, outcome in ending.conditions:
        if isinstance(test, Operation) and test.operator == "compare" and len(test.operands) == 2:
            kind = _BELOW.get(test.how)
            if kind is None or right not in test.operands or not isinstance(_other(test, right), Literal):
                continue
            # `right < start` that holds keeps what is below the start, `start < right` what is above it.
            holds = kind if test.operands[0] is right else _TURNED[kind]
            return holds if outcome else _TURNED[holds]
    return None


def _other(test: Operation, right: Parameter) -> Value:
    return test.operands[1] if test.operands[0] is right else test.operands[0]


def _is_choice_of_both(found: tuple[Value, ...], right: Parameter) -> bool:
    return len(found) == 2 and right in found


def _chosen(function: FunctionValue, start: str) -> str | None:
    """Tell of `left if left < right else right`, which gives the smaller one."""
    node = function.node
    body = node.body if isinstance(node, s.Lambda) else _returned(node)
    if not isinstance(body, s.Conditional) or not isinstance(body.test, s.Comparison) or len(body.test.rest) != 1:
        return None
    operator, other = body.test.rest[0]
    names = [part.id if isinstance(part, s.Name) else "" for part in (body.test.left, other, body.body, body.otherwise)]
    kind = _BELOW.get(operator)
    if kind is None or "" in names or set(names[:2]) != set(names[2:]) or len(set(names)) != 2:
        return None
    return _kept(kind if names[0] == names[2] else _TURNED[kind], start)


def _returned(node: s.FunctionDef) -> s.AnyExpr | None:
    returns = [child.value for child in node.body if isinstance(child, s.Return)]
    return returns[0] if len(returns) == 1 else None


__all__ = ["Seed", "seed_of"]
