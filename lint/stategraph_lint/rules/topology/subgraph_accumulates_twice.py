"""A subgraph that shares an accumulating key with its parent.

## What it does

Flags a compiled graph used as a node when it takes in and hands back a key that accumulates in the parent, and the
parent may hold something under it by then.

## Why it is bad

A subgraph hands back its whole output, not what it added. The parent's reducer appends the items that the parent itself
passed in a second time.

## Example

```python
class State(TypedDict):
    trace: Annotated[list[str], operator.add]

parent.add_node("child", child.compile())  # both graphs use State
```

## Use instead

```python
class ChildOutput(TypedDict):
    added: list[str]

child = StateGraph(ChildState, output_schema=ChildOutput)
```

## What stays silent

`add_messages` and other reducers that merge; keys that only one side has; keys that nobody filled before the subgraph
runs; subgraphs that replace the key; subgraphs that cannot be read.

## Fix safety

There is no fix yet.
"""

from __future__ import annotations

from collections.abc import Iterator

from stategraph_lint.findings import Severity
from stategraph_lint.program.program import Program
from stategraph_lint.program.questions import field_place
from stategraph_lint.program.subgraphs import doubled
from stategraph_lint.rules.base import Problem, rule


@rule("SGL406", "subgraph-accumulates-twice", Severity.ERROR, since="0.1.0")
def check(program: Program) -> Iterator[Problem]:
    """Report the subgraphs that bring back what their parent gave them."""
    seen: set[tuple[str, object]] = set()
    for found in doubled(program):
        place = found.station.node.place
        if (place.path, place.span) not in seen:
            seen.add((place.path, place.span))
            yield Problem(
                place,
                f"the subgraph `{found.station.name}` hands `{found.key}` back whole, and the parent adds it again",
                "the items that the parent passed in are in the state twice afterwards",
                graph=found.parent.name,
                field=found.key,
                related=((field_place(found.parent.channels[found.key]), "the parent's reducer is set here"),),
            )
