"""Graphs as people and programs see them: nodes, edges, channels, and what was found there."""

from __future__ import annotations

from typing import Literal

import msgspec

NodeKind = Literal["start", "end", "function", "subgraph", "tools", "library", "unresolved"]
EdgeKind = Literal["edge", "join", "router", "goto", "send"]
Access = Literal["r", "w", "m"]


class PictureNode(msgspec.Struct, frozen=True):
    """One node of a graph.

    `name` is what the graph calls it, `kind` what it runs, `symbol` the function's name. `reads` are the state keys it
    reads, `writes` those that each of its returns writes, `may_write` those that only some do; all sorted. `deferred`
    is true for a node that waits until nothing else is left to run. `path` is empty for START and END.
    """

    name: str
    kind: NodeKind
    path: str = ""
    line: int = 0
    symbol: str | None = None
    reads: tuple[str, ...] = ()
    writes: tuple[str, ...] = ()
    may_write: tuple[str, ...] = ()
    deferred: bool = False

    def access(self, key: str) -> tuple[Access, ...]:
        """How the node uses a key: r (reads), w (always writes), m (may write); empty when it does not."""
        uses: list[tuple[Access, tuple[str, ...]]] = [("r", self.reads), ("w", self.writes), ("m", self.may_write)]
        return tuple(mark for mark, keys in uses if key in keys)


class PictureEdge(msgspec.Struct, frozen=True):
    """One edge of a graph.

    `kind` is edge, join (one of the starts of a list edge), router (a router's choice), goto (a Command) or send.
    `label` is what the path map calls the choice, or empty. `join` numbers the list edge that the edge belongs to.
    """

    source: str
    target: str
    kind: EdgeKind
    label: str = ""
    path: str = ""
    line: int = 0
    join: int | None = None


class PictureChannel(msgspec.Struct, frozen=True):
    """One state key: its channel class, and its reducer's name if there is one."""

    key: str
    channel: str
    reducer: str | None = None


class PictureFinding(msgspec.Struct, frozen=True):
    """A finding that belongs to the graph.

    `nodes` are the nodes it stands at, `steps` the super-steps of its trace, each the nodes that run in it, sorted;
    `field` is the state key it is about.
    """

    code: str
    severity: str
    message: str
    path: str
    line: int
    nodes: tuple[str, ...] = ()
    steps: tuple[tuple[str, ...], ...] = ()
    field: str | None = None


class Picture(msgspec.Struct, frozen=True):
    """One graph: `name` is the builder's, `path` and `line` say where it is made.

    `unread` says what of it could not be read; empty where all of it could.
    """

    name: str
    path: str
    line: int
    schema: str | None
    nodes: tuple[PictureNode, ...]
    edges: tuple[PictureEdge, ...]
    channels: tuple[PictureChannel, ...]
    findings: tuple[PictureFinding, ...] = ()
    unread: tuple[str, ...] = ()
