"""Nodes whose input schema LangGraph does not see, and the keys they then do not get."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from stategraph_lint.facts import syntax as s
from stategraph_lint.program import classes
from stategraph_lint.program.access import is_state
from stategraph_lint.program.catching import caught_by_name
from stategraph_lint.program.functions import Summary, target_function
from stategraph_lint.program.graphs import Graph, GraphNode
from stategraph_lint.program.hints import broken_hint, hinted, is_class, unwrapped
from stategraph_lint.program.interpreter import Interpreter
from stategraph_lint.program.node_inputs import input_of
from stategraph_lint.program.parts import parts
from stategraph_lint.program.program import Program
from stategraph_lint.program.questions import updates_of
from stategraph_lint.program.schemas import Schema, read_schema
from stategraph_lint.program.traces import Reading
from stategraph_lint.program.type_reader import read_type
from stategraph_lint.program.values import FunctionValue, Literal, Object, Partial, Place, Unknown, Value

_ERRORS = frozenset({"builtins.KeyError", "builtins.LookupError", "builtins.AttributeError"})


@dataclass(frozen=True, eq=False, slots=True)
class Missed:
    """A key that a node reads and does not get: what hides its schema, where that stands, and the read."""

    node: GraphNode
    summary: Summary
    key: str
    cause: str
    place: Place
    reading: Reading


def missed(program: Program, graph: Graph, node: GraphNode) -> Iterator[Missed]:
    """Give the reads of a node that raise because LangGraph hands it a state without the key.

    The cause is a partial, lambda, runnable or decorator that hides the annotation, or an annotation that cannot be
    evaluated. That some schema was meant to be seen is shown by the annotation of the function that reads, or by
    another node that writes the key.
    """
    schema = input_of(program, graph, node)
    if schema is None or schema is not graph.state:
        return
    cause, place = _cause(program.run, node)
    for summary in program.functions(node):
        for reading in summary.readings:
            if _raises(program.run, schema, reading) and _meant(program, graph, node, reading, cause):
                yield Missed(node, summary, reading.key, cause or "a decorator", place, reading)


def missed_in(program: Program, graph: Graph) -> Iterator[Missed]:
    """Give the reads of all nodes of a graph that raise because of a schema that is not seen."""
    for node in graph.nodes:
        yield from missed(program, graph, node)


def _cause(run: Interpreter, node: GraphNode) -> tuple[str, Place]:
    """Give what hides the schema of a node, and where it stands; '' where nothing but a missing annotation does."""
    action = node.actions[0]
    if node.runnable:
        return "a runnable", node.place
    if isinstance(action, Partial):
        return "`functools.partial`", action.place or node.place
    function = hinted(run, action)
    if function is None:
        return "a lambda", action.place if isinstance(action, FunctionValue) else node.place
    broken = broken_hint(run, function)
    if broken is not None:
        return f"an annotation ({broken.error})", broken.place
    return "", _made_at(action) or node.place


def _made_at(action: Value) -> Place | None:
    """Give where a wrapper was made by a call; None for one that a decorator made."""
    if isinstance(action, Object):
        return action.place
    frame = action.frame if isinstance(action, FunctionValue) else None
    if frame is None or not frame.via or frame.function is None:
        return None
    given = [frame.env.get(parameter.name) for parameter in frame.function.node.parameters]
    stubs = [value.stub for value in given if isinstance(value, FunctionValue)]
    decorators = [node.span for stub in stubs if isinstance(stub, s.FunctionDef) for node in stub.decorators]
    return None if frame.via[-1].span in decorators else frame.via[-1]


def _raises(run: Interpreter, schema: Schema, reading: Reading) -> bool:
    """Tell whether a read raises because the schema that the node gets has no such key."""
    key = reading.key
    if not is_state(reading.base) or schema.field(key) is not None or reading.style not in ("item", "attribute"):
        return False
    if classes.member(run, schema.cls, key) is not None:
        return False
    tested = [part for test, _ in reading.conditions for part in parts(test)]
    asked = any(isinstance(part, Literal) and part.value == key for part in tested)
    return not asked and not caught_by_name(run, reading.attempts, _ERRORS)


def _meant(program: Program, graph: Graph, node: GraphNode, reading: Reading, cause: str) -> bool:
    """Tell whether some schema was meant to have the key that is read."""
    if reading.reader is not None and _declares(program.run, reading.reader, reading.key):
        return cause != "" or not _is_own(program.run, node, reading.reader)
    return cause != "" and any(
        other is not node and update.write(reading.key) is not None for other, _, update in updates_of(program, graph)
    )


def _is_own(run: Interpreter, node: GraphNode, reader: FunctionValue) -> bool:
    found = target_function(run, node.actions[0])
    return found is not None and found[0].stub is reader.stub


def _declares(run: Interpreter, reader: FunctionValue, key: str) -> bool:
    """Tell whether a parameter of a function is annotated with a schema that has a key."""
    for parameter in reader.node.parameters:
        hint = read_type(run, parameter.annotation, reader.frame) if parameter.annotation is not None else None
        hint = unwrapped(hint) if hint is not None else None
        schema = read_schema(run, hint.origin) if is_class(hint) else Unknown("no class")
        if not isinstance(schema, Unknown) and schema.field(key) is not None:
            return True
    return False


__all__ = ["Missed", "missed", "missed_in"]
