"""From what the user typed to what the engine is asked."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from stategraph_lint import config, discover

STDIN = "-"
STDIN_NAME = "<stdin>"


class Request(NamedTuple):
    """One question to the engine: see `analysis.analyze` for the parts.

    `problems` are one line each about paths that could not be had.
    """

    root: Path
    targets: tuple[Path, ...]
    settings: config.Settings
    overlay: dict[Path, bytes]
    named: tuple[Path, ...]
    problems: tuple[str, ...]


class Origin(NamedTuple):
    """Where the settings come from.

    `config` is the file named in place of the root's own; with `isolated` no file is read at all; `dashes` is what
    stands in front of the options that are given beside it.
    """

    config: Path | None = None
    isolated: bool = False
    dashes: str = "--"


def make_request(
    paths: Sequence[str],
    overrides: Mapping[str, Any],
    origin: Origin,
    *,
    stdin_filename: str | None = None,
    read_stdin: Callable[[], bytes] | None = None,
    whole_root: bool = False,
) -> Request:
    """Find root, settings and files for the paths of a command line; `-` among them is standard input.

    `read_stdin` gives the bytes of standard input where it cannot simply be read. With `whole_root` all files of the
    root are targets as well. Raises ConfigError.
    """
    cwd = Path.cwd()
    typed = list(dict.fromkeys(paths)) or ["."]
    given = [discover.absolute(path, cwd) for path in typed if path != STDIN]
    stdin = [discover.absolute(stdin_filename or STDIN_NAME, cwd)] if STDIN in typed else []
    root = discover.find_root(cwd, given + stdin)
    named_config = discover.absolute(origin.config, cwd) if origin.config else None
    settings = config.load(
        root,
        cwd,
        config=named_config,
        isolated=origin.isolated,
        overrides=overrides,
        codes=_known_codes,
        dashes=origin.dashes,
    )
    wanted = list(dict.fromkeys([root, *given])) if whole_root else given
    found = discover.targets(wanted, root, settings.excluded, force_exclude=settings.force_exclude)
    if settings.force_exclude:
        stdin = [path for path in stdin if not discover.is_excluded(path, root, settings.excluded)]
    return Request(
        root=root,
        targets=tuple(sorted({*found.files, *stdin})),
        settings=settings,
        overlay={path: (read_stdin or sys.stdin.buffer.read)() for path in stdin},
        named=tuple(sorted({*found.named, *stdin})),
        problems=found.problems,
    )


def _known_codes() -> list[str]:
    from stategraph_lint.rules.base import registry

    return [rule.code for rule in registry()]
