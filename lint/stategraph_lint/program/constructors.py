"""How classes are called: what `inspect.signature` says of a class, and what a call without arguments gives."""

from __future__ import annotations

from stategraph_lint.facts import syntax as s
from stategraph_lint.facts.libraries import BASE_MODEL, TYPED_DICT
from stategraph_lint.facts.names import bound_names
from stategraph_lint.facts.start_values import ENUMS, START_VALUES
from stategraph_lint.program import classes
from stategraph_lint.program.class_fields import described
from stategraph_lint.program.class_kinds import decorator_calls, is_dataclass, is_named_tuple
from stategraph_lint.program.interpreter import Interpreter
from stategraph_lint.program.schemas import Field, Schema, read_schema
from stategraph_lint.program.signatures import UNKNOWN, Signature, SignatureParameter, count, outside, without_first
from stategraph_lint.program.types import Annotated, Plain, Special, Type, Union, Wrapped, name_of
from stategraph_lint.program.values import ClassValue, External, FunctionValue, Literal, Result, TypeExpression, Value

_BARE = frozenset({"builtins.object", "abc.ABC", "typing.Generic", "typing.Protocol"})
_ABSTRACT = frozenset({"abc.abstractmethod", "abc.abstractproperty"})
EMPTY = "empty"


def constructor(run: Interpreter, cls: ClassValue, depth: int = 0) -> Signature:
    """Give what `inspect.signature` says of a class of the project."""
    line = classes.mro(run, cls)
    if any(isinstance(base, External) and base.name in BASE_MODEL for base in line):
        return _model(run, cls)
    if _special(line) or any(argument.keyword == "metaclass" for argument in cls.node.arguments):
        return UNKNOWN
    for base in line:
        found = _own_constructor(run, base, depth)
        if found is not None:
            return found
    return Signature()


def _special(line: list[Value]) -> bool:
    return any(isinstance(base, External) and (base.name in ENUMS or base.name in TYPED_DICT) for base in line)


def _own_constructor(run: Interpreter, base: Value, depth: int) -> Signature | None:
    """Give the signature of the constructor that a class itself has, None when it has none."""
    if isinstance(base, External):
        if base.name in _BARE:
            return None
        return outside(run, base.name) if base.name.startswith("builtins.") else UNKNOWN
    if not isinstance(base, ClassValue):
        return UNKNOWN
    env = classes.frame_of(run, base).env
    for name in ("__new__", "__init__"):
        method = env.get(name)
        if isinstance(method, FunctionValue):
            return without_first(count(run, method, depth + 1))
        if method is not None:
            return UNKNOWN
    if is_named_tuple(run, base):
        return _of_fields(run, base, "positional")
    return _dataclass(run, base) if is_dataclass(run, base) else None


def _of_fields(run: Interpreter, cls: ClassValue, kind: str) -> Signature:
    schema = read_schema(run, cls)
    if not isinstance(schema, Schema) or not schema.complete:
        return UNKNOWN
    return Signature(tuple(SignatureParameter(field.name, kind, field.has_default) for field in schema.fields))


# --- dataclasses and models ----------------------------------------------------------------------------------


def _dataclass(run: Interpreter, cls: ClassValue) -> Signature:
    """Give the parameters of the `__init__` that `dataclass` writes."""
    schema = read_schema(run, cls)
    options = dict(decorator_calls(run, cls))
    if not isinstance(schema, Schema) or not schema.complete or "pydantic.dataclasses.dataclass" in options:
        return UNKNOWN
    given = options.get("dataclasses.dataclass") or {}
    if not _is(given.get("init"), True, default=True):
        return UNKNOWN
    only = _is(given.get("kw_only"), True, default=False)
    plain: list[SignatureParameter] = []
    named: list[SignatureParameter] = []
    for field in schema.fields:
        if _is_marker(field.type, "dataclasses.KW_ONLY"):
            only = True
        elif _initialized(field):
            kind = "keyword-only" if _keyword_only(field, only) else "positional"
            (named if kind == "keyword-only" else plain).append(SignatureParameter(field.name, kind, field.has_default))
    return Signature((*plain, *named))


def _is(value: Value | None, wanted: bool, *, default: bool) -> bool:
    return (value.value is wanted) if isinstance(value, Literal) else default


def _is_marker(type_: Type, name: str) -> bool:
    return isinstance(type_, Plain) and isinstance(type_.origin, External) and type_.origin.name == name


