"""Graphs as one HTML page that needs no network: styles, data, layout library and script stand inside it.

dagre.min.js is the layout library dagre (MIT, its licence beside it), unchanged but for its source map's address.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files

import msgspec

from stategraph_lint.facts.pictures import Picture
from stategraph_lint.report.json import VERSION


def render(pictures: Sequence[Picture]) -> str:
    """Give the page of these graphs, the first one shown."""
    data = msgspec.json.encode({"version": VERSION, "graphs": pictures}).decode("utf-8")
    parts = {
        "/*{{style}}*/": _part("page.css"),
        "/*{{layout}}*/": f"/*! {_part('dagre.LICENSE')}*/\n{_part('dagre.min.js')}",
        "/*{{script}}*/": _part("page.js"),
        # Nothing in the data can end the script element it stands in.
        "{{data}}": data.replace("<", "\\u003c"),
    }
    page = _part("page.html")
    for mark, text in parts.items():
        before, _, after = page.partition(mark)
        page = before + text + after
    return page


def _part(name: str) -> str:
    return files(__package__).joinpath(name).read_text(encoding="utf-8")
