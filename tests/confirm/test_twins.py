"""Nothing is confirmed on the good twin of a bad case: a witness shows its own fault, and no other."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from stategraph_lint.confirm.case import Case as Told
from stategraph_lint.confirm.client import Worker
from stategraph_lint.confirm.verdicts import verdict_of
from tests.support.cases import Case, cases
from tests.support.confirming import found_in, replayed

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="the worker forks")


def _twins() -> Iterator[tuple[Case, Case]]:
    """Give each bad case with each good one beside it."""
    pairs = {case.path: case for case in cases("cases/pairs")}
    for path, case in pairs.items():
        if path.parent.name == "bad":
            yield case, pairs[path.parents[1] / "good" / path.name]


def _neighbours() -> Iterator[tuple[Case, Case]]:
    """Give each bad case of a rule with the rule's good ones."""
    every = list(cases("rules"))
    for bad in every:
        if bad.kind == "bad":
            yield from ((bad, good) for good in every if good.code == bad.code and good.kind != "bad")


@pytest.fixture(scope="module")
def worker() -> Iterator[Worker]:
    made = Worker()
    yield made
    made.close()


def _wrongly_confirmed(bad: Case, good: Case, box: Path, worker: Worker) -> list[str]:
    (box / "bad").mkdir()
    (box / "good").mkdir()
    _, wrong = found_in(bad, box / "bad")
    program, right = found_in(good, box / "good")
    true = {(finding.code, finding.line) for finding, _ in right}
    said = []
    for finding, _ in wrong:
        for moved, place in replayed(program, finding) if finding.code in bad.labels.codes else ():
            verdict = verdict_of(Told(program, moved, place), worker).confirmation
            if verdict.verdict == "confirmed" and (moved.code, moved.line) not in true:
                said.append(f"{moved.code} {good.name}:{moved.line} {verdict.evidence}")
    return said


@pytest.mark.parametrize("twins", list(_twins()), ids=lambda twins: twins[0].name)
def test_nothing_is_confirmed_on_the_good_twin(twins: tuple[Case, Case], tmp_path: Path, worker: Worker) -> None:
    assert _wrongly_confirmed(*twins, tmp_path, worker) == []


@pytest.mark.slow
@pytest.mark.parametrize("twins", list(_neighbours()), ids=lambda twins: f"{twins[0].name}-{twins[1].path.name}")
def test_nothing_is_confirmed_on_good_cases_of_the_rule(
    twins: tuple[Case, Case], tmp_path: Path, worker: Worker
) -> None:
    assert _wrongly_confirmed(*twins, tmp_path, worker) == []
