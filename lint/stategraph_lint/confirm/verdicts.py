"""Confirm findings on the real library: a witness for each, run by the worker, and what follows from how it ended."""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import cache

from stategraph_lint.confirm import witnesses
from stategraph_lint.confirm.case import WITNESSES, Case, Maker, NotApplicable, Unwitnessed
from stategraph_lint.confirm.client import Outcome, Worker
from stategraph_lint.confirm.concrete import NotConcrete
from stategraph_lint.confirm.script import NOT_SHOWN, SHOWN, Witness, compose
from stategraph_lint.confirm.slices import Slicer
from stategraph_lint.findings import Confirmation, Finding
from stategraph_lint.program.program import Program
from stategraph_lint.program.values import Place

_HINT = re.compile(r" ?For troubleshooting, visit: \S+")
_ADDRESS = re.compile(r"0x[0-9a-f]{6,}")


@dataclass(frozen=True, slots=True)
class Verdict:
    """What came of a finding; `script` is its witness, empty where there is none."""

    confirmation: Confirmation
    script: str = ""


@cache
def makers() -> dict[str, list[Maker]]:
    """Give what makes the witness of each rule, by code."""
    for info in pkgutil.iter_modules(witnesses.__path__, witnesses.__name__ + "."):
        importlib.import_module(info.name)
    return WITNESSES


def confirm(program: Program, findings: Iterable[tuple[Finding, Place]], worker: Worker) -> list[Verdict]:
    """Give the verdict of each finding, in their order.

    Raises NoWorker when no worker can be started.
    """
    with closing(worker):
        return [verdict_of(Case(program, finding, place), worker) for finding, place in findings]


def verdict_of(case: Case, worker: Worker) -> Verdict:
    """Give the verdict of one finding: that of the first witness that shows it, or else of the first."""
    known = makers().get(case.finding.code, ())
    if not known:
        return _told("unconfirmed", "there is no witness for this rule", worker)
    verdicts = []
    for maker in known:
        fresh = Case(case.program, case.finding, case.place)
        verdicts.append(_tried(fresh, maker, worker))
        if verdicts[-1].confirmation.verdict != "unconfirmed":
            return verdicts[-1]
    return verdicts[0]


def _tried(case: Case, maker: Maker, worker: Worker) -> Verdict:
    try:
        witness = maker(case)
    except NotApplicable as reason:
        return _told("not-applicable", str(reason), worker)
    except (Unwitnessed, NotConcrete) as reason:
        return _told("unconfirmed", f"no witness can be made: {reason}", worker)
    cut = Slicer(case.program.modules, case.program.run.imports).cut(witness.needs)
    finding = case.finding
    script = compose(witness, cut, f"{finding.path}:{finding.line}: {finding.code} {finding.message}")
    if cut.missing:
        return _told("unconfirmed", f"the code cannot be cut out: {cut.missing[0]}", worker, script)
    verdict, evidence = judged(witness, worker.run(script))
    return _told(verdict, evidence, worker, script)


def judged(witness: Witness, outcome: Outcome) -> tuple[str, str]:
    """Give the verdict that follows from how a script ended, and the evidence.

    Refuted only when the script came to its end, was refused nothing, and guessed nothing.
    """
    said = outcome.printed.strip().splitlines()
    last = said[-1] if said else ""
    if outcome.exit == 0 and last.startswith(SHOWN):
        return "confirmed", scrubbed(last.removeprefix(SHOWN))
    if outcome.denied:
        return "unconfirmed", f"it was refused {scrubbed(outcome.denied[0])}"
    if outcome.exit == 1 and last.startswith(NOT_SHOWN):
        reason = scrubbed(last.removeprefix(NOT_SHOWN))
        if witness.guesses:
            return "unconfirmed", f"it does not show with {witness.guesses[0]}: {reason}"
        return "refuted", reason
    return "unconfirmed", scrubbed(outcome.trouble or outcome.error or f"it ended with exit code {outcome.exit}")


def scrubbed(text: str) -> str:
    """Give a text without what is another in each run, and without the library's hints where to read on."""
    return _ADDRESS.sub("0x...", _HINT.sub("", " ".join(text.split())))


def _told(verdict: str, evidence: str, worker: Worker, script: str = "") -> Verdict:
    return Verdict(Confirmation(verdict, evidence, worker.versions.get("langgraph", "")), script)


def summary(verdicts: Sequence[Verdict]) -> str:
    """Give the verdicts counted, in one line."""
    kinds = [verdict.confirmation.verdict for verdict in verdicts]
    order = ("confirmed", "refuted", "unconfirmed", "not-applicable")
    return ", ".join(f"{kinds.count(kind)} {kind}" for kind in order if kind in kinds)
