"""What `inspect.signature` says of a callable, without running it."""

from __future__ import annotations

import ast
from dataclasses import dataclass, replace

from stategraph_lint.facts import syntax as s
from stategraph_lint.facts.builtin_signatures import builtin_signature
from stategraph_lint.facts.libraries import ADD_MESSAGES, LIBRARY_SIGNATURES, canonical
from stategraph_lint.facts.library_schemas import MARKERS
from stategraph_lint.facts.start_values import ENUMS
from stategraph_lint.program import classes
from stategraph_lint.program.interpreter import Interpreter
from stategraph_lint.program.values import (
    Choice,
    ClassValue,
    External,
    FunctionValue,
    Generated,
    Instance,
    Listing,
    Literal,
    ModuleValue,
    Object,
    Partial,
    Result,
    Table,
    TypeExpression,
    Value,
    Words,
)

_NO_CALLABLES = (Literal, Words, Listing, Table, Generated, ModuleValue)
_CONTAINERS = frozenset({"list", "tuple", "set", "dict", "copy"})
# Packages whose classes describe a type or a parameter: none of their instances can be called.
_DESCRIBING = frozenset({"pydantic", "annotated_types", "fastapi", "typing", "typing_extensions", "typer"})
_CACHES = frozenset({"functools.cache", "functools.lru_cache"})
MAX_DEPTH = 12


@dataclass(frozen=True, slots=True)
class SignatureParameter:
    """One parameter; `kind` is positional-only, positional, var-positional, keyword-only or var-keyword."""

    name: str
    kind: str
    has_default: bool = False

    @property
    def is_positional(self) -> bool:
        """Whether LangGraph counts it: positional-only or positional-or-keyword."""
        return self.kind in ("positional-only", "positional")


@dataclass(frozen=True, slots=True)
class Signature:
    """The parameters `inspect.signature` gives; none of it holds where `known` is false.

    `error` is the exception it raises instead, such as `ValueError: no signature found for builtin max`.
    """

    parameters: tuple[SignatureParameter, ...] = ()
    known: bool = True
    error: str | None = None

    @property
    def positional(self) -> int:
        """How many positional parameters there are, as `langgraph.graph.state._is_field_binop` counts them."""
        return sum(parameter.is_positional for parameter in self.parameters)

    @property
    def required_keywords(self) -> tuple[str, ...]:
        """The keyword-only parameters without a default, for which a call with two arguments raises TypeError."""
        return tuple(item.name for item in self.parameters if item.kind == "keyword-only" and not item.has_default)

    @property
    def is_binary(self) -> bool | None:
        """Whether LangGraph takes it as a reducer; None where it cannot be told."""
        if not self.known:
            return None
        return self.error is None and self.positional == 2

    @property
    def text(self) -> str:
        """The signature as Python text, without annotations and the values of defaults."""
        return f"({', '.join(_texts(self.parameters))})"


UNKNOWN = Signature(known=False)


def _texts(parameters: tuple[SignatureParameter, ...]) -> list[str]:
    out: list[str] = []
    last, starred = "", False
    for parameter in parameters:
        if last == "positional-only" and parameter.kind != "positional-only":
            out.append("/")
        if parameter.kind == "keyword-only" and not starred:
            out.append("*")
        starred = starred or parameter.kind in ("keyword-only", "var-positional")
        star = {"var-positional": "*", "var-keyword": "**"}.get(parameter.kind, "")
        out.append(f"{star}{parameter.name}{'=...' if parameter.has_default else ''}")
        last = parameter.kind
    return [*out, "/"] if last == "positional-only" else out


def is_callable(run: Interpreter, value: Value) -> bool | None:
    """Tell whether `callable(value)` is true; None when it cannot be told."""
    value = run.forced(value)
    if isinstance(value, (FunctionValue, Partial, ClassValue)):
        return True
    if isinstance(value, _NO_CALLABLES):
        return False
    if isinstance(value, (Object, Instance)):
        return _object_callable(run, value)
    if isinstance(value, External):
        return _outside_callable(run, value)
    if isinstance(value, TypeExpression):
        return not isinstance(value.node, s.Binary)
    if isinstance(value, Result) and isinstance(value.function, External):
        return _result_callable(value.function)
    if isinstance(value, Choice):
        found = {is_callable(run, option) for option in value.options}
        return found.pop() if len(found) == 1 else None
    return None


