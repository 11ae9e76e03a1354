"""Which node reads and writes which state key, as a table of text."""

from __future__ import annotations

from collections.abc import Sequence

from stategraph_lint.facts.pictures import Picture
from stategraph_lint.report.cells import aligned
from stategraph_lint.report.text import Paint, plain

LEGEND = "r reads, w always writes, m may write"


def render(pictures: Sequence[Picture], paint: Paint = plain) -> str:
    """Give one table a graph: a row a node, a column a key."""
    return "\n".join(_table(picture, paint) for picture in pictures) if pictures else "No graphs found.\n"


def _table(picture: Picture, paint: Paint) -> str:
    keys = [channel.key for channel in picture.channels]
    nodes = [node for node in picture.nodes if node.kind not in ("start", "end")]
    cells = [(node.name, *("".join(node.access(key)) or "-" for key in keys)) for node in nodes]
    head, *rows = aligned([("node", *keys), *cells])
    lines = [f"{paint('path', f'{picture.path}:{picture.line}')}: {paint('code', picture.name)} ({LEGEND})"]
    lines += [paint("dim", f"  {head}"), *(f"  {row}" for row in rows)]
    lines += [f"  not read: {reason}" for reason in picture.unread]
    return "".join(f"{line}\n" for line in lines)
