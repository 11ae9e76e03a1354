"""Calls on graph builders and compiled graphs, recorded as they happen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stategraph_lint.program.builders import BuilderCall, GraphRecord
from stategraph_lint.program.heap import Content, join
from stategraph_lint.program.interpreter import Interpreter
from stategraph_lint.program.values import Choice, Coroutine, Object, Place, Result, Unknown, Value

if TYPE_CHECKING:
    from stategraph_lint.program.calls import Arguments

CHAINED = frozenset(
    {
        "add_node",
        "add_edge",
        "add_conditional_edges",
        "add_sequence",
        "set_entry_point",
        "set_conditional_entry_point",
        "set_finish_point",
        "validate",
        "set_node_defaults",
    }
)
COMPILED_SELF = frozenset({"with_config", "bind", "with_retry", "with_types", "with_listeners", "copy"})
# How many calls on one builder are kept; real graphs have a few hundred.
MOST_CALLS = 5_000
# Methods of a compiled graph whose results are told apart; what their async twins give is the same.
_GIVING = frozenset({"get_state", "aget_state", "invoke", "ainvoke"})
HARMLESS = frozenset({"builtins.print", "builtins.isinstance", "builtins.type", "builtins.id", "builtins.repr"})


def create(run: Interpreter, cls: Value, arguments: Arguments, place: Place) -> Object:
    """Make a builder."""
    made = run.new("builder", place, Content(cls=cls))
    record = GraphRecord(cls, recorded(run, "__init__", arguments, place))
    run.graphs.append(record)
    run.graph_of[made] = record
    return made


def initialize(run: Interpreter, made: Value, arguments: Arguments, place: Place) -> None:
    """Note that a subclass hands its schemas to the constructor of StateGraph."""
    record = run.graph_of.get(made)
    if record is not None:
        record.creation = recorded(run, "__init__", arguments, record.creation.place)


def recorded(run: Interpreter, method: str, arguments: Arguments, place: Place) -> BuilderCall:
    """Give the record of a call on a builder that happens now."""
    return BuilderCall(
        method,
        tuple(_kept(run, value) for value in arguments.positional),
        tuple((name, _kept(run, value)) for name, value in arguments.named),
        place,
        tuple(arguments.places),
        tuple(arguments.named_places),
        run.certain,
        run.via,
        run.current,
        run.arms,
    )


def _kept(run: Interpreter, value: Value) -> Value:
    """Freeze an argument, but for an object that LangGraph will call: its methods have to find it as it is."""
    value = run.forced(value)
    if isinstance(value, Object) and value.kind == "instance":
        return value
    if isinstance(value, Choice):
        return join(_kept(run, option) for option in value.options)
    return run.freeze(value)


def method(run: Interpreter, base: Object, name: str, arguments: Arguments, place: Place) -> Value:
    """Record a method call on a builder or a compiled graph, and give what it gives."""
    record = run.graph_of[base]
    if len(record.calls) >= MOST_CALLS:
        record.escaped = "more calls than can be followed"
        return base if name in CHAINED else Unknown("a graph of too many calls")
    record.calls.append(recorded(run, name, arguments, place))
    if base.kind == "builder":
        if name in CHAINED:
            return base
        if name == "compile":
            compiled = run.new("compiled", place, Content())
            run.graph_of[compiled] = record
            return compiled
    elif name in COMPILED_SELF:
        return base
    elif name in _GIVING:
        function = run.field(base, name.removeprefix("a"), "attribute")
        result = Result(function, record.calls[-1].positional, record.calls[-1].named, place)
        return Coroutine(result, function) if name.startswith("a") else result
    return Unknown(f"what `{name}` of a graph gives")


def escape(run: Interpreter, value: Value, where: str) -> None:
    """Note that a builder was handed to code that cannot be read."""
    if where in HARMLESS:
        return
    if isinstance(value, Choice):
        for option in value.options:
            escape(run, option, where)
    record = run.graph_of.get(value)
    if record is not None and isinstance(value, Object) and value.kind == "builder" and record.escaped is None:
        record.escaped = where
