"""A key that is read before anybody wrote it.

## What it does

Walks the super-steps of each graph and flags a read (`state["key"]`, or a required field of a node's model) of a key
without a start value when some run gets there before any node wrote it, and the input cannot hold it: the input schema
lacks it, or a payload that is written out lacks it. Path functions count as well.

## Why it is bad

The read raises KeyError; a model of which the key is a required field raises ValidationError.

## Example

```python
def judge(state: State) -> dict:
    return {"verdict": state["score"] > 5}

builder.add_sequence([judge, grade])  # `grade` writes `score`
builder.compile().invoke({"text": "..."})
```

## Use instead

```python
builder.add_sequence([grade, judge])
```

## What stays silent

Graphs of which no payload is known, unless an input schema lacks the key; keys with a reducer that have a start value;
`get`, reads under a condition or in a `try`; nodes that a Send may start; nodes whose update cannot be read count as
writing everything; paths whose decisions may exclude one another. SGL318 has the nodes whose schema is not inferred.

## Fix safety

There is no fix yet.
"""

from __future__ import annotations

from collections.abc import Iterator

from stategraph_lint.findings import Severity
from stategraph_lint.program.program import Program
from stategraph_lint.program.questions import every_steps, field_place
from stategraph_lint.program.unwritten import Unwritten, unwritten
from stategraph_lint.rules.base import Problem, rule
from stategraph_lint.rules.precedence import about_key


@rule("SGL407", "read-before-write", Severity.ERROR, since="0.1.0")
def check(program: Program) -> Iterator[Problem]:
    """Report the reads that come too early."""
    seen: set[tuple[str, object, str]] = set()
    for graph, steps in every_steps(program):
        for found in unwritten(program, graph, steps):
            key = found.place.path, found.place.span, found.key
            if key not in seen:
                seen.add(key)
                yield _problem(found)


def _problem(found: Unwritten) -> Problem:
    when = "before any node writes it" if found.always else "on some path before any node writes it"
    what = f"the model of `{found.reader}` requires" if found.required else f"`{found.symbol}` reads"
    why = "the node gets no valid state: ValidationError or TypeError" if found.required else "the read raises KeyError"
    return Problem(
        found.place,
        f"{what} `{found.key}` {when}, and the input lacks it",
        why,
        severity=None if found.always else Severity.WARNING,
        symbol=found.symbol,
        graph=found.graph.name,
        field=found.key,
        related=((field_place(found.graph.channels[found.key]), "the key is declared here"),),
        trace=found.trace,
        about=(about_key(found.graph, found.key),),
    )
