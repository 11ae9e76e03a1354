"""A list or dict that the next node replaces before anything reads it.

## What it does

Flags a write of a fresh list or dict to a key without a reducer when the one node behind always writes a fresh one too,
runs alone, and does not read the key.

## Why it is bad

A key without a reducer keeps the last value. The first one is lost; most often both were meant to be collected.

## Example

```python
def web(state: State) -> dict:
    return {"results": [search(state["q"])]}

def docs(state: State) -> dict:  # the next node
    return {"results": [look_up(state["q"])]}
```

## Use instead

```python
class State(TypedDict):
    results: Annotated[list[str], operator.add]
```

## What stays silent

Empty lists and dicts, which reset a key; nodes behind a router or with siblings; a next node that reads the key or
hands the whole state on; graphs of which a part cannot be read.

## Fix safety

There is no fix yet.
"""

from __future__ import annotations

from collections.abc import Iterator

from stategraph_lint.findings import Severity
from stategraph_lint.program.program import Program
from stategraph_lint.program.questions import every_steps, field_place
from stategraph_lint.program.stale import vain
from stategraph_lint.rules.base import Problem, rule
from stategraph_lint.rules.precedence import about_field


@rule("SGL422", "overwritten-before-read", Severity.WARNING, since="0.1.0", preview=True)
def check(program: Program) -> Iterator[Problem]:
    """Report the writes that nobody ever sees."""
    seen: set[tuple[str, object]] = set()
    for graph, steps in every_steps(program):
        for found in vain(graph, steps):
            place = found.write.value_place
            if (place.path, place.span) not in seen:
                seen.add((place.path, place.span))
                yield Problem(
                    place,
                    f"`{found.names[1]}` replaces `{found.key}` before anything reads what `{found.names[0]}` wrote",
                    "a key without a reducer keeps the last value",
                    symbol=found.names[0],
                    graph=graph.name,
                    about=(about_field(graph.channels[found.key]),),
                    field=found.key,
                    related=(
                        (found.later.value_place, "it is replaced here"),
                        (field_place(graph.channels[found.key]), "the key is declared here"),
                    ),
                )
