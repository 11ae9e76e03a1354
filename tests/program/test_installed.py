"""Signatures of functions of installed packages, read from their text."""

from __future__ import annotations

import pytest

from stategraph_lint.program.installed import Installed

FILES = {
    "pack/__init__.py": """
import typing
from typing import TYPE_CHECKING, overload
from .deep.tools import join as joined, star
from pack.deep import tools
from .missing import gone
from pack import looped

if TYPE_CHECKING:
    from pack.deep.tools import lazy

def plain(a, b): ...
async def waiting(a, b=1): ...
@typing.overload
def several(a: int) -> int: ...
@overload
def several(a: str) -> str: ...
def several(a, *, key=None): ...
@decorated
def wrapped(a, b): ...
def twice(a): ...
def twice(a, b): ...
try:
    from fast import quick
except ImportError:
    def quick(a): ...
class Thing: ...
again = plain
computed = make(plain)
""",
    "pack/deep/__init__.py": "",
    "pack/deep/tools.py": """
from .. import plain as up
from ....outside import far
from ..looped import looped

def join(left, /, right, *more, sep=", ", end, **rest): ...
def star(*args): ...
def lazy(a): ...
""",
    "pack/looped.py": "from pack.deep.tools import looped",
    "broken.py": "def f(:",
    "single.py": "def f(a, b): ...",
}


def installed() -> Installed:
    return Installed(lambda path: FILES[path].encode() if path in FILES else None)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("pack.plain", "(a, b)"),
        ("pack.waiting", "(a, b=...)"),
        ("pack.several", "(a, *, key=...)"),
        ("pack.joined", "(left, /, right, *more, sep=..., end, **rest)"),
        ("pack.star", "(*args)"),
        ("pack.lazy", "(a)"),
        ("pack.again", "(a, b)"),
        ("pack.deep.tools.up", "(a, b)"),
        ("single.f", "(a, b)"),
    ],
)
def test_functions_are_found(name: str, expected: str) -> None:
    assert installed().signature(name) == expected


@pytest.mark.parametrize(
    "name",
    [
        *("pack.wrapped", "pack.twice", "pack.quick", "pack.Thing", "pack.thing", "pack.computed", "pack.gone"),
        *(
            "pack.deep.tools.far",
            "pack.looped",
            "pack.deep.tools.looped",
            "broken.f",
            "nowhere.f",
            "alone",
            "pack.tools",
        ),
    ],
)
def test_what_is_not_sure_is_none(name: str) -> None:
    assert installed().signature(name) is None


def test_each_module_is_read_once() -> None:
    asked: list[str] = []

    def read(path: str) -> bytes | None:
        asked.append(path)
        return FILES[path].encode() if path in FILES else None

    found = Installed(read)
    assert asked == []
    assert [found.signature(name) for name in ("single.f", "single.f", "single.g")] == ["(a, b)", "(a, b)", None]
    assert asked == ["single/__init__.py", "single.py"]
