from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from stategraph_lint.config import ConfigError, Settings, least_severity, load, selected, unheeded
from stategraph_lint.options import BY_NAME, OPTIONS, PYTHONS

HERE = "in [tool.stategraph-lint]"
AT = "pyproject.toml:2:"
TABLE = BY_NAME["per_file_ignores"].takes
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
        ("extend-ignore = []", f"unknown key 'extend-ignore' {HERE}; did you mean 'ignore'?"),
        (
            "select = 'SGL3'",
            f"wrong type for 'select' {HERE}: expected a list of codes such as [\"SGL3\"], got a string",
        ),
        (
            "ignore = ['SGL3', 3]",
            f"wrong type for 'ignore' {HERE}: expected a list of codes such as [\"SGL302\"], but item 2 is a number",
        ),
        ("preview = 1", f"wrong type for 'preview' {HERE}: expected a boolean such as true, got a number"),
        ("jobs = true", f"wrong type for 'jobs' {HERE}: expected a number such as 4, got a boolean"),
        ("jobs = 2.0", f"wrong type for 'jobs' {HERE}: expected a number such as 4, got a float"),
        (
            "fail-on = 'warn'",
            f"wrong value for 'fail-on' {HERE}: expected one of info, warning, error, got 'warn'; "
            "did you mean 'warning'?",
        ),
        (
            "target-python = 3.12",
            f"wrong type for 'target-python' {HERE}: expected one of {', '.join(PYTHONS)}, got a float",
        ),
        ("select = ['SGL304']", f"unknown code 'SGL304' in 'select' {HERE}; did you mean 'SGL302'?"),
        ("select = ['sgl302']", f"unknown code 'sgl302' in 'select' {HERE}; did you mean 'SGL302'?"),
        ("select = ['E501']", f"unknown code 'E501' in 'select' {HERE}; `stategraph-lint rules` lists them"),
        ("jobs = -1", f"wrong value for 'jobs' {HERE}: expected at least 0, got -1"),
        ("max-file-size = 0", f"wrong value for 'max-file-size' {HERE}: expected at least 1, got 0"),
        (
            "target-langgraph = 'new'",
            f"wrong value for 'target-langgraph' {HERE}: expected a version such as \"1.2.24\", got 'new'",
        ),
        (
            "message-fields = ['my chat']",
            f"wrong value for 'message-fields' {HERE}: expected a list of names such as [\"chat\"], "
            "but 'my chat' is no name",
        ),
        (
            "per-file-ignores = ['tests']",
            f"wrong type for 'per-file-ignores' {HERE}: expected {TABLE}, got a list",
        ),
        (
            "per-file-ignores = { x = 'SGL3' }",
            f"wrong type for 'per-file-ignores' {HERE}: expected {TABLE}, but 'x' has a string",
        ),
        (
            "per-file-ignores = { x = ['SGL9'] }",
            f"unknown code 'SGL9' in 'per-file-ignores' {HERE} for 'x'; `stategraph-lint rules` lists them",
        ),
        ("per-file-ignores = { '' = [] }", f"wrong pattern '' in 'per-file-ignores' {HERE}: it is empty"),
        (
            "per-file-ignores = { '[z-a]' = [] }",
            f"wrong pattern '[z-a]' in 'per-file-ignores' {HERE}: bad character range z-a",
        ),
    ],
)
def test_wrong_settings_are_told_exactly(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(ConfigError) as caught:
        settings(tmp_path, table(text))
    assert str(caught.value) == f"{AT} {message}"


def test_empty_selector(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"unknown code '' in 'select' in .*; `stategraph-lint rules` lists them"):
        settings(tmp_path, table("select = ['']"))


def test_table_that_is_none(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"pyproject.toml:2: expected a table \[tool.stategraph-lint\], got 3"):
        settings(tmp_path, "[tool]\nstategraph-lint = 3")


def test_wrong_target_python_lists_the_right_ones(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"for 'target-python' .* expected one of 3.10, 3.11.* got '3.9'"):
        settings(tmp_path, table("target-python = '3.9'"))


def test_own_file_is_named_in_messages(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"^stategraph-lint.toml:1: unknown key 'zzz'; known are exclude"):
        settings(tmp_path, "zzz = 1", name="stategraph-lint.toml")


@pytest.mark.parametrize("text", ["[tool", "a = 1\na = 2", "x = " + "[" * 5000])
def test_invalid_toml_is_one_line(tmp_path: Path, text: str) -> None:
    with pytest.raises(ConfigError, match=r"^pyproject\.toml: not valid TOML: ") as caught:
        settings(tmp_path, text)
    assert "\n" not in str(caught.value)


def test_missing_named_file(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"none.toml: cannot be read: No such file"):
        load(tmp_path, tmp_path, config=tmp_path / "none.toml")


def test_named_pyproject_without_table(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("", encoding="utf-8")
    with pytest.raises(ConfigError, match=r"^pyproject.toml: there is no table \[tool.stategraph-lint\] in it"):
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
    with pytest.raises(ConfigError, match="unknown code 'SGL9' in --select; "):
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


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, "warning None None"),
        ({"preview": True}, "warning None warning"),
        ({"select": ("ALL",)}, "info info info"),
        ({"select": ("SGL3",)}, "info info None"),
        ({"extend_select": ("SGL30",)}, "info info None"),
        ({"preview": True, "extend_select": ("SGL313",)}, "warning None info"),
        ({"ignore": ("ALL",)}, "None None None"),
        ({"extend_select": ("SGL301",), "ignore": ("SGL301",)}, "None None None"),
    ],
)
def test_findings_of_severity_info_are_reported_of_chosen_rules(options: dict[str, Any], expected: str) -> None:
    made = Settings(cwd=Path("/"), **options)
    assert " ".join(str(least_severity(rule, made)) for rule in (STABLE, INFO, NEW)) == expected


