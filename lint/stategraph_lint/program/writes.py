"""What nodes write in one super-step, as far as two writes of it may collide."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from stategraph_lint.program.graphs import Graph
from stategraph_lint.program.overwrites import is_overwrite
from stategraph_lint.program.payloads import payloads
from stategraph_lint.program.reducers import Behaviour, behaviour
from stategraph_lint.program.schemas import Schema, read_schema
from stategraph_lint.program.topology import Return, Station, Topology
from stategraph_lint.program.updates import Update
from stategraph_lint.program.values import ClassValue, Value

if TYPE_CHECKING:
    from stategraph_lint.program.program import Program


@dataclass(frozen=True, slots=True)
class Marks:
    """The writes of one task: the numbers of keys surely written, those possibly written, and all names written.

    `open` when it may write more than can be read. `parent` is the number of a Command to the parent graph.
    """

    sure: tuple[int, ...] = ()
    may: frozenset[int] = frozenset()
    names: frozenset[str] = frozenset()
    open: bool = False
    parent: frozenset[int] = frozenset()

    def __add__(self, other: Marks) -> Marks:
        return Marks(
            (*self.sure, *other.sure),
            self.may | other.may,
            self.names | other.names,
            self.open or other.open,
            self.parent | other.parent,
        )

    def may_write(self, key: str) -> bool:
        """Tell whether the task may write a key."""
        return self.open or key in self.names


class Writes:
    """The writes of a graph's nodes.

    `keys` are the names behind the numbers, each with how two writes of it collide: `value` (the key takes one write a
    super-step), `overwrite` (a reducer takes one Overwrite), `beside` (a write beside an Overwrite is lost), `replace`
    (the reducer keeps one of two writes), `parent` (one of two Commands to the parent graph is lost; no name).
    """

    def __init__(self, program: Program, topology: Topology) -> None:
        self.program = program
        self.graph = topology.graph
        self.topology = topology
        self.keys: list[tuple[str, str]] = []
        self._numbers: dict[tuple[str, str], int] = {}

    def _number(self, key: str, kind: str = "value") -> int:
        number = self._numbers.setdefault((key, kind), len(self.keys))
        if number == len(self.keys):
            self.keys.append((key, kind))
        return number

    @cached_property
    def overwritten(self) -> frozenset[str]:
        """The keys with a reducer that some node writes an Overwrite to."""
        found: set[str] = set()
        for station in self.topology.stations.values():
            endings = (*station.returns, *(ending for _, tool in station.tools for ending in tool))
            writes = [write for ending in endings for update in ending.updates for write in update.writes]
            found.update(write.key for write in writes if is_overwrite(write.value) and self._reduces(write.key))
        return frozenset(found)

    def of(self, station: Station, ending: Return) -> Marks:
        """Give what one return of a node writes."""
        marks = Marks(open=not ending.updates)
        for update in ending.updates:
            marks += self._of_update(station, update)
        if ending.parent:
            marks += Marks(parent=frozenset({self._number("", "parent")}))
        return marks

    def _of_update(self, station: Station, update: Update) -> Marks:
        sure: list[int] = []
        may: set[int] = set()
        for write in (*update.writes, *update.repeated):
            number = self._of_write(write.key, write.value)
            if number is not None and write.must:
                sure.append(number)
            elif number is not None:
                may.add(number)
            if write.key in self.overwritten:
                may.add(self._number(write.key, "beside"))
            if self._replaces(write.key):
                may.add(self._number(write.key, "replace"))
        names = {write.key for write in update.writes}
        for key in (*self._echoed(station, update), *self._unset(update)):
            names.add(key)
            if self._single(key):
                sure.append(self._number(key))
        unread = not update.complete and update.kind not in ("none", "invalid")
        return Marks(tuple(sure), frozenset(may), frozenset(names), unread)

    def _of_write(self, key: str, value: Value) -> int | None:
        """Give the number under which a write may collide, None when it cannot."""
        if self._single(key):
            return self._number(key)
        if self._reduces(key) and is_overwrite(value):
            return self._number(key, "overwrite")
        return None

    def _replaces(self, key: str) -> bool:
        channel = self.graph.channels.get(key)
        return channel is not None and channel.reduces and behaviour(self.program, channel) is Behaviour.REPLACES

    def _reduces(self, key: str) -> bool:
        channel = self.graph.channels.get(key)
        return channel is not None and channel.reduces

    def _single(self, key: str) -> bool:
        """Tell whether a key takes one write a super-step."""
        channel = self.graph.channels.get(key)
        return channel is not None and channel.kind == "LastValue"

    def _echoed(self, station: Station, update: Update) -> Iterator[str]:
        """Give the keys that a whole state in an update hands back: those the state has, but for what is written."""
        written = {write.key for write in update.writes}
        for echo in update.echoes:
            for key in self._state_keys(station):
                if key not in written and key not in echo.without and self.present(key):
                    yield key

    def _state_keys(self, station: Station) -> frozenset[str]:
        return self.graph.keys_of(station.node.schema or self.graph.state)

    def _unset(self, update: Update) -> Iterator[str]:
        """Give the fields that a dataclass instance sends though nobody set them."""
        cls = update.cls if update.kind == "instance" else None
        schema = read_schema(self.program.run, cls) if isinstance(cls, ClassValue) else None
        if isinstance(schema, Schema) and schema.kind == "dataclass" and schema.complete:
            written = {write.key for write in update.writes}
            yield from (item.name for item in schema.fields if item.name not in written)

    # --- what the state holds --------------------------------------------------------------------------------

    def present(self, key: str) -> bool:
        """Tell whether the input surely has a key: the schema says so, and no visible payload says otherwise."""
        schema = self.graph.input
        item = schema.field(key) if schema is not None else None
        if item is None:
            return False
        if self.payloads:
            return all(key in names for names in self.payloads)
        return schema is not None and schema.is_mapping

    @cached_property
    def payloads(self) -> list[frozenset[str]]:
        """The keys of each literal payload that the graph is called with."""
        given = (update for _, update in payloads(self.program, self.graph))
        readable = [update for update in given if update.known and update.kind in ("mapping", "instance")]
        return [frozenset(write.key for write in update.writes if write.must) for update in readable]

    # --- subgraphs -------------------------------------------------------------------------------------------

    def child(self, station: Station) -> Graph | None:
        """Give the graph that a node runs, None when it is none or not known."""
        actions = station.node.actions if station.node.kind == "subgraph" else ()
        return self.program.graph_of(actions[0]) if len(actions) == 1 else None

    def of_subgraph(self, station: Station, *, push: bool) -> Marks:
        """Give what a subgraph hands back: every key of its output schema that has a value, changed or not."""
        child = self.child(station)
        if child is None or child.output is None:
            return Marks(open=True)
        inputs = self.graph.keys_of(self.graph.state) & child.keys_of(child.input)
        own = self._written_in(child)
        sure: list[int] = []
        may: set[int] = set()
        names: set[str] = set()
        for key in sorted(child.keys_of(child.output)):
            passed = not push and key in inputs and self.present(key)
            if passed or key in own:
                names.add(key)
            if self._single(key) and passed:
                sure.append(self._number(key))
            elif self._single(key) and key in own:
                may.add(self._number(key))
        return Marks(tuple(sure), frozenset(may), frozenset(names) | own)

    def _written_in(self, child: Graph) -> frozenset[str]:
        """Give the keys that the nodes of a subgraph write."""
        return frozenset(
            write.key
            for topology in self.program.topologies(child)
            for station in topology.stations.values()
            for ending in station.returns
            for update in ending.updates
            if not update.parent
            for write in update.writes
        )

    def handoffs(self, station: Station) -> Iterator[Return]:
        """Give the returns of a subgraph's nodes and tools that go to this graph: `Command(graph=Command.PARENT)`."""
        child = self.child(station)
        for topology in self.program.topologies(child) if child is not None else ():
            for inner in topology.stations.values():
                endings = (*inner.returns, *(ending for _, tool in inner.tools for ending in tool))
                yield from (ending for ending in endings if ending.parent)
