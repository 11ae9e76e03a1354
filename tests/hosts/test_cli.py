from __future__ import annotations

import io
import json
import os
import pty
import select
import subprocess
import sys
from pathlib import Path

import pytest

import stategraph_lint
from stategraph_lint.facts.tables import SchemaTable
from stategraph_lint.findings import Severity, Unresolved
from stategraph_lint.hosts.cli import run
from stategraph_lint.hosts.terminal import ProgressBar
from tests.hosts.conftest import Engine
from tests.samples import finding, report

Capture = pytest.CaptureFixture[str]


def shown(paths: object, root: Path) -> list[str]:
    assert isinstance(paths, (tuple, list))
    return [path.relative_to(root).as_posix() for path in paths]


def test_check_of_the_working_directory(project: Path, engine: Engine, capsys: Capture) -> None:
    assert run(["check"]) == 0
    (call,) = engine.calls
    assert call["root"] == project
    assert shown(call["targets"], project) == ["src/nodes.py", "src/state.py"]
    assert call["named"] == ()
    assert call["overlay"] == {}
    assert capsys.readouterr() == ("No findings (1 graph in 3 files).\n", "")


def test_check_from_a_subdirectory(project: Path, engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(project / "src")
    assert run(["check", "nodes.py", str(project / "src" / "nodes.py")]) == 0
    assert engine.calls[0]["root"] == project
    assert shown(engine.calls[0]["named"], project) == ["src/nodes.py"]
    assert engine.calls[0]["settings"].cwd == project / "src"


@pytest.mark.parametrize(
    ("severity", "options", "code"),
    [
        (Severity.ERROR, [], 1),
        (Severity.WARNING, [], 1),
        (Severity.INFO, [], 0),
        (Severity.WARNING, ["--fail-on", "error"], 0),
        (Severity.ERROR, ["--fail-on", "error"], 1),
        (Severity.INFO, ["--fail-on", "info"], 1),
        (Severity.ERROR, ["--exit-zero"], 0),
    ],
)
def test_exit_code_of_findings(
    project: Path, engine: Engine, severity: Severity, options: list[str], code: int
) -> None:
    engine.answer = report(finding("SGL302", severity))
    assert run(["check", *options]) == code


@pytest.mark.parametrize("code", ["SGL001", "SGL002"])
def test_exit_code_of_a_file_that_cannot_be_checked(project: Path, engine: Engine, code: str) -> None:
    engine.answer = report(finding(code))
    assert run(["check", "--exit-zero"]) == 2


def test_missing_paths_are_told_and_the_run_goes_on(project: Path, engine: Engine, capsys: Capture) -> None:
    engine.answer = report(finding("SGL302"))
    assert run(["check", "gone.py", "src", "also/gone"]) == 2
    out, err = capsys.readouterr()
    assert "SGL302" in out
    assert err == (
        "stategraph-lint: gone.py: no such file or directory\nstategraph-lint: also/gone: no such file or directory\n"
    )


def test_folder_without_python(project: Path, engine: Engine, capsys: Capture) -> None:
    (project / "docs").mkdir()
    assert run(["check", "docs"]) == 0
    assert capsys.readouterr().err == "stategraph-lint: no Python files found\n"


def test_text_shows_the_source_line(project: Path, engine: Engine, capsys: Capture) -> None:
    engine.answer = report(finding("SGL302", column=9, end_column=14))
    run(["check", "-q"])
    assert capsys.readouterr().out == (
        "src/nodes.py:2:9: SGL302 error syntax-error: something is wrong\n  |\n2 |     x = wrong\n  |         ^^^^^\n"
    )


def test_json(project: Path, engine: Engine, capsys: Capture) -> None:
    engine.answer = report(finding("SGL302"))
    assert run(["check", "--output-format", "json", "--show-unresolved"]) == 1
    out, err = capsys.readouterr()
    (found,) = json.loads(out)["findings"]
    assert found["code"] == "SGL302"
    assert err == ""


def test_github_and_sarif(project: Path, engine: Engine, capsys: Capture) -> None:
    engine.answer = report(finding("SGL002"), unresolved=(Unresolved("a.py", 3, "computed name"),))
    assert run(["check", "--output-format", "github", "--statistics", "--show-unresolved"]) == 2
    out, err = capsys.readouterr()
    assert out.startswith("::error file=src/nodes.py,line=2,")
    assert "a.py:3: computed name" in err
    assert "schemas resolved" in err
    assert run(["check", "--output-format", "sarif"]) == 2
    log = json.loads(capsys.readouterr().out)
    assert log["runs"][0]["invocations"] == [{"executionSuccessful": False}]


def test_statistics_and_unresolved_follow_the_text(project: Path, engine: Engine, capsys: Capture) -> None:
    engine.answer = report(unresolved=(Unresolved("a.py", 3, "computed name"),))
    run(["check", "--statistics", "--show-unresolved"])
    out, err = capsys.readouterr()
    assert out.startswith(
        "No findings (1 graph in 3 files).\n\nNot resolved, and so not judged:\na.py:3: computed name\n\ngraphs "
    )
    assert err == ""


def test_output_file(project: Path, engine: Engine, capsys: Capture) -> None:
    engine.answer = report(finding("SGL302"))
    assert run(["check", "--output-file", "out.txt"]) == 1
    assert capsys.readouterr().out == ""
    assert "SGL302" in (project / "out.txt").read_text(encoding="utf-8")
    assert run(["check", "--output-file", "no/out.txt"]) == 2
    assert "cannot write no/out.txt: No such file or directory" in capsys.readouterr().err


def test_standard_input(project: Path, engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"x = 1\n")))
    assert run(["check", "--stdin-filename", "src/new.py", "-"]) == 0
    (call,) = engine.calls
    assert call["overlay"] == {project / "src" / "new.py": b"x = 1\n"}
    assert shown(call["targets"], project) == shown(call["named"], project) == ["src/new.py"]


