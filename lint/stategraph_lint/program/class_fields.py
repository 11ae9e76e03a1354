"""The fields that one class declares itself: the annotations of its body, or of a functional TypedDict."""

from __future__ import annotations

from collections.abc import Iterable

from stategraph_lint.facts import syntax as s
from stategraph_lint.facts.libraries import TYPED_DICT
from stategraph_lint.facts.names import bound_names, walk
from stategraph_lint.program import classes, truth
from stategraph_lint.program.hint_frame import HintFrame
from stategraph_lint.program.interpreter import Interpreter
from stategraph_lint.program.library_types import type_variable
from stategraph_lint.program.module_scope import ModuleScope
from stategraph_lint.program.schemas import Field
from stategraph_lint.program.scopes import Frame
from stategraph_lint.program.type_reader import TypeReader
from stategraph_lint.program.types import Spelling
from stategraph_lint.program.values import ClassValue, External, Literal, Result, TypeExpression, Value

# Calls that describe a field, by what their keyword for a default and for a factory are named.
_FIELD_CALLS = frozenset({"dataclasses.field", "pydantic.Field", "pydantic.PrivateAttr", "attrs.field", "attr.ib"})


def own_fields(run: Interpreter, cls: ClassValue, heir: ModuleScope | None) -> tuple[list[Field], str | None]:
    """Give the fields of a class body in order, and why there may be others.

    `heir` is the module of the TypedDict that inherits them: the names in string annotations are looked up there first.
    """
    body = _Body(run, cls, heir)
    body.block(cls.node.body)
    return body.fields, body.missing


class _Body:
    """Walks a class body, so that each annotation sees the names that are bound by then."""

    def __init__(self, run: Interpreter, cls: ClassValue, heir: ModuleScope | None) -> None:
        self.run = run
        self.cls = cls
        self.final = classes.frame_of(run, cls)
        scope = cls.frame.scope
        self.frame = Frame(
            scope, cls.frame, entry=cls.frame.entry, owner=cls, kind="class", qualname=self.final.qualname
        )
        heirs = () if heir is None else (heir,)
        # A string that stands alone is looked up in its own module too, one inside a type only in that of the heir.
        self.outer = HintFrame(scope, (*heirs, scope), self.final, runtime=True)
        self.inner = HintFrame(scope, heirs or (scope,), self.final, runtime=True)
        for frame in (self.frame, self.outer, self.inner):
            for name in cls.node.type_parameters:
                frame.env.set(name, type_variable(name))
        self.fields: list[Field] = []
        self.missing: str | None = None

    def block(self, statements: Iterable[s.AnyStmt]) -> None:
        """Take in the fields of some statements."""
        for statement in statements:
            for name in bound_names(statement):
                value = self.final.env.get(name)
                if value is not None:
                    self.frame.env.set(name, value)
            self._statement(statement)

    def _statement(self, statement: s.AnyStmt) -> None:
        if isinstance(statement, s.AnnotatedAssign) and isinstance(statement.target, s.Name):
            self.fields.append(self._field(statement, statement.target))
        elif isinstance(statement, s.If):
            self._if(statement)
        elif isinstance(statement, (s.For, s.While, s.Try, s.With, s.Match, s.Unread)) and _annotates(statement):
            self.missing = "a field in a compound statement"

    def _if(self, statement: s.If) -> None:
        known = truth.of(self.run, self.run.evaluate(statement.test, self.frame))
        if known is None:
            if _annotates(statement):
                self.missing = "a field under a condition"
            return
        self.block(statement.body if known else statement.orelse)

    def _field(self, statement: s.AnnotatedAssign, target: s.Name) -> Field:
        postponed = self.cls.frame.scope.module.future_annotations
        node = statement.annotation
        whole = isinstance(node, s.Constant) and node.kind == "str"
        reader = TypeReader(self.run, self.outer if postponed or whole else self.inner, runtime=True)
        type_ = reader.forward(node, self.outer) if postponed else reader.read(node, self.frame)
        spelling = Spelling(node, self.frame, self.frame.place(node.span))
        default, has_default, call = self._default(statement)
        place = self.frame.place(target.span)
        name = mangled(self.cls, target.id)
        return Field(name, type_, place, spelling, self.cls, default, has_default, call=call)

    def _default(self, statement: s.AnnotatedAssign) -> tuple[Value | None, bool, Value | None]:
        """Give the default of a field, whether it has one, and the call that describes it."""
        if statement.value is None:
            return None, False, None
        assert isinstance(statement.target, s.Name)
        found = self.final.env.get(statement.target.id)
        value = self.run.resolved(found) if found is not None else self.run.evaluate(statement.value, self.frame)
        frozen = self.run.freeze(value)
        if (
            isinstance(frozen, Result)
            and isinstance(frozen.function, External)
            and frozen.function.name in _FIELD_CALLS
        ):
            return (*described(frozen), frozen)
        return frozen, True, None


