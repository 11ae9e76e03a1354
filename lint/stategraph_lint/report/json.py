"""Findings for programs: the JSON object of docs/contract.md."""

from __future__ import annotations

import msgspec

from stategraph_lint.findings import Finding, Report

VERSION = 1


def render(report: Report) -> str:
    """Give the report as one JSON object, keys in the order of the contract, and a newline."""
    contract = {
        "version": VERSION,
        "findings": [_finding(finding) for finding in report.findings],
        "unresolved": msgspec.to_builtins(report.unresolved),
        "summary": {**msgspec.to_builtins(report.summary), "seconds": round(report.summary.seconds, 3)},
    }
    return pretty(contract)


def pretty(value: object) -> str:
    """Give a value made of JSON's types as indented JSON, and a newline."""
    try:
        return msgspec.json.format(msgspec.json.encode(value), indent=2).decode("utf-8") + "\n"
    except UnicodeEncodeError:
        # The name of a file may hold bytes that are no text; the standard library writes them as escapes.
        import json

        return json.dumps(value, indent=2) + "\n"


def _finding(finding: Finding) -> dict[str, object]:
    plain: dict[str, object] = msgspec.to_builtins(finding)
    return plain
