from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from stategraph_lint.config import ConfigError, Settings, load, selected

HERE = "in [tool.stategraph-lint] of pyproject.toml"
CODES = ["SGL001", "SGL301", "SGL302", "SGL313"]


@dataclass(frozen=True)
class Entry:
    code: str
    severity: str = "error"
    preview: bool = False


def settings(root: Path, text: str = "", *, name: str = "pyproject.toml", **options: Any) -> Settings:
    (root / name).write_text(text, encoding="utf-8")
    return load(root, root, codes=lambda: CODES, **options)


def table(text: str) -> str:
    return f"[tool.stategraph-lint]\n{text}\n"


def test_defaults(tmp_path: Path) -> None:
    made = load(tmp_path, tmp_path)
    assert (made.select, made.ignore, made.fail_on, made.output_format) == (None, (), "warning", "text")
    assert made.python == (3, sys.version_info[1])
    assert made.cwd == tmp_path


def test_table_of_pyproject(tmp_path: Path) -> None:
    made = settings(tmp_path, table('select = ["SGL3"]\nfail-on = "error"\nextend-exclude = ["x"]\njobs = 2'))
    assert (made.select, made.fail_on, made.jobs) == (("SGL3",), "error", 2)
    assert made.excluded[-1] == "x"
    assert ".git" in made.excluded


def test_own_file_goes_before_pyproject(tmp_path: Path) -> None:
    settings(tmp_path, table("jobs = 2"))
    assert settings(tmp_path, "jobs = 3", name="stategraph-lint.toml").jobs == 3


def test_isolated_reads_nothing(tmp_path: Path) -> None:
    made = settings(tmp_path, "[project]\nrequires-python = '>=3.12'\n" + table("jobs = 2"), isolated=True)
    assert (made.jobs, made.python) == (0, (3, sys.version_info[1]))


