"""A RemoveMessage whose id no message can have.

## What it does

Flags a `RemoveMessage` written to a field with `add_messages` (by a node, a tool or `update_state`) when its id surely
belongs to no message there: one made by chance in the node, that of a message which was built just now, or a text that
no message has which the graph is visibly given.

## Why it is bad

`ValueError: Attempting to delete a message with an ID that doesn't exist` ends the run.

## Example

```python
def forget(state: MessagesState) -> dict:
    return {"messages": [RemoveMessage(id=str(uuid4()))]}
```

## Use instead

```python
def forget(state: MessagesState) -> dict:
    return {"messages": [RemoveMessage(id=m.id) for m in state["messages"][:-2]]}
```

## What stays silent

Ids of the state's messages; `REMOVE_ALL_MESSAGES`; a message that the same update adds first; ids that are made
outside the node; a text that some message of a payload or of another node has, that a test asks for first, or where
no payload is in sight or something written cannot be read.

## Fix safety

There is no fix.
"""

from __future__ import annotations

from collections.abc import Iterator

from stategraph_lint.findings import Severity
from stategraph_lint.program.program import Program
from stategraph_lint.program.removed_ids import unknown_removals
from stategraph_lint.rules.base import Problem, rule


@rule("SGL322", "remove-message-unknown-id", Severity.ERROR, since="0.1.0")
def check(program: Program) -> Iterator[Problem]:
    """Report the RemoveMessages that name no message."""
    for one in unknown_removals(program):
        channel = one.found.channel
        assert channel is not None
        yield Problem(
            one.place,
            f"the id of this RemoveMessage is {one.what}",
            "add_messages raises ValueError: Attempting to delete a message with an ID that doesn't exist",
            symbol=one.found.symbol,
            graph=one.found.graph.name,
            field=one.found.write.key,
            related=((channel.field.place, "the field"),),
        )
