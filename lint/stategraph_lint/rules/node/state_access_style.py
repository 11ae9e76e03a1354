"""The state read in a style that it does not have.

## What it does

Flags attribute access on a state that is a dict, `[...]` on one that is a model or dataclass, in nodes and path
functions and in what they call, and attributes of what `invoke` returned.

## Why it is bad

A node gets a dict for a TypedDict schema and an instance for all others: the other style raises AttributeError or
TypeError. `invoke` returns a dict also where the state is a model.

## Example

```python
class State(TypedDict):
    count: int

def step(state: State) -> dict:
    return {"count": state.count + 1}
```

## Use instead

```python
def step(state: State) -> dict:
    return {"count": state["count"] + 1}
```

## What stays silent

Methods of dicts; `getattr` with a default; code that asks with `isinstance`, `hasattr` or `type` what it was given, or
whose handler tries the other style; classes with a `__getitem__`; nodes whose input schema cannot be read;
`invoke(..., version=..., stream_mode=..., output_keys=...)`.

## Fix safety

There is no fix yet.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from stategraph_lint.findings import Severity
from stategraph_lint.program.program import Program
from stategraph_lint.program.styles import misread_results, misread_states
from stategraph_lint.rules.base import Problem, rule


@rule("SGL317", "state-access-style", Severity.ERROR, since="0.1.0", fix="safe")
def check(program: Program) -> Iterator[Problem]:
    """Report the reads and assignments that raise."""
    for found in chain(misread_states(program), misread_results(program)):
        yield Problem(
            found.place,
            f"{found.what}: use `{found.right}`",
            f"this raises {found.error}",
            symbol=found.symbol,
            graph=found.graph.name,
            field=found.key,
        )
