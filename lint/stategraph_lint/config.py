"""The settings of a run: where they come from, and what a wrong one is told.

They come from `[tool.stategraph-lint]` in the root's pyproject.toml, or from stategraph-lint.toml beside it, which
wins; the command line goes before both. `options` has the table of them all.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, Protocol

import msgspec

from stategraph_lint.globs import PerFileIgnore
from stategraph_lint.option_values import Wrong, closest, closest_code, converted
from stategraph_lint.options import BY_NAME, DEFAULT_EXCLUDE, LANGGRAPH, OPTIONS, PYTHONS
from stategraph_lint.settings_file import SettingsFile, Unusable, parsed

OWN_FILE = "stategraph-lint.toml"
PYPROJECT = "pyproject.toml"
ALL = "ALL"

_LOWER_BOUND = re.compile(r"(?:>=|~=|===?|\^|~|>)\s*(\d+)(?:\.(\d+))?")
# What other tools call it.
_ELSEWHERE = {
    "extend-ignore": "ignore",
    "disable": "ignore",
    "enable": "extend-select",
    "extend-per-file-ignores": "per-file-ignores",
}

Level = Literal["info", "warning", "error"]
Format = Literal["text", "json", "github", "sarif"]
Codes = Callable[[], Collection[str]]


class ConfigError(Exception):
    """A setting is wrong; the message is one line that names the setting, the place and the remedy.

    `part` is the key inside the setting, where that is a table, which it is about.
    """

    def __init__(self, message: str, part: str = "") -> None:
        super().__init__(message)
        self.part = part


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """The settings of one run, complete.

    `select` is None where nothing was selected and the default rules run. `cwd` is absolute; shown paths are relative
    to it. `jobs` is 0 where the number of workers is left to the engine. `max_file_size` counts bytes.
    """

    cwd: Path
    select: tuple[str, ...] | None = None
    extend_select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    per_file_ignores: tuple[PerFileIgnore, ...] = ()
    preview: bool = False
    message_fields: tuple[str, ...] = ()
    idempotent_reducers: tuple[str, ...] = ()
    serializable_classes: tuple[str, ...] = ()
    fail_on: Level = "warning"
    output_format: Format = "text"
    exclude: tuple[str, ...] = DEFAULT_EXCLUDE
    extend_exclude: tuple[str, ...] = ()
    force_exclude: bool = False
    max_file_size: int = 10_000_000
    site_packages: tuple[str, ...] = ()
    target_python: str = PYTHONS[0]
    target_langgraph: str = LANGGRAPH
    jobs: int = 0

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

    def reports(self, code: str, path: Path) -> bool:
        """Whether the code may be reported in the file with this absolute path."""
        return not any(entry.ignores(path, code) for entry in self.per_file_ignores)


SELECTORS = tuple(option.name for option in OPTIONS if option.kind == "codes")
_ADDING = ("ignore", "extend_select", "extend_exclude", "per_file_ignores")


class Selectable(Protocol):
    """What `least_severity` needs to know of a rule."""

    @property
    def code(self) -> str:
        """The rule's code."""

    @property
    def severity(self) -> str:
        """The rule's highest severity; "info" for a rule that is off by default."""

    @property
    def preview(self) -> bool:
        """Whether the rule is new, and so off by default."""


def least_severity(rule: Selectable, settings: Settings) -> Level | None:
    """Give the least severity of the rule's findings that are reported; None where the rule does not run.

    By default the stable rules run, and findings of severity info are left out; so are whole rules of severity info. A
    rule that is chosen reports them, too. A selector is a code, a prefix of codes, or ALL; the most specific one
    decides, and `ignore` wins a tie. A prefix chooses preview rules only with `preview`; a whole code and ALL always
    do.
    """
    chosen = (*(settings.select or ()), *settings.extend_select)
    picks = [_specificity(text) for text in chosen if _picks(text, rule, settings)]
    drops = [_specificity(text) for text in settings.ignore if text == ALL or rule.code.startswith(text)]
    most = max(drops, default=-1)
    if max(picks, default=-1) > most:
        return "info"
    default = settings.select is None and rule.severity != "info" and (settings.preview or not rule.preview)
    return "warning" if default and not drops else None


def selected(rule: Selectable, settings: Settings) -> bool:
    """Whether the rule runs."""
    return least_severity(rule, settings) is not None


def unheeded(rules: Collection[Selectable], settings: Settings) -> list[str]:
    """Give the selectors that choose nothing, because all they could choose is in preview."""
    chosen = (*(settings.select or ()), *settings.extend_select)
    return [text for text in chosen if not any(_picks(text, rule, settings) for rule in rules)]


def _specificity(selector: str) -> int:
    return 0 if selector == ALL else len(selector)


def _picks(selector: str, rule: Selectable, settings: Settings) -> bool:
    if selector in (ALL, rule.code):
        return True
    return rule.code.startswith(selector) and (settings.preview or not rule.preview)


