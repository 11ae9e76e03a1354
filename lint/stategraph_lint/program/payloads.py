"""What the code of a project runs its graphs with."""

from __future__ import annotations

from collections.abc import Iterator

from stategraph_lint.program.builders import BuilderCall
from stategraph_lint.program.functions import options
from stategraph_lint.program.graphs import Graph
from stategraph_lint.program.program import Program
from stategraph_lint.program.updates import Update, of_value
from stategraph_lint.program.values import Place, Value

# The methods that run a graph; all call the parameter that takes the input alike.
RUNNING = frozenset({"invoke", "ainvoke", "stream", "astream", "astream_events"})


def given_to(call: BuilderCall) -> tuple[Value, Place] | None:
    """Give the input of a call that runs a graph, None for any other call."""
    return call.argument(0, "input") if call.method in RUNNING else None


def payloads(program: Program, graph: Graph) -> Iterator[tuple[BuilderCall, Update]]:
    """Give the inputs that a graph is run with, as the updates they make."""
    for call in graph.record.calls:
        given = given_to(call)
        if given is not None:
            value, place = given
            for option in options(value):
                yield from ((call, update) for update in of_value(program.run, option, place))


__all__ = ["RUNNING", "given_to", "payloads"]
