"""A reducer of one write where a list of writes arrives, or the other way round.

## What it does

Flags `DeltaChannel(...)` with a reducer that joins one write to the value (`operator.add`, `operator.or_`,
`add_messages`, a function of that shape), and a reducer for a list of writes that stands alone in `Annotated`.

## Why it is bad

A DeltaChannel calls `reducer(state, [write, write, ...])`. A reducer for one write nests the lists, or raises
TypeError. A plain reducer channel calls `reducer(left, right)` for each write, so a reducer that goes through a list of
writes goes through the items of one.

## Example

```python
class State(TypedDict):
    steps: Annotated[list[str], DeltaChannel(operator.add)]

def append_all(old: list[int], writes: Sequence[list[int]]) -> list[int]:
    return [*old, *(number for write in writes for number in write)]

class Sums(TypedDict):
    values: Annotated[list[int], append_all]
```

## Use instead

```python
class State(TypedDict):
    steps: Annotated[list[str], operator.add]

class Sums(TypedDict):
    values: Annotated[list[int], DeltaChannel(append_all)]
```

## What stays silent

Reducers whose way with the update cannot be told, DeltaChannels whose writes are single elements, and reducers that go
through nested lists on purpose.

## Fix safety

There is no fix.
"""

from __future__ import annotations

from collections.abc import Iterator

from stategraph_lint.findings import Severity
from stategraph_lint.program.batches import DELTA, takes_a_batch, takes_one_write
from stategraph_lint.program.program import Program
from stategraph_lint.program.questions import declared
from stategraph_lint.program.written_values import field_writes
from stategraph_lint.rules.base import Problem, rule
from stategraph_lint.rules.precedence import about_field


@rule("SGL123", "delta-reducer", Severity.ERROR, since="0.1.0")
def check(program: Program) -> Iterator[Problem]:
    """Report the reducers that are given a list of writes, or one, against what they are made for."""
    for found in declared(program):
        channel = found.channel
        delta = channel.kind == DELTA
        if not delta and not channel.reduces:
            continue
        written = [value for value, _ in field_writes(program, found)]
        why = takes_one_write(program, channel, written) if delta else takes_a_batch(program, channel, written)
        if why is not None:
            made = "one write, but stands in a DeltaChannel" if delta else "a list of writes, but stands alone"
            place = channel.reducer_place or channel.channel_place
            yield Problem(
                found.place,
                f"the reducer of `{channel.name}` is made for {made}",
                why,
                symbol=found.schema.name,
                graph=found.graph,
                field=channel.name,
                related=((place, "the reducer"),) if place is not None else (),
                about=(about_field(channel),),
            )
