"""What reducers do to start values: what is told, and what Python does."""

from __future__ import annotations

import operator
import statistics
import textwrap
from functools import reduce
from typing import Any

import pytest

from stategraph_lint.program.seeds import seed_of
from tests.support.programs import reduced

# The type, the reducer's body, what is told, and updates that show it.
CASES: list[tuple[str, str, str, list[Any]]] = [
    ("int", "return old * new", "stuck", [3, 4]),
    ("float", "return new * old", "stuck", [3.5]),
    ("int", "return new if old == 0 else old * new", "", [3]),
    ("int", "return old * new if old else new", "", [3]),
    ("int", "if new is None:\n    return old\nreturn old * new", "stuck", [3, None]),
    ("int", "return (old or 1) * new", "", [3]),
    ("int", "return old + new", "", [3]),
    ("float", "return old / new", "stuck", [2.0]),
    ("float", "return new / old", "raises ZeroDivisionError", [2.0]),
    ("int", "return old % new", "stuck", [7]),
    ("int", "return min(old, new)", "smallest", [3]),
    ("int", "return min([new, old])", "smallest", [3]),
    ("int", "return min(old, new) if old else new", "", [3]),
    ("int", "return max(old, new)", "largest", [-3]),
    ("int", "return max(old, new, key=abs)", "", [-3]),
    ("int", "return old if old < new else new", "smallest", [3]),
    ("int", "return new if new < old else old", "smallest", [3]),
    ("int", "return old if old > new else new", "largest", [-3]),
    ("int", "if old < new:\n    return old\nreturn new", "smallest", [3]),
    ("int", "if new > old:\n    return new\nreturn old", "largest", [-3]),
    ("int", "return min(max(old, 1), new)", "", [3]),
    ("str", "return old", "stuck", ["a"]),
    ("str", "return old or new", "", ["a"]),
    ("str", "return old if old is not None else new", "stuck", ["a"]),
    ("str", "return new if old is None else old", "stuck", ["a"]),
    ("str", "return new if old == '' else old", "", ["a"]),
    ("str", "if not old:\n    return new\nreturn old", "", ["a"]),
    ("str", "return min(old, new)", "stuck", ["a"]),
    ("str", "return max(old, new)", "", ["a"]),
    ("str", "return old[-1] + new", "raises IndexError", ["a"]),
    ("bool", "return old and new", "stuck", [True]),
    ("bool", "return old & new", "stuck", [True]),
    ("bool", "return old or new", "", [True]),
    ("bool", "return bool(old) and bool(new)", "stuck", [True]),
    ("set[str]", "return old & new", "stuck", [{"a"}]),
    ("set[str]", "return old.intersection(new)", "stuck", [{"a"}]),
    ("set[str]", "return old & new if old else new", "", [{"a"}]),
    ("set[str]", "return old | new", "", [{"a"}]),
    ("frozenset[str]", "return old & new", "stuck", [frozenset("a")]),
    ("set[str]", "return {x for x in old if x in new}", "stuck", [{"a"}]),
    ("list[str]", "return old", "stuck", [["a"]]),
    ("list[str]", "return [x for x in old if x in new]", "stuck", [["a"]]),
    ("list[str]", "return list(set(old) & set(new))", "stuck", [["a"]]),
    ("list[str]", "return sorted(set(old).intersection(new))", "stuck", [["a"]]),
    ("list[str]", "return [x for x in new if x not in old]", "", [["a"]]),
    ("list[str]", "return old if len(old) > 0 else new", "", [["a"]]),
    ("list[str]", "return new if old == [] else old", "", [["a"]]),
    ("list[str]", "return new if len(old) == 0 else old[-1:]", "", [["a"]]),
    ("list[int]", "return [max(old), *new]", "raises ValueError", [[1]]),
    ("list[int]", "return [max(old, default=0), *new]", "", [[1]]),
    ("list[int]", "last = old[-1]\nreturn old + [x for x in new if x > last]", "raises IndexError", [[1]]),
    ("list[int]", "last = old[-1] if old else 0\nreturn old + new", "", [[1]]),
    ("list[int]", "if new and old:\n    return [old[0]]\nreturn new", "", [[1]]),
    ("list[int]", "try:\n    return [old[-1], *new]\nexcept IndexError:\n    return new", "", [[1]]),
    ("list[int]", "return [reduce(operator.add, old), *new]", "raises TypeError", [[1]]),
    ("list[float]", "return [statistics.mean(old), *new]", "raises StatisticsError", [[1.0]]),
    ("list[int]", "out = [*old, *new]\nreturn [out[-1]]", "", [[1]]),
    ("list[int]", "top = old.pop()\nreturn [top, *new]", "raises IndexError", [[1]]),
    ("dict[str, int]", "return {**new, 'n': old['n'] + 1}", "raises KeyError", [{"a": 1}]),
    ("dict[str, int]", "return {**new, 'n': old.get('n', 0) + 1}", "", [{"a": 1}]),
    ("dict[str, int]", "if 'n' not in old:\n    return new\nreturn {'n': old['n']}", "", [{"n": 1}]),
    ("dict[str, int]", "return {k: old[k] for k in old if k in new}", "stuck", [{"a": 1}]),
    ("dict[str, int]", "for k in old:\n    if k in new:\n        old[k] += new[k]\nreturn old", "stuck", [{"a": 1}]),
    ("dict[str, int]", "n = old.pop('n')\nreturn {'n': n, **new}", "raises KeyError", [{"a": 1}]),
    ("dict[str, int]", "n = old.pop('n', 0)\nreturn {'n': n, **new}", "", [{"a": 1}]),
    ("dict[str, int]", "for k, v in new.items():\n    old[k] = v\nreturn old", "", [{"a": 1}]),
    ("list[str]", "old.extend(new)\nreturn old", "", [["a"]]),
    ("list[str]", "return outside(old, new)", "", []),
    ("tuple[int, ...]", "return old", "stuck", [(1,)]),
]


