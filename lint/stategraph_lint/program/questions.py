"""Questions that several rules ask of a program, each answered in one place."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from stategraph_lint.facts.libraries import MESSAGE_FIELD_NAMES
from stategraph_lint.program.access import is_state
from stategraph_lint.program.builders import BuilderCall
from stategraph_lint.program.channels import Channel, channels_of
from stategraph_lint.program.conditions import Conditions
from stategraph_lint.program.empty_tests import said_empty
from stategraph_lint.program.field_types import bare, container_kind, element_type, is_message_list
from stategraph_lint.program.functions import Summary, key_of, options, root
from stategraph_lint.program.graphs import Graph, GraphNode
from stategraph_lint.program.interpreter import Interpreter
from stategraph_lint.program.kinds import Kinds
from stategraph_lint.program.mutations import Change
from stategraph_lint.program.program import Program
from stategraph_lint.program.reducers import Behaviour, added, behaviour
from stategraph_lint.program.schemas import Schema
from stategraph_lint.program.steps import Steps
from stategraph_lint.program.tools import commanders_of, tools_of
from stategraph_lint.program.types import Special
from stategraph_lint.program.updates import Update, Write, of_value
from stategraph_lint.program.values import FieldOf, Literal, Operation, Parameter, Place, Result, Table, Value

STATE_UPDATES = frozenset({"update_state", "aupdate_state"})


@dataclass(frozen=True, eq=False, slots=True)
class Declared:
    """A field where it is declared: its schema, its channel, and the graphs that use it."""

    schema: Schema
    channel: Channel
    graphs: tuple[Graph, ...]

    @property
    def place(self) -> Place:
        """The field's annotation; for a library's field the class that inherits it."""
        return field_place(self.channel)

    @property
    def graph(self) -> str | None:
        """The name of the first graph."""
        return self.graphs[0].name if self.graphs else None


@dataclass(frozen=True, eq=False)
class Written:
    """One key that an update writes to a graph."""

    graph: Graph
    update: Update
    write: Write

    @property
    def channel(self) -> Channel | None:
        """The channel it goes to, None for an unknown key."""
        return self.graph.channels.get(self.write.key)

    @property
    def symbol(self) -> str | None:
        """The name of the function that writes it."""
        return None


@dataclass(frozen=True, eq=False)
class NodeWrite(Written):
    """One key that one return of one node, or of one of its tools, writes."""

    node: GraphNode
    summary: Summary

    @property
    def symbol(self) -> str | None:
        """The name of the node's function."""
        return symbol(self.summary)


@dataclass(frozen=True, eq=False)
class PayloadWrite(Written):
    """One key of what is handed to `update_state`."""

    call: BuilderCall


def declared(program: Program) -> Iterator[Declared]:
    """Give every field of every schema that a graph uses, once, where it is declared."""
    seen: set[tuple[str, object]] = set()
    for schema in program.schemas:
        if schema.kind == "root":
            continue
        for channel in channels_of(program.run, schema):
            found = Declared(schema, channel, program.graphs_of(schema))
            key = (found.place.path, (found.place.span, channel.name))
            if key not in seen:
                seen.add(key)
                yield found


def every_steps(program: Program) -> Iterator[tuple[Graph, Steps]]:
    """Give the super-steps of every graph, of each way to build it."""
    for graph in program.graphs:
        for topology in program.topologies(graph):
            yield graph, program.steps(topology)


def by_place(graphs: Iterable[Graph]) -> list[list[Graph]]:
    """Bring together the graphs that the same code builds, with other arguments each time."""
    groups: dict[tuple[str, object], list[Graph]] = {}
    for graph in graphs:
        groups.setdefault((graph.record.place.path, graph.record.place.span), []).append(graph)
    return list(groups.values())


def field_place(channel: Channel) -> Place:
    """Give where a field is annotated; for a library's field the class that inherits it."""
    return channel.field.spelling.place if channel.field.spelling is not None else channel.field.place


def node_updates(program: Program) -> Iterator[tuple[Graph, GraphNode, Summary, Update]]:
    """Give every update of every node function of every graph, commands of tools included."""
    for graph in program.graphs:
        for node, summary, update in updates_of(program, graph):
            yield graph, node, summary, update


def updates_of(program: Program, graph: Graph) -> Iterator[tuple[GraphNode, Summary, Update]]:
    """Give every update of every node function of a graph, commands of tools and of wrappers included."""
    for node in graph.nodes:
        for summary in program.functions(node):
            for update in program.updates(summary):
                yield node, summary, update
        for tool in commanders_of(program.run, node):
            called = program.summary(tool, ())
            if called is not None:
                yield from ((node, called, update) for update in program.updates(called) if update.kind == "command")


def bodies(program: Program) -> Iterator[Summary]:
    """Give what each node, tool and path function of the project's graphs does, once."""
    found: dict[int, Summary] = {}
    for graph in program.graphs:
        actions = [router.action for router in graph.routers]
        actions += [tool for node in graph.nodes for tool in tools_of(program.run, node)]
        summaries = [summary for node in graph.nodes for summary in program.functions(node)]
        for summary in (*summaries, *filter(None, map(program.summary, actions))):
            found[id(summary)] = summary
    yield from found.values()


def written(program: Program) -> Iterator[NodeWrite]:
    """Give every key that a node writes to its own graph."""
    for graph, node, summary, update in node_updates(program):
        if update.parent or update.kind in ("invalid", "none"):
            continue
        for write in update.writes:
            yield NodeWrite(graph, update, write, node, summary)


