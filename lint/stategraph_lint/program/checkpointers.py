"""Whether the states of a graph are saved: what the code compiles it with, or a graph that it is a node of."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from stategraph_lint.facts.checkpoints import SAVERS, SERIALIZER
from stategraph_lint.program.builders import BuilderCall, GraphRecord
from stategraph_lint.program.functions import options
from stategraph_lint.program.graphs import Graph
from stategraph_lint.program.program import Program
from stategraph_lint.program.values import External, FieldOf, Listing, Literal, Result, Value


class Saving(IntEnum):
    """Whether a checkpointer saves a graph's states."""

    NEVER = 0
    PERHAPS = 1
    SURELY = 2


@dataclass(frozen=True, eq=False, slots=True)
class Saver:
    """One checkpointer that a graph may be compiled with.

    `allowed` are the classes that its serializer is told to make again, by module and name: None where it was not told.
    """

    saving: Saving
    allowed: frozenset[str] | None = None


_NEVER, _PERHAPS = Saver(Saving.NEVER), Saver(Saving.PERHAPS)


def saving(program: Program, *graphs: Graph) -> Saving:
    """Tell whether some of these graphs have their states saved with LangGraph's own serializer."""
    return max((saver.saving for graph in graphs for saver in savers(program, graph)), default=Saving.PERHAPS)


def savers(program: Program, graph: Graph) -> tuple[Saver, ...]:
    """Give the checkpointers that a graph is compiled with, those of the graphs it is a node of among them."""
    found: dict[int, tuple[Saver, ...]] = program.run.kept.setdefault("savers", {})
    if not found:
        found.update(_Reader(program).all())
    return found[id(graph.record)]


class _Reader:
    """Finds the checkpointers of every graph of a program."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.parents: dict[int, list[GraphRecord]] = {}
        for graph in program.graphs:
            for node in graph.nodes if any(node.kind == "subgraph" for node in graph.nodes) else ():
                for action in node.actions if node.kind == "subgraph" else ():
                    record = program.run.graph_of.get(action)
                    if record is not None:
                        self.parents.setdefault(id(record), []).append(graph.record)

    def all(self) -> dict[int, tuple[Saver, ...]]:
        return {id(graph.record): tuple(self.of(graph.record, ())) for graph in self.program.graphs}

    def of(self, record: GraphRecord, below: tuple[int, ...]) -> list[Saver]:
        compiled = [call for call in record.calls if call.method == "compile"]
        out = [saver for call in compiled for saver in self.given(call, record, below)]
        if not compiled or record.escaped is not None:
            out.append(_PERHAPS)
        return out

    def given(self, call: BuilderCall, record: GraphRecord, below: tuple[int, ...]) -> list[Saver]:
        found = call.argument(0, "checkpointer")
        if found is None and any(name is None for name, _ in call.named):
            return [_PERHAPS]
        values = options(found[0]) if found is not None else (Literal("none", None),)
        out: list[Saver] = []
        for value in values:
            if isinstance(value, Literal) and value.value is not False:
                above = self.parents.get(id(record), []) if id(record) not in below else []
                out += [saver for parent in above for saver in self.of(parent, (*below, id(record)))] or [_NEVER]
            else:
                out.append(_NEVER if isinstance(value, Literal) else _saver(value))
        return out


def _saver(value: Value) -> Saver:
    """Read one checkpointer: a saver of LangGraph with the serializer it has by itself, or one nobody knows."""
    while isinstance(value, FieldOf) and value.key in ("__enter__", "__aenter__"):
        value = value.base
    if not isinstance(value, Result) or not isinstance(value.function, External):
        return _PERHAPS
    name = value.function.name.removesuffix(".from_conn_string")
    serializer = dict(value.named).get("serde")
    if name not in SAVERS or any(named is None for named, _ in value.named):
        return _PERHAPS
    if serializer is None or (isinstance(serializer, Literal) and serializer.kind == "none"):
        return Saver(Saving.SURELY)
    if not isinstance(serializer, Result) or not isinstance(serializer.function, External):
        return _PERHAPS
    told = dict(serializer.named)
    if serializer.function.name != SERIALIZER or serializer.positional or "pickle_fallback" in told:
        return _PERHAPS
    return Saver(Saving.SURELY, _allowed(told.get("allowed_msgpack_modules")))


def _allowed(value: Value | None) -> frozenset[str] | None:
    """Give the classes in `allowed_msgpack_modules=[(module, name), ...]`; `*` for what cannot be read."""
    if value is None or (isinstance(value, Literal) and value.kind == "none"):
        return None
    if not isinstance(value, Listing):
        return frozenset("*")
    names = set()
    for item in value.items:
        pair = item.value
        last = pair.items[-1].value if isinstance(pair, Listing) and pair.items else pair
        names.add(str(last.value) if isinstance(last, Literal) else _class_name(last))
    return frozenset(names)


def _class_name(value: Value) -> str:
    from stategraph_lint.program.types import name_of

    name = name_of(value)
    return "*" if name == "?" else name
