"""The options of the command line's commands."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

Command = TypeVar("Command", bound=Callable[..., Any])
Decorator = Callable[[Command], Command]


def _split(_context: click.Context, _option: click.Parameter, value: tuple[str, ...]) -> list[str] | None:
    """Take `A,B` and repeated options apart; None where the option was not given."""
    words = [word.strip() for text in value for word in text.split(",")]
    return [word for word in words if word] if value else None


def _list(name: str, metavar: str, text: str) -> Callable[[Command], Command]:
    return click.option(name, metavar=metavar, multiple=True, callback=_split, help=text)


def _stack(command: Command, decorators: list[Callable[[Command], Command]]) -> Command:
    for decorator in reversed(decorators):
        command = decorator(command)
    return command


def _output_format(*names: str, text: str) -> Callable[[Command], Command]:
    return click.option("--output-format", type=click.Choice(names), help=text)


def file_options(command: Command) -> Command:
    """Add the options that say which files are read, and how."""
    paths = click.Path(path_type=Path)
    return _stack(
        command,
        [
            click.argument("paths", nargs=-1, metavar="[PATHS]..."),
            click.option("--config", type=paths, metavar="FILE", help="Read this file in place of the project's own."),
            click.option("--isolated", is_flag=True, help="Read no configuration file at all."),
            _list(
                "--exclude", "PATTERNS", "Leave out these files and folders (gitignore syntax) in place of the default."
            ),
            _list("--extend-exclude", "PATTERNS", "Leave out these as well."),
            click.option(
                "--force-exclude/--no-force-exclude", default=None, help="Leave them out even when they are named."
            ),
            click.option(
                "--max-file-size", type=int, metavar="BYTES", help="Do not read larger files (default 10000000)."
            ),
            click.option(
                "--target-python", metavar="X.Y", help="The Python the project runs on (default: requires-python)."
            ),
            click.option(
                "--target-langgraph", metavar="X.Y.Z", help="The LangGraph it runs on (default: the newest known)."
            ),
            click.option(
                "--jobs", type=int, metavar="N", help="At most this many processes work (one does all of it so far)."
            ),
            click.option("--no-cache", is_flag=True, help="Neither read nor write a cache. There is none yet."),
            click.option("-q", "--quiet", is_flag=True, help="Print no summary and no progress."),
            click.option("--output-file", type=paths, metavar="FILE", help="Write there in place of standard output."),
        ],
    )


def rule_options(command: Command) -> Command:
    """Add the options that say which rules run, and what becomes of their findings."""
    return _stack(
        command,
        [
            _list("--select", "CODES", "Run these rules only: codes, prefixes such as SGL3, or ALL."),
            _list("--extend-select", "CODES", "Run these rules as well."),
            _list("--ignore", "CODES", "Do not run these rules."),
            click.option("--preview/--no-preview", default=None, help="Run rules that are still in preview."),
            click.option(
                "--fail-on",
                type=click.Choice(["info", "warning", "error"]),
                help="The least severity that makes the exit code 1 (default warning).",
            ),
            click.option("--exit-zero", is_flag=True, help="Exit with 0 though there are findings."),
            _output_format("text", "json", "github", "sarif", text="How findings are printed (default text)."),
            click.option("--statistics", is_flag=True, help="Print how much of the project could be seen."),
            click.option("--show-unresolved", is_flag=True, help="Print what could not be read, and why."),
            click.option(
                "--stdin-filename", metavar="FILE", help="The name of what is read from standard input (path -)."
            ),
        ],
    )


def table_format(command: Command) -> Command:
    """Add --output-format for commands that print text or JSON."""
    return click.option(
        "--output-format", type=click.Choice(["text", "json"]), default="text", help="How it is printed (default text)."
    )(command)
