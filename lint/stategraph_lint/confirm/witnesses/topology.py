"""Faults of how nodes hang together: the real graph of the same topology, with stub nodes that note when they run."""

from __future__ import annotations

from stategraph_lint.confirm.case import Case, Unwitnessed, witness
from stategraph_lint.confirm.script import Witness
from stategraph_lint.confirm.witnesses.acting import IMPORTS, acting
from stategraph_lint.program.graphs import Graph
from stategraph_lint.program.topology import END, Topology

_IMPORTS = (
    "import itertools",
    "from langchain_core.runnables import RunnableConfig",
    "from langgraph.types import Command, Send",
)
_STUBS = """\
RAN = []
CHOSEN = {{}}


def stub(name, gotos):
    def run(state, config: RunnableConfig):
        RAN.append((config["metadata"]["langgraph_step"], name))
        return Command(goto=gotos[CHOSEN.get(name, 0) % len(gotos)]) if gotos else {{}}

    return run


def router(name, ways):
    return lambda state: ways[CHOSEN.get(name, 0) % len(ways)]


def built():
    builder = StateGraph({schema})
{lines}
    return builder


# How many ways there are out of each node that chooses.
WAYS = {ways!r}


def runs():
    \"\"\"Give, for each way through the graph, what ran in which step.\"\"\"
    for numbers in itertools.islice(itertools.product(*map(range, WAYS.values())), 64):
        RAN.clear()
        CHOSEN.update(zip(WAYS, numbers))
        try:
            built().compile().invoke({state}, {{"recursion_limit": 25}})
        except RecursionError:
            RAN.append((25, "the limit"))
        yield list(RAN)


"""


def _stubs(case: Case, graph: Graph, topology: Topology) -> str:
    """Give code that binds `built` and `runs`."""
    lines: list[str] = []
    ways: dict[str, int] = {}
    for name, station in topology.stations.items():
        gotos = [[place.name for place in one.destinations if place.name] for one in station.exits()]
        if gotos:
            ways[name] = len(gotos)
        defer = ", defer=True" if station.deferred else ""
        lines.append(f"builder.add_node({name!r}, stub({name!r}, {gotos!r}){defer})")
    lines += [f"builder.add_edge({edge.source!r}, {edge.target!r})" for edge in topology.edges]
    lines += [f"builder.add_edge({list(edge.sources)!r}, {edge.target!r})" for edge in topology.list_edges]
    for branch in topology.branches:
        given = [[place.name for place in one.destinations if place.name] for one in branch.outcomes]
        sent = [[f"Send({name!r}, {{}})" if name != END else repr(name) for name in names] for names in given]
        plain = not any(place.send for one in branch.outcomes for place in one.destinations)
        rows = ", ".join("[" + ", ".join(names) + "]" for names in sent)
        shown = repr(given) if plain else f"[{rows}]"
        ways[branch.source] = max(ways.get(branch.source, 1), len(given))
        lines.append(f"builder.add_conditional_edges({branch.source!r}, router({branch.source!r}, {shown}))")
    text = "\n".join(f"    {line}" for line in lines)
    return _STUBS.format(schema=case.schema(graph.state), lines=text, ways=ways, state=case.state(graph))


def _topology(case: Case) -> tuple[Graph, Topology]:
    every = [(graph, topology) for graph in case.graphs() for topology in case.program.topologies(graph)]
    for graph, topology in every:
        entries = [edge.place for edge in topology.edges]
        entries += [joined.place for joined in topology.list_edges]
        entries += [branch.place for branch in topology.branches]
        nodes = [place for one in topology.stations.values() for place in (one.name_place, one.node.place)]
        if case.is_here(*entries, *nodes):
            return graph, topology
    if every:
        return every[0]
    raise Unwitnessed("the edges of the graph were not found again")


@witness("SGL403")
def runs_twice(case: Case) -> Witness:
    """The node at the end of the edge runs in two steps."""
    graph, topology = _topology(case)
    name = next((edge.target for edge in topology.edges if case.is_here(edge.place)), None)
    if name is None:
        raise Unwitnessed("the edge was not found again")
    body = f"""\
for ran in runs():
    steps = sorted({{step for step, name in ran if name == {name!r}}})
    if len(steps) > 1:
        fault(f"{name} ran {{len(steps)}} times, in the steps {{steps!r}}: {{ran!r}}")
no_fault("{name} runs once at most")
"""
    return case.witness(_stubs(case, graph, topology) + body, *_IMPORTS)


@witness("SGL404")
def never_joined(case: Case) -> Witness:
    """Whatever the routers choose, the target of the list edge does not run."""
    graph, topology = _topology(case)
    edge = next((edge for edge in topology.list_edges if case.is_here(edge.place)), None)
    if edge is None:
        raise Unwitnessed("the edge was not found again")
    body = f"""\
every = list(runs())
if all({edge.target!r} not in [name for _, name in ran] for ran in every):
    fault(f"{edge.target} never ran, it waits for {list(edge.sources)!r}: {{every!r}}")
no_fault("{edge.target} runs")
"""
    return case.witness(_stubs(case, graph, topology) + body, *_IMPORTS)


