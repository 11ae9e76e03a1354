"""What kind of class a class of the project is, by its decorators and bases."""

from __future__ import annotations

from collections.abc import Iterator

from stategraph_lint.facts import syntax as s
from stategraph_lint.facts.libraries import DATACLASS, MODEL_VALIDATORS
from stategraph_lint.program import classes
from stategraph_lint.program.interpreter import Interpreter
from stategraph_lint.program.values import ClassValue, External, Value


def decorator_calls(run: Interpreter, cls: ClassValue) -> Iterator[tuple[str, dict[str | None, Value]]]:
    """Give the decorators from outside the project by name, with the keywords they are called with."""
    for node in cls.node.decorators:
        value = run.evaluate(node.function if isinstance(node, s.Call) else node, cls.frame)
        if isinstance(value, External):
            arguments = node.arguments if isinstance(node, s.Call) else ()
            yield value.name, {item.keyword: run.evaluate(item.value, cls.frame) for item in arguments}


def decorators(run: Interpreter, cls: ClassValue) -> list[Value]:
    """Give the decorators of a class, without the arguments they are called with."""
    nodes = [node.function if isinstance(node, s.Call) else node for node in cls.node.decorators]
    return [run.evaluate(node, cls.frame) for node in nodes]


def is_dataclass(run: Interpreter, cls: ClassValue) -> bool:
    """Tell whether a class is itself decorated as a dataclass."""
    return any(isinstance(value, External) and value.name in DATACLASS for value in decorators(run, cls))


def is_named_tuple(run: Interpreter, cls: ClassValue) -> bool:
    """Tell whether a class derives from NamedTuple itself."""
    return any(isinstance(base, External) and base.name == "typing.NamedTuple" for base in classes.bases(run, cls))


_HARMLESS = frozenset({"functools.total_ordering", "typing.final", "typing.runtime_checkable"})


def is_remade(run: Interpreter, cls: ClassValue) -> bool:
    """Tell whether decorators, keywords or a metaclass may make of a class something else than its body says."""
    if any(argument.keyword is not None or argument.star for argument in cls.node.arguments):
        return True
    return not all(isinstance(mark, External) and mark.name in _HARMLESS for mark in decorators(run, cls))


_HOOKS = ("__init__", "__new__", "__post_init__", "model_post_init", "__getattr__", "__getattribute__")


def fills_itself(run: Interpreter, cls: Value) -> bool:
    """Tell whether code of a class may set fields that its constructor is not given; true where a base is not known."""
    for ancestor in classes.mro(run, cls):
        if isinstance(ancestor, ClassValue):
            if any(classes.frame_of(run, ancestor).env.get(name) is not None for name in _HOOKS):
                return True
            if any(map(_is_validator, _decorating(run, ancestor))):
                return True
        elif not isinstance(ancestor, External):
            return True
    return False


def _decorating(run: Interpreter, cls: ClassValue) -> Iterator[Value]:
    """Give what the methods of a class are decorated with, without the arguments."""
    for method in cls.node.body:
        for node in method.decorators if isinstance(method, s.FunctionDef) else ():
            yield run.evaluate(node.function if isinstance(node, s.Call) else node, classes.frame_of(run, cls))


def _is_validator(value: Value) -> bool:
    return isinstance(value, External) and value.name in MODEL_VALIDATORS
