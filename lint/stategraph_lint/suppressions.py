"""Comments that switch findings off: flake8's `# noqa`, and our own `# stategraph-lint: ignore[CODE] reason`.

`# noqa` means what flake8 makes of it, down to the lines it counts as one: those of a string over several lines, and
those joined by a backslash.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

_NOQA = re.compile(r"# noqa(?::[\s]?(?P<codes>([A-Z]+[0-9]+(?:[,\s]+)?)+))?", re.IGNORECASE)
_NOQA_FILE = re.compile(r"\s*# flake8[:=]\s*noqa", re.IGNORECASE)
_OWN = re.compile(r"#\s*stategraph-lint:\s*ignore(?:\[(?P<codes>[^\]]*)\])?(?P<reason>[^#\n]*)")
_SEPARATOR = re.compile(r"[,\s]+")


@dataclass(frozen=True)
class Directive:
    """One comment that switches findings off.

    `line` is where it stands (1-based), `first` and `last` are the lines it holds for; both are 0 where it holds for
    the whole file. `codes` are codes and prefixes, None for all codes. `reason` is what stands behind it.
    """

    line: int
    first: int
    last: int
    codes: tuple[str, ...] | None
    reason: str = ""

    def fits(self, code: str, line: int) -> bool:
        """Whether it switches off this code on this line."""
        if self.last and not self.first <= line <= self.last:
            return False
        return self.codes is None or code.startswith(self.codes)


@dataclass(frozen=True)
class Suppressions:
    """The directives of one file, in their order."""

    directives: tuple[Directive, ...]

    @classmethod
    def of(cls, text: str, *, noqa: bool = True) -> Suppressions:
        """Read the directives of a file's decoded text; without `noqa`, our own only. Never raises."""
        lowered = text.lower()
        noqa = noqa and "noqa" in lowered
        if not noqa and "stategraph-lint:" not in lowered:
            return cls(())
        lines = io.StringIO(text, newline=None).readlines()
        return cls(tuple(_directives(lines, noqa=noqa)))

    def match(self, code: str, line: int) -> Directive | None:
        """The first directive that switches off the code on the line, None where none does."""
        return next((directive for directive in self.directives if directive.fits(code, line)), None)

    def covers(self, code: str, line: int) -> bool:
        """Whether a directive switches off the code on the line."""
        return self.match(code, line) is not None


def _directives(lines: list[str], *, noqa: bool) -> Iterator[Directive]:
    head = _comment_head(lines)
    for number, line in enumerate(lines, 1):
        if noqa and _NOQA_FILE.match(line):
            yield Directive(number, 0, 0, None)
        own = _OWN.search(line) if number <= head else None
        if own:
            yield Directive(number, 0, 0, _codes(own), own["reason"].strip())
    for first, last in _joined_lines(lines):
        text = "".join(lines[first - 1 : last])
        found = [_OWN.search(text) if last > head else None, _NOQA.search(text) if noqa else None]
        for match in filter(None, found):
            place = first + text.count("\n", 0, match.start())
            yield Directive(place, first, last, _codes(match), match.groupdict().get("reason", "").strip())


def _codes(match: re.Match[str]) -> tuple[str, ...] | None:
    if match["codes"] is None:
        return None
    return tuple(code for code in _SEPARATOR.split(match["codes"]) if code)


def _comment_head(lines: Iterable[str]) -> int:
    """The number of lines before the first that holds code; blank lines and comments hold none."""
    count = 0
    for line in lines:
        bare = line.strip()
        if bare and not bare.startswith("#"):
            break
        count += 1
    return count


def _joined_lines(lines: list[str]) -> list[tuple[int, int]]:
    """The ranges of lines that flake8 searches as one, every line in one range.

    Text that cannot be tokenized is taken line by line, as flake8 takes it.
    """
    import tokenize

    single = [(number, number) for number in range(1, len(lines) + 1)]
    ranges: list[tuple[int, int]] = []
    source = iter(lines)
    first, last = len(lines) + 2, -1
    try:
        for token in tokenize.generate_tokens(lambda: next(source)):
            if token.type in (tokenize.ENDMARKER, tokenize.DEDENT):
                continue
            first, last = min(first, token.start[0]), max(last, token.end[0])
            if token.type in (tokenize.NL, tokenize.NEWLINE):
                ranges.append((first, last))
                first, last = len(lines) + 2, -1
    except (tokenize.TokenError, SyntaxError, RecursionError):
        return single
    return ranges
