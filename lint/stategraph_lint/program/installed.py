"""What installed packages say of their functions: read from their text, never imported."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator

# Reads a file below the folders that packages are installed in; None where there is none.
ReadInstalled = Callable[[str], bytes | None]

MAX_HOPS = 8
_GUARDS = frozenset({"TYPE_CHECKING", "typing.TYPE_CHECKING"})


class Installed:
    """Answers which signature a function of an installed package has; each module is read once, on demand."""

    def __init__(self, read: ReadInstalled) -> None:
        self._read = read
        self._modules: dict[str, tuple[bool, ast.Module] | None] = {}
        self._signatures: dict[str, str | None] = {}

    def signature(self, name: str) -> str | None:
        """Give the signature of a function by its dotted name, as text; None where it is not sure to be one."""
        if name not in self._signatures:
            module, _, attribute = name.rpartition(".")
            # What is named like a class is none of the functions.
            found = None if attribute[:1].isupper() else self._function(module, attribute, 0)
            self._signatures[name] = None if found is None else _text(found.args)
        return self._signatures[name]

    def _function(self, module: str, name: str, hops: int) -> ast.FunctionDef | ast.AsyncFunctionDef | None:
        found = self._module(module) if hops < MAX_HOPS and module else None
        if found is None:
            return None
        is_package, tree = found
        bindings = [statement for statement in _statements(tree.body) if name in _bound(statement)]
        plain = [statement for statement in bindings if not _is_overload(statement)]
        if len(plain) != 1:
            return None
        binding = plain[0]
        if isinstance(binding, (ast.FunctionDef, ast.AsyncFunctionDef)):
            return None if binding.decorator_list else binding
        if isinstance(binding, ast.Assign) and isinstance(binding.value, ast.Name) and len(binding.targets) == 1:
            return self._function(module, binding.value.id, hops + 1)
        if not isinstance(binding, ast.ImportFrom):
            return None
        origin = _origin(module, is_package, binding)
        return None if origin is None else self._function(origin, _imported(binding, name), hops + 1)

    def _module(self, name: str) -> tuple[bool, ast.Module] | None:
        if name not in self._modules:
            self._modules[name] = self._parsed(name.replace(".", "/"))
        return self._modules[name]

    def _parsed(self, stem: str) -> tuple[bool, ast.Module] | None:
        for path, is_package in ((f"{stem}/__init__.py", True), (f"{stem}.py", False)):
            data = self._read(path)
            if data is not None:
                try:
                    return is_package, ast.parse(data)
                except (SyntaxError, ValueError, RecursionError, MemoryError):
                    return None
        return None


def _statements(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """Give the statements of a module; what only a type checker imports is what the module hands out lazily."""
    for statement in body:
        if isinstance(statement, ast.If) and ast.unparse(statement.test) in _GUARDS:
            yield from _statements(statement.body)
        else:
            yield statement


def _bound(statement: ast.stmt) -> set[str]:
    """Give the names that a statement binds, those in its blocks included."""
    if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        return {statement.name}
    if isinstance(statement, (ast.Import, ast.ImportFrom)):
        return {alias.asname or alias.name.partition(".")[0] for alias in statement.names}
    names = {node.id for node in ast.walk(statement) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    for child in ast.walk(statement):
        if child is not statement and isinstance(child, ast.stmt):
            names |= _bound(child)
    return names


def _is_overload(statement: ast.stmt) -> bool:
    decorators = statement.decorator_list if isinstance(statement, ast.FunctionDef) else []
    return any(ast.unparse(decorator).rpartition(".")[2] == "overload" for decorator in decorators)


def _origin(module: str, is_package: bool, binding: ast.ImportFrom) -> str | None:
    """Give the dotted name of the module that an import is from."""
    if not binding.level:
        return binding.module
    package = module.split(".") if is_package else module.split(".")[:-1]
    kept = len(package) - (binding.level - 1)
    if kept < 1:
        return None
    return ".".join([*package[:kept], *([binding.module] if binding.module else [])])


def _imported(binding: ast.ImportFrom, name: str) -> str:
    return next(alias.name for alias in binding.names if (alias.asname or alias.name) == name)


def _text(arguments: ast.arguments) -> str:
    """Give the parameters as text, without annotations and the values of defaults."""
    bare = ast.arguments(
        [ast.arg(one.arg) for one in arguments.posonlyargs],
        [ast.arg(one.arg) for one in arguments.args],
        ast.arg(arguments.vararg.arg) if arguments.vararg is not None else None,
        [ast.arg(one.arg) for one in arguments.kwonlyargs],
        [None if default is None else ast.Constant(...) for default in arguments.kw_defaults],
        ast.arg(arguments.kwarg.arg) if arguments.kwarg is not None else None,
        [ast.Constant(...) for _ in arguments.defaults],
    )
    return f"({ast.unparse(bare)})"
