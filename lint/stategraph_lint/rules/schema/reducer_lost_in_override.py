"""A subclass that declares a field again without its reducer.

## What it does

Flags a field that a class inherits with a reducer and declares again without one, where that class decides the
channel of a graph.

## Why it is bad

There is no error. The last declaration counts whole: the field is a plain last-value channel, each write replaces the
value, and two writes in one super-step raise InvalidUpdateError.

## Example

```python
class Chat(MessagesState):
    messages: list[AnyMessage]
    mood: str
```

## Use instead

```python
class Chat(MessagesState):
    mood: str
```

## What stays silent

Fields declared again with some reducer or an explicit channel such as `LastValue`, input and output schemas beside a
state schema that keeps the reducer, and bases that cannot be read.

## Fix safety

There is no fix yet.
"""

from __future__ import annotations

from collections.abc import Iterator

from stategraph_lint.findings import Severity
from stategraph_lint.program.channels import channel_of
from stategraph_lint.program.inheritance import inherited
from stategraph_lint.program.program import Program
from stategraph_lint.program.schema_questions import effective
from stategraph_lint.program.types import name_of
from stategraph_lint.rules.base import Problem, rule
from stategraph_lint.rules.precedence import about_field

_REDUCING = frozenset({"BinaryOperatorAggregate", "DeltaChannel"})


@rule("SGL109", "reducer-lost-in-override", Severity.ERROR, since="0.1.0", fix="safe")
def check(program: Program) -> Iterator[Problem]:
    """Report the fields that lose the reducer they inherit."""
    for found in effective(program):
        channel = found.channel
        if channel.kind != "LastValue" or channel.channel_place is not None:
            continue
        before = inherited(program.run, channel.field)
        base = channel_of(program.run, before) if before is not None else None
        if before is None or base is None or base.kind not in _REDUCING:
            continue
        related = ((before.spelling.place, "declared with a reducer here"),) if before.spelling is not None else ()
        yield Problem(
            found.place,
            f"`{channel.name}` loses the reducer that it has in `{name_of(before.owner)}`",
            "the field is a plain last-value channel, so every write replaces the value",
            symbol=name_of(channel.field.owner),
            graph=found.graph.name,
            field=channel.name,
            related=related,
            about=(about_field(channel),),
        )
