r"""Exact places of libcst nodes, without its metadata providers.

libcst nodes hold no positions. Generating a slice's code once through a state that only counts characters gives the
range of every expression and statement at a fraction of what a provider costs. The text fed to libcst is normalised
so that what it generates has the length of what it read: newlines are `\n` and a form feed at the start of a line is
left out; the line table maps back.
"""

from __future__ import annotations

from bisect import bisect_right
from types import TracebackType

import libcst as cst

from stategraph_lint.facts.syntax import Span

# libcst's classes are abstract base classes, for which isinstance costs ten times a look into a set.
_WHOLE = frozenset({cst.Tuple, cst.GeneratorExp})


class _Mark:
    """Note where a node's text begins and ends, as libcst's `record_syntactic_position` asks."""

    __slots__ = ("counter", "end_node", "node", "start", "start_node")

    def __init__(
        self, counter: Counter, node: cst.CSTNode, start_node: cst.CSTNode | None, end_node: cst.CSTNode | None
    ) -> None:
        self.counter = counter
        self.node = node
        self.start_node = start_node
        self.end_node = end_node

    def __enter__(self) -> None:
        self.start = self.counter.offset

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        ranges = self.counter.ranges
        start, end = self.start, self.counter.offset
        if self.start_node is not None:
            start = ranges.get(id(self.start_node), (start, end))[0]
        if self.end_node is not None:
            end = ranges.get(id(self.end_node), (start, end))[1]
        ranges[id(self.node)] = (start, end)


class Counter:
    """A stand-in for libcst's code generation state: counts characters and keeps the range of each node.

    `ranges` maps the id of a node to its (start, end) offsets in the generated text. Parentheses around an expression
    are not part of it, except for tuples and generator expressions, as in the standard library's ast.
    """

    default_indent = "    "
    default_newline = "\n"
    provider: object = None

    def __init__(self) -> None:
        self.offset = 0
        self.ranges: dict[int, tuple[int, int]] = {}
        # libcst adds a newline to a module without any token.
        self.tokens = [""]
        self._indents: list[str] = []
        self._outer: list[int] = []

    def increase_indent(self, value: str) -> None:
        """Enter a block."""
        self._indents.append(value)

    def decrease_indent(self) -> None:
        """Leave a block."""
        self._indents.pop()

    def add_indent_tokens(self) -> None:
        """Count the indentation of a line."""
        self.offset += sum(map(len, self._indents))

    def add_token(self, value: str) -> None:
        """Count a token."""
        self.offset += len(value)

    def before_codegen(self, node: cst.CSTNode) -> None:
        """Note where a parenthesised node begins."""
        if type(node) in _WHOLE:
            self._outer.append(self.offset)

    def after_codegen(self, node: cst.CSTNode) -> None:
        """Note where a parenthesised node ends."""
        if type(node) in _WHOLE:
            self.ranges[id(node)] = (self._outer.pop(), self.offset)

    def pop_trailing_newline(self) -> None:
        """Take back the newline that a module without one at its end does not have."""
        self.offset -= 1

    def record_syntactic_position(
        self,
        node: cst.CSTNode,
        *,
        start_node: cst.CSTNode | None = None,
        end_node: cst.CSTNode | None = None,
    ) -> _Mark:
        """Note the range of a node."""
        return _Mark(self, node, start_node, end_node)


class LineTable:
    """Maps offsets in a normalised slice to lines and columns of the file.

    `first` is the file's line where the slice begins; `lead` gives, for a line of the file, how many characters were
    left out at its start.
    """

    def __init__(self, text: str, first: int, lead: dict[int, int], column: int = 0) -> None:
        self._starts = [0]
        position = text.find("\n")
        while position >= 0:
            self._starts.append(position + 1)
            position = text.find("\n", position + 1)
        self._last = len(self._starts) - 1
        self._first = first
        self._lead = lead
        self._column = column

    def span(self, start: int, end: int) -> Span:
        """Give the place of the characters from `start` to `end`."""
        index = bisect_right(self._starts, start) - 1
        line = self._first + index
        shift = self._shift(index, line)
        column = start + shift
        if index == self._last or end < self._starts[index + 1]:
            return Span(line, column, line, end + shift)
        index = bisect_right(self._starts, end) - 1
        end_line = self._first + index
        return Span(line, column, end_line, end + self._shift(index, end_line))

    def _shift(self, index: int, line: int) -> int:
        """Give what turns an offset in one line of the slice into a column of the file."""
        shift = 1 - self._starts[index]
        if self._lead:
            shift += self._lead.get(line, 0)
        return shift + self._column if index == 0 else shift


class FixedTable(LineTable):
    """Puts everything at one place: for text inside a string whose characters do not stand for themselves."""

    def __init__(self, place: Span) -> None:
        super().__init__("", 1, {})
        self._place = place

    def span(self, start: int, end: int) -> Span:
        """Give the one place, wherever the characters are."""
        del start, end
        return self._place
