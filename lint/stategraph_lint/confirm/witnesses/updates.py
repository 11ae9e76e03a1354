"""Faults of what nodes return: a real graph of the real schema, with a node that returns the same.

Where a part of what is returned is not known, the node's own function runs instead.
"""

from __future__ import annotations

from collections.abc import Iterator

from stategraph_lint.confirm.case import Case, Unwitnessed, witness
from stategraph_lint.confirm.script import Witness
from stategraph_lint.confirm.witnesses import checks
from stategraph_lint.confirm.witnesses.acting import IMPORTS, acting
from stategraph_lint.program.graphs import Graph, GraphNode
from stategraph_lint.program.payloads import payloads
from stategraph_lint.program.questions import PayloadWrite, accumulates, all_written
from stategraph_lint.program.updates import Update

# The rules that are about what must be known of the written value itself: an example in its place shows nothing.
_EXACT = frozenset({"SGL301", "SGL306", "SGL309", "SGL311", "SGL314", "SGL315", "SGL322"})
_CHECKS = {
    "SGL301": checks.APART,
    "SGL302": checks.DOUBLED,
    "SGL303": checks.DOUBLED,
    "SGL305": checks.DROPPED,
    "SGL306": checks.NOT_AN_UPDATE,
    "SGL307": checks.WRAPPED,
    "SGL308": checks.STORED_REMOVAL,
    "SGL309": checks.NONE,
    "SGL310": checks.WIPED,
    "SGL311": checks.NOT_CLEARED,
    "SGL314": checks.KEPT_MESSAGES,
    "SGL315": checks.COPIED_MESSAGES,
    "SGL322": checks.UNKNOWN_ID,
}
_GOT = """\
def got(state, key):
    return state.get(key) if isinstance(state, dict) else getattr(state, key, None)


"""


@witness(*_CHECKS)
def written(case: Case) -> Witness:
    """A node that returns the same, made of what is known of it."""
    graph, code = _stub(case)
    guessed = case.writer.guesses if case.finding.code == "SGL322" else case.writer.blind
    if guessed and case.finding.code in _EXACT:
        raise Unwitnessed("a part of what is written is not known")
    channel = graph.channels.get(case.finding.field or "")
    summary = case.program.reducer(channel.reducer) if channel is not None and channel.reducer is not None else None
    if summary is not None and len(summary.endings) > 1:
        case.writer.guesses.append("values that the reducer may treat in another way")
    return case.witness(_GOT + _check(case, graph) + code, *IMPORTS)


@witness(*_CHECKS, second=True)
def acted(case: Case) -> Witness:
    """The node's own function."""
    code = acting(case)
    body = _check(case, case.graph()) + _OWN
    case.writer.guesses.append("a state that may take another path")
    return case.witness(code + body, *IMPORTS)


_OWN = """\
for before in STATES:
    error, _, wrote, after = run(copy.deepcopy(before))
    check(error, before, wrote, after)
    print(before, wrote, after, error)
no_fault("no state of those tried shows it")
"""


def _check(case: Case, graph: Graph) -> str:
    keys = [name for name, channel in graph.channels.items() if accumulates(case.program, channel)]
    key = case.finding.field
    keys = [key] if key in keys else keys
    return _CHECKS[case.finding.code].format(key=key, keys=keys)


def _stub(case: Case) -> tuple[Graph, str]:
    """Give a graph, and code that runs a node in it which returns what the finding's node returns.

    Raises Unwitnessed when the return is not found again, or goes to a parent graph.
    """
    for graph, node, update in _returned(case):
        if not update.parent:
            return graph, _code(case, graph, node, update)
    return _payload(case)


def _returned(case: Case) -> Iterator[tuple[Graph, GraphNode, Update]]:
    """Give the returns of nodes that the finding stands at, or in."""
    yield from case.updates()
    for found in case.writes():
        yield found.graph, found.node, found.update


def _code(case: Case, graph: Graph, node: GraphNode, update: Update) -> str:
    own = node.schema or graph.state
    case.writer.state_kind = own.kind if own is not None else "typeddict"
    result = case.writer.update(update, case.types(graph))
    given = f", input_schema={case.schema(node.schema)}" if node.schema is not None else ""
    # An Overwrite that comes first finds the channel empty.
    first = case.finding.code == "SGL307" and graph.channels[case.key_of()].start == "empty"
    return f"""\
before = {case.state(graph, *([case.key_of()] if first else []))}
wrote = after = failed = None


def node(state):
    global wrote
    wrote = {result}
    return wrote


builder = StateGraph({case.schema(graph.state)})
builder.add_node("node", node{given})
builder.add_edge(START, "node")
try:
    after = builder.compile().invoke(copy.deepcopy(before))
except Exception as error:
    if wrote is None:
        raise
    failed = error
check(failed, before, wrote, after)
if failed is not None:
    raise failed
no_fault(f"before {{before!r}}, node wrote {{wrote!r}}, after {{after!r}}")
"""


def _payload(case: Case) -> tuple[Graph, str]:
    """The same for what `update_state` is handed."""
    for found in all_written(case.program):
        if isinstance(found, PayloadWrite) and case.is_here(found.write.value_place, found.write.key_place):
            graph = found.graph
            case.writer.saved = "app.get_state(config).values"
            result = case.writer.update(found.update, case.types(graph))
            return (
                graph,
                f"""\
before = {case.state(graph)}
builder = StateGraph({case.schema(graph.state)})
builder.add_node("node", lambda state: {{}})
builder.add_edge(START, "node")
app = builder.compile(InMemorySaver())
config = {{"configurable": {{"thread_id": "1"}}}}
app.invoke(copy.deepcopy(before), config)
wrote = {result}
failed = after = None
try:
    app.update_state(config, wrote)
    after = app.get_state(config).values
except Exception as error:
    failed = error
check(failed, before, wrote, after)
if failed is not None:
    raise failed
no_fault(f"before {{before!r}}, {{wrote!r}} written, after {{after!r}}")
""",
            )
    return _input(case)


def _input(case: Case) -> tuple[Graph, str]:
    """The same for what a graph is run with, as the input of a second turn."""
    for graph in case.program.graphs:
        for _, update in payloads(case.program, graph):
            places = [place for write in update.writes for place in (write.key_place, write.value_place)]
            if case.is_here(update.place, *places):
                result = case.writer.update(update, case.types(graph))
                given = f", input_schema={case.schema(graph.input)}" if graph.input is not graph.state else ""
                body = _INPUT.format(
                    schema=case.schema(graph.state), given=given, result=result, before=case.state(graph)
                )
                return graph, body
    raise Unwitnessed("what is written was not found again")


_INPUT = """\
before = {before}
builder = StateGraph({schema}{given})
builder.add_node("node", lambda state: {{}})
builder.add_edge(START, "node")
app = builder.compile(InMemorySaver())
config = {{"configurable": {{"thread_id": "1"}}}}
app.update_state(config, copy.deepcopy(before), as_node="node")
wrote = {result}
failed = after = None
try:
    app.invoke(wrote, config)
    after = app.get_state(config).values
except Exception as error:
    failed = error
check(failed, before, wrote, after)
if failed is not None:
    raise failed
no_fault(f"before {{before!r}}, run with {{wrote!r}}, after {{after!r}}")
"""
