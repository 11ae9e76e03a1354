"""Copies of the state's messages, built without their ids, returned under add_messages.

## What it does

Flags a node that makes a new message of each message in the state (`HumanMessage(content=m.content)`,
`type(m)(content=...)`, a dict or a tuple) without `id=`, and returns them for the same field, where that field's
reducer is `add_messages`.

## Why it is bad

`add_messages` tells messages by their ids. A message without one is new: the copies are appended, and the list doubles.

## Example

```python
def clean(state: MessagesState) -> dict:
    return {"messages": [HumanMessage(content=m.content.strip()) for m in state["messages"]]}
```

## Use instead

```python
def clean(state: MessagesState) -> dict:
    return {"messages": [HumanMessage(content=m.content.strip(), id=m.id) for m in state["messages"]]}
```

## What stays silent

Copies with their id, by `model_copy` too; lists with a RemoveMessage among them, Overwrite; single messages that quote
one; new messages whose text is made from more than the old one.

## Fix safety

There is no fix.
"""

from __future__ import annotations

from collections.abc import Iterator

from stategraph_lint.findings import Severity
from stategraph_lint.program.program import Program
from stategraph_lint.program.state_messages import rebuilt, to_messages
from stategraph_lint.rules.base import Problem, rule


@rule("SGL315", "messages-rebuilt", Severity.ERROR, since="0.1.0")
def check(program: Program) -> Iterator[Problem]:
    """Report the writes that append copies."""
    for found in to_messages(program):
        if rebuilt(found.write.value, found.write.key):
            assert found.channel is not None
            yield Problem(
                found.write.value_place,
                f"copies of `{found.write.key}` without their ids are appended to it",
                "add_messages replaces a message only by one with its id; pass `id=m.id`",
                symbol=found.symbol,
                graph=found.graph.name,
                field=found.write.key,
                related=((found.channel.field.place, "the reducer is add_messages"),),
            )
