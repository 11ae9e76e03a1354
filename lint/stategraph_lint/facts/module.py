"""What is known of one module: an outline of every top-level statement, and the facts of those that were read."""

from __future__ import annotations

import msgspec

from stategraph_lint.facts.syntax import AnyStmt, FunctionDef


class MethodLines(msgspec.Struct, frozen=True, array_like=True):
    """The 1-based lines of a method: its first, with decorators, the first of its body, and its last."""

    first: int
    body: int
    last: int


class OutlineEntry(msgspec.Struct, frozen=True, array_like=True):
    """One top-level statement, as the standard library's ast sees it.

    `first` and `last` are the 1-based lines of the whole-line slice that holds it, `names` what it binds, `kind` is
    import, function, class, assign, block (if, for, while, try, with, match) or other. Statements sharing a line are
    one entry. `methods` are those of a class whose bodies can be read apart from it.
    """

    first: int
    last: int
    kind: str
    names: tuple[str, ...]
    methods: tuple[MethodLines, ...] = ()


class ModuleFacts(msgspec.Struct, frozen=True):
    """The facts of one module: a pure function of its bytes and of which entries were asked for.

    `statements` pairs the index of an outline entry with the statements read from it. In classes, the bodies of the
    methods that `methods` of the entry names are left out; `bodies` are the ones of them that were asked for.
    """

    path: str
    outline: tuple[OutlineEntry, ...]
    statements: tuple[tuple[int, tuple[AnyStmt, ...]], ...]
    future_annotations: bool
    bodies: tuple[FunctionDef, ...] = ()
