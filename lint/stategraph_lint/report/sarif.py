"""Findings as a SARIF 2.1.0 log, for code scanning services."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol
from urllib.parse import quote

from stategraph_lint.findings import Finding, Related, Report, Severity
from stategraph_lint.report.json import pretty

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_LEVELS = {"error": "error", "warning": "warning", "info": "note"}


class RuleEntry(Protocol):
    """What a log tells of a rule."""

    @property
    def code(self) -> str:
        """The code."""

    @property
    def slug(self) -> str:
        """The short name."""

    @property
    def severity(self) -> Severity:
        """The highest severity."""

    @property
    def preview(self) -> bool:
        """Whether it is still in preview."""

    @property
    def summary(self) -> str:
        """One line of plain text."""

    @property
    def page(self) -> str:
        """The documentation, in Markdown."""


def render(report: Report, rules: Sequence[RuleEntry], version: str, *, complete: bool = True) -> str:
    """Give the log as JSON.

    `version` is the tool's. `complete` is false when some file could not be checked. The findings carry their
    fingerprints; their codes are among the rules.
    """
    numbers = {rule.code: number for number, rule in enumerate(rules)}
    driver = {"name": "stategraph-lint", "version": version, "rules": [_rule(rule) for rule in rules]}
    run = {
        "tool": {"driver": driver},
        "invocations": [{"executionSuccessful": complete}],
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {"%SRCROOT%": {"description": {"text": "The working directory of the run."}}},
        "results": [_result(finding, numbers[finding.code]) for finding in report.findings],
    }
    return pretty({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]})


def _rule(rule: RuleEntry) -> dict[str, object]:
    return {
        "id": rule.code,
        "name": "".join(part.capitalize() for part in rule.slug.split("-")),
        "shortDescription": {"text": f"{rule.summary}."},
        "fullDescription": {"text": f"{rule.summary}."},
        "help": {"text": rule.page, "markdown": rule.page},
        "defaultConfiguration": {
            "level": _LEVELS[rule.severity.value],
            "enabled": rule.severity is not Severity.INFO and not rule.preview,
        },
    }


def _result(finding: Finding, number: int) -> dict[str, object]:
    region = {
        "startLine": finding.line,
        "startColumn": finding.column,
        "endLine": finding.end_line,
        "endColumn": finding.end_column,
    }
    result: dict[str, object] = {
        "ruleId": finding.code,
        "ruleIndex": number,
        "level": _LEVELS[finding.severity.value],
        "message": {"text": " ".join(filter(None, [f"{finding.message}.", finding.why]))},
        "locations": [{"physicalLocation": {"artifactLocation": _artifact(finding.path), "region": region}}],
        "partialFingerprints": {"stategraphLint/v1": finding.fingerprint},
    }
    if finding.related:
        result["relatedLocations"] = [_related(place, number) for number, place in enumerate(finding.related)]
    return result


def _related(place: Related, number: int) -> dict[str, object]:
    region = {"startLine": place.line, "startColumn": place.column}
    return {
        "id": number,
        "physicalLocation": {"artifactLocation": _artifact(place.path), "region": region},
        "message": {"text": place.message},
    }


def _artifact(path: str) -> dict[str, str]:
    """The URI of a file: relative to the working directory, or with its scheme where the path is absolute."""
    quoted = quote(path, errors="surrogateescape")
    if path.startswith("/"):
        return {"uri": f"file://{quoted}"}
    return {"uri": quoted, "uriBaseId": "%SRCROOT%"}
