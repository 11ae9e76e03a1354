"""Comments that switch findings off: flake8's `# noqa`, and our own `# stategraph-lint: ignore[CODE] reason`.

`# noqa` means what flake8 makes of it, down to the lines it counts as one: those of a string over several lines, and
those joined by a backslash. Our own comment must be a comment, not a part of a string. It holds for its line; on the
first or the last line of a statement, for the whole statement; on a line of its own above all code, for the file.
"""

from __future__ import annotations

import io
import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple

_NOQA = re.compile(r"# noqa(?::[\s]?(?P<codes>([A-Z]+[0-9]+(?:[,\s]+)?)+))?", re.IGNORECASE)
_NOQA_FILE = re.compile(r"\s*# flake8[:=]\s*noqa", re.IGNORECASE)
_OWN = re.compile(r"#\s*stategraph-lint\s*:(?P<order>[^#]*)", re.IGNORECASE)
_ORDER = re.compile(
    # A reason may begin with anything but a code or a bracket: those were meant as codes.
    r"\s*ignore(?:\s*\[(?P<codes>[^\]\[]*)\](?P<after>.*)|(?P<all>(?:\s*$|\s*[:\-]*\s+(?!\s*(?:[A-Z]+\d{2,4}\b|[\[(=])).*)))",
    re.IGNORECASE | re.DOTALL,
)
_WORD = re.compile(r"[^,\s]+")

Kind = Literal["noqa", "own"]


@dataclass(frozen=True, slots=True)
class Entry:
    """One code or prefix as a comment names it; `code` is None where the comment is meant for all codes.

    `line` and `column` say where it is written (1-based), `length` how many characters it has.
    """

    code: str | None
    line: int
    column: int
    length: int

    def fits(self, code: str) -> bool:
        """Whether it stands for this code."""
        return self.code is None or code.startswith(self.code)


@dataclass(frozen=True, slots=True)
class Directive:
    """One comment that switches findings off.

    `line` is where it stands (1-based), `first` and `last` are the lines it holds for; both are 0 where it holds for
    the whole file. `kind` is noqa or own; `comment` is false for what flake8 finds inside a string. `alone` is true
    where nothing else stands on the line. A comment of ours that cannot be understood is `malformed`, has no entries
    and switches nothing off.
    """

    kind: Kind
    line: int
    column: int
    length: int
    first: int
    last: int
    entries: tuple[Entry, ...]
    reason: str = ""
    comment: bool = True
    alone: bool = False
    malformed: bool = False

    def holds(self, line: int) -> bool:
        """Whether it holds for a line."""
        return not self.last or self.first <= line <= self.last


@dataclass(frozen=True)
class Suppressions:
    """The directives of one file, in their order."""

    directives: tuple[Directive, ...]

    @classmethod
    def of(cls, text: str, *, noqa: bool = True) -> Suppressions:
        """Read the directives of a file's decoded text; without `noqa`, our own only. Never raises."""
        lowered = text.lower()
        noqa = noqa and "noqa" in lowered
        if not noqa and "stategraph-lint" not in lowered:
            return cls(())
        lines = io.StringIO(text, newline=None).readlines()
        layout = _layout(lines)
        found = [*_own(layout), *(_noqa(lines, layout) if noqa else ())]
        return cls(tuple(sorted(found, key=lambda one: (one.line, one.column))))

    def fitting(self, code: str, line: int) -> Iterator[tuple[Directive, Entry]]:
        """Give every entry that switches off the code on the line, with its directive."""
        for directive in self.directives:
            if directive.holds(line):
                yield from ((directive, entry) for entry in directive.entries if entry.fits(code))

    def covers(self, code: str, line: int) -> bool:
        """Whether a directive switches off the code on the line."""
        return next(self.fitting(code, line), None) is not None


def may_hold_own_codes(data: bytes) -> bool:
    """Whether the bytes of a file may hold a comment that names our codes."""
    return b"SGL" in data or b"sgl" in data or b"stategraph-lint" in data


@dataclass
class _Layout:
    """How the lines of a file hang together.

    `joined` are the ranges of lines that flake8 searches as one, every line in one range. `statements` gives the range
    of the statement, or of the head of a compound one, for its first and its last line. `comments` are (line, column,
    text, whether nothing else stands on the line), with a column that counts from 0. `head` is the number of lines
    above all code; blank lines, comments and the docstring are none.
    """

    joined: list[tuple[int, int]] = field(default_factory=list)
    statements: dict[int, tuple[int, int]] = field(default_factory=dict)
    comments: list[tuple[int, int, str, bool]] = field(default_factory=list)
    head: int = 0

    def range_of(self, line: int) -> tuple[int, int]:
        """Give the lines that a comment of ours on a line holds for."""
        if line in self.statements:
            return self.statements[line]
        at = bisect_left(self.joined, (line + 1, 0)) - 1
        return self.joined[at] if at >= 0 and self.joined[at][1] >= line else (line, line)


