"""Read the topology of a graph from the calls on its builder, mirroring `langgraph.graph.state.StateGraph`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING

from stategraph_lint.facts import syntax as s
from stategraph_lint.facts.libraries import COMMAND, STATE_CLASSES
from stategraph_lint.program.builders import BuilderCall
from stategraph_lint.program.functions import Summary, options
from stategraph_lint.program.graphs import Graph, GraphNode, callables, node_name
from stategraph_lint.program.kinds import Kinds
from stategraph_lint.program.routes import END, START, Label, Outcome, Routes
from stategraph_lint.program.scopes import Ending
from stategraph_lint.program.tools import all_tools_known, tools_of
from stategraph_lint.program.topology import Branch, Edge, ListEdge, Return, Station, Topology
from stategraph_lint.program.type_reader import read_type
from stategraph_lint.program.types import Annotated, LiteralType, Plain, Type, Union
from stategraph_lint.program.updates import Update, of_value
from stategraph_lint.program.values import (
    ClassValue,
    External,
    FunctionValue,
    Listing,
    Literal,
    Place,
    Result,
    Table,
    Value,
)

if TYPE_CHECKING:
    from stategraph_lint.program.program import Program

MAX_VARIANTS = 8
_BUILDING = frozenset(
    "add_node add_edge add_conditional_edges add_sequence set_entry_point set_conditional_entry_point "
    "set_finish_point set_node_defaults".split()
)
Arms = tuple[tuple[object, int], ...]


def read(program: Program, graph: Graph) -> tuple[Topology, ...]:
    """Give the ways in which the code builds a graph: one, or several when calls stand under `if`."""
    return tuple(_Reader(program, graph).topologies())


class _Reader:
    def __init__(self, program: Program, graph: Graph) -> None:
        self.program = program
        self.run = program.run
        self.graph = graph
        self.kinds = Kinds(program.run, graph)
        calls = graph.record.calls
        compiles = [number for number, call in enumerate(calls) if call.method == "compile"]
        last = compiles[-1] if compiles else len(calls)
        self.compiled = calls[last] if compiles else None
        self.calls = [call for call in calls[:last] if call.method in _BUILDING]
        self.late = tuple(call for call in calls[last + 1 :] if call.method in _BUILDING)
        self.missing = graph.record.escaped and f"the builder is handed to {graph.record.escaped}"
        self.nodes = _by_call(graph.nodes)
        self.stations: list[Station] = []
        self.edges: list[Edge] = []
        self.list_edges: list[ListEdge] = []
        self.branches: list[Branch] = []

    def topologies(self) -> Iterator[Topology]:
        for call in self.calls:
            self._call(call)
        arms = [arms for call in self.calls if (arms := call.arms)]
        variants = list(_variants(arms))
        if len(variants) > MAX_VARIANTS:
            self._lost("too many ways to build the graph")
            variants = variants[:1]
        for variant in variants:
            yield self._topology(variant, len(variants))

    def _topology(self, variant: dict[int, int], count: int) -> Topology:
        def here(arms: Arms) -> bool:
            return all(variant.get(id(about), number) == number for about, number in arms)

        made = Topology(self.graph, missing=self.missing, compiled=self.compiled, late=self.late, variants=count)
        for station in self.stations:
            if here(station.arms):
                made.stations.setdefault(station.name, station)
        made.edges = [edge for edge in self.edges if here(edge.arms)]
        made.list_edges = [edge for edge in self.list_edges if here(edge.arms)]
        made.branches = [branch for branch in self.branches if here(branch.arms)]
        return made

    def _lost(self, reason: str) -> None:
        self.missing = self.missing or reason

    def _call(self, call: BuilderCall) -> None:
        if call.method in ("add_node", "add_sequence"):
            self._nodes(call)
        elif call.method == "add_edge":
            self._edge(call)
        elif call.method in ("add_conditional_edges", "set_conditional_entry_point"):
            self._branch(call)
        elif call.method in ("set_entry_point", "set_finish_point"):
            self._point(call)

    # --- edges -----------------------------------------------------------------------------------------------

    def _edge(self, call: BuilderCall) -> None:
        start, end = call.argument(0, "start_key"), call.argument(1, "end_key")
        target = node_name(end[0]) if end is not None else None
        if start is None or end is None or target is None:
            self._lost("an edge that cannot be read")
            return
        if isinstance(start[0], Listing):
            self._list_edge(call, start[0], target, _span(start[1], end[1]), end[1])
            return
        source = node_name(start[0])
        if source is None:
            self._lost("an edge that cannot be read")
            return
        self.edges.append(Edge(source, target, _span(start[1], end[1]), end[1], start[1], call.arms))

    def _list_edge(self, call: BuilderCall, starts: Listing, target: str, place: Place, target_place: Place) -> None:
        names = [node_name(item.value) for item in starts.items]
        known = [name for name in names if name is not None]
        sure = starts.complete and all(item.must and not item.spread for item in starts.items)
        if not sure or len(known) < len(names):
            self._lost("a list edge that cannot be read")
            return
        places = tuple(item.place or place for item in starts.items)
        self.list_edges.append(ListEdge(tuple(known), target, place, target_place, places, call.arms))

    def _point(self, call: BuilderCall) -> None:
        found = call.argument(0, "key")
        name = node_name(found[0]) if found is not None else None
        if found is None or name is None:
            self._lost("an edge that cannot be read")
        elif call.method == "set_entry_point":
            self.edges.append(Edge(START, name, found[1], found[1], found[1], call.arms))
        else:
            self.edges.append(Edge(name, END, found[1], found[1], found[1], call.arms))

    # --- branches --------------------------------------------------------------------------------------------

    def _branch(self, call: BuilderCall) -> None:
        shift = 1 if call.method == "add_conditional_edges" else 0
        given = call.argument(0, "source") if shift else None
        source = node_name(given[0]) if given is not None else None if shift else START
        path = call.argument(shift, "path")
        if source is None or path is None:
            self._lost("a conditional edge that cannot be read")
            return
        labels, readable = self._labels(call.argument(shift + 1, "path_map"))
        for action in options(path[0]):
            made = self._read_branch(source, callables(action)[0], call, path[1], labels, readable=readable)
            self.branches.append(made)
        if isinstance(path[0], Listing) or len(options(path[0])) > 1:
            self._lost("a router that depends on the path taken")

    def _labels(self, given: tuple[Value, Place] | None) -> tuple[tuple[Label, ...] | None, bool]:
        """Give the path map, and whether it could be read."""
        if given is None or (isinstance(given[0], Literal) and given[0].kind == "none"):
            return None, True
        value, place = given
        labels: list[Label] = []
        if isinstance(value, Table) and value.complete and all(entry.key is not None for entry in value.entries):
            for entry in value.entries:
                assert entry.key is not None
                where = entry.value_place or place
                labels.append(Label(entry.key, node_name(entry.value), entry.key_place or place, where))
        elif isinstance(value, Listing) and value.complete and not any(item.spread for item in value.items):
            for item in value.items:
                where = item.place or place
                labels.append(Label(item.value, node_name(item.value), where, where))
        else:
            return None, False
        return tuple(labels), all(label.name is not None for label in labels)

    def _read_branch(
        self,
        source: str,
        action: Value,
        call: BuilderCall,
        place: Place,
        labels: tuple[Label, ...] | None,
        *,
        readable: bool,
    ) -> Branch:
        summary = self.program.summary(action)
        said = self._annotated(summary)
        annotated = False
        if labels is None and readable and isinstance(said, LiteralType) and not isinstance(action, Result):
            # Without a path map LangGraph makes one of the Literal annotation.
            annotated = True
            where = _annotation_place(summary) or place
            labels = tuple(Label(value, node_name(value), where, where) for value in said.values)
        routes = Routes(labels, declared=self._declared)
        outcomes: list[Outcome] = []
        if readable and summary is not None and summary.problem is None and not summary.yields:
            for ending in summary.endings:
                value = self.run.forced(ending.frozen or ending.value, always=True)
                outcomes += (_under(one, ending.conditions) for one in routes.outcomes(value, ending.place))
        known = bool(outcomes) and all(outcome.known for outcome in outcomes)
        outcomes = [outcome for outcome in outcomes if outcome.known or outcome.destinations]
        guessed = not known and not _says_one(said)
        if not known:
            more = self._guessed(said, labels, place)
            known = bool(more)
            outcomes += more
        found = tuple(outcomes)
        return Branch(source, place, call, action, summary, found, known, labels, annotated, guessed, call.arms)

    def _guessed(self, said: Type | None, labels: Sequence[Label] | None, place: Place) -> list[Outcome]:
        """Give what a router that cannot be read is declared to give: the entries of its path map, its Literal type."""
        routes = Routes()
        if labels is not None:
            names = [label.name for label in labels]
            values: list[Value] = [Literal("str", name) for name in dict.fromkeys(names) if name is not None]
            return [outcome for value in values for outcome in routes.outcomes(value, place)]
        if isinstance(said, LiteralType):
            return [outcome for value in said.values for outcome in routes.outcomes(value, place)]
        return []

    def _annotated(self, summary: Summary | None) -> Type | None:
        return self._returned(summary.function) if summary is not None else None

    def _returned(self, function: FunctionValue) -> Type | None:
        node = function.node
        if not isinstance(node, s.FunctionDef) or node.returns is None:
            return None
        found = read_type(self.run, node.returns, function.frame)
        return found.inner if isinstance(found, Annotated) else found

    def _declared(self, value: Value) -> list[Literal] | None:
        """Give the texts that a state field may hold by its type."""
        found = self.kinds.type_of(value)
        while isinstance(found, Annotated):
            found = found.inner
        options_ = found.options if isinstance(found, Union) else (found,)
        literals = [part for part in options_ if isinstance(part, LiteralType)]
        values = [value for part in literals for value in part.values]
        known = [value for value in values if isinstance(value, Literal)]
        rest = [part for part in options_ if not isinstance(part, LiteralType) and not _is_none(part)]
        return known if known and not rest and len(known) == len(values) else None

    # --- nodes -----------------------------------------------------------------------------------------------

    def _nodes(self, call: BuilderCall) -> None:
        before: str | None = None
        found = self.nodes.get(id(call), [])
        if not found:
            self._lost("a node that cannot be read")
        for node in found:
            if node.name is None:
                self._lost("a node without a known name")
                before = None
                continue
            self.stations.append(self._station(call, node, node.name))
            if call.method == "add_sequence" and before is not None:
                self.edges.append(Edge(before, node.name, node.place, node.place, node.place, call.arms))
            before = node.name

    def _station(self, call: BuilderCall, node: GraphNode, name: str) -> Station:
        named = call.argument(0, "node")
        place = named[1] if named is not None and call.method == "add_node" else node.place
        defer = call.argument(99, "defer") if call.method == "add_node" else None
        handler = call.argument(99, "error_handler") if call.method == "add_node" else None
        summaries = tuple(self.program.functions(node))
        declared = self._destinations(call, summaries)
        returns = tuple(ending for summary in summaries for ending in self._returns(summary, declared))
        tools = tuple((tool.name, self._tool(tool)) for tool in tools_of(self.run, node))
        known = node.kind == "subgraph"
        if node.kind == "tools":
            known = all(all_tools_known(self.run, action) for action in node.actions) and all(
                _readable(part) for _, part in tools
            )
        elif node.kind == "function":
            known = len(summaries) == len(node.actions) and _readable(returns)
        return Station(
            name,
            node,
            place,
            deferred=defer is not None and not (isinstance(defer[0], Literal) and not defer[0].value),
            known=known or bool(declared),
            returns=returns,
            summaries=summaries,
            handler=self._handler(handler),
            declared=declared,
            tools=tools,
            arms=call.arms,
        )

    def _handler(self, given: tuple[Value, Place] | None) -> tuple[Return, ...] | None:
        if given is None or (isinstance(given[0], Literal) and given[0].kind == "none"):
            return None
        summary = self.program.summary(given[0])
        return tuple(self._returns(summary, ())) if summary is not None else ()

    def _tool(self, tool: FunctionValue) -> tuple[Return, ...]:
        summary = self.program.summary(tool, ())
        endings = tuple(self._returns(summary, ())) if summary is not None else ()
        return tuple(ending for ending in endings if any(one.kind == "command" for one in ending.updates))

    def _destinations(self, call: BuilderCall, summaries: Sequence[Summary]) -> tuple[tuple[str, Place], ...]:
        """Give the names that `destinations=` or the `Command[Literal[...]]` annotation declare."""
        given = call.argument(99, "destinations") if call.method == "add_node" else None
        if given is not None and isinstance(given[0], Listing):
            names = [(node_name(item.value), item.place or given[1]) for item in given[0].items]
            return tuple((name, place) for name, place in names if name is not None)
        if given is not None and isinstance(given[0], Table):
            keys = [(node_name(entry.key), entry.key_place or given[1]) for entry in given[0].entries if entry.key]
            return tuple((name, place) for name, place in keys if name is not None)
        out: list[tuple[str, Place]] = []
        for summary in summaries:
            literal = command_literal(self._returned(summary.function))
            place = _annotation_place(summary)
            if literal is not None and place is not None:
                names_ = [node_name(value) for value in literal.values]
                out += ((name, place) for name in names_ if name is not None)
        return tuple(out)

    def _returns(self, summary: Summary, declared: Sequence[tuple[str, Place]]) -> Iterator[Return]:
        if summary.problem is not None or summary.yields:
            yield Return(summary.place, (), known=False)
        plain = _is_plain_update(self._returned(summary.function))
        for ending in summary.endings:
            value = self.run.forced(ending.frozen or ending.value, always=True)
            for option in options(value):
                updates = tuple(of_value(self.run, option, ending.place))
                yield self._return(updates, ending, declared, plain=plain)

    def _return(
        self, updates: tuple[Update, ...], ending: Ending, declared: Sequence[tuple[str, Place]], *, plain: bool
    ) -> Return:
        """Give one ending; `plain` when its annotation says that it is no Command."""
        place, conditions = ending.place, ending.conditions
        parent = any(update.parent for update in updates)
        found = [self._goto(update, () if parent else declared) for update in updates]
        gotos = tuple(_merged(row, place) for row in product(*(part for part in found if part))) if found else ()
        if any(update.kind == "unknown" for update in updates):
            return Return(place, updates, _names(declared, place), parent, bool(declared) or plain, conditions)
        known = all(outcome.known for outcome in gotos)
        return Return(place, updates, gotos, parent, known, conditions)

    def _goto(self, update: Update, declared: Sequence[tuple[str, Place]]) -> list[Outcome]:
        """Give what the goto of a Command may be; nothing for what is no Command."""
        value = update.value
        if update.kind != "command" or not isinstance(value, Result):
            return []
        goto = value.argument(3, "goto")
        if any(name is None for name, _ in value.named):
            return list(_names(declared, update.place)) or [Outcome((), update.place, known=False)]
        if goto is None:
            return []
        found = Routes(goto=True, declared=self._declared).outcomes(self.run.forced(goto[0], always=True), goto[1])
        if all(outcome.known for outcome in found) or not declared:
            return found
        return [outcome for outcome in found if outcome.known] + list(_names(declared, update.place))


def _names(declared: Sequence[tuple[str, Place]], place: Place) -> tuple[Outcome, ...]:
    """Give each declared name as something that a goto may be."""
    routes = Routes(goto=True)
    return tuple(out for name, _ in declared for out in routes.outcomes(Literal("str", name), place))


def _merged(row: Sequence[Outcome], place: Place) -> Outcome:
    """Give what several Commands of one list lead to together."""
    if len(row) == 1:
        return row[0]
    destinations = tuple(part for outcome in row for part in outcome.destinations)
    fails = next((outcome.fails for outcome in row if outcome.fails), None)
    known, proven = all(outcome.known for outcome in row), all(outcome.proven for outcome in row)
    return Outcome(destinations, place, fails, known, proven)


def _under(outcome: Outcome, conditions: tuple[tuple[Value, bool], ...]) -> Outcome:
    return replace(outcome, conditions=tuple(conditions))


def _readable(returns: Sequence[Return]) -> bool:
    return all(ending.known for ending in returns)


def _says_one(found: Type | None) -> bool:
    """Tell whether the return annotation of a router says that it gives one name, and not several."""
    text = isinstance(found, Plain) and isinstance(found.origin, External) and found.origin.name == "builtins.str"
    return text or isinstance(found, LiteralType)


def _is_plain_update(found: Type | None) -> bool:
    """Tell whether a return annotation says that a node returns an update, and no Command."""
    parts = found.options if isinstance(found, Union) else (found,)
    return all(isinstance(part, Plain) and _is_dict_or_class(part.origin) for part in parts)


def _is_dict_or_class(origin: Value) -> bool:
    names = ("builtins.dict", "builtins.None", "collections.abc.Mapping")
    return isinstance(origin, ClassValue) or (isinstance(origin, External) and origin.name in (*names, *STATE_CLASSES))


def command_literal(found: Type | None) -> LiteralType | None:
    """Give the Literal of a `Command[Literal[...]]` annotation, also inside a union, as `add_node` reads it."""
    parts = found.options if isinstance(found, Union) else (found,)
    for part in parts:
        if isinstance(part, Plain) and isinstance(part.origin, External) and part.origin.name == COMMAND:
            inner = part.arguments[0] if part.arguments else None
            return inner if isinstance(inner, LiteralType) else None
    return None


def _annotation_place(summary: Summary | None) -> Place | None:
    node = summary.function.node if summary is not None else None
    if isinstance(node, s.FunctionDef) and node.returns is not None and summary is not None:
        return summary.function.frame.place(node.returns.span)
    return None


def _is_none(found: Type | None) -> bool:
    return isinstance(found, Plain) and isinstance(found.origin, External) and found.origin.name == "builtins.None"


def _by_call(nodes: Sequence[GraphNode]) -> dict[int, list[GraphNode]]:
    out: dict[int, list[GraphNode]] = {}
    for node in nodes:
        out.setdefault(id(node.call), []).append(node)
    return out


def _span(start: Place, end: Place) -> Place:
    if start.path != end.path or start.span > end.span:
        return end
    return Place(start.path, s.Span(start.span.line, start.span.column, end.span.end_line, end.span.end_column))


def _variants(arms: Sequence[Arms]) -> Iterator[dict[int, int]]:
    """Give each choice of arms that the calls of a builder stand in."""
    numbers: dict[int, set[int]] = {}
    for row in arms:
        for about, number in row:
            numbers.setdefault(id(about), {0, 1}).add(number)
    keys = list(numbers)
    if len(keys) > 6:
        yield from ({} for _ in range(MAX_VARIANTS + 1))
        return
    for choice in product(*(sorted(numbers[key]) for key in keys)):
        yield dict(zip(keys, choice))
