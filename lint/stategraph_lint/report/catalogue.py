"""The catalogue of rules, for people and for programs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from stategraph_lint.report.json import VERSION, pretty
from stategraph_lint.report.sarif import RuleEntry


class CatalogueEntry(RuleEntry, Protocol):
    """What the catalogue tells of a rule."""

    @property
    def since(self) -> str:
        """The version it appeared in."""

    @property
    def preview(self) -> bool:
        """Whether it is still in preview."""

    @property
    def fix(self) -> str:
        """safe, unsafe or none."""


def render_text(rules: Sequence[CatalogueEntry]) -> str:
    """Give one line per rule: code, severity, short name and summary."""
    longest = max(len(rule.slug) for rule in rules)
    return "".join(f"{_line(rule, longest)}\n" for rule in rules)


def _line(rule: CatalogueEntry, longest: int) -> str:
    marks = " (preview)" if rule.preview else ""
    return f"{rule.code}  {rule.severity.value:<7}  {rule.slug:<{longest}}  {rule.summary}{marks}"


def render_json(rules: Sequence[CatalogueEntry]) -> str:
    """Give the rules as one JSON object: `version` and `rules`."""
    entries = [
        {
            "code": rule.code,
            "slug": rule.slug,
            "severity": rule.severity.value,
            "summary": rule.summary,
            "since": rule.since,
            "preview": rule.preview,
            "fix": rule.fix,
        }
        for rule in rules
    ]
    return pretty({"version": VERSION, "rules": entries})
