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
from stategraph_lint.program.types import Type
from stategraph_lint.program.updates import Update
from stategraph_lint.program.values import ClassValue, Place, TypeExpression


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
        raise Unwitnessed("the field was not found again")

    def graph(self) -> Graph:
        """Give a graph that the finding is about: of its name, with its place in one of the graph's files.

        Raises Unwitnessed when there is none.
        """
        named = [graph for graph in self.program.graphs if graph.name == self.finding.graph]
        near = [graph for graph in named if self.place.path in files(graph)]
        if not near:
            raise Unwitnessed("the graph was not found again")
        return near[0]

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

        Raises Unwitnessed when it is not at the top level of a module.
        """
        if schema is None:
            raise Unwitnessed("the graph's schema is not known")
        cls = schema.cls
        if isinstance(cls, ClassValue) and cls.frame.kind == "module":
            self.needs.append(Needed(cls.frame.path, cls.node.name))
            return cls.node.name
        if isinstance(cls, TypeExpression) and cls.frame.kind == "module":
            # `State = TypedDict("State", ...)`: the name it is bound to is nearly always its own.
            self.needs.append(Needed(cls.frame.path, schema.name))
            return schema.name
        raise Unwitnessed(f"the schema {schema.name} is local to a function, or not of the project")

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


Maker = Callable[[Case], Witness]
WITNESSES: dict[str, Maker] = {}


def witness(*codes: str) -> Callable[[Maker], Maker]:
    """Register the decorated function as what makes the witness of some rules."""

    def register(maker: Maker) -> Maker:
        WITNESSES.update(dict.fromkeys(codes, maker))
        return maker

    return register
