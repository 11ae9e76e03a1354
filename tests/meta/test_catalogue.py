"""Codes in code, docs, README and changelog are the same."""

from __future__ import annotations

import importlib.util
import re
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest

from stategraph_lint.options import OPTIONS
from stategraph_lint.rules.base import Rule, registry

ROOT = Path(__file__).parents[2]
CODES = {rule.code for rule in registry()}
SECTIONS = ["What it does", "Why it is bad", "Example", "Use instead", "What stays silent", "Fix safety"]


@cache
def generator() -> ModuleType:
    spec = importlib.util.spec_from_file_location("generate", ROOT / "docs" / "generate.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def codes_in(name: str) -> set[str]:
    return set(re.findall(r"SGL\d{3}", (ROOT / name).read_text(encoding="utf-8")))


def test_generated_pages_are_up_to_date() -> None:
    assert generator().stale() == []


def test_pages_are_marked_as_generated() -> None:
    assert all("DO NOT EDIT" in text.splitlines()[0] for text in generator().pages().values())


def test_changelog_lists_every_code_with_its_slug() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    listed = dict(re.findall(r"^ *- (SGL\d{3}) (\S+)$", text, re.MULTILINE))
    assert listed == {rule.code: rule.slug for rule in registry()}


def test_readme_names_no_code_that_is_not_there() -> None:
    assert codes_in("README.md") <= CODES
    assert codes_in("docs/configuration.md") <= CODES


@pytest.mark.parametrize("rule", registry(), ids=lambda rule: rule.code)
def test_every_page_has_the_sections(rule: Rule) -> None:
    headings = re.findall(r"^## (.+)$", rule.page, re.MULTILINE)
    assert headings == SECTIONS
    assert re.fullmatch(r"SGL\d{3}", rule.code)
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", rule.slug)
    assert rule.fix in ("safe", "unsafe", "none")


@pytest.mark.parametrize("rule", registry(), ids=lambda rule: rule.code)
def test_every_rule_is_what_its_code_was_taken_for(rule: Rule) -> None:
    assert generator().codes()[rule.code] == (rule.slug, rule.severity.value)
    assert re.fullmatch(r"\d+\.\d+\.\d+", rule.since)


def test_every_code_is_a_rule_or_is_listed_as_none_yet() -> None:
    index = (ROOT / "docs" / "rules" / "README.md").read_text(encoding="utf-8")
    there, _, not_yet = index.partition("## Not yet")
    assert re.findall(r"^\| \[(SGL\d{3})\]", there, re.MULTILINE) == sorted(CODES)
    assert re.findall(r"^\| (SGL\d{3}) \|", not_yet, re.MULTILINE) == sorted(generator().codes().keys() - CODES)


def test_at_most_ten_rules_are_in_preview() -> None:
    assert sum(rule.preview for rule in registry()) <= 10


def test_options_name_codes_that_were_taken() -> None:
    named = {code for option in OPTIONS for code in option.codes}
    assert named <= generator().codes().keys()


@pytest.mark.parametrize("rule", registry(), ids=lambda rule: rule.code)
def test_every_rule_has_fixtures(rule: Rule) -> None:
    names = [path.name for path in (ROOT / "fixtures" / "rules" / rule.code).iterdir()]
    assert any(name.startswith("bad") for name in names)
    assert sum(name.startswith(("good", "false_alarm")) for name in names) >= 3
