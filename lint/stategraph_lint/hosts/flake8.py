"""The flake8 plugin: the findings of the command line, file by file.

A finding may be visible only from another file, so the whole project is analysed once, in flake8's main process, before
its workers start. Workers that are forked inherit the outcome; spawned ones read it from a temporary file that the
environment names. A project without LangGraph costs a walk and a look at its bytes, and nothing of the engine is
imported.
"""

from __future__ import annotations

import argparse
import atexit
import contextlib
import multiprocessing
import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from stategraph_lint import __version__

if TYPE_CHECKING:
    import ast

    from stategraph_lint.findings import Finding
    from stategraph_lint.hosts.request import Request

ENVIRONMENT = "STATEGRAPH_LINT_FLAKE8"
NOTHING = "-"

Place = tuple[int, int, str]
Index = Mapping[str, Sequence[Place]]
Result = tuple[int, int, str, type]


class Plugin:
    """What flake8 makes for each file, and asks for its findings.

    flake8 hands its options to the class and nothing else to the instances, so the index lives on the class.
    """

    name = "stategraph-lint"
    version = __version__
    index: ClassVar[Index] = {}

    def __init__(self, tree: ast.AST, filename: str) -> None:  # noqa: ARG002 - see below
        """Take the file's name; the tree only makes flake8 call once per file."""
        self._filename = filename

    @classmethod
    def add_options(cls, manager: Any) -> None:
        """Add the `--stategraph-*` options, for the command line and flake8's own configuration file."""
        for name, text in _LISTS.items():
            manager.add_option(
                f"--stategraph-{name}",
                metavar="CODES",
                default=None,
                comma_separated_list=True,
                parse_from_config=True,
                help=text,
            )
        for name, text in _TEXTS.items():
            manager.add_option(f"--stategraph-{name}", default=None, parse_from_config=True, help=text)
        manager.add_option(
            "--stategraph-preview", action="store_true", default=None, parse_from_config=True, help="Run preview rules."
        )

    @classmethod
    def parse_options(cls, _manager: Any, options: argparse.Namespace, _arguments: Sequence[str]) -> None:
        """Make the index in the main process, take it over in a worker.

        Raises flake8's ExecutionError, which it prints as one line, for a wrong setting.
        """
        handed = os.environ.get(ENVIRONMENT)
        if handed and multiprocessing.parent_process() is not None:
            cls.index = {} if handed == NOTHING else _load(handed)
            return
        cls.index = _guarded(options)
        os.environ[ENVIRONMENT] = _written(cls.index) if cls.index else NOTHING

    def run(self) -> Iterator[Result]:
        """Give line, column (flake8 adds one to it), text and the plugin for each finding of the file."""
        if self.index:
            for line, column, text in self.index.get(os.path.realpath(self._filename), ()):
                yield line, column - 1, text, type(self)


_OPTIONS = ("select", "extend_select", "ignore", "preview", "target_python", "target_langgraph")
_LISTS = {
    "select": "Run these rules of stategraph-lint only: codes, prefixes or ALL.",
    "extend-select": "Run these rules of stategraph-lint as well.",
    "ignore": "Do not run these rules of stategraph-lint.",
}
_TEXTS = {
    "config": "The configuration file of stategraph-lint, in place of the project's own.",
    "target-python": "The Python the project runs on, such as 3.12.",
    "target-langgraph": "The LangGraph the project runs on, such as 1.2.24.",
}


def _guarded(options: argparse.Namespace) -> Index:
    """Make the index; an error of our own is one line on standard error and no findings."""
    from stategraph_lint.config import ConfigError
    from stategraph_lint.hosts.complaints import complain, describe

    try:
        return _index(options)
    except ConfigError as error:
        from flake8.exceptions import ExecutionError

        raise ExecutionError(f"stategraph-lint: {error}") from None
    except Exception as error:  # noqa: BLE001 - flake8 must go on, whatever it was
        complain(f"{describe(error)}; flake8 goes on without SGL")
        return {}


def _index(options: argparse.Namespace) -> Index:
    """Analyse the project, and give the places of its findings by the real path of their files."""
    request = _request(options)
    if not _concerns_langgraph(request):
        return {}
    from stategraph_lint import analysis

    report = analysis.analyze(
        request.root, request.targets, request.settings, overlay=request.overlay, named=request.named
    )
    return _by_file(report.findings, request.settings.cwd)


def _request(options: argparse.Namespace) -> Request:
    from stategraph_lint.hosts.request import Origin, make_request

    overrides = {name: getattr(options, f"stategraph_{name}") for name in _OPTIONS}
    config = options.stategraph_config
    return make_request(
        options.filenames,
        {**overrides, "noqa": False},
        Origin(Path(config) if config else None),
        stdin_filename=options.stdin_display_name,
        read_stdin=_read_stdin,
        whole_root=True,
    )


def _read_stdin() -> bytes:
    """The bytes of standard input. flake8 reads it once and keeps only the text, so the text is encoded again."""
    import io
    import tokenize

    from flake8.utils import stdin_get_value

    text: str = stdin_get_value()
    encoding, _ = tokenize.detect_encoding(io.BytesIO(text.encode("utf-8", "replace")).readline)
    return text.encode(encoding, "replace")


def _concerns_langgraph(request: Request) -> bool:
    """Whether any target passes the byte test."""
    from stategraph_lint.discover import ReadError, may_matter, read

    for path in request.targets:
        with contextlib.suppress(ReadError):
            if may_matter(request.overlay.get(path) or read(path, request.settings.max_file_size)):
                return True
    return False


def _by_file(findings: Sequence[Finding], cwd: Path) -> dict[str, list[Place]]:
    """Sort the findings to their files; what Python's grammar refuses is flake8's own E999."""
    from stategraph_lint.rules.files.syntax_error import SYNTAX_ERROR

    index: dict[str, list[Place]] = {}
    for finding in findings:
        if finding.code != SYNTAX_ERROR.code:
            place = (finding.line, finding.column, f"{finding.code} {finding.message}")
            index.setdefault(os.path.realpath(cwd / finding.path), []).append(place)
    return index


def _written(index: Index) -> str:
    """Write the index to a temporary file, which is removed when this process ends, and give its name."""
    import json
    import tempfile

    handle, name = tempfile.mkstemp(prefix="stategraph-lint-", suffix=".json")
    with open(handle, "w", encoding="utf-8") as file:
        json.dump(index, file)
    atexit.register(_remove, name, os.getpid())
    return name


def _remove(name: str, owner: int) -> None:
    if os.getpid() == owner:
        with contextlib.suppress(OSError):
            os.unlink(name)


def _load(name: str) -> Index:
    """Read what the main process handed over; without it there is one line on standard error and no findings."""
    import json

    from stategraph_lint.hosts.complaints import complain

    try:
        with open(name, encoding="utf-8") as file:
            index: Index = json.load(file)
    except (OSError, ValueError) as error:
        complain(f"cannot read the findings that the main process left in {name}: {error}")
        return {}
    return index
