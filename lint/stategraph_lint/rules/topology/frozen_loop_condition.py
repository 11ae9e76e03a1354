"""A cycle whose only exit decides on keys that nothing in the cycle writes.

## What it does

Flags the router that alone can leave a cycle when the state keys it looks at are written by no node of the cycle.

## Why it is bad

What it says the first time it says for ever: once the run goes round, it ends in GraphRecursionError (the limit is
10,007 super-steps by default).

## Example

```python
def route(state: State) -> str:
    if state["approved"]:  # no node of the cycle writes `approved`
        return END
    return "draft"
```

## Use instead

```python
def review(state: State) -> dict:
    return {"approved": len(state["text"]) > 100}
```

## What stays silent

Routers that look at anything else (a call, the clock, a managed value), cycles with another way out or an interrupt,
values that a node changes in place, graphs of which a part cannot be read.

## Fix safety

There is no fix yet.
"""

from __future__ import annotations

from collections.abc import Iterator

from stategraph_lint.findings import Severity
from stategraph_lint.program.cycles import frozen
from stategraph_lint.program.program import Program
from stategraph_lint.program.questions import every_steps
from stategraph_lint.rules.base import Problem, rule


@rule("SGL420", "frozen-loop-condition", Severity.WARNING, since="0.1.0")
def check(program: Program) -> Iterator[Problem]:
    """Report the routers that never change their mind."""
    for graph, steps in every_steps(program):
        for found in frozen(program, steps):
            keys = ", ".join(f"`{key}`" for key in found.keys)
            yield Problem(
                found.branch.place,
                f"only this router leaves the cycle of {', '.join(f'`{name}`' for name in found.cycle.names)}, "
                f"and no node of it writes {keys}",
                "once the run goes round it ends in GraphRecursionError",
                graph=graph.name,
                field=found.keys[0],
                related=((found.cycle.place, "the cycle is closed here"),),
            )
