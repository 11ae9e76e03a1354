"""What instances of dataclasses and models hold that a checkpoint does not bring back."""

from __future__ import annotations

from collections.abc import Iterator

from stategraph_lint.facts import syntax as s
from stategraph_lint.facts.names import targets, walk
from stategraph_lint.program import classes
from stategraph_lint.program.constructors import constructor, field_options
from stategraph_lint.program.interpreter import Interpreter
from stategraph_lint.program.methods import MUTATING
from stategraph_lint.program.schemas import Field, Schema
from stategraph_lint.program.types import Annotated, Plain, Type, Wrapped
from stategraph_lint.program.values import ClassValue, External, Literal, Result, Value

_FIELD_CALL = "pydantic.Field"
_BY_NAME = frozenset({"populate_by_name", "validate_by_name", "allow_population_by_field_name"})
_SET_ANEW = frozenset({"__init__", "__new__", "__post_init__", "model_post_init"})
_NEVER_SAME = frozenset(
    "datetime.datetime.now datetime.datetime.utcnow random.random time.monotonic time.perf_counter time.time "
    "uuid.uuid1 uuid.uuid4".split()
)


def dataclass_loss(run: Interpreter, cls: ClassValue, schema: Schema) -> str | None:
    """Give what a dataclass comes back as when its constructor is called with its fields: None for an equal one."""
    fields = [field.name for field in schema.fields if _is_field(field.type)]
    signature = constructor(run, cls)
    if signature.known and signature.error is None:
        taken = {item.name for item in signature.parameters if item.kind in ("positional", "keyword-only")}
        anything = any(item.kind == "var-keyword" for item in signature.parameters)
        needed = {item.name for item in signature.parameters if not item.has_default and not _is_rest(item.kind)}
        if not needed <= set(fields) or not (anything or set(fields) <= taken):
            return "dict"
    changed = next(_changed_again(run, cls, set(fields)), None)
    return f"{cls.node.name} with `{changed}` made anew" if changed is not None else None


def _is_rest(kind: str) -> bool:
    return kind in ("var-positional", "var-keyword")


def _is_field(type_: Type) -> bool:
    """Tell whether `dataclasses.fields` gives a field of a type."""
    if isinstance(type_, Wrapped):
        return type_.kind not in ("ClassVar", "InitVar")
    marker = isinstance(type_, Plain) and isinstance(type_.origin, External)
    return not (marker and type_.origin.name == "dataclasses.KW_ONLY")  # type: ignore[attr-defined]


def _changed_again(run: Interpreter, cls: ClassValue, fields: set[str]) -> Iterator[str]:
    """Give the fields that `__post_init__` changes each time it runs."""
    found = classes.member(run, cls, "__post_init__")
    node = getattr(found[0], "node", None) if found is not None else None
    if not isinstance(node, s.FunctionDef) or not node.parameters:
        return
    own = node.parameters[0].name
    for statement in node.body:
        for target in targets(statement):
            name = _attribute_of(target, own)
            if name not in fields:
                continue
            if isinstance(statement, s.AugmentedAssign) or (
                isinstance(statement, s.Assign) and _differs(run, cls, statement.value, own, name)
            ):
                yield name


def _attribute_of(node: s.AnyExpr, own: str) -> str:
    """Give the name in `self.name`, '' for all else."""
    is_own = isinstance(node, s.Attribute) and isinstance(node.value, s.Name) and node.value.id == own
    return node.name if isinstance(node, s.Attribute) and is_own else ""


def _differs(run: Interpreter, cls: ClassValue, value: s.AnyExpr, own: str, name: str) -> bool:
    """Tell whether what a field is set to differs each time: a sum of the field itself, the time, a fresh id."""
    if isinstance(value, s.Binary) and value.operator in ("+", "-", "*"):
        return name in (_attribute_of(value.left, own), _attribute_of(value.right, own))
    if isinstance(value, s.Call):
        function = run.evaluate(value.function, cls.frame)
        return isinstance(function, External) and function.name in _NEVER_SAME
    return False


# --- models --------------------------------------------------------------------------------------------------


def model_loss(run: Interpreter, cls: ClassValue, schema: Schema) -> str | None:
    """Give what a pydantic model comes back as when something of it is lost, else None."""
    by_name = _takes_names(run, cls)
    for field in schema.fields:
        if _is_true(_option(field, "exclude")):
            return f"{cls.node.name} without `{field.name}`"
        renamed = _is_text(_option(field, "alias")) or _is_text(_option(field, "validation_alias"))
        if renamed and field.has_default and by_name is False:
            return f"{cls.node.name} with the default of `{field.name}`"
    changed = next(_changed_private(run, cls, schema), None)
    return f"{cls.node.name} with a fresh `{changed}`" if changed is not None else None


def _option(field: Field, name: str) -> Value | None:
    """Give a keyword of the `Field(...)` that describes a field, as its default or in its metadata."""
    found = field_options(field).get(name)
    for item in field.type.metadata if found is None and isinstance(field.type, Annotated) else ():
        value = item.value
        if isinstance(value, Result) and isinstance(value.function, External) and value.function.name == _FIELD_CALL:
            found = dict(value.named).get(name)
    return found


def _is_true(value: Value | None) -> bool:
    return isinstance(value, Literal) and value.value is True


def _is_text(value: Value | None) -> bool:
    return isinstance(value, Literal) and value.kind == "str"


def _takes_names(run: Interpreter, cls: ClassValue) -> bool | None:
    """Tell whether a model with aliases can be made from the names of its fields; None when one cannot tell."""
    if classes.member(run, cls, "Config") is not None:
        return None
    found = classes.member(run, cls, "model_config")
    if found is None:
        return False
    config = run.freeze(found[0])
    named = dict(config.named) if isinstance(config, Result) else None
    if named is None or None in named:
        return None
    given = [named[name] for name in _BY_NAME if name in named]
    return False if not given else (True if any(map(_is_true, given)) else None)


def _changed_private(run: Interpreter, cls: ClassValue, schema: Schema) -> Iterator[str]:
    """Give the private attributes that a method of a model changes."""
    private = {field.name for field in schema.fields if field.name.startswith("_")}
    for base in classes.mro(run, cls) if private else ():
        for stub in base.node.body if isinstance(base, ClassValue) else ():
            if isinstance(stub, s.FunctionDef) and stub.name not in _SET_ANEW and not stub.decorators:
                assert isinstance(base, ClassValue)
                node = base.frame.scope.module.whole(stub)
                yield from _set_in(node, private)


def _set_in(node: s.FunctionDef, names: set[str]) -> Iterator[str]:
    own = node.parameters[0].name if node.parameters else ""
    for statement in walk(node.body):
        for target in targets(statement):
            held = target.value if isinstance(target, s.Subscript) else target
            if _attribute_of(held, own) in names:
                yield _attribute_of(held, own)
        call = statement.value if isinstance(statement, s.Expression) else None
        function = call.function if isinstance(call, s.Call) else None
        if isinstance(function, s.Attribute) and function.name in MUTATING:
            changed = _attribute_of(function.value, own)
            if changed in names:
                yield changed
