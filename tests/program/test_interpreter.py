"""What the interpreter makes of function bodies: values, aliases, branches, loops, helpers."""

from __future__ import annotations

import textwrap

import pytest

from stategraph_lint.program.functions import Summary, root, summarize
from stategraph_lint.program.interpreter import Interpreter
from stategraph_lint.program.modules import Modules
from stategraph_lint.program.updates import Update, of_summary
from stategraph_lint.program.values import Literal, Value

PRELUDE = """\
import copy, functools, operator
from copy import deepcopy
from langgraph.types import Command
"""


def interpreter(**modules: str) -> Interpreter:
    files = {
        f"{name.replace('_', '/').replace('-', '__')}.py": (PRELUDE + textwrap.dedent(text)).encode()
        for name, text in modules.items()
    }
    return Interpreter(Modules(files, files.__getitem__), (3, 11))


def lookup(run: Interpreter, name: str, module: str = "case") -> Value:
    scope = run.scope(f"{module}.py")
    assert scope is not None
    found = scope.lookup(name, None)
    assert found is not None
    return found


def summary(text: str, name: str = "node", *roles: str) -> tuple[Interpreter, Summary]:
    run = interpreter(case=text)
    found = summarize(run, lookup(run, name), roles or ("state",))
    assert found is not None
    return run, found


def updates(text: str) -> tuple[Update, ...]:
    return of_summary(*summary(text))


def shape(update: Update) -> dict[str, bool]:
    """Give the written keys, each with whether it is sure to be written."""
    return {write.key: write.must for write in update.writes}


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("return {'a': 1}", {"a": True}),
        ("return dict(a=1, b=2)", {"a": True, "b": True}),
        ("return {**{'a': 1}, 'b': 2}", {"a": True, "b": True}),
        ("return {'a': 1} | {'b': 2}", {"a": True, "b": True}),
        (
            "out = {}\nout['a'] = 1\nout.update(b=2)\nout.setdefault('c', 3)\nreturn out",
            {"a": True, "b": True, "c": True},
        ),
        ("out = {}\nif state['x']:\n    out['a'] = 1\nreturn out", {"a": False}),
        ("out = {}\nif state['x']:\n    out['a'] = 1\nelse:\n    out['a'] = 2\nreturn out", {"a": True}),
        ("out = {'a': 1, 'b': 2}\ndel out['a']\nreturn out", {"b": True}),
        ("out = {'a': 1}\nout.pop('a')\nreturn out", {}),
        ("key = 'a'\nreturn {key: 1}", {"a": True}),
        ("key = 'a' if state['x'] else 'b'\nreturn {key: 1}", {"a": False, "b": False}),
        ("return {k: 1 for k in ('a', 'b')}", {"a": True, "b": True}),
        ("return helper(1)", {"h": True}),
        ("return Command(update={'a': 1}, goto='x')", {"a": True}),
        ("return Command(update=[('a', 1), ('b', 2)])", {"a": True, "b": True}),
        ("for name in ('a', 'b'):\n    if name:\n        pass\nreturn {name: 1}", {"b": True}),
        ("try:\n    value = state['x']\nexcept KeyError:\n    value = 0\nreturn {'a': value}", {"a": True}),
        ("with open('x') as f:\n    out = {'a': f}\nreturn out", {"a": True}),
        (
            "match state['x']:\n    case 1:\n        out = {'a': 1}\n    case _:\n        out = {'a': 2}\nreturn out",
            {"a": True},
        ),
    ],
)
def test_one_update(body: str, expected: dict[str, bool]) -> None:
    text = "def helper(x):\n    return {'h': x}\n\ndef node(state):\n" + textwrap.indent(body, "    ") + "\n"
    found = updates(text)
    merged: dict[str, bool] = {}
    for update in found:
        for key, must in shape(update).items():
            merged[key] = must and merged.get(key, True)
    assert merged == expected
    assert all(update.known for update in found)


@pytest.mark.parametrize(
    "body",
    [
        "return unknown(state)",
        "return {**unknown(state)}",
        "return {unknown(): 1}",
        "out = {}\nunknown(out)\nreturn out",
        "return self.thing",
    ],
)
def test_what_cannot_be_known_is_not(body: str) -> None:
    text = (
        "from elsewhere import unknown\nself = unknown()\n\ndef node(state):\n" + textwrap.indent(body, "    ") + "\n"
    )
    assert not any(update.known for update in updates(text))


@pytest.mark.parametrize(
    ("body", "without"),
    [
        ("return state", set()),
        ("return {**state, 'a': 1}", {"a"}),
        ("return dict(state, a=1)", {"a"}),
        ("return state | {'a': 1}", {"a"}),
        ("return copy.copy(state)", set()),
        ("return deepcopy(state)", set()),
        ("new = state.copy()\nnew['a'] = 1\nreturn new", {"a"}),
        ("state['a'] = 1\nreturn state", {"a"}),
        ("new = {**state}\nnew.pop('a')\nreturn new", {"a"}),
        ("return state.model_copy(update={'a': 1})", {"a"}),
        ("return state.model_dump()", set()),
    ],
)
def test_the_whole_state_goes_back(body: str, without: set[str]) -> None:
    (update,) = updates("def node(state):\n" + textwrap.indent(body, "    ") + "\n")
    (echo,) = update.echoes
    assert set(echo.without) | {write.key for write in update.writes} == without


