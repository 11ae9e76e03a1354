"""The names that `typing.get_type_hints` sees, which are not those that the code itself sees."""

from __future__ import annotations

from stategraph_lint.facts import syntax as s
from stategraph_lint.program.module_scope import ModuleScope
from stategraph_lint.program.scopes import BUILTINS, Frame
from stategraph_lint.program.values import External, Unknown, Value


class HintFrame(Frame):
    """Where string and postponed annotations are evaluated: in modules and the class body, never in functions.

    `home` is the module the annotation stands in, `scopes` are the modules in the order of lookup; `body` is the class
    body, looked at last. With `runtime` false, names that only a type checker sees count as bound.
    """

    def __init__(
        self, home: ModuleScope, scopes: tuple[ModuleScope, ...], body: Frame | None, *, runtime: bool
    ) -> None:
        super().__init__(home, kind="function", owner=body.owner if body is not None else None)
        self.scopes = scopes
        self.body = body
        self.runtime = runtime

    def lookup(self, name: str) -> Value:
        """Give what a name means to `get_type_hints`."""
        local = self.env.get(name)
        if local is not None:
            return local
        for scope in self.scopes:
            if self.runtime and scope.guarded(name):
                continue
            found = scope.lookup(name, None)
            if found is not None:
                return found
        found = self.body.env.get(name) if self.body is not None else None
        if found is not None:
            return found
        return External(f"builtins.{name}") if name in BUILTINS else Unknown(f"`{name}` is not defined")

    def lacks(self, name: str) -> bool:
        """Tell whether looking a name up is certain to raise NameError."""
        if name in BUILTINS or self.env.get(name) is not None:
            return False
        if self.body is not None and self.body.env.get(name) is not None:
            return False
        return all(_lacks(scope, name) for scope in self.scopes)


def _lacks(scope: ModuleScope, name: str) -> bool:
    return scope.guarded(name) if scope.binds(name) else not scope.binds("*")


def lacks(frame: Frame, name: str) -> bool:
    """Tell whether evaluating a name in a frame is certain to raise NameError at run time."""
    if isinstance(frame, HintFrame):
        return frame.runtime and frame.lacks(name)
    inner: Frame | None = frame
    while inner is not None:
        if inner.kind != "module" and (inner.env.get(name) is not None or name in inner.local_names):
            return False
        inner = inner.parent
    return frame.scope.guarded(name)


def missing_in(node: s.AnyExpr, frame: Frame) -> str | None:
    """Give the first name in an expression that does not exist at run time; None when all may."""
    if isinstance(node, s.Name):
        return node.id if lacks(frame, node.id) else None
    if isinstance(node, (s.Lambda, s.Comprehension, s.Constant)):
        return None
    for child in _children(node):
        found = missing_in(child, frame)
        if found is not None:
            return found
    return None


def _children(node: s.AnyExpr) -> tuple[s.AnyExpr, ...]:
    if isinstance(node, (s.Attribute, s.Starred)):
        return (node.value,)
    if isinstance(node, s.Subscript):
        return (node.value, node.index)
    if isinstance(node, s.Call):
        return (node.function, *(argument.value for argument in node.arguments))
    if isinstance(node, s.Sequence):
        return node.items
    if isinstance(node, s.Binary):
        return (node.left, node.right)
    if isinstance(node, s.Mapping):
        return tuple(part for entry in node.entries for part in entry if part is not None)
    return ()
