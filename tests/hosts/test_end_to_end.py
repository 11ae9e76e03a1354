"""Whole runs on small projects, nothing put in the engine's place."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from stategraph_lint.hosts.cli import run

STATE = """\
import operator
from typing import Annotated, TypedDict


class State(TypedDict):
    log: Annotated[list[str], operator.add]
    tags: Annotated[list[str], operator.add]
"""
GRAPH = """\
from langgraph.graph import StateGraph

from agent.nodes import write
from agent.state import State

builder = StateGraph(State)
builder.add_node("write", write)
"""
NODES = """\
from agent.state import State


def write(state: State) -> dict:
    return {"log": state["log"] + ["new"]}
"""
FIXED = NODES.replace('state["log"] + ["new"]', '["new"]')

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    root = tmp_path / "project"
    write(root, "pyproject.toml", "")
    write(root, "src/agent/__init__.py", "")
    write(root, "src/agent/state.py", STATE)
    write(root, "src/agent/graph.py", GRAPH)
    write(root, "src/agent/nodes.py", NODES)
    monkeypatch.chdir(root)
    return root


def write(root: Path, name: str, text: str | bytes) -> None:
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8"))


def checked(capsys: Capture, *arguments: str) -> tuple[int, list[dict[str, Any]], str]:
    """Give the exit code, the findings and what was complained of."""
    code = run(["check", "--output-format", "json", *arguments])
    out, err = capsys.readouterr()
    return code, json.loads(out)["findings"], err


def places(findings: list[dict[str, Any]]) -> list[str]:
    return [f"{found['path']}:{found['line']}:{found['column']} {found['code']}" for found in findings]


def flake8(*arguments: str, cwd: Path | None = None, stdin: str | None = None) -> list[str]:
    """Give place and code of our findings as flake8 reports them."""
    layout = "%(path)s:%(row)d:%(col)d %(code)s"
    command = [sys.executable, "-m", "flake8", "--select=SGL", f"--format={layout}", *arguments]
    shown = subprocess.run(command, capture_output=True, text=True, check=False, cwd=cwd, input=stdin)
    assert shown.stderr == ""
    return [line.removeprefix("./") for line in shown.stdout.splitlines()]


def test_the_whole_project(project: Path, capsys: Capture) -> None:
    code, findings, err = checked(capsys)
    assert (code, err) == (1, "")
    assert places(findings) == ["src/agent/nodes.py:5:20 SGL302"]
    assert findings[0]["fingerprint"]
    assert flake8("-j2") == places(findings)


def test_only_given_files_are_reported(project: Path, capsys: Capture) -> None:
    assert checked(capsys, "src/agent/state.py")[:2] == (0, [])
    assert places(checked(capsys, "src/agent/nodes.py")[1]) == ["src/agent/nodes.py:5:20 SGL302"]
    assert flake8("src/agent/state.py", "src/agent/graph.py") == []
    assert flake8("src/agent/nodes.py") == ["src/agent/nodes.py:5:20 SGL302"]


def test_from_a_subdirectory(project: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    fingerprint = checked(capsys)[1][0]["fingerprint"]
    monkeypatch.chdir(project / "src")
    _code, findings, _err = checked(capsys)
    assert places(findings) == ["agent/nodes.py:5:20 SGL302"]
    assert findings[0]["fingerprint"] == fingerprint
    assert flake8("agent/nodes.py") == ["agent/nodes.py:5:20 SGL302"]


def test_standard_input_stands_in_for_the_file(project: Path) -> None:
    write(project, "src/agent/nodes.py", FIXED)
    name = "src/agent/nodes.py"
    command = [sys.executable, "-m", "stategraph_lint", "check", "-q", "--stdin-filename", name, "-"]
    shown = subprocess.run(command, input=NODES, capture_output=True, text=True, check=False)
    assert shown.returncode == 1
    assert shown.stdout.startswith(f"{name}:5:20: SGL302 error manual-concatenation: ")
    assert flake8("--stdin-display-name", name, "-", stdin=NODES) == [f"{name}:5:20 SGL302"]
    assert flake8("--stdin-display-name", name, "-", stdin=FIXED) == []


@pytest.mark.parametrize("comment", ["# noqa", "# noqa: SGL302", "# stategraph-lint: ignore[SGL302] on purpose"])
def test_comments_switch_findings_off(project: Path, capsys: Capture, comment: str) -> None:
    write(project, "src/agent/nodes.py", NODES.replace('["new"]}', f'["new"]}}  {comment}'))
    assert checked(capsys)[:2] == (0, [])
    assert flake8() == []


def test_rules_are_selected(project: Path, capsys: Capture) -> None:
    assert checked(capsys, "--ignore", "SGL302")[:2] == (0, [])
    assert checked(capsys, "--select", "SGL2")[:2] == (0, [])
    assert len(checked(capsys, "--select", "SGL2", "--extend-select", "SGL302")[1]) == 1
    assert flake8("--stategraph-ignore=SGL302") == []
    write(project, "pyproject.toml", "[tool.stategraph-lint]\nignore = ['SGL302']\n")
    assert checked(capsys)[:2] == (0, [])
    assert flake8() == []


BAD_FILES: dict[str, str | bytes] = {
    "py2.py": "import langgraph\nprint 'x'\n",
    "merge.py": "import langgraph\n<<<<<<< HEAD\nx = 1\n=======\nx = 2\n>>>>>>> b\n",
    "template.py": "import langgraph\nx = {{ cookiecutter.name }} {% if y %}\n",
    "ascii.py": b"# coding: ascii\nimport langgraph\nx = '\xc3\xa9'\n",
    "unknown.py": b"# coding: klingon\nimport langgraph\n",
    "nul.py": b"import langgraph\nx = '\0'\n",
    "deep.py": f"import langgraph\nx = {'(' * 2000}{')' * 2000}\n",
    "nested.py": "import langgraph\n"
    + "".join(f"{' ' * depth}if x:\n" for depth in range(2000))
    + f"{' ' * 2000}pass\n",
    "chain.py": f"import langgraph\nx = {'-' * 100_000}1\n",
}
GOOD_FILES: dict[str, str | bytes] = {
    "empty.py": "",
    "bom.py": b"\xef\xbb\xbf" + GRAPH.encode(),
    "latin.py": b"# coding: latin-1\n# \xe9\n" + GRAPH.encode(),
    "crlf.py": GRAPH.replace("\n", "\r\n"),
    "formfeed.py": GRAPH.replace("builder =", "\x0cbuilder ="),
    "big.py": "import langgraph\n" + "x = [1, 2, 3]  # text\n" * 240_000,
    "cycle_a.py": "from agent.cycle_b import *\nfrom agent.cycle_b import b\n",
    "cycle_b.py": "from agent.cycle_a import *\nfrom agent.cycle_a import b\nimport langgraph\n",
    "old.py": "# print 'Python 2 without our words'\nprint 'x'\n",
}


@pytest.mark.parametrize("name", BAD_FILES)
def test_bad_files_are_one_finding_and_the_run_goes_on(project: Path, name: str) -> None:
    write(project, f"src/agent/{name}", BAD_FILES[name])
    command = [sys.executable, "-m", "stategraph_lint", "check", "--output-format", "json"]
    shown = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert (shown.returncode, shown.stderr) == (2, "")
    found = {(entry["path"], entry["code"]) for entry in json.loads(shown.stdout)["findings"]}
    assert ("src/agent/nodes.py", "SGL302") in found
    (other,) = found - {("src/agent/nodes.py", "SGL302")}
    assert other in {(f"src/agent/{name}", "SGL001"), (f"src/agent/{name}", "SGL002")}


@pytest.mark.parametrize("name", GOOD_FILES)
def test_odd_files_are_no_finding(project: Path, capsys: Capture, name: str) -> None:
    write(project, f"src/agent/{name}", GOOD_FILES[name])
    code, findings, err = checked(capsys)
    assert (code, places(findings), err) == (1, ["src/agent/nodes.py:5:20 SGL302"], "")


def test_files_that_cannot_be_read(project: Path, capsys: Capture) -> None:
    os.mkfifo(project / "pipe.py")
    (project / "loop").symlink_to(project)
    (project / "broken.py").symlink_to("nowhere.py")
    code, findings, err = checked(capsys)
    assert (code, len(findings), err) == (1, 1, "")
    code, findings, err = checked(capsys, "pipe.py", "src", "gone.py")
    assert code == 2
    assert places(findings) == ["pipe.py:1:1 SGL002", "src/agent/nodes.py:5:20 SGL302"]
    assert err == "stategraph-lint: gone.py: no such file or directory\n"


def test_named_file_without_our_words_is_parsed_all_the_same(project: Path, capsys: Capture) -> None:
    write(project, "old.py", "print 'x'\n")
    assert checked(capsys, "src/agent/graph.py")[0] == 0
    code, findings, _err = checked(capsys, "old.py")
    assert (code, [found["code"] for found in findings]) == (2, ["SGL001"])


def test_files_that_are_too_large(project: Path, capsys: Capture) -> None:
    code, findings, _err = checked(capsys, "--max-file-size", "20", "src/agent/graph.py")
    assert (code, [found["code"] for found in findings]) == (2, ["SGL002"])


def test_channels(project: Path, capsys: Capture) -> None:
    assert run(["channels", "--output-format", "json"]) == 0
    (schema,) = json.loads(capsys.readouterr().out)["schemas"]
    assert (schema["name"], schema["path"], schema["graphs"]) == ("State", "src/agent/state.py", ["builder"])
    assert [row["channel"] for row in schema["rows"]] == ["BinaryOperatorAggregate"] * 2
    assert run(["channels", "src/agent/nodes.py"]) == 0
    assert capsys.readouterr().out == "No state schemas found.\n"


def test_two_runs_print_the_same(project: Path) -> None:
    write(project, "src/agent/more.py", NODES + GRAPH)
    printed = set()
    for seed in ("0", "1"):
        for paths in (
            ["src"],
            ["src/agent/nodes.py", "src/agent/more.py"],
            ["src/agent/more.py", "src/agent/nodes.py"],
        ):
            command = [sys.executable, "-m", "stategraph_lint", "check", "-q", *paths]
            environment = os.environ | {"PYTHONHASHSEED": seed}
            printed.add(subprocess.run(command, capture_output=True, env=environment, check=False).stdout)
    assert len(printed) == 1


def test_graph_is_drawn_with_its_findings(project: Path, capsys: Capture) -> None:
    assert run(["graph"]) == 0
    drawn = capsys.readouterr().out
    assert "## builder (src/agent/graph.py:6)" in drawn
    assert '    n1["write"]' in drawn
    assert "    class n1 error" in drawn
    assert "- src/agent/nodes.py:5 SGL302" in drawn
    assert run(["graph", "--output-format", "json"]) == 0
    (graph,) = json.loads(capsys.readouterr().out)["graphs"]
    assert graph["findings"][0]["nodes"] == ["write"]
    assert run(["graph", "--output-format", "dot"]) == 0
    assert 'digraph "builder"' in capsys.readouterr().out
    assert run(["graph", "--output-format", "html", "--output-file", "graph.html"]) == 0
    assert "SGL302" in Path("graph.html").read_text(encoding="utf-8")


def test_graph_is_chosen_by_name(project: Path, capsys: Capture) -> None:
    assert run(["graph", "--graph", "builder"]) == 0
    assert "## builder" in capsys.readouterr().out
    assert run(["graph", "--graph", "bilder"]) == 2
    assert "no graph 'bilder'; did you mean 'builder'?" in capsys.readouterr().err
    assert run(["graph", "-"]) == 2
    assert "graph reads files, not standard input" in capsys.readouterr().err


def test_matrix_of_nodes_and_keys(project: Path, capsys: Capture) -> None:
    assert run(["channels", "--graph"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "src/agent/graph.py:6: builder (r reads, w always writes, m may write)",
        "  node   log  tags",
        "  write  rw   -",
    ]
