"""What kind of class a class of the project is, by its decorators and bases."""

from __future__ import annotations

from collections.abc import Iterator

from stategraph_lint.facts import syntax as s
from stategraph_lint.facts.libraries import DATACLASS
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
