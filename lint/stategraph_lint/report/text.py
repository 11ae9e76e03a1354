"""Findings for people: the place, the source line with a caret range, and why it is wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby

from stategraph_lint.findings import Finding, Report, Unresolved
from stategraph_lint.report.cells import clean, excerpt

Paint = Callable[[str, str], str]
SourceLine = Callable[[str, int], str]


def plain(_role: str, text: str) -> str:
    """The paint of everything that is no terminal: the text as it is."""
    return text


def render(report: Report, source: SourceLine, paint: Paint = plain, *, summary: bool = True) -> str:
    """Give the findings, and below them the summary.

    `source` gives a line by path and number, "" where there is none. `paint` colours a text for a role: path, error,
    warning, info, code, caret, dim or good.
    """
    told = [finding for finding in report.findings if not finding.refuted]
    refuted = [finding for finding in report.findings if finding.refuted]
    blocks = ["\n".join(_finding(finding, source, paint)) + "\n" for finding in told]
    if refuted:
        blocks.append("Refuted: the real library does not do that here.\n")
        blocks += ["\n".join(_finding(finding, source, paint)) + "\n" for finding in refuted]
    if summary:
        blocks.append(_summary(report, paint))
    return "\n".join(blocks) + "\n" if summary else "\n".join(blocks)


def unresolved(entries: Iterable[Unresolved], paint: Paint = plain) -> str:
    """Give what could not be read, one line each."""
    lines = [f"{paint('path', clean(f'{entry.path}:{entry.line}'))}: {clean(entry.reason)}" for entry in entries]
    return (
        "".join(f"{line}\n" for line in ["Not resolved, and so not judged:", *lines])
        if lines
        else "All was resolved.\n"
    )


def _finding(finding: Finding, source: SourceLine, paint: Paint) -> Iterator[str]:
    severity = finding.severity.value
    place = paint("path", clean(f"{finding.path}:{finding.line}:{finding.column}"))
    label = f"{paint('code', finding.code)} {paint(severity, severity)}"
    yield f"{place}: {label} {finding.slug}: {clean(finding.message)}"
    gutter = " " * len(str(finding.line))
    line = source(finding.path, finding.line)
    if line.strip():
        end = finding.end_column if finding.end_line == finding.line else len(line) + 1
        shown, carets = excerpt(line, finding.column, end)
        yield f"{gutter} {paint('dim', '|')}"
        yield f"{paint('dim', f'{finding.line} |')} {shown}"
        yield f"{gutter} {paint('dim', '|')} {paint('caret', carets)}"
    for name, text in _notes(finding):
        yield f"{gutter} {paint('dim', '=')} {name}: {clean(text)}"


def _notes(finding: Finding) -> Iterator[tuple[str, str]]:
    if finding.why:
        yield "why", finding.why
    for place in finding.related:
        yield "see", f"{place.path}:{place.line}:{place.column}: {place.message}"
    if finding.trace:
        yield "steps", " -> ".join(finding.trace)
    if finding.fix:
        yield f"fix ({finding.fix.applicability})", finding.fix.description
    if finding.confirm:
        version = f" (langgraph {finding.confirm.langgraph})" if finding.confirm.langgraph else ""
        yield finding.confirm.verdict, f"{finding.confirm.evidence}{version}"
    if finding.confirm and finding.confirm.repro:
        yield "repro", finding.confirm.repro


def _summary(report: Report, paint: Paint) -> str:
    """One line: what was found, in how much."""
    standing = [finding for finding in report.findings if not finding.refuted]
    ranked = sorted(standing, key=lambda finding: -finding.severity.rank)
    counts = [(name, len(list(group))) for name, group in groupby(ranked, key=lambda finding: finding.severity.value)]
    words = {"error": "error", "warning": "warning", "info": "note"}
    found = ", ".join(paint(name, count(number, words[name])) for name, number in counts)
    seen = f"{count(report.summary.graphs, 'graph')} in {count(report.summary.files, 'file')}"
    verdicts = Counter(finding.confirm.verdict for finding in report.findings if finding.confirm is not None)
    said = "".join(f", {number} {verdict}" for verdict, number in sorted(verdicts.items()))
    return f"{found or paint('good', 'No findings')} ({seen}{said})."


def count(number: int, noun: str) -> str:
    """The number with its noun, in the plural where it is one."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"