@pytest.mark.parametrize(("type_", "body", "told", "updates"), CASES)
def test_seed(type_: str, body: str, told: str, updates: list[Any]) -> None:
    text = "def merge(old, new):\n" + textwrap.indent(body, "    ")
    names = {"reduce": reduce, "operator": operator, "statistics": statistics}
    seed = seed_of(*reduced("merge", type_, "import statistics\nfrom functools import reduce\n" + text))
    found = "" if seed is None else f"raises {seed.error}" if seed.kind == "raises" else seed.kind
    assert found == told.replace("StatisticsError", "ValueError")
    exec(text, names)
    start = eval(type_)() if "[" not in type_ else eval(type_.partition("[")[0])()
    for update in updates:
        assert _real(names["merge"], start, update) == told


def _real(merge: Any, start: Any, update: Any) -> str:
    """Tell what a reducer does to a start value, as `seed_of` says it."""
    kept = repr(start)
    try:
        found = merge(start, update)
    except (ArithmeticError, LookupError, TypeError, ValueError) as exc:
        return f"raises {type(exc).__name__}"
    if repr(found) != kept:
        return ""
    if isinstance(start, (int, float)) and not isinstance(start, bool) and update:
        if merge(start, -1) != start:
            return "smallest"
        return "largest" if merge(start, 1) != start else "stuck"
    return "stuck"


@pytest.mark.parametrize(
    ("type_", "reducer", "told"),
    [
        ("int", "operator.mul", "stuck"),
        ("float", "operator.imul", "stuck"),
        ("int", "operator.and_", "stuck"),
        ("bool", "operator.and_", "stuck"),
        ("set[str]", "operator.and_", "stuck"),
        ("int", "operator.add", None),
        ("int", "operator.or_", None),
        ("list[str]", "operator.mul", None),
        ("int | None", "operator.mul", None),
        ("int", "lambda a, b: a * b", "stuck"),
        ("int", "lambda a, b: b if a is None else min(a, b)", "smallest"),
        ("int | None", "lambda a, b: a", None),
        ("str", "lambda a, _: a", "stuck"),
        ("Counted", "lambda a, b: a", None),
    ],
)
def test_seeds_of_expressions(type_: str, reducer: str, told: str | None) -> None:
    seed = seed_of(*reduced(reducer, type_, "class Counted:\n    def __init__(self, n): ...\n"))
    assert (seed and seed.kind) == told
