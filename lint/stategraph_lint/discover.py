"""Which files there are: the project's root, the walk below it, and the bytes of one file."""

from __future__ import annotations

import errno
import os
import re
import stat
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

ROOT_MARKS = ("stategraph-lint.toml", "pyproject.toml", "langgraph.json", "setup.cfg", ".git")
WORDS = (b"langgraph", b"StateGraph", b"Annotated", b"create_agent", b"create_deep_agent")
SUFFIX = ".py"

_SPECIAL = frozenset("*?[!\\/# ")
_GROUP_NAME = re.compile(r"\(\?P<\w+>")

OnError = Callable[[str, OSError], None]


class ReadError(Exception):
    """A file cannot be read; the message says why."""


class Targets(NamedTuple):
    """What the paths of a command line come to.

    `files` are all files to report on, sorted, without duplicates; `named` those of them that were named singly.
    `problems` are one line each about paths that do not exist or cannot be listed.
    """

    files: tuple[Path, ...]
    named: tuple[Path, ...]
    problems: tuple[str, ...]


def absolute(path: str | Path, cwd: Path) -> Path:
    """The path from the top of the file system, `..` taken out, symbolic links kept."""
    return Path(os.path.normpath(cwd / path))


def find_root(cwd: Path, paths: Sequence[Path]) -> Path:
    """Give the root of the project: the nearest ancestor of the working directory that holds one of ROOT_MARKS.

    Where there is none, or none of the absolute `paths` is below it, the nearest such ancestor of the paths' common
    parent, or that parent itself. Paths need not exist.
    """
    root = _marked_ancestor(cwd)
    if root is not None and (not paths or any(path.is_relative_to(root) for path in paths)):
        return root
    if not paths:
        return cwd
    try:
        common = Path(os.path.commonpath([path if path.is_dir() else path.parent for path in paths]))
    except ValueError:
        return cwd
    return _marked_ancestor(common) or common


def _marked_ancestor(folder: Path) -> Path | None:
    for candidate in (folder, *folder.parents):
        if any(os.path.lexists(candidate / mark) for mark in ROOT_MARKS):
            return candidate
    return None


def targets(paths: Sequence[Path], root: Path, exclude: Sequence[str], *, force_exclude: bool = False) -> Targets:
    """Expand the absolute paths of a command line.

    A file that is named is taken whatever it is called; with `force_exclude` the exclude patterns and .gitignore files
    apply to what is named, too.
    """
    files: dict[Path, None] = {}
    named: dict[Path, None] = {}
    problems: dict[str, None] = {}
    shown = {path: os.path.relpath(path) for path in paths}
    for path in paths:
        if not os.path.lexists(path):
            problems[f"{shown[path]}: no such file or directory"] = None
        elif force_exclude and is_excluded(path, root, exclude):
            continue
        elif path.is_dir():
            listed = walk(
                root, exclude, top=path, on_error=lambda name, error: problems.setdefault(_unlisted(name, error))
            )
            files.update(dict.fromkeys(listed))
        else:
            files[path] = named[path] = None
    return Targets(tuple(sorted(files)), tuple(sorted(named)), tuple(problems))


def _unlisted(name: str, error: OSError) -> str:
    return f"{os.path.relpath(name)}: cannot list the folder: {error.strerror or error}"


def walk(root: Path, exclude: Sequence[str], *, top: Path | None = None, on_error: OnError | None = None) -> list[Path]:
    """Give every Python file below `top` (by default the root), sorted.

    Left out are what .gitignore files say (those of the folders above, up to the one that holds .git, count), what the
    exclude patterns say (gitignore syntax, relative to the root), and virtual environments. `top` itself is always
    walked. Symbolic links to folders are not followed, so no loop is. Folders that cannot be listed are passed to
    `on_error`.
    """
    start = top or root
    walker = _Walker(_Exclusion(root, exclude, start), on_error or _ignore_error)
    walker.walk(str(start), _ignores_above(start, root))
    return [Path(name) for name in sorted(walker.found)]