def _initialized(field: Field) -> bool:
    if is_class_variable(field.type):
        return False
    options = field_options(field)
    return _is(options.get("init"), True, default=True)


def _keyword_only(field: Field, only: bool) -> bool:
    return _is(field_options(field).get("kw_only"), True, default=only)


def field_options(field: Field) -> dict[str | None, Value]:
    """Give the keywords of the `field(...)` or `Field(...)` that a field is set to."""
    return dict(field.call.named) if isinstance(field.call, Result) else {}


def _model(run: Interpreter, cls: ClassValue) -> Signature:
    """Give the signature of a pydantic model: every field by keyword, unless it has an `__init__` of its own."""
    schema = read_schema(run, cls)
    custom = classes.member(run, cls, "__init__") is not None
    if custom or not isinstance(schema, Schema) or not schema.complete:
        return UNKNOWN
    return Signature(
        tuple(SignatureParameter(field.name, "keyword-only", field.has_default) for field in model_fields(schema))
    )


def model_fields(schema: Schema) -> list[Field]:
    """Give the fields of a schema that a pydantic model validates."""
    return [field for field in schema.fields if not field.name.startswith("_") and not is_class_variable(field.type)]


def is_class_variable(type_: Type) -> bool:
    """Tell whether an annotation says that something belongs to the class."""
    bare = isinstance(type_, Special) and type_.name == "typing.ClassVar"
    return bare or (isinstance(type_, Wrapped) and type_.kind == "ClassVar")


def made_constructor(run: Interpreter, value: TypeExpression) -> Signature:
    """Give the signature of `namedtuple(...)` and of functional classes."""
    fields = tuple_fields(run, value)
    if fields is None:
        return UNKNOWN
    return Signature(tuple(SignatureParameter(name, "positional") for name in fields))


def tuple_fields(run: Interpreter, value: TypeExpression) -> list[str] | None:
    """Give the fields of `namedtuple(name, fields)`, all of them without defaults; None when they cannot be told."""
    node = value.node
    maker = run.evaluate(node.function, value.frame) if isinstance(node, s.Call) else None
    if not isinstance(node, s.Call) or not isinstance(maker, External) or len(node.arguments) != 2:
        return None
    if any(argument.keyword is not None or argument.star for argument in node.arguments):
        return None
    second = node.arguments[1].value
    if maker.name == "collections.namedtuple" and isinstance(second, s.Constant) and isinstance(second.value, str):
        return second.value.replace(",", " ").split()
    if not isinstance(second, s.Sequence) or maker.name not in ("collections.namedtuple", "typing.NamedTuple"):
        return None
    names = [item.items[0] if isinstance(item, s.Sequence) and item.items else item for item in second.items]
    texts = [str(name.value) for name in names if isinstance(name, s.Constant) and name.kind == "str"]
    return texts if len(texts) == len(names) else None


# --- calls without arguments ---------------------------------------------------------------------------------


def called(run: Interpreter, value: Value) -> str | None:
    """Give what calling a class without arguments gives, as Python text.

    `empty` when the call raises, None when it cannot be told.
    """
    if isinstance(value, External):
        return START_VALUES.get(value.name)
    if isinstance(value, TypeExpression):
        return _made(run, value)
    return _class_called(run, value) if isinstance(value, ClassValue) else None


def _made(run: Interpreter, value: TypeExpression) -> str | None:
    fields = tuple_fields(run, value)
    if fields is not None:
        return EMPTY if fields else f"{name_of(value)}()"
    schema = read_schema(run, value)
    return "{}" if isinstance(schema, Schema) and schema.kind == "typeddict" else None


def _class_called(run: Interpreter, cls: ClassValue) -> str | None:
    line = classes.mro(run, cls)
    outside_bases = {base.name for base in line if isinstance(base, External)}
    if outside_bases & ENUMS:
        return EMPTY
    schema = read_schema(run, cls)
    if isinstance(schema, Schema) and schema.kind == "typeddict":
        return "{}"
    if any(argument.keyword == "metaclass" for argument in cls.node.arguments) and not outside_bases & {"abc.ABC"}:
        return None
    if _is_protocol(run, cls) or _is_abstract(run, cls, line):
        return EMPTY
    signature = constructor(run, cls)
    if not signature.known or signature.error is not None:
        return _external_called(line, cls)
    if outside_bases & BASE_MODEL:
        return _model_called(run, cls)
    if _required(signature):
        return EMPTY
    return f"{cls.node.name}()" if _harmless(run, cls, line) else None


