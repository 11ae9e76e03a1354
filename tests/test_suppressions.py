from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from stategraph_lint.suppressions import Suppressions


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
    assert covered('"""Doc."""\n# stategraph-lint: ignore[SGL302]\nimport x\n') == [2]


def test_directives_say_where_they_stand_and_why() -> None:
    text = 'x = 1\na = """\n"""  # stategraph-lint: ignore[SGL302]  rebuilt here # noqa: E501\n'
    own, noqa = Suppressions.of(text).directives
    assert (own.line, own.first, own.last, own.codes, own.reason) == (3, 2, 3, ("SGL302",), "rebuilt here")
    assert (noqa.line, noqa.codes) == (3, ("E501",))
    assert Suppressions.of(text).match("SGL302", 2) == own


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
