"""Each rule of the super-steps against the library, and each broken on purpose: no rule can change unseen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from stategraph_lint.program.steps import Taken
from stategraph_lint.program.supersteps import explore, search
from stategraph_lint.program.supersteps.model import Effect, Net, State, Task, bits, following, tasks
from tests.oracle.choices import Seen, all_runs
from tests.oracle.rule_graphs import GRAPHS
from tests.oracle.test_supersteps import DEPTH, read, walked

Mutate = Callable[[Any, pytest.MonkeyPatch], None]


@cache
def real(name: str) -> Seen:
    return all_runs(GRAPHS[name], DEPTH, 200)


def agrees(name: str, change: Callable[[Any], None] = lambda steps: None) -> bool:
    """Tell whether our walk of a graph, changed perhaps before it begins, shows what the real runs show."""
    steps = read(GRAPHS[name])
    change(steps)
    ours, theirs = walked(steps, DEPTH), real(name)
    assert theirs.all
    seen = (ours.frontiers, ours.collided, ours.twice, len(ours.left))
    return seen == (theirs.frontiers, theirs.collided, theirs.twice, len(theirs.left))


@pytest.mark.parametrize("name", GRAPHS)
def test_graph_does_what_the_library_does(name: str) -> None:
    assert agrees(name)


# --- each rule broken on purpose -----------------------------------------------------------------------------


def transition(broken: Callable[..., State]) -> Mutate:
    """Give a mutation of what follows a super-step."""

    def mutate(steps: Any, patch: pytest.MonkeyPatch) -> None:
        patch.setattr(explore, "following", broken)
        patch.setattr(search, "following", broken)

    return mutate


def effects(broken: Callable[[Any, Effect], Effect]) -> Mutate:
    """Give a mutation of what each task does."""

    def mutate(steps: Any, patch: pytest.MonkeyPatch) -> None:
        net = steps.net
        pulls = tuple(tuple(broken(steps, effect) for effect in each) for each in net.pulls)
        pushes = tuple(tuple(broken(steps, effect) for effect in each) for each in net.pushes)
        patch.setitem(steps.__dict__, "net", replace(net, pulls=pulls, pushes=pushes))

    return mutate


def no_rerun(net: Net, state: State, goes: int, sends: Any, ran: int) -> State:
    return following(net, state, goes & ~state.pulls, sends, ran)


def merged(net: Net, state: State, goes: int, sends: Any, ran: int) -> State:
    after = following(net, state, goes, sends, ran)
    return after._replace(sends=tuple(node for node in after.sends if not after.pulls >> node & 1))


def one_send(net: Net, state: State, goes: int, sends: Any, ran: int) -> State:
    return following(net, state, goes, tuple(dict.fromkeys(sends)), ran)


def updated_first(net: Net, state: State, goes: int, sends: Any, ran: int) -> State:
    after = following(net, state, goes, sends, ran)
    seen = [
        0 if state.pulls >> join.end & 1 and before == join.starts else now
        for join, before, now in zip(net.joins, state.seen, after.seen, strict=True)
    ]
    late = sum({1 << join.end for join, now, old in zip(net.joins, seen, after.seen, strict=True) if now != old})
    return after._replace(seen=tuple(seen), pulls=after.pulls & ~(late & ~goes))


def never_reset(net: Net, state: State, goes: int, sends: Any, ran: int) -> State:
    return following(net, state._replace(pulls=0), goes, sends, ran)


def partly_cleared(net: Net, state: State, goes: int, sends: Any, ran: int) -> State:
    seen = tuple(
        0 if state.pulls >> join.end & 1 else before for join, before in zip(net.joins, state.seen, strict=True)
    )
    return following(net, state._replace(seen=seen), goes, sends, ran)


def push_consumes(net: Net, state: State, goes: int, sends: Any, ran: int) -> State:
    pushed = sum({1 << node for node in state.sends})
    seen = tuple(0 if pushed >> join.end & 1 else before for join, before in zip(net.joins, state.seen, strict=True))
    return following(net, state._replace(seen=seen), goes, sends, ran)


def push_does_not_arrive(net: Net, state: State, goes: int, sends: Any, ran: int) -> State:
    return following(net, state, goes, sends, ran & state.pulls)


def no_join_fires(net: Net, state: State, goes: int, sends: Any, ran: int) -> State:
    return following(net, state, goes, sends, 0)


def not_deferred(net: Net, state: State, goes: int, sends: Any, ran: int) -> State:
    return following(replace(net, deferred=0), state, goes, sends, ran)


def sends_hold_back(net: Net, state: State, goes: int, sends: Any, ran: int) -> State:
    after = following(net, state, goes, sends, ran)
    if not sends or not after.pulls & net.deferred:
        return after
    return after._replace(pulls=after.pulls & ~net.deferred, pending=after.pulls & net.deferred)


def deferred_once(net: Net, state: State, goes: int, sends: Any, ran: int) -> State:
    return following(net, state, goes & ~(net.deferred & state.pulls), sends, ran)


def labelled(effect: Effect) -> Taken:
    assert isinstance(effect.label, Taken)
    return effect.label


def goto_replaces(steps: Any, effect: Effect) -> Effect:
    gone = [place for branch, way in labelled(effect).outcomes if branch is None for place in way.destinations]
    edges = sum(1 << steps.number[edge.target] for edge in steps.topology.edges if edge.source == labelled(effect).name)
    return replace(effect, goes=effect.goes & ~edges) if gone else effect


def router_replaces(steps: Any, effect: Effect) -> Effect:
    routed = any(branch is not None and way.destinations for branch, way in labelled(effect).outcomes)
    edges = sum(1 << steps.number[edge.target] for edge in steps.topology.edges if edge.source == labelled(effect).name)
    return replace(effect, goes=effect.goes & ~edges) if routed else effect


def end_stops(steps: Any, effect: Effect) -> Effect:
    ways = [place.name for _, way in labelled(effect).outcomes for place in way.destinations]
    return replace(effect, goes=0) if "__end__" in ways else effect


def written_once(steps: Any, effect: Effect) -> Effect:
    return replace(effect, writes=tuple(dict.fromkeys(effect.writes)))


def no_writes(steps: Any, effect: Effect) -> Effect:
    return replace(effect, writes=())


def handed_back_by_nobody(steps: Any, effect: Effect) -> Effect:
    station = steps.topology.stations[labelled(effect).name]
    return replace(effect, writes=()) if station.node.kind == "subgraph" else effect


def parent_replaces(steps: Any, effect: Effect) -> Effect:
    returned = labelled(effect).returned
    station = steps.topology.stations[labelled(effect).name]
    if station.node.kind != "subgraph" or returned is None:
        return effect
    targets = {place.name for _, way in labelled(effect).outcomes for place in way.destinations}
    return replace(effect, goes=sum(1 << steps.number[name] for name in targets))


def handler_arrives(steps: Any, effect: Effect) -> Effect:
    return replace(effect, arrives=True)


def handler_follows_edges(steps: Any, effect: Effect) -> Effect:
    edges = sum(1 << steps.number[edge.target] for edge in steps.topology.edges if edge.source == labelled(effect).name)
    return effect if effect.arrives else replace(effect, goes=effect.goes | edges)


MUTANTS: dict[str, Mutate] = {
    "2: a node that just ran is not started again": transition(no_rerun),
    "3: a goto replaces the edges": effects(goto_replaces),
    "3: a router replaces the edges": effects(router_replaces),
    "3: a Send merges with a pull": transition(merged),
    "3: equal Sends are one": transition(one_send),
    "4: a goto to END stops what else was named": effects(end_stops),
    "6: updates come before what is consumed": transition(updated_first),
    "7: one task may write a key twice": effects(written_once),
    "7: nothing collides": effects(no_writes),
    "8: a join is never reset": transition(never_reset),
    "8: any run of the end clears a partial join": transition(partly_cleared),
    "8: a Send to the end consumes": transition(push_consumes),
    "8: a Send to a start does not arrive": transition(push_does_not_arrive),
    "9: list edges start nothing": transition(no_join_fires),
    "10: a deferred node runs at once": transition(not_deferred),
    "10: Sends hold deferred nodes back": transition(sends_hold_back),
    "11: a deferred node runs once": transition(deferred_once),
    "14: a subgraph hands back only what it changed": effects(handed_back_by_nobody),
    "15: a Command to the parent replaces the edges": effects(parent_replaces),
    "16: a failed node arrives at joins": effects(handler_arrives),
    "16: a failed node's edges are taken": effects(handler_follows_edges),
}


@pytest.mark.parametrize("mutant", MUTANTS)
def test_no_broken_rule_goes_unseen(mutant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    number = mutant.split(":", maxsplit=1)[0]
    names = [name for name in GRAPHS if name.split()[0] == number]
    assert not all(agrees(name, lambda steps: MUTANTS[mutant](steps, monkeypatch)) for name in names)


def test_start_runs_alone() -> None:
    net = read(GRAPHS["3 router and edge"]).net
    assert [net.names[node] for node in bits(explore.explore(net).net.entry[0].goes)] == ["a"]


def test_tasks_are_in_the_order_of_their_writes() -> None:
    assert tasks(State(0b101, (1, 2), (), 0)) == (Task(0, False), Task(2, False), Task(1, True), Task(2, True))
