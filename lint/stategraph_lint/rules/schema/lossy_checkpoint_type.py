"""A value that a checkpoint brings back as something else.

## What it does

Flags a state field whose type, or some part of it, comes back from a checkpoint as another type or without something
it held: tuples, Counter, defaultdict, OrderedDict, exceptions, subclasses of str, int, list and dict, enums and dates
as keys of a dict, and dataclasses and models that lose or change a part of themselves (`Field(exclude=True)`, an alias
with a default, private attributes that a method sets, a `__post_init__` that changes a field each time it runs).

## Why it is bad

The run goes well until it is resumed: then `state["point"]` is a list, a missing key of the former defaultdict raises
KeyError, an exception is a text.

## Example

```python
class State(TypedDict):
    point: tuple[int, int]
    count: collections.Counter[str]
```

## Use instead

```python
class Point(NamedTuple):
    x: int
    y: int

class State(TypedDict):
    point: Point
    count: dict[str, int]
```

## What stays silent

What comes back as it was, a tuple as key of a dict or inside a pydantic model, unions that admit something else, sets
of tuples (SGL113), classes that cannot be imported (SGL116), and `UntrackedValue`. In a graph that is only ever
compiled without a checkpointer the finding is a note.

## Fix safety

There is no fix.
"""

from __future__ import annotations

from collections.abc import Iterator

from stategraph_lint.findings import Severity
from stategraph_lint.program.checkpointers import Saving
from stategraph_lint.program.program import Program
from stategraph_lint.program.saved_fields import failing, saved_fields
from stategraph_lint.rules.base import Problem, rule


@rule("SGL115", "lossy-checkpoint-type", Severity.WARNING, since="0.1.0")
def check(program: Program) -> Iterator[Problem]:
    """Report the fields that a checkpoint changes."""
    for found, parts, saves in saved_fields(program):
        changed = next((part for part in parts if part.outcome == "changed" and part.cause in ("", "state")), None)
        if changed is None or failing(parts) is not None:
            continue
        before, _, after = changed.what.partition(" -> ")
        yield Problem(
            found.place,
            f"`{found.channel.name}` does not survive a checkpoint: {before} comes back as {after}",
            "after a resume the state holds another value than the run did",
            severity=Severity.INFO if saves is Saving.NEVER else None,
            symbol=found.schema.name,
            graph=found.graph,
            field=found.channel.name,
        )