def load(
    root: Path,
    cwd: Path,
    *,
    config: Path | None = None,
    isolated: bool = False,
    overrides: Mapping[str, Any] | None = None,
    codes: Codes | None = None,
    dashes: str = "--",
) -> Settings:
    """Give the settings of a run at `root`.

    `config` is the file to read in place of the root's own; with `isolated` no file is read. `overrides` are the
    options of the command line, by the names of Settings; None in it means not given, and `dashes` is what the user
    writes in front of them. A `select` among them replaces the file's selectors altogether; `ignore`, the extend
    options and `per_file_ignores` add to those of the file, any other replaces the file's. `codes` gives all codes
    there are; it is called when there are selectors to hold against them.

    Raises ConfigError when a file cannot be read or holds a wrong setting.
    """
    given: dict[str, Any] = {}
    for name, value in (overrides or {}).items():
        if value is not None:
            given[name] = _taken(name, value, f"{dashes}{BY_NAME[name].key}", cwd, codes, typed=True)
    table: dict[str, Any] = {}
    try:
        path = None if isolated else config or _own_file(root)
        if path is not None:
            table = _read(SettingsFile.read(path, cwd, named=config is not None), codes)
        merged = _merge(table, given)
        merged.setdefault("target_python", _default_python(None if isolated else root / PYPROJECT, cwd))
    except Unusable as problem:
        raise ConfigError(str(problem)) from None
    return Settings(cwd=cwd, **merged)


def _merge(table: dict[str, Any], given: Mapping[str, Any]) -> dict[str, Any]:
    if "select" in given:
        table = {name: value for name, value in table.items() if name not in SELECTORS}
    merged = {**table, **given}
    for name in _ADDING:
        if name in table and name in given:
            merged[name] = table[name] + given[name]
    return merged


def _own_file(root: Path) -> Path | None:
    own, shared = root / OWN_FILE, root / PYPROJECT
    if own.is_file():
        return own
    return shared if shared.is_file() else None


def _read(file: SettingsFile, codes: Codes | None) -> dict[str, Any]:
    """Check each setting of a file, and give them by the names of Settings."""
    keys = {option.key: option.name for option in OPTIONS}
    read = {}
    for key, value in file.table.items():
        if key not in keys:
            near = _ELSEWHERE.get(key) or closest(key.replace("_", "-"), keys)
            remedy = f"did you mean {near!r}?" if near else f"known are {', '.join(sorted(keys))}"
            raise ConfigError(f"{file.place(key)}unknown key {key!r}{file.inside}; {remedy}")
        try:
            read[keys[key]] = _taken(keys[key], value, f"'{key}'{file.inside}", file.path.parent, codes)
        except ConfigError as problem:
            raise ConfigError(f"{file.place(key, problem.part)}{problem}") from None
    return read


def _taken(name: str, value: object, shown: str, base: Path, codes: Codes | None, *, typed: bool = False) -> Any:
    """Give a setting as Settings holds it; patterns are relative to `base`."""
    option = BY_NAME[name]
    try:
        made = converted(option, value, typed=typed)
    except Wrong as problem:
        raise ConfigError(f"wrong {problem.what} for {shown}: {problem}", problem.part) from None
    if option.kind == "codes":
        if typed and not made:
            raise ConfigError(f"no code in {shown}")
        _check_selectors(made, codes, shown)
    if option.kind != "codes by pattern":
        return made
    entries = []
    for pattern, selectors in made.items():
        _check_selectors(selectors, codes, f"{shown} for {pattern!r}", pattern)
        try:
            entries.append(PerFileIgnore(base, pattern, selectors))
        except ValueError as problem:
            raise ConfigError(f"wrong pattern {pattern!r} in {shown}: {problem}", pattern) from None
    return tuple(entries)


def _check_selectors(selectors: Sequence[str], codes: Codes | None, shown: str, part: str = "") -> None:
    """Raise ConfigError when one of the selectors picks none of the codes."""
    for selector in selectors if codes is not None else ():
        assert codes is not None
        if selector != ALL and not (selector and any(code.startswith(selector) for code in codes())):
            near = closest_code(selector, [*codes(), ALL])
            remedy = f"did you mean {near!r}?" if near else "`stategraph-lint rules` lists them"
            remedy = "each code is an item of its own" if re.search(r"\w[,\s]+\w", selector) else remedy
            raise ConfigError(f"unknown code {selector!r} in {shown}; {remedy}", part)


def load_toml(path: Path) -> dict[str, Any]:
    """Give the document of a TOML file.

    Raises OSError when the file cannot be read, ValueError when it is not valid TOML.
    """
    return parsed(path.read_text(encoding="utf-8-sig"))


def _default_python(pyproject: Path | None, cwd: Path) -> str:
    running = sys.version_info[1]
    lower = _required_minor(pyproject, cwd) if pyproject and pyproject.is_file() else None
    minors = [int(version.split(".")[1]) for version in PYTHONS]
    return f"3.{min(max(running if lower is None else lower, minors[0]), minors[-1])}"


def _required_minor(pyproject: Path, cwd: Path) -> int | None:
    """The lowest minor version of Python 3 that the project's own metadata allow, None where they do not say."""
    document = SettingsFile.document(pyproject, cwd)
    text = _dig(document, "project", "requires-python") or _dig(document, "tool", "poetry", "dependencies", "python")
    bounds = (
        [(int(major), int(minor or 0)) for major, minor in _LOWER_BOUND.findall(text)] if isinstance(text, str) else []
    )
    return bounds[0][1] if bounds and bounds[0][0] == 3 else None


def _dig(document: object, *keys: str) -> object:
    for key in keys:
        document = document.get(key) if isinstance(document, dict) else None
    return document
