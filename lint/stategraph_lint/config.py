"""The settings of a run: where they come from, and what a wrong one is told.

They come from `[tool.stategraph-lint]` in the root's pyproject.toml, or from stategraph-lint.toml beside it, which
wins; the command line goes before both. Keys are the names of the command line's options.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, Protocol

import msgspec

TABLE = "stategraph-lint"
OWN_FILE = "stategraph-lint.toml"
PYPROJECT = "pyproject.toml"
ALL = "ALL"

PYTHONS = ("3.10", "3.11", "3.12", "3.13", "3.14", "3.15")
LANGGRAPH = "1.2.24"
DEFAULT_EXCLUDE = (
    ".bzr",
    ".direnv",
    ".eggs",
    ".git",
    ".hg",
    ".ipynb_checkpoints",
    ".mypy_cache",
    ".nox",
    ".pyenv",
    ".pytest_cache",
    ".ruff_cache",
    ".svn",
    ".tox",
    ".venv",
    ".vscode",
    "__pycache__",
    "__pypackages__",
    "_build",
    "build",
    "buck-out",
    "dist",
    "node_modules",
    "site-packages",
    "venv",
)

_LOWER_BOUND = re.compile(r"(?:>=|~=|===?|\^|~|>)\s*(\d+)(?:\.(\d+))?")
_VERSION = re.compile(r"\d+(\.\d+){0,2}")

Level = Literal["info", "warning", "error"]
Format = Literal["text", "json", "github", "sarif"]


class ConfigError(Exception):
    """A setting is wrong; the message is one line that names the setting, the place and the remedy."""


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """The settings of one run, complete.

    `select` is None where nothing was selected and the default rules run. `cwd` is absolute; shown paths are relative
    to it. `jobs` is 0 where the number of workers is left to the engine. `max_file_size` counts bytes. `noqa` is false
    where the host applies `# noqa` itself.
    """

    cwd: Path
    select: tuple[str, ...] | None = None
    extend_select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    exclude: tuple[str, ...] = DEFAULT_EXCLUDE
    extend_exclude: tuple[str, ...] = ()
    force_exclude: bool = False
    fail_on: Level = "warning"
    output_format: Format = "text"
    target_python: str = "3.10"
    target_langgraph: str = LANGGRAPH
    jobs: int = 0
    preview: bool = False
    max_file_size: int = 10_000_000
    noqa: bool = True

    @property
    def python(self) -> tuple[int, int]:
        """`target_python` as a pair, such as (3, 11)."""
        major, minor = self.target_python.split(".")
        return int(major), int(minor)

    @property
    def langgraph(self) -> tuple[int, ...]:
        """`target_langgraph` as numbers, such as (1, 2, 24)."""
        return tuple(int(part) for part in self.target_langgraph.split("."))

    @property
    def excluded(self) -> tuple[str, ...]:
        """All patterns of files and folders to leave out, in gitignore syntax relative to the root."""
        return self.exclude + self.extend_exclude


SELECTORS = ("select", "extend_select", "ignore")
OPTIONS = tuple(name for name in Settings.__struct_fields__ if name not in ("cwd", "noqa"))
_TYPES = {field.name: field.type for field in msgspec.structs.fields(Settings)}


class Selectable(Protocol):
    """What `selected` needs to know of a rule."""

    @property
    def code(self) -> str:
        """The rule's code."""

    @property
    def severity(self) -> str:
        """The rule's highest severity; "info" for a rule that is off by default."""

    @property
    def preview(self) -> bool:
        """Whether the rule is new, and so off by default."""


