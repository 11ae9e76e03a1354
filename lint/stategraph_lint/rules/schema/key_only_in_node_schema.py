"""A misspelled key in the schema of one node.

## What it does

Flags a key of a node's own schema (the annotation of its first parameter, or `input_schema=`) that no other schema of
the graph has and that is one letter away from a key of the state with the same type, where what the node writes to it
is never read, or what it reads is never written.

## Why it is bad

Every schema adds its keys to the graph: there is no error, and a second channel appears. The node reads nothing, or
writes where nobody looks, while the key of the state stays as it was.

## Example

```python
class State(TypedDict):
    name: str
    greeting: str

class Greeter(TypedDict):
    name: str
    greting: str

def greet(state: Greeter) -> dict:
    return {"greting": "hi " + state["name"]}
```

## Use instead

```python
class Greeter(TypedDict):
    name: str
    greeting: str
```

## What stays silent

Keys that a Send brings, that another node or `update_state` writes, or that the node keeps for itself; keys with
another type than that of the state (`section` beside `sections`); numbered and lettered keys (`step_1`, `answer_a`)
and very short ones; graphs of which some part cannot be read.

## Fix safety

There is no fix.
"""

from __future__ import annotations

from collections.abc import Iterator

from stategraph_lint.findings import Severity
from stategraph_lint.program.program import Program
from stategraph_lint.program.schema_questions import place_in
from stategraph_lint.program.stray_keys import stray_keys
from stategraph_lint.rules.base import Problem, rule
from stategraph_lint.rules.precedence import about_key


@rule("SGL121", "key-only-in-node-schema", Severity.WARNING, since="0.1.0")
def check(program: Program) -> Iterator[Problem]:
    """Report the keys of nodes' schemas that look like a misspelled key of the state."""
    for found in stray_keys(program):
        name, meant = found.field.name, found.meant.name
        yield Problem(
            place_in(found.field),
            f"`{name}` is in no other schema of the graph; did you mean `{meant}`?",
            "a second channel appears without a word, and the one of the state is not used",
            symbol=found.use.schema.name,
            graph=found.graph.name,
            field=name,
            related=((place_in(found.meant), f"`{meant}` of the state"),),
            about=(about_key(found.graph, name),),
        )