def test_every_setting_is_an_option_and_the_other_way_round() -> None:
    assert [option.name for option in OPTIONS] == [name for name in Settings.__struct_fields__ if name != "cwd"]
    made = Settings(cwd=Path("/"))
    for option in OPTIONS:
        default = getattr(made, option.name)
        if option.default in ("false", "warning", "text", "10000000") or option.name == "target_langgraph":
            assert str(default).lower() == option.default
        assert option.doc.endswith(".")
        assert option.choices or option.example


@pytest.mark.parametrize("option", [option for option in OPTIONS if option.example], ids=lambda option: option.key)
def test_examples_of_the_table_are_right(tmp_path: Path, option: Any) -> None:
    (tmp_path / "pyproject.toml").write_text(table(f"{option.key} = {option.example}"), encoding="utf-8")
    load(tmp_path, tmp_path)


def test_lines_of_keys(tmp_path: Path) -> None:
    text = """[project]
description = \"\"\"
selct = 1
[tool.stategraph-lint]
\"\"\"

[tool."stategraph-lint"]
ignore = ["SGL3"]
# selct = 2
  "selct"   = [
]
"""
    with pytest.raises(ConfigError, match=r"^pyproject.toml:10: unknown key 'selct'"):
        settings(tmp_path, text)
    with pytest.raises(ConfigError, match=r"^pyproject.toml:1: unknown key 'selct'"):
        settings(tmp_path, "tool = { stategraph-lint = { selct = 1 } }\n")
    with pytest.raises(ConfigError, match=r"^pyproject.toml:2: unknown key 'selct'"):
        settings(tmp_path, "[tool]\nstategraph-lint.selct.x = 1\n")
    with pytest.raises(
        ConfigError, match=r"^pyproject.toml:5: unknown code 'SGL9' in 'per-file-ignores' in .* for 'b'"
    ):
        settings(tmp_path, "\n\n[tool.stategraph-lint.per-file-ignores]\na = ['SGL3']\nb = ['SGL9']\n")


