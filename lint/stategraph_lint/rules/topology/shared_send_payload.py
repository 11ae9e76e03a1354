"""Several Sends that are given one and the same object.

## What it does

Flags Sends in a loop, or several of one list, whose payload is the same object each time, when the node that gets it
changes it in place.

## Why it is bad

The tasks run at the same time on one object: each sees what the others did to it.

## Example

```python
def spread(state: State) -> list[Send]:
    return [Send("work", state) for _ in range(3)]

def work(state: State) -> dict:
    state["done"].append(1)
    return {"count": len(state["done"])}
```

## Use instead

```python
def spread(state: State) -> list[Send]:
    return [Send("work", {"done": list(state["done"])}) for _ in range(3)]
```

## What stays silent

Payloads that are made anew for each Send, and nodes that change nothing in place.

## Fix safety

There is no fix yet.
"""

from __future__ import annotations

from collections.abc import Iterator

from stategraph_lint.findings import Severity
from stategraph_lint.program.program import Program
from stategraph_lint.program.sends import shared
from stategraph_lint.rules.base import Problem, rule


@rule("SGL412", "shared-send-payload", Severity.WARNING, since="0.1.0")
def check(program: Program) -> Iterator[Problem]:
    """Report the Sends that share an object."""
    seen: set[tuple[str, object]] = set()
    for sent, change in shared(program):
        if (sent.place.path, sent.place.span) not in seen:
            seen.add((sent.place.path, sent.place.span))
            yield Problem(
                sent.place,
                f"the Sends to `{sent.station.name}` share one payload, and the node changes it in place",
                "the tasks run at the same time, and each sees what the others did",
                graph=sent.graph.name,
                related=((change, "it is changed here"),),
            )
