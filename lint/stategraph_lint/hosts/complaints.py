"""What is told on standard error: one line each, never a traceback."""

from __future__ import annotations

import sys
from pathlib import Path

NAME = "stategraph-lint"


def complain(message: str) -> None:
    """Print one line to standard error, after the name of the tool."""
    line = " ".join(message.split())
    sys.stderr.write(f"{NAME}: {line.encode('utf-8', 'backslashreplace').decode('utf-8')}\n")


def describe(error: Exception) -> str:
    """One line for an error that should not have been: what, where in our code, and at which file if that is known."""
    place, path, trace = "", "", error.__traceback__
    while trace is not None:
        frame = trace.tb_frame
        place = f"{Path(frame.f_code.co_filename).name}:{trace.tb_lineno}"
        value = frame.f_locals.get("path")
        path = f", at {value}" if isinstance(value, (str, Path)) else path
        trace = trace.tb_next
    return f"internal error, please report it: {type(error).__name__}: {error} ({place}{path})"