def test_standard_input_without_a_name_and_with_an_excluded_one(
    project: Path, engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"x = 1\n")))
    run(["check", "-"])
    assert engine.calls[0]["overlay"] == {project / "<stdin>": b"x = 1\n"}
    run(["check", "--force-exclude", "--stdin-filename", "build/a.py", "-"])
    assert engine.calls[1]["overlay"] == {}


def test_options_reach_the_settings(project: Path, engine: Engine) -> None:
    (project / "pyproject.toml").write_text("[tool.stategraph-lint]\njobs = 3\n", encoding="utf-8")
    options = (
        "--select SGL0,ALL --select SGL002 --ignore SGL001 --extend-select SGL0 --preview --exclude a,b "
        "--extend-exclude c --force-exclude --max-file-size 7 --no-cache --target-python 3.12 --target-langgraph 1.1"
    )
    run(["check", *options.split()])
    settings = engine.calls[0]["settings"]
    assert settings.select == ("SGL0", "ALL", "SGL002")
    assert (settings.ignore, settings.extend_select, settings.preview) == (("SGL001",), ("SGL0",), True)
    assert (settings.excluded, settings.force_exclude) == (("a", "b", "c"), True)
    assert (settings.max_file_size, settings.jobs) == (7, 3)
    assert (settings.python, settings.langgraph) == ((3, 12), (1, 1))
    run(["check", "--isolated", "--jobs", "1"])
    assert engine.calls[1]["settings"].jobs == 1


