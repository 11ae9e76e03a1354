"""An Overwrite that no reducer takes apart.

## What it does

Flags `Overwrite(value)`, `{"__overwrite__": value}` and `{"type": "__overwrite__", "value": value}` written to a field
without a reducer, or as the first write to a field whose type has no start value; and a dict that has
`"__overwrite__"` among other keys.

## Why it is bad

Only a reducer channel that holds a value unwraps an Overwrite. Any other field stores the wrapper itself, and whoever
reads it gets no list. A dict with more keys than the sentinel is merged as data.

## Example

```python
class State(TypedDict):
    rows: list[int]

def refill(state: State) -> dict:
    return {"rows": Overwrite([1, 2])}
```

## Use instead

```python
def refill(state: State) -> dict:
    return {"rows": [1, 2]}
```

## What stays silent

Fields with a reducer and a start value, and fields that an input or another node may have filled before.

## Fix safety

There is no fix yet: a field without a reducer takes the plain value.
"""

from __future__ import annotations

from collections.abc import Iterator

from stategraph_lint.findings import Severity
from stategraph_lint.program.fillers import is_first
from stategraph_lint.program.overwrites import is_malformed, is_overwrite
from stategraph_lint.program.program import Program
from stategraph_lint.program.questions import Written, all_written, options
from stategraph_lint.rules.base import Problem, rule

_UNREDUCED = frozenset({"LastValue", "LastValueAfterFinish", "AnyValue", "EphemeralValue", "UntrackedValue", "Topic"})
_STORED = "the wrapper itself is stored: only a reducer channel that holds a value unwraps it"


@rule("SGL307", "overwrite-without-reducer", Severity.ERROR, since="0.1.0", fix="safe")
def check(program: Program) -> Iterator[Problem]:
    """Report the Overwrites that are stored as they are, and the dicts that only look like one."""
    for found in all_written(program):
        values = [program.run.forced(value, always=True) for value in options(found.write.value)]
        said = _said(program, found) if any(map(is_overwrite, values)) else None
        if said is None and found.channel is not None and found.channel.reduces and any(map(is_malformed, values)):
            said = "a dict with more keys than `__overwrite__` is no Overwrite", "it goes to the reducer as data"
        if said is not None and found.channel is not None:
            yield Problem(
                found.write.value_place,
                *said,
                symbol=found.symbol,
                graph=found.graph.name,
                field=found.write.key,
                related=((found.channel.field.place, "the field"),),
            )


def _said(program: Program, found: Written) -> tuple[str, str] | None:
    """Give message and reason for an Overwrite that nothing unwraps; None where something does, or may."""
    channel = found.channel
    if channel is not None and channel.kind in _UNREDUCED:
        return f"an Overwrite is written to `{channel.name}`, which has no reducer", _STORED
    if channel is not None and channel.reduces and channel.start == "empty" and is_first(program, found):
        return f"an Overwrite is the first write to `{channel.name}`, which has no start value", _STORED
    return None
