"""A class in the state that a checkpoint cannot import again.

## What it does

Flags a state field whose type is, or holds, a dataclass, model, NamedTuple or Enum that is defined inside a function or
another class.

## Why it is bad

A checkpoint saves the module and the name of the class, without what it is nested in, and looks it up there when it is
loaded. It is not found: with one log line, an instance comes back as a plain dict, an Enum's member as its value.

## Example

```python
class Api:
    class Reply(BaseModel):
        code: int

class State(TypedDict):
    reply: Api.Reply
```

## Use instead

```python
class Reply(BaseModel):
    code: int

class State(TypedDict):
    reply: Reply
```

## What stays silent

Classes of a module, TypedDicts, classes that no checkpoint takes (SGL114), `UntrackedValue`. In a graph that is only
ever compiled without a checkpointer the finding is a note.

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


@rule("SGL116", "class-not-importable", Severity.WARNING, since="0.1.0")
def check(program: Program) -> Iterator[Problem]:
    """Report the fields whose classes a checkpoint does not find again."""
    for found, parts, saves in saved_fields(program):
        local = next((part for part in parts if part.cause == "place"), None)
        if local is None or local.cls is None or failing(parts) is not None:
            continue
        before, _, after = local.what.partition(" -> ")
        inside = "a function" if local.cls.frame.kind == "function" else "a class"
        yield Problem(
            found.place,
            f"`{found.channel.name}` comes back from a checkpoint as {after}: `{before}` is defined inside {inside}",
            "a checkpoint looks the class up by its name in the module, and does not find it",
            severity=Severity.INFO if saves is Saving.NEVER else None,
            symbol=found.schema.name,
            graph=found.graph,
            field=found.channel.name,
            related=((local.cls.place, "the class"),),
        )
