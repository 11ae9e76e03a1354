"""The table of all options: what the configuration file, the command line, flake8 and the docs know of each.

It is data alone, and imports nothing that would cost the command line its quick start.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

Kind = Literal["codes", "patterns", "names", "folders", "codes by pattern", "flag", "number", "version", "choice"]
Group = Literal["files", "rules", "report"]

# What a value is called, in error messages and in the docs.
KINDS: dict[Kind, str] = {
    "codes": "list of codes",
    "patterns": "list of patterns",
    "names": "list of names",
    "folders": "list of folders",
    "codes by pattern": "table of patterns, each with a list of codes",
    "flag": "boolean",
    "number": "number",
    "version": "version",
    "choice": "one of the names",
}
LISTS = frozenset({"codes", "patterns", "names", "folders"})

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


class Option(NamedTuple):
    """One option.

    `name` is the field of `config.Settings` it sets; `key` the name people write. `doc` says in one line what it does,
    `default` in words what holds without it. `choices` are the words it may be, `least` is the smallest number.
    `example` is a value as it stands in TOML. `codes` are the rules it bears on where these are few. `flake8` tells
    whether the flake8 plugin has it, too.
    """

    name: str
    kind: Kind
    group: Group
    doc: str
    default: str = ""
    choices: tuple[str, ...] = ()
    least: int = 0
    example: str = ""
    codes: tuple[str, ...] = ()
    flake8: bool = False

    @property
    def key(self) -> str:
        """The name in configuration files; with two dashes in front, on the command line."""
        return self.name.replace("_", "-")

    @property
    def takes(self) -> str:
        """What a value must be, in words."""
        if self.kind == "choice":
            return f"one of {', '.join(self.choices)}"
        return f"a {KINDS[self.kind]}" + (f" such as {self.example}" if self.example else "")


OPTIONS = (
    Option(
        "select", "codes", "rules", "Run these rules only: codes, prefixes such as SGL3, or ALL.",
        default="the stable rules above info", example='["SGL3"]', flake8=True,
    ),
    Option("extend_select", "codes", "rules", "Run these rules as well.", example='["SGL302"]', flake8=True),
    Option("ignore", "codes", "rules", "Do not run these rules.", example='["SGL302"]', flake8=True),
    Option(
        "per_file_ignores", "codes by pattern", "rules", "Do not report these codes in files that fit the pattern.",
        example='{ "tests/**" = ["SGL302"] }', flake8=True,
    ),
    Option(
        "preview", "flag", "rules", "Run rules that are still in preview.", default="false", example="true", flake8=True
    ),
    Option(
        "message_fields", "names", "rules", "These state fields hold a conversation, as messages and history do.",
        example='["chat"]', codes=("SGL104", "SGL105"), flake8=True,
    ),
    Option(
        "idempotent_reducers", "names", "rules", "These reducers, by dotted name, may be given what they already hold.",
        example='["agent.state.merge_by_id"]', codes=("SGL104", "SGL302", "SGL303"), flake8=True,
    ),
    Option(
        "serializable_classes", "names", "rules", "Checkpoints keep these classes, by dotted name, as they are.",
        example='["agent.state.Plan"]', codes=("SGL114", "SGL115", "SGL116", "SGL131"), flake8=True,
    ),
    Option(
        "fail_on", "choice", "report", "The least severity that makes the exit code 1.",
        default="warning", choices=("info", "warning", "error"),
    ),
    Option(
        "output_format", "choice", "report", "How findings are printed.",
        default="text", choices=("text", "json", "github", "sarif"),
    ),
    Option(
        "exclude", "patterns", "files", "Leave out these files and folders (gitignore syntax), not the default ones.",
        default="folders of tools, environments and builds", example='["legacy"]',
    ),
    Option("extend_exclude", "patterns", "files", "Leave out these as well.", example='["legacy"]'),
    Option(
        "force_exclude", "flag", "files", "Leave them out even when they are named.", default="false", example="true"
    ),
    Option(
        "max_file_size", "number", "files", "Do not read files with more bytes.",
        default="10000000", least=1, example="1000000",
    ),
    Option(
        "site_packages", "folders", "files", "Read the source of packages in these folders; nothing is imported.",
        default="those of `.venv`, `venv`, the active environment or the running Python",
        example='[".venv/lib/python3.12/site-packages"]', codes=("SGL101",), flake8=True,
    ),
    Option(
        "target_python", "choice", "files", "The Python the project runs on.",
        default="the lower bound of `requires-python`, else the running one", choices=PYTHONS, flake8=True,
    ),
    Option(
        "target_langgraph", "version", "files", "The LangGraph the project runs on; no rule depends on it so far.",
        default=LANGGRAPH, example=f'"{LANGGRAPH}"', flake8=True,
    ),
    Option(
        "jobs", "number", "files", "Use at most this many processes; one does all of it so far.",
        default="0, which leaves it to the tool", example="4",
    ),
)  # fmt: skip
BY_NAME = {option.name: option for option in OPTIONS}
