"""The values of options: what each kind takes, and what a wrong one is told."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from stategraph_lint.options import LISTS, Option

_VERSION = re.compile(r"\d+(\.\d+){0,2}")
# Older ones work otherwise in too many ways.
_OLDEST = "1.0"
_TWO_IN_ONE = re.compile(r":\s*(?:SGL\d*|ALL)\s")
_TYPES = {list: "a list", tuple: "a list", dict: "a table", str: "a string", bool: "a boolean", int: "a number"}


class Wrong(Exception):
    """A value does not suit its option.

    `what` is `type` or `value`, the message says what it must be. `part` is the key inside a table that it is about.
    """

    def __init__(self, what: str, message: str, part: str = "") -> None:
        super().__init__(message)
        self.what = what
        self.part = part


def converted(option: Option, value: Any, *, typed: bool = False) -> Any:
    """Give a value of TOML, or one that was `typed` on a command line, as the type its option has.

    Raises Wrong.
    """
    if option.kind in LISTS:
        return _texts(option, value, "got")
    if option.kind == "codes by pattern":
        if typed:
            return _by_pattern(value)
        _demand(isinstance(value, dict), option, value)
        return {pattern: _texts(option, codes, f"but {pattern!r} has", pattern) for pattern, codes in value.items()}
    if option.kind == "flag":
        _demand(isinstance(value, bool), option, value)
    elif option.kind == "number":
        _demand(isinstance(value, int) and not isinstance(value, bool), option, value)
        if value < option.least:
            raise Wrong("value", f"expected at least {option.least}, got {value}")
    else:
        _demand(isinstance(value, str), option, value)
        if option.kind == "version" and not _VERSION.fullmatch(value):
            raise Wrong("value", f"expected {option.takes}, got {value!r}")
        if option.kind == "version" and int(value.partition(".")[0]) < int(_OLDEST.partition(".")[0]):
            raise Wrong("value", f"expected {_OLDEST} or newer, got {value!r}")
        if option.choices and value not in option.choices:
            near = closest(value, option.choices)
            more = f"; did you mean {near!r}?" if near else ""
            raise Wrong("value", f"expected {option.takes}, got {value!r}{more}")
    return value


def _texts(option: Option, value: Any, said: str, part: str = "") -> tuple[str, ...]:
    _demand(isinstance(value, (list, tuple)), option, value, said, part)
    for number, item in enumerate(value, 1):
        if not isinstance(item, str):
            raise Wrong("type", f"expected {option.takes}, but item {number} is {type_name(item)}", part)
        if option.kind == "names" and not all(part.isidentifier() for part in item.split(".")):
            raise Wrong("value", f"expected {option.takes}, but {item!r} is no name")
    return tuple(value)


def _demand(right: bool, option: Option, value: object, said: str = "got", part: str = "") -> None:
    if not right:
        raise Wrong("type", f"expected {option.takes}, {said} {type_name(value)}", part)


def _by_pattern(words: list[str]) -> dict[str, tuple[str, ...]]:
    """Take `PATTERN:CODE`, each with more codes behind it, apart."""
    found: dict[str, tuple[str, ...]] = {}
    pattern = ""
    for word in words:
        head, colon, code = word.rpartition(":")
        pattern = head if colon else pattern
        if not pattern:
            raise Wrong("value", f"expected PATTERN:CODE such as tests/*:SGL302, got {word!r}")
        if _TWO_IN_ONE.search(pattern):
            raise Wrong("value", f"expected a comma between patterns, got {word!r}")
        found[pattern] = (*found.get(pattern, ()), code.strip())
    return found


def type_name(value: object) -> str:
    """Give what TOML calls the type of a value."""
    return _TYPES.get(type(value), f"a {type(value).__name__}")


def closest(word: str, names: Iterable[str], likeness: float = 0.5) -> str | None:
    """Give the name most like the word, None where none is as like as that."""
    import difflib

    found = difflib.get_close_matches(word, list(names), n=1, cutoff=likeness)
    return found[0] if found else None


def closest_code(word: str, codes: Iterable[str]) -> str | None:
    """Give the code most like the word, None where none is: that three letters are the same means nothing."""
    return closest(word.strip().upper(), codes, likeness=0.75)
