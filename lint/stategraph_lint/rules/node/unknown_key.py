"""A key that no schema of the graph has.

## What it does

Flags a key that a node, a hook of an agent's middleware or a tool returns (or writes through `Command`, also to the
parent graph), that an `invoke`, `stream` or `update_state` payload holds, or that `InjectedState("key")` names, when no
schema of the graph has it. The closest key is named.

## Why it is bad

LangGraph drops the key without a word, and whoever reads the right one gets an old value or nothing.

## Example

```python
class State(TypedDict):
    address: str

def find(state: State) -> dict:
    return {"adress": "1 High St"}
```

## Use instead

```python
def find(state: State) -> dict:
    return {"address": "1 High St"}
```

## What stays silent

Graphs with a schema, base class or node that cannot be read, since it may bring the key; keys that a node's, router's
or input annotation adds; keys that only the router behind the node reads; commands to a parent graph that is not
known; Send payloads and configuration.

## Fix safety

There is no fix yet.
"""

from __future__ import annotations

from collections.abc import Iterator

from stategraph_lint.findings import Severity
from stategraph_lint.program.keys import Misplaced, injected_keys, payload_keys, unknown_writes
from stategraph_lint.program.program import Program
from stategraph_lint.rules.base import Problem, rule
from stategraph_lint.rules.precedence import about_graph, about_key


@rule("SGL305", "unknown-key", Severity.ERROR, since="0.1.0", fix="unsafe")
def check(program: Program) -> Iterator[Problem]:
    """Report the keys that LangGraph drops."""
    for graph in program.graphs:
        if graph.closed:
            yield from map(_problem, unknown_writes(program, graph))
            yield from map(_problem, payload_keys(program, graph))
            yield from map(_problem, injected_keys(program, graph))


def _problem(found: Misplaced) -> Problem:
    hint = f"; did you mean `{found.closest}`?" if found.closest else ""
    return Problem(
        found.place,
        f"`{found.key}` is not a key of {found.schema}{hint}",
        found.why,
        symbol=found.symbol,
        graph=found.graph.name,
        field=found.key,
        about=(about_graph(found.graph), about_key(found.graph, found.key)),
    )
