"""Findings as the workflow commands that become annotations of a pull request on GitHub."""

from __future__ import annotations

from stategraph_lint.findings import Finding, Report

_COMMANDS = {"error": "error", "warning": "warning", "info": "notice"}


def render(report: Report) -> str:
    """Give one command per finding and line."""
    return "".join(f"{_command(finding)}\n" for finding in report.findings)


def _command(finding: Finding) -> str:
    properties = {"file": finding.path, "line": finding.line, "endLine": finding.end_line}
    if finding.line == finding.end_line:
        properties |= {"col": finding.column, "endColumn": max(finding.end_column - 1, finding.column)}
    properties["title"] = f"{finding.code} {finding.slug}"
    joined = ",".join(f"{name}={_property(str(value))}" for name, value in properties.items())
    related = [f"{place.path}:{place.line}: {place.message}" for place in finding.related]
    text = "\n".join(filter(None, [finding.message, finding.why, *related]))
    return f"::{_COMMANDS[finding.severity.value]} {joined}::{_data(text)}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
