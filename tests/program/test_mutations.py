"""Which operations on an argument are provably changes in place: it depends on the type."""

from __future__ import annotations

import textwrap

import pytest

from stategraph_lint.program.mutations import changes
from tests.support.programs import reduced

CLASSES = """\
@dataclass
class Basket:
    items: list[str] = field(default_factory=list)
    total: float = 0.0

    def add(self, item):
        return Basket([*self.items, item])

"""


def found(type_: str, body: str) -> list[str]:
    more = CLASSES + "def merge(old, new):\n" + textwrap.indent(textwrap.dedent(body), "    ") + "\n    return old\n"
    program, channel = reduced("merge", type_, more)
    assert channel.reducer is not None
    summary = program.reducer(channel.reducer)
    assert summary is not None
    return [change.how for change in changes(program.run, summary, channel.type)]


@pytest.mark.parametrize(
    ("type_", "body", "expected"),
    [
        ("list[str]", "old += new", ["+="]),
        ("dict[str, int]", "old |= new", ["|="]),
        ("list[str] | None", "old += new", ["+="]),
        ("int", "old += new", []),
        ("str", "old += new", []),
        ("tuple[str, ...]", "old += new", []),
        ("Any", "old += new", []),
        ("Basket", "old += new", []),
        ("list[str]", "old = old + new", []),
        ("list[str]", "both = old or []\nboth += new", ["+="]),
    ],
)
def test_augmented_assignments(type_: str, body: str, expected: list[str]) -> None:
    assert found(type_, body) == expected


@pytest.mark.parametrize(
    ("type_", "body", "expected"),
    [
        ("list[str]", "old.append(new)", ["append"]),
        ("list[str]", "old.sort()", ["sort"]),
        ("Any", "old.append(new)", ["append"]),
        ("Any", "old.update(new)", ["update"]),
        ("Any", "old.add(new)", ["add"]),
        ("Any", "both = old.update(new)", []),
        ("Any", "both = old.add(new)", []),
        ("Basket", "old.add(new)", []),
        ("Basket", "old.update(new)", []),
        ("list[str]", "heapq.heappush(old, new)", ["heappush"]),
        ("list[str]", "list(old).append(new)", []),
        ("list[str]", "copy.copy(old).append(new)", []),
        ("list[str]", "old.copy().append(new)", []),
        ("list[str]", "old[:].append(new)", []),
        ("list[str]", "old.index('x')", []),
    ],
)
def test_methods(type_: str, body: str, expected: list[str]) -> None:
    assert found(type_, body) == expected


@pytest.mark.parametrize(
    ("type_", "body", "expected"),
    [
        ("dict[str, list[str]]", "old['a'].sort()", ["sort"]),
        ("dict[str, list[str]]", "dict(old)['a'].sort()", ["sort"]),
        ("dict[str, list[str]]", "copy.deepcopy(old)['a'].sort()", []),
        ("dict[str, int]", "old['a'] += 1", ["[]="]),
        ("dict[str, int]", "mine = dict(old)\nmine['a'] += 1", []),
        ("dict[str, list[str]]", "mine = dict(old)\nmine['a'] += new['a']", ["+="]),
        ("list[list[int]]", "old[-1] += [1]", ["+="]),
        ("list[dict[str, Any]]", "for row in old:\n    row['seen'] = True", ["[]="]),
        ("Basket", "old.total += 1", [".="]),
        ("Basket", "mine = copy.copy(old)\nmine.total += 1", []),
        ("Basket", "mine = copy.copy(old)\nmine.items += ['x']", ["+="]),
        ("dict[str, Basket]", "old['a'].items.clear()", ["clear"]),
        ("dict[str, Any]", "old['a'].pop(1)", ["pop"]),
        ("dict[str, Any]", "one = old['a'].pop(1)", []),
        ("dict[str, Any]", "del old['a']", ["del"]),
    ],
)
def test_nested_types(type_: str, body: str, expected: list[str]) -> None:
    assert found(type_, body) == expected


def test_a_wrapped_function_has_the_change() -> None:
    more = """\
    import functools

    def tolerant(fn):
        @functools.wraps(fn)
        def inner(old, new):
            return fn(old or [], new or [])
        return inner

    def helper(target, items):
        target.extend(items)

    @tolerant
    def merge(old, new):
        helper(old, new)
        return old
    """
    program, channel = reduced("merge", more=textwrap.dedent(more))
    summary = program.reducer(channel.reducer) if channel.reducer is not None else None
    assert summary is not None
    (change,) = changes(program.run, summary, channel.type)
    module = program.run.scope("case.py")
    assert module is not None
    assert module.module.source.lines[change.place.span.line - 1].strip() == "helper(old, new)"