def all_written(program: Program) -> Iterator[Written]:
    """Give every key that a node or a call of `update_state` writes."""
    yield from written(program)
    for graph in program.graphs:
        for call in graph.record.calls:
            given = call.argument(1, "values") if call.method in STATE_UPDATES else None
            for option in options(given[0]) if given is not None else ():
                for update in of_value(program.run, option, given[1] if given is not None else call.place):
                    for write in update.writes:
                        yield PayloadWrite(graph, update, write, call)


def accumulates(program: Program, channel: Channel | None) -> bool:
    """Tell whether a channel adds what it is given to what it holds, old items and all."""
    return channel is not None and behaviour(program, channel) is Behaviour.ACCUMULATES


def is_conversation(program: Program, channel: Channel) -> bool:
    """Tell whether a field holds a list of messages: by its type, or by its name where the type leaves it open."""
    if is_message_list(channel.type):
        return True
    if channel.name not in program.run.claims.message_fields or container_kind(channel.type) != "list":
        return False
    element = element_type(channel.type)
    return element is None or container_kind(element) == "dict" or isinstance(bare(element), Special)


def message_fields(program: Program) -> frozenset[str]:
    """Give the names of state fields that are known to hold the conversation itself."""
    return MESSAGE_FIELD_NAMES | program.run.claims.message_fields


def state_of(summary: Summary) -> Parameter | None:
    """Give the parameter that a node or router gets its state in."""
    return next((parameter for parameter in summary.parameters if parameter.role == "state"), None)


def holds_old(found: Written, saved: SavedState) -> bool:
    """Tell whether the value that is written contains, whole, what the state holds under its key."""
    key = found.write.key
    if isinstance(found, PayloadWrite):
        return any(saved.holds(part, key, found) for part in _wholes(found.write.value))
    if known_empty(found.update, key):
        return False
    return any(is_field(part, key) for part in _wholes(found.write.value))


def known_empty(update: Update, key: str) -> bool:
    """Tell whether a test that led to an update says that the state holds nothing under a key."""
    return any(_says_empty(test, outcome, key) for test, outcome in update.conditions)


def tests_emptiness(test: Value, key: str) -> bool:
    """Tell whether the outcome of a test says whether the state's field is empty."""
    return _says_empty(test, True, key) or _says_empty(test, False, key)


def _says_empty(test: Value, outcome: bool, key: str) -> bool:
    return any(is_field(value, key) for value in said_empty(test, outcome))


def _wholes(value: Value) -> Iterator[Value]:
    """Give what is in a value whole, also what a dict display takes in by `**`."""
    for part in added(value):
        if isinstance(part, Table):
            yield from (inner for entry in part.entries if entry.key is None for inner in _wholes(entry.value))
        else:
            yield part


@dataclass(frozen=True, eq=False, slots=True)
class SavedState:
    """Answers which values come from `graph.get_state(config).values`."""

    run: Interpreter

    def holds(self, value: Value, key: str, found: PayloadWrite) -> bool:
        """Tell whether a value is the key of the state saved for the thread that an update goes to."""
        if not isinstance(value, FieldOf) or value.key != key or not isinstance(value.base, FieldOf):
            return False
        got = value.base.base
        if value.base.key != "values" or not isinstance(got, Result) or not isinstance(got.function, FieldOf):
            return False
        mine = self.run.graph_of.get(got.function.base) is found.graph.record
        ours, theirs = found.call.argument(0, "config"), got.positional or tuple(part for _, part in got.named)
        return mine and got.function.key == "get_state" and ours is not None and _same_thread(ours[0], theirs, got)


def _same_thread(ours: Value, theirs: tuple[Value, ...], got: Result) -> bool:
    if isinstance(ours, FieldOf) and ours.key == "config":
        return ours.base is got
    other = theirs[0] if theirs else None
    if isinstance(ours, Table) and isinstance(other, Table):
        return ours.place is other.place
    return ours is other


def is_field(value: Value, key: str) -> bool:
    """Tell whether a value is the state's field of this key."""
    return (
        isinstance(value, FieldOf)
        and value.key == key
        and isinstance(value.base, Parameter)
        and value.base.role == "state"
    )


def reads(summary: Summary, key: str) -> bool:
    """Tell whether a function reads a key of its state."""
    return any(reading.key == key and is_state(reading.base) for reading in summary.readings)


_ANEW = frozenset("clear cleanup flush purge reset restart wipe".split())


def starts_anew(*names: str | None) -> bool:
    """Tell whether a node's or function's name says that it throws away what the state holds."""
    return any(not _ANEW.isdisjoint(re.findall("[a-z]+", name.lower())) for name in names if name is not None)


def asks_anew(conditions: Conditions) -> bool:
    """Tell whether a test that led somewhere says so: of a text such as "reset", or of a field with such a name."""
    return any(outcome and _says_anew(test) for test, outcome in conditions)


def _says_anew(test: Value) -> bool:
    if isinstance(test, FieldOf):
        return starts_anew(test.key)
    if not isinstance(test, Operation) or test.operator != "compare" or test.how not in ("==", "in"):
        return False
    return any(
        isinstance(part, Literal) and isinstance(part.value, str) and starts_anew(part.value) for part in test.operands
    )


def symbol(summary: Summary) -> str:
    """Give the name findings show for a function."""
    return summary.function.name


def kinds(program: Program, graph: Graph | None) -> Kinds:
    """Give who answers of which kind a value is in the nodes of a graph."""
    return Kinds(program.run, graph)


def may_follow(change: Change, update: Update) -> bool:
    """Tell whether a path that makes a change may lead to a return: no test went one way here, another there."""
    outcomes = {id(test): outcome for test, outcome in update.conditions}
    return all(outcomes.get(id(test), outcome) is outcome for test, outcome in change.mutation.conditions)


__all__ = ["Declared", "NodeWrite", "PayloadWrite", "SavedState", "Written", "key_of", "options", "root"]
