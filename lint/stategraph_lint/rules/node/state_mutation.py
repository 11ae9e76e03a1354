"""A node that changes the state it was given instead of returning an update.

## What it does

Flags a node that assigns to a key or attribute of its state without returning that key, and one that changes a value
inside the state in place (`append`, `update`, `[k] =`, an attribute of an item), directly, through an alias or in a
called function of the project.

## Why it is bad

What is assigned and not returned is lost. A change in place leaks into the caller's input and into earlier snapshots,
is not in the checkpoint, and is repeated by each retry. Where the key is returned as well it is a warning.

## Example

```python
def add_gift(state: State) -> dict:
    state["items"].append("gift")
    return {}
```

## Use instead

```python
def add_gift(state: State) -> dict:
    return {"items": [*state["items"], "gift"]}
```

## What stays silent

`state[k] = v` with `k` returned, or with the whole state returned; changes of copies, also of those that pydantic
makes of a state's lists and dicts for each node, where the key is returned; methods of objects that are not known to
change anything; nodes whose returns cannot be read.

## Fix safety

There is no fix.
"""

from __future__ import annotations

from collections.abc import Iterator

from stategraph_lint.findings import Severity
from stategraph_lint.program.field_types import container_kind
from stategraph_lint.program.functions import Summary, key_of
from stategraph_lint.program.graphs import Graph, GraphNode
from stategraph_lint.program.mutations import (
    ASSIGNING,
    Change,
    assigned_keys,
    inner_type,
    is_change,
    is_copied,
    parts_changed,
)
from stategraph_lint.program.program import Program
from stategraph_lint.program.questions import may_follow, symbol
from stategraph_lint.program.styles import raises
from stategraph_lint.program.updates import Update, returns_key
from stategraph_lint.program.values import Place
from stategraph_lint.rules.base import Problem, rule

_LOST = "what is assigned to the state and not returned is lost"
_COPY = "the node gets a copy from pydantic: what is changed in it and not returned is lost"
_SHARED = "the change leaks into the caller's input and earlier snapshots, and each retry repeats it"
_LEAKS = "the change leaks into the caller's input and older snapshots, is in no checkpoint, and each retry repeats it"


@rule("SGL304", "state-mutation", Severity.ERROR, since="0.1.0")
def check(program: Program) -> Iterator[Problem]:
    """Report what nodes assign to their state in vain, or change inside it."""
    for graph in program.graphs:
        for node in graph.nodes:
            for summary in program.functions(node):
                yield from _node(program, graph, node, summary)


def _node(program: Program, graph: Graph, node: GraphNode, summary: Summary) -> Iterator[Problem]:
    updates = program.updates(summary)
    if any(update.kind == "unknown" for update in updates):
        return
    for change in _changes(program, graph, node, summary):
        if not change.steps:
            yield from _assigned(graph, summary, change, updates)
        else:
            yield from _nested(program, graph, node, summary, change, updates)


def _changes(program: Program, graph: Graph, node: GraphNode, summary: Summary) -> Iterator[Change]:
    seen: set[tuple[str, object]] = set()
    for change in parts_changed(summary):
        key = (change.place.path, change.place.span)
        if change.parameter.role == "state" and key not in seen and _wanted(program, graph, node, change):
            seen.add(key)
            yield change


def _wanted(program: Program, graph: Graph, node: GraphNode, change: Change) -> bool:
    if not change.steps:
        return change.how in ASSIGNING and not raises(program, graph, node, change)
    if _is_plain_dict(graph, node):
        return key_of(change.steps) is not None and is_change(change.how, None)
    channel = graph.channels.get(key_of(change.steps) or "")
    return channel is not None and is_change(change.how, inner_type(program.run, channel.type, change.steps[1:]))


def _is_plain_dict(graph: Graph, node: GraphNode) -> bool:
    """Tell whether a node gets the one dict that is the whole state of `StateGraph(dict)`."""
    root = graph.state.root if graph.state is not None and graph.state.kind == "root" else None
    sure = root is not None and graph.open_reason is None and node.schema is None
    return sure and root is not None and container_kind(root) == "dict"


def _assigned(graph: Graph, summary: Summary, change: Change, updates: tuple[Update, ...]) -> Iterator[Problem]:
    # What the paths that leave the function by another way return has no say.
    behind = tuple(update for update in updates if may_follow(change, update))
    keys = [key for key in assigned_keys(change) if behind and key in graph.channels and not returns_key(behind, key)]
    if not keys:
        return
    shown = ", ".join(f"`{key}`" for key in keys)
    yield _problem(graph, summary, change.place, keys[0], f"{shown} is assigned in the state but not returned", _LOST)


def _nested(
    program: Program, graph: Graph, node: GraphNode, summary: Summary, change: Change, updates: tuple[Update, ...]
) -> Iterator[Problem]:
    key = key_of(change.steps)
    channel = graph.channels.get(key or "")
    if key is None or (channel is not None and channel.kind in ("UntrackedValue", "managed")):
        return
    returned, copied = returns_key(updates, key), is_copied(program.run, node.schema or graph.state, change.steps)
    if returned and copied:
        return
    message = f"a value inside `{key}` is changed in place ({change.how})"
    why = _COPY if copied else _SHARED if returned else _LEAKS
    yield _problem(graph, summary, change.place, key, message, why, Severity.WARNING if returned else Severity.ERROR)


def _problem(
    graph: Graph,
    summary: Summary,
    place: Place,
    key: str,
    message: str,
    why: str,
    severity: Severity = Severity.ERROR,
) -> Problem:
    return Problem(place, message, why, severity=severity, symbol=symbol(summary), graph=graph.name, field=key)