class _Text(NamedTuple):
    """A text out of a file: the line it begins on, and how many characters stand before it there."""

    text: str
    line: int
    shift: int = 0

    def place(self, at: int) -> tuple[int, int]:
        """Give line and column of an offset, both 1-based."""
        row = self.text.count("\n", 0, at)
        return self.line + row, at - self.text.rfind("\n", 0, at) + (0 if row else self.shift)

    def entries(self, start: int, end: int) -> tuple[Entry, ...]:
        """Give an entry for each word between two offsets."""
        words = _WORD.finditer(self.text, start, end)
        return tuple(Entry(word[0], *self.place(word.start()), len(word[0])) for word in words)


def _own(layout: _Layout) -> Iterator[Directive]:
    for line, start, comment, alone in layout.comments:
        text = _Text(comment, line, start)
        for match in _OWN.finditer(comment):
            column, length = text.place(match.start())[1], len(match[0].rstrip())
            first, last = (0, 0) if alone and line <= layout.head else layout.range_of(line)
            order = _ORDER.fullmatch(comment, match.start("order"), match.start() + length)
            made = Directive("own", line, column, length, first, last, (), alone=alone, malformed=order is None)
            if order is None:
                yield made
                continue
            entries: tuple[Entry, ...] = (Entry(None, line, column, length),)
            if order["codes"] is not None:
                entries = text.entries(order.start("codes"), order.end("codes"))
            reason = (order["after"] or order["all"] or "").strip(" \t:-")
            yield replace(made, entries=entries, reason=reason)


def _noqa(lines: list[str], layout: _Layout) -> Iterator[Directive]:
    starts = {line: start for line, start, _text, _alone in layout.comments}
    for number, line in enumerate(lines, 1):
        whole = _NOQA_FILE.match(line)
        if whole:
            entry = Entry(None, number, 1, whole.end())
            yield Directive("noqa", number, 1, whole.end(), 0, 0, (entry,), comment=number in starts)
    for first, last in layout.joined:
        text = _Text("".join(lines[first - 1 : last]), first)
        match = _NOQA.search(text.text)
        if match is None:
            continue
        row, column = text.place(match.start())
        length = len(match[0].rstrip())
        entries: tuple[Entry, ...] = (Entry(None, row, column, length),)
        if match["codes"] is not None:
            entries = text.entries(match.start("codes"), match.end("codes"))
        comment = starts.get(row, column) < column
        yield Directive("noqa", row, column, length, first, last, entries, comment=comment)


def _layout(lines: list[str]) -> _Layout:
    """Read how the lines hang together; text that cannot be tokenized is taken line by line, as flake8 takes it."""
    import tokenize

    try:
        return _tokenized(lines)
    except (tokenize.TokenError, SyntaxError, RecursionError, MemoryError):
        return _by_lines(lines)


def _tokenized(lines: list[str]) -> _Layout:
    import tokenize

    layout = _Layout(head=len(lines))
    blank = (tokenize.NL, tokenize.COMMENT, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER)
    source = iter(lines)
    joined: list[int] = []
    statement: list[tokenize.TokenInfo] = []
    begun = False
    for token in tokenize.generate_tokens(lambda: next(source, "")):
        row, column = token.start
        if token.type == tokenize.COMMENT:
            alone = not lines[row - 1][:column].strip()
            layout.comments.append((row, column, token.string, alone))
        if token.type not in (tokenize.ENDMARKER, tokenize.DEDENT):
            joined += (row, token.end[0])
        if token.type in (tokenize.NL, tokenize.NEWLINE):
            layout.joined.append((min(joined), max(joined)))
            joined = []
        if token.type == tokenize.NEWLINE and statement:
            first, last = statement[0].start[0], row
            layout.statements |= {first: (first, last), last: (first, last)}
            docstring = all(part.type == tokenize.STRING for part in statement)
            if not begun and not docstring:
                layout.head = first - 1
            begun, statement = begun or not docstring, []
        elif token.type not in blank:
            statement.append(token)
    return layout


def _by_lines(lines: list[str]) -> _Layout:
    layout = _Layout([(number, number) for number in range(1, len(lines) + 1)])
    bare = [line.strip() for line in lines]
    layout.head = next((number for number, line in enumerate(bare) if line and not line.startswith("#")), len(lines))
    for number, line in enumerate(lines, 1):
        start = line.find("#")
        if start >= 0:
            layout.comments.append((number, start, line[start:].rstrip("\n"), not line[:start].strip()))
    return layout
