"""A subgraph whose result has no place in its parent, or another type there.

## What it does

Flags a compiled graph used as a node when the parent has no key for what it produces, or when the two declare one key
as different kinds of containers.

## Why it is bad

Keys that the parent lacks are dropped without a word. A list where the subgraph expects a dict raises TypeError in it.

## Example

```python
class Child(TypedDict):
    city: str
    forecast: str

class Parent(TypedDict):
    city: str
    weather: str  # the child's `forecast` is dropped
```

## Use instead

```python
class Parent(TypedDict):
    city: str
    forecast: str
```

## What stays silent

Private keys of a subgraph without an output schema that has other results the parent takes; graphs of which a schema or
an update cannot be read; types that are no container.

## Fix safety

There is no fix yet.
"""

from __future__ import annotations

from collections.abc import Iterator

from stategraph_lint.findings import Severity
from stategraph_lint.program.program import Program
from stategraph_lint.program.questions import field_place
from stategraph_lint.program.subgraphs import Mismatch, mismatched
from stategraph_lint.rules.base import Problem, rule


@rule("SGL410", "subgraph-key-mismatch", Severity.ERROR, since="0.1.0")
def check(program: Program) -> Iterator[Problem]:
    """Report the subgraphs that do not fit their parent."""
    seen: set[tuple[str, object, str]] = set()
    for found in mismatched(program):
        place = found.station.node.place
        if (place.path, place.span, found.key) not in seen:
            seen.add((place.path, place.span, found.key))
            yield _problem(found)


def _problem(found: Mismatch) -> Problem:
    name = found.station.name
    related = [(field_place(found.child.channels[found.key]), "the subgraph's key is declared here")]
    if found.theirs:
        related.append((field_place(found.parent.channels[found.key]), "the parent's key is declared here"))
        message = f"`{found.key}` is a {found.theirs} in the parent and a {found.ours} in the subgraph `{name}`"
        why = "the subgraph gets the parent's value as it is, and raises on it"
    else:
        message = f"the parent has no key `{found.key}` for the result of the subgraph `{name}`"
        why = "the result is dropped without a word"
    return Problem(
        found.station.node.place, message, why, graph=found.parent.name, field=found.key, related=tuple(related)
    )
