"""The catalogue of rules, for people and for programs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from stategraph_lint.options import KINDS, OPTIONS, Option
from stategraph_lint.report.json import VERSION, pretty
from stategraph_lint.report.sarif import RuleEntry


class CatalogueEntry(RuleEntry, Protocol):
    """What the catalogue tells of a rule."""

    @property
    def since(self) -> str:
        """The version it appeared in."""

    @property
    def fix(self) -> str:
        """safe, unsafe or none."""


def render_text(rules: Sequence[CatalogueEntry]) -> str:
    """Give one line per rule: code, severity, short name and summary."""
    longest = max(len(rule.slug) for rule in rules)
    return "".join(f"{_line(rule, longest)}\n" for rule in rules)


def stage(rule: CatalogueEntry) -> str:
    """Say when a rule runs: `preview`, `off by default`, or `on by default`."""
    if rule.preview:
        return "preview"
    return "off by default" if rule.severity.value == "info" else "on by default"


def options_of(rule: CatalogueEntry) -> list[Option]:
    """Give the options that bear on this rule and few others."""
    return [option for option in OPTIONS if rule.code in option.codes]


def render_page(rule: CatalogueEntry) -> str:
    """Give the page of a rule, for people, with its options below."""
    head = f"{rule.code} {rule.slug} ({rule.severity.value}, {stage(rule)}, since {rule.since})"
    return f"{head}\n\n{rule.page}\n{options_section(rule)}"


def options_section(rule: CatalogueEntry) -> str:
    """Give the section about the options of a rule, in Markdown; "" where it has none."""
    lines = [
        f"- `{option.key}` ({KINDS[option.kind]}): {option.doc} For example `{option.key} = {option.example}`."
        for option in options_of(rule)
    ]
    return "\n".join(["", "## Options", "", *lines, ""]) if lines else ""


def _line(rule: CatalogueEntry, longest: int) -> str:
    marks = "" if stage(rule) == "on by default" else f" ({stage(rule)})"
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
            "default": stage(rule) == "on by default",
            "options": [option.key for option in options_of(rule)],
        }
        for rule in rules
    ]
    return pretty({"version": VERSION, "rules": entries})