@pytest.mark.parametrize(
    ("body", "what"),
    [
        ("return 'name'", "a str"),
        ("return f'{state}'", "a str"),
        ("return [1, 2]", "a list"),
        ("return 1", "a int"),
        ("return True", "a bool"),
    ],
)
def test_invalid(body: str, what: str) -> None:
    (update,) = updates(f"def node(state):\n    {body}\n")
    assert (update.kind, update.what) == ("invalid", what)


MUTATING = [
    "left.append(1)",
    "x = left\nx.append(1)",
    "x, y = left, right\nx.append(1)",
    "if (x := left):\n    x.append(1)",
    "x = left or []\nx.append(1)",
    "left[0] = 1",
    "del left[0]",
    "left['k'].update(right)",
    "for m in left:\n    m.x = 1",
    "for k, v in left.items():\n    v.append(1)",
    "for m in list(left):\n    m.x = 1",
    "for m in [*left]:\n    m.x = 1",
    "x = copy.copy(left)\nx[0].y = 1",
    "x = left[:]\nx[0].y = 1",
    "helper(left)",
    "if right:\n    left = list(left)\nleft.append(1)",
    "operator.iadd(left, right)",
    "left += right",
    "left |= right",
    "x = [left]\nx[0].append(1)",
    "x = {'a': left}\nx['a'].append(1)",
    "while right:\n    left.append(1)",
    "try:\n    left.append(1)\nexcept ValueError:\n    pass",
    "[left.append(x) for x in right]",
    "functools.partial(helper, left)()",
    "(lambda x: x.append(1))(left)",
]
HARMLESS = [
    "left = list(left)\nleft.append(1)",
    "x = left[:]\nx.append(1)",
    "x = left.copy()\nx.append(1)",
    "x = copy.copy(left)\nx.append(1)",
    "x = deepcopy(left)\nx[0].y = 1",
    "x = [*left]\nx.append(1)",
    "x = {**left}\nx['a'] = 1",
    "x = left | right\nx['a'] = 1",
    "x = left + right\nx.append(1)",
    "x = sorted(left)\nx.append(1)",
    "x = [m for m in left]\nx.append(1)",
    "x = []\nx.extend(left)\nx.append(1)",
    "x = dict(left)\nx.update(right)",
    "left = [*left]\nleft += right",
    "reader(left)",
]


@pytest.mark.parametrize("body", MUTATING)
def test_changes_of_an_argument(body: str) -> None:
    assert _changed(body)


@pytest.mark.parametrize("body", HARMLESS)
def test_changes_of_a_copy(body: str) -> None:
    assert not _changed(body)


def _changed(body: str) -> bool:
    helpers = "def helper(x):\n    x.append(1)\n\ndef reader(x):\n    return [y for y in x]\n\n"
    text = helpers + "def merge(left, right):\n" + textwrap.indent(body, "    ") + "\n    return left\n"
    _, found = summary(text, "merge", "left", "right")
    return any(root(mutation.target) is not None for mutation in found.mutations)


def test_a_change_in_a_helper_stands_at_the_call() -> None:
    _, found = summary(
        "def helper(x):\n    x.append(1)\n\ndef merge(left, right):\n    helper(left)\n    return left\n", "merge"
    )
    (mutation,) = found.mutations
    assert [place.span.line for place in mutation.via] == [8]


def test_imports_lead_through_packages() -> None:
    run = interpreter(
        **{"pkg_-init-": "from .a import *\nfrom . import b as other\n"},
        pkg_a="__all__ = ['VALUE']\nVALUE = 1\nHIDDEN = 2\n",
        pkg_b="from .a import HIDDEN as seen\n",
        case="import pkg\nimport pkg.b as direct\nfrom pkg import VALUE as one\nx = pkg.other.seen\ny = direct.seen\n",
    )
    assert [getattr(lookup(run, name), "value", None) for name in ("one", "x", "y")] == [1, 2, 2]
    assert not isinstance(lookup(run, "pkg"), Literal)


def test_import_circles_end() -> None:
    run = interpreter(a="from b import x\n", b="from a import x\n", case="from a import x\ny = x\n")
    assert type(lookup(run, "y")).__name__ == "Unknown"


def test_names_are_those_bound_before_the_use() -> None:
    run = interpreter(case="x = 1\ny = x\nx = 2\nz = x\n")
    values = [getattr(lookup(run, name), "value", None) for name in ("y", "z", "x")]
    assert values == [1, 2, 2]


def test_guarded_and_version_dependent_imports() -> None:
    run = interpreter(
        case="""
        import sys
        from typing import TYPE_CHECKING
        if TYPE_CHECKING:
            from decimal import Decimal
        if sys.version_info >= (3, 12):
            A = 1
        else:
            A = 2
        try:
            import fast as impl
        except ImportError:
            impl = None
        """
    )
    scope = run.scope("case.py")
    assert scope is not None
    assert scope.guarded("Decimal")
    assert not scope.guarded("A")
    assert getattr(lookup(run, "A"), "value", None) == 2
    assert getattr(lookup(run, "impl"), "name", None) == "fast"


def test_endless_code_ends() -> None:
    run, found = summary(
        "def node(state):\n" + "    if state['x']:\n        y = 1\n" * 300 + "    return node(state)\n"
    )
    assert found.endings
    assert run.steps < 100_000
