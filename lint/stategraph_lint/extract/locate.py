"""The standard library's ast says which top-level statements a module has, and where."""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from stategraph_lint.extract.source import Source, Unreadable
from stategraph_lint.facts.module import MethodLines, OutlineEntry

MAX_BRACKETS = 200
MAX_INDENTS = 100
MAX_CHAIN = 1000

_KINDS: dict[type[ast.stmt], str] = {
    ast.Import: "import",
    ast.ImportFrom: "import",
    ast.FunctionDef: "function",
    ast.AsyncFunctionDef: "function",
    ast.ClassDef: "class",
    ast.Assign: "assign",
    ast.AnnAssign: "assign",
    ast.AugAssign: "other",
    ast.Expr: "other",
    ast.Assert: "other",
    ast.Delete: "other",
    ast.Raise: "other",
}
_TOO_DEEP = ("too many nested parentheses", "too many levels of indentation", "too many statically nested blocks")


class Unparsable(Exception):
    """Python's grammar refuses the text; `line` and `column` (1-based characters) say where."""

    def __init__(self, message: str, line: int, column: int) -> None:
        super().__init__(message)
        self.line = line
        self.column = column


@dataclass(frozen=True)
class Refused(Exception):
    """ast refused text that newer grammar may accept: the whole module has to go to libcst."""

    error: Unparsable


def outline(source: Source) -> tuple[OutlineEntry, ...]:
    """Give one entry for each top-level statement; statements that share a line are one entry.

    Raises Refused for a syntax error that may be newer syntax, Unreadable for text nested too deeply for any parser.
    """
    return tuple(_entries(_parse(source).body))


