"""Every run of a graph whose nodes and routers ask `pick` what to do, one run for each way to answer."""

from __future__ import annotations

import re
import sys
import types
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from langgraph.checkpoint.memory import InMemorySaver
from langgraph.config import get_config
from langgraph.errors import GraphRecursionError, InvalidUpdateError

MODULE = "oracle_choices"
_PUSH = "__pregel_push"
_KEY = re.compile(r"At key '(\w+)'")

Key = tuple[int, str, int, str]
Task = tuple[str, bool]


@dataclass
class Run:
    """One run: the tasks of each super-step, the key of the collision that ended it, the arrivals at joins left."""

    steps: dict[int, list[Task]] = field(default_factory=dict)
    collided: tuple[str, int] | None = None
    finished: bool = False
    left: frozenset[str] = frozenset()


@dataclass
class Seen:
    """What all runs of a graph together show, up to some super-step. Without `all` there were too many runs."""

    frontiers: set[tuple[Task, ...]] = field(default_factory=set)
    collided: set[str] = field(default_factory=set)
    twice: set[str] = field(default_factory=set)
    left: set[str] = field(default_factory=set)
    all: bool = True
    runs: int = 0


class Picker:
    """Answers `pick`: by the answers given beforehand, else 0; notes what was asked."""

    def __init__(self, depth: int) -> None:
        self.depth = depth
        self.answers: dict[Key, int] = {}
        self.asked: dict[Key, int] = {}

    def pick(self, owner: str, count: int) -> int:
        """Give a number below `count` for something that is decided in the task that runs now."""
        about = get_config()["metadata"]
        path, step = about["langgraph_path"], about["langgraph_step"]
        if step > self.depth:
            return 0
        key = (step, str(path[0]), int(path[1]) if path[0] == _PUSH else 0, f"{about['langgraph_node']} {owner}")
        self.asked[key] = count
        return self.answers.get(key, 0)

    def advance(self) -> bool:
        """Go on to the next way to answer; false when there is none."""
        order = sorted(self.asked)
        given = {key: self.answers.get(key, 0) for key in order}
        while order:
            last = order[-1]
            if given[last] + 1 < self.asked[last]:
                self.answers = {key: given[key] for key in order[:-1]} | {last: given[last] + 1}
                self.asked = {}
                return True
            order.pop()
        return False


def all_runs(source: str, depth: int, limit: int) -> Seen:
    """Run a module that builds `graph` in every way, at most `limit` times; steps after `depth` do not count."""
    picker, seen = Picker(depth), Seen()
    with _module(source, picker) as graph:
        app = graph.compile(checkpointer=InMemorySaver())
        while True:
            _take_in(seen, _run(app, depth, seen.runs), depth)
            seen.runs += 1
            if not picker.advance():
                return seen
            if seen.runs >= limit:
                seen.all = False
                return seen


@contextmanager
def _module(source: str, picker: Picker) -> Iterator[Any]:
    choices = types.ModuleType(MODULE)
    choices.__dict__["pick"] = picker.pick
    sys.modules[MODULE] = choices
    made = types.ModuleType("generated_steps")
    sys.modules["generated_steps"] = made
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            exec(compile(source, "generated_steps.py", "exec", dont_inherit=True), made.__dict__)
            yield made.__dict__["graph"]
    finally:
        del sys.modules[MODULE], sys.modules["generated_steps"]


def _run(app: Any, depth: int, number: int) -> Run:
    run = Run()
    config: Any = {"configurable": {"thread_id": str(number)}, "recursion_limit": depth + 2}
    try:
        for event in app.stream({}, config, stream_mode="debug"):
            if event["type"] == "task":
                pushed = tuple(event["payload"]["triggers"]) == (_PUSH,)
                run.steps.setdefault(event["step"], []).append((event["payload"]["name"], pushed))
        run.finished = True
        run.left = frozenset(_left(app, config))
    except InvalidUpdateError as error:
        found = _KEY.search(str(error))
        run.collided = (found[1] if found else "", max(run.steps, default=0))
    except GraphRecursionError:
        pass
    return run


def _left(app: Any, config: Any) -> Iterator[str]:
    """Give the joins, by channel name, that hold some but not all arrivals at the end."""
    saved = app.checkpointer.get(config)
    for name, channel in app.channels.items():
        if name.startswith("join:"):
            value = saved["channel_values"].get(name, set())
            arrived = value[0] if isinstance(value, (list, tuple)) else value
            if arrived and set(arrived) != channel.names:
                yield name


def _take_in(seen: Seen, run: Run, depth: int) -> None:
    steps = {number: tasks for number, tasks in run.steps.items() if 0 < number <= depth}
    seen.frontiers |= {tuple(sorted(tasks)) for tasks in steps.values()}
    names = [name for tasks in steps.values() for name, _ in tasks]
    seen.twice |= {name for name in names if names.count(name) > 1}
    if run.collided is not None and run.collided[1] <= depth:
        seen.collided.add(run.collided[0])
    if run.finished and max(run.steps, default=0) <= depth:
        seen.left |= run.left
