"""Builder methods that a class inherits: it gives them another schema, and other nodes."""

from __future__ import annotations

from stategraph_lint.program.modules import Modules
from stategraph_lint.program.program import Program
from tests.support.programs import HEAD, program

BASE = """\
from abc import ABC, abstractmethod

class Base(ABC):
    state_type: type

    def build(self):
        self.graph = StateGraph(self.state_type)
        self.add_nodes()
        return self.graph.compile()

    def node(self, function):
        self.graph.add_node(function.__name__, function)

    @abstractmethod
    def add_nodes(self): ...
"""

CHILD = """\
class State(TypedDict):
    x: int

class Child(Base):
    state_type = State

    def add_nodes(self):
        self.node(self.work)

    def work(self, state):
        return {"x": 1}
"""


def shapes(found: Program) -> list[tuple[str, list[str | None]]]:
    """Give the schema and the nodes of each graph whose schema is known."""
    known = [(graph.state, graph.nodes) for graph in found.graphs]
    return [(state.name, [node.name for node in nodes]) for state, nodes in known if state is not None]


def test_in_one_module() -> None:
    assert shapes(program(BASE + CHILD)) == [("State", ["work"])]


def test_in_another_module() -> None:
    head = "from typing import TypedDict\nfrom base import Base\n"
    files = {"base.py": (HEAD + BASE).encode(), "child.py": (head + CHILD).encode()}

    def importing(names: frozenset[str]) -> list[str]:
        return ["child.py"] if "Base" in names else []

    found = Program(Modules(files, files.__getitem__), ["base.py"], (3, 11), importing=importing)
    assert shapes(found) == [("State", ["work"])]


def test_each_child_has_its_own() -> None:
    other = CHILD.replace("Child", "Other").replace("State", "OtherState").replace("work", "rest")
    assert shapes(program(BASE + CHILD + other)) == [("State", ["work"]), ("OtherState", ["rest"])]


def test_a_builder_that_is_called_too_deep_stays_open() -> None:
    calls = "\n".join(f"    def at{n}(self):\n        self.at{n + 1}()" for n in range(20))
    text = f"""
class State(TypedDict):
    x: int

class Deep:
    def build(self):
        self.graph = StateGraph(State)
        self.at0()

{calls}
    def at20(self):
        self.graph.add_node("work", lambda state: {{"y": 1}})
"""
    (graph,) = program(text).graphs
    assert not graph.closed
    assert not graph.nodes