def parse(text: str) -> ast.Module:
    """Give the syntax tree of a text, without the warnings that Python has about it.

    Raises what ast.parse raises.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return ast.parse(text)


def _parse(source: Source) -> ast.Module:
    try:
        return parse(source.text)
    except SyntaxError as error:
        if any(words in (error.msg or "") for words in _TOO_DEEP):
            raise Unreadable("nested too deeply", error.lineno or 1) from None
        line = min(max(error.lineno or 1, 1), len(source.lines))
        problem = Unparsable(error.msg or "invalid syntax", line, max(error.offset or 1, 1))
        raise Refused(problem) from None
    except (RecursionError, MemoryError):
        raise Unreadable("nested too deeply") from None
    except ValueError as error:
        raise Unreadable(str(error)) from None


def _entries(body: list[ast.stmt]) -> Iterator[OutlineEntry]:
    group: list[ast.stmt] = []
    last = 0
    for statement in body:
        first = _first_line(statement)
        if group and first > last:
            yield _entry(group, last)
            group = []
        group.append(statement)
        last = max(last, statement.end_lineno or statement.lineno)
    if group:
        yield _entry(group, last)


def _entry(group: list[ast.stmt], last: int) -> OutlineEntry:
    names = tuple(dict.fromkeys(name for statement in group for name in bound_names(statement)))
    kinds = {_KINDS.get(type(statement), "block") for statement in group}
    kind = kinds.pop() if len(kinds) == 1 else "block"
    methods = tuple(_methods(group[0])) if len(group) == 1 else ()
    return OutlineEntry(_first_line(group[0]), last, kind, names, methods)


def _methods(statement: ast.stmt) -> Iterator[MethodLines]:
    """Give the methods of a class whose bodies stand on lines of their own."""
    if not isinstance(statement, ast.ClassDef):
        return
    for child, following in zip(statement.body, [*statement.body[1:], None]):
        if not isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef)):
            continue
        body, last = _first_line(child.body[0]), child.end_lineno or child.lineno
        header = [child.lineno, *(node.end_lineno or 0 for node in ast.walk(child.args) if isinstance(node, ast.expr))]
        header.append(child.returns.end_lineno or 0 if child.returns is not None else 0)
        if body > max(header) and (following is None or _first_line(following) > last):
            yield MethodLines(_first_line(child), body, last)


def _first_line(statement: ast.stmt) -> int:
    decorators: list[ast.expr] = getattr(statement, "decorator_list", [])
    return min([statement.lineno, *(decorator.lineno for decorator in decorators)])


def bound_names(statement: ast.stmt) -> Iterator[str]:
    """Give the names a statement binds in its own scope; a star import gives `*`."""
    if isinstance(statement, (ast.Import, ast.ImportFrom)):
        for alias in statement.names:
            yield alias.asname or (alias.name.split(".")[0] if isinstance(statement, ast.Import) else alias.name)
    elif isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        yield statement.name
    elif isinstance(statement, ast.Assign):
        yield from _targets(statement.targets)
    elif isinstance(statement, (ast.AnnAssign, ast.AugAssign)):
        yield from _targets([statement.target])
    elif type(statement).__name__ == "TypeAlias":
        yield from _targets([statement.name])  # type: ignore[attr-defined]
    else:
        yield from _block_names(statement)


def _block_names(statement: ast.stmt) -> Iterator[str]:
    if isinstance(statement, (ast.For, ast.AsyncFor)):
        yield from _targets([statement.target])
    if isinstance(statement, (ast.With, ast.AsyncWith)):
        yield from _targets(item.optional_vars for item in statement.items if item.optional_vars)
    parts = [getattr(statement, field, ()) for field in ("body", "orelse", "finalbody", "handlers", "cases")]
    for part in parts:
        for child in part:
            if isinstance(child, ast.stmt):
                yield from bound_names(child)
            else:
                for inner in child.body:
                    yield from bound_names(inner)


def _targets(targets: Iterable[ast.expr]) -> Iterator[str]:
    for target in targets:
        if isinstance(target, ast.Name):
            yield target.id
        elif isinstance(target, (ast.Tuple, ast.List)):
            yield from _targets(target.elts)
        elif isinstance(target, ast.Starred):
            yield from _targets([target.value])


_TOKENS = re.compile(
    r"""(?P<string>[rRbBuUfFtT]{0,2}(?:'{3}(?:[^\\]|\\.)*?'{3}|"{3}(?:[^\\]|\\.)*?"{3}
        |'(?:[^\\'\n]|\\.)*'|"(?:[^\\"\n]|\\.)*"))
    |(?P<comment>\#[^\n]*)|(?P<open>[(\[{])|(?P<close>[)\]}])|(?P<end>\n[ \t]*)|(?P<comma>,)
    |(?P<chain>[-+*/%|&^@.<>=~]+|\b(?:and|or|not|if|else|await|lambda)\b)""",
    re.VERBOSE | re.DOTALL,
)


def is_shallow(text: str) -> bool:
    """Tell whether a text can be given to what recurses: readers, interpreter, and libcst's parser, which may crash.

    A linear scan: at most MAX_BRACKETS open brackets, MAX_INDENTS characters of leading tabs (or four times as many
    spaces), and MAX_CHAIN operators, attributes and calls that may stand inside each other: a comma ends the chain of
    the brackets it stands in, a logical line all of them.
    """
    chains, total = [0], 0
    for match in _TOKENS.finditer(text):
        kind = match.lastgroup
        if kind == "open":
            chains[-1] += 1
            chains.append(0)
            total += 1
        elif kind == "chain":
            chains[-1] += 1
            total += 1
        elif kind == "close" and len(chains) > 1:
            total -= chains.pop()
        elif kind == "comma" or (kind == "end" and len(chains) == 1):
            total -= chains[-1]
            chains[-1] = 0
        if kind == "end" and _is_deep_indent(match.group()):
            return False
        if total > MAX_CHAIN or len(chains) > MAX_BRACKETS + 1:
            return False
    return True


def _is_deep_indent(line_end: str) -> bool:
    return line_end.count("\t") + line_end.count(" ") / 4 > MAX_INDENTS
