"""Schemas that are no classes with annotations, of which LangGraph makes one channel or none."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from stategraph_lint.facts import syntax as s
from stategraph_lint.program import classes
from stategraph_lint.program.graphs import Graph, SchemaUse
from stategraph_lint.program.program import Program
from stategraph_lint.program.topology import Station, Topology
from stategraph_lint.program.types import Plain, name_of
from stategraph_lint.program.values import (
    ClassValue,
    External,
    FunctionValue,
    Listing,
    Literal,
    ModuleValue,
    Object,
    Parameter,
    Result,
    Table,
    TypeExpression,
)

_MODULE = "it has no channels: every key is dropped"
_NODE = "the node waits for a `__root__` channel that nothing writes, and never runs"
_ROOT = "it has one `__root__` channel: reducers are gone, and an update replaces the whole state"


def not_a_class(program: Program, use: SchemaUse) -> tuple[str, str] | None:
    """Say what a schema is instead of a class with annotations, and what LangGraph makes of it; None if it is one."""
    schema, value = use.schema, use.schema.cls
    if isinstance(value, (ModuleValue, Result)):
        return "a module", _MODULE
    if isinstance(value, FunctionValue):
        return f"the function `{value.name}`", "its parameters become the keys"
    if isinstance(value, Object) and value.kind == "instance":
        return "an instance", "LangGraph warns, or raises TypeError where the instance cannot be hashed"
    if isinstance(value, (Table, Listing, Object)):
        return "a display", f"{use.call.method.strip('_')} raises {schema.error}"
    if isinstance(value, Literal):
        return f"a constant ({value.kind})", _ROOT
    if isinstance(value, TypeExpression) and schema.kind == "root" and isinstance(value.node, s.Subscript):
        origin = classes.origin(program.run, value)
        own = isinstance(origin, (ClassValue, TypeExpression))
        what = _NODE if use.role == "node" else _ROOT
        return (f"`{name_of(origin)}[...]`, a generic with its parameters", what) if own else None
    if isinstance(value, ClassValue) and schema.kind == "class" and schema.complete and not schema.fields:
        return f"a {'dict' if _is_dict(program, value) else 'class'} without annotations", _MODULE
    return None


def _is_dict(program: Program, cls: ClassValue) -> bool:
    return classes.has_base(program.run, cls, frozenset({"builtins.dict"}))


def lost_keys(program: Program, graph: Graph) -> str | None:
    """Say how a graph whose state is a plain dict surely fails; None where it does not, or one cannot tell."""
    root = graph.state.root if graph.state is not None else None
    if not isinstance(root, Plain) or not isinstance(root.origin, External) or root.origin.name != "builtins.dict":
        return None
    found = (what for topology in program.topologies(graph) for what in (*_dropped(topology), *_parallel(topology)))
    return next(found, None)


def _dropped(topology: Topology) -> Iterator[str]:
    """Give the reads of keys that the update of the node before has dropped."""
    for edge in topology.edges:
        before, behind = topology.stations.get(edge.source), topology.stations.get(edge.target)
        kept = _keys(before) if before is not None and not edge.arms else None
        if behind is None or kept is None:
            continue
        for key in _needed(behind):
            if key not in kept:
                yield f"`{edge.source}` replaces the whole state, and `{edge.target}` then raises KeyError: '{key}'"


def _keys(station: Station) -> frozenset[str] | None:
    """Give every key that some update of a node writes; None where it may hand on more."""
    updates = [update for ending in station.returns for update in ending.updates]
    plain = all(update.kind == "mapping" and update.complete and not update.echoes for update in updates)
    if not updates or not plain or not station.known or len(updates) != len(station.returns):
        return None
    return frozenset(write.key for update in updates for write in update.writes)


def _needed(station: Station) -> Iterator[str]:
    for summary in station.summaries if len(station.summaries) == 1 else ():
        for reading in summary.readings:
            whole = isinstance(reading.base, Parameter) and reading.base.role == "state"
            if whole and reading.style == "item" and reading.must and not reading.attempts and not reading.conditions:
                yield reading.key


def _parallel(topology: Topology) -> Iterator[str]:
    """Give the nodes that write the one channel in the same super-step."""
    edges = [edge for edge in topology.edges if not edge.arms]
    for one, other in combinations(edges, 2):
        pair = [topology.stations.get(edge.target) for edge in (one, other)]
        if one.source == other.source and one.target != other.target and all(map(_always_writes, pair)):
            yield f"`{one.target}` and `{other.target}` run in one super-step: InvalidUpdateError"


def _always_writes(station: Station | None) -> bool:
    updates = [update for ending in station.returns for update in ending.updates] if station is not None else []
    return bool(updates) and all(update.kind == "mapping" for update in updates)


__all__ = ["lost_keys", "not_a_class"]
