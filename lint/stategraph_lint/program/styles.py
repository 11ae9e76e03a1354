"""Reads and assignments in a style that an object does not have: attributes of a dict, items of a model."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from stategraph_lint.facts import syntax as s
from stategraph_lint.program import classes
from stategraph_lint.program.functions import Summary
from stategraph_lint.program.graphs import Graph, GraphNode
from stategraph_lint.program.interpreter import Interpreter
from stategraph_lint.program.mutations import Change, assigned_keys, parts_changed
from stategraph_lint.program.node_inputs import input_of, readers
from stategraph_lint.program.program import Program
from stategraph_lint.program.questions import bodies, state_of
from stategraph_lint.program.schemas import Schema
from stategraph_lint.program.traces import Attempt, Reading, Trace
from stategraph_lint.program.uninferred import missed_in
from stategraph_lint.program.values import FieldOf, Literal, Place, Result, Value

_OF_DICT = frozenset(dir({}))
_NO_ATTRIBUTE = "AttributeError: 'dict' object has no such attribute"
_OBJECTS = ("dataclass", "pydantic")


@dataclass(frozen=True, eq=False, slots=True)
class Misread:
    """One read or assignment in the wrong style: the key, the place, and what the object is."""

    graph: Graph
    key: str
    place: Place
    what: str
    right: str
    error: str
    symbol: str | None = None


def lacks_style(run: Interpreter, schema: Schema, key: str, style: str) -> bool:
    """Tell whether a state of a schema surely raises on a read (attribute, item) or an assignment (`.=`, `[]=`)."""
    if schema.kind == "typeddict":
        return style in ("attribute", ".=") and key not in _OF_DICT
    if schema.kind not in _OBJECTS or style not in ("item", "[]="):
        return False
    method = "__setitem__" if style == "[]=" else "__getitem__"
    return classes.member(run, schema.cls, method) is None


def raises(program: Program, graph: Graph, node: GraphNode, change: Change) -> bool:
    """Tell whether an assignment to a node's state is in a style that raises."""
    schema = input_of(program, graph, node)
    return schema is not None and any(
        lacks_style(program.run, schema, key, change.how) for key in assigned_keys(change)
    )


def misread_states(program: Program) -> Iterator[Misread]:
    """Give what nodes and path functions read of their state, or assign in it, in a style that it does not have."""
    hidden = {id(found.reading) for graph in program.graphs for found in missed_in(program, graph)}
    for graph, schema, summary in readers(program):
        state = state_of(summary)
        if state is None or _asks(summary, state):
            continue
        for key, place, style in _accesses(summary, state, hidden):
            if lacks_style(program.run, schema, key, style):
                yield _misread(graph, schema, key, place, summary.function.name)


def _misread(graph: Graph, schema: Schema, key: str, place: Place, symbol: str) -> Misread:
    if schema.kind == "typeddict":
        return Misread(graph, key, place, f"the state is a dict ({schema.name})", f'["{key}"]', _NO_ATTRIBUTE, symbol)
    what = f"the state is an instance of {schema.name}"
    return Misread(graph, key, place, what, f".{key}", "TypeError: the object is not subscriptable", symbol)


def _asks(trace: Trace | Summary, value: Value) -> bool:
    """Tell whether code asks what kind of object a value is."""
    return any(event.kind == "asks" and event.value is value for event in trace.events)


def _accesses(summary: Summary, state: Value, hidden: Collection[int]) -> Iterator[tuple[str, Place, str]]:
    for reading in summary.readings:
        known = reading.base is state and id(reading) not in hidden
        if known and not _tried_otherwise(reading, summary.readings):
            yield reading.key, reading.place, reading.style
    for change in parts_changed(summary):
        key = change.mutation.key
        if change.parameter is state and not change.steps and isinstance(key, Literal) and isinstance(key.value, str):
            yield key.value, change.place, change.how


def _tried_otherwise(reading: Reading, others: Iterable[Reading]) -> bool:
    """Tell whether one of two reads of the same object in different styles stands in a handler for the other."""
    return any(
        other.base is reading.base
        and other.style != reading.style
        and (_handles(other.place, reading) or _handles(reading.place, other))
        for other in others
    )


def _handles(place: Place, reading: Reading) -> bool:
    """Tell whether a place lies in a handler for what a read raises."""
    return any(_inside(place, attempt.frame.path, span) for attempt in reading.attempts for span in _handlers(attempt))


def _handlers(attempt: Attempt) -> Iterator[s.Span]:
    if isinstance(attempt.node, s.Try):
        yield from (handler.span for handler in attempt.node.handlers)


def _inside(place: Place, path: str, span: s.Span) -> bool:
    return place.path == path and span.line <= place.span.line <= span.end_line


def misread_results(program: Program) -> Iterator[Misread]:
    """Give the attributes that code reads of what `invoke` returned, which is a dict for every kind of state."""
    graphs = {id(graph.record): graph for graph in program.graphs}
    traces: list[Trace | Summary] = [program.run.trace, *bodies(program)]
    for trace in traces:
        readings = trace.readings
        for reading in readings:
            graph = _ran(program.run, graphs, reading.base) if reading.style == "attribute" else None
            if graph is None or reading.key in _OF_DICT or _asks(trace, reading.base):
                continue
            if not _tried_otherwise(reading, readings):
                right = f'["{reading.key}"]'
                yield Misread(graph, reading.key, reading.place, "`invoke` returns a dict", right, _NO_ATTRIBUTE)


def _ran(run: Interpreter, graphs: dict[int, Graph], value: Value) -> Graph | None:
    """Give the graph whose `invoke` surely returned a value as a dict of the whole output."""
    if not isinstance(value, Result) or not isinstance(value.function, FieldOf) or value.function.key != "invoke":
        return None
    record = run.graph_of.get(value.function.base)
    graph = graphs.get(id(record)) if record is not None else None
    plain = all(name in ("input", "config") for name, _ in value.named) and len(value.positional) <= 2
    known = graph is not None and graph.output is not None and graph.output.kind != "root"
    return graph if plain and known else None


__all__ = ["Misread", "lacks_style", "misread_results", "misread_states"]