def described(value: Result) -> tuple[Value | None, bool]:
    """Give the default that `field(...)` or `Field(...)` sets, and whether it or a factory does."""
    named = dict(value.named)
    default = value.positional[0] if value.positional else named.get("default")
    if isinstance(default, Literal) and default.kind == "ellipsis":
        default = None
    return default, default is not None or "default_factory" in named or "factory" in named


def mangled(cls: ClassValue, name: str) -> str:
    """Give the name that a class body stores: `__name` becomes `_Class__name`."""
    owner = cls.node.name.lstrip("_")
    hidden = name.startswith("__") and not name.endswith("__") and bool(owner)
    return f"_{owner}{name}" if hidden else name


def _annotates(statement: s.AnyStmt) -> bool:
    """Tell whether a statement holds an annotation, or may hold one."""
    return any(isinstance(child, (s.AnnotatedAssign, s.Unread)) for child in walk((statement,)))


def is_typed_dict_call(run: Interpreter, value: TypeExpression) -> bool:
    """Tell whether a value is what calling `TypedDict(...)` gives."""
    return typed_dict_maker(run, value) in TYPED_DICT


def typed_dict_maker(run: Interpreter, value: TypeExpression) -> str | None:
    """Give the name of the function outside the project that a class is made by, such as `typing.TypedDict`."""
    maker = run.evaluate(value.node.function, value.frame) if isinstance(value.node, s.Call) else None
    return maker.name if isinstance(maker, External) else None


def functional_fields(run: Interpreter, value: TypeExpression) -> tuple[list[Field], str | None]:
    """Give the fields of `TypedDict("Name", {...})` in order, and why there may be others."""
    assert isinstance(value.node, s.Call)
    hints = HintFrame(value.frame.scope, (value.frame.scope,), None, runtime=True)
    fields: list[Field] = []
    missing: str | None = None
    for argument in value.node.arguments[1:]:
        if argument.keyword in ("total", "closed", "extra_items") and not argument.star:
            continue
        if argument.keyword is not None and argument.keyword != "fields":
            fields.append(_functional_field(run, value, hints, argument.keyword, argument.value))
        elif isinstance(argument.value, s.Mapping):
            missing = _display(run, value, hints, argument.value, fields) or missing
        else:
            missing = "the keys of a functional TypedDict"
    return fields, missing


def _display(
    run: Interpreter, value: TypeExpression, hints: HintFrame, node: s.Mapping, fields: list[Field]
) -> str | None:
    for key, annotation in node.entries:
        name = run.evaluate(key, value.frame) if key is not None else None
        if not isinstance(name, Literal) or not isinstance(name.value, str):
            return "a computed key of a functional TypedDict"
        fields.append(_functional_field(run, value, hints, name.value, annotation, key))
    return None


def _functional_field(
    run: Interpreter,
    value: TypeExpression,
    hints: HintFrame,
    name: str,
    node: s.AnyExpr,
    key: s.AnyExpr | None = None,
) -> Field:
    type_ = TypeReader(run, hints, runtime=True).read(node, value.frame)
    place = value.frame.place((key or node).span)
    return Field(name, type_, place, Spelling(node, value.frame, value.frame.place(node.span)), value)


__all__ = ["functional_fields", "is_typed_dict_call", "mangled", "own_fields"]
