"""A reducer that cannot work on the type of its field.

## What it does

Flags a field whose reducer fails on two values of the declared type: `operator.add` on dict or set, `operator.or_` on
list, `sum` on int, also spelled as a lambda or function; `add_messages` on strings, numbers, dicts without a role, and
classes that are no messages; `add_messages(format=...)` with a format it does not know.

## Why it is bad

The first update that meets a value raises TypeError. `add_messages` turns strings into HumanMessage objects and raises
on other data.

## Example

```python
class State(TypedDict):
    found: Annotated[dict[str, int], operator.add]
    passages: Annotated[list[str], add_messages]
```

## Use instead

```python
class State(TypedDict):
    found: Annotated[dict[str, int], operator.or_]
    passages: Annotated[list[str], operator.add]
```

## What stays silent

Types that have the operator (`Counter`, classes with `__add__`), unions of several kinds, bare lists under
`add_messages`, and reducers that do more than apply one operator.

## Fix safety

There is no fix.
"""

from __future__ import annotations

from collections.abc import Iterator

from stategraph_lint.findings import Severity
from stategraph_lint.program.program import Program
from stategraph_lint.program.questions import declared
from stategraph_lint.program.reducer_types import mismatch
from stategraph_lint.program.written_values import field_writes
from stategraph_lint.rules.base import Problem, rule


@rule("SGL129", "reducer-type-mismatch", Severity.ERROR, since="0.1.0")
def check(program: Program) -> Iterator[Problem]:
    """Report the reducers that cannot work on the type of their field."""
    for found in declared(program):
        channel = found.channel
        written = (value for value, _ in field_writes(program, found)) if channel.reduces else ()
        why = mismatch(program, channel, written)
        if why is not None:
            place = channel.reducer_place
            yield Problem(
                found.place,
                f"the reducer of `{channel.name}` does not fit its type",
                why,
                symbol=found.schema.name,
                graph=found.graph,
                field=channel.name,
                related=((place, "the reducer"),) if place is not None else (),
            )
