"""How the paths of reducers end: without a value, or with something that is none."""

from __future__ import annotations

from collections.abc import Iterator

from stategraph_lint.facts.functions import GIVES_NOTHING
from stategraph_lint.program import classes
from stategraph_lint.program.field_types import admits_none, bare, container_kind
from stategraph_lint.program.functions import options, root
from stategraph_lint.program.mutations import MUTABLE, inner_type
from stategraph_lint.program.program import Program
from stategraph_lint.program.reducing import Reducing
from stategraph_lint.program.scopes import Ending
from stategraph_lint.program.type_parts import simplified
from stategraph_lint.program.types import LiteralType, Plain, Special, Type, Unclear, Union
from stategraph_lint.program.values import (
    ClassValue,
    Coroutine,
    External,
    Generated,
    Listing,
    Literal,
    Operation,
    Parameter,
    Partial,
    Place,
    Result,
    Value,
)


def gives_nothing(reducer: Value | None) -> str | None:
    """Give the name of a function outside the project that always gives None; None for all else."""
    while isinstance(reducer, Partial) and not reducer.positional:
        reducer = reducer.function
    found = isinstance(reducer, External) and reducer.name in GIVES_NOTHING
    return reducer.name.removeprefix("builtins.") if found and isinstance(reducer, External) else None


def never_gives(program: Program, reducing: Reducing, declared: Type) -> bool:
    """Tell whether every path of a reducer of a field of a type ends without a value."""
    return all(_is_none(program, result, declared) for result in reducing.results)


def lazy_kind(reducing: Reducing) -> str | None:
    """Give coroutine or generator for a reducer that always gives one; None for all else."""
    summary = reducing.summary
    if summary.is_generator:
        return "generator"
    if summary.is_async:
        return "coroutine"
    kinds = {_lazy(result) for result in reducing.results} if summary.problem is None else set()
    return kinds.pop() if len(kinds) == 1 else None


def _lazy(value: Value) -> str | None:
    if isinstance(value, Coroutine):
        return "coroutine"
    return "generator" if isinstance(value, Generated) and value.kind == "generator" else None


def nothing_at(program: Program, reducing: Reducing, declared: Type) -> Place | None:
    """Give where a reducer ends without a value that a field of a type must have; None where it does not."""
    endings = [
        ending
        for ending in reducing.summary.endings
        if any(_is_none(program, result, declared) for result in options(ending.frozen or ending.value))
    ]
    if endings and never_gives(program, reducing, declared):
        return endings[0].place
    for ending in endings:
        unmeant = _falls_through(ending) or not may_be_none(declared)
        if unmeant and not _excluded(program, reducing, ending, declared):
            return ending.place
    return None


def may_be_none(declared: Type) -> bool:
    """Tell whether None may be meant as a value of a type; also where the type does not say."""
    inner = bare(declared)
    if isinstance(inner, Union):
        return any(map(may_be_none, inner.options))
    unsaid = isinstance(inner, Unclear) or (isinstance(inner, Special) and inner.name == "typing.Any")
    return unsaid or admits_none(inner)


def _is_none(program: Program, value: Value, declared: Type) -> bool:
    """Tell whether a result is None: that of a method which changes what it is called on, if that is a container."""
    if not isinstance(value, Literal) or value.kind != "none":
        return False
    changed = program.run.presumed.get(value)
    found = root(changed) if changed is not None else None
    if changed is None:
        return True
    inner = inner_type(program.run, declared, found[1]) if found is not None else None
    return inner is not None and container_kind(inner) in MUTABLE


def _falls_through(ending: Ending) -> bool:
    span = ending.place.span
    return (span.line, span.column) == (span.end_line, span.end_column)


def _excluded(program: Program, reducing: Reducing, ending: Ending, declared: Type) -> bool:
    """Tell whether the tests that lead to an ending leave nothing that the arguments could be."""
    missed = [test for test, outcome in ending.conditions if not outcome]
    if any(isinstance(test, Operation) and test.operator == "match" for test in missed):
        return True
    if any(map(_names_a_value, missed)):
        return _is_enumerable(program, declared)
    return any(_covers(program, missed, parameter, declared) for parameter in reducing.summary.parameters)


def _names_a_value(test: Value) -> bool:
    if not isinstance(test, Operation) or test.operator != "compare" or test.how not in ("==", "is", "in"):
        return False
    return any(isinstance(side, Parameter) for side in test.operands)


def _is_enumerable(program: Program, declared: Type) -> bool:
    """Tell whether a type has so few values that each may have been compared with."""
    inner = bare(declared)
    if isinstance(inner, Union):
        return any(_is_enumerable(program, option) for option in inner.options)
    known = isinstance(inner, Plain) and isinstance(inner.origin, External) and container_kind(inner) != "bool"
    return not known


def _covers(program: Program, missed: list[Value], parameter: Parameter, declared: Type) -> bool:
    """Tell whether the classes that an argument was found not to be are all that its type has."""
    tested = [cls for test in missed for cls in _classes(program, test, parameter)]
    inner = bare(declared)
    parts = inner.options if isinstance(inner, Union) else (inner,)
    return bool(tested) and all(_is_one_of(program, part, tested) for part in parts)


def _classes(program: Program, test: Value, parameter: Parameter) -> Iterator[Value]:
    if not isinstance(test, Result) or not isinstance(test.function, External):
        return
    if test.function.name == "builtins.isinstance" and len(test.positional) == 2 and test.positional[0] is parameter:
        wanted = test.positional[1]
        frozen = program.run.freeze(wanted)
        yield from (item.value for item in frozen.items) if isinstance(frozen, Listing) else (wanted,)


def _is_one_of(program: Program, declared: Type, tested: list[Value]) -> bool:
    inner = bare(declared)
    if isinstance(inner, LiteralType) or not isinstance(inner, Plain):
        return True
    if isinstance(inner.origin, ClassValue):
        return any(cls is inner.origin or _is_base(program, inner.origin, cls) for cls in tested)
    kind = container_kind(simplified((inner,)))
    names = [cls.name.rpartition(".")[2].lower() for cls in tested if isinstance(cls, External)]
    return kind is None or kind in names or bool({"sequence", "mapping", "iterable", "object"} & set(names))


def _is_base(program: Program, cls: ClassValue, base: Value) -> bool:
    return any(parent is base for parent in classes.mro(program.run, cls))


__all__ = ["gives_nothing", "lazy_kind", "may_be_none", "never_gives", "nothing_at"]
