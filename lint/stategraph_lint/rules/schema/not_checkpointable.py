"""A value that no checkpoint takes.

## What it does

Flags a state field whose type, or some part of it, the serializer of LangGraph's checkpointers refuses: functions,
open files, locks, generators, dict views, ranges, complex numbers, types, modules, classes that are neither dataclass
nor model. Flags as well the writes of such values, wherever the field's type hides them: lambdas, integers over 64
bits, a model that is given one.

## Why it is bad

With a checkpointer the run raises `TypeError: Type is not msgpack serializable` at the end of the step that wrote the
value, and nothing of that step is saved. It is an error where the graph, or a graph that it is a node of, is compiled
with a checkpointer, and a warning elsewhere: LangGraph Server adds one.

## Example

```python
class State(TypedDict):
    hook: Callable[[int], int]

def guard(state: State) -> dict:
    return {"lock": threading.Lock()}
```

## Use instead

```python
class State(TypedDict):
    hook: str  # the name of one of HOOKS
    lock: Annotated[threading.Lock, UntrackedValue]
```

## What stays silent

`UntrackedValue`, managed values, unions that admit something else, abstract classes, classes with `model_dump`, and a
field that nothing writes in a graph without a checkpointer.

## Fix safety

There is no fix.
"""

from __future__ import annotations

from collections.abc import Iterator

from stategraph_lint.findings import Severity
from stategraph_lint.program.checkpointers import Saving
from stategraph_lint.program.program import Program
from stategraph_lint.program.saved_fields import Unsaved, refused
from stategraph_lint.rules.base import Problem, rule

_WHY = "the serializer raises TypeError: Type is not msgpack serializable"


@rule("SGL114", "not-checkpointable", Severity.ERROR, since="0.1.0")
def check(program: Program) -> Iterator[Problem]:
    """Report the fields and writes that no checkpoint takes."""
    for found in refused(program):
        yield Problem(
            found.place,
            _message(found),
            _WHY,
            severity=Severity.ERROR if found.saving is Saving.SURELY else Severity.WARNING,
            symbol=found.symbol,
            graph=found.graph,
            field=found.field,
        )


def _message(found: Unsaved) -> str:
    if found.written:
        return f"a value that no checkpoint takes is written to `{found.field}`: {found.what}"
    return f"`{found.field}` holds what no checkpoint takes: {found.what}"
