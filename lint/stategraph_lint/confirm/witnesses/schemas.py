"""Faults of a whole schema: build the real graph from it, and look at what it has become."""

from __future__ import annotations

from stategraph_lint.confirm.case import Case, Unwitnessed, witness
from stategraph_lint.confirm.script import Witness
from stategraph_lint.program.channels import Channel
from stategraph_lint.program.graphs import Graph


@witness("SGL104", "SGL105", "SGL127")
def messages(case: Case) -> Witness:
    """Write messages, and look at what is there."""
    found = case.declared()
    body = {"SGL104": _CONCATENATED, "SGL105": _OVERWRITTEN, "SGL127": _BASE}[case.finding.code]
    imports = ["from langchain_core.messages import AIMessage, HumanMessage, RemoveMessage"]
    return case.witness(body.format(schema=case.schema(found.schema), key=found.channel.name), *imports)


_CONCATENATED = """\
channel = StateGraph({schema}).channels[{key!r}]
channel.update([[HumanMessage("old", id="1")]])
channel.update([[HumanMessage("new", id="1")]])
held = channel.get()
if len(held) == 2:
    fault(f"two messages of one id are both kept: {{[one.content for one in held]!r}}")
no_fault(f"a message of the same id is replaced: {{[one.content for one in held]!r}}")
"""
_OVERWRITTEN = """\
channel = StateGraph({schema}).channels[{key!r}]
if type(channel).__name__ != "LastValue":
    no_fault(f"the channel is {{type(channel).__name__}}")
channel.update([[HumanMessage("question")]])
channel.update([[AIMessage("answer")]])
fault(f"the channel is LastValue: after a question and an answer it holds {{[one.content for one in channel.get()]!r}}")
"""
_BASE = """\
state = {schema}.model_construct()
seen = []
builder = StateGraph({schema})
builder.add_node("node", lambda state: seen.append(getattr(state, {key!r})))
builder.add_edge(START, "node")
given = {{"type": "human", "content": "hello"}}
try:
    builder.compile().invoke({{{key!r}: [given]}})
except Exception as error:
    builder.compile().invoke({{{key!r}: given}})
held = seen[0][0] if isinstance(seen[0], list) else seen[0]
if type(held).__name__ == "BaseMessage":
    fault(f"{{given!r}} becomes a bare {{type(held).__name__}}")
no_fault(f"{{given!r}} becomes a {{type(held).__name__}}")
"""


@witness("SGL119")
def one_channel(case: Case) -> Witness:
    """The whole state is one channel, or there is none."""
    graph = case.graph()
    for schema in (graph.state, *graph.schemas):
        if schema is not None and (schema.kind == "root" or not schema.fields):
            return case.witness(_ONE_CHANNEL.format(schema=case.schema(schema)), "import warnings")
    raise Unwitnessed("the schema was not found again")


_ONE_CHANNEL = """\
warnings.simplefilter("ignore")
try:
    names = sorted(StateGraph({schema}).channels)
except Exception as error:
    fault(f"StateGraph raised {{type(error).__name__}}: {{error}}")
if names in (["__root__"], []):
    fault(f"the channels are {{names!r}}")
no_fault(f"the channels are {{names!r}}")
"""


@witness("SGL120")
def no_field(case: Case) -> Witness:
    """What is no field of the class becomes a channel."""
    found = case.declared()
    body = f"""\
names = sorted(StateGraph({case.schema(found.schema)}).channels)
if {found.channel.name!r} in names:
    fault(f"{found.channel.name} is among the channels {{names!r}}")
no_fault(f"the channels are {{names!r}}")
"""
    return case.witness(body)


@witness("SGL121")
def second_channel(case: Case) -> Witness:
    """A key of a node's own schema is a channel beside those of the state."""
    graph, channel = _field_of_graph(case)
    own = next((one for one in graph.schemas if one.field(channel.name) is not None), None)
    body = f"""\
state = sorted(StateGraph({case.schema(graph.state)}).channels)
builder = StateGraph({case.schema(graph.state)})
builder.add_node("node", lambda state: {{}}, input_schema={case.schema(own)})
names = sorted(builder.channels)
if {channel.name!r} in names and {channel.name!r} not in state:
    fault(f"the state has {{state!r}}; with the node the channels are {{names!r}}")
no_fault(f"the channels are {{names!r}}")
"""
    return case.witness(body)


@witness("SGL125")
def alias(case: Case) -> Witness:
    """A write under the alias is dropped."""
    found = case.declared()
    body = f"""\
schema = {case.schema(found.schema)}
field = schema.model_fields[{found.channel.name!r}]
alias = field.validation_alias or field.alias
names = sorted(StateGraph(schema).channels)
if isinstance(alias, str) and alias != {found.channel.name!r} and alias not in names:
    fault(f"the alias {{alias}} is none of the channels {{names!r}}: a write to it is dropped")
if alias is not None and not isinstance(alias, str):
    fault(f"the alias {{alias!r}} is none of the channels {{names!r}}: a write to it is dropped")
no_fault(f"the channels are {{names!r}}")
"""
    return case.witness(body)


@witness("SGL118")
def unresolvable(case: Case) -> Witness:
    """The annotations cannot be evaluated."""
    try:
        schema = case.schema(case.declared().schema)
    except Unwitnessed:
        schema = ""
    if not schema:
        return _router(case)
    return case.witness(_NAME_ERROR.format(build=f"StateGraph({schema})"))


def _router(case: Case) -> Witness:
    for graph in case.program.graphs:
        for router in graph.routers:
            name = getattr(router.action, "name", None)
            if name == case.finding.symbol:
                action = case.registered(router.place, router.action)
                builder = f"StateGraph({case.schema(graph.state)}).add_conditional_edges(START, {action})"
                return case.witness(_NAME_ERROR.format(build=builder))
    raise Unwitnessed("the annotation was not found again")


_NAME_ERROR = """\
try:
    {build}
except NameError as error:
    fault(f"NameError: {{error}}")
no_fault("the graph is built")
"""


def _field_of_graph(case: Case) -> tuple[Graph, Channel]:
    graph, key = case.graph(), case.key_of()
    if key not in graph.channels:
        raise Unwitnessed("the field was not found again")
    return graph, graph.channels[key]
