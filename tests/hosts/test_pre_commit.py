"""The hooks of .pre-commit-hooks.yaml, run by the real pre-commit, without a network."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

HOOKS = Path(__file__).parents[2] / ".pre-commit-hooks.yaml"
STATE = """\
import operator
from typing import Annotated, TypedDict

from langgraph.graph import StateGraph


class State(TypedDict):
    log: Annotated[list[str], operator.add]
"""
NODES = """\
from state import State, StateGraph


def write(state: State) -> dict:
    return {"log": state["log"] + ["new"]}


builder = StateGraph(State)
builder.add_node("write", write)
"""


class Project:
    """A git repository with our hooks, and flake8's, as hooks of the language `system`."""

    def __init__(self, root: Path) -> None:
        self.root = root
        for name, text in {"pyproject.toml": "", "state.py": STATE, "nodes.py": NODES, "other.py": "x = 1\n"}.items():
            (root / name).write_text(text, encoding="utf-8")
        hooks = [{**hook, "language": "system"} for hook in yaml.safe_load(HOOKS.read_text(encoding="utf-8"))]
        for hook in hooks:
            hook["entry"] = f"{sys.executable} -m stategraph_lint {hook['entry'].split(' ', 1)[1]}"
        flake8 = {"id": "flake8", "name": "flake8", "language": "system", "types": ["python"], "require_serial": True}
        hooks.append({**flake8, "entry": f"{sys.executable} -m flake8 --select=SGL"})
        config: dict[str, Any] = {"repos": [{"repo": "local", "hooks": hooks}]}
        (root / ".pre-commit-config.yaml").write_text(yaml.safe_dump(config), encoding="utf-8")
        self.git("init", "-q")
        self.git("add", ".")

    def git(self, *arguments: str) -> None:
        subprocess.run(["git", "-C", str(self.root), *arguments], check=True, capture_output=True)

    def hook(self, name: str, *files: str) -> tuple[int, str]:
        """Run one hook on files, and give its exit code and what it printed."""
        command = [sys.executable, "-m", "pre_commit", "run", "--color=never", name, "--files", *files]
        environment = os.environ | {"PRE_COMMIT_HOME": str(self.root.parent / "pre-commit")}
        run = subprocess.run(command, cwd=self.root, capture_output=True, text=True, check=False, env=environment)
        return run.returncode, run.stdout + run.stderr


@pytest.fixture
def project(tmp_path: Path) -> Project:
    root = tmp_path / "project"
    root.mkdir()
    return Project(root)


@pytest.mark.parametrize("name", ["stategraph-lint", "flake8"])
def test_changed_files_are_reported_by_what_the_whole_project_says(project: Project, name: str) -> None:
    code, text = project.hook(name, "nodes.py")
    assert code == 1
    assert "nodes.py:5:20: SGL302 " in text
    code, text = project.hook(name, "state.py", "other.py")
    assert code == 0, text


def test_whole_project_is_reported_whatever_changed(project: Project) -> None:
    code, text = project.hook("stategraph-lint-project", "state.py")
    assert code == 1
    assert "nodes.py:5:20: SGL302 " in text


def test_excluded_files_are_left_out_though_they_are_passed(project: Project) -> None:
    (project.root / "pyproject.toml").write_text("[tool.stategraph-lint]\nexclude = ['nodes.py']\n", encoding="utf-8")
    code, text = project.hook("stategraph-lint", "nodes.py")
    assert code == 0, text
