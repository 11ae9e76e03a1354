"""Which node may run after which: by the edges, routers and gotos that can be read, and by no others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

from stategraph_lint.facts import syntax as s
from stategraph_lint.facts.libraries import COMMAND, SEND
from stategraph_lint.program.builders import BuilderCall
from stategraph_lint.program.functions import options, target_function
from stategraph_lint.program.graphs import Graph, Router, node_name
from stategraph_lint.program.program import Program
from stategraph_lint.program.questions import updates_of
from stategraph_lint.program.type_reader import read_type
from stategraph_lint.program.types import LiteralType, Type, Union
from stategraph_lint.program.values import External, Listing, Result, Table, Value


class Paths:
    """The steps of one graph that surely exist; where a router or goto cannot be read, its steps are left out."""

    def __init__(self, program: Program, graph: Graph) -> None:
        self._steps: dict[str, set[str]] = {}
        self._reached: dict[str, frozenset[str]] = {}
        for source, target in _steps(program, graph):
            self._steps.setdefault(source, set()).add(target)

    def behind(self, source: str) -> frozenset[str]:
        """Give the nodes that may run after a node: itself only where it is in a cycle."""
        if source not in self._reached:
            seen: set[str] = set()
            waiting = [source]
            while waiting:
                fresh = self._steps.get(waiting.pop(), set()) - seen
                seen |= fresh
                waiting += fresh
            self._reached[source] = frozenset(seen)
        return self._reached[source]

    def leads(self, source: str | None, target: str | None) -> bool:
        """Tell whether a node may run after another one; false where a name is computed."""
        return source is not None and target is not None and target in self.behind(source)


def paths(program: Program, graph: Graph) -> Paths:
    """Give the steps of a graph, read once."""
    key = ("paths", id(graph))
    found = program.run.kept.get(key)
    if not isinstance(found, Paths):
        found = program.run.kept[key] = Paths(program, graph)
    return found


def _steps(program: Program, graph: Graph) -> Iterator[tuple[str, str]]:
    for call in graph.record.calls:
        yield from _of_call(graph, call)
    for router in graph.routers:
        if router.source is not None:
            yield from ((router.source, target) for target in _routed(program, router))
    for node, _, update in updates_of(program, graph):
        if node.name is not None and not update.parent:
            yield from ((node.name, target) for target in _gone_to(update.value))


def _of_call(graph: Graph, call: BuilderCall) -> Iterator[tuple[str, str]]:
    if call.method == "add_edge":
        start, end = call.argument(0, "start_key"), call.argument(1, "end_key")
        if start is not None and end is not None:
            yield from ((one, other) for one in _names(start[0]) for other in _names(end[0]))
    elif call.method == "set_entry_point":
        entry = call.argument(0, "key")
        yield from (("__start__", name) for name in (_names(entry[0]) if entry is not None else ()))
    elif call.method == "add_sequence":
        names = [node.name for node in graph.nodes if node.call is call]
        yield from ((one, other) for one, other in pairwise(names) if one is not None and other is not None)


def _names(value: Value) -> Iterator[str]:
    """Give the nodes that a value names, items of a list, Sends and all options included."""
    for option in options(value):
        if isinstance(option, Listing):
            yield from (name for item in option.items for name in _names(item.value))
        elif _is_call_of(option, SEND):
            assert isinstance(option, Result)
            yield from (name for part in _argument(option, 0, "node") for name in _names(part))
        else:
            name = node_name(option)
            if name is not None:
                yield name


def _is_call_of(value: Value, name: str) -> bool:
    return isinstance(value, Result) and isinstance(value.function, External) and value.function.name == name


def _argument(value: Result, position: int, name: str) -> Iterable[Value]:
    if position < len(value.positional):
        return (value.positional[position],)
    return tuple(part for named, part in value.named if named == name)


def _routed(program: Program, router: Router) -> Iterator[str]:
    """Give where a router leads: what its map lists, else what it is declared to give, else what it gives."""
    shift = 1 if router.call.method == "add_conditional_edges" else 0
    listed = router.call.argument(shift + 1, "path_map")
    if listed is not None and isinstance(listed[0], Table):
        yield from (name for entry in listed[0].entries for name in _names(entry.value))
        return
    if listed is not None and isinstance(listed[0], Listing):
        yield from _names(listed[0])
        return
    yield from _declared(program, router)
    summary = program.summary(router.action)
    for ending in summary.endings if summary is not None else ():
        yield from _names(ending.frozen or ending.value)


def _declared(program: Program, router: Router) -> Iterator[str]:
    found = target_function(program.run, router.action)
    node = found[0].node if found is not None else None
    if found is not None and isinstance(node, s.FunctionDef) and node.returns is not None:
        yield from _literals(read_type(program.run, node.returns, found[0].frame))


def _literals(declared: Type) -> Iterator[str]:
    if isinstance(declared, Union):
        yield from (name for option in declared.options for name in _literals(option))
    elif isinstance(declared, LiteralType):
        yield from (name for value in declared.values for name in _names(value))


def _gone_to(value: Value) -> Iterator[str]:
    """Give where the Commands of an update go."""
    if isinstance(value, Listing):
        yield from (name for item in value.items for option in options(item.value) for name in _gone_to(option))
    elif _is_call_of(value, COMMAND):
        assert isinstance(value, Result)
        yield from (name for part in _argument(value, 99, "goto") for name in _names(part))
