"""Graphs: the nodes and schemas of each builder, mirroring `langgraph.graph.state.StateGraph`."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from stategraph_lint.facts.libraries import RUNNABLE_PACKAGES, RUNNABLE_WRAPPERS, SAME_RUNNABLE, TOOL_NODE, canonical
from stategraph_lint.program import calls
from stategraph_lint.program.builders import BuilderCall, GraphRecord
from stategraph_lint.program.channels import Channel, channels_of
from stategraph_lint.program.classes import equal, mro
from stategraph_lint.program.functions import options, target_function
from stategraph_lint.program.hints import first_hint, is_class
from stategraph_lint.program.interpreter import Interpreter
from stategraph_lint.program.origins import from_caller
from stategraph_lint.program.schemas import Schema, read_schema
from stategraph_lint.program.type_reader import type_of_value
from stategraph_lint.program.types import Type
from stategraph_lint.program.values import (
    Changed,
    Choice,
    ClassValue,
    ElementOf,
    External,
    FieldOf,
    FunctionValue,
    Item,
    ItemOf,
    Listing,
    Literal,
    MergedClass,
    Object,
    Parameter,
    Place,
    Result,
    TypeExpression,
    Unknown,
    Value,
)

# What a schema is for, in words.
_SCHEMAS = {
    "state": "the state schema",
    "input": "the input schema",
    "output": "the output schema",
    "node": "a node's input schema",
}


@dataclass(frozen=True, eq=False, slots=True)
class GraphNode:
    """One node of a graph.

    `kind` is function, subgraph, tools, library (an object of a library that is no function), generic (given by an
    unknown caller of the code that builds the graph) or unresolved. `actions` are the callables it may be; more than
    one when the path decides. `schema` is the input schema that differs from the graph's own. `name` is None when it is
    computed. `runnable` when a function is given as a runnable, whose annotations LangGraph does not see.
    """

    name: str | None
    kind: str
    actions: tuple[Value, ...]
    call: BuilderCall
    place: Place
    schema: Schema | None = None
    reason: str | None = None
    runnable: bool = False


@dataclass(frozen=True, eq=False, slots=True)
class Router:
    """One path function: the node it stands behind (None when that is computed), and what is called."""

    source: str | None
    action: Value
    call: BuilderCall
    place: Place


@dataclass(frozen=True, eq=False, slots=True)
class SchemaUse:
    """One schema that is handed to LangGraph: for what, in which call, and where it stands there.

    `role` is state, input, output, node (its `input_schema`, or the annotation of its first parameter) or router.
    `owner` is the function whose annotation names it. `certain` is false when another schema may be meant.
    """

    schema: Schema
    role: str
    call: BuilderCall
    place: Place
    owner: Value | None = None
    certain: bool = True


@dataclass(eq=False)
class Graph:
    """One graph: a builder with its schemas, nodes, routers and channels.

    `schemas` are in the order LangGraph adds them, each once; `uses` says for what, again for each time;
    `channels` has the first definition of each key. `closed` is true
    when every schema is known, so that a key which is not a channel is surely dropped; `open_reason` says why not.
    `given_schemas` says of each schema that the code hands to LangGraph whether it could be read.
    """

    record: GraphRecord
    state: Schema | None
    input: Schema | None
    output: Schema | None
    nodes: tuple[GraphNode, ...]
    routers: tuple[Router, ...]
    schemas: tuple[Schema, ...]
    channels: dict[str, Channel] = field(default_factory=dict)
    closed: bool = False
    open_reason: str | None = None
    unresolved: tuple[tuple[Place, str], ...] = ()
    given_schemas: tuple[bool, ...] = ()
    uses: tuple[SchemaUse, ...] = ()

    @property
    def name(self) -> str | None:
        """The first name the builder was assigned to."""
        return self.record.name

    def keys_of(self, schema: Schema | None) -> frozenset[str]:
        """Give the keys of one schema."""
        return frozenset(item.name for item in schema.fields) if schema is not None else frozenset()


def build(run: Interpreter, record: GraphRecord) -> Graph:
    """Read the graph that the recorded calls make."""
    return _Reader(run, record).graph()


class _Reader:
    def __init__(self, run: Interpreter, record: GraphRecord) -> None:
        self.run = run
        self.record = record
        self.schemas: list[Schema] = []
        self.uses: list[SchemaUse] = []
        self.given: list[bool] = []
        self.generic: list[tuple[Place, str]] = []
        self.unresolved: list[tuple[Place, str]] = []
        self.open_reason: str | None = record.escaped and f"the builder is handed to {record.escaped}"

    def graph(self) -> Graph:
        creation = self.record.creation
        state = self._schema(creation, 0, "state_schema", "state")
        given_input = self._schema(creation, None, "input_schema", "input") or self._schema(
            creation, None, "input", "input"
        )
        given_output = self._schema(creation, None, "output_schema", "output") or self._schema(
            creation, None, "output", "output"
        )
        nodes: list[GraphNode] = []
        routers: list[Router] = []
        for call in self.record.calls:
            if call.method == "add_node":
                nodes.append(self._node(call))
            elif call.method == "add_sequence":
                nodes += self._sequence(call)
            elif call.method in ("add_conditional_edges", "set_conditional_entry_point"):
                routers += self._router(call)
        graph = Graph(
            self.record,
            state,
            given_input or state,
            given_output or state,
            tuple(nodes),
            tuple(routers),
            tuple(self.schemas),
            unresolved=tuple(self.unresolved),
            given_schemas=tuple(self.given),
            uses=tuple(self.uses),
        )
        self._add_channels(graph)
        return graph

    def _add_channels(self, graph: Graph) -> None:
        read = graph.state is not None
        for schema in self.schemas:
            if not schema.complete or schema.error is not None:
                self._open(schema.missing or schema.error or "a schema that cannot be read")
            for channel in channels_of(self.run, schema):
                # A schema before this one that could not be read may have the key, with a reducer.
                known = read or channel.kind != "LastValue"
                graph.channels.setdefault(channel.name, channel if known else replace(channel, kind="unknown"))
            read = read and schema.complete and schema.error is None
        graph.open_reason = self.open_reason
        graph.closed = self.open_reason is None and graph.state is not None and graph.state.kind != "root"

    def _open(self, reason: str) -> None:
        self.open_reason = self.open_reason or reason

    def _schema(self, call: BuilderCall, position: int | None, name: str, role: str) -> Schema | None:
        found = call.argument(position if position is not None else 99, name)
        if found is None or _is_none(found[0]):
            if position == 0:
                self._missing(call.place, "a builder without a state schema")
            return None
        return self._read(found[0], call, found[1], role)

    def _read(
        self,
        value: Value,
        call: BuilderCall,
        place: Place,
        role: str,
        owner: Value | None = None,
        *,
        certain: bool = True,
    ) -> Schema | None:
        what = _SCHEMAS[role] if owner is None else f"the annotation of a {role}"
        chosen = self._chosen(value)
        schema = read_schema(self.run, chosen)
        generic = (isinstance(schema, Unknown) or not schema.complete) and from_caller(value)
        known = any(schema.cls is other.cls for other in self.schemas) if isinstance(schema, Schema) else False
        if generic:
            self.generic.append((place, what))
        elif not (known and isinstance(value, MergedClass)):
            # An agent hands the one schema it made to each of its hooks.
            self.given.append(not isinstance(schema, Unknown) and schema.complete)
        if isinstance(schema, Unknown):
            self._missing(place, f"{what}: {'given by the caller' if generic else describe(chosen)}")
            return None
        if isinstance(value, MergedClass) and schema.missing is not None and not known:
            self._missing(place, f"{what}: {'given by the caller' if generic else schema.missing}")
        if not any(equal(schema.cls, other.cls) for other in self.schemas):
            self.schemas.append(schema)
        self.uses.append(SchemaUse(schema, role, call, place, owner, certain and not isinstance(value, Choice)))
        return schema

    def _chosen(self, value: Value) -> Value:
        """Give the first class among the values a schema may be; the graph then stays open."""
        classes = [option for option in options(value) if isinstance(option, (ClassValue, TypeExpression, External))]
        if isinstance(value, Choice) and classes:
            self._open("the schema depends on the path taken")
            return classes[0]
        return value

    def _missing(self, place: Place, reason: str) -> None:
        self.unresolved.append((place, reason))
        self._open(reason)

    def _node(self, call: BuilderCall) -> GraphNode:
        first, second = call.argument(0, "node"), call.argument(1, "action")
        if first is None:
            return self._lost(call, call.place, None, "starred arguments")
        name = node_name(first[0])
        if second is not None:
            return self._action(call, name, second[0], second[1])
        if name is not None:
            return self._lost(call, first[1], name, "no action")
        return self._action(call, None, first[0], first[1])

    def _sequence(self, call: BuilderCall) -> list[GraphNode]:
        found = call.argument(0, "nodes")
        if found is None or not isinstance(found[0], Listing) or not found[0].complete:
            return [self._lost(call, call.place, None, "a sequence that cannot be read")]
        return [self._sequence_item(call, item, found[1]) for item in found[0].items]

    def _sequence_item(self, call: BuilderCall, item: Item, place: Place) -> GraphNode:
        where = item.place or place
        value = item.value
        if item.spread:
            return self._lost(call, where, None, "a starred item of a sequence")
        if isinstance(value, Listing) and len(value.items) == 2 and isinstance(value.items[0].value, Literal):
            return self._action(call, str(value.items[0].value.value), value.items[1].value, where)
        return self._action(call, None, value, where)

    def _lost(
        self, call: BuilderCall, place: Place, name: str | None, reason: str, kind: str = "unresolved"
    ) -> GraphNode:
        what = f"node {name!r}" if name else "a node"
        self._missing(place, f"{what}: {reason}")
        return GraphNode(name, kind, (), call, place, None, reason)

    def _action(self, call: BuilderCall, name: str | None, value: Value, place: Place) -> GraphNode:
        given = call.argument(99, "input_schema") or call.argument(99, "input")
        schema = None
        if given is not None and not _is_none(given[0]):
            schema = self._read(given[0], call, given[1], "node")
        chosen = [option for option in options(value) if not _is_none(option)] or [value]
        kinds = [self._kind(function) for option in chosen for function in callables(option)]
        if any(kind == "unresolved" for kind, _ in kinds):
            if from_caller(value):
                return self._lost(call, place, name, "given by the caller", "generic")
            reason = next(described for kind, described in kinds if kind == "unresolved")
            return self._lost(call, place, name, str(reason))
        actions = tuple(action for _, action in kinds if isinstance(action, Value))
        named = {kind for kind, _ in kinds}
        # No object but a function has an annotation that would add a schema.
        kind = named.pop() if len(named) == 1 else "unresolved" if "function" in named else "library"
        if kind == "unresolved":
            return self._lost(call, place, name, "one of several kinds of objects")
        if name is None:
            name = self._given_name(kind, chosen[0], actions[0])
        runnable = any(_is_runnable(option) for option in chosen)
        if schema is None and kind == "function" and not runnable:
            schema = self._inferred(call, actions, "node")
        return GraphNode(name, kind, actions, call, place, schema, runnable=runnable)

    def _given_name(self, kind: str, value: Value, action: Value) -> str | None:
        """Give the name that a node takes from what it runs."""
        if kind == "function":
            return _function_name(value, action)
        if kind == "tools" and isinstance(action, Result):
            given = dict(action.named).get("name")
            return "tools" if given is None else node_name(given)
        return None

    def _kind(self, value: Value) -> tuple[str, Value | str]:
        if isinstance(value, Object) and value.kind == "instance":
            # Its methods are read later, when constructors do not run any more.
            calls.initialize(self.run, value)
        if target_function(self.run, value) is not None:
            return "function", value
        if isinstance(value, Object) and value.kind == "compiled":
            return "subgraph", value
        if isinstance(value, Result) and isinstance(value.function, External):
            if value.function.name == TOOL_NODE:
                return "tools", value
            if value.function.name.startswith(RUNNABLE_PACKAGES):
                return "library", value
        if _unconfigured(value) is not value:
            return self._kind(callables(_unconfigured(value))[0])
        if isinstance(value, Object) and value.kind == "instance":
            cls = self.run.content(value).cls
            bases = mro(self.run, cls) if cls is not None else []
            if any(isinstance(base, External) and base.name.startswith(RUNNABLE_PACKAGES) for base in bases):
                return "library", value
        return "unresolved", describe(value)

    def _inferred(self, call: BuilderCall, actions: tuple[Value, ...], role: str) -> Schema | None:
        """Give the schema that LangGraph infers from the first parameter's annotation.

        Hints that cannot be evaluated make `add_node` give up without a word; `add_conditional_edges` raises.
        """
        for action in actions:
            hint = first_hint(self.run, action)
            if is_class(hint):
                schema = read_schema(self.run, hint.origin)
                if isinstance(schema, Unknown) or (role == "node" and schema.error is not None):
                    continue
                if schema.fields or not schema.complete:
                    return self._read(hint.origin, call, schema.place, role, action, certain=len(actions) == 1)
        return None

    def _router(self, call: BuilderCall) -> list[Router]:
        shift = 1 if call.method == "add_conditional_edges" else 0
        source = call.argument(0, "source") if shift else None
        path = call.argument(shift, "path")
        if path is None:
            return []
        name: str | None = "__start__" if not shift else None
        if source is not None:
            name = node_name(source[0])
        routers = [Router(name, callables(option)[0], call, path[1]) for option in options(path[0])]
        self._inferred(call, tuple(router.action for router in routers), "router")
        return routers


def is_generic(record: GraphRecord) -> bool:
    """Tell whether a builder takes its schema or a node from an unknown caller."""
    calls = [record.creation, *(call for call in record.calls if call.method == "add_node")]
    values = [value for call in calls for value in (*call.positional, *(value for _, value in call.named))]
    return any(map(from_caller, values))


def _is_none(value: Value) -> bool:
    return isinstance(value, Literal) and value.kind == "none"


def node_name(value: Value) -> str | None:
    """Give the node that a value names: a text, START or END; None when it is computed."""
    if isinstance(value, Literal) and isinstance(value.value, str):
        return value.value
    if isinstance(value, External) and value.name in ("langgraph.constants.START", "langgraph.constants.END"):
        return "__start__" if value.name.endswith("START") else "__end__"
    return None


def _wrapped(value: Value) -> Result | None:
    """Give the call that makes a runnable of a function."""
    if isinstance(value, Result) and isinstance(value.function, External):
        return value if canonical(value.function.name) in RUNNABLE_WRAPPERS else None
    return None


def callables(value: Value) -> tuple[Value, ...]:
    """Give what a runnable calls: its function, and the one for async runs; any other value itself."""
    wrapped = _wrapped(value)
    if wrapped is None:
        return (value,)
    named = [part for name, part in wrapped.named if name in ("func", "afunc")]
    given = tuple(part for part in (*wrapped.positional[:2], *named) if not _is_none(part))
    return given or (value,)


def _is_runnable(value: Value) -> bool:
    """Tell whether a function is given inside a runnable of a library."""
    return isinstance(value, Result) and callables(_unconfigured(value)) != (value,)


def _unconfigured(value: Value) -> Value:
    """Give the runnable behind the methods that only configure it."""
    while isinstance(value, Result) and isinstance(value.function, FieldOf) and value.function.key in SAME_RUNNABLE:
        value = value.function.base
    return value


def _function_name(value: Value, function: Value) -> str | None:
    """Give the name of a function, or that of the runnable made from it."""
    wrapped = _wrapped(value)
    name = dict(wrapped.named).get("name") if wrapped is not None else None
    if name is not None and not _is_none(name):
        return node_name(name)
    while isinstance(function, FunctionValue) and function.wrapped is not None:
        # `functools.wraps` hands the name on.
        function = function.wrapped
    return function.name if isinstance(function, FunctionValue) else None


def describe(value: Value) -> str:
    """Say what a value is, for the list of what could not be read."""
    if isinstance(value, Unknown):
        return value.reason
    if isinstance(value, Parameter):
        return f"the parameter `{value.name}`"
    if isinstance(value, External):
        return f"`{value.name}` is outside the project"
    if isinstance(value, Result):
        return f"the result of {describe(value.function)}"
    if isinstance(value, FunctionValue):
        return f"`{value.name}`"
    if isinstance(value, Choice):
        return "one of: " + ", ".join(sorted(map(describe, value.options)))
    if isinstance(value, (ClassValue, TypeExpression)):
        return "a class"
    if isinstance(value, Literal):
        return f"the constant {value.value!r}"
    if isinstance(value, (ItemOf, ElementOf, Changed)):
        return f"a part of {describe(value.base)}"
    name = getattr(value, "key", None) or getattr(value, "name", None)
    return f"`{name}`" if name else type(value).__name__.lower()


__all__ = [
    "Graph",
    "GraphNode",
    "Router",
    "Type",
    "build",
    "callables",
    "describe",
    "node_name",
    "type_of_value",
]
