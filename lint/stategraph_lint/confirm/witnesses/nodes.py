"""Faults of what a node's own code does: the user's function runs in a real graph, behind the fences.

A state of examples may take another path through the function than the one that is at fault: such a witness never
refutes.
"""

from __future__ import annotations

from stategraph_lint.confirm.case import Case, Unwitnessed, witness
from stategraph_lint.confirm.script import Needed, Witness
from stategraph_lint.program.functions import target_function
from stategraph_lint.program.graphs import Graph, GraphNode
from stategraph_lint.program.values import FunctionValue

_GUESS = "a state that may take another path"


@witness("SGL304")
def changed(case: Case) -> Witness:
    """What the node assigned is not in the outcome, or the caller's input is another afterwards."""
    code, key = _run(case), case.key_of()
    check = f"""\
inside = got(seen, {key!r})
if inside != before[{key!r}] and after.get({key!r}) == before[{key!r}] == given[{key!r}]:
    fault(f"inside the node {key} became {{inside!r}}, afterwards it is {{after.get({key!r})!r}} again")
if given[{key!r}] != before[{key!r}]:
    fault(f"the caller's {key} was {{before[{key!r}]!r}} and is {{given[{key!r}]!r}} afterwards")
if (wrote is None or isinstance(wrote, dict) and {key!r} not in wrote) and after.get({key!r}) != before[{key!r}]:
    fault(f"the node wrote {{wrote!r}}, yet {key} was {{before[{key!r}]!r}} and is {{after.get({key!r})!r}} afterwards")
"""
    return _guessed(case, code + check + f'no_fault(f"{key} stays {{after.get({key!r})!r}}")\n')


@witness("SGL317")
def wrong_style(case: Case) -> Witness:
    """The node raises."""
    code = _run(case, 'fault(f"{type(error).__name__}: {error}")', ("AttributeError", "TypeError"))
    return _guessed(case, code + 'no_fault("it does not raise")\n')


@witness("SGL318")
def not_inferred(case: Case) -> Witness:
    """The node gets no key of its private schema."""
    code = _run(case, 'fault(f"{type(error).__name__}: {error}")', ("KeyError", "NameError", "AttributeError"))
    return _guessed(case, code + 'no_fault("it does not raise")\n')


def _guessed(case: Case, body: str) -> Witness:
    case.writer.guesses.append(_GUESS)
    return case.witness(body, "import copy")


def _run(case: Case, failed: str = "raise", errors: tuple[str, ...] = ("Exception",)) -> str:
    """Give code that runs the node.

    `given` is what the caller handed in, `seen` the state inside the node afterwards, `wrote` what the node returned.
    """
    graph, node, name = _function(case)
    given = f", input_schema={case.schema(node.schema)}" if node.schema is not None else ""
    return f"""\
before = {case.state(graph)}
given = copy.deepcopy(before)
seen = wrote = None


def got(state, key):
    return state.get(key) if isinstance(state, dict) else getattr(state, key, None)


def node(state):
    global seen, wrote
    seen = state
    wrote = {name}(state)
    return wrote


builder = StateGraph({case.schema(graph.state)})
builder.add_node("node", node{given})
builder.add_edge(START, "node")
try:
    after = builder.compile().invoke(given)
except ({", ".join(errors)}{"," if len(errors) == 1 else ""}) as error:
    {failed}
"""


def _function(case: Case) -> tuple[Graph, GraphNode, str]:
    """Give the node whose function holds the finding, and the function's name.

    Raises Unwitnessed when it is no plain function at the top level of a module.
    """
    for graph in case.program.graphs:
        for node in graph.nodes:
            for action in node.actions if node.kind == "function" else ():
                found = target_function(case.program.run, action)
                if found is not None and _holds(case, found[0]):
                    function = found[0]
                    plain = function.frame.kind == "module" and function.self_value is None and function is action
                    if not plain or function.name == "<lambda>":
                        raise Unwitnessed(f"`{function.name}` is no plain function at the top level of a module")
                    case.needs.append(Needed(function.frame.path, function.name))
                    return graph, node, function.name
    raise Unwitnessed("the node was not found again")


def _holds(case: Case, function: FunctionValue) -> bool:
    span = function.node.span
    inside = function.frame.path == case.place.path and span.line <= case.place.span.line <= span.end_line
    return inside or (function.name == case.finding.symbol and function.frame.path == case.place.path)
