"""Findings and reports to test hosts and formats with."""

from __future__ import annotations

from stategraph_lint.findings import Finding, Related, Report, Severity, Statistics, Summary, Unresolved


def finding(
    code: str = "SGL001",
    severity: Severity = Severity.ERROR,
    *,
    path: str = "src/nodes.py",
    line: int = 2,
    column: int = 12,
    end_column: int = 17,
    end_line: int | None = None,
    message: str = "something is wrong",
    why: str = "",
    related: tuple[Related, ...] = (),
) -> Finding:
    """Give a finding."""
    return Finding(
        code=code,
        slug="syntax-error",
        severity=severity,
        message=message,
        path=path,
        line=line,
        column=column,
        end_line=end_line or line,
        end_column=end_column,
        why=why,
        related=related,
    )


def report(*findings: Finding, unresolved: tuple[Unresolved, ...] = ()) -> Report:
    """Give the report of a run with these findings."""
    severities = [entry.severity for entry in findings]
    return Report(
        findings=findings,
        unresolved=unresolved,
        summary=Summary(3, 2, 1, severities.count(Severity.ERROR), severities.count(Severity.WARNING), 0.12345),
        statistics=Statistics(1, (2, 2), (3, 4), (0, 0), (("computed name", 1),), (("SGL001", len(findings)),)),
    )