def _object_callable(run: Interpreter, value: Object | Instance) -> bool | None:
    if isinstance(value, Object) and value.kind in _CONTAINERS:
        return False
    cls = value.cls if isinstance(value, Instance) else run.content(value).cls
    if not isinstance(cls, ClassValue):
        return None
    if classes.member(run, cls, "__call__") is not None:
        return True
    return False if _bases_known(run, cls) else None


def _outside_callable(run: Interpreter, value: External) -> bool | None:
    if value.name in MARKERS or "." not in value.name:
        return False  # a marker, or a module
    if value.name in LIBRARY_SIGNATURES or builtin_signature(value.name, run.target) is not False:
        return True
    package, short = value.name.partition(".")[0], value.name.rpartition(".")[2]
    if package == "builtins" and short in ("None", "Ellipsis", "NotImplemented", "True", "False"):
        return False
    if package == "builtins":
        return True if value.name.count(".") == 1 else None
    return True if run.modules.installed.signature(value.name) is not None else None


def _result_callable(function: External) -> bool | None:
    if function.name == ADD_MESSAGES or function.name in ("operator.itemgetter", "operator.attrgetter"):
        return True
    if function.name == "operator.methodcaller" or function.name in _CACHES:
        return True
    return False if function.name.partition(".")[0] in _DESCRIBING else None


def _bases_known(run: Interpreter, cls: ClassValue) -> bool:
    """Tell whether every base is of the project, or known to bring neither `__call__` nor a constructor."""
    return all(isinstance(base, ClassValue) or _is_bare(base) for base in classes.mro(run, cls))


_BARE = frozenset({"builtins.object", "abc.ABC", "typing.Generic", "typing.Protocol"}) | ENUMS


def _is_bare(base: Value) -> bool:
    return isinstance(base, External) and base.name in _BARE


# --- signatures ----------------------------------------------------------------------------------------------


def count(run: Interpreter, value: Value, depth: int = 0) -> Signature:
    """Give what `inspect.signature(value)` gives; a signature that is not `known` when it cannot be told.

    Mirrors `inspect._signature_from_callable` for what can stand in metadata.
    """
    if depth > MAX_DEPTH:
        return UNKNOWN
    value = run.forced(value)
    if isinstance(value, FunctionValue):
        return _function(run, value, depth)
    if isinstance(value, Partial):
        return bound(count(run, value.function, depth + 1), len(value.positional), [name for name, _ in value.named])
    if isinstance(value, ClassValue):
        from stategraph_lint.program.constructors import constructor

        return constructor(run, value, depth)
    if isinstance(value, External):
        return outside(run, value.name)
    if isinstance(value, (Object, Instance)):
        return _instance(run, value, depth)
    if isinstance(value, Result):
        return _result(run, value, depth)
    if isinstance(value, TypeExpression):
        return _type_expression(run, value)
    return _choice(run, value, depth) if isinstance(value, Choice) else UNKNOWN


def _choice(run: Interpreter, value: Choice, depth: int) -> Signature:
    found = [count(run, option, depth + 1) for option in value.options]
    first = found[0]
    same = all(item.is_binary == first.is_binary and item.known for item in found)
    return first if same else UNKNOWN


def _function(run: Interpreter, value: FunctionValue, depth: int) -> Signature:
    if value.wrapped is not None:
        plain = count(run, value.wrapped, depth + 1)
    else:
        plain = Signature(tuple(map(_parameter, value.node.parameters)))
    return without_first(plain) if value.self_value is not None and value.binding != "static" else plain


def _parameter(node: s.Parameter) -> SignatureParameter:
    return SignatureParameter(node.name, node.kind, node.default is not None)


def without_first(signature: Signature) -> Signature:
    """Give the signature of a bound method, mirroring `inspect._signature_bound_method`."""
    if not signature.known or signature.error is not None:
        return signature
    first = signature.parameters[0] if signature.parameters else None
    if first is None or first.kind in ("keyword-only", "var-keyword"):
        return Signature(error="ValueError: invalid method signature")
    return signature if first.kind == "var-positional" else Signature(signature.parameters[1:])


