"""How wide text stands on a terminal, so that a caret stands below what it means."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

TAB = "    "
WIDEST = 160
LEAD = 40


def width(text: str) -> int:
    """The number of terminal columns the text takes."""
    if text.isascii():
        return len(text)
    return sum(_width(character) for character in text)


def _width(character: str) -> int:
    if unicodedata.combining(character) or unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def clean(text: str) -> str:
    """The text with tabs as four spaces and other control characters as `?`, as wide as it will be shown."""
    spaced = text.replace("\t", TAB)
    if spaced.isprintable():
        return spaced
    return "".join(
        "?" if unicodedata.category(character) in ("Cc", "Cs", "Zl", "Zp") else character for character in spaced
    )


def aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Give the rows of a table as lines: each column as wide as its widest cell, no blanks at the ends."""
    widths = [max(map(width, column)) for column in zip(*rows)]
    padded = ([cell + " " * (wanted - width(cell)) for cell, wanted in zip(row, widths)] for row in rows)
    return ["  ".join(cells).rstrip() for cells in padded]


def excerpt(line: str, column: int, end_column: int) -> tuple[str, str]:
    """Give a source line as it is to be shown, and the carets below it.

    The columns are 1-based and count characters; the end is exclusive. Of a line wider than WIDEST only the part
    around the columns is shown, with `...` for the rest.
    """
    start = min(max(column, 1), len(line) + 1) - 1
    end = min(max(end_column - 1, start + 1), max(len(line), start + 1))
    left, right = 0, len(line)
    if width(clean(line)) > WIDEST:
        left = max(start - LEAD, 0)
        right = left + WIDEST
    before, marked, after = (
        clean(line[left:start]),
        clean(line[start : min(end, right)]),
        clean(line[min(end, right) : right]),
    )
    lead = "..." if left else ""
    tail = "..." if right < len(line) else ""
    carets = " " * (len(lead) + width(before)) + "^" * max(width(marked.rstrip()), 1)
    return f"{lead}{before}{marked}{after}".rstrip() + tail, carets
