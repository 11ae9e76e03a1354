"""The worker, seen from the command line: started once, asked script by script, replaced when it breaks."""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

LIMIT = 5.0
START_LIMIT = 60.0
_KEPT = ("PATH", "LANG", "LC_ALL", "SYSTEMROOT", "TMPDIR", "TEMP", "TMP")


class NoWorker(Exception):
    """The worker cannot be started; the message says why, in one line."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a script ended.

    `exit` is its exit code, None when it did not come to an end; `printed` its output, `error` the exception that
    ended it, `denied` what it was refused, `trouble` why it did not end.
    """

    exit: int | None
    printed: str = ""
    error: str = ""
    denied: tuple[str, ...] = ()
    trouble: str = ""


@dataclass
class Worker:
    """One process of an interpreter that has langgraph. `seed` is its hash seed."""

    python: str = sys.executable
    seed: int = 0
    limit: float = LIMIT
    versions: dict[str, str] = field(default_factory=dict)
    _process: subprocess.Popen[bytes] | None = None
    _ask: IO[bytes] | None = None
    _answer: int = -1
    _buffer: bytes = b""
    _count: int = 0

    def run(self, script: str) -> Outcome:
        """Run a script and say how it ended.

        Raises NoWorker when no worker can be had.
        """
        if self._process is None:
            self._start()
        assert self._ask is not None
        self._count += 1
        try:
            self._ask.write(json.dumps({"id": self._count, "script": script, "limit": self.limit}).encode() + b"\n")
            self._ask.flush()
            answer = self._read(self.limit + 5)
        except (OSError, ValueError) as error:
            self.close()
            return Outcome(None, trouble=f"the worker broke: {error}")
        if answer is None or answer.get("id") != self._count:
            self.close()
            return Outcome(None, trouble="the worker did not answer")
        return _outcome(answer)

    def _start(self) -> None:
        served = Path(__file__).with_name("worker") / "serve.py"
        given_reader, given_writer = os.pipe()
        taken_reader, taken_writer = os.pipe()
        environment = {name: os.environ[name] for name in _KEPT if name in os.environ}
        environment["PYTHONHASHSEED"] = str(self.seed)
        try:
            # -I would drop the hash seed; the environment holds nothing else that Python reads.
            self._process = subprocess.Popen(  # noqa: S603 - the interpreter is the user's own choice
                [self.python, "-s", str(served), str(given_reader), str(taken_writer)],
                pass_fds=(given_reader, taken_writer),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                env=environment,
                cwd=os.path.dirname(served),
            )
        except OSError as error:
            raise NoWorker(f"cannot start {self.python}: {error.strerror or error}") from None
        finally:
            os.close(given_reader)
            os.close(taken_writer)
        self._ask = os.fdopen(given_writer, "wb")
        self._answer = taken_reader
        hello = self._read(START_LIMIT)
        if hello is None or "error" in hello:
            reason = "it ends at once" if hello is None else str(hello["error"])
            self.close()
            raise NoWorker(f"{self.python} cannot import langgraph: {reason}")
        self.versions = {str(name): str(version) for name, version in hello["versions"].items()}

    def _read(self, limit: float) -> dict[str, Any] | None:
        end = time.monotonic() + limit
        while b"\n" not in self._buffer:
            left = end - time.monotonic()
            if left <= 0 or not select.select([self._answer], [], [], left)[0]:
                return None
            chunk = os.read(self._answer, 65_536)
            if not chunk:
                return None
            self._buffer += chunk
        line, _, self._buffer = self._buffer.partition(b"\n")
        found: dict[str, Any] = json.loads(line)
        return found

    def close(self) -> None:
        """End the process."""
        if self._ask is not None:
            self._ask.close()
        if self._answer >= 0:
            os.close(self._answer)
        if self._process is not None:
            self._process.kill()
            self._process.wait()
        self._process, self._ask, self._answer, self._buffer = None, None, -1, b""


def _outcome(answer: dict[str, Any]) -> Outcome:
    if "broken" in answer:
        return Outcome(None, trouble=str(answer["broken"]))
    if "timeout" in answer:
        return Outcome(None, trouble=f"it did not end within {answer['timeout']:g} s")
    if "signal" in answer:
        return Outcome(None, trouble=f"signal {answer['signal']} ended it")
    try:
        result = json.loads(answer["output"])
        return Outcome(
            int(result["exit"]),
            str(result["printed"]),
            str(result.get("error", "")),
            tuple(map(str, result.get("denied", ()))),
        )
    except (ValueError, KeyError, TypeError):
        return Outcome(None, trouble="it ended without an answer")
