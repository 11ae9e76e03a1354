"""TypedDict bases that disagree about a key.

## What it does

Flags a TypedDict that inherits a key from two bases which make different channels of it, and does not declare it
itself.

## Why it is bad

In a normal class the first base wins. A TypedDict merges the annotations of its bases, so the last one wins: which
reducer the key has depends on the order of the bases, against what the reader expects.

## Example

```python
class Draft(TypedDict):
    notes: Annotated[list[str], operator.add]

class Review(TypedDict):
    notes: list[str]

class State(Draft, Review): ...
```

## Use instead

```python
class State(Draft, Review):
    notes: Annotated[list[str], operator.add]
```

## What stays silent

Bases that agree, bases that share the declaration, a last base that overrides the other one on purpose, normal
classes, and bases that cannot be read.

## Fix safety

There is no fix.
"""

from __future__ import annotations

from collections.abc import Iterator

from stategraph_lint.findings import Severity
from stategraph_lint.program.channels import Channel, channel_of
from stategraph_lint.program.inheritance import Clash, clash
from stategraph_lint.program.program import Program
from stategraph_lint.program.schema_questions import disagree, effective
from stategraph_lint.program.types import name_of
from stategraph_lint.rules.base import Problem, rule
from stategraph_lint.rules.precedence import about_field


@rule("SGL110", "reducer-conflict-in-bases", Severity.WARNING, since="0.1.0")
def check(program: Program) -> Iterator[Problem]:
    """Report the keys whose channel depends on the order of the bases."""
    for found in effective(program):
        torn = clash(program.run, found.schema.cls, found.channel.name)
        if torn is None:
            continue
        winner, loser = channel_of(program.run, torn.winner), channel_of(program.run, torn.loser)
        if disagree(program, loser, winner):
            yield _problem(torn, found.graph.name, found.channel)


def _problem(torn: Clash, graph: str | None, channel: Channel) -> Problem:
    first, last = name_of(torn.loser.owner), name_of(torn.winner.owner)
    return Problem(
        torn.cls.place,
        f"bases of `{torn.cls.node.name}` disagree about `{channel.name}`: `{last}` is last and wins, not `{first}`",
        "a TypedDict takes a key from its last base, unlike a normal class",
        symbol=torn.cls.node.name,
        graph=graph,
        field=channel.name,
        related=tuple(
            (field.spelling.place, f"in `{name_of(field.owner)}`")
            for field in (torn.loser, torn.winner)
            if field.spelling is not None
        ),
        about=(about_field(channel),),
    )
