"""The whole state returned in a graph where some field accumulates.

## What it does

Flags `return state`, `{**state, ...}`, `dict(state)`, `state | {...}`, a copy, the model itself or its dump, when a
field with an accumulating reducer goes back with it.

## Why it is bad

Every field of an update goes through its reducer. An accumulating field gets its own value added: it doubles at each
node that returns the whole state.

## Example

```python
class State(TypedDict):
    entries: Annotated[list[str], operator.add]
    level: int

def raise_level(state: State) -> State:
    state["level"] += 1
    return state
```

## Use instead

```python
def raise_level(state: State) -> dict:
    return {"level": state["level"] + 1}
```

## What stays silent

Graphs where no field accumulates, or only fields that merge by id or replace; `{**state, "entries": new}` and other
returns that write every accumulating field anew or leave it out.

## Fix safety

There is no fix yet: which keys the node means to write is for a person to say.
"""

from __future__ import annotations

from collections.abc import Iterator

from stategraph_lint.findings import Severity
from stategraph_lint.program.channels import Channel
from stategraph_lint.program.graphs import Graph, GraphNode
from stategraph_lint.program.program import Program
from stategraph_lint.program.questions import accumulates, known_empty, node_updates, symbol
from stategraph_lint.program.updates import Update
from stategraph_lint.rules.base import Problem, rule


@rule("SGL303", "whole-state-returned", Severity.ERROR, since="0.1.0", fix="unsafe")
def check(program: Program) -> Iterator[Problem]:
    """Report the returns that hand an accumulating field back unchanged."""
    for graph, node, summary, update in node_updates(program):
        doubled = _doubled(program, graph, node, update) if not update.parent and update.complete else []
        if doubled:
            names = ", ".join(f"`{channel.name}`" for channel in doubled)
            yield Problem(
                update.place,
                f"the whole state is returned, so {names} is added to itself",
                "an accumulating field doubles at each node that hands it back; return only the keys that change",
                symbol=symbol(summary),
                graph=graph.name,
                field=doubled[0].name,
                related=tuple((channel.field.place, f"the reducer of `{channel.name}`") for channel in doubled),
            )


def _doubled(program: Program, graph: Graph, node: GraphNode, update: Update) -> list[Channel]:
    seen = graph.keys_of(node.schema or graph.state)
    out: dict[str, Channel] = {}
    for echo in update.echoes:
        for name, channel in graph.channels.items():
            written = update.write(name)
            kept = name in seen and name not in echo.without and (written is None or not written.must)
            if kept and accumulates(program, channel) and not known_empty(update, name):
                out[name] = channel
    return list(out.values())
