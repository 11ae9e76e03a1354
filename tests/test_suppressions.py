from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest

from stategraph_lint.suppressions import Entry, Suppressions


def covered(text: str, code: str = "SGL302") -> list[int]:
    """Give the lines on which the code is switched off."""
    found = Suppressions.of(text)
    return [line for line in range(1, text.count("\n") + 2) if found.covers(code, line)]


def test_nothing_to_read() -> None:
    assert Suppressions.of("x = 1\n").directives == ()


@pytest.mark.parametrize(
    "comment",
    [
        "# noqa",
        "# NOQA",
        "#: x # noqa",
        "# noqa: SGL302",
        "# noqa:SGL3",
        "# noqa: E501,SGL302",
        "# noqa: E501 SGL302",
        "# noqa : why",
    ],
)
def test_noqa_switches_its_line_off(comment: str) -> None:
    assert covered(f"a = 1\nb = 2  {comment}\nc = 3\n") == [2]


@pytest.mark.parametrize("comment", ["# noqa: SGL301", "# noqa: E501", "#noqa", "# no qa", "# noqa: SGL3020"])
def test_other_comments_do_not(comment: str) -> None:
    assert covered(f"b = 2  {comment}\n") == []


def test_flake8_noqa_switches_the_file_off() -> None:
    assert covered("a = 1\n# flake8: noqa\nb = 2\n") == [1, 2, 3, 4]
    assert covered("a = 1  # flake8: noqa\nb = 2\n") == []


def test_lines_of_one_string_share_their_comments() -> None:
    assert covered('a = """\ntext\n"""  # noqa\nb = 1\n') == [1, 2, 3]


def test_lines_joined_by_a_backslash_share_their_comments() -> None:
    assert covered("a = 1 + \\\n    2  # noqa\nb = 1\n") == [1, 2]


def test_lines_in_brackets_do_not() -> None:
    assert covered("a = [\n    1,  # noqa\n]\n") == [2]


BROKEN = ["def (\n  x  # noqa\n", "a = '''\nb  # noqa\n", "if x:\n  a\n b  # noqa\n", "(" * 3000 + "\nx # noqa\n"]


@pytest.mark.parametrize("text", BROKEN)
def test_text_that_cannot_be_tokenized_is_taken_line_by_line(text: str) -> None:
    found = Suppressions.of(text)
    last = text.count("\n")
    assert found.covers("SGL302", last)
    assert not found.covers("SGL302", last - 1)


def test_newlines_of_all_kinds() -> None:
    assert covered("a = 1\r\nb = 2  # noqa\r\nc = 3\r\n") == [2]
    assert Suppressions.of("a = 1\rb = 2  # noqa\rc = 3\r").covers("SGL302", 2)
    assert covered("a = 1\n\x0cb = '\x1c'  # noqa\nc = 3\n") == [2]


@pytest.mark.parametrize(
    ("comment", "lines"),
    [
        ("# stategraph-lint: ignore[SGL302] because", [2]),
        ("# stategraph-lint:ignore[SGL1, SGL3]", [2]),
        ("# stategraph-lint: ignore", [2]),
        ("# stategraph-lint: ignore[SGL301]", []),
        ("# stategraph-lint: ignore[]", []),
    ],
)
def test_own_comment_on_a_line(comment: str, lines: list[int]) -> None:
    assert covered(f"a = 1\nb = 2  {comment}\nc = 3\n") == lines


def test_own_comment_above_all_code_holds_for_the_file() -> None:
    assert covered("#!/usr/bin/env python\n\n# stategraph-lint: ignore[SGL302] generated\nimport x\n") == [
        1,
        2,
        3,
        4,
        5,
    ]
    assert covered('"""Doc\nstring."""\n\n# stategraph-lint: ignore[SGL302]\nimport x\n') == [1, 2, 3, 4, 5, 6]
    assert covered("# stategraph-lint: ignore[SGL302]\n") == [1, 2]


def test_own_comment_elsewhere_does_not_hold_for_the_file() -> None:
    assert covered("import x\n# stategraph-lint: ignore[SGL302]\nimport y\n") == [2]
    assert covered('"""Doc."""  # stategraph-lint: ignore[SGL302]\nimport y\n') == [1]
    assert covered("import x  # stategraph-lint: ignore[SGL302]\nimport y\n") == [1]


STATEMENT = """\
x = 0
return_ = {  # first
    "a": [1,  # inner
          2],
    "b": f(
        '''one
        two''',  # string
    ),
}  # last
y = 1
"""


@pytest.mark.parametrize(
    ("mark", "lines"), [("first", range(2, 10)), ("last", range(2, 10)), ("inner", [3]), ("string", [6, 7])]
)
def test_own_comment_on_the_edge_of_a_statement_holds_for_all_of_it(mark: str, lines: Iterable[int]) -> None:
    text = STATEMENT.replace(f"# {mark}", "# stategraph-lint: ignore[SGL302] so")
    assert covered(text) == list(lines)


