from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from stategraph_lint.hosts.flake8 import ENVIRONMENT, Plugin

DRIVER = Path(__file__).with_name("flake8_driver.py")
BAD = ["src/nodes.py", 2, 5, "SGL302"]


@dataclass
class Run:
    """A project, and flake8 run in it with a stand-in for the engine."""

    root: Path
    log: Path
    temporary: Path
    findings: list[list[Any]] = field(default_factory=lambda: [BAD])
    stderr: str = ""
    code: int = 0

    def flake8(
        self, *arguments: str, method: str = "fork", cwd: str = ".", stdin: str = "", **environment: str
    ) -> list[str]:
        """Give the lines that flake8 printed, without what is not ours."""
        self.log.unlink(missing_ok=True)
        command = [sys.executable, str(DRIVER), method, json.dumps(self.findings), str(self.log), *arguments]
        run = subprocess.run(
            command, capture_output=True, text=True, check=False, cwd=self.root / cwd, input=stdin, timeout=120,
            env=os.environ | {"TMPDIR": str(self.temporary)} | environment,
        )  # fmt: skip
        self.stderr, self.code = run.stderr, run.returncode
        assert "Traceback" not in run.stderr + run.stdout
        return run.stdout.splitlines()

    @property
    def calls(self) -> list[str]:
        """The calls of the engine."""
        return self.log.read_text(encoding="utf-8").splitlines() if self.log.exists() else []

    def write(self, name: str, text: str) -> None:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


@pytest.fixture
def short() -> Iterator[Path]:
    """Give a folder for temporary files; a forkserver's socket must not have a long name."""
    with tempfile.TemporaryDirectory(prefix="sgl") as name:
        yield Path(name)


@pytest.fixture
def run(tmp_path: Path, short: Path) -> Run:
    made = Run(tmp_path / "project", tmp_path / "log", short)
    made.write("pyproject.toml", "")
    made.write("src/nodes.py", "import langgraph  # noqa\nx = wrong = 1\n")
    for name in "abcdef":
        made.write(f"src/{name}.py", "y = 1\n")
    return made


EXPECTED = "src/nodes.py:2:5: SGL302 is wrong"


@pytest.mark.parametrize("method", ["fork", "spawn", "forkserver"])
def test_workers_report_what_the_main_process_found(run: Run, method: str) -> None:
    assert run.flake8("-j2", method=method) == [f"./{EXPECTED}"]
    assert len(run.calls) == 1
    assert run.calls[0].startswith("7 left None []")
    assert run.stderr == ""
    assert list(run.temporary.iterdir()) == []


def test_one_process(run: Run) -> None:
    assert run.flake8("-j1", "src") == [EXPECTED]
    assert run.code == 1


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_part_of_the_files(run: Run, method: str) -> None:
    assert run.flake8("-j2", "src/nodes.py", "src/a.py", method=method) == [EXPECTED]
    assert run.flake8("-j2", "src/a.py", "src/b.py", method=method) == []
    assert len(run.calls) == 1
    assert run.calls[0].startswith("7 ")


def test_from_a_subdirectory_and_by_absolute_path(run: Run) -> None:
    run.findings = [["nodes.py", 2, 5, "SGL302"]]
    assert run.flake8("nodes.py", cwd="src") == ["nodes.py:2:5: SGL302 is wrong"]
    assert run.calls[0].startswith("7 ")
    absolute = str(run.root / "src" / "nodes.py")
    assert run.flake8(absolute, cwd="src") == [f"{absolute}:2:5: SGL302 is wrong"]


def test_file_outside_the_root(run: Run) -> None:
    run.write("../outside.py", "z = 1\n")
    run.findings = [["../outside.py", 1, 1, "SGL302"]]
    assert run.flake8("../outside.py", "src/a.py") == ["../outside.py:1:1: SGL302 is wrong"]
    assert run.calls[0].startswith("8 ")


def test_file_by_a_linked_name(run: Run) -> None:
    (run.root / "link").symlink_to("src")
    assert run.flake8("link/nodes.py") == ["link/nodes.py:2:5: SGL302 is wrong"]


