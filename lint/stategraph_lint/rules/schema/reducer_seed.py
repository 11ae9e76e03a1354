"""A reducer that its channel's start value spoils.

## What it does

Flags a field whose reducer starts from a value that it can never leave, or that it raises on: `operator.mul`, `min`, or
a reducer that keeps the first value on int, float and str; `and_` on bool, int and set, also spelled as a lambda or a
function; `max(left)`, `left[-1]` and `left["k"]` on what is empty at first.

## Why it is bad

LangGraph calls the field's type to get the first `left`: 0, 0.0, '', False, an empty list, dict or set. A declared
default does not change that. So `0 * 3` is 0 for ever, an intersection with the empty set stays empty, and a reducer
that keeps the first value keeps ''. Even the input goes through the reducer.

## Example

```python
class State(TypedDict):
    factor: Annotated[int, operator.mul]
    origin: Annotated[str, lambda old, new: old]
```

## Use instead

```python
class State(TypedDict):
    factor: Annotated[int | None, multiply]  # None cannot be called: the first value is stored as it is
    origin: Annotated[str | None, lambda old, new: old]
```

## What stays silent

Types that cannot be called without arguments (Optional among them), reducers that treat the start value as nothing
(`new if old == 0 else old * new`), fields that are set with Overwrite, `min` where something negative is written, and
`max` unless all that is written is negative.

## Fix safety

There is no fix yet.
"""

from __future__ import annotations

from collections.abc import Iterator

from stategraph_lint.findings import Severity
from stategraph_lint.program.overwrites import is_overwrite
from stategraph_lint.program.program import Program
from stategraph_lint.program.questions import Declared, declared
from stategraph_lint.program.seeds import Seed, seed_of
from stategraph_lint.program.values import Literal, Operation, Value
from stategraph_lint.program.written_values import field_writes
from stategraph_lint.rules.base import Problem, rule


@rule("SGL111", "reducer-seed", Severity.ERROR, since="0.1.0", fix="unsafe")
def check(program: Program) -> Iterator[Problem]:
    """Report the reducers that their start value spoils."""
    for found in declared(program):
        seed = seed_of(program, found.channel)
        if seed is None or not _shows(program, found, seed):
            continue
        place = seed.place or found.channel.reducer_place
        yield Problem(
            found.place,
            _message(found.channel.name, seed),
            f"the first `left` is what the type gives when it is called: {seed.start}",
            symbol=found.schema.name,
            graph=found.graph,
            field=found.channel.name,
            related=((place, "the reducer"),) if place is not None else (),
        )


def _message(name: str, seed: Seed) -> str:
    if seed.kind == "raises":
        return f"the reducer of `{name}` raises {seed.error} on the start value {seed.start}"
    end = {"smallest": " while nothing below it is written", "largest": " while nothing above it is written"}
    return f"`{name}` starts as {seed.start}, and its reducer never leaves that{end.get(seed.kind, '')}"


def _shows(program: Program, found: Declared, seed: Seed) -> bool:
    """Tell whether what is written, as far as it is seen, leaves the channel at its start value."""
    values = [value for value, _ in field_writes(program, found)]
    if any(map(is_overwrite, values)):
        return False
    negative = [_is_negative(value) for value in values]
    if seed.kind == "largest":
        return bool(negative) and all(negative)
    return seed.kind != "smallest" or not any(negative)


def _is_negative(value: Value) -> bool:
    if isinstance(value, Operation):
        return value.operator == "-" and len(value.operands) == 1
    return isinstance(value, Literal) and isinstance(value.value, (int, float)) and value.value < 0
