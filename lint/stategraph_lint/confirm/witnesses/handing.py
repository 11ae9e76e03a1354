"""Faults of what one part of a graph hands to another: subgraphs, Sends, the output, what is read too early."""

from __future__ import annotations

from stategraph_lint.confirm.case import Case, Unwitnessed, witness
from stategraph_lint.confirm.script import Witness
from stategraph_lint.confirm.witnesses.acting import IMPORTS, acting, routing
from stategraph_lint.program.questions import node_updates
from stategraph_lint.program.sends import sends
from stategraph_lint.program.subgraphs import doubled, mismatched


@witness("SGL406", "SGL410")
def handed_over(case: Case) -> Witness:
    """Run a subgraph that changes nothing inside its parent."""
    found = [(one.parent, one.station, one.key) for one in doubled(case.program)]
    found += [(one.parent, one.station, one.key) for one in mismatched(case.program)]
    for parent, station, key in found:
        child = case.program.graph_of(station.node.actions[0]) if station.node.actions else None
        if case.is_here(station.node.place) and key == case.finding.field and child is not None:
            output = f", output_schema={case.schema(child.output)}" if child.output is not child.state else ""
            value = case.examples.of(child.channels[key].type)
            body = _HANDED.format(
                child=case.schema(child.state) + output,
                parent=case.schema(parent.state),
                state=case.state(parent),
                key=key,
                value=value,
            )
            return case.witness(body)
    raise Unwitnessed("the subgraph was not found again")


_HANDED = """\
inner = StateGraph({child})
inner.add_node("inside", lambda state: {{}} if {key!r} in state else {{{key!r}: {value}}})
inner.add_edge(START, "inside")
outer = StateGraph({parent})
outer.add_node("subgraph", inner.compile())
outer.add_edge(START, "subgraph")
before = {state}
try:
    after = outer.compile().invoke(before)
except (TypeError, AttributeError, ValueError) as error:
    fault(f"{{type(error).__name__}}: {{error}}")
if {key!r} not in outer.channels:
    fault(f"{key} is none of the parent's channels {{sorted(outer.channels)!r}}: it is not in {{after!r}}")
old, new = before[{key!r}], after[{key!r}]
if isinstance(old, list) and new == old + old or isinstance(old, (int, float)) and new == 2 * old:
    fault(f"{key}: before {{old!r}}, the subgraph changed nothing, after {{new!r}}")
kinds = [one.channels[{key!r}].ValueType for one in (outer, inner)]
if kinds[0] != kinds[1]:
    fault(f"{key} is {{kinds[0]}} in the parent and {{kinds[1]}} in the subgraph, which got {{old!r}}")
no_fault(f"{key}: before {{old!r}}, after {{new!r}}")
"""


@witness("SGL407")
def too_early(case: Case) -> Witness:
    """The node or path function runs without the key."""
    key = case.key_of()
    try:
        code = acting(case)
    except Unwitnessed:
        code = routing(case)
    case.writer.guesses.append("a state that may take another path")
    return case.witness(code + _EARLY.format(key=key), *IMPORTS)


_EARLY = """\
for before in STATES:
    before.pop({key!r}, None)
    error, *_ = run(copy.deepcopy(before))
    if isinstance(error, KeyError) and error.args == ({key!r},):
        fault(f"without {key}: KeyError: {{error}}")
    if type(error).__name__ in ("ValidationError", "TypeError", "AttributeError") and {key!r} in str(error):
        fault(f"without {key}: {{type(error).__name__}}: {{error}}")
no_fault("it does without {key}")
"""


@witness("SGL409")
def not_in_output(case: Case) -> Witness:
    """Write all that the nodes write: the key is not in the outcome."""
    graph, key = case.graph(), case.key_of()
    keys = {write.key for one, _, _, update in node_updates(case.program) if one is graph for write in update.writes}
    parts = [f"{name!r}: {case.examples.of(graph.channels[name].type)}" for name in sorted(keys & set(graph.channels))]
    body = f"""\
schemas = {{"input_schema": {case.schema(graph.input)}, "output_schema": {case.schema(graph.output)}}}
builder = StateGraph({case.schema(graph.state)}, **schemas)
builder.add_node("node", lambda state: {{{", ".join(parts)}}})
builder.add_edge(START, "node")
after = builder.compile().invoke({case.state(graph, key)})
if {key!r} not in (after or {{}}):
    fault(f"all that the nodes write is written, and invoke gives {{after!r}}, without {key}")
no_fault(f"invoke gives {{after!r}}")
"""
    return case.witness(body)


@witness("SGL411")
def unfit_payload(case: Case) -> Witness:
    """The node gets the payload."""
    key = case.key_of()
    for sent in sends(case.program):
        if case.is_here(sent.place) and sent.station.node.actions:
            payload = case.writer.value(sent.payload, None, case.types(sent.graph))
            act = case.registered(sent.station.node.place, sent.station.node.actions[0])
            body = _SENT.format(
                schema=case.schema(sent.graph.state), act=act, state=case.state(sent.graph), payload=payload, key=key
            )
            return case.witness(body, "from langgraph.types import Send")
    raise Unwitnessed("the Send was not found again")


_SENT = """\
builder = StateGraph({schema})
builder.add_node("node", {act})
builder.add_conditional_edges(START, lambda state: [Send("node", {payload})], ["node"])
try:
    builder.compile().invoke({state})
except (KeyError, AttributeError) as error:
    if {key!r} not in str(error):
        raise
    fault(f"with the payload the node raised {{type(error).__name__}}: {{error}}")
no_fault("the node takes the payload")
"""
