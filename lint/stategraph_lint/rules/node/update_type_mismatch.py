"""A value of another type than its field.

## What it does

Flags a value spelled out in the code (a constant, an f-string, a display, a new object) that a node, `update_state` or
the input of a run writes to a field without a reducer, when no declared type of the field takes it.

## Why it is bad

LangGraph stores what is written as it is. A TypedDict or dataclass state hands the wrong value on to every reader; a
pydantic state raises ValidationError in the next node, or never, when the last node wrote it.

## Example

```python
class Pay(TypedDict):
    done: bool

def charge(state: Pay) -> dict:
    return {"done": "yes"}
```

## Use instead

```python
def charge(state: Pay) -> dict:
    return {"done": True}
```

## What stays silent

An int for a float or a truth value, a tuple for a list, None where nothing validates; types that cannot be read, Any,
type variables, protocols, classes with unknown bases; members of text enums; values that pydantic converts or that a
validator prepares; fields with a reducer; values of which some may fit.

## Fix safety

There is no fix.
"""

from __future__ import annotations

from collections.abc import Iterator

from stategraph_lint.findings import Severity
from stategraph_lint.program.misfits import misfits
from stategraph_lint.program.program import Program
from stategraph_lint.program.questions import field_place
from stategraph_lint.rules.base import Problem, rule

_KEPT = "LangGraph checks nothing: every reader gets the value as it is"
_LATER = "it is stored as it is: the next node raises ValidationError, and behind the last one it goes out"


@rule("SGL319", "update-type-mismatch", Severity.WARNING, since="0.1.0")
def check(program: Program) -> Iterator[Problem]:
    """Report the values that contradict the types of their fields."""
    for one in misfits(program):
        yield Problem(
            one.found.write.value_place,
            f"`{one.channel.name}` is given {one.what}",
            _LATER if one.validated else _KEPT,
            symbol=one.found.symbol,
            graph=one.found.graph.name,
            field=one.channel.name,
            related=((field_place(one.channel), "the field"),),
        )
