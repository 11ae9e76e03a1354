"""Run witness scripts, each in a process of its own, for the command line that started this one.

Reads one JSON object a line from the descriptor named first, writes one a line to the second. It is started with
`-I`, imports langgraph once, and forks for each script, so that a script costs milliseconds. Standard library only:
the interpreter may be that of another project.
"""

from __future__ import annotations

import io
import json
import os
import select
import signal
import sys
import tempfile
import threading
import time
import traceback
import types
from contextlib import redirect_stderr, redirect_stdout, suppress

MAX_OUTPUT = 1_000_000
MEMORY = 2 << 30


def main() -> None:
    """Serve until the other side closes its end."""
    requests, answers = os.fdopen(int(sys.argv[1]), "rb"), os.fdopen(int(sys.argv[2]), "wb", buffering=0)
    sys.path[:] = [entry for entry in sys.path if entry not in ("", os.path.dirname(os.path.abspath(__file__)))]
    fences = _fences()
    answers.write(_line(_hello()))
    for request in requests:
        job = json.loads(request)
        answers.write(_line({"id": job["id"], **_run(job, fences)}))


def _line(answer: dict[str, object]) -> bytes:
    return json.dumps(answer).encode() + b"\n"


def _hello() -> dict[str, object]:
    """Import langgraph, and say which it is; with `error` where that fails."""
    try:
        import importlib.metadata

        import langgraph.graph  # noqa: F401

        versions = {name: importlib.metadata.version(name) for name in ("langgraph", "langgraph-checkpoint")}
    except Exception as error:  # noqa: BLE001 - whatever the environment raises is the answer
        return {"error": f"{type(error).__name__}: {error}"}
    return {"versions": versions, "python": sys.version.split()[0]}


def _fences() -> dict[str, object]:
    """Give the fences' module as names: it stands beside this file, and is read before the path is cut."""
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "fences.py")
    names: dict[str, object] = {"__name__": "fences"}
    with open(path, encoding="utf-8") as source:
        exec(compile(source.read(), path, "exec"), names)  # noqa: S102 - our own file
    return names


def _run(job: dict[str, object], fences: dict[str, object]) -> dict[str, object]:
    """Run one script in a child, and say how it ended: `output`, and `exit`, `signal` or `timeout`."""
    if threading.active_count() > 1:
        return {"broken": "the worker has threads, and cannot fork"}
    with tempfile.TemporaryDirectory(prefix="stategraph-confirm-", ignore_cleanup_errors=True) as folder:
        reader, writer = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(reader)
            _child(str(job["script"]), folder, writer, fences)
        os.close(writer)
        try:
            return _watch(child, reader, float(str(job["limit"])))
        finally:
            os.close(reader)


def _watch(child: int, reader: int, limit: float) -> dict[str, object]:
    output = bytearray()
    end = time.monotonic() + limit
    timeout = False
    while True:
        left = end - time.monotonic()
        ready = select.select([reader], [], [], max(left, 0))[0] if left > 0 else []
        if not ready:
            timeout = True
            break
        chunk = os.read(reader, 65_536)
        output += chunk
        if not chunk or len(output) > MAX_OUTPUT:
            break
    # The child leads a session of its own: whatever it left running ends with it.
    for kill in (os.killpg, os.kill):
        with suppress(OSError):
            kill(child, signal.SIGKILL if timeout or len(output) > MAX_OUTPUT else signal.SIGTERM)
    status = _reap(child, end)
    answer: dict[str, object] = {"output": output[:MAX_OUTPUT].decode("utf-8", "replace")}
    if timeout:
        answer["timeout"] = limit
    elif os.WIFSIGNALED(status) and not output:
        answer["signal"] = os.WTERMSIG(status)
    return answer


def _reap(child: int, end: float) -> int:
    while time.monotonic() < end + 1:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return status
        time.sleep(0.002)
    with suppress(OSError):
        os.killpg(child, signal.SIGKILL)
    return os.waitpid(child, 0)[1]


def _child(script: str, folder: str, writer: int, fences: dict[str, object]) -> None:
    """Run the script behind the fences, write what it printed and how it ended, and be gone."""
    printed = io.StringIO()
    result: dict[str, object] = {}
    denied: list[str] = []
    with suppress(BaseException):
        os.setsid()
        keep = {writer}
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        sink = os.open(os.devnull, os.O_WRONLY)
        os.dup2(sink, 1)
        os.dup2(sink, 2)
        os.chdir(folder)
        for number in os.listdir("/proc/self/fd") if os.path.isdir("/proc/self/fd") else map(str, range(3, 64)):
            if int(number) > 2 and int(number) not in keep:
                with suppress(OSError):
                    os.close(int(number))
        held = fences["raise_fences"](folder, MEMORY, denied)  # type: ignore[operator]
        result["fences"] = held
    try:
        # A module of its own: typing looks names up in the module that a class says it is from.
        module = sys.modules["__main__"] = types.ModuleType("__main__")
        module.__file__ = os.path.join(folder, "witness.py")
        with redirect_stdout(printed), redirect_stderr(printed):
            exec(compile(script, "witness.py", "exec"), module.__dict__)  # noqa: S102 - this is what it is for
        result["exit"] = 0
    except SystemExit as stop:
        result["exit"] = stop.code if isinstance(stop.code, int) else 1
    except BaseException as error:  # noqa: BLE001 - whatever user code raises is the answer
        result["exit"] = 2
        result["error"] = "".join(traceback.format_exception_only(type(error), error)).strip()
    result["printed"] = printed.getvalue()[-100_000:]
    result["denied"] = denied
    with suppress(BaseException):
        os.write(writer, json.dumps(result).encode())
    os._exit(0)


if __name__ == "__main__":
    main()