def test_own_comment_on_the_head_of_a_block_holds_for_the_head() -> None:
    text = "def f(\n    a,\n):  # stategraph-lint: ignore[SGL302]\n    return 1\n"
    assert covered(text) == [1, 2, 3]
    assert covered("@deco(\n    1\n)  # stategraph-lint: ignore\nclass A: pass\n") == [1, 2, 3]


def test_own_comment_in_a_string_is_none() -> None:
    own = "# stategraph-lint: ignore[SGL302]"
    assert covered(f"a = '{own}'\n") == []
    assert covered(f'a = """\n{own}\n"""\n') == []
    assert covered(f'"""{own}"""\nimport x\n') == []
    assert covered(f"a = f'{{b}} {own}'  {own}\n") == [1]


@pytest.mark.parametrize(
    "order",
    ["disable=SGL302", "ignore SGL302", "ignore[SGL302", "ignore(SGL302)", "ignore=SGL302", "ignored", "ignore: SGL302",
     "ignore-file[SGL302]", ""],
)  # fmt: skip
def test_own_comment_that_cannot_be_read_switches_nothing_off(order: str) -> None:
    text = f"a = 1  # stategraph-lint: {order}\n"
    assert covered(text) == []
    (directive,) = Suppressions.of(text).directives
    assert directive.malformed


@pytest.mark.parametrize(
    ("order", "reason"),
    [("ignore", ""), ("ignore because of x", "because of x"), ("ignore - old", "old"), ("ignore: see docs", "see docs"),
     ("Ignore [SGL302] - why", "why"), ("ignore[SGL302]: why", "why"), ("ignore[ SGL301 ,SGL302 ]", "")],
)  # fmt: skip
def test_own_comments_and_their_reasons(order: str, reason: str) -> None:
    text = f"a = 1  # Stategraph-Lint : {order} # noqa: E501\n"
    assert covered(text) == [1]
    assert Suppressions.of(text).directives[0].reason == reason


def test_noqa_in_a_string_is_no_comment() -> None:
    inside, behind = Suppressions.of("a = '# noqa: SGL302'\nb = 1  # x # noqa: SGL302\n").directives
    assert (inside.comment, behind.comment) == (False, True)


def test_codes_over_several_lines_of_a_string_know_their_place() -> None:
    (found,) = Suppressions.of('a = """\n  # noqa: E501,\nSGL302"""\n').directives
    assert found.entries == (Entry("E501", 2, 11, 4), Entry("SGL302", 3, 1, 6))


def test_directives_say_where_they_stand_and_why() -> None:
    text = 'x = 1\na = """\n"""  # stategraph-lint: ignore[SGL302]  rebuilt here # noqa: E501\n'
    own, noqa = Suppressions.of(text).directives
    assert (own.kind, own.line, own.first, own.last, own.reason) == ("own", 3, 2, 3, "rebuilt here")
    assert own.entries == (Entry("SGL302", 3, 32, 6),)
    assert (noqa.kind, noqa.line, noqa.entries) == ("noqa", 3, (Entry("E501", 3, 62, 4),))
    assert list(Suppressions.of(text).fitting("SGL302", 2)) == [(own, own.entries[0])]


def test_noqa_can_be_left_to_flake8() -> None:
    text = "a = 1  # noqa\nb = 2  # stategraph-lint: ignore\n"
    found = Suppressions.of(text, noqa=False)
    assert not found.covers("SGL302", 1)
    assert found.covers("SGL302", 2)


LONG = "x" * 90
SAMPLES = [
    f"a = '{LONG}'  # noqa\nb = '{LONG}'\n",
    f'a = """{LONG}\n{LONG}\n"""  # noqa: E5\nb = "{LONG}"\n',
    f"a = '{LONG}' + \\\n    '{LONG}'  # noqa:E501\n",
    f"a = [\n    '{LONG}',\n    '{LONG}',  # noqa: E501,W2\n]\n",
    f"# flake8: noqa\na = '{LONG}'\n",
    f"# flake8: noqa: E501\na = '{LONG}'\n",
    f"def f():\n    '''{LONG}\n    # noqa\n    {LONG}'''\n    return f'''{LONG}\n{LONG}'''  # noqa\n",
    f"a = '{LONG}'  # noqa: e501\nb = '{LONG}'  # noqa E501\nc = '{LONG}'  # noqa:W1 E501\n",
    f"if True:\n    pass  # {LONG}\n# {LONG} # noqa\n",
    f"a = '{LONG}'  # noqa: E501",
]


@pytest.mark.parametrize("text", SAMPLES)
def test_noqa_means_what_flake8_makes_of_it(tmp_path: Path, text: str) -> None:
    path = tmp_path / "sample.py"
    path.write_text(text, encoding="utf-8")
    command = [sys.executable, "-m", "flake8", "--isolated", "--select=E501", "--format=%(row)d", str(path)]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    long = [number for number, line in enumerate(text.splitlines(), 1) if len(line) > 79]
    found = Suppressions.of(text)
    assert [int(row) for row in run.stdout.split()] == [line for line in long if not found.covers("E501", line)]