def bound(signature: Signature, positional: int, named: list[str]) -> Signature:
    """Give the signature of a partial, mirroring `inspect._signature_get_partial`."""
    if not signature.known or signature.error is not None:
        return signature
    out: list[SignatureParameter] = []
    left, names, keyword_only = positional, set(named), False
    for parameter in signature.parameters:
        if parameter.is_positional and left:
            left -= 1
            if parameter.name in names and parameter.kind == "positional":
                return _misfit()
        elif parameter.kind == "positional":
            keyword_only = keyword_only or parameter.name in names
            kind = "keyword-only" if keyword_only else "positional"
            out.append(replace(parameter, kind=kind, has_default=parameter.has_default or parameter.name in names))
        elif parameter.kind == "var-positional":
            left = 0
            out += [] if keyword_only else [parameter]
        else:
            out.append(replace(parameter, has_default=parameter.has_default or parameter.name in names))
        names.discard(parameter.name)
    takes_any = any(parameter.kind == "var-keyword" for parameter in signature.parameters)
    return _misfit() if left or (names and not takes_any) else Signature(tuple(out))


def _misfit() -> Signature:
    return Signature(error="ValueError: partial object has incorrect arguments")


def _instance(run: Interpreter, value: Object | Instance, depth: int) -> Signature:
    cls = value.cls if isinstance(value, Instance) else run.content(value).cls
    found = classes.member(run, cls, "__call__") if isinstance(cls, ClassValue) else None
    if found is None:
        return UNKNOWN
    method = found[0]
    if isinstance(method, FunctionValue) and method.binding == "static":
        return UNKNOWN  # versions of inspect disagree whether the first parameter is dropped
    if isinstance(method, FunctionValue) and method.self_value is None:
        method = replace(method, self_value=value)
    return count(run, method, depth + 1)


def _result(run: Interpreter, value: Result, depth: int) -> Signature:
    if not isinstance(value.function, External):
        return UNKNOWN
    name = value.function.name
    if name == ADD_MESSAGES and not value.positional:
        return bound(parsed("(left, right, *, format=...)"), 0, [named or "" for named, _ in value.named])
    if name in ("operator.itemgetter", "operator.attrgetter", "operator.methodcaller"):
        return outside(run, f"{name}()")
    if name in _CACHES and len(value.positional) == 1:
        return count(run, value.positional[0], depth + 1)
    return UNKNOWN


def _type_expression(run: Interpreter, value: TypeExpression) -> Signature:
    if isinstance(value.node, s.Call):
        from stategraph_lint.program.constructors import made_constructor

        return made_constructor(run, value)
    origin = classes.origin(run, value)
    # `typing.List[int]` is an instance of a Python class; `list[int]` differs by version.
    if isinstance(origin, ClassValue) or (isinstance(origin, External) and _is_typing_generic(origin.name)):
        return parsed("(*args, **kwargs)")
    return UNKNOWN


def _is_typing_generic(name: str) -> bool:
    return name.startswith("typing.") or canonical(name).startswith("langgraph.channels.")


def outside(run: Interpreter, name: str) -> Signature:
    """Give the signature of something outside the project, by its canonical name."""
    text: str | bool | None = LIBRARY_SIGNATURES.get(name, False)
    if text is False:
        text = builtin_signature(name, run.target)
    if text is None:
        return Signature(error=f"ValueError: no signature found for builtin {name.rpartition('.')[2]}")
    if text is False:
        text = run.modules.installed.signature(name)
    return parsed(text) if isinstance(text, str) else UNKNOWN


def parsed(text: str) -> Signature:
    """Read a signature from its text."""
    arguments = ast.parse(f"def f{text}: ...").body[0]
    assert isinstance(arguments, ast.FunctionDef)
    args = arguments.args
    plain = [*args.posonlyargs, *args.args]
    first, split = len(plain) - len(args.defaults), len(args.posonlyargs)
    out = [
        SignatureParameter(item.arg, "positional-only" if index < split else "positional", index >= first)
        for index, item in enumerate(plain)
    ]
    if args.vararg is not None:
        out.append(SignatureParameter(args.vararg.arg, "var-positional"))
    for item, default in zip(args.kwonlyargs, args.kw_defaults):
        out.append(SignatureParameter(item.arg, "keyword-only", default is not None))
    if args.kwarg is not None:
        out.append(SignatureParameter(args.kwarg.arg, "var-keyword"))
    return Signature(tuple(out))


__all__ = ["Signature", "SignatureParameter", "bound", "count", "is_callable", "outside"]
