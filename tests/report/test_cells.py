from __future__ import annotations

import pytest

from stategraph_lint.report import cells


@pytest.mark.parametrize(
    ("text", "columns"),
    [("abc", 3), ("", 0), ("日本", 4), ("e\u0301", 1), ("\uff46", 2), ("é", 1), ("\u200bx", 1), ("👍", 2)],
)
def test_width(text: str, columns: int) -> None:
    assert cells.width(text) == columns


@pytest.mark.parametrize(
    ("line", "column", "end", "shown", "carets"),
    [
        ("abcdef", 3, 5, "abcdef", "  ^^"),
        ("\tab", 2, 4, "    ab", "    ^^"),
        ("a\tb = c", 3, 4, "a    b = c", "     ^"),
        ('"日本" + x', 8, 9, '"日本" + x', "         ^"),
        ('"日本"', 2, 4, '"日本"', " ^^^^"),
        ("ab\x1b[31mc\x0c", 3, 4, "ab?[31mc?", "  ^"),
        ("ab   ", 1, 6, "ab", "^^"),
        ("ab", 3, 3, "ab", "  ^"),
        ("ab", 99, 120, "ab", "  ^"),
        ("ab", 2, 1, "ab", " ^"),
        ("", 1, 1, "", "^"),
    ],
)
def test_excerpt(line: str, column: int, end: int, shown: str, carets: str) -> None:
    assert cells.excerpt(line, column, end) == (shown, carets)


def test_excerpt_of_a_very_long_line() -> None:
    line = "x" * 5000 + "HERE" + "y" * 5000
    shown, carets = cells.excerpt(line, 5001, 5005)
    assert len(shown) < 200
    assert shown.startswith("...xxx")
    assert shown.endswith("yyy...")
    assert shown[carets.index("^") : len(carets)] == "HERE"


def test_excerpt_of_a_range_longer_than_the_excerpt() -> None:
    shown, carets = cells.excerpt("x" * 5000, 1, 5001)
    assert shown == "x" * cells.WIDEST + "..."
    assert carets == "^" * cells.WIDEST
