"""The rules report exactly what the labels of the cases ask for."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from stategraph_lint.analysis import analyze
from stategraph_lint.config import load
from stategraph_lint.findings import Finding, Severity
from stategraph_lint.rules.base import registry
from tests.support.cases import Case, Labels, cases, differences, strip_comments

CASES = list(cases("rules", "cases", "projects"))
RULES = [case for case in CASES if case.name.startswith("rules/")]
CODES = {rule.code for rule in registry()}


def target(case: Case) -> str:
    """Give the Python that a case is labelled for: 3.11, or the newer one that it needs."""
    return ".".join(map(str, max(case.target, (3, 11))))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_findings_are_the_labels(case: Case, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    targets = case.lay_out(tmp_path)
    settings = load(tmp_path, tmp_path, overrides={"select": ["ALL"], "target_python": target(case)})
    report = analyze(tmp_path, targets, settings)
    assert differences(case.labels, report.findings, CODES, case.code) == []


@pytest.mark.parametrize("case", RULES, ids=lambda case: case.name)
def test_labels_suit_the_kind(case: Case) -> None:
    assert case.kind
    if case.kind == "bad":
        assert case.code in case.labels.codes
        assert not case.labels.nothing
    else:
        assert case.labels.nothing
        assert not case.labels.codes


@pytest.mark.parametrize("code", sorted(code for code in CODES if not code.startswith("SGL0")))
def test_every_rule_has_its_cases(code: str) -> None:
    kinds = Counter(case.kind for case in RULES if case.code == code)
    assert kinds["bad"] >= 1
    assert kinds["good"] >= 3
    assert kinds["false_alarm"] >= 1


def finding(code: str, line: int, severity: Severity = Severity.ERROR) -> Finding:
    return Finding(code, "slug", severity, "message", "case.py", line, 1, line, 2)


def labels(*places: tuple[int, str], anywhere: str = "", allowed: str = "") -> Labels:
    return Labels(
        Counter(("case.py", line, code) for line, code in places),
        frozenset(anywhere.split()),
        frozenset(allowed.split()),
    )


def test_counts_are_exact() -> None:
    wanted = labels((3, "SGL302"))
    assert differences(wanted, [finding("SGL302", 3)], {"SGL302"}) == []
    twice = [finding("SGL302", 3), finding("SGL302", 3)]
    assert differences(wanted, twice, {"SGL302"}) == ["not wanted SGL302 at case.py:3 x1"]
    assert differences(wanted, [], {"SGL302"}) == ["missing SGL302 at case.py:3 x1"]


def test_other_codes_and_allowed_ones_count_neither_way() -> None:
    assert differences(labels((3, "SGL302")), [], {"SGL301"}) == []
    assert differences(labels(allowed="SGL113"), [finding("SGL113", 3)], {"SGL113"}) == []


def test_anywhere_asks_for_one_finding() -> None:
    wanted = labels(anywhere="SGL201")
    assert differences(wanted, [], {"SGL201"}) == ["missing SGL201 anywhere"]
    assert differences(wanted, [finding("SGL201", 9), finding("SGL201", 7)], {"SGL201"}) == []


def test_info_counts_where_a_label_asks_for_it() -> None:
    info = finding("SGL208", 4, Severity.INFO)
    assert differences(labels(), [info], {"SGL208"}) == []
    assert differences(labels((4, "SGL208")), [info], {"SGL208"}) == []
    assert differences(labels((4, "SGL208")), [], {"SGL208"}) == ["missing SGL208 at case.py:4 x1"]


def test_comments_are_stripped_and_code_stays() -> None:
    text = '\ufeffa = "# no comment"  # expect: SGL302\r\n\f\r\nb = 1  # type: int\r\n'
    assert strip_comments(text) == '\ufeffa = "# no comment"\r\n\f\r\nb = 1  # type: int\r\n'
    assert strip_comments("a = (  # open") == "a = (  # open"
