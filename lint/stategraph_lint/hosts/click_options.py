"""The options of the command line's commands; those that are settings, too, come from the table of all options."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from stategraph_lint.options import LISTS, OPTIONS, Group, Option

Command = TypeVar("Command", bound=Callable[..., Any])

_METAVARS = {
    "codes": "CODES",
    "patterns": "PATTERNS",
    "folders": "FOLDERS",
    "names": "NAMES",
    "codes by pattern": "PATTERN:CODES",
    "number": "N",
    "version": "X.Y.Z",
}


def _split(_context: click.Context, _option: click.Parameter, value: tuple[str, ...]) -> list[str] | None:
    """Take `A,B` and repeated options apart; None where the option was not given."""
    words = [word.strip() for text in value for word in text.split(",")]
    return [word for word in words if word] if value else None


def _setting(option: Option) -> Callable[[Command], Command]:
    """Give the decorator that adds an option of the table."""
    name, text = f"--{option.key}", option.doc
    if option.default and option.kind != "flag":
        text = f"{text.removesuffix('.')} (default: {option.default.replace('`', '')})."
    if option.kind == "flag":
        return click.option(f"{name}/--no-{option.key}", default=None, help=text)
    if option.kind in LISTS or option.kind == "codes by pattern":
        return click.option(name, metavar=_METAVARS[option.kind], multiple=True, callback=_split, help=text)
    if option.kind == "number":
        return click.option(name, metavar="N", type=int, help=text)
    if option.kind == "choice" and option.group == "report":
        return click.option(name, type=click.Choice(option.choices), help=text)
    return click.option(name, metavar="X.Y" if option.choices else _METAVARS[option.kind], help=text)


def _settings(group: Group) -> list[Callable[[Command], Command]]:
    return [_setting(option) for option in OPTIONS if option.group == group]


def _stack(command: Command, decorators: list[Callable[[Command], Command]]) -> Command:
    for decorator in reversed(decorators):
        command = decorator(command)
    return command


def file_options(command: Command) -> Command:
    """Add the options that say which files are read, and how."""
    paths = click.Path(path_type=Path)
    return _stack(
        command,
        [
            click.argument("paths", nargs=-1, metavar="[PATHS]..."),
            click.option("--config", type=paths, metavar="FILE", help="Read this file in place of the project's own."),
            click.option("--isolated", is_flag=True, help="Read no configuration file at all."),
            *_settings("files"),
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
            *_settings("rules"),
            *_settings("report"),
            click.option("--exit-zero", is_flag=True, help="Exit with 0 though there are findings."),
            click.option("--statistics", is_flag=True, help="Print how much of the project could be seen."),
            click.option("--show-unresolved", is_flag=True, help="Print what could not be read, and why."),
            click.option(
                "--stdin-filename", metavar="FILE", help="The name of what is read from standard input (path -)."
            ),
        ],
    )


def confirm_options(command: Command) -> Command:
    """Add the options that say how findings are confirmed."""
    path = click.Path(path_type=Path)
    return _stack(
        command,
        [
            click.option(
                "--python", metavar="PATH", help="The interpreter whose langgraph is asked (default: this one)."
            ),
            click.option("--write-repro", type=path, metavar="DIR", help="Write a script for each confirmed finding."),
        ],
    )


def table_format(command: Command) -> Command:
    """Add --output-format for commands that print text or JSON."""
    return click.option(
        "--output-format", type=click.Choice(["text", "json"]), default="text", help="How it is printed (default text)."
    )(command)
