"""The smallest program that holds some names of a project: what they need, cut out of their modules.

No top-level statement is kept for its effects. What runs when a slice is imported is imports, definitions, and
assignments whose calls are known to be harmless; anything else is said to be missing.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from stategraph_lint.confirm.names import Used, used
from stategraph_lint.confirm.nested import NotCut, nested
from stategraph_lint.confirm.safe import unsafe_call
from stategraph_lint.extract.module import Module
from stategraph_lint.program.module_scope import Imports
from stategraph_lint.program.modules import Modules
from stategraph_lint.program.values import ModuleValue

MAX_STATEMENTS = 2_000
# Calls on a definition that finish it: `State.model_rebuild()`.
_FINISHING = frozenset({"model_rebuild", "update_forward_refs", "update"})


@dataclass(frozen=True, slots=True)
class Needed:
    """A name of the project that a witness uses: the path of its module, and the name there.

    `line` is where it is defined, for a definition inside a function; 0 for one at the top level.
    """

    path: str
    name: str
    line: int = 0

    @property
    def bound(self) -> str:
        """What the slice calls it."""
        return f"{self.name.strip('<>')}_{self.line}" if self.line else self.name


@dataclass(frozen=True, slots=True)
class Slice:
    """Source text by the path of its module; `names` are the dotted names of each, the shortest first.

    `missing` says what could not be cut.
    """

    modules: dict[str, str]
    names: dict[str, tuple[str, ...]]
    missing: tuple[str, ...] = ()

    @property
    def lines(self) -> int:
        """How many lines it has."""
        return sum(text.count("\n") for text in self.modules.values())


@dataclass
class _Part:
    """What is kept of one module: for each kept entry the names wanted of it."""

    module: Module
    wanted: dict[int, set[str]] = field(default_factory=dict)
    texts: dict[int, str] = field(default_factory=dict)
    nested: dict[str, str] = field(default_factory=dict)


class Slicer:
    """Cuts slices out of the modules of a project."""

    def __init__(self, modules: Modules, imports: Imports) -> None:
        self._modules = modules
        self._imports = imports

    def cut(self, roots: Iterable[Needed]) -> Slice:
        """Give the slice that holds these names.

        A name that its module does not bind is one of the things that are missing.
        """
        return _Cut(self._modules, self._imports).run(list(roots))


class _Cut:
    def __init__(self, modules: Modules, imports: Imports) -> None:
        self.modules = modules
        self.imports = imports
        self.parts: dict[str, _Part] = {}
        self.missing: dict[str, None] = {}
        self.queue: list[tuple[str, str]] = []
        self.seen: set[tuple[str, str]] = set()

    def run(self, roots: list[Needed]) -> Slice:
        for need in roots:
            if need.line:
                self._nested(need)
            elif self._brings(need.path, need.name):
                self.queue.append((need.path, need.name))
            else:
                self.missing[f"`{need.name}` is not at the top level of {need.path}"] = None
        count = 0
        while self.queue and count < MAX_STATEMENTS:
            count += 1
            path, name = self.queue.pop()
            if (path, name) not in self.seen:
                self.seen.add((path, name))
                self._name(path, name)
        if self.queue:
            self.missing["the slice is too large"] = None
        texts = {path: self._text(part) for path, part in sorted(self.parts.items())}
        return Slice(texts, {path: self.modules.names(path) for path in texts}, tuple(self.missing))

    def _part(self, path: str) -> _Part | None:
        if path not in self.parts:
            module = self.modules.module(path)
            if module is None:
                self.missing[f"{path} cannot be read"] = None
                return None
            self.parts[path] = _Part(module)
        return self.parts[path]

    def _name(self, path: str, name: str) -> None:
        part = self._part(path)
        if part is None:
            return
        entries = [index for index, entry in enumerate(part.module.outline) if name in entry.names]
        for index in entries:
            self._keep(path, part, index, name)
        if not entries:
            self._starred(path, part, name)
            return
        for index, entry in enumerate(part.module.outline):
            if entry.kind == "other" and name in part.module.words(index) and self._finishes(part, index, name):
                self._keep(path, part, index, name)

    def _nested(self, need: Needed) -> None:
        """Keep a definition that stands inside a function."""
        part = self._part(need.path)
        if part is None:
            return
        try:
            tree = ast.parse("\n".join(part.module.source.lines))
            found = nested(tree, need.line, need.name, need.bound)
        except (SyntaxError, ValueError, RecursionError):
            self.missing[f"{need.path} is not what this Python can read"] = None
            return
        except NotCut as reason:
            self.missing[str(reason)] = None
            return
        part.nested[need.bound] = found.text
        for node in found.statements:
            self._check(need.path, node)
        self._follow(need.path, part, used(found.text))

    def _starred(self, path: str, part: _Part, name: str) -> None:
        """Follow the star imports that may bring a name; one that none brings is a builtin."""
        for index, entry in enumerate(part.module.outline):
            if "*" in entry.names:
                for node in _statements(part.module, index):
                    if isinstance(node, ast.ImportFrom) and node.names[0].name == "*":
                        origin = self.imports.module(path, node.level, node.module or "")
                        if not isinstance(origin, ModuleValue):
                            self._keep(path, part, index, "*")
                        elif self._brings(origin.path, name):
                            self._keep(path, part, index, "*")
                            self.queue.append((origin.path, name))

    def _brings(self, path: str, name: str) -> bool:
        module = self.modules.module(path) if path in self.modules.paths else None
        return module is not None and any(name in entry.names for entry in module.outline)

    def _finishes(self, part: _Part, index: int, name: str) -> bool:
        for node in _statements(part.module, index):
            call = node.value if isinstance(node, ast.Expr) else None
            target = call.func if isinstance(call, ast.Call) else None
            if isinstance(target, ast.Attribute) and target.attr in _FINISHING:
                inner = target.value
                while isinstance(inner, ast.Attribute):
                    inner = inner.value
                if isinstance(inner, ast.Name) and inner.id == name:
                    return True
        return False

    def _keep(self, path: str, part: _Part, index: int, name: str) -> None:
        wanted = part.wanted.setdefault(index, set())
        if name in wanted:
            return
        wanted.add(name)
        try:
            nodes = _statements(part.module, index)
        except (SyntaxError, ValueError, RecursionError):
            self.missing[f"{path}:{part.module.outline[index].first} is not what this Python can read"] = None
            return
        kept = [kept for node in nodes for kept in _trimmed(node, wanted)]
        text = part.texts[index] = self._written(part.module, index, nodes, kept)
        for node in kept:
            self._check(path, node)
        if text.strip():
            self._follow(path, part, used(text))
            self._imported(path, kept)

    def _written(self, module: Module, index: int, nodes: list[ast.stmt], kept: list[ast.stmt]) -> str:
        """Give the source of what is kept of an entry, as it was written where all of it is."""
        entry = module.outline[index]
        if kept == nodes:
            return "\n".join(module.source.lines[entry.first - 1 : entry.last])
        return "\n".join(map(ast.unparse, kept))

    def _check(self, path: str, node: ast.stmt) -> None:
        reason = unsafe_call(node, lambda name: self._outside(path, name))
        if reason is not None:
            self.missing[f"{path}:{node.lineno} runs `{reason}`"] = None

    def _outside(self, path: str, name: str) -> str | None:
        """Give the dotted name outside the project that a name of a module stands for, None for one of its own."""
        module = self.modules.module(path)
        for index, entry in enumerate(module.outline if module is not None else ()):
            if name in entry.names and module is not None:
                for node in _statements(module, index):
                    found = self._origin(path, node, name)
                    if found is not None:
                        return found
                return None
        return f"builtins.{name}"

    def _origin(self, path: str, node: ast.stmt, name: str) -> str | None:
        if isinstance(node, ast.ImportFrom):
            for alias in node.names:
                if (alias.asname or alias.name) == name:
                    origin = self.imports.module(path, node.level, node.module or "")
                    return None if isinstance(origin, ModuleValue) else f"{node.module}.{alias.name}"
        if isinstance(node, ast.Import):
            for alias in node.names:
                if (alias.asname or alias.name.split(".")[0]) == name:
                    return None if self.modules.find(alias.name, path) else alias.name
        return None

    def _follow(self, path: str, part: _Part, needs: Used) -> None:
        self.queue += [(path, name) for name in sorted(needs.names)]
        for chain in sorted(needs.chains):
            self._chain(path, part, chain)

    def _chain(self, path: str, part: _Part, chain: tuple[str, ...]) -> None:
        """Follow `models.State` where `models` is a module of the project."""
        for index, entry in enumerate(part.module.outline):
            if chain[0] not in entry.names or entry.kind not in ("import", "block"):
                continue
            for node in _imports(_statements(part.module, index)):
                target = self._module_of(path, node, chain)
                if target is not None:
                    where, rest = target
                    while rest and (child := self.modules.child(where, rest[0])) is not None:
                        where, rest = child, rest[1:]
                    if rest and not where.endswith("/"):
                        self.queue.append((where, rest[0]))

    def _module_of(
        self, path: str, node: ast.Import | ast.ImportFrom, chain: tuple[str, ...]
    ) -> tuple[str, tuple[str, ...]] | None:
        """Give the path of the module that the start of a chain names, and the rest of the chain."""
        for alias in node.names:
            if isinstance(node, ast.ImportFrom):
                origin = self.imports.module(path, node.level, node.module or "")
                if (alias.asname or alias.name) == chain[0] and isinstance(origin, ModuleValue):
                    child = self.modules.child(origin.path, alias.name)
                    return None if child is None else (child, chain[1:])
            elif alias.asname == chain[0]:
                found = self.modules.find(alias.name, path)
                return None if found is None else (found, chain[1:])
            elif not alias.asname and alias.name.split(".")[0] == chain[0]:
                found = self.modules.find(chain[0], path)
                return None if found is None else (found, chain[1:])
        return None

    def _imported(self, path: str, kept: list[ast.stmt]) -> None:
        """Ask the modules of the project for what the kept imports want of them."""
        for node in _imports(kept):
            if isinstance(node, ast.Import):
                for alias in node.names:
                    found = self.modules.find(alias.name, path)
                    if found is not None and not found.endswith("/"):
                        self._part(found)
                continue
            origin = self.imports.module(path, node.level, node.module or "")
            if isinstance(origin, ModuleValue):
                for alias in node.names:
                    child = self.modules.child(origin.path, alias.name)
                    if child is not None and not self._brings(origin.path, alias.name):
                        if not child.endswith("/"):
                            self._part(child)
                    elif alias.name != "*" and not origin.path.endswith("/"):
                        self.queue.append((origin.path, alias.name))

    def _text(self, part: _Part) -> str:
        future = "from __future__ import annotations\n" if part.module.future_annotations else ""
        kept = [part.texts[index] for index in sorted(part.texts) if part.texts[index].strip()]
        return future + "".join(f"{text}\n" for text in (*kept, *part.nested.values()))


def _statements(module: Module, index: int) -> list[ast.stmt]:
    entry = module.outline[index]
    text = "\n".join(module.source.lines[entry.first - 1 : entry.last])
    body = ast.parse(text).body
    for node in body:
        ast.increment_lineno(node, entry.first - 1)
    return body


def _imports(nodes: Iterable[ast.stmt]) -> Iterator[ast.Import | ast.ImportFrom]:
    """Give the imports among statements, also those under `if` and `try`, but not those for type checkers only."""
    for node in nodes:
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            yield node
        elif isinstance(node, (ast.If, ast.Try, ast.With)) and not _for_type_checkers(node):
            yield from _imports(_children(node))


def _for_type_checkers(node: ast.stmt) -> bool:
    return isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)


def _children(node: ast.If | ast.Try | ast.With) -> list[ast.stmt]:
    if isinstance(node, ast.Try):
        handled = [child for handler in node.handlers for child in handler.body]
        return [*node.body, *handled, *node.orelse, *node.finalbody]
    return [*node.body, *(node.orelse if isinstance(node, ast.If) else ())]


def _trimmed(node: ast.stmt, wanted: set[str]) -> Iterator[ast.stmt]:
    """Give what of a statement binds one of some names: its guards stay, its other branches become `pass`."""
    if isinstance(node, (ast.Import, ast.ImportFrom)):
        kept = [alias for alias in node.names if (alias.asname or alias.name.split(".")[0]) in wanted]
        if len(kept) == len(node.names):
            yield node
        elif kept and isinstance(node, ast.Import):
            yield ast.copy_location(ast.Import(kept), node)
        elif kept and isinstance(node, ast.ImportFrom):
            yield ast.copy_location(ast.ImportFrom(node.module, kept, node.level), node)
    elif isinstance(node, ast.If):
        body, orelse = _block(node.body, wanted), _block(node.orelse, wanted)
        if body or orelse:
            yield ast.copy_location(ast.If(node.test, body or [ast.Pass()], orelse), node)
    elif isinstance(node, ast.Try):
        yield from _trimmed_try(node, wanted)
    else:
        yield node


def _trimmed_try(node: ast.Try, wanted: set[str]) -> Iterator[ast.stmt]:
    handlers = [
        ast.copy_location(ast.ExceptHandler(one.type, one.name, _block(one.body, wanted) or [ast.Pass()]), one)
        for one in node.handlers
    ]
    # The import that a handler waits for stays, or the handler's name would never be bound.
    body = [child for child in node.body if isinstance(child, (ast.Import, ast.ImportFrom))] or _block(
        node.body, wanted
    )
    orelse, final = _block(node.orelse, wanted), _block(node.finalbody, wanted)
    made = ast.Try([*body] or [ast.Pass()], handlers, orelse, final)
    if handlers or final:
        yield ast.copy_location(made, node)


def _block(nodes: list[ast.stmt], wanted: set[str]) -> list[ast.stmt]:
    from stategraph_lint.extract.locate import bound_names

    kept = [node for node in nodes if not wanted.isdisjoint(bound_names(node))]
    return [part for node in kept for part in _trimmed(node, wanted)]
