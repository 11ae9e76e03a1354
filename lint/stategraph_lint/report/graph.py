"""Graphs as Mermaid, DOT and JSON."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from stategraph_lint.facts.pictures import EdgeKind, Picture, PictureEdge, PictureNode
from stategraph_lint.report.json import VERSION, pretty

_MERMAID_ARROWS: dict[EdgeKind, tuple[str, str]] = {
    "edge": ("-->", "-->"),
    "join": ("-->", "-->"),
    "router": ("-.->", "-. {} .->"),
    "goto": ("-.->", "-. {} .->"),
    "send": ("==>", "== {} ==>"),
}
_MERMAID_SHAPES = {"start": "([{}])", "end": "([{}])", "subgraph": "[[{}]]", "tools": "{{{{{}}}}}"}
_DOT_STYLES: dict[EdgeKind, str] = {
    "edge": "solid",
    "join": "solid",
    "router": "dashed",
    "goto": "dotted",
    "send": "bold",
}
_DOT_SHAPES = {"start": "oval", "end": "oval", "subgraph": "box3d", "tools": "hexagon"}
_FILLS = {"error": "#f8d0d0", "warning": "#fbe8b8", "info": "#d6e6fa"}
_RANKS = ("error", "warning", "info")


def render_json(pictures: Sequence[Picture]) -> str:
    """Give the graphs as one JSON object: `version` and `graphs`."""
    return pretty({"version": VERSION, "graphs": msgspec.to_builtins(pictures)})


def render_mermaid(pictures: Sequence[Picture]) -> str:
    """Give a Markdown page with one Mermaid flowchart a graph, as GitHub draws them."""
    return "\n".join(map(_mermaid, pictures)) if pictures else "No graphs found.\n"


def render_dot(pictures: Sequence[Picture]) -> str:
    """Give one DOT digraph a graph."""
    return "\n".join(map(_dot, pictures)) if pictures else "// No graphs found.\n"


def worst(picture: Picture, node: str) -> str | None:
    """Give the highest severity of the findings at a node, None where there are none."""
    found = {finding.severity for finding in picture.findings if node in finding.nodes}
    return next((severity for severity in _RANKS if severity in found), None)


def edge_label(edge: PictureEdge) -> str:
    """Give what is written at an edge: its label, or what kind of edge it is where that is not plain."""
    if edge.label:
        return edge.label
    return {"join": "join", "send": "Send", "goto": "goto"}.get(edge.kind, "")


def _mermaid(picture: Picture) -> str:
    ids = {node.name: f"n{index}" for index, node in enumerate(picture.nodes)}
    lines = [f"## {_one_line(picture.name)} ({picture.path}:{picture.line})", "", "```mermaid", "flowchart TD"]
    for node in picture.nodes:
        shape = _MERMAID_SHAPES.get(node.kind, "[{}]")
        lines.append(f"    {ids[node.name]}{shape.format(_mermaid_text(_caption(node)))}")
    for edge in picture.edges:
        plain, labelled = _MERMAID_ARROWS[edge.kind]
        label = edge_label(edge)
        arrow = plain if not label else labelled.format(_mermaid_text(label))
        if label and "{}" not in labelled:
            arrow = f"-- {_mermaid_text(label)} -->"
        lines.append(f"    {ids[edge.source]} {arrow} {ids[edge.target]}")
    for severity, fill in _FILLS.items():
        marked = [ids[node.name] for node in picture.nodes if worst(picture, node.name) == severity]
        if marked:
            lines.append(f"    classDef {severity} fill:{fill},color:#000")
            lines.append(f"    class {','.join(marked)} {severity}")
    lines += ["```", ""]
    lines += [
        f"- {finding.path}:{finding.line} {finding.code} {_one_line(finding.message)}" for finding in picture.findings
    ]
    lines += [f"- not read: {_one_line(reason)}" for reason in picture.unread]
    return "".join(f"{line}\n" for line in lines)


def _dot(picture: Picture) -> str:
    lines = [f"digraph {_dot_text(picture.name)} {{"]
    for node in picture.nodes:
        severity = worst(picture, node.name)
        fill = f', style=filled, fillcolor="{_FILLS[severity]}"' if severity else ""
        shape = _DOT_SHAPES.get(node.kind, "box")
        lines.append(f"  {_dot_text(node.name)} [label={_dot_text(_caption(node))}, shape={shape}{fill}];")
    for edge in picture.edges:
        label = edge_label(edge)
        named = f", label={_dot_text(label)}" if label else ""
        lines.append(f"  {_dot_text(edge.source)} -> {_dot_text(edge.target)} [style={_DOT_STYLES[edge.kind]}{named}];")
    return "".join(f"{line}\n" for line in [*lines, "}"])


def _caption(node: PictureNode) -> str:
    name = {"start": "START", "end": "END"}.get(node.kind, node.name)
    return f"{name} (deferred)" if node.deferred else name


def _mermaid_text(text: str) -> str:
    """Quote a text for Mermaid: what is special there, in HTML or in Markdown goes in as a character code."""
    quoted = "".join(letter if letter.isalnum() or letter in " _-.,:/" else f"#{ord(letter)};" for letter in text)
    return f'"{quoted}"'


def _dot_text(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\r", "").replace("\n", "\\n")
    return f'"{escaped}"'


def _one_line(text: str) -> str:
    return " ".join(text.split())


RENDERERS: dict[str, Callable[[Sequence[Picture]], str]] = {
    "mermaid": render_mermaid,
    "dot": render_dot,
    "json": render_json,
}
