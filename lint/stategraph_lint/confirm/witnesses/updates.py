"""Faults of what nodes return: a real graph of the real schema, with a node that returns the same."""

from __future__ import annotations

from collections.abc import Iterator

from stategraph_lint.confirm.case import Case, Unwitnessed, witness
from stategraph_lint.confirm.script import Witness
from stategraph_lint.program.graphs import Graph, GraphNode
from stategraph_lint.program.questions import PayloadWrite, accumulates, all_written
from stategraph_lint.program.updates import Update


def returned(case: Case) -> Iterator[tuple[Graph, GraphNode, Update]]:
    """Give the returns of nodes that the finding stands at, or in."""
    yield from case.updates()
    for found in case.writes():
        yield found.graph, found.node, found.update


def run(case: Case, failed: str = "raise") -> tuple[Graph, str]:
    """Give a graph, and code that runs one node in it.

    `before` is the state it gets, `wrote` what it returned, `after` the outcome. `failed` handles an `error`.
    Raises Unwitnessed when the return is not found again, or goes to a parent graph.
    """
    for graph, node, update in returned(case):
        if not update.parent:
            return graph, _code(case, graph, node, update, failed)
    return _payload(case, failed)


def _code(case: Case, graph: Graph, node: GraphNode, update: Update, failed: str) -> str:
    own = node.schema or graph.state
    case.writer.state_kind = own.kind if own is not None else "typeddict"
    result = case.writer.update(update, case.types(graph))
    given = f", input_schema={case.schema(node.schema)}" if node.schema is not None else ""
    return f"""\
before = {case.state(graph)}
wrote = None


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
    {failed}
"""


def _payload(case: Case, failed: str) -> tuple[Graph, str]:
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
try:
    app.update_state(config, wrote)
    after = app.get_state(config).values
except Exception as error:
    {failed}
""",
            )
    raise Unwitnessed("what is written was not found again")


RAISED = 'fault(f"the node returned {wrote!r}: {type(error).__name__}: {error}")'
_IMPORTS = ("import copy", "from langgraph.checkpoint.memory import InMemorySaver")
_END = 'no_fault(f"before {before!r}, node wrote {wrote!r}, after {after!r}")\n'


@witness("SGL302", "SGL303")
def doubled(case: Case) -> Witness:
    """What was there before is there twice afterwards."""
    graph, code = run(case)
    keys = [name for name, channel in graph.channels.items() if accumulates(case.program, channel)]
    keys = [case.finding.field] if case.finding.field in keys else keys
    return case.witness(code + _DOUBLED.format(keys=keys) + _END, *_IMPORTS)


_DOUBLED = """\
update = getattr(wrote, "update", None) if type(wrote).__name__ == "Command" else wrote


def times(part, whole):
    return sum(part == one for one in whole) if isinstance(whole, (list, tuple)) else 0


for key in {keys!r}:
    old, new = before[key], after[key]
    told = f"{{key}}: before {{old!r}}, node wrote {{wrote!r}}, after {{new!r}}"
    if isinstance(old, (list, tuple)) and any(times(part, new) > 1 for part in old):
        fault(told)
    if isinstance(old, str) and new.count(old) > 1:
        fault(told)
    part = update.get(key) if isinstance(update, dict) else getattr(update, key, None)
    if isinstance(old, (int, float)) and isinstance(part, (int, float)) and new == old + part and abs(part) >= abs(old):
        fault(told)
"""


@witness("SGL301", "SGL306", "SGL309")
def rejected(case: Case) -> Witness:
    """The library raises, drops the value, or takes it apart."""
    _, code = run(case, RAISED)
    if case.writer.blind:
        raise Unwitnessed("a part of what is written is not known")
    key = case.finding.field
    check = _APART.format(key=key) if key is not None else _NOTHING
    return case.witness(code + check + _END, *_IMPORTS)


_APART = """\
if isinstance(wrote, dict) and {key!r} in wrote and wrote[{key!r}] not in after[{key!r}]:
    fault(f"node wrote {{wrote!r}}, after {{after[{key!r}]!r}}")
"""
_NOTHING = """\
if not isinstance(wrote, dict) and after == before:
    fault(f"the node returned {wrote!r}, and nothing was written")
"""


@witness("SGL305")
def dropped(case: Case) -> Witness:
    """The key is not in what comes out."""
    _, code = run(case)
    key = case.key_of()
    check = f'if {key!r} not in after:\n    fault(f"node returned {{wrote!r}}; [{key!r}] dropped")\n'
    return case.witness(code + check + _END, *_IMPORTS)


@witness("SGL307")
def wrapper_stored(case: Case) -> Witness:
    """The wrapper itself is in the state."""
    _, code = run(case)
    key = case.key_of()
    check = f"""\
held = after[{key!r}]
if type(held).__name__ == "Overwrite" or (isinstance(held, dict) and "__overwrite__" in held):
    fault(f"state[{key!r}] is {{held!r}}")
"""
    return case.witness(code + check + _END, *_IMPORTS)


@witness("SGL310")
def wiped(case: Case) -> Witness:
    """A field that the new instance leaves out is its default again."""
    _, code = run(case)
    key = case.key_of()
    check = f"""\
if after.get({key!r}) != before[{key!r}]:
    fault(f"{key}: before {{before[{key!r}]!r}}, node returned {{wrote!r}}, after {{after.get({key!r})!r}}")
"""
    return case.witness(code + check + _END, *_IMPORTS)
