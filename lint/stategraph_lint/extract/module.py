"""One module, read on demand: an outline, and the facts of each statement from its slice of the text, once."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cached_property

import msgspec

from stategraph_lint.extract.ast_expressions import Slice
from stategraph_lint.extract.ast_statements import StatementReader
from stategraph_lint.extract.locate import Refused, Unparsable, is_shallow, outline, parse
from stategraph_lint.extract.source import Source, Unreadable
from stategraph_lint.facts.module import MethodLines, ModuleFacts, OutlineEntry
from stategraph_lint.facts.names import bound_names
from stategraph_lint.facts.syntax import AnyStmt, ClassDef, FunctionDef, If, Lambda, Span, Unread

_WORD = re.compile(r"[^\W\d]\w*")
_SAFE_CHAIN = 900
# A larger literal is data, not code.
MAX_SLICE = 500_000
# A shorter text has no room for as many of the operators that are words.
_SAFE_WORDS = 3 * _SAFE_CHAIN
_SIGNS = "([{.+-*/|&^%<>=~"
_MARKS = (*_SIGNS, "and", "or", "not", "if", "await", "lambda")


class Module:
    """The facts of one module, a pure function of its bytes.

    Raises Unreadable or Unparsable when made from bytes that are no Python module.
    """

    def __init__(self, path: str, data: bytes) -> None:
        self.path = path
        self.source = Source.decode(data)
        self._read: dict[int, tuple[AnyStmt, ...]] = {}
        self._whole: dict[int, FunctionDef] = {}
        try:
            self.outline: tuple[OutlineEntry, ...] = outline(self.source)
        except Refused as refused:
            self.outline = self._read_whole(refused.error)

    def statements(self, index: int) -> tuple[AnyStmt, ...]:
        """Give the statements of one outline entry; a slice that cannot be read gives one `Unread`."""
        found = self._read.get(index)
        if found is None:
            found = self._read[index] = self._slice(self.outline[index])
        return found

    def whole(self, stub: FunctionDef) -> FunctionDef:
        """Give a method with its body, which the facts of its class leave out; any other function as it is."""
        lines = self._methods.get(stub.span.line)
        if lines is None:
            return stub
        found = self._whole.get(lines.first)
        if found is None:
            found = self._whole[lines.first] = self._method(stub, lines)
        return found

    def extent(self, node: FunctionDef | ClassDef) -> tuple[int, int]:
        """Give the first and last line of a function or class, with the body that a stub leaves out."""
        lines = self._methods.get(node.span.line)
        return (node.span.line, node.span.end_line) if lines is None else (lines.first, lines.last)

    @cached_property
    def _methods(self) -> dict[int, MethodLines]:
        return {lines.first: lines for entry in self.outline for lines in entry.methods}

    def _method(self, stub: FunctionDef, lines: MethodLines) -> FunctionDef:
        # The prefixed line makes an indented function a module; nothing is dedented.
        block = _read(f"if 1:\n{_joined(self.source.lines, lines.first, lines.last)}", lines.first - 1)
        if not isinstance(block, str) and isinstance(block[0], If) and isinstance(block[0].body[0], FunctionDef):
            return block[0].body[0]
        unread = Unread(stub.span, (), "nested too deeply")
        return msgspec.structs.replace(stub, body=(unread,))

    def words(self, index: int) -> frozenset[str]:
        """Give every identifier (and word in a string) in the text of an entry."""
        return self._words[index]

    def words_of(self, node: FunctionDef | ClassDef | Lambda) -> frozenset[str]:
        """Give every identifier (and word in a string) in the text of a function or class, or the lines of a lambda."""
        first, last = (node.span.line, node.span.end_line) if isinstance(node, Lambda) else self.extent(node)
        return frozenset(_WORD.findall("\n".join(self.source.lines[first - 1 : last])))

    def facts(self, indices: Iterable[int] | None = None) -> ModuleFacts:
        """Give the frozen facts of the named entries, of all of them by default."""
        chosen = range(len(self.outline)) if indices is None else sorted(set(indices))
        statements = tuple((index, self.statements(index)) for index in chosen)
        stubs = [
            child
            for _, group in statements
            for statement in group
            if isinstance(statement, ClassDef)
            for child in statement.body
            if isinstance(child, FunctionDef) and child.span.line in self._methods
        ]
        bodies = tuple(self.whole(stub) for stub in stubs)
        return ModuleFacts(self.path, self.outline, statements, self.future_annotations, bodies)

    @cached_property
    def _words(self) -> tuple[frozenset[str], ...]:
        lines = self.source.lines
        return tuple(frozenset(_WORD.findall("\n".join(lines[entry.first - 1 : entry.last]))) for entry in self.outline)

    @cached_property
    def future_annotations(self) -> bool:
        """Whether the module postpones the evaluation of annotations (PEP 563)."""
        for index, entry in enumerate(self.outline):
            if entry.kind == "import" and {"__future__", "annotations"} <= self.words(index):
                return True
        return False

    def _slice(self, entry: OutlineEntry) -> tuple[AnyStmt, ...]:
        last = len(self.source.lines[entry.last - 1]) + 1
        place = Span(entry.first, 1, entry.last, last)
        found = _read(_joined(self._stubbed(entry), entry.first, entry.last), entry.first)
        return (Unread(place, entry.names, found),) if isinstance(found, str) else found

    def _stubbed(self, entry: OutlineEntry) -> Sequence[str]:
        """Give the lines of the file with the bodies of an entry's methods blanked, places unchanged."""
        if not entry.methods:
            return self.source.lines
        lines = list(self.source.lines[: entry.last])
        for method in entry.methods:
            first = lines[method.body - 1]
            indent = first[: len(first) - len(first.lstrip())]
            lines[method.body - 1 : method.last] = [f"{indent}...", *[""] * (method.last - method.body)]
        return lines

    def _read_whole(self, error: Unparsable) -> tuple[OutlineEntry, ...]:
        """Read all of a text that ast refused, if libcst knows its syntax."""
        text = _joined(self.source.lines, 1, len(self.source.lines))
        if len(text) > MAX_SLICE:
            raise error
        if not is_shallow(text):
            raise Unreadable("nested too deeply", error.line)
        # libcst takes long to import, and is hardly ever needed.
        from stategraph_lint.extract.cst_statements import read_lines

        statements = read_lines(self.source.lines)
        if statements is None:
            raise error
        entries = []
        for index, statement in enumerate(statements):
            self._read[index] = (statement,)
            names = tuple(dict.fromkeys(bound_names(statement)))
            entries.append(OutlineEntry(statement.span.line, statement.span.end_line, _kind(statement), names))
        return tuple(entries)


