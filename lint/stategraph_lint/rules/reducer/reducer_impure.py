"""A reducer that does more than combine its two arguments.

## What it does

Flags calls that give something else each time (`time.time`, `datetime.now`, `random`, `uuid.uuid4`, `secrets`) where
the result ends up in what the reducer returns or decides; calls that reach outside the process (files, network,
subprocesses); and changes of what outlives the call: a global or nonlocal variable, a module's list or dict, an
attribute of a class or of the reducer object.

## Why it is bad

LangGraph calls a reducer whenever it needs the value: for the checkpoint, again for the router behind a node, and again
when a run is resumed or replayed. Each call must give the same, or the state differs from what a router saw.

## Example

```python
def stamped(left: list[dict], right: list[dict]) -> list[dict]:
    return left + [{**item, "at": time.time()} for item in right]
```

## Use instead

```python
def note(state: State) -> dict:
    return {"log": [{"text": "done", "at": time.time()}]}
```

## What stays silent

Logging and printing, a time that is only logged, a random generator with a seed of its own, and a cache that is
asked before it is filled.

## Fix safety

There is no fix.
"""

from __future__ import annotations

from collections.abc import Iterator

from stategraph_lint.findings import Severity
from stategraph_lint.program.program import Program
from stategraph_lint.program.purity import impurities
from stategraph_lint.program.reducing import reducers
from stategraph_lint.rules.base import Problem, rule


@rule("SGL205", "reducer-impure", Severity.WARNING, since="0.1.0")
def check(program: Program) -> Iterator[Problem]:
    """Report what reducers do besides combining their arguments."""
    for reducing in reducers(program):
        field = reducing.fields[0]
        for place, what in impurities(reducing):
            yield Problem(
                place,
                f"the reducer `{reducing.name}` {what}",
                "it is called again for routers, on a resume and on a replay: each call then gives another state",
                graph=field.graph,
                field=field.channel.name,
                related=((field.place, f"reducer of `{field.channel.name}`"),),
            )
