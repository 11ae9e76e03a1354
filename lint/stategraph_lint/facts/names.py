"""Which names a statement binds, in the scope it stands in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from stategraph_lint.facts import syntax as s


def bound_names(statement: s.AnyStmt) -> Iterator[str]:
    """Give the names a statement binds, those inside its blocks included; a star import gives `*`."""
    if isinstance(statement, s.Import):
        yield from (alias.alias or alias.name.split(".")[0] for alias in statement.names)
    elif isinstance(statement, s.ImportFrom):
        yield from (alias.alias or alias.name for alias in statement.names)
    elif isinstance(statement, (s.FunctionDef, s.ClassDef, s.TypeAlias)):
        yield statement.name
    elif isinstance(statement, s.Unread):
        yield from statement.names
    else:
        for target in targets(statement):
            yield from target_names(target)
        for block in blocks(statement):
            for child in block:
                yield from bound_names(child)
    if isinstance(statement, s.Match):
        yield from (name for case in statement.cases for name in case.names)
    if isinstance(statement, s.Try):
        yield from (handler.name for handler in statement.handlers if handler.name)


def targets(statement: s.AnyStmt) -> Iterator[s.AnyExpr]:
    """Give the targets that a statement itself assigns to."""
    if isinstance(statement, s.Assign):
        yield from statement.targets
    elif isinstance(statement, (s.AnnotatedAssign, s.AugmentedAssign, s.For)):
        yield statement.target
    elif isinstance(statement, s.With):
        yield from (target for _, target in statement.items if target is not None)


def blocks(statement: s.AnyStmt) -> Iterator[tuple[s.AnyStmt, ...]]:
    """Give the blocks of a compound statement that run in its own scope."""
    if isinstance(statement, (s.If, s.For, s.While)):
        yield statement.body
        yield statement.orelse
    elif isinstance(statement, s.Try):
        yield statement.body
        yield from (handler.body for handler in statement.handlers)
        yield statement.orelse
        yield statement.final
    elif isinstance(statement, s.With):
        yield statement.body
    elif isinstance(statement, s.Match):
        yield from (case.body for case in statement.cases)


def target_names(target: s.AnyExpr) -> Iterator[str]:
    """Give the bare names in an assignment target."""
    if isinstance(target, s.Name):
        yield target.id
    elif isinstance(target, s.Starred):
        yield from target_names(target.value)
    elif isinstance(target, s.Sequence):
        for item in target.items:
            yield from target_names(item)


def children(node: s.Node) -> Iterator[s.Node]:
    """Give the records that a record directly holds."""
    waiting = [getattr(node, field) for field in node.__struct_fields__]
    while waiting:
        found = waiting.pop()
        if isinstance(found, tuple):
            waiting += found
        elif isinstance(found, s.Node):
            yield found


def walk(statements: Iterable[s.AnyStmt]) -> Iterator[s.AnyStmt]:
    """Give every statement of a block and of the blocks inside it, but not of nested functions and classes."""
    for statement in statements:
        yield statement
        for block in blocks(statement):
            yield from walk(block)