def test_named_file_goes_before_the_roots(tmp_path: Path) -> None:
    other = tmp_path / "other.toml"
    other.write_text("jobs = 5", encoding="utf-8")
    assert settings(tmp_path, table("jobs = 2"), config=other).jobs == 5


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('selct = ["SGL3"]', f"unknown key 'selct' {HERE}; did you mean 'select'?"),
        ("fail_on = 'error'", f"unknown key 'fail_on' {HERE}; did you mean 'fail-on'?"),
        ("select = 'SGL3'", f"wrong type for 'select' {HERE}: expected array, got str"),
        ("ignore = [3]", f"wrong type for 'ignore' {HERE}: expected str, got int at [0]"),
        ("preview = 1", f"wrong type for 'preview' {HERE}: expected bool, got int"),
        ("fail-on = 'warn'", f"wrong value 'warn' for 'fail-on' {HERE}; did you mean 'warning'?"),
        ("select = ['SGL304']", "unknown code 'SGL304' in 'select' of pyproject.toml; did you mean 'SGL302'?"),
        ("jobs = -1", f"wrong value -1 for 'jobs' {HERE}: too small"),
        ("max-file-size = 0", f"wrong value 0 for 'max-file-size' {HERE}: too small"),
        (
            "target-langgraph = 'new'",
            f"wrong value 'new' for 'target-langgraph' {HERE}: expected a version such as 1.2.24",
        ),
    ],
)
def test_wrong_settings_are_told_exactly(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(ConfigError) as caught:
        settings(tmp_path, table(text))
    assert str(caught.value) == message


def test_empty_selector(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"unknown code '' in 'select' of pyproject.toml; known are ALL, SGL001, "):
        settings(tmp_path, table("select = ['']"))


def test_table_that_is_none(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"pyproject.toml: expected a table, got int"):
        settings(tmp_path, "[tool]\nstategraph-lint = 3")


def test_wrong_target_python_lists_the_right_ones(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"wrong value '3.9' for 'target-python' .* expected one of 3.10, 3.11"):
        settings(tmp_path, table("target-python = '3.9'"))


def test_own_file_is_named_in_messages(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"unknown key 'zzz' in stategraph-lint.toml; known are exclude"):
        settings(tmp_path, "zzz = 1", name="stategraph-lint.toml")


@pytest.mark.parametrize("text", ["[tool", "a = 1\na = 2", "x = " + "[" * 5000])
def test_invalid_toml_is_one_line(tmp_path: Path, text: str) -> None:
    with pytest.raises(ConfigError, match=r"pyproject\.toml is not valid TOML: ") as caught:
        settings(tmp_path, text)
    assert "\n" not in str(caught.value)


def test_missing_named_file(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"cannot read .*none.toml: No such file"):
        load(tmp_path, tmp_path, config=tmp_path / "none.toml")


def test_named_pyproject_without_table(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("", encoding="utf-8")
    with pytest.raises(ConfigError, match=r"has no table \[tool.stategraph-lint\]"):
        load(tmp_path, tmp_path, config=tmp_path / "pyproject.toml")


def test_command_line_goes_before_the_file(tmp_path: Path) -> None:
    made = settings(tmp_path, table("jobs = 2\npreview = true"), overrides={"jobs": 4, "preview": None})
    assert (made.jobs, made.preview) == (4, True)


def test_select_on_the_command_line_replaces_the_files_selectors(tmp_path: Path) -> None:
    text = table('select = ["SGL0"]\nignore = ["SGL302"]\nextend-select = ["SGL313"]')
    made = settings(tmp_path, text, overrides={"select": ["SGL302"]})
    assert (made.select, made.ignore, made.extend_select) == (("SGL302",), (), ())


def test_ignore_on_the_command_line_adds_to_the_files(tmp_path: Path) -> None:
    made = settings(tmp_path, table('ignore = ["SGL302"]'), overrides={"ignore": ["SGL0"]})
    assert made.ignore == ("SGL302", "SGL0")


def test_unknown_code_on_the_command_line(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="unknown code 'SGL9' in '--select' on the command line"):
        load(tmp_path, tmp_path, overrides={"select": ["SGL9"]}, codes=lambda: CODES)


@pytest.mark.parametrize(
    ("required", "expected"),
    [
        (">=3.11,<4", (3, 11)),
        ("~=3.12.1", (3, 12)),
        ("==3.13.*", (3, 13)),
        (">=3.8", (3, 10)),
        (">=3", (3, 10)),
        ("^3.11", (3, 11)),
        (">3.99", (3, 15)),
    ],
)
def test_target_python_follows_requires_python(tmp_path: Path, required: str, expected: tuple[int, int]) -> None:
    made = settings(tmp_path, f"[project]\nrequires-python = '{required}'\n")
    assert made.python == expected


def test_target_python_follows_poetry(tmp_path: Path) -> None:
    assert settings(tmp_path, "[tool.poetry.dependencies]\npython = '^3.12'\n").python == (3, 12)


@pytest.mark.parametrize("text", ["project = 3", "[project]\nrequires-python = 3", "[project]\nrequires-python = '<4'"])
def test_target_python_without_a_bound(tmp_path: Path, text: str) -> None:
    assert settings(tmp_path, text).python == (3, sys.version_info[1])


def test_langgraph_as_numbers(tmp_path: Path) -> None:
    assert settings(tmp_path, table("target-langgraph = '1.1'")).langgraph == (1, 1)


STABLE, INFO, NEW = Entry("SGL301"), Entry("SGL302", "info"), Entry("SGL313", preview=True)


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, "SGL301"),
        ({"preview": True}, "SGL301 SGL313"),
        ({"select": ("ALL",)}, "SGL301 SGL302 SGL313"),
        ({"select": ("SGL3",)}, "SGL301 SGL302"),
        ({"select": ("SGL3",), "preview": True}, "SGL301 SGL302 SGL313"),
        ({"select": ("SGL313",)}, "SGL313"),
        ({"select": ("SGL302",)}, "SGL302"),
        ({"select": ()}, ""),
        ({"extend_select": ("SGL302",)}, "SGL301 SGL302"),
        ({"select": (), "extend_select": ("SGL302",)}, "SGL302"),
        ({"ignore": ("SGL3",)}, ""),
        ({"ignore": ("ALL",)}, ""),
        ({"select": ("SGL301",), "ignore": ("SGL3",)}, "SGL301"),
        ({"select": ("SGL3",), "ignore": ("SGL301",)}, "SGL302"),
        ({"select": ("SGL3",), "ignore": ("SGL3",)}, ""),
        ({"select": ("ALL",), "ignore": ("SGL30",)}, "SGL313"),
        ({"ignore": ("SGL3",), "extend_select": ("SGL301",)}, "SGL301"),
    ],
)  # fmt: skip
def test_the_most_specific_selector_decides(options: dict[str, Any], expected: str) -> None:
    made = Settings(cwd=Path("/"), **options)
    assert [rule.code for rule in (STABLE, INFO, NEW) if selected(rule, made)] == expected.split()
