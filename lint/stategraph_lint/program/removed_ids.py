"""RemoveMessages whose id no message of the state can have."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from stategraph_lint.facts.functions import FRESH_IDS
from stategraph_lint.facts.libraries import MESSAGE_TYPES
from stategraph_lint.program.functions import options, root
from stategraph_lint.program.graphs import Graph
from stategraph_lint.program.heap import same
from stategraph_lint.program.kinds import SCALARS, Kinds
from stategraph_lint.program.parts import parts
from stategraph_lint.program.payloads import payloads
from stategraph_lint.program.program import Program
from stategraph_lint.program.questions import NodeWrite, Written, all_written, updates_of
from stategraph_lint.program.removals import id_of, is_removal, items_of, merges_messages, removes_all
from stategraph_lint.program.updates import Update, Write
from stategraph_lint.program.values import (
    External,
    FieldOf,
    FunctionValue,
    Generated,
    Listing,
    Literal,
    Operation,
    Place,
    Result,
    Table,
    Value,
    Words,
)

# Nodes that write messages whose ids the code does not show.
_HIDDEN = frozenset({"generic", "subgraph", "unresolved"})


@dataclass(frozen=True, eq=False, slots=True)
class Removal:
    """A RemoveMessage in vain: where it is written, where it stands, and what its id is."""

    found: Written
    place: Place
    what: str


def unknown_removals(program: Program) -> Iterator[Removal]:
    """Give the RemoveMessages that are written to a field with add_messages and surely name no message it holds."""
    for found in all_written(program):
        if found.channel is None or not merges_messages(found.channel):
            continue
        items = list(items_of(program.run, found.write))
        if any(removes_all(item.value) for item, _ in items):
            # What stands behind it is taken as it is, and all else is dropped.
            continue
        before: list[Value] = []
        for item, place in items:
            value = item.value.element if isinstance(item.value, Generated) else item.value
            if is_removal(value) and not removes_all(value):
                what = _unknown(program, found, id_of(value), before)
                if what is not None:
                    yield Removal(found, place, what)
            elif not is_removal(value):
                before.append(value)


def _unknown(program: Program, found: Written, given: Value | None, before: list[Value]) -> str | None:
    """Say what an id is that no message of the state has; None where one may have it."""
    told = [_told(program, found, option, before) for option in options(given)] if given is not None else ["None"]
    return told[0] if all(one is not None for one in told) else None


def _told(program: Program, found: Written, given: Value, before: list[Value]) -> str | None:
    if any(mine is not None and same(mine, given) for mine in map(id_of, before)):
        return None
    if isinstance(given, FieldOf) and given.key == "id" and _is_built(given.base):
        made = given.base
        if any(other is made for other in before) or not _made_here(found, made):
            return None
        mine = id_of(made)
        own = "that of a message which was built just now"
        return own if mine is None else _told(program, found, mine, before) and own
    if _is_fresh(given):
        return "made anew" if _made_here(found, given) else None
    if isinstance(given, Literal) and isinstance(given.value, str) and not _asked_for(found.update, given):
        known = known_ids(program, found.graph, found.write.key)
        return "that of no message the graph is given" if known is not None and given.value not in known else None
    return None


def _is_built(value: Value) -> bool:
    return isinstance(value, Result) and isinstance(value.function, External) and value.function.name in MESSAGE_TYPES


def _is_fresh(value: Value) -> bool:
    """Tell whether an id is, or begins or ends with, one that is made by chance."""
    if isinstance(value, Words):
        return any(map(_is_fresh, value.parts))
    if isinstance(value, Operation):
        return value.operator == "+" and any(map(_is_fresh, value.operands))
    if isinstance(value, FieldOf):
        return _is_fresh(value.base)
    return isinstance(value, Result) and isinstance(value.function, External) and value.function.name in FRESH_IDS


def _made_here(found: Written, value: Value) -> bool:
    """Tell whether a value is made anew each time the writing function runs, and so is in no earlier state."""
    places = [part.place for part in parts(value) if isinstance(part, Result)]
    function = found.summary.function if isinstance(found, NodeWrite) else None
    return function is not None and bool(places) and all(_within(place, function) for place in places)


def _within(place: Place, function: FunctionValue) -> bool:
    span = function.node.span
    return place.path == function.frame.path and span.line <= place.span.line <= span.end_line


def _asked_for(update: Update, given: Literal) -> bool:
    """Tell whether a test that led to an update names an id: the code looks for it first."""
    return any(isinstance(part, Literal) and same(part, given) for test, _ in update.conditions for part in parts(test))


# --- which ids a field can hold ------------------------------------------------------------------------------


def known_ids(program: Program, graph: Graph, key: str) -> frozenset[str] | None:
    """Give every text that a message of a field can have as its id, those that LangGraph makes apart.

    None when that cannot be told: where no payload is in sight, or something that is written cannot be read.
    """
    if graph.open_reason is not None or any(node.kind in _HIDDEN for node in graph.nodes) or _is_child(program, graph):
        return None
    given = [update for _, update in payloads(program, graph)]
    updates = [*given, *(update for _, _, update in updates_of(program, graph))]
    if not any(update.write(key) for update in given) or not all(map(_is_readable, updates)):
        return None
    writes = [write for update in updates for write in update.writes if write.key == key]
    writes += [found.write for found in all_written(program) if found.graph is graph and found.write.key == key]
    found_ids: set[str] = set()
    for write in writes:
        ids = _ids(program, graph, write)
        if ids is None:
            return None
        found_ids |= ids
    return frozenset(found_ids)


def _is_readable(update: Update) -> bool:
    return update.complete and update.kind != "unknown"


def _is_child(program: Program, graph: Graph) -> bool:
    """Tell whether a graph is a node of another one, which hands its messages in."""
    graph_of = program.run.graph_of
    return any(
        graph_of.get(action) is graph.record
        for other in program.graphs
        for node in other.nodes
        if node.kind == "subgraph"
        for action in node.actions
    )


def _ids(program: Program, graph: Graph, write: Write) -> set[str] | None:
    """Give the ids of the messages that are written; None where one cannot be told."""
    out: set[str] = set()
    for item, _ in items_of(program.run, write):
        value = item.value.element if isinstance(item.value, Generated) else item.value
        for option in options(value):
            mine = id_of(option)
            if is_removal(option):
                continue
            if isinstance(mine, Literal):
                out.add(str(mine.value))
            elif (mine is not None and not _is_fresh(mine)) or (
                mine is None and not _has_no_id(program, graph, option)
            ):
                return None
    return out


def _has_no_id(program: Program, graph: Graph, value: Value) -> bool:
    """Tell whether a value is a message without an id, or one whose id a library makes, or one of the state's own."""
    if isinstance(value, Table):
        return value.complete and all(isinstance(entry.key, Literal) for entry in value.entries)
    if isinstance(value, Listing):
        return value.kind == "tuple"
    if isinstance(value, Result) and any(name is None for name, _ in value.named):
        return False
    return _is_built(value) or root(value) is not None or Kinds(program.run, graph).of(value) in {"message", *SCALARS}


__all__ = ["Removal", "known_ids", "unknown_removals"]
