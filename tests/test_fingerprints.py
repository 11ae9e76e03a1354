from __future__ import annotations

from collections.abc import Callable

from stategraph_lint.findings import Finding
from stategraph_lint.fingerprints import with_fingerprints
from tests.samples import finding

LINES = {("a.py", 2): "  x = state['k'] + [1]", ("a.py", 9): "x = state['k']+[1]", ("a.py", 3): "y"}


def source(path: str, line: int) -> str:
    return LINES.get((path, line), "")


def marks(*findings: Finding, path_key: Callable[[str], str] = str) -> list[str]:
    return [entry.fingerprint for entry in with_fingerprints(findings, source, path_key)]


def test_a_fingerprint_is_16_hexadecimal_digits() -> None:
    (mark,) = marks(finding(path="a.py"))
    assert len(mark) == 16
    int(mark, 16)


def test_it_stays_when_the_line_moves_or_is_formatted() -> None:
    assert marks(finding(path="a.py", line=2)) == marks(finding(path="a.py", line=9, column=1))


def test_it_differs_by_code_path_and_line_text() -> None:
    findings = [
        finding(path="a.py"),
        finding("SGL002", path="a.py"),
        finding(path="b.py"),
        finding(path="a.py", line=3),
    ]
    assert len({*marks(*findings)}) == 4


def test_equal_ones_are_counted() -> None:
    one, two = marks(finding(path="a.py", line=2), finding(path="a.py", line=9))
    assert one != two
    assert [one] == marks(finding(path="a.py", line=2))


def test_it_does_not_depend_on_the_working_directory() -> None:
    assert marks(finding(path="../a.py"), path_key=lambda _path: "a.py")[0] == marks(finding(path="a.py", line=77))[0]


def test_names_of_files_that_are_no_text() -> None:
    assert marks(finding(path="\udcff.py"))[0]
