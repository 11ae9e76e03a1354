"""The file that settings come from: its table, and the line each key stands on."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

TABLE = ("tool", "stategraph-lint")
SHARED = "pyproject.toml"

_KEY = r"""(?:"[^"]*"|'[^']*'|[A-Za-z0-9_-]+)"""
_DOTTED = rf"{_KEY}(?:\s*\.\s*{_KEY})*"
_HEAD = re.compile(rf"\s*\[\[?\s*({_DOTTED})\s*\]")
_ASSIGNMENT = re.compile(rf"\s*({_DOTTED})\s*=")


class Unusable(Exception):
    """A file cannot be read; the message is one line that names it."""


@dataclass(frozen=True)
class SettingsFile:
    """A file of settings: pyproject.toml with its table for this tool, or a file of our own.

    `shown` is the path as messages show it, `table` what it says for this tool.
    """

    path: Path
    shown: str
    text: str
    table: dict[str, Any]

    @classmethod
    def read(cls, path: Path, cwd: Path, *, named: bool) -> SettingsFile:
        """Read a file; a pyproject.toml without our table is empty, but for one that was `named`.

        Raises Unusable.
        """
        shown, text = _shown(path, cwd), _text(path, cwd)
        document = _document(text, shown)
        if path.name != SHARED:
            return cls(path, shown, text, document)
        tool = document.get(TABLE[0], {})
        table = tool.get(TABLE[1]) if isinstance(tool, dict) else None
        for other in tool if isinstance(tool, dict) and table is None else ():
            if re.sub("[-_. ]", "", other).lower() == TABLE[1].replace("-", ""):
                line = line_of(text, (TABLE[0], other))
                raise Unusable(f"{shown}:{line}: nobody reads [tool.{other}]; did you mean [{'.'.join(TABLE)}]?")
        if table is None and named:
            raise Unusable(f"{shown}: there is no table [{'.'.join(TABLE)}] in it")
        if not isinstance(table, (dict, type(None))):
            line = line_of(text, TABLE)
            raise Unusable(f"{shown}:{line}: expected a table [{'.'.join(TABLE)}], got {table!r}")
        return cls(path, shown, text, table or {})

    @staticmethod
    def document(path: Path, cwd: Path) -> dict[str, Any]:
        """Give all that a file holds.

        Raises Unusable.
        """
        return _document(_text(path, cwd), _shown(path, cwd))

    @property
    def inside(self) -> str:
        """Where in the file settings stand, for messages."""
        return f" in [{'.'.join(TABLE)}]" if self.path.name == SHARED else ""

    def place(self, *keys: str) -> str:
        """Give file and line of a key, for the beginning of a message."""
        path = (*(TABLE if self.inside else ()), *filter(None, keys))
        return f"{self.shown}:{line_of(self.text, path)}: "


def _shown(path: Path, cwd: Path) -> str:
    try:
        return Path(os.path.relpath(path, cwd)).as_posix()
    except ValueError:  # another drive
        return str(path)


def _text(path: Path, cwd: Path) -> str:
    try:
        data = path.read_bytes()
    except OSError as error:
        raise Unusable(f"{_shown(path, cwd)}: cannot be read: {error.strerror or error}") from None
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        byte = f"byte {data[error.start]:#04x}"
        raise Unusable(f"{_shown(path, cwd)}:{line}: TOML is written in UTF-8, and {byte} is not: save it so") from None


def parsed(text: str) -> dict[str, Any]:
    """Give the document that a text in TOML stands for.

    Raises ValueError when it is not valid.
    """
    if sys.version_info >= (3, 11):
        import tomllib
    else:
        import tomli as tomllib
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise ValueError("nested too deeply") from None


def _document(text: str, shown: str) -> dict[str, Any]:
    try:
        return parsed(text)
    except ValueError as error:
        raise Unusable(f"{shown}: not valid TOML: {error}") from None


def line_of(text: str, keys: tuple[str, ...]) -> int:
    """Give the line (1-based) where a key is written, or else the nearest table around it; 1 where none is."""
    best, depth = 1, 0
    for line, path in _paths(text):
        if path[: len(keys)] == keys:
            return line
        if len(path) > depth and keys[: len(path)] == path:
            best, depth = line, len(path)
    return best


def _paths(text: str) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Give the line and the whole path of each table and key; what stands in strings over several lines is none."""
    table: tuple[str, ...] = ()
    inside = False
    for number, line in enumerate(text.split("\n"), 1):
        head, assignment = _HEAD.match(line), _ASSIGNMENT.match(line)
        if not inside and head:
            table = _parts(head[1])
            yield number, table
        elif not inside and assignment:
            yield number, (*table, *_parts(assignment[1]))
        if (line.count('"""') + line.count("'''")) % 2:
            inside = not inside


def _parts(dotted: str) -> tuple[str, ...]:
    return tuple(part.strip("\"'") for part in re.findall(_KEY, dotted))
