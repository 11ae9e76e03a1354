"""Agents as we read them against those that the installed langchain builds: schemas, channels, nodes, edges."""

from __future__ import annotations

import sys
import types
import warnings
from typing import Any

import pytest

from stategraph_lint.facts.agents import HOOKS, LIBRARY_MIDDLEWARE, MODEL_WRAPPERS, TOOL_WRAPPERS
from stategraph_lint.program.modules import Modules
from stategraph_lint.program.program import Program
from stategraph_lint.program.schemas import Schema
from stategraph_lint.program.tables import table
from tests.oracle.agent_sources import agents
from tests.oracle.compare import differences
from tests.oracle.ours import outcome_of
from tests.oracle.real import outcome_of_schema

middleware = pytest.importorskip("langchain.agents.middleware")


COUNT = 60


def real_agent(source: str) -> Any:
    """Run a module and give the builder behind its `agent`."""
    # `get_type_hints` looks the names of inherited string annotations up in the module of the class.
    module = types.ModuleType("agents_of_the_test")
    sys.modules[module.__name__] = module
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        exec(compile(source, "case.py", "exec", dont_inherit=True), module.__dict__)
        return module.agent.builder


def read(source: str) -> Program:
    files = {"case.py": source.encode()}
    return Program(Modules(files, files.__getitem__), ["case.py"], (3, 11))


def ends(builder: Any) -> dict[str, set[str]]:
    """Give the targets of each router."""
    return {
        source: {end for branch in branches.values() for end in branch.ends.values()}
        for source, branches in builder.branches.items()
        if branches
    }


@pytest.mark.parametrize("number", range(COUNT))
def test_agent(number: int) -> None:
    source = list(agents(COUNT, seed=7))[number]
    builder, program = real_agent(source), read(source)
    (graph,) = program.graphs
    (topology,) = program.topologies(graph)
    last = source.splitlines()[-1]
    assert {node.name for node in graph.nodes} == set(builder.nodes), last
    assert {(edge.source, edge.target) for edge in topology.edges} == builder.edges, last
    routed = {
        branch.source: {end.name for outcome in branch.outcomes for end in outcome.destinations}
        for branch in topology.branches
    }
    assert routed == ends(builder), last
    assert graph.closed, graph.open_reason
    assert set(graph.channels) == set(builder.channels) | set(builder.managed), last
    for ours, real in (
        (graph.state, builder.state_schema),
        (graph.input, builder.input_schema),
        (graph.output, builder.output_schema),
    ):
        assert isinstance(ours, Schema)
        assert not differences(outcome_of_schema(real), outcome_of(table(program.run, ours))), last


@pytest.mark.parametrize("name", sorted(LIBRARY_MIDDLEWARE))
def test_library_middleware(name: str) -> None:
    cls = getattr(pytest.importorskip(name.rpartition(".")[0]), name.rpartition(".")[2])
    known, base = LIBRARY_MIDDLEWARE[name], middleware.AgentMiddleware
    if cls is not base:
        assert cls.state_schema.__name__.strip("_").removeprefix("Default") == known.schema.rpartition(".")[2].strip(
            "_"
        )
    own = [name for name in dir(cls) if getattr(cls, name) is not getattr(base, name, None)]
    assert set(known.hooks) == {hook for hook in HOOKS if {hook, f"a{hook}"} & set(own)}
    for hook, jumps in known.hooks.items():
        assert tuple(getattr(getattr(cls, hook), "__can_jump_to__", ())) == jumps
    wraps = (("model", MODEL_WRAPPERS), ("tool", TOOL_WRAPPERS))
    assert known.wraps == tuple(what for what, names in wraps if set(names) & set(own))
