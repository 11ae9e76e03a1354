"""Cycles of a graph, and what ends them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from stategraph_lint.facts import syntax as s
from stategraph_lint.facts.names import walk
from stategraph_lint.program.functions import Summary
from stategraph_lint.program.pauses import may_pause
from stategraph_lint.program.program import Program
from stategraph_lint.program.steps import Steps
from stategraph_lint.program.topology import Branch
from stategraph_lint.program.values import FieldOf, ItemOf, Listing, Literal, Operation, Parameter, Place, Value


@dataclass(frozen=True, eq=False, slots=True)
class Cycle:
    """Nodes that lead to one another, in the order in which a run reaches them, and the place that closes the cycle."""

    names: tuple[str, ...]
    place: Place


def cycles(steps: Steps) -> Iterator[Cycle]:
    """Give the largest groups of reached nodes that lead to one another."""
    topology = steps.topology
    behind = {name: topology.behind(name) for name in steps.reached}
    seen: set[str] = set()
    for name in _in_order(steps):
        if name in seen or name not in behind[name]:
            continue
        names = [other for other in _in_order(steps) if other in behind[name] and name in behind[other]]
        seen.update(names)
        place = _closing(steps, names)
        if place is not None:
            yield Cycle(tuple(names), place)


def _in_order(steps: Steps) -> list[str]:
    """Give the reached nodes, those first that a run reaches first."""
    order: dict[str, None] = {}
    for _, state in sorted((depth, state) for state, depth in steps.exploration.depths.items()):
        for number, name in enumerate(steps.names):
            if state.pulls >> number & 1 or number in state.sends:
                order.setdefault(name)
    return [name for name in order if name in steps.reached]


def _closing(steps: Steps, names: list[str]) -> Place | None:
    """Give the edge, router or goto that leads back in a cycle."""
    order = {name: number for number, name in enumerate(names)}
    topology = steps.topology
    for edge in topology.edges:
        if edge.source in order and order.get(edge.target, len(order)) <= order[edge.source]:
            return edge.place
    for branch in topology.branches:
        ends = {place.name for outcome in branch.outcomes for place in outcome.destinations}
        if branch.source in order and any(order.get(end or "", len(order)) <= order[branch.source] for end in ends):
            return branch.place
    for name in names:
        for outcome in topology.stations[name].exits():
            if any(order.get(place.name or "", len(order)) <= order[name] for place in outcome.destinations):
                return outcome.place
    return None


def endless(program: Program, steps: Steps) -> Iterator[Cycle]:
    """Give the cycles that nothing leaves, and nothing stops."""
    if not steps.closed or not steps.exploration.complete or steps.topology.variants > 1:
        return
    for cycle in cycles(steps):
        mask = sum(1 << steps.number[name] for name in cycle.names)
        stays = all(
            not effect.ends and (effect.goes & mask or any(mask >> node & 1 for node in effect.sends))
            for name in cycle.names
            for effect in steps.net.pulls[steps.number[name]]
        )
        if stays and not stopped(program, steps, cycle):
            yield cycle


def stopped(program: Program, steps: Steps, cycle: Cycle) -> bool:
    """Tell whether an interrupt or an exception of some node may stop a cycle."""
    compiled = steps.topology.compiled
    for name in ("interrupt_before", "interrupt_after"):
        given = compiled.argument(99, name) if compiled is not None else None
        if given is not None and not (isinstance(given[0], Literal) and given[0].kind == "none"):
            return True
    stations = [steps.topology.stations[name] for name in cycle.names]
    if any(station.node.kind != "function" for station in stations):
        return True
    summaries = [summary for station in stations for summary in station.summaries]
    routers = [branch.summary for name in cycle.names for branch in steps.topology.branches_of(name)]
    known = [summary for summary in routers if summary is not None]
    return len(known) < len(routers) or any(_may_stop(program, summary) for summary in (*summaries, *known))


def _may_stop(program: Program, summary: Summary) -> bool:
    node = summary.function.node
    raises = isinstance(node, s.FunctionDef) and any(isinstance(part, (s.Raise, s.Assert)) for part in walk(node.body))
    return raises or may_pause(program.run, summary.function)


@dataclass(frozen=True, eq=False, slots=True)
class Frozen:
    """A cycle that one router can leave, by keys that nothing in the cycle writes."""

    cycle: Cycle
    branch: Branch
    keys: tuple[str, ...]


def frozen(program: Program, steps: Steps) -> Iterator[Frozen]:
    """Give the cycles whose only way out never changes."""
    if not steps.closed or not steps.exploration.complete or steps.topology.variants > 1:
        return
    for cycle in cycles(steps):
        branch = _only_exit(steps, cycle)
        keys = _decides_on(branch) if branch is not None else None
        if branch is None or not keys or stopped(program, steps, cycle):
            continue
        channels = steps.topology.graph.channels
        plain = all(key in channels and channels[key].kind in ("LastValue", "BinaryOperatorAggregate") for key in keys)
        if plain and not any(_may_change(steps, name, key) for name in cycle.names for key in keys):
            yield Frozen(cycle, branch, tuple(sorted(keys)))


def _only_exit(steps: Steps, cycle: Cycle) -> Branch | None:
    """Give the one router by which a run may leave a cycle; None where there are several ways, or others."""
    mask = sum(1 << steps.number[name] for name in cycle.names)
    leaving = [
        name
        for name in cycle.names
        if any(not effect.goes & mask and not effect.sends for effect in steps.net.pulls[steps.number[name]])
    ]
    if len(leaving) != 1:
        return None
    branches = steps.topology.branches_of(leaving[0])
    returns = steps.topology.stations[leaving[0]].returns
    moves = any(outcome.destinations for ending in returns for outcome in ending.gotos)
    return branches[0] if len(branches) == 1 and not moves else None


def _decides_on(branch: Branch) -> frozenset[str] | None:
    """Give the state keys that alone decide what a router gives; None where it may be something else."""
    summary = branch.summary
    if summary is None or summary.problem is not None or any(event.kind == "calls" for event in summary.events):
        return None
    keys: set[str] = set()
    tests = [event.value for event in summary.events if event.kind == "decides"]
    for test in tests:
        found = _pure(test)
        if found is None:
            return None
        keys |= found
    plain = all(isinstance(ending.frozen or ending.value, Value) for ending in summary.endings)
    return frozenset(keys) if plain and tests else None


def _pure(value: Value) -> frozenset[str] | None:
    """Give the state keys in a test that is made of nothing but them, constants and operators."""
    if isinstance(value, Literal):
        return frozenset()
    if isinstance(value, FieldOf) and isinstance(value.base, Parameter) and value.base.role == "state":
        return frozenset({value.key})
    inner: tuple[Value, ...] | None = None
    if isinstance(value, Operation):
        inner = value.operands
    elif isinstance(value, (FieldOf, ItemOf)):
        inner = (value.base,)
    elif isinstance(value, Listing):
        inner = tuple(item.value for item in value.items)
    found = [_pure(part) for part in inner or ()]
    if inner is None or None in found:
        return None
    return frozenset(key for keys in found for key in keys or ())


def _may_change(steps: Steps, name: str, key: str) -> bool:
    """Tell whether a node may write a key, or change what is under it in place."""
    station = steps.topology.stations[name]
    if any(marks.may_write(key) for marks in steps.marks_of(station)):
        return True
    targets = [change.target for summary in station.summaries for change in summary.mutations]
    return any(_holds(target, key) for target in targets)


def _holds(value: Value, key: str) -> bool:
    while isinstance(value, (FieldOf, ItemOf)):
        if isinstance(value, FieldOf) and value.key == key:
            return True
        value = value.base
    return not isinstance(value, Parameter)


__all__ = ["Cycle", "Frozen", "cycles", "endless", "frozen"]
