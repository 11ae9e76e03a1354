"""Which calls may run when a slice is imported."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator

# Calling what these modules define has no effect outside the process.
_HARMLESS = (
    "typing", "typing_extensions", "dataclasses", "functools", "operator", "enum", "collections", "itertools", "re",
    "datetime", "decimal", "fractions", "uuid", "abc", "string", "types", "contextlib", "math", "copy", "json",
    "threading", "logging.getLogger", "pathlib", "weakref", "numbers", "warnings", "os.path", "os.getenv",
    "os.environ.get", "pydantic", "pydantic_core", "annotated_types", "attr", "attrs", "langgraph.graph",
    "langgraph.channels", "langgraph.types", "langgraph.managed", "langgraph.constants", "langchain_core.messages",
    "langchain_core.documents", "langchain.agents", "langgraph.prebuilt",
)  # fmt: skip
_BUILTINS = frozenset(
    "bool bytes callable classmethod complex dict enumerate filter float frozenset getattr hasattr int isinstance "
    "issubclass iter len list map max min next object property range repr reversed round set slice sorted "
    "staticmethod str sum super tuple type zip abs all any bytearray chr ord divmod hash id pow vars".split()
)


def unsafe_call(node: ast.stmt, outside: Callable[[str], str | None]) -> str | None:
    """Give the first call that running a statement makes and that is not known to be harmless, as source text.

    `outside` gives the dotted name outside the project that a name stands for, None for one of the project.
    """
    for call in _calls(node):
        name = _called(call.func, outside)
        if name is not None and not _is_harmless(name):
            return ast.unparse(call)
    return None


def _is_harmless(name: str) -> bool:
    if name.startswith("builtins."):
        return name.removeprefix("builtins.").split(".")[0] in _BUILTINS
    return any(name == module or name.startswith(f"{module}.") for module in _HARMLESS)


def _called(function: ast.expr, outside: Callable[[str], str | None]) -> str | None:
    """Give the dotted outside name of what is called; None for a function of the project or a method of a value."""
    attributes: list[str] = []
    while isinstance(function, ast.Attribute):
        attributes.append(function.attr)
        function = function.value
    if not isinstance(function, ast.Name):
        return None
    found = outside(function.id)
    return None if found is None else ".".join([found, *reversed(attributes)])


def _calls(node: ast.AST) -> Iterator[ast.Call]:
    """Give the calls that run with a statement: not those in the bodies of functions."""
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
        for decorator in node.decorator_list:
            if not isinstance(decorator, ast.Call):
                yield ast.copy_location(ast.Call(decorator, [], []), decorator)
        parts: list[ast.AST] = [*node.decorator_list, *node.args.defaults, *filter(None, node.args.kw_defaults)]
    elif isinstance(node, ast.Lambda):
        parts = [*node.args.defaults, *filter(None, node.args.kw_defaults)]
    else:
        parts = list(ast.iter_child_nodes(node))
    if isinstance(node, ast.Call):
        yield node
    for part in parts:
        yield from _calls(part)
