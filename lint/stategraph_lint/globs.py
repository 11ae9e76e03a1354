"""Patterns of file names, as ruff's `per-file-ignores` has them."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

_MOST_ALTERNATIVES = 1000
_PIECE = re.compile(
    r"(?P<folders>(?:(?<=/)|^)\*\*/)|(?P<any>\*+)|(?P<one>\?)|(?P<set>\[!?\]?[^\]]*\])|(?P<text>.)", re.DOTALL
)


@dataclass(frozen=True)
class PerFileIgnore:
    """The codes that are not reported in the files that fit a pattern.

    The pattern is relative to the folder `base`. Without a slash it may also be the name of the file alone; of a folder
    it means all that is in it. A `!` in front turns it round. `*` stands for any characters, slashes included, `**/`
    for any folders or none, `?` for one character, `[ab]` for one of some, `{a,b}` for one of some texts. A backslash
    means a slash.

    Raises ValueError when the pattern is none.
    """

    base: Path
    pattern: str
    codes: tuple[str, ...]

    def __post_init__(self) -> None:
        if not self.pattern.removeprefix("!").strip():
            raise ValueError("it is empty")
        try:
            self._compiled  # noqa: B018 - so that a wrong pattern is told where it is written
        except re.error as error:
            raise ValueError(error.msg) from None

    def ignores(self, path: Path, code: str) -> bool:
        """Whether the code is not reported in the file with this absolute path."""
        return any(text == "ALL" or code.startswith(text) for text in self.codes) and self.fits(path)

    def fits(self, path: Path) -> bool:
        """Whether the pattern fits the file with this absolute path."""
        whole, name = self._compiled
        shown = path.as_posix()
        found = whole.fullmatch(shown) is not None or name.fullmatch(path.name) is not None
        return found is not self.pattern.startswith("!")

    @cached_property
    def _compiled(self) -> tuple[re.Pattern[str], re.Pattern[str]]:
        """The pattern of the whole path, and of the last part of it."""
        base, text = self.base, self.pattern.removeprefix("!").replace("\\", "/").removeprefix("./")
        while text.startswith("../"):
            base, text = base.parent, text.removeprefix("../")
        absolute = text.startswith("/") or os.path.isabs(text)
        head = "" if absolute else re.escape(base.as_posix().rstrip("/") + "/")
        text = "**" if text == "." else text
        either = "|".join(_regex(option.rstrip("/")) for option in alternatives(text))
        whole = re.compile(f"{head}(?:{either})(?:/.*)?", re.DOTALL)
        return whole, re.compile(f"(?:{either})", re.DOTALL)


def alternatives(pattern: str) -> Iterator[str]:
    """Give the pattern once for each way to read its braces; braces that do not close stand for themselves."""
    pending, count = [pattern], 0
    while pending and count < _MOST_ALTERNATIVES:
        text = pending.pop()
        inner = re.search(r"\{([^{}]*)\}", text)
        if inner is None:
            count += 1
            yield text
        else:
            pending += [text[: inner.start()] + option + text[inner.end() :] for option in inner[1].split(",")]


def _regex(pattern: str) -> str:
    return "".join(map(_piece, _PIECE.finditer(pattern)))


def _piece(match: re.Match[str]) -> str:
    if match["folders"]:
        return "(?:.*/)?"
    if match["any"]:
        return ".*"
    if match["one"]:
        return "."
    if match["set"]:
        negated = match["set"].startswith("[!")
        inside = match["set"][2 if negated else 1 : -1].replace("\\", r"\\").replace("[", r"\[").replace("^", r"\^")
        inside = inside.replace("]", r"\]")
        return f"[{'^' if negated else ''}{inside}]" if inside else re.escape(match["set"])
    return re.escape(match["text"])
