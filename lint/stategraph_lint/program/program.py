"""The linked program: every graph of a project, and what rules may ask about it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, partial
from typing import TYPE_CHECKING

from stategraph_lint.extract.module import Module
from stategraph_lint.facts import syntax as s
from stategraph_lint.facts.libraries import GRAPH_CLASSES, GRAPH_MAKERS, canonical
from stategraph_lint.facts.names import walk
from stategraph_lint.program import calls, classes, graphs, updates
from stategraph_lint.program.builders import GraphRecord
from stategraph_lint.program.calls import Arguments
from stategraph_lint.program.claims import Claims
from stategraph_lint.program.functions import BODY_STEPS, Summary, summarize
from stategraph_lint.program.graphs import Graph, GraphNode
from stategraph_lint.program.heap import join
from stategraph_lint.program.interpreter import GRAPH_WORDS, NO_CLAIMS, Exhausted, Interpreter, unknown_parameter
from stategraph_lint.program.module_scope import ModuleScope
from stategraph_lint.program.modules import Modules
from stategraph_lint.program.schemas import Schema
from stategraph_lint.program.scopes import Frame
from stategraph_lint.program.topology import Topology
from stategraph_lint.program.updates import Update
from stategraph_lint.program.values import ClassValue, FunctionValue, ModuleValue, Object, Value

if TYPE_CHECKING:
    from stategraph_lint.program.steps import Steps

# What the code of one module may take, and each of its parts once that is used up: several times what real code takes.
ROOT_STEPS = 150_000
PART_STEPS = 3_000
# How many statements at the top level of a module may have to do with graphs; real modules have a few hundred.
MOST_STATEMENTS = 5_000
_TOO_LARGE = "code that is too large to follow"
# How much may go into functions that are too large to follow before the next ones get less.
WASTED_STEPS = 200_000

# What the text of a class that is made to be inherited says.
_UNFINISHED = frozenset({"abstractmethod", "NotImplementedError", "ABC"})


class Program:
    """A project with its graphs, read from the modules named in `seeds` and all they lead to.

    `importing` gives the modules that seem to import one of some names, for those that only use builders of others.
    `claims` is what the settings say of the project.
    `unresolved` lists (path, line, reason) of what could not be read.
    """

    def __init__(
        self,
        modules: Modules,
        seeds: Collection[str],
        target: tuple[int, int],
        progress: Callable[[int, int], None] | None = None,
        importing: Callable[[frozenset[str]], Collection[str]] = lambda _: (),
        claims: Claims = NO_CLAIMS,
    ) -> None:
        self.run = Interpreter(modules, target, claims)
        self.modules = modules
        self.target = target
        self.unresolved: list[tuple[str, int, str]] = []
        self._summaries: dict[tuple[int, int, tuple[str, ...], tuple[tuple[str, str], ...]], Summary | None] = {}
        self._updates: dict[int, tuple[Update, ...]] = {}
        self._wasted = 0
        self._topologies: dict[int, tuple[Topology, ...]] = {}
        self._steps: dict[int, Steps] = {}
        self._kept: list[Value] = []
        knew: dict[str, frozenset[str]] = {}
        for done, path in enumerate(sorted(seeds), 1):
            knew[path] = frozenset(self.run.graph_makers)
            self._visit(path)
            if progress is not None:
                progress(done, len(seeds))
        asked: frozenset[str] = frozenset()
        while makers := self.run.graph_makers - asked:
            # Functions and classes of the project that build graphs for others: their users know the schema.
            asked |= makers
            for path in sorted(importing(frozenset(makers))):
                if not makers <= knew.get(path, frozenset()):
                    knew[path] = frozenset(self.run.graph_makers)
                    self._visit(path)

    def _visit(self, path: str) -> None:
        scope = self.run.scope(path)
        if scope is not None:
            _Roots(self.run, scope, self._lost).visit()

    def _lost(self, path: str, line: int, reason: str) -> None:
        self.unresolved.append((path, line, reason))

    @cached_property
    def graphs(self) -> tuple[Graph, ...]:
        """Every graph, by place; a builder read twice without and with its arguments known counts once."""
        records = self.run.graphs
        alike: dict[object, GraphRecord] = {}
        for record in records:
            # A function that is called from many places with the same arguments builds the same graph.
            alike.setdefault(record.likeness, record)
        built = list(filter(None, map(self._built, alike.values())))
        sites: dict[tuple[str, s.Span], list[Graph]] = {}
        for graph in built:
            sites.setdefault((graph.record.place.path, graph.record.place.span), []).append(graph)
        out: list[Graph] = []
        for site in sites.values():
            known = [graph for graph in site if graph.state is not None]
            out += known or site[:1]
        for graph in out:
            for place, reason in graph.unresolved:
                self._lost(place.path, place.span.line, reason)
        return tuple(sorted(out, key=lambda graph: (graph.record.place.path, graph.record.place.span)))

    def graph_of(self, value: Value) -> Graph | None:
        """Give the graph that a builder or a compiled graph stands for; None when it is none that could be read."""
        record = self.run.graph_of.get(value)
        return self._graphs_by_likeness.get(record.likeness) if record is not None else None

    @cached_property
    def _graphs_by_likeness(self) -> dict[object, Graph]:
        return {graph.record.likeness: graph for graph in self.graphs}

    def _built(self, record: GraphRecord) -> Graph | None:
        try:
            with self.run.budget(ROOT_STEPS):
                return graphs.build(self.run, record)
        except (Exhausted, RecursionError):
            self._lost(record.place.path, record.place.span.line, "the graph is too large to read")
            return None

    def summary(self, value: Value, roles: tuple[str, ...] = ("state",)) -> Summary | None:
        """Give what a callable does when it is called with unknown arguments; None when it is no known function."""
        return self._summary(value, roles, ())

    def _summary(self, value: Value, roles: tuple[str, ...], given: tuple[tuple[str, str], ...]) -> Summary | None:
        key = (id(value), 0, roles, given)
        if isinstance(value, FunctionValue):
            key = (id(value.stub), id(value.frame), roles, given)
        if key not in self._summaries:
            self._kept.append(value)
            self._summaries[key] = self._summarized(value, roles, dict(given))
        return self._summaries[key]

    def _summarized(self, value: Value, roles: tuple[str, ...], given: dict[str, str]) -> Summary | None:
        limit = BODY_STEPS if self._wasted < WASTED_STEPS else PART_STEPS
        try:
            summary = summarize(self.run, value, roles, given, limit)
        except RecursionError:
            summary = None
        if summary is not None and summary.problem is not None:
            self._wasted += limit
            self._lost(summary.place.path, summary.place.span.line, summary.problem)
        return summary

    def reducer(self, value: Value) -> Summary | None:
        """Give what a reducer does with its two arguments."""
        return self.summary(value, ("left", "right"))

    def trial(self, value: Value, **given: str) -> Summary | None:
        """Give what a reducer does with known arguments: `left`, `right` or both, given as Python text such as `None`.

        None when it is no known function.
        """
        return self._summary(value, ("left", "right"), tuple(sorted(given.items())))

    def updates(self, summary: Summary) -> tuple[Update, ...]:
        """Give the updates of a node function."""
        if id(summary) not in self._updates:
            self._updates[id(summary)] = updates.of_summary(self.run, summary)
        return self._updates[id(summary)]

    def functions(self, node: GraphNode) -> Iterator[Summary]:
        """Give the functions a node runs."""
        for action in node.actions if node.kind == "function" else ():
            summary = self.summary(action)
            if summary is not None:
                yield summary

    def topologies(self, graph: Graph) -> tuple[Topology, ...]:
        """Give the ways in which the code builds a graph: one, or several when calls stand under `if`."""
        if id(graph) not in self._topologies:
            from stategraph_lint.program import topology_reader

            self._topologies[id(graph)] = topology_reader.read(self, graph)
        return self._topologies[id(graph)]

    def steps(self, topology: Topology) -> Steps:
        """Give the super-steps of one way to build a graph."""
        if id(topology) not in self._steps:
            from stategraph_lint.program.steps import Steps

            self._steps[id(topology)] = Steps(self, topology)
        return self._steps[id(topology)]

    @cached_property
    def schemas(self) -> tuple[Schema, ...]:
        """Every schema that some graph uses, by place, each once."""
        found: dict[tuple[str, s.Span], Schema] = {}
        for graph in self.graphs:
            for schema in graph.schemas:
                found.setdefault((schema.place.path, schema.place.span), schema)
        return tuple(found[key] for key in sorted(found))

    def graphs_of(self, schema: Schema) -> tuple[Graph, ...]:
        """Give the graphs that use a schema."""
        return self._users.get((schema.place.path, schema.place.span), ())

    @cached_property
    def _users(self) -> dict[tuple[str, s.Span], tuple[Graph, ...]]:
        """The graphs that use a schema, by its place."""
        users: dict[tuple[str, s.Span], dict[int, Graph]] = {}
        for graph in self.graphs:
            for schema in graph.schemas:
                users.setdefault((schema.place.path, schema.place.span), {})[id(graph)] = graph
        return {place: tuple(graphs.values()) for place, graphs in users.items()}


@dataclass(frozen=True, slots=True)
class _Method:
    """A method that a class has, its own or an ancestor's.

    `words` are the words of its text, `near` those that mark builders in its module.
    """

    node: s.FunctionDef
    own: bool
    words: frozenset[str]
    near: frozenset[str]

    @property
    def builds(self) -> bool:
        """Whether its text has to do with builders."""
        return not self.near.isdisjoint(self.words)


class _Roots:
    """Runs the code of one module that builds graphs: its top level, then functions and classes nobody called."""

    def __init__(self, run: Interpreter, scope: ModuleScope, lost: Callable[[str, int, str], None]) -> None:
        self.run = run
        self.scope = scope
        self.module: Module = scope.module
        self.lost = lost
        self.left = ROOT_STEPS
        self.near = self._near_words()
        self.words = self._trigger_words()
        run.builder_words[scope.path] = self.near

    def visit(self) -> None:
        marked = [index for index in range(len(self.module.outline)) if self.module.words(index) & self.words]
        if len(marked) > MOST_STATEMENTS:
            line = self.module.outline[marked[0]].first
            self.lost(self.scope.path, line, f"{len(marked):,} statements about graphs are too many to follow")
            return
        for index in marked:
            if self.module.outline[index].kind in ("assign", "other", "block"):
                self._guarded(index, partial(self.scope.entry, index))
        self._note_graphs(marked)
        definitions = [index for index in marked if self.module.outline[index].kind in ("function", "class", "block")]
        names = {name for index in definitions for name in self.module.outline[index].names}
        # Who calls a builder function knows its arguments, so callers go first.
        for index in sorted(definitions, key=lambda index: not self._calls(index, names)):
            self._guarded(index, partial(self._definitions, index))
        self.scope.current = None
        self.run.current = None

    def _note_graphs(self, indices: list[int]) -> None:
        """Remember the names of graphs at the top level: other modules may call them with payloads."""
        for index in indices:
            for name in self.module.outline[index].names if self.scope.has_run(index) else ():
                if self.scope.entry(index).env.get(name) in self.run.graph_of:
                    self._makes_graphs(name)

    def _calls(self, index: int, names: set[str]) -> bool:
        own = self.module.outline[index].names
        return any(word in names and word not in own for word in self.module.words(index))

    def _guarded(self, index: int, action: Callable[[], object]) -> None:
        entry = self.module.outline[index]
        self.scope.current = index
        self.run.current = (self.scope.path, index)
        try:
            with self.run.surely(), self.run.budget(max(self.left, PART_STEPS)):
                try:
                    action()
                finally:
                    self.left -= self.run.steps
        except (Exhausted, RecursionError):
            self.lost(self.scope.path, entry.first, "the code is too large to follow")
            self._let_go(index)

    def _let_go(self, index: int) -> None:
        """Note that what an entry does to graphs was seen in part only."""
        words = self.module.words(index)
        for record in self.run.graphs:
            calls = (record.creation, *record.calls)
            if record.name in words or any(call.entry == self.run.current for call in calls):
                record.escaped = record.escaped or _TOO_LARGE

    def _near_words(self) -> frozenset[str]:
        """Give the words that mark code which builds graphs: the classes, and what directly uses them."""
        words = set(GRAPH_WORDS)
        makers = self.run.graph_makers
        for index, entry in enumerate(self.module.outline):
            if entry.kind == "import" and self.module.words(index) & (words | makers):
                words.update(self._imported(self.module.statements(index), makers))
        return frozenset(words | self._bound_with(words))

    def _bound_with(self, words: Collection[str]) -> set[str]:
        """Give the names bound by entries that have one of some words."""
        return {
            name
            for index, entry in enumerate(self.module.outline)
            if entry.kind != "import" and not self.module.words(index).isdisjoint(words)
            for name in entry.names
        }

    def _trigger_words(self) -> frozenset[str]:
        """Give the words that mark code which has to do with graphs, however far: users of users of builders."""
        words = set(self.near)
        while not (more := self._bound_with(words)) <= words:
            words |= more
        return frozenset(words)

    def _imported(self, statements: Iterable[s.AnyStmt], makers: set[str]) -> Iterator[str]:
        for statement in statements:
            if not isinstance(statement, s.ImportFrom):
                continue
            for alias in statement.names:
                outside = canonical(f"{statement.module}.{alias.name}") in GRAPH_MAKERS
                if outside or (alias.name in makers and self._leads_inside(statement)):
                    yield alias.alias or alias.name

    def _leads_inside(self, statement: s.ImportFrom) -> bool:
        origin = self.run.imports.module(self.scope.path, statement.level, statement.module)
        return isinstance(origin, ModuleValue)

    def _definitions(self, index: int) -> None:
        frame = self.scope.entry(index)
        for statement in walk(self.module.statements(index)):
            if isinstance(statement, s.FunctionDef):
                self._function(frame, statement)
            elif isinstance(statement, s.ClassDef):
                self._class(frame, statement)

    def _function(self, frame: Frame, node: s.FunctionDef) -> None:
        if id(node) in self.run.entered or not self._mentions(node, self.words):
            return
        value = FunctionValue(node, frame, node.name)
        inner = calls.frame_for(self.run, value)
        for parameter in node.parameters:
            inner.env.set(parameter.name, self._default(parameter, frame, inner))
        before = len(self.run.graphs)
        self.run.enter(value, inner)
        if any(map(graphs.is_generic, self.run.graphs[before:])):
            self._makes_graphs(node.name)

    def _makes_graphs(self, name: str) -> None:
        self.run.graph_makers.add(name)

    def _default(self, parameter: s.Parameter, outer: Frame, inner: Frame) -> Value:
        """Give what an unknown caller leaves to the default, or what they may give instead."""
        unknown = unknown_parameter(parameter, inner)
        if parameter.default is None:
            return unknown
        default = self.run.evaluate(parameter.default, outer)
        return default if isinstance(default, (ClassValue, FunctionValue)) else join([default, unknown])

    def _mentions(self, node: s.FunctionDef | s.ClassDef, words: frozenset[str]) -> bool:
        return not words.isdisjoint(self.module.words_of(node))

    def _class(self, frame: Frame, node: s.ClassDef) -> None:
        value = frame.env.get(node.name)
        if not self._mentions(node, self.near) or not isinstance(value, ClassValue):
            return
        methods = self._methods(value)
        builders = [method for method in methods if method.builds]
        unfinished = builders and not _UNFINISHED.isdisjoint(self.module.words_of(node))
        if unfinished or classes.has_base(self.run, value, GRAPH_CLASSES):
            self._makes_graphs(node.name)
        inherited = {id(method.node) for method in builders if not method.own}
        if not inherited and all(id(method.node) in self.run.entered for method in builders):
            return
        made = classes.instantiate(self.run, value)
        names = frozenset(method.node.name for method in builders)
        callers = [method for method in methods if not method.builds and not names.isdisjoint(method.words)]
        # What is inherited ran for the ancestor, and runs again: this class may give it another schema, other nodes.
        entered = self.run.entered
        self.run.entered = entered - inherited
        # Who calls a builder method knows its arguments, so callers go first.
        for method in [*callers, *builders]:
            if id(method.node) not in self.run.entered:
                self._method(value, made, method.node)
        self.run.entered |= entered

    def _methods(self, cls: ClassValue) -> list[_Method]:
        """Give the methods that an instance has, its own first, then those of ancestors in the project."""
        found: dict[str, _Method] = {}
        for owner in classes.mro(self.run, cls):
            if isinstance(owner, ClassValue):
                own, scope = owner.node is cls.node, owner.frame.scope
                near = self.near if own else self.run.builder_words.get(scope.path, GRAPH_WORDS)
                for child in owner.node.body:
                    if isinstance(child, s.FunctionDef) and child.name not in found:
                        found[child.name] = _Method(child, own, scope.module.words_of(child), near)
        return list(found.values())

    def _method(self, cls: ClassValue, made: Object, node: s.FunctionDef) -> None:
        function = classes.instance_attribute(self.run, made, cls, node.name)
        if isinstance(function, FunctionValue):
            calls.apply(self.run, function, Arguments(unknown=True), function.place)
