"""Faults of what nodes return: a real graph of the real schema, with a node that returns the same."""

from __future__ import annotations

from stategraph_lint.confirm.case import Case, Unwitnessed, witness
from stategraph_lint.confirm.script import Witness
from stategraph_lint.program.graphs import Graph
from stategraph_lint.program.questions import accumulates
from stategraph_lint.program.updates import Update


def run(case: Case, graph: Graph, update: Update) -> str:
    """Give code that runs one node: `before` is the state it gets, `wrote` what it returned, `after` the outcome."""
    schema = case.schema(graph.state)
    returned = case.writer.update(update, case.types(graph))
    return f"""\
before = {case.state(graph)}
wrote = None


def node(state):
    global wrote
    wrote = {returned}
    return wrote


builder = StateGraph({schema})
builder.add_node("node", node)
builder.add_edge(START, "node")
builder.add_edge("node", END)
given = copy.deepcopy(before)
try:
    after = builder.compile().invoke(given)
except Exception as error:
    if wrote is None:
        raise
    {{failed}}
"""


RAISED = 'fault(f"the node returned {wrote!r}: {type(error).__name__}: {error}")'


@witness("SGL302", "SGL303")
def doubled(case: Case) -> Witness:
    """What was there before is there twice afterwards."""
    for graph, update in _at(case):
        keys = [name for name, channel in graph.channels.items() if accumulates(case.program, channel)]
        keys = [case.finding.field] if case.finding.field in keys else keys
        if keys:
            body = run(case, graph, update).replace("{failed}", "raise")
            return case.witness(body + _DOUBLED.format(keys=keys), "import copy")
    raise Unwitnessed("the return was not found again")


_DOUBLED = """\
def times(part, whole):
    return sum(part == one for one in whole) if isinstance(whole, (list, tuple, str)) else 0


for key in {keys!r}:
    old, new = before[key], after[key]
    if isinstance(old, (list, tuple)) and any(times(part, new) > 1 for part in old):
        fault(f"{{key}}: before {{old!r}}, node wrote {{wrote!r}}, after {{new!r}}")
    if isinstance(old, (int, float)) and new == old + wrote[key] and new - wrote[key] == old != 0:
        fault(f"{{key}}: before {{old!r}}, node wrote {{wrote!r}}, after {{new!r}}")
    if isinstance(old, str) and new.count(old) > 1:
        fault(f"{{key}}: before {{old!r}}, node wrote {{wrote!r}}, after {{new!r}}")
no_fault(f"before {{before!r}}, node wrote {{wrote!r}}, after {{after!r}}")
"""


@witness("SGL301", "SGL306")
def rejected(case: Case) -> Witness:
    """The library raises, or takes the value apart."""
    for graph, update in _at(case):
        body = run(case, graph, update).replace("{failed}", RAISED)
        key = case.finding.field
        check = f"if isinstance(wrote, dict) and {key!r} in wrote and wrote[{key!r}] not in after[{key!r}]:\n"
        check += f'    fault(f"node wrote {{wrote!r}}, after {{after[{key!r}]!r}}")\n' if key else ""
        end = 'no_fault(f"node wrote {wrote!r}, after {after!r}")\n'
        return case.witness(body + (check if key else "") + end, "import copy")
    raise Unwitnessed("the return was not found again")


@witness("SGL305")
def dropped(case: Case) -> Witness:
    """The key is not in what comes out."""
    key = case.finding.field
    for graph, update in _at(case):
        body = run(case, graph, update).replace("{failed}", "raise")
        check = f'if {key!r} not in after:\n    fault(f"node returned {{wrote!r}}; [{key!r}] dropped")\n'
        return case.witness(body + check + 'no_fault(f"after {after!r}")\n', "import copy")
    raise Unwitnessed("the write was not found again")


def _at(case: Case) -> list[tuple[Graph, Update]]:
    """Give the updates that the finding stands at, whole returns first."""
    found = [(graph, update) for graph, _, update in case.updates()]
    found += [(one.graph, one.update) for one in case.writes()]
    return [(graph, update) for graph, update in found if not update.parent]
