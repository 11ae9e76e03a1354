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
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from stategraph_lint import __version__
from stategraph_lint.options import LISTS, OPTIONS, Option

if TYPE_CHECKING:
    import ast

    from stategraph_lint.findings import Finding
    from stategraph_lint.hosts.request import Request

ENVIRONMENT = "STATEGRAPH_LINT_FLAKE8"
NOTHING = "-"
# What the grammar refuses is flake8's own E999.
_SYNTAX_ERROR = "SGL001"

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
        manager.add_option(
            "--stategraph-config",
            metavar="FILE",
            default=None,
            parse_from_config=True,
            help="The configuration file of stategraph-lint, in place of the project's own.",
        )
        for option in _options():
            more: dict[str, Any] = {"comma_separated_list": True} if option.kind in LISTS else {"type": str}
            if option.kind == "flag":
                more = {"action": "store_true"}
            manager.add_option(
                f"--stategraph-{option.key}", default=None, parse_from_config=True, help=option.doc, **more
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


def _options() -> list[Option]:
    return [option for option in OPTIONS if option.flake8]


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
    from stategraph_lint.ledger import Host

    report = analysis.analyze(
        request.root,
        request.targets,
        request.settings,
        overlay=request.overlay,
        named=request.named,
        host=Host("off" if options.disable_noqa else "left", _Shown(options, request.settings.cwd)),
    )
    return _by_file(report.findings, request.settings.cwd)


class _Shown:
    """Tells whether flake8 shows a code in a file, by its own selections and ignores, those per file included."""

    def __init__(self, options: argparse.Namespace, cwd: Path) -> None:
        from flake8.style_guide import StyleGuideManager

        self._guides = StyleGuideManager(options, formatter=None)
        self._cwd = cwd

    def __call__(self, code: str, path: Path) -> bool:
        from flake8.style_guide import Decision

        if code == _SYNTAX_ERROR:
            return False
        guide = self._guides.style_guide_for(str(path))
        return guide.should_report_error(code) is Decision.Selected


def _request(options: argparse.Namespace) -> Request:
    from stategraph_lint.hosts.request import Origin, make_request

    overrides = {option.name: getattr(options, f"stategraph_{option.name}") for option in _options()}
    if overrides["per_file_ignores"] is not None:
        overrides["per_file_ignores"] = _words(overrides["per_file_ignores"])
    config = options.stategraph_config
    return make_request(
        options.filenames,
        overrides,
        Origin(Path(config) if config else None, dashes="--stategraph-"),
        stdin_filename=options.stdin_display_name,
        read_stdin=_read_stdin,
        whole_root=True,
    )


def _words(text: str) -> list[str]:
    """Take the patterns and codes of a configuration file apart, which may stand on lines of their own."""
    return [word for word in re.split(r"[,\s]+", text) if word]


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
    """Sort the findings to their files."""
    index: dict[str, list[Place]] = {}
    for finding in findings:
        if finding.code != _SYNTAX_ERROR:
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
