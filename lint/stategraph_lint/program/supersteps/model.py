"""The transition system: what runs in the next super-step, given what ran in this one.

Each rule names the function of LangGraph that it mirrors; docs/supersteps.md states them all. Nodes and keys are
numbers, sets of nodes are bit masks.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple


@dataclass(frozen=True, slots=True)
class Effect:
    """One way in which a task may end.

    `goes` are the nodes it triggers: by static edges, goto and all its routers, which add up (`attach_edge`,
    `attach_branch`, `_control_branch`). `sends` are the nodes it sends a task to, each a task of its own. `writes` are
    the keys it surely writes, one entry a write; `may` those it possibly writes. With `ends` the run is over: it
    raises, or goes to a parent graph. Without `arrives` the node failed and its error handler took over: the handler's
    writes and gotos count, the node's edges, routers and arrivals at joins do not. `label` is the caller's.
    """

    goes: int = 0
    sends: tuple[int, ...] = ()
    writes: tuple[int, ...] = ()
    may: frozenset[int] = frozenset()
    ends: bool = False
    arrives: bool = True
    label: object = None


@dataclass(frozen=True, slots=True)
class Join:
    """A list edge: `end` runs when all `starts` (a mask) have run since it last did (`NamedBarrierValue`)."""

    starts: int
    end: int


@dataclass(frozen=True, slots=True)
class Net:
    """A graph to walk.

    `pulls` are the effects of each node, `pushes` those it has when it runs for a Send (they differ for a subgraph,
    which hands back what the payload brought). `entry` are the effects of `__start__`, which runs alone at step 0.
    `deferred` is the mask of the nodes added with `defer=True`.
    """

    names: tuple[str, ...]
    pulls: tuple[tuple[Effect, ...], ...]
    pushes: tuple[tuple[Effect, ...], ...]
    joins: tuple[Join, ...]
    entry: tuple[Effect, ...]
    deferred: int = 0


class Task(NamedTuple):
    """One run of a node in a super-step; `push` when a Send made it."""

    node: int
    push: bool


class State(NamedTuple):
    """What is left to do after a super-step.

    `pulls` are the nodes that run next (a node once, however many triggered it), `sends` the nodes that run once more
    for each Send, sorted. `seen` are the arrivals at each join, `pending` the deferred nodes that wait.
    """

    pulls: int
    sends: tuple[int, ...]
    seen: tuple[int, ...]
    pending: int

    @property
    def over(self) -> bool:
        """Whether nothing is left to run."""
        return not self.pulls and not self.sends


def bits(mask: int) -> Iterator[int]:
    """Give the numbers in a mask, smallest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def tasks(state: State) -> tuple[Task, ...]:
    """Give the tasks of the next super-step in the order their writes are applied: pulls by name, then Sends.

    Nodes are numbered in the order of their names. Mirrors the sorting in `apply_writes`.
    """
    return (*(Task(node, False) for node in bits(state.pulls)), *(Task(node, True) for node in state.sends))


def effects(net: Net, task: Task) -> tuple[Effect, ...]:
    """Give the ways in which a task may end."""
    return net.pushes[task.node] if task.push else net.pulls[task.node]


def first(net: Net, effect: Effect) -> State:
    """Give the state after step 0, in which `__start__` alone ran."""
    empty = State(0, (), (0,) * len(net.joins), 0)
    return following(net, empty, effect.goes, effect.sends, 0)


def following(net: Net, state: State, goes: int, sends: Sequence[int], ran: int) -> State:
    """Give the state after a super-step whose tasks together triggered `goes` and sent `sends`.

    `ran` are the nodes of the tasks that did not fail.

    Mirrors `apply_writes`: first what triggered the tasks is consumed, then their writes are applied; when no node was
    triggered, what was put off comes due (`BaseChannel.finish`).
    """
    triggered = goes & ~net.deferred
    pending = (state.pending & ~state.pulls) | (goes & net.deferred)
    seen: list[int] = []
    waiting = 0
    for join, before in zip(net.joins, state.seen):
        # Only a pull consumes, and only a barrier that is complete.
        consumed = state.pulls >> join.end & 1 and before == join.starts
        now = (0 if consumed else before) | (ran & join.starts)
        seen.append(now)
        if now == join.starts:
            waiting |= 1 << join.end
    triggered |= waiting & ~net.deferred
    if not triggered:
        # Sends are no triggers: deferred nodes run beside them.
        triggered, pending = pending | waiting, 0
    return State(triggered, tuple(sorted(sends)), tuple(seen), pending)