def test_file_that_is_not_utf8(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_bytes("[project]\nname = 'caf\xe9'\n".encode("latin-1"))
    with pytest.raises(ConfigError, match=r"^pyproject.toml:2: TOML is written in UTF-8, and byte 0xe9 is not"):
        load(tmp_path, tmp_path)


def test_byte_order_mark_and_windows_line_ends(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_bytes("\ufeff[tool.stategraph-lint]\r\njobs = 3\r\n".encode())
    assert load(tmp_path, tmp_path).jobs == 3


def test_per_file_ignores_are_relative_to_their_file_and_to_the_working_directory(tmp_path: Path) -> None:
    (tmp_path / "ci").mkdir()
    config = tmp_path / "ci" / "lint.toml"
    config.write_text("[per-file-ignores]\n'a.py' = ['SGL301']\n'../b/*' = ['SGL3']\n", encoding="utf-8")
    words = ["c/*:SGL302", "SGL313", "d.py:ALL"]
    made = load(tmp_path, tmp_path / "ci", config=config, overrides={"per_file_ignores": words}, codes=lambda: CODES)
    reported = {
        (name, code)
        for name in ("ci/a.py", "b/x.py", "ci/c/y.py", "c/y.py", "d.py")
        for code in CODES
        if made.reports(code, tmp_path / name)
    }
    everything = {("c/y.py", code) for code in CODES}
    assert reported == everything | {
        ("ci/a.py", "SGL001"), ("ci/a.py", "SGL302"), ("ci/a.py", "SGL313"), ("b/x.py", "SGL001"),
        ("ci/c/y.py", "SGL001"), ("ci/c/y.py", "SGL301"),
    }  # fmt: skip


def test_per_file_ignores_of_the_command_line_need_a_pattern(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"for --per-file-ignores: expected PATTERN:CODE such as .*, got 'SGL302'"):
        load(tmp_path, tmp_path, overrides={"per_file_ignores": ["SGL302"]})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[tool.stategraph_lint]\n", "1: nobody reads [tool.stategraph_lint]; did you mean [tool.stategraph-lint]?"),
        ("[[tool.stategraph-lint]]\n", "1: expected a table [tool.stategraph-lint], got [{}]"),
        (
            "\n[tool.stategraph-lint]\nselect = ['SGL301,SGL302']",
            f"3: unknown code 'SGL301,SGL302' in 'select' {HERE}; each code is an item of its own",
        ),
        (
            "[tool.stategraph-lint.per-file-ignores]\na = []\n'b c' = 'SGL3'\n",
            f"3: wrong type for 'per-file-ignores' {HERE}: expected {TABLE}, but 'b c' has a string",
        ),
        (
            "[tool.stategraph-lint]\ntarget-langgraph = '0.6.1'\n",
            f"2: wrong value for 'target-langgraph' {HERE}: expected 1.0 or newer, got '0.6.1'",
        ),
    ],
)
def test_what_new_users_write(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(ConfigError) as caught:
        settings(tmp_path, text)
    assert str(caught.value) == f"pyproject.toml:{message}"


def test_another_tools_table_is_none_of_ours(tmp_path: Path) -> None:
    assert settings(tmp_path, "tool = 3\n").select is None
    assert settings(tmp_path, "[tool.ruff]\nselect = 1\n[tool.stategraph-mypy]\nx = 1\n").select is None


@pytest.mark.parametrize(
    ("overrides", "message"),
    [
        ({"select": []}, "no code in --select"),
        (
            {"per_file_ignores": ["a/*:SGL301 b/*:SGL302"]},
            "wrong value for --per-file-ignores: expected a comma between",
        ),
        ({"per_file_ignores": ["a/*:"]}, "unknown code '' in --per-file-ignores for 'a/*'; "),
    ],
)
def test_what_new_users_type(tmp_path: Path, overrides: dict[str, Any], message: str) -> None:
    with pytest.raises(ConfigError) as caught:
        load(tmp_path, tmp_path, overrides=overrides, codes=lambda: CODES)
    assert str(caught.value).startswith(message)


def test_selectors_that_choose_rules_in_preview_only(tmp_path: Path) -> None:
    rules = [STABLE, INFO, NEW]
    assert unheeded(rules, Settings(cwd=tmp_path, select=("SGL31",), extend_select=("SGL30", "ALL"))) == ["SGL31"]
    assert unheeded(rules, Settings(cwd=tmp_path, select=("SGL31",), preview=True)) == []
    assert unheeded(rules, Settings(cwd=tmp_path, select=("SGL313",))) == []