def is_excluded(path: Path, root: Path, exclude: Sequence[str]) -> bool:
    """Whether the path, or a folder between it and the root, is left out when the root is walked."""
    if not path.is_relative_to(root):
        return False
    exclusion = _Exclusion(root, exclude, root)
    ignores = _ignores_above(root, root)
    folder = root
    for part in path.relative_to(root).parts:
        ignores = _with_own(folder, ignores)
        folder = folder / part
        shown = f"{folder}/" if folder.is_dir() else str(folder)
        if exclusion.covers(part, shown) or _ignored(ignores, shown):
            return True
    return False


def _ignore_error(_name: str, _error: OSError) -> None:
    """A folder that cannot be listed holds nothing that can be checked."""


class _Walker:
    """One walk: depth first, one list of .gitignore files per folder."""

    def __init__(self, exclusion: _Exclusion, on_error: OnError) -> None:
        self.found: list[str] = []
        self._exclusion = exclusion
        self._on_error = on_error

    def walk(self, start: str, ignores: _Ignores) -> None:
        """Collect the Python files below `start` in `found`."""
        pending = [(start, ignores)]
        while pending:
            folder, above = pending.pop()
            try:
                with os.scandir(folder) as listing:
                    entries = list(listing)
            except OSError as error:
                self._on_error(folder, error)
                continue
            names = {entry.name for entry in entries}
            if "pyvenv.cfg" in names and folder != start:
                continue
            own = _with_own(Path(folder), above) if ".gitignore" in names else above
            pending.extend((path, own) for path in self._visit(entries, own))

    def _visit(self, entries: Sequence[os.DirEntry[str]], ignores: _Ignores) -> Iterator[str]:
        """Keep the files of one folder, and give the folders to go on with."""
        for entry in entries:
            try:
                is_folder = entry.is_dir(follow_symlinks=False)
                if not is_folder and not (entry.name.endswith(SUFFIX) and entry.is_file()):
                    continue
            except OSError:
                continue
            path = entry.path + "/" if is_folder else entry.path
            if self._exclusion.covers(entry.name, path) or (ignores and _ignored(ignores, path)):
                continue
            if is_folder:
                yield entry.path
            else:
                self.found.append(entry.path)


class _Exclusion:
    """The exclude patterns: plain names by a look into a set, the rest as one .gitignore file of the root."""

    def __init__(self, root: Path, patterns: Sequence[str], start: Path) -> None:
        self._names = frozenset(pattern for pattern in patterns if not _SPECIAL.intersection(pattern))
        rest = [pattern for pattern in patterns if pattern not in self._names]
        spec = _IgnoreFile(root.as_posix(), rest) if rest else None
        self._spec = spec if spec and (start == root or not spec.leaves_out(start)) else None

    def covers(self, name: str, path: str) -> bool:
        """Whether the entry is left out; the path of a folder ends in a slash."""
        return name in self._names or (self._spec is not None and self._spec.verdict(path) is True)


class _IgnoreFile:
    """The patterns of one .gitignore file.

    pathspec decides, but takes tens of microseconds for each path; most paths fit no pattern at all, and that is told
    by one regular expression made of all its patterns.
    """

    def __init__(self, folder: str, lines: Sequence[str]) -> None:
        from pathspec import GitIgnoreSpec

        self._prefix = folder.rstrip("/") + "/"
        # For git `a/**` leaves out what is in `a`, so that `!a/b` can take one back; pathspec leaves out `a` as well.
        exact = [f"{line}/*" if line.endswith("/**") else line for line in lines]
        self._spec = GitIgnoreSpec.from_lines(line for line in exact if _is_valid(line))
        found = [_anchored(item.regex.pattern) for item in self._spec.patterns if item.include and item.regex]
        self._ignoring = re.compile("|".join(found), re.DOTALL) if found else None

    def may_ignore(self, path: str) -> bool:
        """Whether some pattern that ignores fits the path."""
        if self._ignoring is None or not path.startswith(self._prefix):
            return False
        return self._ignoring.match(path[len(self._prefix) :]) is not None

    def leaves_out(self, folder: Path) -> bool:
        """Whether the file ignores the folder, or whatever may be in it.

        A folder that is named is walked all the same, and such a file then cannot hold for what is in it.
        """
        return self.verdict(f"{folder}/\0/") is True

    def verdict(self, path: str) -> bool | None:
        """True when the file ignores the path, False when it takes it back, None when it says nothing."""
        if not path.startswith(self._prefix):
            return None
        return self._spec.check_file(path[len(self._prefix) :]).include


