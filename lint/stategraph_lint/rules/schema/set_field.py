"""A set in the state.

## What it does

Flags a state field whose type is, or holds, a set or frozenset.

## Why it is bad

A set of tuples does not survive a checkpoint: it comes back as a list of lists, and a reducer that expects a set then
raises. That is an error. Other sets pass a msgpack checkpoint, but `json.dumps`, LangGraph Server and plain HTTP
layers raise `TypeError: Object of type set is not JSON serializable`, and the order of a set of strings differs from
run to run. That is a warning.

## Example

```python
class State(TypedDict):
    seen: Annotated[set[str], operator.or_]
```

## Use instead

```python
def union(old: list[str], new: list[str]) -> list[str]:
    return list(dict.fromkeys([*old, *new]))

class State(TypedDict):
    seen: Annotated[list[str], union]
```

## What stays silent

Fields that no checkpoint and no output holds (`UntrackedValue`), managed values, and sets that only live inside a
node.

## Fix safety

There is no fix yet: the reducer and every write have to change with the type.
"""

from __future__ import annotations

from collections.abc import Iterator

from stategraph_lint.findings import Severity
from stategraph_lint.program.field_types import is_set, set_elements
from stategraph_lint.program.program import Program
from stategraph_lint.program.questions import declared
from stategraph_lint.rules.base import Problem, rule

_UNSAVED = frozenset({"UntrackedValue", "managed", "error", "unknown"})


@rule("SGL113", "set-field", Severity.ERROR, since="0.1.0", fix="unsafe")
def check(program: Program) -> Iterator[Problem]:
    """Report the fields that hold sets."""
    for found in declared(program):
        channel = found.channel
        if channel.kind in _UNSAVED or not is_set(channel.type):
            continue
        tuples = any(kind == "tuple" for kind in set_elements(channel.type))
        why = "json.dumps, LangGraph Server and HTTP layers raise TypeError on a set, and its order varies"
        if tuples:
            why = "a checkpoint gives back a list of lists, and what expects a set then raises"
        yield Problem(
            found.place,
            f"`{channel.name}` is a set" + (" of tuples" if tuples else ""),
            why,
            severity=Severity.ERROR if tuples else Severity.WARNING,
            symbol=found.schema.name,
            graph=found.graph,
            field=channel.name,
        )
