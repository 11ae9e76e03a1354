"""`check --confirm` on small projects, with the real LangGraph."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from stategraph_lint.hosts.cli import run

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="the worker forks")
Capture = pytest.CaptureFixture[str]

AGENT = """\
import operator
from typing import Annotated, TypedDict
from langgraph.graph import StateGraph

print("imported")


class State(TypedDict):
    log: Annotated[list[str], operator.add]


def write(state: State) -> dict:
    return {"log": state["log"] + ["new"]}


builder = StateGraph(State)
builder.add_node("write", write)
"""


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "pyproject.toml").touch()
    (tmp_path / "agent.py").write_text(AGENT, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def checked(*arguments: str, capsys: Capture) -> tuple[int, dict[str, Any]]:
    code = run(["confirm", "--output-format", "json", *arguments])
    document: dict[str, Any] = json.loads(capsys.readouterr().out)
    return code, document


def test_a_finding_is_confirmed_and_its_script_shows_it(project: Path, capsys: Capture) -> None:
    code, document = checked("--write-repro", "repro", capsys=capsys)
    assert code == 1
    (finding,) = document["findings"]
    assert finding["confirm"]["verdict"] == "confirmed"
    assert finding["confirm"]["evidence"].endswith("after ['seed-1', 'seed-1', 'new']")
    assert finding["confirm"]["langgraph"].count(".") == 2
    assert finding["confirm"]["repro"] == "repro/SGL302_agent_13_20.py"
    shown = subprocess.run(
        [sys.executable, finding["confirm"]["repro"]], capture_output=True, text=True, check=False, cwd=project
    )
    assert shown.returncode == 0, shown.stderr
    assert shown.stdout.startswith("FAULT: log: before ['seed-1']")
    assert "imported" not in shown.stdout


def test_a_refuted_finding_stands_apart_and_does_not_fail(
    project: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A rule that is wrong: it takes a replacing reducer for one that adds."""
    from stategraph_lint.program import questions
    from stategraph_lint.rules.node import manual_concatenation

    (project / "agent.py").write_text(AGENT.replace("operator.add", "lambda a, b: b"), encoding="utf-8")
    assert run(["check"]) == 0
    wrong = lambda program, channel: channel is not None  # noqa: E731 - one line says it
    for module in (questions, manual_concatenation):
        if hasattr(module, "accumulates"):
            monkeypatch.setattr(module, "accumulates", wrong)
    from stategraph_lint.confirm.witnesses import updates

    monkeypatch.setattr(updates, "accumulates", wrong)
    capsys.readouterr()
    assert run(["check"]) == 1
    assert run(["check", "--confirm"]) == 0
    said = capsys.readouterr().out
    assert "Refuted: the real library does not do that here." in said
    assert "1 refuted" in said


def test_what_is_missing_is_said_in_one_line(project: Path, capsys: Capture) -> None:
    assert run(["check", "--confirm", "--python", "/nowhere/python"]) == 2
    assert "cannot start /nowhere/python" in capsys.readouterr().err
    assert run(["check", "--write-repro", "x"]) == 2
    assert "--python and --write-repro need --confirm" in capsys.readouterr().err