_Ignores = tuple[_IgnoreFile, ...]


def _anchored(regex: str) -> str:
    """Make an expression of pathspec fit for `match` and for standing beside others."""
    unnamed = _GROUP_NAME.sub("(?:", regex)
    return unnamed if unnamed.startswith("^") else f".*(?:{unnamed})"


def _is_valid(line: str) -> bool:
    """Whether pathspec takes the pattern; git passes over the others without a word."""
    from pathspec import GitIgnoreSpec

    try:
        GitIgnoreSpec.from_lines([line])
    except ValueError:
        return False
    return True


def _ignored(ignores: _Ignores, path: str) -> bool:
    """Whether the .gitignore files leave the path out; those of deeper folders come last and go first."""
    if not any(file.may_ignore(path) for file in ignores):
        return False
    verdicts = (file.verdict(path) for file in reversed(ignores))
    return next((verdict for verdict in verdicts if verdict is not None), False)


def _ignores_above(start: Path, root: Path) -> _Ignores:
    """The .gitignore files of the folders above `start`, without those that would leave out `start` itself."""
    repository = next((folder for folder in (start, *start.parents) if os.path.lexists(folder / ".git")), root)
    folders = [folder for folder in reversed(start.parents) if folder.is_relative_to(repository)]
    found = [_ignore_file(repository, repository / ".git" / "info" / "exclude")]
    found += [_ignore_file(folder, folder / ".gitignore") for folder in folders]
    return tuple(file for file in found if file is not None and not file.leaves_out(start))


def _with_own(folder: Path, ignores: _Ignores) -> _Ignores:
    own = _ignore_file(folder, folder / ".gitignore")
    return (*ignores, own) if own else ignores


def _ignore_file(folder: Path, path: Path) -> _IgnoreFile | None:
    """Read one .gitignore file; None when there is none or it cannot be read."""
    try:
        lines = path.read_text(encoding="utf-8-sig", errors="surrogateescape").splitlines()
    except OSError:
        return None
    lines = [line for line in lines if line.strip() and not line.startswith("#")]
    return _IgnoreFile(folder.as_posix(), lines) if lines else None


def may_matter(data: bytes) -> bool:
    """The byte test: whether a file can have anything to do with a LangGraph state by itself."""
    return any(word in data for word in WORDS)


def read(path: Path, limit: int) -> bytes:
    """Give the bytes of a file.

    Raises ReadError when it cannot be opened, is no regular file, or is larger than `limit` bytes.
    """
    try:
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    except OSError as error:
        raise ReadError(_reason(error)) from None
    try:
        return _read_regular(handle, limit)
    except OSError as error:
        raise ReadError(_reason(error)) from None
    finally:
        os.close(handle)


def _read_regular(handle: int, limit: int) -> bytes:
    status = os.fstat(handle)
    if not stat.S_ISREG(status.st_mode):
        raise ReadError("not a regular file")
    if status.st_size > limit:
        raise ReadError(f"larger than max-file-size ({status.st_size:,} of {limit:,} bytes)")
    data = os.read(handle, status.st_size + 1)
    while len(data) <= limit and (more := os.read(handle, 1 << 20)):
        data += more
    if len(data) > limit:
        raise ReadError(f"larger than max-file-size ({limit:,} bytes)")
    return data


def _reason(error: OSError) -> str:
    if error.errno in (errno.ENOENT, errno.ENOTDIR):
        return "no such file"
    return (error.strerror or str(error)).lower()
