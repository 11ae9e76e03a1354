"""Source lines to show beside findings."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from stategraph_lint.discover import ReadError, read
from stategraph_lint.extract.source import Source, Unreadable


class Sources:
    """The lines of the files that findings stand in, read when first asked for."""

    def __init__(self, cwd: Path, overlay: Mapping[Path, bytes], limit: int) -> None:
        """Take the working directory, the bytes that stand in for files, and the size limit of a file in bytes."""
        self._cwd = cwd
        self._overlay = overlay
        self._limit = limit
        self._lines: dict[str, tuple[str, ...]] = {}

    def line(self, path: str, number: int) -> str:
        """The line of a shown path, without its end; "" where the file or the line cannot be had."""
        if path not in self._lines:
            self._lines[path] = self._read(path)
        lines = self._lines[path]
        return lines[number - 1] if 0 < number <= len(lines) else ""

    def _read(self, path: str) -> tuple[str, ...]:
        full = self._cwd / path
        try:
            data = self._overlay[full] if full in self._overlay else read(full, self._limit)
            return Source.decode(data).lines
        except (ReadError, Unreadable):
            return ()
