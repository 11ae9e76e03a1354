"""Sends, and the nodes that get their payloads."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from stategraph_lint.program.access import is_state
from stategraph_lint.program.catching import guarded
from stategraph_lint.program.functions import Summary, root
from stategraph_lint.program.graphs import Graph
from stategraph_lint.program.program import Program
from stategraph_lint.program.routes import Destination
from stategraph_lint.program.topology import START, Station, Topology
from stategraph_lint.program.traces import Mutation
from stategraph_lint.program.values import FieldOf, Literal, Place, Table, Value


@dataclass(frozen=True, eq=False, slots=True)
class Sent:
    """One Send to a node of its graph, with the payload it is given."""

    graph: Graph
    topology: Topology
    station: Station
    destination: Destination
    payload: Value
    payload_place: Place

    @property
    def place(self) -> Place:
        """Where the Send is made."""
        assert self.destination.send is not None
        return self.destination.send.place


def sends(program: Program) -> Iterator[Sent]:
    """Give every Send of every graph to a node that is known."""
    for graph in program.graphs:
        for topology in program.topologies(graph):
            for source in (START, *topology.stations):
                for part in (part for out in topology.outcomes_of(source) for part in out.destinations):
                    payload = part.send.argument(1, "arg") if part.send is not None else None
                    station = topology.stations.get(part.name or "")
                    if payload is not None and station is not None:
                        yield Sent(graph, topology, station, part, *payload)


def lacking(program: Program, sent: Sent) -> Iterator[tuple[str, Place, Summary]]:
    """Give the keys that a payload written out lacks and its node surely reads."""
    table = sent.payload
    if not isinstance(table, Table) or not table.complete or sent.station.node.kind != "function":
        return
    keys = {entry.key.value for entry in table.entries if isinstance(entry.key, Literal)}
    if any(not isinstance(entry.key, Literal) for entry in table.entries):
        return
    run = program.run
    for summary in sent.station.summaries:
        for reading in summary.readings:
            sure = reading.must and not reading.conditions and not guarded(run, reading.attempts)
            if is_state(reading.base) and reading.style == "item" and reading.key not in keys and sure:
                yield reading.key, reading.place, summary


def raw(program: Program, sent: Sent) -> tuple[str, Place, Summary] | None:
    """Give an attribute that a node reads of what is a plain dict here; None when it does not."""
    if not isinstance(sent.payload, Table) or sent.station.node.kind != "function":
        return None
    schema = sent.station.node.schema or sent.graph.state
    if schema is None or schema.kind not in ("pydantic", "dataclass"):
        return None
    run = program.run
    for summary in sent.station.summaries:
        for reading in summary.readings:
            sure = reading.must and not reading.conditions and not guarded(run, reading.attempts)
            if is_state(reading.base) and reading.style == "attribute" and schema.field(reading.key) and sure:
                return reading.key, reading.place, summary
    return None


def shared(program: Program) -> Iterator[tuple[Sent, Place]]:
    """Give the Sends that share a payload which their node changes in place, with where it does."""
    found = list(sends(program))
    for sent in found:
        owners = [other for other in found if other.station is sent.station and _same(sent, other)]
        if sent.destination.many or len(owners) > 1:
            changes = [change for summary in sent.station.summaries for change in summary.mutations]
            steps = [(change, root(change.target)) for change in changes]
            inner = [change.place for change, chain in steps if chain is not None and _reaches(sent, chain[1], change)]
            if _is_one_object(sent.payload) and inner:
                yield sent, inner[0]


def _is_one_object(value: Value) -> bool:
    """Tell whether a payload is the state, or a part of it: one object, however often it is sent."""
    while isinstance(value, FieldOf):
        value = value.base
    return is_state(value)


def _same(sent: Sent, other: Sent) -> bool:
    return sent.topology is other.topology and sent.payload is other.payload


def _reaches(sent: Sent, chain: tuple[Value, ...], change: Mutation) -> bool:
    """Tell whether a change is one of what all payloads share: the payload, or something inside it."""
    return bool(chain) or change.how in ("[]=", "update", "pop", "del", "setdefault", "clear")


__all__ = ["Sent", "lacking", "raw", "sends", "shared"]
