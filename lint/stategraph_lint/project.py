"""A project on disk, made ready to be read: its files by path, its seeds, and how its paths are shown."""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Mapping
from pathlib import Path

from stategraph_lint import discover, environment
from stategraph_lint.config import Settings
from stategraph_lint.extract.source import Unreadable
from stategraph_lint.program.interpreter import GRAPH_WORDS
from stategraph_lint.program.modules import Modules
from stategraph_lint.roots import root_hints

_SEED_WORDS = tuple(word.encode() for word in sorted(GRAPH_WORDS))


class Project:
    """The files of a root and the targets outside it.

    Paths inside are relative to the root, with forward slashes. `candidates` are the target files that pass the byte
    test or were named singly; `seeds` are the files that can build a graph. `unread` says of files that were named why
    they cannot be read, `passed_over` of others.
    """

    def __init__(
        self,
        root: Path,
        targets: Collection[Path],
        settings: Settings,
        overlay: Mapping[Path, bytes] | None = None,
        named: Collection[Path] = (),
    ) -> None:
        self.root = root
        self.settings = settings
        self._overlay = {self.key(path): data for path, data in (overlay or {}).items()}
        self.targets = frozenset(map(self.key, targets))
        self.named = frozenset(map(self.key, named))
        walked = (self.key(path) for path in discover.walk(root, settings.excluded))
        self.paths = sorted({*walked, *self.targets})
        self.unread: dict[str, str] = {}
        self.passed_over: dict[str, str] = {}
        self.inside: dict[str, str] = {}
        self.candidates: list[str] = []
        self.seeds: list[str] = []
        for path in self.paths:
            self._sift(path)
        installed = environment.reader(root, settings.site_packages, settings.max_file_size)
        self.modules = Modules(self.paths, self.read, root_hints(root), installed)

    def _sift(self, path: str) -> None:
        try:
            data = self.read(path)
        except Unreadable as problem:
            # Nobody knows whether the file has to do with LangGraph.
            (self.unread if path in self.named else self.passed_over)[path] = str(problem)
            return
        if discover.may_matter(data) or path in self.named:
            if path in self.targets:
                self.candidates.append(path)
            if any(word in data for word in _SEED_WORDS):
                self.seeds.append(path)

    def importing(self, names: frozenset[str]) -> list[str]:
        """Give the files that, by a look at their lines, import one of some names."""
        either = "|".join(sorted(map(re.escape, names)))
        # `from x import a, NAME` on one line, or NAME on a line of its own inside the parentheses.
        line = re.compile(rf"^(?:\s*from\s.*\simport\s.*|\s+)\b(?:{either})\b\s*(?:,|\)|as\s|$)".encode(), re.MULTILINE)
        words = [name.encode() for name in names]
        found = []
        for path in self.paths:
            try:
                data = self.read(path)
            except Unreadable:
                continue
            # Looking for plain words is far cheaper, and nearly every file has none of them.
            if any(word in data for word in words) and line.search(data):
                found.append(path)
        return found

    def key(self, path: Path) -> str:
        """Give the path inside the project that stands for an absolute path."""
        text, base = str(path), str(self.root)
        inside = text[len(base) + 1 :] if text.startswith(base + os.sep) else os.path.relpath(text, base)
        return inside.replace(os.sep, "/")

    def read(self, path: str) -> bytes:
        """Give the bytes of a file.

        Raises Unreadable when it cannot be opened or is too large.
        """
        if path in self._overlay:
            return self._overlay[path]
        try:
            return discover.read(self.root / path, self.settings.max_file_size)
        except discover.ReadError as problem:
            raise Unreadable(str(problem)) from None

    def shown(self, path: str) -> str:
        """Give a path as reports show it: relative to the working directory."""
        full = os.path.join(self.root, path)
        try:
            shown = os.path.relpath(full, self.settings.cwd).replace(os.sep, "/")
        except ValueError:  # another drive
            shown = full.replace(os.sep, "/")
        self.inside[shown] = path
        return shown

    def within(self, shown: str) -> str:
        """Give the path inside the project that stands for one as reports show it."""
        return self.inside[shown] if shown in self.inside else self.key(self.settings.cwd.joinpath(shown))
