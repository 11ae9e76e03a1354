"""flake8 with the real engine: its own selections, and the plugin's options."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

STATE = """\
import operator
from typing import Annotated, TypedDict

from langgraph.graph import StateGraph


class State(TypedDict):
    log: Annotated[list[str], operator.add]


def twice(state: State):
    return {"log": state["log"] + ["x"]}


def once(state: State):
    return {"log": ["x"]}  # noqa: SGL302


builder = StateGraph(State)
builder.add_node(twice)
builder.add_node(once)
"""
TWICE, ONCE = "state.py:12 SGL302", "state.py:16 SGL003"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "pyproject.toml").touch()
    (tmp_path / "state.py").write_text(STATE, encoding="utf-8")
    return tmp_path


def flake8(root: Path, *arguments: str, config: str = "") -> list[str]:
    """Give the findings as `file:line CODE`; another line of output fails."""
    (root / ".flake8").write_text(f"[flake8]\nformat = %(path)s:%(row)d %(code)s\n{config}", encoding="utf-8")
    command = [sys.executable, "-m", "flake8", "-j1", *arguments, "state.py"]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False, timeout=120)
    assert done.stderr == ""
    return done.stdout.splitlines()


def test_unused_comments_are_told_when_chosen(root: Path) -> None:
    assert flake8(root) == [TWICE]
    assert flake8(root, "--stategraph-extend-select=SGL003") == [TWICE, ONCE]
    assert flake8(root, config="stategraph-extend-select = SGL003\n") == [TWICE, ONCE]
    (root / "pyproject.toml").write_text("[tool.stategraph-lint]\nextend-select = ['SGL003']\n", encoding="utf-8")
    assert flake8(root) == [TWICE, ONCE]


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["--extend-ignore=SGL302"], []),
        (["--extend-ignore=SGL003"], [TWICE]),
        (["--per-file-ignores=state.py:SGL302"], []),
        (["--per-file-ignores=other.py:SGL302"], [TWICE, ONCE]),
        (["--select=E,W"], []),
        (["--select=SGL0"], []),
        (["--disable-noqa"], [TWICE]),
        (["--stategraph-ignore=SGL302"], []),
        (["--stategraph-per-file-ignores=state.py:SGL302"], []),
    ],
)
def test_what_flake8_does_not_show_is_not_unused(root: Path, arguments: list[str], expected: list[str]) -> None:
    assert flake8(root, "--stategraph-extend-select=SGL003", *arguments) == expected


def test_a_comment_that_flake8_heeds_is_used(root: Path) -> None:
    text = STATE.replace('+ ["x"]}', '+ ["x"]}  # noqa: SGL302')
    (root / "state.py").write_text(text, encoding="utf-8")
    assert flake8(root, "--stategraph-extend-select=SGL003") == [ONCE]
    assert flake8(root, "--stategraph-extend-select=SGL003", "--disable-noqa") == [TWICE]


def test_patterns_over_several_lines_of_a_configuration_file(root: Path) -> None:
    assert flake8(root, config="stategraph-per-file-ignores =\n    other.py:SGL1\n    state.py:SGL1,SGL302\n") == []


def test_claims(root: Path) -> None:
    assert flake8(root, config="stategraph-idempotent-reducers = operator.add\n") == []
