from __future__ import annotations

import pytest

from stategraph_lint.findings import Confirmation, Fix, Related, Severity, Unresolved
from stategraph_lint.report import text
from tests.samples import finding, report

SOURCE = '    return {"log": state["log"] + [item]}'


def line(_path: str, number: int) -> str:
    return SOURCE if number == 2 else ""


def test_no_findings() -> None:
    assert text.render(report(), line) == "No findings (1 graph in 3 files).\n"
    assert text.render(report(), line, summary=False) == ""


def test_a_finding_with_its_line_and_notes() -> None:
    entry = finding(
        "SGL302",
        column=20,
        end_column=41,
        why="the reducer adds again",
        related=(Related("src/state.py", 9, 5, "reducer set here"),),
    )
    assert text.render(report(entry), line) == (
        "src/nodes.py:2:20: SGL302 error syntax-error: something is wrong\n"
        "  |\n"
        '2 |     return {"log": state["log"] + [item]}\n'
        "  |                    ^^^^^^^^^^^^^^^^^^^^^\n"
        "  = why: the reducer adds again\n"
        "  = see: src/state.py:9:5: reducer set here\n"
        "\n"
        "1 error (1 graph in 3 files).\n"
    )


def test_a_finding_without_a_line() -> None:
    assert text.render(report(finding(line=7)), line, summary=False) == (
        "src/nodes.py:7:12: SGL001 error syntax-error: something is wrong\n"
    )


def test_findings_are_apart_and_counted_by_severity() -> None:
    severities = (Severity.INFO, Severity.ERROR, Severity.WARNING, Severity.ERROR)
    entries = [finding(line=number, severity=severity) for number, severity in enumerate(severities, 7)]
    shown = text.render(report(*entries), line)
    assert shown.count("\n\n") == 4
    assert shown.endswith("\n\n2 errors, 1 warning, 1 note (1 graph in 3 files).\n")


def test_range_over_several_lines_is_marked_on_the_first() -> None:
    shown = text.render(report(finding(column=12, end_line=5, end_column=2)), line)
    assert f"\n  | {' ' * 11}{'^' * (len(SOURCE) - 11)}\n" in shown


def test_what_later_steps_add() -> None:
    entry = finding()
    full = type(entry)(
        code=entry.code, slug=entry.slug, severity=entry.severity, message=entry.message, path=entry.path,
        line=7, column=1, end_line=7, end_column=2, trace=("START", "{web, docs}"),
        fix=Fix("safe", "drop the old value", ()), confirm=Confirmation("confirmed", "['a', 'a']", "1.2.24"),
    )  # fmt: skip
    assert text.render(report(full), line, summary=False).splitlines()[1:] == [
        "  = steps: START -> {web, docs}",
        "  = fix (safe): drop the old value",
        "  = confirmed: ['a', 'a'] (langgraph 1.2.24)",
    ]


def test_paint_is_asked_for_every_part() -> None:
    shown = text.render(report(finding()), line, lambda role, part: f"<{role}>{part}</>")
    assert shown.startswith("<path>src/nodes.py:2:12</>: <code>SGL001</> <error>error</> syntax-error")
    assert "<caret>           ^^^^^</>" in shown


@pytest.mark.parametrize(
    ("entries", "expected"),
    [
        ((), "All was resolved.\n"),
        ((Unresolved("a.py", 3, "computed name"),), "Not resolved, and so not judged:\na.py:3: computed name\n"),
    ],
)
def test_unresolved(entries: tuple[Unresolved, ...], expected: str) -> None:
    assert text.unresolved(entries) == expected
