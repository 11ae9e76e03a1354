"""A finding as the confirmer sees it: what it is about, looked up in the program again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from stategraph_lint.confirm.concrete import Writer
from stategraph_lint.confirm.examples import Examples
from stategraph_lint.confirm.script import Needed, Witness
from stategraph_lint.findings import Finding
from stategraph_lint.program.graphs import Graph, GraphNode
from stategraph_lint.program.pictures import files
from stategraph_lint.program.program import Program
from stategraph_lint.program.questions import Declared, NodeWrite, declared, node_updates, written
from stategraph_lint.program.schemas import Schema
from stategraph_lint.program.types import Plain, Type
from stategraph_lint.program.updates import Update
from stategraph_lint.program.values import (
    ClassValue,
    External,
    FunctionValue,
    Object,
    Partial,
    Place,
    TypeExpression,
    Value,
)


class Unwitnessed(Exception):
    """No witness can be made of a finding; the message says why."""


class NotApplicable(Exception):
    """The rule is a matter of policy that nothing can confirm; the message says which."""


@dataclass
class Case:
    """One finding, with the program it was found in. `place` is where it stands, its path inside the project."""

    program: Program
    finding: Finding
    place: Place
    examples: Examples = field(init=False)
    writer: Writer = field(init=False)
    needs: list[Needed] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Make the makers of values, which collect what they use."""
        self.examples = Examples(self.program.run, self.needs)
        self.writer = Writer(self.examples)

    def witness(self, body: str, *imports: str) -> Witness:
        """Give the witness with this body, and all that its values use."""
        needs = tuple(dict.fromkeys(self.needs))
        guesses = tuple(dict.fromkeys(self.writer.guesses))
        return Witness(needs, tuple(sorted({*self.examples.imports, *imports})), body, guesses)

    def declared(self) -> Declared:
        """Give the field that the finding stands at.

        Raises Unwitnessed when there is none.
        """
        for found in declared(self.program):
            if found.channel.name == self.finding.field and self.is_here(found.place, found.channel.field.place):
                return found
        for found in declared(self.program):
            if found.channel.name == self.finding.field and found.schema.name == self.finding.symbol:
                return found
        raise Unwitnessed("the field was not found again")

    def graph(self) -> Graph:
        """Give the first graph that the finding may be about.

        Raises Unwitnessed when there is none.
        """
        return self.graphs()[0]

    def graphs(self) -> list[Graph]:
        """Give the graphs that the finding may be about: of its name, with its place in one of their files.

        Raises Unwitnessed when there is none.
        """
        named = [graph for graph in self.program.graphs if graph.name == self.finding.graph]
        near = [graph for graph in named if self.place.path in files(graph)]
        if not near:
            raise Unwitnessed("the graph was not found again")
        return near

    def writes(self) -> Iterator[NodeWrite]:
        """Give the writes of nodes that the finding may stand at."""
        for found in written(self.program):
            if self.is_here(found.write.value_place, found.write.key_place, found.update.place):
                yield found

    def updates(self) -> Iterator[tuple[Graph, GraphNode, Update]]:
        """Give the updates of nodes whose return the finding stands at."""
        for graph, node, _summary, update in node_updates(self.program):
            if self.is_here(update.place):
                yield graph, node, update

    def is_here(self, *places: Place) -> bool:
        """Tell whether the finding stands at one of some places."""
        return any(place.path == self.place.path and place.span == self.place.span for place in places)

    def schema(self, schema: Schema | None) -> str:
        """Give the name of a schema's class, and ask for it.

        Raises Unwitnessed when it is no class of the project.
        """
        if schema is None:
            raise Unwitnessed("the graph's schema is not known")
        cls = schema.cls
        if isinstance(cls, ClassValue):
            return self.examples.spelled(cls)
        if isinstance(cls, TypeExpression) and cls.frame.kind == "module":
            # `State = TypedDict("State", ...)`: the name it is bound to is nearly always its own.
            self.needs.append(Needed(cls.frame.path, schema.name))
            return schema.name
        if isinstance(cls, External):
            module, _, name = cls.name.rpartition(".")
            if module != "builtins":
                self.examples.imports.add(f"from {module} import {name}")
            return name
        if schema.kind == "root" and schema.root is not None and isinstance(schema.root, Plain):
            return self.schema_of_root(schema.root)
        raise Unwitnessed(f"the schema {schema.name} is no class of the project")

    def schema_of_root(self, root: Plain) -> str:
        """Give the name of a class that is one channel for the whole state.

        Raises Unwitnessed when it cannot be named.
        """
        if isinstance(root.origin, External) and root.origin.name.startswith("builtins.") and not root.arguments:
            return root.origin.name.removeprefix("builtins.")
        if isinstance(root.origin, ClassValue) and not root.arguments:
            return self.examples.spelled(root.origin)
        raise Unwitnessed("the schema is no class of the project")

    def key_of(self) -> str:
        """Give the state key that the finding is about.

        Raises Unwitnessed when it names none.
        """
        if self.finding.field is None:
            raise Unwitnessed("the finding names no field")
        return self.finding.field

    def types(self, graph: Graph) -> dict[str, Type]:
        """Give the declared type of each key of a graph."""
        return {name: channel.type for name, channel in graph.channels.items()}

    def state(self, graph: Graph, *skipped: str) -> str:
        """Give a state with an example under each key that has one, as a dict display."""
        parts = []
        for name, channel in graph.channels.items():
            value = self.examples.of(channel.type) if name not in skipped and channel.kind != "managed" else None
            if value is not None:
                parts.append(f"{name!r}: {value}")
        return f"{{{', '.join(parts)}}}"

    def registered(self, place: Place, value: Value) -> str:
        """Give what is handed over at a place as an expression: the name that stands there, or what `value` is called.

        Raises Unwitnessed when it is no function that can be named.
        """
        module = self.program.modules.module(place.path)
        span = place.span
        if module is not None and span.line == span.end_line:
            name = module.source.lines[span.line - 1][span.column - 1 : span.end_column - 1]
            if name.isidentifier() and any(
                name in entry.names and entry.kind not in ("block", "other") for entry in module.outline
            ):
                self.needs.append(Needed(place.path, name))
                return name
        return self.callable(value)

    def callable(self, value: Value) -> str:
        """Give a function of the project as an expression, and ask for it.

        Raises Unwitnessed when it is no function that can be named.
        """
        if isinstance(value, FunctionValue) and value.owner is not None and value.name != "<lambda>":
            owner = self.examples.spelled(value.owner)
            if value.binding in ("static", "class"):
                return f"{owner}.{value.name}"
            return f"{self._made(owner)}.{value.name}"
        if isinstance(value, FunctionValue):
            return self.examples.spelled(value)
        if isinstance(value, Partial):
            self.examples.imports.add("import functools")
            given = [self.writer.value(part, None) for part in value.positional]
            given += [f"{name}={self.writer.value(part, None)}" for name, part in value.named]
            return f"functools.partial({', '.join([self.callable(value.function), *given])})"
        if isinstance(value, Object) and value.kind == "instance":
            cls = self.program.run.content(value).cls
            if isinstance(cls, ClassValue):
                return self._made(self.examples.spelled(cls))
        raise Unwitnessed("what runs is no function that can be named")

    def _made(self, cls: str) -> str:
        self.writer.guesses.append("an object whose constructor was given nothing")
        return f"{cls}.__new__({cls})"


Maker = Callable[[Case], Witness]
WITNESSES: dict[str, list[Maker]] = {}


def witness(*codes: str, second: bool = False) -> Callable[[Maker], Maker]:
    """Register the decorated function as what makes the witness of some rules.

    `second` is for one that is asked where the first shows nothing.
    """

    def register(maker: Maker) -> Maker:
        for code in codes:
            known = WITNESSES.setdefault(code, [])
            known.insert(len(known) if second else 0, maker)
        return maker

    return register
