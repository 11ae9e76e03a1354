"""Faults of what runs together: the real graph of the same topology, with stub nodes, forced along the trace."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from stategraph_lint.confirm.case import Case, Unwitnessed, witness
from stategraph_lint.confirm.script import Witness
from stategraph_lint.program.collisions import Collision
from stategraph_lint.program.graphs import Graph
from stategraph_lint.program.overwrites import is_overwrite
from stategraph_lint.program.questions import every_steps
from stategraph_lint.program.routes import END, START, Destination
from stategraph_lint.program.steps import Steps, Taken
from stategraph_lint.program.topology import Branch

_IMPORTS = (
    "from langchain_core.runnables import RunnableConfig",
    "from langgraph.errors import InvalidUpdateError",
    "from langgraph.types import Command, Overwrite, Send",
)


@dataclass
class _Done:
    """What one node does in one super-step, as source: its updates, gotos, and what each of its routers gives."""

    updates: list[str] = field(default_factory=list)
    gotos: list[str] = field(default_factory=list)
    routes: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        return f"([{', '.join(self.updates)}], [{', '.join(self.gotos)}], [{', '.join(self.routes)}])"


@witness("SGL401", "SGL402")
def meeting(case: Case) -> Witness:
    """Run the graph along the trace: the writes of its last step meet."""
    graph, steps, found = _collision(case)
    taken = [effect.label for step in found.steps for effect in step.chosen]
    plan = dict(_plan(case, graph, steps, found))
    if any(isinstance(one, Taken) and (one.tools or _sends(one)) for one in taken):
        case.writer.guesses.append("as many tasks as one stub starts")
    reached = sorted({one.name for one in taken if isinstance(one, Taken)})
    return case.witness(
        f"""\
# What each node does in which super-step: its updates, its gotos, what its routers give.
PLAN = {{
{_rows(plan)}
}}
ROUTERS = {_routers(steps)!r}


def stub(name):
    def run(state, config: RunnableConfig):
        updates, gotos, _ = PLAN.get((config["metadata"]["langgraph_step"], name), ([], [], []))
        return [*(Command(update=update) for update in updates), Command(goto=gotos)]

    return run


def router(name, number):
    def run(state, config: RunnableConfig):
        step = 0 if name == START else config["metadata"]["langgraph_step"]
        routes = PLAN.get((step, name), ([], [], []))[2]
        return routes[number] if number < len(routes) else []

    return run


builder = StateGraph({case.schema(graph.state)})
{_structure(steps)}
for name, count in ROUTERS.items():
    for number in range(count):
        builder.add_conditional_edges(name, router(name, number))
try:
    after = builder.compile().invoke({case.state(graph)}, {{"recursion_limit": {len(found.trace) + 1}}})
except InvalidUpdateError as error:
    if "only one" not in str(error):
        raise
    fault(f"{" -> ".join(found.trace)}: InvalidUpdateError: {{error}}")
except RecursionError:
    no_fault("the run went on")
{_lost(found)}no_fault(f"the run ends with {{after!r}}, by way of {reached!r}")
""",
        *_IMPORTS,
    )


def _collision(case: Case) -> tuple[Graph, Steps, Collision]:
    """Give the collision that a finding tells, by its trace.

    Raises Unwitnessed when it is not found again.
    """
    for graph, steps in every_steps(case.program):
        if graph.name == case.finding.graph:
            for found in steps.collisions:
                if found.key == case.finding.field and found.trace == case.finding.trace:
                    return graph, steps, found
    raise Unwitnessed("the super-steps were not found again")


def _plan(case: Case, graph: Graph, steps: Steps, found: Collision) -> Iterator[tuple[tuple[int, str], _Done]]:
    for number, step in enumerate(found.steps):
        last = number == len(found.steps) - 1
        for effect in step.chosen:
            taken = effect.label
            if isinstance(taken, Taken):
                updates = list(_updates(case, graph, taken, found.key)) if last else []
                gotos = [
                    _target(place) for branch, way in taken.outcomes if branch is None for place in way.destinations
                ]
                yield (number, taken.name), _Done(updates, gotos, _routes(steps, taken))


def _sends(taken: Taken) -> bool:
    return any(place.send is not None for _, way in taken.outcomes for place in way.destinations)


def _updates(case: Case, graph: Graph, taken: Taken, key: str) -> Iterator[str]:
    """Give the writes of one key that a task makes, each as an update of its own."""
    value = case.examples.of(graph.channels[key].type)
    if value is None:
        raise Unwitnessed("no value of the field's type is known")
    found = False
    for update in taken.returned.updates if taken.returned is not None else ():
        for write in (*update.repeated, *update.writes):
            if write.key == key:
                found = True
                yield f"{{{key!r}: Overwrite({value})}}" if is_overwrite(write.value) else f"{{{key!r}: {value}}}"
    if not found:
        # A whole state, or a subgraph's output.
        yield f"{{{key!r}: {value}}}"


def _routes(steps: Steps, taken: Taken) -> list[str]:
    given = {id(branch): way for branch, way in taken.outcomes if branch is not None}
    branches: list[Branch] = steps.topology.branches_of(taken.name)
    return [_list(given[id(branch)].destinations) if id(branch) in given else "[]" for branch in branches]


def _list(places: Iterable[Destination]) -> str:
    # Where a Send may be one of many, two of them are enough.
    return f"[{', '.join(text for place in places for text in [_target(place)] * (2 if place.many else 1))}]"


def _target(place: Destination) -> str:
    if place.send is not None:
        return f"Send({place.name!r}, {{}})"
    return "END" if place.name == END else repr(place.name)


def _rows(plan: dict[tuple[int, str], _Done]) -> str:
    return "\n".join(f"    ({step}, {name!r}): {done}," for (step, name), done in plan.items())


def _routers(steps: Steps) -> dict[str, int]:
    names = [START, *steps.topology.stations]
    return {name: count for name in names if (count := len(steps.topology.branches_of(name)))}


def _structure(steps: Steps) -> str:
    """Give code that adds the nodes and the edges that are always taken."""
    lines = []
    for name, station in steps.topology.stations.items():
        lines.append(f"builder.add_node({name!r}, stub({name!r}){', defer=True' if station.deferred else ''})")
    ends = [(edge.source, edge.target) for edge in steps.topology.edges]
    lines += [f"builder.add_edge({source!r}, {target!r})" for source, target in ends]
    lines += [f"builder.add_edge({list(one.sources)!r}, {one.target!r})" for one in steps.topology.list_edges]
    return "\n".join(lines)


def _lost(found: Collision) -> str:
    """Give code that looks for the update an Overwrite swallowed."""
    if found.kind == "value":
        return ""
    return f"""\
written = [update[{found.key!r}] for updates, _, _ in PLAN.values() for update in updates if {found.key!r} in update]
plain = [one for one in written if not isinstance(one, Overwrite)]
if plain and after[{found.key!r}] in [one.value for one in written if isinstance(one, Overwrite)]:
    fault(f"{" -> ".join(found.trace)}: {{written!r}} written, {{after[{found.key!r}]!r}} left")
"""
