"""What is only for a terminal: colours and the progress bar. rich is imported when there is one."""

from __future__ import annotations

import os
import sys
import time
from typing import TYPE_CHECKING, TextIO

from stategraph_lint.report.text import Paint, plain

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

_STYLES = {
    "path": "bold",
    "error": "bold red",
    "warning": "bold yellow",
    "info": "bold cyan",
    "code": "bold magenta",
    "caret": "red",
    "dim": "dim",
    "good": "green",
}
_PATIENCE = 1.0


def paint_for(stream: TextIO) -> Paint:
    """The paint for a stream: colours when it is a terminal that shows them and NO_COLOR is not set."""
    if not stream.isatty() or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return plain
    from rich.color import ColorSystem
    from rich.style import Style

    styles = {role: Style.parse(style) for role, style in _STYLES.items()}
    return lambda role, text: styles[role].render(text, color_system=ColorSystem.STANDARD)


class ProgressBar:
    """A progress bar on a terminal's standard error, shown once a run has taken a second; else nothing at all."""

    def __init__(self, *, quiet: bool) -> None:
        """Make a bar that stays hidden when `quiet`."""
        self._wanted = not quiet and sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
        self._start = time.monotonic()
        self._bar: Progress | None = None
        self._task: TaskID | None = None

    def __call__(self, done: int, total: int) -> None:
        """Show that `done` of `total` files are read."""
        if not self._wanted or time.monotonic() - self._start < _PATIENCE:
            return
        if self._bar is None or self._task is None:
            from rich.console import Console
            from rich.progress import Progress

            self._bar = Progress(console=Console(stderr=True), transient=True)
            self._task = self._bar.add_task("Reading", total=total)
            self._bar.start()
        self._bar.update(self._task, completed=done, total=total)

    def close(self) -> None:
        """Take the bar away."""
        if self._bar is not None:
            self._bar.stop()
