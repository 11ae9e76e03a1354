"""One module, read on demand: an outline from ast, and each statement's facts from a libcst slice, once."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cached_property

import libcst as cst

from stategraph_lint.extract.locate import Refused, Unparsable, is_shallow, outline
from stategraph_lint.extract.places import Counter, LineTable
from stategraph_lint.extract.source import Source, Unreadable
from stategraph_lint.extract.statements import StatementReader
from stategraph_lint.facts.module import ModuleFacts, OutlineEntry
from stategraph_lint.facts.names import bound_names
from stategraph_lint.facts.syntax import AnyStmt, Span, Unread

_WORD = re.compile(r"[^\W\d]\w*")
_CONFIG = cst.PartialParserConfig(default_indent="    ", default_newline="\n")
_SAFE_CHAIN = 900


class Module:
    """The facts of one module, a pure function of its bytes.

    Raises Unreadable or Unparsable when made from bytes that are no Python module.
    """

    def __init__(self, path: str, data: bytes) -> None:
        self.path = path
        self.source = Source.decode(data)
        self._read: dict[int, tuple[AnyStmt, ...]] = {}
        try:
            self.outline: tuple[OutlineEntry, ...] = outline(self.source)
        except Refused as refused:
            self.outline = self._read_whole(refused.error)

    def statements(self, index: int) -> tuple[AnyStmt, ...]:
        """Give the statements of one outline entry; a slice that libcst refuses gives one `Unread`."""
        found = self._read.get(index)
        if found is None:
            found = self._read[index] = self._slice(self.outline[index])
        return found

    def words(self, index: int) -> frozenset[str]:
        """Give every identifier (and word in a string) in the text of an entry."""
        return self._words[index]

    def facts(self, indices: Iterable[int] | None = None) -> ModuleFacts:
        """Give the frozen facts of the named entries, of all of them by default."""
        chosen = range(len(self.outline)) if indices is None else sorted(set(indices))
        statements = tuple((index, self.statements(index)) for index in chosen)
        return ModuleFacts(self.path, self.outline, statements, self.future_annotations)

    @cached_property
    def _words(self) -> tuple[frozenset[str], ...]:
        lines = self.source.lines
        return tuple(
            frozenset(_WORD.findall("\n".join(lines[entry.first - 1 : entry.last]))) for entry in self.outline
        )

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
        text, lead = _normalised(self.source.lines, entry.first, entry.last)
        if not _is_safe(text):
            return (Unread(place, entry.names, "nested too deeply"),)
        try:
            return _parse(text, entry.first, lead)
        except cst.ParserSyntaxError:
            return (Unread(place, entry.names, "libcst cannot parse this"),)
        except RecursionError:
            return (Unread(place, entry.names, "nested too deeply"),)

    def _read_whole(self, error: Unparsable) -> tuple[OutlineEntry, ...]:
        lines = self.source.lines
        text, lead = _normalised(lines, 1, len(lines))
        if not is_shallow(text):
            raise Unreadable("nested too deeply", error.line)
        try:
            statements = _parse(text, 1, lead)
        except (cst.ParserSyntaxError, RecursionError):
            raise error from None
        entries = []
        for index, statement in enumerate(statements):
            self._read[index] = (statement,)
            names = tuple(dict.fromkeys(bound_names(statement)))
            entries.append(OutlineEntry(statement.span.line, statement.span.end_line, _kind(statement), names))
        return tuple(entries)


def _is_safe(text: str) -> bool:
    # Counting is far cheaper than scanning, and nearly every slice is too small to be deep.
    return sum(map(text.count, "([{.+-*/|&^%<>=~")) < _SAFE_CHAIN or is_shallow(text)


def _normalised(lines: tuple[str, ...], first: int, last: int) -> tuple[str, dict[int, int]]:
    lead: dict[int, int] = {}
    out: list[str] = []
    for number in range(first, last + 1):
        line = lines[number - 1]
        if line.startswith("\f"):
            bare = line.lstrip("\f")
            lead[number] = len(line) - len(bare)
            line = bare
        out.append(line)
    return "\n".join(out) + "\n", lead


def _parse(text: str, first: int, lead: dict[int, int]) -> tuple[AnyStmt, ...]:
    tree = cst.parse_module(text, _CONFIG)
    counter = Counter()
    tree._codegen(counter)  # type: ignore[arg-type]
    if counter.offset != len(text):
        raise RecursionError("libcst's text is not the text it read")
    return StatementReader(counter.ranges, LineTable(text, first, lead)).block(tree)


def _kind(statement: AnyStmt) -> str:
    kinds = {"Import": "import", "ImportFrom": "import", "FunctionDef": "function", "ClassDef": "class"}
    kinds |= {"Assign": "assign", "AnnotatedAssign": "assign", "TypeAlias": "assign"}
    blocks = {"If", "For", "While", "Try", "With", "Match"}
    name = type(statement).__name__
    return kinds.get(name, "block" if name in blocks else "other")
