"""The cases do on the real library what their labels say: bad ones show their fault, the others do not."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.cases import FIXTURES, Case, cases

pytestmark = [
    pytest.mark.library,
    pytest.mark.skipif(not hasattr(os, "fork"), reason="the scripts run in forked children"),
]

CASES = list(cases("rules"))
PROJECTS = list(cases("projects"))
RUNNER = Path(__file__).parents[1] / "support" / "runner.py"

BUILD = """
import importlib, json, pkgutil, sys
from pathlib import Path
root = Path(sys.path[0])
for module in pkgutil.walk_packages([str(root)]):
    importlib.import_module(module.name)
for place in json.loads((root.parent / "langgraph.json").read_text())["graphs"].values():
    file, _, name = place.partition(":")
    module = ".".join(Path(file).with_suffix("").parts[1:])
    graph = getattr(importlib.import_module(module), name)
    print(type(graph if hasattr(graph, "invoke") else graph()).__name__)
"""

Run = Callable[..., tuple[int, str]]


@pytest.fixture(scope="module")
def run() -> Iterator[Run]:
    """Give a function that runs a request of the runner, and gives status and output."""
    with subprocess.Popen(
        [sys.executable, str(RUNNER)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
    ) as server:
        assert server.stdin
        assert server.stdout
        requests, answers = server.stdin, server.stdout

        def ask(**request: str) -> tuple[int, str]:
            requests.write(json.dumps(request) + "\n")
            requests.flush()
            answer: dict[str, Any] = json.loads(answers.readline())
            return answer["status"], answer["output"]

        yield ask
        requests.close()


def request(case: Case) -> dict[str, str]:
    """Give the request that runs a case."""
    root = str(case.path.parent)
    if case.path.is_dir():
        return {"root": root, "module": case.path.name}
    return {"root": root, "script": str(case.path)}


@pytest.mark.parametrize("case", [case for case in CASES if not case.invalid], ids=lambda case: case.name)
def test_script_shows_its_fault_or_none(case: Case, run: Run) -> None:
    if sys.version_info < case.target:
        pytest.skip(f"written for Python {'.'.join(map(str, case.target))}")
    status, output = run(**request(case))
    if status and "No module named 'langchain'" in output:
        pytest.skip("langchain is not installed")
    assert (status, "FAULT" in output) == (0, case.kind == "bad"), output


@pytest.mark.parametrize("case", [case for case in CASES if case.invalid], ids=lambda case: case.name)
def test_invalid_file_is_refused(case: Case) -> None:
    with pytest.raises((SyntaxError, MemoryError, RecursionError)):
        compile(case.path.read_bytes(), case.path.name, "exec")


@pytest.mark.parametrize("case", PROJECTS, ids=lambda case: case.name)
def test_project_imports_and_builds(case: Case, run: Run) -> None:
    status, output = run(root=str(case.path / "src"), source=BUILD)
    assert (status, set(output.split())) == (0, {"CompiledStateGraph"}), output


def test_clean_project_runs(run: Run) -> None:
    status, output = run(root=str(FIXTURES / "projects" / "clean_library" / "src"), module="library_agent.demo")
    assert (status, output) == (0, "OK\n")


def test_weekly_report_does_not_build(run: Run) -> None:
    source = "from helpdesk.weekly import weekly; weekly()"
    status, output = run(root=str(FIXTURES / "projects" / "helpdesk" / "src"), source=source)
    assert status == 1
    assert "ValueError: Invalid reducer signature" in output
