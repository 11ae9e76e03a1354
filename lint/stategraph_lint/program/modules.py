"""Which modules a project has, and which file a dotted name means."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import PurePosixPath

from stategraph_lint.extract.locate import Unparsable
from stategraph_lint.extract.module import Module
from stategraph_lint.extract.source import Unreadable
from stategraph_lint.program.installed import Installed, ReadInstalled

Read = Callable[[str], bytes]


class Modules:
    """The files of a project by path (relative to the root, with forward slashes) and by dotted name.

    `read` gives a file's bytes, and may raise OSError or Unreadable. Modules are read once, on demand; what cannot be
    read is kept in `problems` by path. `installed` knows the packages outside the project, as far as `read_installed`
    finds their files.
    """

    def __init__(
        self,
        paths: Iterable[str],
        read: Read,
        hints: Sequence[str] = (),
        read_installed: ReadInstalled = lambda _: None,
    ) -> None:
        self.installed = Installed(read_installed)
        self.paths = frozenset(paths)
        self.problems: dict[str, Unreadable | Unparsable | OSError] = {}
        self._read = read
        self._modules: dict[str, Module | None] = {}
        self._roots = _search_roots(self.paths, hints)
        self._found: dict[tuple[str, str], str | None] = {}

    def module(self, path: str) -> Module | None:
        """Read a module; None when it cannot be read, with the reason in `problems`."""
        if path not in self._modules:
            self._modules[path] = self._load(path)
        return self._modules[path]

    def _load(self, path: str) -> Module | None:
        try:
            return Module(path, self._read(path))
        except (Unreadable, Unparsable, OSError) as problem:
            self.problems[path] = problem
            return None

    @property
    def loaded(self) -> tuple[str, ...]:
        """The paths that were read so far, sorted."""
        return tuple(sorted(self._modules))

    def find(self, name: str, importer: str) -> str | None:
        """Give the path of the module a dotted name means in a file; a package is its `__init__.py`.

        A namespace package, which has no file, gives its folder with a trailing slash. None when the name is not in
        the project. Of several search roots that hold the name, the one nearest to the importing file wins.
        """
        folder = importer.rpartition("/")[0]
        key = (name, folder)
        if key not in self._found:
            self._found[key] = self._search(name, folder)
        return self._found[key]

    def names(self, path: str) -> tuple[str, ...]:
        """Give the dotted names by which a module may be imported, the shortest first."""
        stem = path.removesuffix(".py").removesuffix("/__init__")
        prefixes = [f"{root}/" if root else "" for root in self._roots.names]
        found = [stem[len(prefix) :].replace("/", ".") for prefix in prefixes if stem.startswith(prefix)]
        return tuple(sorted(filter(None, found), key=lambda name: (name.count("."), name)))

    def _search(self, name: str, folder: str) -> str | None:
        tail = name.replace(".", "/")
        spare: str | None = None
        for root in self._ordered(folder):
            base = f"{root}/{tail}" if root else tail
            for path in (f"{base}/__init__.py", f"{base}.py"):
                if path in self.paths:
                    return path
            if spare is None and base + "/" in self._roots.folders:
                spare = base + "/"
        return spare

    def _ordered(self, folder: str) -> list[str]:
        def near(root: str) -> tuple[int, int]:
            holds = not root or folder == root or folder.startswith(root + "/")
            return (0 if holds else 1, -len(root) if holds else 0)

        own = [folder] if f"{folder}/__init__.py" not in self.paths else []
        return sorted(dict.fromkeys([*own, *self._roots.names]), key=near)

    def relative(self, importer: str, level: int, module: str) -> str | None:
        """Give the path a relative import means; None when it leaves the project or is not there."""
        folder = PurePosixPath(importer).parent
        for _ in range(level - 1):
            if folder == folder.parent:
                return None
            folder = folder.parent
        base = str(folder / module.replace(".", "/")) if module else str(folder)
        base = "" if base == "." else base
        prefix = f"{base}/" if base else ""
        for path in (f"{prefix}__init__.py", f"{base}.py"):
            if path in self.paths:
                return path
        return prefix if prefix in self._roots.folders or (not base and not module) else None

    def child(self, package: str, name: str) -> str | None:
        """Give the path of a submodule of a package (its `__init__.py`, or a namespace folder), None if none."""
        folder = package if package.endswith("/") or not package else package.removesuffix("__init__.py")
        if package and not package.endswith(("/", "__init__.py")):
            return None
        for path in (f"{folder}{name}/__init__.py", f"{folder}{name}.py"):
            if path in self.paths:
                return path
        return f"{folder}{name}/" if f"{folder}{name}/" in self._roots.folders else None


class _Roots:
    """The folders from which absolute imports are looked up, and every folder that holds a module."""

    def __init__(self, names: tuple[str, ...], folders: frozenset[str]) -> None:
        self.names = names
        self.folders = folders


def _search_roots(paths: frozenset[str], hints: Sequence[str]) -> _Roots:
    folders = {str(parent) + "/" for path in paths for parent in PurePosixPath(path).parents if str(parent) != "."}
    packages = {path.rpartition("/")[0] for path in paths if path.endswith("/__init__.py")}
    roots = {"", "src", *hints}
    for package in packages:
        parent = package.rpartition("/")[0]
        if parent not in packages:
            roots.add(parent)
    names = sorted(root for root in roots if not root or root + "/" in folders)
    return _Roots(tuple(names), frozenset(folders))