def _required(signature: Signature) -> bool:
    return any(
        not item.has_default and item.kind in ("positional", "positional-only", "keyword-only")
        for item in signature.parameters
    )


def _external_called(line: list[Value], cls: ClassValue) -> str | None:
    """Give the start of a subclass of a builtin class that has no signature, such as `str` or an exception."""
    outer = [base for base in line if not isinstance(base, ClassValue)]
    known = [base for base in outer if isinstance(base, External) and base.name not in _BARE]
    if len(known) != 1 or len(outer) != len(known) + sum(_is_bare(base) for base in outer):
        return None
    start = START_VALUES.get(known[0].name)
    if start is None or start == EMPTY:
        return None
    return f"{cls.node.name}()"


def _is_bare(base: Value) -> bool:
    return isinstance(base, External) and base.name in _BARE


def _is_protocol(run: Interpreter, cls: ClassValue) -> bool:
    return any(isinstance(base, External) and base.name == "typing.Protocol" for base in classes.bases(run, cls))


def _is_abstract(run: Interpreter, cls: ClassValue, line: list[Value]) -> bool:
    """Tell whether a class with ABCMeta as metaclass leaves an abstract method open."""
    names = {base.name for base in line if isinstance(base, External)}
    if not names & {"abc.ABC", "typing.Protocol"}:
        return False
    seen: set[str] = set()
    for base in line:
        if not isinstance(base, ClassValue):
            continue
        for statement in base.node.body:
            if isinstance(statement, s.FunctionDef):
                marks = [run.evaluate(node, base.frame) for node in statement.decorators]
                abstract = any(isinstance(mark, External) and mark.name in _ABSTRACT for mark in marks)
                if abstract and statement.name not in seen:
                    return True
        seen.update(name for name in _names(base))
    return False


def _names(cls: ClassValue) -> set[str]:
    return {name for statement in cls.node.body for name in bound_names(statement)}


def _model_called(run: Interpreter, cls: ClassValue) -> str | None:
    if _runs_code(run, cls):
        return None
    schema = read_schema(run, cls)
    assert isinstance(schema, Schema)
    old = any(isinstance(base, External) and base.name.startswith("pydantic.v1") for base in classes.mro(run, cls))
    for field in model_fields(schema):
        if not field.has_default and not _described_default(field):
            return None if old and isinstance(field.type, Union) else EMPTY
    return f"{cls.node.name}()"


def _described_default(field: Field) -> bool:
    """Tell whether a `Field(...)` in the metadata of a field gives it a default."""
    items = field.type.metadata if isinstance(field.type, Annotated) else ()
    return any(isinstance(item.value, Result) and described(item.value)[1] for item in items)


def _runs_code(run: Interpreter, cls: ClassValue) -> bool:
    """Tell whether making a model runs code that may give it values or refuse it."""
    for base in classes.mro(run, cls):
        if not isinstance(base, ClassValue):
            continue
        for statement in base.node.body:
            if isinstance(statement, s.FunctionDef) and (statement.name == "model_post_init" or statement.decorators):
                return True
    return False


def _harmless(run: Interpreter, cls: ClassValue, line: list[Value]) -> bool:
    """Tell whether the constructor surely does not raise."""
    for base in line:
        if isinstance(base, ClassValue):
            for name in ("__new__", "__init__", "__post_init__"):
                method = classes.frame_of(run, base).env.get(name)
                if isinstance(method, FunctionValue) and not _simple(method.node):
                    return False
    return True


def _simple(node: s.FunctionDef | s.Lambda) -> bool:
    """Tell whether a body only sets attributes to names, literals and empty displays."""
    if isinstance(node, s.Lambda):
        return False
    return all(_simple_statement(statement) for statement in node.body)


def _simple_statement(statement: s.AnyStmt) -> bool:
    if isinstance(statement, s.Jump):
        return True
    if isinstance(statement, s.Expression):
        return isinstance(statement.value, s.Constant)
    if isinstance(statement, s.Assign):
        return _simple_value(statement.value)
    return isinstance(statement, s.AnnotatedAssign) and (statement.value is None or _simple_value(statement.value))


def _simple_value(node: s.AnyExpr) -> bool:
    if isinstance(node, (s.Constant, s.Name, s.Lambda)):
        return True
    if isinstance(node, s.Sequence):
        return all(_simple_value(item) for item in node.items)
    return isinstance(node, s.Mapping) and all(
        key is not None and _simple_value(key) and _simple_value(value) for key, value in node.entries
    )
