"""Where the packages that a project uses are installed."""

from __future__ import annotations

import os
import sysconfig
from collections.abc import Callable, Collection
from functools import cache
from pathlib import Path

from stategraph_lint import discover

# The names that environments have beside a project's settings.
_FOLDERS = (".venv", "venv", "env")


def folders(root: Path, named: Collection[str]) -> tuple[Path, ...]:
    """Give the folders that hold the installed packages of a project.

    They are those that are `named`, relative to the root; else those of the environment in the root, of the active
    one, or of the running Python.
    """
    if named:
        return tuple(root / name for name in named)
    active = os.environ.get("VIRTUAL_ENV")
    for home in (*(root / name for name in _FOLDERS), *((Path(active),) if active else ())):
        found = sorted((*home.glob("lib/python3*/site-packages"), *home.glob("Lib/site-packages")))
        if found:
            return tuple(found)
    return (Path(sysconfig.get_path("purelib")),)


def reader(root: Path, named: Collection[str], limit: int) -> Callable[[str], bytes | None]:
    """Give a function that reads a file of an installed package by its path there; None where there is none.

    No folder is looked for before the first file is asked for. Files of more than `limit` bytes are not read.
    """
    found = cache(lambda: folders(root, named))

    def read(path: str) -> bytes | None:
        parts = (_content(folder / path, limit) for folder in found())
        return next((data for data in parts if data is not None), None)

    return read


def _content(path: Path, limit: int) -> bytes | None:
    try:
        return discover.read(path, limit)
    except discover.ReadError:
        return None
