from __future__ import annotations

from pathlib import Path

import pytest

from stategraph_lint.globs import PerFileIgnore

ROOT = Path("/srv/project")
FILES = [
    "setup.py", "src/agent/nodes.py", "src/agent/__init__.py", "tests/test_nodes.py", "tests/unit/test_state.py",
    "docs/conf.py", "examples/a/b/demo.py", "src/testsuite.py",
]  # fmt: skip


def fitting(pattern: str, base: Path = ROOT) -> list[str]:
    made = PerFileIgnore(base, pattern, ("SGL3",))
    return [name for name in FILES if made.fits(ROOT / name)]


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ("setup.py", "setup.py"),
        ("nodes.py", "src/agent/nodes.py"),
        ("agent/nodes.py", ""),
        ("**/agent/nodes.py", "src/agent/nodes.py"),
        ("tests/*", "tests/test_nodes.py tests/unit/test_state.py"),
        ("tests/**", "tests/test_nodes.py tests/unit/test_state.py"),
        ("tests/**/*.py", "tests/test_nodes.py tests/unit/test_state.py"),
        ("tests", "tests/test_nodes.py tests/unit/test_state.py"),
        ("tests/", "tests/test_nodes.py tests/unit/test_state.py"),
        ("./tests/unit/", "tests/unit/test_state.py"),
        (r"tests\unit\*.py", "tests/unit/test_state.py"),
        ("test_*.py", "tests/test_nodes.py tests/unit/test_state.py"),
        ("test?_state.py", ""),
        ("test[_-]state.py", "tests/unit/test_state.py"),
        ("test[!_]state.py", ""),
        ("[]^]nodes.py", ""),
        ("{docs,examples}/**", "docs/conf.py examples/a/b/demo.py"),
        ("{docs/*,{a,b}/x,setup.py}", "setup.py docs/conf.py"),
        ("{docs", ""),
        ("**/{unit,b}/*", "tests/unit/test_state.py examples/a/b/demo.py"),
        ("!src/**", "setup.py tests/test_nodes.py tests/unit/test_state.py docs/conf.py examples/a/b/demo.py"),
        ("/srv/project/docs/*", "docs/conf.py"),
        ("../project/docs/*", "docs/conf.py"),
        ("*", " ".join(FILES)),
        (".", " ".join(FILES)),
        ("SETUP.py", ""),
        ("set.p.py", ""),
    ],
)
def test_patterns(pattern: str, expected: str) -> None:
    assert fitting(pattern) == expected.split()


def test_patterns_are_relative_to_their_folder() -> None:
    assert fitting("unit/*", ROOT / "tests") == ["tests/unit/test_state.py"]
    assert fitting("unit/*") == []


def test_a_folder_with_odd_characters_stands_for_itself() -> None:
    made = PerFileIgnore(Path("/a[b]/{c}*"), "x.py", ("ALL",))
    assert made.fits(Path("/a[b]/{c}*/x.py"))
    assert not PerFileIgnore(Path("/a[b]"), "y/x.py", ("ALL",)).fits(Path("/ab/y/x.py"))


@pytest.mark.parametrize(("codes", "ignored"), [(("SGL302",), True), (("SGL1", "SGL3"), True), (("SGL303",), False)])
def test_codes(codes: tuple[str, ...], ignored: bool) -> None:
    assert PerFileIgnore(ROOT, "setup.py", codes).ignores(ROOT / "setup.py", "SGL302") is ignored
    assert not PerFileIgnore(ROOT, "other.py", codes).ignores(ROOT / "setup.py", "SGL302")


@pytest.mark.parametrize("pattern", ["", "!", "  ", "[z-a]"])
def test_patterns_that_are_none(pattern: str) -> None:
    with pytest.raises(ValueError, match=r"empty|range"):
        PerFileIgnore(ROOT, pattern, ())


def test_many_braces_are_bounded() -> None:
    assert PerFileIgnore(ROOT, "{a,b}" * 40, ()).fits(ROOT / "x.py") is False
