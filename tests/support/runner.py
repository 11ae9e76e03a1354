"""Run scripts for real, one forked child for each, from a parent that has imported the heavy packages once.

Requests and answers are lines of JSON on standard input and output. A request names a folder for the import path
(`root`) and a `script`, a `module` or a `source` text; an answer has the exit `status` and all `output`.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import runpy
import signal
import sys
import traceback
from collections.abc import Mapping
from typing import Any

HEAVY = (
    "langchain_core.language_models.fake_chat_models",
    "langgraph.checkpoint.memory",
    "langgraph.func",
    "langgraph.graph",
    "langgraph.prebuilt",
)
SECONDS = 60


def serve() -> None:
    """Answer requests until standard input ends."""
    sys.dont_write_bytecode = True
    for name in HEAVY:
        importlib.import_module(name)
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line))), flush=True)


def answer(request: Mapping[str, str]) -> dict[str, Any]:
    """Run one script in a child, and give what came of it."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.close(reading)
        os.dup2(writing, 1)
        os.dup2(writing, 2)
        signal.alarm(SECONDS)
        os._exit(run(request))
    os.close(writing)
    with os.fdopen(reading, encoding="utf-8", errors="replace") as pipe:
        output = pipe.read()
    return {"status": os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), "output": output}


def run(request: Mapping[str, str]) -> int:
    """Run the script in this process, and give its exit status."""
    sys.path.insert(0, request["root"])
    status = 1
    try:
        if "script" in request:
            runpy.run_path(request["script"], run_name="__main__")
        elif "module" in request:
            runpy.run_module(request["module"], run_name="__main__", alter_sys=True)
        else:
            exec(compile(request["source"], "<request>", "exec"), {"__name__": "__main__"})
        status = 0
    except SystemExit as error:
        status = int(error.code not in (None, 0))
        print("exit:", error.code)
    except BaseException:  # noqa: BLE001  # whatever a script raises is its output
        traceback.print_exc()
    with contextlib.suppress(OSError):
        sys.stdout.flush()
        sys.stderr.flush()
    return status


if __name__ == "__main__":
    serve()
