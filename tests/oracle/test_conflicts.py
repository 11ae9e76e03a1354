"""Whether two schemas can share a key: every pair of annotations, held against the real StateGraph."""

from __future__ import annotations

import itertools
import sys
import types

import pytest
from langgraph.graph import StateGraph

from stategraph_lint.program.conflicts import Verdict, conflicts
from stategraph_lint.program.modules import Modules
from stategraph_lint.program.program import Program

ANNOTATIONS = (
    "list",
    "Annotated[list, 'a note']",
    "Annotated[list, LastValue]",
    "Annotated[list, operator.add]",
    "NotRequired[Annotated[list, operator.__add__]]",
    "Annotated[list, join]",
    "Annotated[list, Joiner.joined]",
    "Annotated[list, Joiner.made]",
    "Annotated[list, joiner.method]",
    "Annotated[list, joiner]",
    "Annotated[list, factory(1)]",
    "SHARED",
    "Annotated[list, wrapped]",
    "Annotated[list, named_lambda]",
    "Annotated[list, lambda a, b: a + b]",
    "Annotated[list, lambda a, b: b]",
    "Annotated[list, partial(join)]",
    "NEWEST",
    "Annotated[list, add_messages]",
    "Annotated[list, add_messages(format='langchain-openai')]",
    "Annotated[list, BinaryOperatorAggregate(list, operator.add)]",
    "Annotated[list, DeltaChannel(join)]",
    "Annotated[list, DeltaChannel(join, snapshot_frequency=5)]",
    "Annotated[list, DeltaChannel(partial(join))]",
    "Annotated[list, EphemeralValue]",
    "Annotated[list, EphemeralValue(list, guard=False)]",
    "Annotated[list, EphemeralValue(list, True)]",
    "Annotated[list, Topic]",
    "Annotated[list, Topic(str, accumulate=True)]",
    "Annotated[list, UntrackedValue]",
    "Annotated[list, AnyValue]",
)
HEAD = """
import operator
from functools import partial, wraps
from typing import Annotated
from langgraph.channels import *
from langgraph.channels import DeltaChannel
from langgraph.graph import StateGraph, add_messages
from typing_extensions import NotRequired, TypedDict

def join(a, b):
    return a + b

class Joiner:
    @staticmethod
    def joined(a, b):
        return a + b
    @classmethod
    def made(cls, a, b):
        return a + b
    def method(self, a, b):
        return a + b
    def __call__(self, a, b):
        return a + b

def factory(n):
    def inner(a, b):
        return a + b
    return inner

def deco(f):
    @wraps(f)
    def inner(a, b):
        return f(a, b)
    return inner

joiner = Joiner()
wrapped = deco(join)
named_lambda = deco(lambda a, b: a)
SHARED = Annotated[list, factory(2)]
NEWEST = Annotated[list, partial(join)]
"""
PAIRS = list(itertools.product(range(len(ANNOTATIONS)), repeat=2))


def source() -> str:
    """Give a module with two classes for each annotation, and a function that builds a graph for each pair."""
    parts = [HEAD]
    for index, text in enumerate(ANNOTATIONS):
        parts += [f"class {name}{index}(TypedDict):\n    x: {text}\n" for name in "AB"]
    parts += [f"def build_{a}_{b}():\n    return StateGraph(A{a}, output_schema=B{b})\n" for a, b in PAIRS]
    return "\n".join(parts)


@pytest.fixture(scope="module")
def ours() -> dict[str, set[Verdict]]:
    """Give the verdicts of each graph by the name of the function that builds it."""
    text = source()
    found = Program(Modules(["case.py"], lambda _: text.encode()), ["case.py"], sys.version_info[:2])
    lines = text.splitlines()
    verdicts = {}
    for graph in found.graphs:
        name = lines[graph.record.place.span.line - 2].removeprefix("def ").removesuffix("():")
        verdicts[name] = {one.verdict for one in conflicts(found.run, graph)}
    return verdicts


@pytest.fixture(scope="module")
def real() -> types.ModuleType:
    """Give the module itself."""
    module = types.ModuleType("pairs_of_schemas")
    sys.modules[module.__name__] = module
    exec(compile(source(), "case.py", "exec"), module.__dict__)
    return module


def outcome(module: types.ModuleType, name: str) -> Verdict | None:
    """Give what building a graph raises, None when nothing."""
    try:
        built = getattr(module, name)()
    except ValueError as error:
        return Verdict.DIFFERENT if "already exists with a different type" in str(error) else Verdict.UNKNOWN
    except AttributeError as error:
        return Verdict.NAMELESS if "__name__" in str(error) else Verdict.UNKNOWN
    assert isinstance(built, StateGraph)
    return None


@pytest.mark.parametrize("second", range(len(ANNOTATIONS)), ids=ANNOTATIONS)
def test_every_pair(second: int, ours: dict[str, set[Verdict]], real: types.ModuleType) -> None:
    wrong = []
    for first in range(len(ANNOTATIONS)):
        name = f"build_{first}_{second}"
        said = ours[name] - {Verdict.TAKEN_AS_SAME}
        really = outcome(real, name)
        if said != ({really} if really is not None else set()):
            wrong.append((ANNOTATIONS[first], said, really))
    assert wrong == []