def selected(rule: Selectable, settings: Settings) -> bool:
    """Whether the rule runs.

    By default the stable rules above info do. A selector is a code, a prefix of codes, or ALL; the most specific one
    decides, and `ignore` wins a tie. A prefix picks preview rules only with `preview`; a whole code and ALL always do.
    """
    picks = [
        _specificity(text)
        for text in (*(settings.select or ()), *settings.extend_select)
        if _picks(text, rule, settings)
    ]
    if settings.select is None and rule.severity != "info" and (settings.preview or not rule.preview):
        picks.append(0)
    drops = [_specificity(text) for text in settings.ignore if text == ALL or rule.code.startswith(text)]
    return bool(picks) and max(picks) > max(drops, default=-1)


def _specificity(selector: str) -> int:
    return 0 if selector == ALL else len(selector)


def _picks(selector: str, rule: Selectable, settings: Settings) -> bool:
    if selector in (ALL, rule.code):
        return True
    return rule.code.startswith(selector) and (settings.preview or not rule.preview)


def _check_selectors(chosen: Mapping[str, Sequence[str]], codes: Callable[[], Collection[str]], where: str) -> None:
    """Raise ConfigError when one of the selectors (by option) picks none of the codes; `where` names their origin."""
    for option, selectors in chosen.items():
        for selector in selectors:
            if selector != ALL and not (selector and any(code.startswith(selector) for code in codes())):
                hint = _closest(selector.upper(), [*codes(), ALL])
                raise ConfigError(f"unknown code {selector!r} in '{option}' {where}{hint}")


def load(
    root: Path,
    cwd: Path,
    *,
    config: Path | None = None,
    isolated: bool = False,
    overrides: Mapping[str, Any] | None = None,
    codes: Callable[[], Collection[str]] | None = None,
) -> Settings:
    """Give the settings of a run at `root`.

    `config` is the file to read in place of the root's own; with `isolated` no file is read. `overrides` are the
    options of the command line, by the names of Settings; None in it means not given. A `select` among them replaces
    the file's selectors altogether, `ignore` and the extend options add to them. `codes` gives all codes there are; it
    is called when there are selectors to hold against them.

    Raises ConfigError when a file cannot be read or holds a wrong setting.
    """
    given = {name: value for name, value in (overrides or {}).items() if value is not None}
    given = {name: _convert(name, value, f"--{_key(name)}", "on the command line") for name, value in given.items()}
    table: dict[str, Any] = {}
    if not isolated:
        path = config or _own_file(root)
        table = _read_table(path, named=config is not None) if path else {}
        if codes and path:
            _check_selectors({_key(name): table[name] for name in SELECTORS if name in table}, codes, f"of {path.name}")
    if codes:
        _check_selectors(
            {f"--{_key(name)}": given[name] for name in SELECTORS if name in given}, codes, "on the command line"
        )
    merged = _merge(table, given)
    merged.setdefault("target_python", _default_python(None if isolated else root / PYPROJECT))
    return Settings(cwd=cwd, **merged)


def _merge(table: dict[str, Any], given: Mapping[str, Any]) -> dict[str, Any]:
    if "select" in given:
        table = {name: value for name, value in table.items() if name not in SELECTORS}
    merged = {**table, **given}
    for name in ("ignore", "extend_select", "extend_exclude"):
        if name in table and name in given:
            merged[name] = table[name] + given[name]
    return merged


def _own_file(root: Path) -> Path | None:
    own, shared = root / OWN_FILE, root / PYPROJECT
    if own.is_file():
        return own
    return shared if shared.is_file() else None


def _read_table(path: Path, *, named: bool) -> dict[str, Any]:
    document = _read_toml(path)
    if path.name != PYPROJECT:
        return _checked(document, f"in {path.name}")
    tool = document.get("tool", {})
    table = tool.get(TABLE) if isinstance(tool, dict) else None
    if table is None:
        if named:
            raise ConfigError(f"{path} has no table [tool.{TABLE}]")
        return {}
    return _checked(table, f"in [tool.{TABLE}] of {path.name}")


def load_toml(path: Path) -> dict[str, Any]:
    """Give the document of a TOML file.

    Raises OSError when the file cannot be read, ValueError when it is not valid TOML.
    """
    if sys.version_info >= (3, 11):
        import tomllib
    else:
        import tomli as tomllib
    try:
        return tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except RecursionError:
        raise ValueError("nested too deeply") from None