def _is_safe(text: str) -> bool:
    # Counting is far cheaper than scanning, and nearly every slice is too small to be deep.
    marks = _SIGNS if len(text) < _SAFE_WORDS else _MARKS
    return sum(map(text.count, marks)) < _SAFE_CHAIN or is_shallow(text)


def _joined(lines: Sequence[str], first: int, last: int) -> str:
    return "\n".join(lines[first - 1 : last]) + "\n"


def _read(text: str, first: int) -> tuple[AnyStmt, ...] | str:
    """Give the statements of a slice that begins at a line of the file, or why they cannot be read."""
    if len(text) > MAX_SLICE:
        return "larger than what is read at once"
    if not _is_safe(text):
        return "nested too deeply"
    try:
        return StatementReader(Slice(text, first - 1)).block(parse(text).body)
    except (RecursionError, MemoryError):
        return "nested too deeply"
    except (SyntaxError, ValueError):
        return "ast cannot parse this apart from the rest of the file"


def _kind(statement: AnyStmt) -> str:
    kinds = {"Import": "import", "ImportFrom": "import", "FunctionDef": "function", "ClassDef": "class"}
    kinds |= {"Assign": "assign", "AnnotatedAssign": "assign", "TypeAlias": "assign"}
    blocks = {"If", "For", "While", "Try", "With", "Match"}
    name = type(statement).__name__
    return kinds.get(name, "block" if name in blocks else "other")
