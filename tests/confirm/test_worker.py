"""What a witness script may do, and how it may end."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from stategraph_lint.confirm.client import NoWorker, Worker

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="the worker forks")


@pytest.fixture(scope="module")
def worker() -> Iterator[Worker]:
    made = Worker(limit=3)
    yield made
    made.close()


def test_a_script_ends_with_its_code_and_output(worker: Worker) -> None:
    outcome = worker.run("print('FAULT: x')\nraise SystemExit(0)")
    assert (outcome.exit, outcome.printed) == (0, "FAULT: x\n")
    assert worker.run("raise SystemExit(1)").exit == 1


def test_an_exception_is_told(worker: Worker) -> None:
    assert worker.run("1 / 0").error == "ZeroDivisionError: division by zero"


@pytest.mark.parametrize(
    "script",
    [
        "while True: pass",
        "import time\ntime.sleep(60)",
        "import signal\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\nwhile True: pass",
        "while True:\n    try:\n        while True: pass\n    except BaseException: pass",
        "10 ** 10 ** 10",
    ],
)
def test_a_script_that_does_not_end_is_ended(worker: Worker, script: str) -> None:
    assert worker.run(script).trouble.startswith("it did not end within 3 s")
    assert worker.run("print(1)").printed == "1\n"


@pytest.mark.parametrize(
    "script",
    [
        "import os\nos._exit(0)",
        "import os, signal\nos.kill(os.getpid(), signal.SIGKILL)",
        "import ctypes\nctypes.string_at(0)",
        "import os\nos.closerange(0, 100)",
        "import sys\nsys.setrecursionlimit(10 ** 9)\ndef f(): f()\nf()",
        "x = 'x' * 10 ** 8\nwhile True: x += x",
    ],
)
def test_a_script_that_breaks_off_is_never_a_verdict(worker: Worker, script: str) -> None:
    outcome = worker.run(script)
    assert outcome.exit not in (0, 1), outcome
    assert worker.run("print(1)").printed == "1\n"


@pytest.mark.parametrize(
    "script",
    [
        "import subprocess\nsubprocess.run(['true'])",
        "import os\nos.system('true')",
        "import os\nos.fork()",
        "import socket\nsocket.create_connection(('127.0.0.1', 9))",
        "import socket\nsocket.socket().bind(('127.0.0.1', 0))",
        "open({outside!r}, 'w').write('x')",
        "import os\nos.mkdir({outside!r})",
        "import os\nos.symlink('/', {outside!r})",
        "import os\nos.remove({kept!r})",
        "import os\nos.rename({kept!r}, {outside!r})",
        "import os\nos.truncate({kept!r}, 0)",
        "import shutil\nshutil.rmtree({folder!r})",
        "import sqlite3\nsqlite3.connect({outside!r}).execute('create table t (x)')",
    ],
)
def test_the_world_stays_as_it_is(worker: Worker, tmp_path: Path, script: str) -> None:
    kept, outside = tmp_path / "kept", tmp_path / "outside"
    kept.write_text("kept", encoding="utf-8")
    outcome = worker.run(script.format(outside=str(outside), kept=str(kept), folder=str(tmp_path)))
    assert outcome.denied, outcome
    assert kept.read_text(encoding="utf-8") == "kept"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["kept"]


def test_a_temporary_file_may_be_written(worker: Worker) -> None:
    outcome = worker.run("open('here.txt', 'w').write('x')\nprint(open('here.txt').read())")
    assert outcome.printed == "x\n"


def test_the_environment_is_not_inherited(worker: Worker, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_KEY", "hush")
    fresh = Worker()
    try:
        assert fresh.run("import os\nprint(os.environ.get('SECRET_KEY'))").printed == "None\n"
    finally:
        fresh.close()


def test_an_interpreter_without_langgraph_is_one_line() -> None:
    with pytest.raises(NoWorker, match="cannot start /nowhere/python: No such file"):
        Worker(python="/nowhere/python").run("")
    with pytest.raises(NoWorker, match="cannot import langgraph: it ends at once"):
        Worker(python="/bin/true").run("")