def _read_toml(path: Path) -> dict[str, Any]:
    try:
        return load_toml(path)
    except OSError as error:
        raise ConfigError(f"cannot read {path}: {error.strerror or error}") from None
    except ValueError as error:
        raise ConfigError(f"{path} is not valid TOML: {error}") from None


def _checked(table: object, where: str) -> dict[str, Any]:
    if not isinstance(table, dict):
        raise ConfigError(f"wrong type {where}: expected a table, got {_type_name(table)}")
    keys = [_key(name) for name in OPTIONS]
    checked = {}
    for key, value in table.items():
        if key not in keys:
            raise ConfigError(f"unknown key {key!r} {where}{_closest(key.replace('_', '-'), keys)}")
        name = key.replace("-", "_")
        checked[name] = _convert(name, value, f"'{key}'", where)
    return checked


def _convert(name: str, value: Any, shown: str, where: str) -> Any:
    try:
        converted = msgspec.convert(value, _TYPES[name])
    except msgspec.ValidationError as error:
        if "enum" in str(error):
            hint = _closest(str(value), list(_TYPES[name].__args__))
            raise ConfigError(f"wrong value {value!r} for {shown} {where}{hint}") from None
        detail = (
            str(error)
            .replace("`", "")
            .replace(" | null", "")
            .replace("Expected", "expected")
            .replace(" - at $", " at ")
        )
        raise ConfigError(f"wrong type for {shown} {where}: {detail}") from None
    _check_value(name, converted, shown, where)
    return converted


def _check_value(name: str, value: Any, shown: str, where: str) -> None:
    if name == "target_python" and value not in PYTHONS:
        raise ConfigError(f"wrong value {value!r} for {shown} {where}: expected one of {', '.join(PYTHONS)}")
    if name == "target_langgraph" and not _VERSION.fullmatch(value):
        raise ConfigError(f"wrong value {value!r} for {shown} {where}: expected a version such as {LANGGRAPH}")
    if name in ("jobs", "max_file_size") and value < (1 if name == "max_file_size" else 0):
        raise ConfigError(f"wrong value {value!r} for {shown} {where}: too small")


def _key(name: str) -> str:
    return name.replace("_", "-")


def _type_name(value: object) -> str:
    return {list: "an array", str: "a string", bool: "a boolean"}.get(type(value), type(value).__name__)


def closest(word: str, names: Sequence[str]) -> str | None:
    """The name most like the word, None where none is."""
    import difflib

    found = difflib.get_close_matches(word, names, n=1, cutoff=0.5)
    return found[0] if found else None


def _closest(word: str, names: Sequence[str]) -> str:
    name = closest(word, names)
    return f"; did you mean {name!r}?" if name else f"; known are {', '.join(sorted(names))}"


def _default_python(pyproject: Path | None) -> str:
    running = sys.version_info[1]
    lower = _required_minor(pyproject) if pyproject and pyproject.is_file() else None
    minors = [int(version.split(".")[1]) for version in PYTHONS]
    return f"3.{min(max(running if lower is None else lower, minors[0]), minors[-1])}"


def _required_minor(pyproject: Path) -> int | None:
    """The lowest minor version of Python 3 that the project's own metadata allow, None where they do not say."""
    document = _read_toml(pyproject)
    text = _dig(document, "project", "requires-python") or _dig(document, "tool", "poetry", "dependencies", "python")
    bounds = (
        [(int(major), int(minor or 0)) for major, minor in _LOWER_BOUND.findall(text)] if isinstance(text, str) else []
    )
    return bounds[0][1] if bounds and bounds[0][0] == 3 else None


def _dig(document: object, *keys: str) -> object:
    for key in keys:
        document = document.get(key) if isinstance(document, dict) else None
    return document
