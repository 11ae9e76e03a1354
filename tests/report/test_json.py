from __future__ import annotations

import json as stdlib

from stategraph_lint.findings import Edit, Fix, Related, Unresolved
from stategraph_lint.report import json
from tests.samples import finding, report

KEYS = (
    "code slug severity message path line column end_line end_column symbol graph field preview why related trace fix "
    "confirm fingerprint"
).split()


def test_the_contract() -> None:
    entry = finding("SGL302", related=(Related("s.py", 9, 5, "here"),))
    shown = json.render(report(entry, unresolved=(Unresolved("a.py", 3, "computed name"),)))
    assert shown.endswith("}\n")
    document = stdlib.loads(shown)
    assert list(document) == ["version", "findings", "unresolved", "summary"]
    assert document["version"] == 1
    (found,) = document["findings"]
    assert list(found) == KEYS
    assert (found["code"], found["severity"], found["line"], found["column"]) == ("SGL302", "error", 2, 12)
    assert [found[name] for name in ("symbol", "graph", "field", "trace", "fix", "confirm")] == [None] * 6
    assert found["related"] == [{"path": "s.py", "line": 9, "column": 5, "message": "here"}]
    assert document["unresolved"] == [{"path": "a.py", "line": 3, "reason": "computed name"}]
    assert document["summary"] == {
        "files": 3, "candidates": 2, "graphs": 1, "errors": 1, "warnings": 0, "seconds": 0.123,
    }  # fmt: skip


def test_a_fix() -> None:
    entry = finding()
    fixed = type(entry)(
        **({name: getattr(entry, name) for name in KEYS} | {"fix": Fix("safe", "x", (Edit("a.py", 1, 2, "y"),))})
    )
    (found,) = stdlib.loads(json.render(report(fixed)))["findings"]
    assert found["fix"] == {
        "applicability": "safe", "description": "x", "edits": [{"path": "a.py", "start": 1, "end": 2, "text": "y"}],
    }  # fmt: skip


def test_text_of_all_kinds() -> None:
    shown = json.render(report(finding(message='"日本" \n\x1b', path="\udcff.py")))
    (found,) = stdlib.loads(shown)["findings"]
    assert found["message"] == '"日本" \n\x1b'
    assert found["path"] == "\udcff.py"
    assert "日本" in json.render(report(finding(message="日本")))
