"""Read annotations, mirroring what `typing` makes of them and what `get_type_hints` gives."""

from __future__ import annotations

from collections.abc import Callable

from stategraph_lint.facts import syntax as s
from stategraph_lint.facts.typing_names import (
    ANNOTATED,
    CALLABLE,
    INIT_VAR,
    LITERAL,
    OPTIONAL,
    ORIGINS,
    QUALIFIERS,
    SPECIAL,
    UNION,
)
from stategraph_lint.program import access
from stategraph_lint.program.hint_frame import HintFrame, missing_in
from stategraph_lint.program.interpreter import Interpreter
from stategraph_lint.program.library_types import NONE, named_type
from stategraph_lint.program.scopes import Frame
from stategraph_lint.program.type_parts import simplified, substituted, variables
from stategraph_lint.program.types import (
    Annotated,
    LiteralType,
    Metadata,
    Plain,
    Special,
    Type,
    Unclear,
    Variable,
    Wrapped,
    failure,
)
from stategraph_lint.program.values import (
    ClassValue,
    External,
    Literal,
    OpaqueAlias,
    TypeExpression,
    Unknown,
    Value,
)

MAX_DEPTH = 40


def read_type(run: Interpreter, node: s.AnyExpr, frame: Frame, *, runtime: bool = True) -> Type:
    """Give the type that an annotation in a frame spells.

    Mirrors `typing.get_type_hints(..., include_extras=True)`: postponed and string annotations see the module and the
    class body only. With `runtime` false, names that only a type checker sees are resolved too.
    """
    hints = hint_frame(run, frame, runtime=runtime)
    reader = TypeReader(run, hints, runtime=runtime)
    postponed = frame.scope.module.future_annotations and not isinstance(frame, HintFrame)
    return reader.forward(node, hints) if postponed else reader.read(node, frame)


def type_of_value(run: Interpreter, value: Value, node: s.AnyExpr | None = None, frame: Frame | None = None) -> Type:
    """Give the type that a value stands for when it is used as one; `node` and `frame` say where it is used."""
    if frame is None and isinstance(value, (TypeExpression, OpaqueAlias, ClassValue)):
        frame = value.frame
    hints = hint_frame(run, frame, runtime=True) if frame is not None else None
    return TypeReader(run, hints, runtime=True).of_value(value, node, frame)


def hint_frame(run: Interpreter, frame: Frame, *, runtime: bool) -> HintFrame:
    """Give the names that `get_type_hints` sees for an annotation in a frame."""
    if isinstance(frame, HintFrame):
        return frame
    return HintFrame(frame.scope, (frame.scope,), frame if frame.kind == "class" else None, runtime=runtime)