def test_config_file_on_the_command_line(project: Path, engine: Engine) -> None:
    (project / "other.toml").write_text("jobs = 9\n", encoding="utf-8")
    run(["check", "--config", "other.toml"])
    assert engine.calls[0]["settings"].jobs == 9


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["check", "--select", "SGL9"], "unknown code 'SGL9' in --select; "),
        (["check", "--target-python", "2.7"], "wrong value for --target-python: expected one of 3.10, "),
        (["check", "--output-format", "xml"], "Invalid value for '--output-format': 'xml' is not one of"),
        (["check", "--jobs", "many"], "Invalid value for '--jobs'"),
        (["check", "--stdin-filename", "a.py"], "--stdin-filename needs - among the paths"),
        (["channels", "-"], "channels reads files, not standard input"),
        (["check", "--config", "none.toml"], "none.toml: cannot be read: No such file"),
        (["chekc"], "No such command 'chekc'"),
        (["check", "--nope"], "No such option '--nope'"),
        (["explain", "SGL01"], "no rule 'SGL01'; did you mean SGL"),
        (["explain", "zzz"], "no rule 'zzz'; `stategraph-lint rules` lists them"),
    ],
)
def test_wrong_calls_are_one_line(project: Path, capsys: Capture, arguments: list[str], message: str) -> None:
    assert run(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("stategraph-lint: ")
    assert message in err
    assert err.count("\n") == 1


def test_wrong_configuration_is_one_line(project: Path, capsys: Capture) -> None:
    (project / "pyproject.toml").write_text("[tool.stategraph-lint]\nselct = []\n", encoding="utf-8")
    assert run(["check"]) == 2
    assert capsys.readouterr().err == (
        "stategraph-lint: pyproject.toml:2: unknown key 'selct' in [tool.stategraph-lint]; did you mean 'select'?\n"
    )


@pytest.mark.parametrize("error", [ValueError("odd\nthing"), RecursionError(), MemoryError(), KeyError("\udcff")])
def test_internal_errors_are_one_line(project: Path, engine: Engine, capsys: Capture, error: Exception) -> None:
    engine.error = error
    assert run(["check"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"stategraph-lint: internal error, please report it: {type(error).__name__}: ")
    assert f"at {project}/odd.py)" in err
    assert err.count("\n") == 1


def test_interruption(project: Path, engine: Engine, capsys: Capture) -> None:
    engine.error = KeyboardInterrupt()
    assert run(["check"]) == 130
    assert capsys.readouterr().err.strip() == "stategraph-lint: interrupted"


def test_channels(project: Path, engine: Engine, capsys: Capture) -> None:
    engine.tables = (SchemaTable("State", "class", "s.py", 1, ()),)
    assert run(["channels", "src"]) == 0
    assert capsys.readouterr().out.startswith("s.py:1: State (class)\n")
    assert run(["channels", "--output-format", "json", "gone"]) == 2
    assert json.loads(capsys.readouterr().out)["schemas"][0]["name"] == "State"


def test_rules_and_explain(capsys: Capture) -> None:
    assert run(["rules"]) == 0
    assert "SGL002  error " in capsys.readouterr().out
    assert run(["rules", "--output-format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["rules"][0]["code"] == "SGL001"
    for name in ("sgl001", "syntax-error"):
        assert run(["explain", name]) == 0
        out = capsys.readouterr().out
        assert out.startswith("SGL001 syntax-error (error, on by default, since 0.1.0)\n\nA file cannot be parsed.\n")
        assert "## What stays silent" in out


def test_version_and_help(capsys: Capture) -> None:
    assert run(["--version"]) == 0
    assert capsys.readouterr().out == f"stategraph-lint {stategraph_lint.__version__}\n"
    assert run(["check", "-h"]) == 0
    assert "--extend-select" in capsys.readouterr().out


def modules_after(code: str) -> set[str]:
    command = [sys.executable, "-c", f"import sys\n{code}\nprint(*sys.modules)"]
    return set(subprocess.run(command, check=True, capture_output=True, text=True).stdout.split())


def test_start_up_is_light() -> None:
    heavy = {"libcst", "rich", "json", "multiprocessing", "msgspec", "pathspec", "tomllib", "langgraph"}
    assert not heavy & modules_after("from stategraph_lint.hosts.cli import run\nrun(['--version'])")


def test_a_reader_that_goes_away(project: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-m", "stategraph_lint", "explain", "SGL001"]
    run_once = subprocess.run(command, stdout=writing, stderr=subprocess.PIPE, text=True, check=False)
    os.close(writing)
    assert (run_once.returncode, run_once.stderr) == (0, "")


def on_a_terminal(code: str, **environment: str) -> str:
    """Run code with a terminal for its output, and give what was printed there."""
    leader, follower = pty.openpty()
    settings = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "TERM")}
    command = [sys.executable, "-c", code]
    process = subprocess.Popen(
        command, stdout=follower, stderr=follower, env=settings | {"TERM": "xterm"} | environment
    )
    os.close(follower)
    text = b""
    while select.select([leader], [], [], 20)[0]:
        try:
            chunk = os.read(leader, 4096)
        except OSError:
            break
        if not chunk:
            break
        text += chunk
    os.close(leader)
    process.wait()
    return text.decode("utf-8")


PAINTED = """
import sys
from stategraph_lint.hosts.terminal import paint_for
print(paint_for(sys.stdout)("error", "bad"))
"""


def test_colours_only_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert on_a_terminal(PAINTED) == "\x1b[1;31mbad\x1b[0m\r\n"
    assert on_a_terminal(PAINTED, NO_COLOR="1") == "bad\r\n"
    assert on_a_terminal(PAINTED, TERM="dumb") == "bad\r\n"
    piped = subprocess.run([sys.executable, "-c", PAINTED], capture_output=True, text=True, check=True)
    assert piped.stdout == "bad\n"


PROGRESS = """
import time
from stategraph_lint.hosts import terminal
terminal._PATIENCE = {patience}
bar = terminal.ProgressBar(quiet={quiet})
for done in range(3):
    bar(done, 3)
    time.sleep(0.05)
bar.close()
"""


def test_progress_bar_only_on_a_terminal_and_after_a_while() -> None:
    assert "Reading" in on_a_terminal(PROGRESS.format(patience=0, quiet=False))
    assert on_a_terminal(PROGRESS.format(patience=0, quiet=True)) == ""
    assert on_a_terminal(PROGRESS.format(patience=9, quiet=False)) == ""
    code = PROGRESS.format(patience=0, quiet=False)
    piped = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert (piped.stdout, piped.stderr) == ("", "")


def test_progress_bar_in_this_process(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    bar = ProgressBar(quiet=False)
    bar(1, 2)
    bar.close()
    assert capsys.readouterr().err == ""