def test_standard_input(run: Run) -> None:
    run.findings = [["src/nodes.py", 1, 3, "SGL302"]]
    text = "# coding: latin-1\nx = 'langgraph é'\n"
    assert run.flake8("--stdin-display-name", "src/nodes.py", "-", stdin=text) == ["src/nodes.py:1:3: SGL302 is wrong"]
    run.findings = [["stdin", 1, 3, "SGL302"]]
    assert run.flake8("-", stdin="x = 1\n") == ["stdin:1:3: SGL302 is wrong"]
    assert run.calls == ["8 left None ['stdin=x = 1\\n']"]


def test_comments_are_flake8s_business(run: Run) -> None:
    run.write("src/nodes.py", "import langgraph  # noqa\nx = wrong = 1  # noqa: SGL302\n")
    assert run.flake8("src") == []
    assert run.flake8("src", "--disable-noqa", "--extend-ignore=F401") == [EXPECTED]
    run.write("src/nodes.py", "# flake8: noqa\nlanggraph = wrong = 1\n")
    assert run.flake8("src") == []


def test_flake8_selects_by_code(run: Run) -> None:
    assert run.flake8("src", "--extend-ignore=SGL3") == []
    assert run.flake8("src", "--select=SGL") == [EXPECTED]


def test_syntax_errors_are_flake8s_own(run: Run) -> None:
    run.write("src/broken.py", "def (:\n")
    run.findings = [["src/broken.py", 1, 5, "SGL001"], ["src/a.py", 1, 1, "SGL001"]]
    lines = run.flake8("src")
    assert [line.split(": ")[1][:4] for line in lines] == ["E999"]


def test_a_project_without_langgraph_costs_no_engine(run: Run) -> None:
    run.write("src/nodes.py", "x = 1\n")
    assert run.flake8("-j2", method="spawn") == []
    assert run.calls == []


def test_options_and_configuration(run: Run) -> None:
    run.flake8("src", "--stategraph-select=SGL002,ALL")
    assert run.calls[0].startswith("7 left ('SGL002', 'ALL') ")
    run.write("setup.cfg", "[flake8]\nstategraph-select = SGL001\n")
    run.flake8("src")
    assert run.calls[0].startswith("7 left ('SGL001',) ")
    run.write("setup.cfg", "")
    run.write("pyproject.toml", "[tool.stategraph-lint]\nselect = ['SGL0']\nexclude = ['a.py']\n")
    run.flake8("src")
    assert run.calls[0].startswith("6 left ('SGL0',) ")
    run.write("other.toml", "select = ['SGL002']\n")
    run.flake8("src", "--stategraph-config=other.toml")
    assert run.calls[0].startswith("7 left ('SGL002',) ")


def test_wrong_setting_ends_flake8_with_one_line(run: Run) -> None:
    run.write("pyproject.toml", "[tool.stategraph-lint]\nselct = []\n")
    assert run.flake8("src") == [
        "There was a critical error during execution of Flake8:",
        "stategraph-lint: pyproject.toml:2: unknown key 'selct' in [tool.stategraph-lint]; did you mean 'select'?",
    ]
    assert run.code == 1
    run.write("pyproject.toml", "")
    assert "unknown code 'SGL9' in --stategraph-select;" in run.flake8("src", "--stategraph-select=SGL9")[1]


def test_internal_error_is_one_line_and_flake8_goes_on(run: Run) -> None:
    run.findings = [["", 0, 0, "crash"]]
    run.write("src/a.py", "import os\n")
    assert run.flake8("src", "-j2") == ["src/a.py:1:1: F401 'os' imported but unused"]
    assert run.stderr.startswith(
        "stategraph-lint: internal error, please report it: ValueError: odd (flake8_driver.py:"
    )
    assert run.stderr.count("\n") == 1


def test_names_that_are_no_text(run: Run) -> None:
    name = os.fsencode(run.root / "src") + b"/\xff.py"
    Path(os.fsdecode(name)).write_text("x = 1\n", encoding="utf-8")
    run.findings = [["src/\udcff.py", 1, 1, "SGL302"], BAD]
    assert run.flake8("src/nodes.py", "src/a.py", "-j2", method="spawn") == [EXPECTED]


def test_a_worker_without_what_was_handed_over(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setenv(ENVIRONMENT, str(tmp_path / "gone.json"))
    monkeypatch.setattr("multiprocessing.parent_process", lambda: "a parent")
    monkeypatch.setattr(Plugin, "index", {})
    Plugin.parse_options(None, None, [])  # type: ignore[arg-type]
    assert Plugin.index == {}
    assert capsys.readouterr().err.startswith(
        "stategraph-lint: cannot read the findings that the main process left in "
    )
