"""The records every host, report and test relies on: what was found, where, and why.

Lines are 1-based; columns are 1-based and count characters; end columns are exclusive; paths are as they are to be
shown, with forward slashes. See docs/contract.md for the JSON they become.
"""

from __future__ import annotations

import enum

import msgspec


class Severity(str, enum.Enum):
    """How sure the damage is: `error` on every run that reaches the line, `warning` on some, `info` worth a look."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"

    @property
    def rank(self) -> int:
        """0 for info, 1 for warning, 2 for error."""
        return ("info", "warning", "error").index(self.value)


class Related(msgspec.Struct, frozen=True):
    """Another place that belongs to a finding."""

    path: str
    line: int
    column: int
    message: str


class Edit(msgspec.Struct, frozen=True):
    """Replace the characters from `start` to `end` (offsets in the decoded text without BOM) by `text`."""

    path: str
    start: int
    end: int
    text: str


class Fix(msgspec.Struct, frozen=True):
    """A change that mends a finding; `applicability` is safe, unsafe or display-only."""

    applicability: str
    description: str
    edits: tuple[Edit, ...]


class Confirmation(msgspec.Struct, frozen=True):
    """What the real library said; `verdict` is confirmed, refuted, unconfirmed or not-applicable."""

    verdict: str
    evidence: str
    langgraph: str
    repro: str | None = None


class Finding(msgspec.Struct, frozen=True):
    """One defect at one place."""

    code: str
    slug: str
    severity: Severity
    message: str
    path: str
    line: int
    column: int
    end_line: int
    end_column: int
    symbol: str | None = None
    graph: str | None = None
    field: str | None = None
    preview: bool = False
    why: str = ""
    related: tuple[Related, ...] = ()
    trace: tuple[str, ...] | None = None
    fix: Fix | None = None
    confirm: Confirmation | None = None
    fingerprint: str = ""

    @property
    def refuted(self) -> bool:
        """Whether the real library does not do here what the finding says."""
        return self.confirm is not None and self.confirm.verdict == "refuted"

    @property
    def sort_key(self) -> tuple[str, int, int, str, str]:
        """Path, line, column, code, then the message, so that two runs print the same bytes."""
        return (self.path, self.line, self.column, self.code, self.message)


class Unresolved(msgspec.Struct, frozen=True, order=True):
    """Something that could not be read, and so was not judged. `reason` says what it was and why."""

    path: str
    line: int
    reason: str


class Summary(msgspec.Struct, frozen=True):
    """What one run looked at. `candidates` are the files that could matter and were read in full."""

    files: int
    candidates: int
    graphs: int
    errors: int
    warnings: int
    seconds: float


class Statistics(msgspec.Struct, frozen=True):
    """How much of the project the analysis could see.

    `schemas`, `nodes` and `updates` are (seen, all) pairs: schemas resolved to their channels, nodes resolved to a
    function, and returns of resolved nodes whose keys and values are fully known. `reasons` counts what is missing.
    `codes` counts the findings by code.
    """

    graphs: int
    schemas: tuple[int, int]
    nodes: tuple[int, int]
    updates: tuple[int, int]
    reasons: tuple[tuple[str, int], ...]
    codes: tuple[tuple[str, int], ...]


class Report(msgspec.Struct, frozen=True):
    """The outcome of one run."""

    findings: tuple[Finding, ...]
    unresolved: tuple[Unresolved, ...]
    summary: Summary
    statistics: Statistics


def legible(text: str) -> str:
    """Give a text on one line that every output can take: control characters and lone surrogates as escapes."""
    if text.isprintable():
        return text
    return "".join(
        character if character.isprintable() else character.encode("unicode_escape").decode("ascii")
        for character in text
    )