@witness("SGL405")
def both_run(case: Case) -> Witness:
    """The static edge's target runs although the node goes elsewhere."""
    graph, topology = _topology(case)
    edge = next((edge for edge in topology.edges if case.is_here(edge.place)), None)
    if edge is None:
        raise Unwitnessed("the edge was not found again")
    gotos = [[place.name for place in one.destinations] for one in topology.stations[edge.source].exits()]
    body = f"""\
GOTOS = {gotos!r}
for ran in runs():
    goto = GOTOS[CHOSEN.get({edge.source!r}, 0) % len(GOTOS)]
    after = [step + 1 for step, name in ran if name == {edge.source!r}]
    if goto and {edge.target!r} not in goto and any((step, {edge.target!r}) in ran for step in after):
        fault(f"{edge.source} went to {{goto!r}}, and {edge.target} ran as well: {{ran!r}}")
no_fault("the edge is not taken beside a goto")
"""
    return case.witness(_stubs(case, graph, topology) + body, *_IMPORTS)


@witness("SGL414")
def unreached(case: Case) -> Witness:
    """Whatever is chosen, the node does not run."""
    graph, topology = _topology(case)
    name = next((name for name, one in topology.stations.items() if case.is_here(one.node.place, one.name_place)), None)
    if name is None:
        raise Unwitnessed("the node was not found again")
    body = f"""\
every = list(runs())
if every and all({name!r} not in [name for _, name in ran] for ran in every):
    fault(f"{name} never ran: {{every!r}}")
no_fault("{name} runs")
"""
    return case.witness(_stubs(case, graph, topology) + body, *_IMPORTS)


@witness("SGL419")
def endless(case: Case) -> Witness:
    """The run comes to the recursion limit."""
    graph, topology = _topology(case)
    if topology.branches:
        case.writer.guesses.append("a router that chooses the same each time")
    body = """\
for ran in runs():
    if (25, "the limit") in ran:
        fault(f"GraphRecursionError after 25 steps: {ran[-4:-1]!r}")
no_fault("the run ends")
"""
    return case.witness(_stubs(case, graph, topology) + body, *_IMPORTS)


@witness("SGL413")
def no_such_node(case: Case) -> Witness:
    """Compile and run: the name leads nowhere."""
    graph, topology = _topology(case)
    name = case.finding.message.split("`")[1]
    if name in topology.stations:
        raise Unwitnessed("a node has that name")
    body = f"""\
name = {name!r}
try:
    for ran in runs():
        pass
except (ValueError, KeyError) as error:
    if name in str(error):
        fault(f"{{type(error).__name__}}: {{error}}")
app = {{*built().nodes, START, END}}
builder = StateGraph({case.schema(graph.state)})
builder.add_node("node", lambda state: Command(goto=name))
builder.add_edge(START, "node")
if name not in app:
    try:
        after = builder.compile().invoke({case.state(graph)})
    except Exception as error:
        fault(f"going to {{name}} raised {{type(error).__name__}}: {{error}}")
    fault(f"the nodes are {{sorted(app)!r}}; going to {{name}} runs nothing, and the run ends")
no_fault("the name leads somewhere")
"""
    return case.witness(_stubs(case, graph, topology) + body, *_IMPORTS)


@witness("SGL417")
def too_late(case: Case) -> Witness:
    """What is added after compile() is not in the compiled graph."""
    graph = case.graph()
    body = f"""\
builder = StateGraph({case.schema(graph.state)})
builder.add_node("node", lambda state: {{}})
builder.add_edge(START, "node")
app = builder.compile()
builder.add_node("late", lambda state: {{}})
builder.add_edge("node", "late")
edges = [(edge.source, edge.target) for edge in app.get_graph().edges]
if "late" in builder.nodes and "late" not in app.nodes and ("node", "late") not in edges:
    fault(f"the builder has {{sorted(builder.nodes)!r}}, the compiled graph {{sorted(app.nodes)!r}}")
no_fault("the compiled graph has it")
"""
    return case.witness(body)


@witness("SGL418")
def not_read(case: Case) -> Witness:
    """LangGraph reads no targets from the annotation."""
    code = acting(case, whole=False)
    body = f"""\
builder = StateGraph({case.schema(case.graph().state)})
builder.add_node("node", act)
ends = builder.nodes["node"].ends
if not ends:
    fault(f"the targets of the node are {{ends!r}}")
no_fault(f"the targets of the node are {{ends!r}}")
"""
    return case.witness(code + body, *IMPORTS)
