"""Files that nobody may read, and files that vanish while they are checked."""

from __future__ import annotations

import errno
import json
import os
from pathlib import Path
from typing import Any

import pytest

from stategraph_lint.hosts.cli import run

CODE = """\
import operator
from typing import Annotated, TypedDict
from langgraph.graph import StateGraph
class State(TypedDict):
    log: Annotated[list[str], operator.add]
def node(state: State):
    return {"log": state["log"] + ["x"]}
StateGraph(State).add_node(node)
"""
Capture = pytest.CaptureFixture[str]


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "pyproject.toml").touch()
    for name in ("seen.py", "hidden.py"):
        (tmp_path / name).write_text(CODE, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def forbid(monkeypatch: pytest.MonkeyPatch, *names: str, reads: int = 0, number: int = errno.EACCES) -> None:
    """Let files be opened only so many times, as if another user owned them, or somebody removed them."""
    plain, left = os.open, dict.fromkeys(names, reads)

    def opened(path: Any, *arguments: Any, **more: Any) -> int:
        name = Path(os.fspath(path)).name if not isinstance(path, int) else ""
        if name in left:
            if not left[name]:
                raise OSError(number, os.strerror(number), str(path))
            left[name] -= 1
        return plain(path, *arguments, **more)

    monkeypatch.setattr(os, "open", opened)


def checked(capsys: Capture, *arguments: str) -> tuple[int, list[str], list[str]]:
    code = run(["check", "--output-format", "json", *arguments])
    out, err = capsys.readouterr()
    assert err == ""
    report = json.loads(out)
    found = [f"{one['path']} {one['code']} {one['message']}" for one in report["findings"] if one["code"] != "SGL302"]
    return code, found, [f"{one['path']} {one['reason']}" for one in report["unresolved"]]


def test_a_file_that_may_not_be_read(project: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    forbid(monkeypatch, "hidden.py")
    assert checked(capsys) == (1, [], ["hidden.py the file cannot be read: permission denied"])
    assert checked(capsys, "hidden.py") == (2, ["hidden.py SGL002 permission denied"], [])


def test_a_file_that_vanishes(project: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    forbid(monkeypatch, "hidden.py", reads=1, number=errno.ENOENT)
    code, found, _unresolved = checked(capsys)
    assert (code, found) == (2, ["hidden.py SGL002 no such file"])


@pytest.mark.parametrize("reads", [0, 1, 2, 3, 4])
def test_every_moment_to_vanish(project: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture, reads: int) -> None:
    forbid(monkeypatch, "hidden.py", reads=reads, number=errno.ENOENT)
    code = run(["check", "--select", "ALL", "hidden.py", "seen.py"])
    out, err = capsys.readouterr()
    assert code in (1, 2)
    assert err == ""
    assert "seen.py:7:20: SGL302" in out


def test_a_file_that_is_too_large_is_told_when_it_is_asked_for(project: Path, capsys: Capture) -> None:
    (project / "seen.py").write_text(CODE + "# padding\n" * 100, encoding="utf-8")
    code, found, unresolved = checked(capsys, "--max-file-size", "1000")
    assert (code, found) == (1, [])
    assert unresolved == ["seen.py the file cannot be read: larger than max-file-size (1,261 of 1,000 bytes)"]


def test_settings_that_may_not_be_read(project: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    def refuse(path: Path) -> bytes:
        raise PermissionError(errno.EACCES, "Permission denied", str(path))

    monkeypatch.setattr(Path, "read_bytes", refuse)
    assert run(["check"]) == 2
    assert capsys.readouterr() == ("", "stategraph-lint: pyproject.toml: cannot be read: Permission denied\n")


def test_an_output_file_that_may_not_be_written(project: Path, capsys: Capture) -> None:
    (project / "folder").mkdir()
    assert run(["check", "--output-file", "folder"]) == 2
    assert "cannot write folder: " in capsys.readouterr().err
