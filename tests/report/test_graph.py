from __future__ import annotations

import json
import shutil
import subprocess

import pytest

from stategraph_lint.report import graph, matrix
from tests.report.pictures import HOSTILE, PICTURE


def test_mermaid() -> None:
    assert graph.render_mermaid([PICTURE]).splitlines() == [
        "## builder (src/graph.py:40)",
        "",
        "```mermaid",
        "flowchart TD",
        '    n0(["START"])',
        '    n1["plan"]',
        '    n2["web"]',
        '    n3{{"docs #34;#93;#60;/script#62;#60;script#62;alert#40;1#41;#60;/script#62;"}}',
        '    n4["write #40;deferred#41;"]',
        '    n5[["critic"]]',
        '    n6(["END"])',
        "    n0 --> n1",
        '    n1 -. "search" .-> n2',
        "    n1 -.-> n3",
        '    n2 -- "join" --> n4',
        '    n3 -- "join" --> n4',
        '    n4 == "Send" ==> n5',
        '    n5 -. "goto" .-> n1',
        "    n5 --> n6",
        "    classDef error fill:#f8d0d0,color:#000",
        "    class n2,n3 error",
        "    classDef warning fill:#fbe8b8,color:#000",
        "    class n5 warning",
        "```",
        "",
        "- src/state.py:9 SGL401 two nodes write `results` in one super-step",
        "- src/nodes.py:14 SGL304 a value is changed",
        "- not read: node 'x': given by the caller",
    ]


@pytest.mark.skipif(shutil.which("dot") is None, reason="Graphviz is not installed")
def test_dot_is_what_graphviz_reads() -> None:
    drawn = subprocess.run(
        ["dot", "-Tplain"], input=graph.render_dot([PICTURE]), capture_output=True, text=True, check=False
    )
    assert drawn.returncode == 0, drawn.stderr
    assert sum(line.startswith("edge ") for line in drawn.stdout.splitlines()) == len(PICTURE.edges)


def test_dot() -> None:
    lines = graph.render_dot([PICTURE]).splitlines()
    assert lines[0] == 'digraph "builder" {'
    assert '  "write" [label="write (deferred)", shape=box];' in lines
    assert '  "critic" [label="critic", shape=box3d, style=filled, fillcolor="#fbe8b8"];' in lines
    assert '  "plan" -> "web" [style=dashed, label="search"];' in lines
    assert any(line.startswith('  "docs \\"]</script>') for line in lines)


def test_json_holds_everything() -> None:
    document = json.loads(graph.render_json([PICTURE]))
    assert document["version"] == 1
    (drawn,) = document["graphs"]
    assert [node["name"] for node in drawn["nodes"]] == [node.name for node in PICTURE.nodes]
    assert drawn["findings"][0]["steps"] == [["__start__"], ["plan"], [HOSTILE, "web"]]


def test_matrix() -> None:
    picture = type(PICTURE)("b", "g.py", 1, None, PICTURE.nodes[:3], (), PICTURE.channels)
    assert matrix.render([picture]).splitlines() == [
        "g.py:1: b (r reads, w always writes, m may write)",
        "  node  question  plan  results  log  answer",
        "  plan  r         w     -        -    -",
        "  web   -         r     w        -    -",
    ]


@pytest.mark.parametrize(
    ("render", "said"),
    [
        (graph.render_mermaid, "No graphs found.\n"),
        (graph.render_dot, "// No graphs found.\n"),
        (matrix.render, "No graphs found.\n"),
    ],
)
def test_nothing_to_draw(render: object, said: str) -> None:
    assert callable(render)
    assert render([]) == said
