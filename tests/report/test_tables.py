from __future__ import annotations

import json

from stategraph_lint.facts.tables import ChannelRow, SchemaTable
from stategraph_lint.findings import Statistics
from stategraph_lint.report import catalogue, channels, statistics
from stategraph_lint.rules.base import registry

ROWS = (
    ChannelRow("log", "BinaryOperatorAggregate", "list[str]", "list[str]", "[]", "add", "kept", "s.py", 9, 10),
    ChannelRow("日本", "error", "int", "int", None, None, "unknown", "s.py", 10, 10, "ValueError: Invalid reducer"),
)
TABLE = SchemaTable("State", "typeddict", "s.py", 8, ROWS, ("builder",), "ValueError: Invalid reducer", complete=False)


def test_channel_table_for_people() -> None:
    assert channels.render_text([TABLE]).splitlines() == [
        "s.py:8: State (typeddict, used by builder)",
        "  StateGraph(State) raises ValueError: Invalid reducer",
        "  a base class could not be read: there may be more fields",
        "  field  channel                  start  update type  reducer  checkpoint",
        "  log    BinaryOperatorAggregate  []     list[str]    add      kept",
        "  日本   error                    -      int          -        unknown",
        "  日本: ValueError: Invalid reducer",
    ]


def test_channel_tables_are_apart() -> None:
    bare = SchemaTable("Other", "class", "s.py", 1, ())
    assert channels.render_text([bare, bare]).count("\n\n") == 1
    assert channels.render_text([]) == "No state schemas found.\n"


def test_channel_table_for_programs() -> None:
    document = json.loads(channels.render_json([TABLE]))
    assert document["version"] == 1
    (schema,) = document["schemas"]
    assert list(schema) == ["name", "kind", "path", "line", "rows", "graphs", "error", "complete"]
    assert schema["rows"][0]["reducer"] == "add"
    assert schema["rows"][1]["error"] == "ValueError: Invalid reducer"


def test_statistics() -> None:
    shown = statistics.render(Statistics(2, (19, 20), (1, 3), (0, 0), (("computed name", 2),), (("SGL302", 7),)))
    assert shown.splitlines() == [
        "graphs                       2",
        "schemas resolved            19 of 20 (95.0%)",
        "nodes resolved               1 of 3 (33.3%)",
        "updates fully known          0 of 0",
        "",
        "not seen, by reason:",
        "       2  computed name",
        "",
        "findings by code:",
        "       7  SGL302",
    ]


def test_statistics_of_many_reasons() -> None:
    reasons = tuple((f"reason {number}", 3) for number in range(25))
    shown = statistics.render(Statistics(0, (0, 0), (0, 0), (0, 0), reasons, ()))
    assert shown.endswith("       3  reason 19\n      15  other reasons\n")


def test_catalogue() -> None:
    assert "SGL001  error    syntax-error " in catalogue.render_text(registry())
    first = json.loads(catalogue.render_json(registry()))["rules"][0]
    assert first == {
        "code": "SGL001", "slug": "syntax-error", "severity": "error", "summary": "A file cannot be parsed",
        "since": "0.1.0", "preview": False, "fix": "none", "default": True, "options": [],
    }  # fmt: skip
