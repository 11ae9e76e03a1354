"""Run flake8 with a stand-in for the engine: `flake8_driver.py START_METHOD FINDINGS LOG FLAKE8_ARGUMENTS...`.

FINDINGS is JSON: a list of [path, line, column, code]. Each call of the engine adds a line to LOG: the number of its
targets and the overlay's text.
"""

from __future__ import annotations

import json
import multiprocessing
import sys
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

from flake8.main.cli import main

from stategraph_lint import analysis
from stategraph_lint.findings import Finding, Report, Severity, Statistics, Summary
from stategraph_lint.ledger import Host


def make_engine(findings: list[Any], log: Path) -> Any:
    """Give an engine that answers with these findings."""

    def analyze(
        _root: Path,
        targets: Collection[Path],
        settings: Any,
        *,
        overlay: Mapping[Path, bytes],
        host: Host,
        **_more: Any,
    ) -> Report:
        shown = sorted(f"{path.name}={data.decode()}" for path, data in overlay.items())
        with log.open("a", encoding="utf-8") as file:
            file.write(f"{len(targets)} {host.noqa} {settings.select} {shown}\n")
        if any(code == "crash" for *_place, code in findings):
            raise ValueError("odd")
        made = [
            Finding(code, "slug", Severity.ERROR, "is wrong", path, line, column, line, column + 1)
            for path, line, column, code in findings
        ]
        summary = Summary(len(targets), 1, 1, len(made), 0, 0.1)
        return Report(tuple(made), (), summary, Statistics(1, (1, 1), (1, 1), (1, 1), (), ()))

    return analyze


if __name__ == "__main__":
    method, findings, log, *arguments = sys.argv[1:]
    multiprocessing.set_start_method(method)
    analysis.analyze = make_engine(json.loads(findings), Path(log))
    sys.exit(main(arguments))
