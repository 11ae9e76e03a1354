from __future__ import annotations

from stategraph_lint.findings import Related, Severity
from stategraph_lint.report import github
from tests.samples import finding, report


def test_one_command_per_finding() -> None:
    shown = github.render(
        report(finding(), finding(severity=Severity.WARNING, line=3), finding(severity=Severity.INFO))
    )
    rest = "col=12,endColumn=16,title=SGL001 syntax-error::something is wrong"
    assert shown.splitlines() == [
        f"::error file=src/nodes.py,line=2,endLine=2,{rest}",
        f"::warning file=src/nodes.py,line=3,endLine=3,{rest}",
        f"::notice file=src/nodes.py,line=2,endLine=2,{rest}",
    ]
    assert github.render(report()) == ""


def test_columns_are_left_out_of_a_range_over_several_lines() -> None:
    assert "line=2,endLine=4,title=" in github.render(report(finding(end_line=4)))


def test_everything_is_escaped() -> None:
    entry = finding(
        path="a,b:c%.py", message="100% of\r\nlines: a, b", why="because", related=(Related("s.py", 9, 5, "here"),)
    )
    assert github.render(report(entry)) == (
        "::error file=a%2Cb%3Ac%25.py,line=2,endLine=2,col=12,endColumn=16,title=SGL001 syntax-error"
        "::100%25 of%0D%0Alines: a, b%0Abecause%0As.py:9: here\n"
    )
