"""What is reported, and which comments are said to do nothing: whole runs of the engine on small projects."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from stategraph_lint.analysis import analyze
from stategraph_lint.config import load
from stategraph_lint.discover import walk
from stategraph_lint.findings import Finding
from stategraph_lint.ledger import Host

STATE = """\
import operator
from typing import Annotated, TypedDict

class State(TypedDict):
    log: Annotated[list[str], operator.add]
"""
NODES = """\
from langgraph.graph import StateGraph
from state import State

def twice(state: State):
    return {"log": state["log"] + ["x"]}

def once(state: State):
    return {"log": ["x"]}

builder = StateGraph(State)
builder.add_node(twice)
builder.add_node(once)
"""
TWICE = 'return {"log": state["log"] + ["x"]}'
ONCE = 'return {"log": ["x"]}'


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for name, text in {"pyproject.toml": "", "state.py": STATE, "nodes.py": NODES}.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def comment(root: Path, code: str, text: str, name: str = "nodes.py") -> None:
    """Put a comment behind a line of a file."""
    old = (root / name).read_text(encoding="utf-8")
    assert old.count(code) == 1
    (root / name).write_text(old.replace(code, f"{code}  {text}"), encoding="utf-8")


def found(root: Path, *paths: str, host: Host | None = None, **options: Any) -> list[Finding]:
    settings = load(root, root, overrides={"extend_select": ["SGL003"], **options})
    targets: Sequence[Path] = [root / path for path in paths] or walk(root, ())
    return list(analyze(root, targets, settings, host=host or Host()).findings)


def told(findings: list[Finding]) -> list[str]:
    return [f"{one.path}:{one.line} {one.code}" for one in findings]


def messages(findings: list[Finding]) -> list[str]:
    return [one.message for one in findings if one.code == "SGL003"]


def test_a_used_and_an_unused_comment(root: Path) -> None:
    comment(root, TWICE, "# noqa: SGL302")
    comment(root, ONCE, "# noqa: SGL302")
    findings = found(root)
    assert told(findings) == ["nodes.py:8 SGL003"]
    assert messages(findings) == ["`SGL302` switches nothing off: there is no such finding here"]
    (one,) = findings
    line = (root / "nodes.py").read_text(encoding="utf-8").splitlines()[7]
    assert line[one.column - 1 : one.end_column - 1] == "SGL302"
    assert (one.severity.value, one.slug, len(one.fingerprint)) == ("info", "unused-suppression", 16)


def test_off_by_default(root: Path) -> None:
    comment(root, ONCE, "# noqa: SGL302")
    assert told(found(root, extend_select=None)) == ["nodes.py:5 SGL302"]


@pytest.mark.parametrize(
    ("options", "codes"),
    [
        ({"ignore": ["SGL302"]}, []),
        ({"per_file_ignores": ["nodes.py:SGL302"]}, []),
        ({"per_file_ignores": ["state.py:SGL302"]}, ["nodes.py:5 SGL302", "nodes.py:8 SGL003"]),
        ({"per_file_ignores": ["nodes.py:SGL003"]}, ["nodes.py:5 SGL302"]),
        ({"select": ["SGL2", "SGL003"], "extend_select": None}, []),
        ({"select": ["SGL3"]}, ["nodes.py:5 SGL302", "nodes.py:8 SGL003"]),
    ],
)
def test_a_code_that_does_not_run_is_not_unused(root: Path, options: dict[str, Any], codes: list[str]) -> None:
    comment(root, ONCE, "# noqa: SGL302")
    assert told(found(root, **options)) == codes


def test_a_prefix_and_all_codes_are_unused_when_all_they_mean_ran(root: Path) -> None:
    comment(root, ONCE, "# noqa: SGL3")
    comment(root, "builder.add_node(once)", "# stategraph-lint: ignore")
    assert told(found(root, ignore=["SGL313", "SGL305"])) == ["nodes.py:5 SGL302"]
    everything = found(root, select=["ALL"])
    assert [one for one in told(everything) if "SGL003" in one] == ["nodes.py:8 SGL003", "nodes.py:12 SGL003"]
    assert messages(everything)[1] == "this comment switches nothing off: there is no such finding here"


def test_only_given_files_are_told(root: Path) -> None:
    comment(root, ONCE, "# noqa: SGL302")
    comment(root, "class State(TypedDict):", "# noqa: SGL101", "state.py")
    assert told(found(root, "nodes.py")) == ["nodes.py:5 SGL302", "nodes.py:8 SGL003"]
    assert told(found(root, "state.py")) == ["state.py:4 SGL003"]


def test_a_comment_used_by_a_finding_that_another_file_causes(root: Path) -> None:
    comment(root, TWICE, "# noqa: SGL302")
    assert told(found(root, "nodes.py")) == []


def test_files_without_our_words_and_files_that_do_not_parse(root: Path) -> None:
    (root / "other.py").write_text("x = 1  # noqa: SGL302\n", encoding="utf-8")
    (root / "old.py").write_text("print 'x'  # noqa: SGL302\n", encoding="utf-8")
    comment(root, TWICE, "# noqa: SGL302")
    assert told(found(root)) == ["other.py:1 SGL003"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("# noqa: SGL999", "`SGL999` is no code of stategraph-lint"),
        ("# noqa: SGL3020", "`SGL3020` is no code of stategraph-lint; did you mean `SGL302`?"),
        ("# noqa: sgl302", "`sgl302` is no code of stategraph-lint; did you mean `SGL302`?"),
        ("# stategraph-lint: ignore[E501]", "`E501` is no code of stategraph-lint"),
        (
            "# stategraph-lint: ignore[manual-concatenation]",
            "`manual-concatenation` is no code of stategraph-lint; did you mean `SGL302`?",
        ),
        ("# stategraph-lint: ignore[]", "this comment names no code, and switches nothing off"),
        (
            "# stategraph-lint: disable=SGL302",
            "this comment cannot be read, and switches nothing off; write `# stategraph-lint: ignore[CODE] reason`",
        ),
        (
            "\n    # stategraph-lint: ignore[SGL302]",
            "`SGL302` switches nothing off: on a line of its own, it holds for no code",
        ),
    ],
)
def test_comments_that_cannot_do_anything(root: Path, text: str, message: str) -> None:
    comment(root, ONCE, text)
    assert messages(found(root)) == [message]


@pytest.mark.parametrize("text", ["# noqa", "# noqa: E501", "# noqa: S101,D103", "# flake8: noqa here"])
def test_what_other_tools_may_need_is_left_alone(root: Path, text: str) -> None:
    comment(root, ONCE, text)
    assert messages(found(root)) == []


def test_a_comment_for_the_file(root: Path) -> None:
    nodes = (root / "nodes.py").read_text(encoding="utf-8")
    for codes, expected in (("SGL302", []), ("SGL302, SGL303", ["nodes.py:1 SGL003"])):
        (root / "nodes.py").write_text(f"# stategraph-lint: ignore[{codes}]\n{nodes}", encoding="utf-8")
        findings = found(root)
        assert told(findings) == expected
    assert messages(findings) == ["`SGL303` switches nothing off: there is no such finding in this file"]


def test_flake8_noqa_for_the_file_hides_what_is_unused(root: Path) -> None:
    comment(root, ONCE, "# noqa: SGL302\n# flake8: noqa")
    assert found(root) == []


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("# noqa: SGL302, SGL003", 0),
        ("# noqa: SGL302  # stategraph-lint: ignore[SGL003]", 0),
        ("# noqa: SGL302  # stategraph-lint: ignore[SGL0] why", 0),
        ("# noqa: SGL003", 1),
        ("# stategraph-lint: ignore[SGL003]", 1),
        ("# stategraph-lint: ignore[SGL302, SGL999, SGL003]", 0),
    ],
)
def test_it_can_be_switched_off_itself(root: Path, text: str, count: int) -> None:
    comment(root, ONCE, text)
    assert len(messages(found(root))) == count


def test_a_host_that_heeds_noqa_itself(root: Path) -> None:
    comment(root, TWICE, "# noqa: SGL302")
    comment(root, ONCE, "# noqa: SGL302")
    assert told(found(root, host=Host("left"))) == ["nodes.py:5 SGL302", "nodes.py:8 SGL003"]
    assert told(found(root, host=Host("off"))) == ["nodes.py:5 SGL302"]
    hidden = Host("left", lambda code, path: (code, path) != ("SGL302", root / "nodes.py"))
    assert told(found(root, host=hidden)) == ["nodes.py:5 SGL302"]


def test_own_comments_hold_under_every_host(root: Path) -> None:
    comment(root, TWICE, "# stategraph-lint: ignore[SGL302]")
    for noqa in ("applied", "left", "off"):
        assert found(root, host=Host(noqa)) == []


def test_per_file_ignores(root: Path) -> None:
    assert found(root, per_file_ignores=["*.py:SGL3"]) == []
    assert told(found(root, per_file_ignores=["!nodes.py:SGL3"])) == ["nodes.py:5 SGL302"]
    (root / "pyproject.toml").write_text(
        "[tool.stategraph-lint.per-file-ignores]\n'nodes.py' = ['SGL302']\n", encoding="utf-8"
    )
    assert found(root) == []