class TypeReader:
    """Reads the types of one annotation; strings inside it are evaluated in the names of `hints`."""

    def __init__(self, run: Interpreter, hints: HintFrame | None, *, runtime: bool) -> None:
        self.run = run
        self.hints = hints
        self.runtime = runtime
        self._open: list[int] = []

    def read(self, node: s.AnyExpr, frame: Frame) -> Type:
        """Give the type an expression spells."""
        if id(node) in self._open:
            return Special("recursive alias")
        if len(self._open) > MAX_DEPTH:
            return Unclear("a type that is nested too deeply")
        self._open.append(id(node))
        try:
            return self._read(node, frame)
        finally:
            self._open.pop()

    def forward(self, node: s.AnyExpr, frame: Frame) -> Type:
        """Give the type a string annotation or a postponed one spells, mirroring `typing.ForwardRef`."""
        found = self.read(node, frame)
        if self.run.target < (3, 11) and _is_keyword_marker(found):
            # Until Python 3.11 what a forward reference means must be callable. (pydantic makes InitVar callable.)
            return Unclear("KW_ONLY", error="TypeError: Forward references must evaluate to types. Got KW_ONLY")
        return found

    def _read(self, node: s.AnyExpr, frame: Frame) -> Type:
        if isinstance(node, s.Constant):
            return self._constant(node, frame)
        if isinstance(node, s.Subscript):
            return self._subscript(node, frame)
        if isinstance(node, s.Binary) and node.operator == "|":
            return simplified((self.read(node.left, frame), self.read(node.right, frame)))
        missing = missing_in(node, frame) if self.runtime else None
        if missing is not None:
            return Unclear(f"`{missing}` does not exist at run time", missing)
        return self.of_value(self.run.evaluate(node, frame), node, frame)

    def _constant(self, node: s.Constant, frame: Frame) -> Type:
        if node.kind == "none":
            return Plain(NONE)
        if node.kind == "str":
            if node.forward is None:
                return Unclear("a string that is no expression")
            return self.forward(node.forward, self.hints or frame)
        return Unclear(f"a literal of kind {node.kind}")

    # --- values ----------------------------------------------------------------------------------------------

    def of_value(self, value: Value, node: s.AnyExpr | None, frame: Frame | None) -> Type:
        """Give the type a value stands for."""
        value = self.run.forced(value)
        if isinstance(value, External):
            return self._external(value, node, frame)
        if isinstance(value, ClassValue):
            return Plain(value)
        if isinstance(value, Literal) and value.kind == "none":
            return Plain(NONE)
        if isinstance(value, OpaqueAlias):
            return Special(value.name, (), self.read(value.node, value.frame))
        if isinstance(value, TypeExpression):
            if isinstance(value.node, s.Call):
                return self._made(value, value.node)
            return self.read(value.node, value.frame)
        return Unclear(value.reason if isinstance(value, Unknown) else f"a {type(value).__name__.lower()} as a type")

    def _external(self, value: External, node: s.AnyExpr | None, frame: Frame | None) -> Type:
        place = frame.place(node.span) if frame is not None and node is not None else None
        return named_type(value.name, place, node)

    def _made(self, value: TypeExpression, node: s.Call) -> Type:
        """Give the type that `TypeVar(...)`, `NewType(...)` or a functional class makes."""
        maker = self.run.evaluate(node.function, value.frame)
        short = maker.name.rpartition(".")[2] if isinstance(maker, External) else ""
        first = node.arguments[0].value if node.arguments else None
        name = str(first.value) if isinstance(first, s.Constant) else "?"
        if short in ("TypeVar", "ParamSpec"):
            return Variable(name)
        if short == "NewType" and len(node.arguments) > 1:
            return Special("typing.NewType", (), self.read(node.arguments[1].value, value.frame))
        return Plain(value)

    # --- subscripts ------------------------------------------------------------------------------------------

    def _subscript(self, node: s.Subscript, frame: Frame) -> Type:
        missing = missing_in(node.value, frame) if self.runtime else None
        if missing is not None:
            return Unclear(f"`{missing}` does not exist at run time", missing)
        base = self.run.forced(self.run.evaluate(node.value, frame))
        if isinstance(base, External):
            return self._outside(base, node, frame)
        if isinstance(base, ClassValue):
            return Plain(base, self._arguments(node, frame))
        if isinstance(base, TypeExpression) and isinstance(base.node, s.Call):
            made = self.of_value(base, node, frame)
            return Plain(base, self._arguments(node, frame)) if isinstance(made, Plain) else made
        if isinstance(base, (TypeExpression, OpaqueAlias)):
            return self._generic_alias(base, node, frame)
        return Unclear(base.reason if isinstance(base, Unknown) else "a subscripted value")

    def _outside(self, base: External, node: s.Subscript, frame: Frame) -> Type:
        name = base.name
        form = _FORMS.get(name)
        if form is not None:
            return form(self, node, frame)
        if name in QUALIFIERS:
            return Wrapped(QUALIFIERS[name], self.read(node.index, frame))
        if name in ORIGINS:
            return Plain(External(ORIGINS[name]), self._arguments(node, frame), name)
        if name in SPECIAL:
            return Special(name, self._arguments(node, frame))
        return Plain(base, tuple(self._builtin_argument(item, frame) for item in self._items(node)))

    def _items(self, node: s.Subscript) -> tuple[s.AnyExpr, ...]:
        index = node.index
        return index.items if isinstance(index, s.Sequence) and index.kind == "tuple" else (index,)

    def _arguments(self, node: s.Subscript, frame: Frame) -> tuple[Type, ...]:
        return tuple(self._argument(item, frame) for item in self._items(node))

    def _argument(self, node: s.AnyExpr, frame: Frame) -> Type:
        if isinstance(node, s.Constant) and node.kind == "ellipsis":
            return Special("...")
        if isinstance(node, s.Sequence):
            return Special("parameters", tuple(self._argument(item, frame) for item in node.items))
        return self.read(node, frame)

    def _builtin_argument(self, node: s.AnyExpr, frame: Frame) -> Type:
        """Give an argument of `list[...]` and kin, whose strings Python 3.10 never evaluates."""
        found = self._argument(node, frame)
        if isinstance(node, s.Constant) and self.run.target < (3, 11) and failure(found) is not None:
            return Unclear("a string that is not evaluated")
        return found

    def _annotated(self, node: s.Subscript, frame: Frame) -> Type:
        items = self._items(node)
        if not items:
            return Unclear("`Annotated` without a type")
        first, *rest = items
        inner = self.read(first, frame)
        metadata: list[Metadata] = []
        for item in rest:
            missing = missing_in(item, frame) if self.runtime else None
            if missing is not None:
                return Unclear(f"`{missing}` does not exist at run time", missing)
            found = self._metadata(item, frame)
            if found is None:
                return Unclear("starred metadata")
            metadata += found
        if isinstance(inner, Annotated):
            return Annotated(inner.inner, (*inner.metadata, *metadata))
        return Annotated(inner, tuple(metadata)) if metadata else inner

    def _metadata(self, node: s.AnyExpr, frame: Frame) -> list[Metadata] | None:
        place = frame.place(node.span)
        if not isinstance(node, s.Starred):
            return [Metadata(self.run.forced(self.run.evaluate(node, frame)), node, place)]
        values = access.unrolled(self.run, self.run.evaluate(node.value, frame))
        return None if values is None else [Metadata(value, node, place) for value in values]

    def _optional(self, node: s.Subscript, frame: Frame) -> Type:
        return simplified((self.read(node.index, frame), Plain(NONE)))

    def _union(self, node: s.Subscript, frame: Frame) -> Type:
        options = self._arguments(node, frame)
        return simplified(options) if options else Unclear("a union of no types")

    def _literal(self, node: s.Subscript, frame: Frame) -> Type:
        return LiteralType(tuple(self.run.evaluate(item, frame) for item in self._items(node)))

    def _callable(self, node: s.Subscript, frame: Frame) -> Type:
        return Special(CALLABLE, self._arguments(node, frame))

    def _init_var(self, node: s.Subscript, frame: Frame) -> Type:
        return Wrapped("InitVar", self.read(node.index, frame))

    def _generic_alias(self, base: TypeExpression | OpaqueAlias, node: s.Subscript, frame: Frame) -> Type:
        """Give `Alias[int]`, the type variables of the alias replaced in the order they appear."""
        inner = self.of_value(base, node.value, frame)
        names = variables(inner)
        arguments = self._arguments(node, frame)
        return substituted(inner, dict(zip(names, arguments)))


def _is_keyword_marker(type_: Type) -> bool:
    return (
        isinstance(type_, Plain) and isinstance(type_.origin, External) and type_.origin.name == "dataclasses.KW_ONLY"
    )


_Form = Callable[[TypeReader, s.Subscript, Frame], Type]
_FORMS: dict[str, _Form] = {
    ANNOTATED: TypeReader._annotated,
    OPTIONAL: TypeReader._optional,
    UNION: TypeReader._union,
    LITERAL: TypeReader._literal,
    CALLABLE: TypeReader._callable,
    "collections.abc.Callable": TypeReader._callable,
    INIT_VAR: TypeReader._init_var,
}

__all__ = ["TypeReader", "hint_frame", "read_type", "type_of_value"]
