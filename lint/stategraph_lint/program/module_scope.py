"""The names of one module, evaluated on demand, and how imports lead from one module to another."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from stategraph_lint.facts import syntax as s
from stategraph_lint.facts.libraries import KNOWN, canonical
from stategraph_lint.facts.typing_names import STAR_EXPORTS
from stategraph_lint.program.scopes import BUILTINS, Frame
from stategraph_lint.program.values import External, Imported, Listing, Literal, ModuleValue, Object, Unknown, Value

if TYPE_CHECKING:
    from stategraph_lint.extract.module import Module
    from stategraph_lint.program.interpreter import Interpreter

# How many statements may change one object between two looks at it; real modules have a few hundred.
MOST_CHANGES = 5_000


class ModuleScope:
    """The top level of one module of the project.

    Entries of the outline are run on demand, each once and in its own frame. `current` is the entry that is being run
    for its own sake: names are then looked up as they were bound just before it, as in a notebook where a state is
    defined again further down.
    """

    def __init__(self, run: Interpreter, module: Module, name: str) -> None:
        self.run = run
        self.module = module
        self.path = module.path
        self.name = name
        self.current: int | None = None
        self._frames: dict[int, Frame] = {}
        self._binders: dict[str, list[int]] = {}
        self._open: set[tuple[str, int | None]] = set()
        self._done: set[int] = set()
        self._known: dict[tuple[str, int | None], Value] = {}
        self._reached: dict[tuple[str, int], int] = {}
        for index, entry in enumerate(module.outline):
            for bound in entry.names:
                self._binders.setdefault(bound, []).append(index)

    def lookup(self, name: str, before: int | None) -> Value | None:
        """Give what a name is bound to before an entry (by default: before `current`, else at the end).

        None when the module does not bind it.
        """
        limit = before if before is not None else self.current
        key = (name, limit)
        known = self._known.get(key)
        if known is not None:
            return known
        if key in self._open:
            return Unknown(f"`{name}` depends on itself")
        self._open.add(key)
        try:
            return self._bound(name, limit, is_before=before is not None)
        finally:
            self._open.discard(key)

    def _runs_top(self, index: int) -> bool:
        """Tell whether an entry runs where it stands: a function runs when it is called, perhaps much later."""
        return self.module.outline[index].kind in ("assign", "other", "block", "class")

    def _bound(self, name: str, limit: int | None, *, is_before: bool) -> Value | None:
        final = True
        indices = self._binders.get(name, [])
        if name in BUILTINS and limit is not None and (is_before or self._runs_top(limit)):
            # Until the module binds the name itself, it is that of the builtin.
            indices = [index for index in indices if index < limit]
        for index in self._order(indices, limit):
            frame = self.entry(index)
            found = frame.env.get(name)
            final &= index in self._done
            if found is not None:
                if not self._touch(name, found, index, limit):
                    return self._left(name, found)
                value = self.run.resolved(frame.env.get(name) or found)
                # What an object holds may still change, and what is unknown may only be so for now.
                if final and not isinstance(value, (Object, Unknown)):
                    self._known[name, limit] = value
                return value
        for index in self._order(self._binders.get("*", []), limit):
            for statement in self.module.statements(index):
                starred = self._starred(statement, name)
                if starred is not None:
                    return starred
        return None

    def _order(self, indices: list[int], limit: int | None) -> Iterator[int]:
        earlier = [index for index in indices if limit is None or index < limit]
        yield from reversed(earlier)
        yield from (index for index in indices if index not in earlier)

    def _touch(self, name: str, value: Value, index: int, limit: int | None) -> bool:
        """Run the statements between the binding and its use that may change what the name holds.

        False when these are too many.
        """
        if not isinstance(value, Object):
            return True
        found = self._changing.get(name, [])
        first = self._reached.get((name, index)) or bisect_right(found, index)
        while first < len(found) and found[first] in self._frames:
            first += 1
        self._reached[name, index] = first
        last = len(found) if limit is None else bisect_left(found, limit)
        if last - first > MOST_CHANGES:
            return False
        for later in found[first:last]:
            if later not in self._frames:
                self.entry(later)
        return True

    @cached_property
    def _changing(self) -> dict[str, list[int]]:
        """The entries that may change what a name holds, by each word in them."""
        found: dict[str, list[int]] = {}
        for index, entry in enumerate(self.module.outline):
            # An assignment that binds no name has an attribute or an item for its target.
            if entry.kind in ("other", "block") or (entry.kind == "assign" and not entry.names):
                for word in self.module.words(index):
                    found.setdefault(word, []).append(index)
        return found

    def _left(self, name: str, value: Value) -> Unknown:
        """Give what stands for an object that too many statements change; a graph is then not judged."""
        record = self.run.graph_of.get(value)
        if record is not None:
            record.escaped = record.escaped or "code that is too large to follow"
        return Unknown(f"`{name}` is changed by too many statements")

    def entry(self, index: int) -> Frame:
        """Run an entry, once, and give its frame."""
        frame = self._frames.get(index)
        if frame is None:
            frame = self._frames[index] = Frame(self, kind="module", entry=index)
            with self.run.at_top():
                self.run.block(self.module.statements(index), frame)
            self._done.add(index)
        return frame

    def has_run(self, index: int) -> bool:
        """Tell whether an entry was run already."""
        return index in self._frames

    def guarded(self, name: str) -> bool:
        """Tell whether a name is bound under `if TYPE_CHECKING` only, so that it does not exist at run time."""
        indices = self._binders.get(name, [])
        return bool(indices) and all(name in self.entry(index).guarded for index in indices)

    def binds(self, name: str) -> bool:
        """Tell whether the module binds a name itself, star imports apart."""
        return name in self._binders

    def _starred(self, statement: s.AnyStmt, name: str) -> Value | None:
        if not isinstance(statement, s.ImportFrom) or statement.names[0].name != "*":
            return None
        origin = self.run.imports.module(self.path, statement.level, statement.module)
        if isinstance(origin, External):
            full = canonical(f"{origin.name}.{name}")
            return External(full) if full in KNOWN or full in STAR_EXPORTS else None
        if not isinstance(origin, ModuleValue):
            return None
        other = self.run.scope(origin.path)
        if other is None or not other.exports(name):
            return None
        return other.lookup(name, None)

    def exports(self, name: str) -> bool:
        """Tell whether a star import of this module brings a name: by `__all__`, else unless it begins with `_`."""
        if not self.binds("__all__"):
            return not name.startswith("_")
        listed = self.lookup("__all__", None)
        frozen = self.run.freeze(listed) if listed is not None else None
        if not isinstance(frozen, Listing):
            return True
        names = {item.value.value for item in frozen.items if isinstance(item.value, Literal)}
        return name in names or not frozen.complete or any(item.spread for item in frozen.items)


class Imports:
    """Resolves imports to modules of the project or to names outside it."""

    def __init__(self, run: Interpreter) -> None:
        self._run = run
        self._open: set[tuple[str, int, str, str | None]] = set()

    def module(self, importer: str, level: int, dotted: str) -> Value:
        """Give the module that an import names."""
        modules = self._run.modules
        if level:
            path = modules.relative(importer, level, dotted)
            return Unknown(f"relative import of `{dotted}`") if path is None else ModuleValue(dotted, path)
        path = modules.find(dotted, importer)
        return External(dotted) if path is None else ModuleValue(dotted, path)

    def resolve(self, value: Imported) -> Value:
        """Give what an imported name means; an import that leads back to itself is unknown."""
        key = (value.importer, value.level, value.module, value.name)
        if key in self._open:
            return Unknown(f"`{value.name}` is imported in a circle")
        self._open.add(key)
        try:
            return self._resolve(value)
        finally:
            self._open.discard(key)

    def _resolve(self, value: Imported) -> Value:
        if value.name is None:
            return self.module(value.importer, 0, value.module)
        known = canonical(f"{value.module}.{value.name}")
        if not value.level and known in KNOWN:
            return External(known)
        return self.member(self.module(value.importer, value.level, value.module), value.name)

    def member(self, module: Value, name: str) -> Value:
        """Give an attribute of a module: what it binds, else its submodule of that name."""
        if isinstance(module, External):
            return External(canonical(f"{module.name}.{name}"))
        if not isinstance(module, ModuleValue):
            return Unknown(f"`{name}` of an unknown module")
        scope = self._run.scope(module.path)
        found = scope.lookup(name, None) if scope is not None else None
        if found is not None:
            return found
        child = self._run.modules.child(module.path, name)
        if child is not None:
            return ModuleValue(f"{module.name}.{name}", child)
        return Unknown(f"`{name}` is not in {module.path}")
