"""Confirming for the command line: the worker of the wanted interpreter, and the scripts that show the faults."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import click
from msgspec.structs import replace

from stategraph_lint.confirm.client import NoWorker, Worker
from stategraph_lint.confirm.verdicts import Verdict, confirm
from stategraph_lint.findings import Confirmation, Finding
from stategraph_lint.program.program import Program
from stategraph_lint.program.values import Place

_ODD = re.compile(r"[^A-Za-z0-9]+")


@dataclass(frozen=True, slots=True)
class Confirmer:
    """Gives the verdict of each finding of a run. Scripts of confirmed ones are written to `repros`, if it is given."""

    python: str
    repros: Path | None
    cwd: Path

    def __call__(self, program: Program, findings: Sequence[tuple[Finding, Place]]) -> list[Confirmation]:
        """Give the verdicts, in the order of the findings.

        Raises UsageError when there is no langgraph to ask, or a script cannot be written.
        """
        try:
            verdicts = confirm(program, findings, Worker(self.python)) if findings else []
        except NoWorker as problem:
            raise click.UsageError(
                f"{problem}; install stategraph-lint[confirm], or name the project's interpreter with --python"
            ) from None
        return [self._kept(finding, verdict) for (finding, _), verdict in zip(findings, verdicts)]

    def _kept(self, finding: Finding, verdict: Verdict) -> Confirmation:
        if self.repros is None or verdict.confirmation.verdict != "confirmed":
            return verdict.confirmation
        name = f"{finding.code}_{_ODD.sub('_', finding.path.removesuffix('.py'))}_{finding.line}_{finding.column}.py"
        target = self.repros / name
        try:
            self.repros.mkdir(parents=True, exist_ok=True)
            target.write_text(verdict.script, encoding="utf-8", errors="backslashreplace")
        except OSError as error:
            raise click.UsageError(f"cannot write {target}: {error.strerror or error}") from None
        shown = os.path.relpath(target, self.cwd).replace(os.sep, "/")
        return replace(verdict.confirmation, repro=shown)
