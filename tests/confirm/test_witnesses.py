"""Each rule has a witness or a reason; witnesses show the faults of the cases, and say how."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from stategraph_lint.confirm.case import Case as Told
from stategraph_lint.confirm.client import Worker
from stategraph_lint.confirm.verdicts import Verdict, makers, verdict_of
from stategraph_lint.confirm.witnesses.policy import NOT_APPLICABLE, WITHOUT_WITNESS
from stategraph_lint.rules.base import registry
from tests.support.cases import Case, cases
from tests.support.confirming import found_in

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="the worker forks")

CODES = sorted(rule.code for rule in registry() if rule.check is not None)
SHOWN = [code for code in CODES if code not in NOT_APPLICABLE and code not in WITHOUT_WITNESS]
BAD = [case for case in cases("rules") if case.kind == "bad"]
# What the evidence of some rules says: that it is this fault, and no other.
WORDS = {
    "SGL101": "Invalid reducer|no signature|argument",
    "SGL102": "the channel is LastValue",
    "SGL106": "already exists with a different type",
    "SGL108": "__name__",
    "SGL113": "JSON does not|comes back from a checkpoint",
    "SGL114": "not msgpack serializable|Integer",
    "SGL115": "comes back from a checkpoint as",
    "SGL116": "comes back from a checkpoint as",
    "SGL118": "NameError",
    "SGL131": "a strict checkpoint gives",
    "SGL201": "changed its (left|right) argument",
    "SGL202": "gives None",
    "SGL203": "the state holds",
    "SGL302": "before .* node wrote .* after",
    "SGL305": "dropped",
    "SGL306": "Expected dict|nothing was written",
    "SGL307": "is Overwrite|__overwrite__",
    "SGL309": "wrote None",
    "SGL313": "the node yielded",
    "SGL316": "interrupt raised GraphInterrupt, and the run ended",
    "SGL318": "is not given",
    "SGL322": "ID that doesn't exist",
    "SGL401": "InvalidUpdateError",
    "SGL403": "ran .* times",
    "SGL404": "never ran, it waits for",
    "SGL407": "without ",
}


@pytest.fixture(scope="module")
def worker() -> Iterator[Worker]:
    made = Worker()
    yield made
    made.close()


def verdicts(case: Case, box: Path, worker: Worker, *codes: str) -> list[tuple[str, Verdict]]:
    program, pairs = found_in(case, box)
    return [
        (finding.code, verdict_of(Told(program, finding, place), worker))
        for finding, place in pairs
        if not codes or finding.code in codes
    ]


def test_each_rule_has_a_witness_or_a_reason() -> None:
    assert set(makers()) & set(WITHOUT_WITNESS) == set()
    assert [code for code in SHOWN if code not in makers()] == []


@pytest.mark.parametrize("code", SHOWN)
def test_a_finding_of_each_rule_is_confirmed(code: str, tmp_path: Path, worker: Worker) -> None:
    said = []
    for number, case in enumerate(case for case in BAD if case.code == code):
        box = tmp_path / str(number)
        box.mkdir()
        for _, verdict in verdicts(case, box, worker, code):
            said.append(verdict.confirmation)
            if said[-1].verdict == "confirmed":
                assert re.search(WORDS.get(code, ""), said[-1].evidence)
                return
    raise AssertionError(said)


@pytest.mark.slow
@pytest.mark.parametrize(("folder", "share"), [("cases", 0.93), ("rules", 0.85)])
def test_most_findings_are_confirmed_and_none_is_refuted(
    folder: str, share: float, tmp_path: Path, worker: Worker
) -> None:
    count: Counter[str] = Counter()
    for number, case in enumerate(case for case in cases(folder) if folder == "cases" or case.kind == "bad"):
        box = tmp_path / str(number)
        box.mkdir()
        for code, verdict in verdicts(case, box, worker):
            kind = verdict.confirmation.verdict
            assert kind != "refuted", (case.name, code, verdict.confirmation)
            if kind == "confirmed":
                assert re.search(WORDS.get(code, ""), verdict.confirmation.evidence), (case.name, code)
            if code not in WITHOUT_WITNESS:
                count[kind] += 1
    assert count["confirmed"] >= share * (count["confirmed"] + count["unconfirmed"]), count


@pytest.mark.slow
def test_each_script_shows_the_fault_by_itself(tmp_path: Path, worker: Worker) -> None:
    for number, case in enumerate(cases("cases")):
        box = tmp_path / str(number)
        box.mkdir()
        for code, verdict in verdicts(case, box, worker):
            if verdict.confirmation.verdict == "confirmed":
                script = box / "witness.py"
                script.write_text(verdict.script, encoding="utf-8")
                ran = subprocess.run([sys.executable, script], capture_output=True, text=True, check=False, cwd=box)
                assert ran.returncode == 0, (case.name, code, ran.stdout, ran.stderr)
                assert ran.stdout.splitlines()[-1].startswith("FAULT: ")
