"""A shorter list of the state's messages returned under add_messages.

## What it does

Flags a slice, a filter or a `trim_messages(...)` of the state's messages that a node returns for the same field, where
that field's reducer is `add_messages`.

## Why it is bad

`add_messages` merges by id: what is in the state already is replaced by itself, and what was left out stays. Nothing is
deleted, and the history grows on.

## Example

```python
def trim(state: MessagesState) -> dict:
    return {"messages": state["messages"][-5:]}
```

## Use instead

```python
def trim(state: MessagesState) -> dict:
    return {"messages": [RemoveMessage(id=m.id) for m in state["messages"][:-5]]}
```

## What stays silent

Lists with a RemoveMessage among them (`REMOVE_ALL_MESSAGES` followed by what is to stay), Overwrite, other fields, a
Command to the parent graph, fields with another reducer, all messages or single ones; nodes that change the messages
they return.

## Fix safety

There is no fix.
"""

from __future__ import annotations

from collections.abc import Iterator

from stategraph_lint.findings import Severity
from stategraph_lint.program.functions import key_of
from stategraph_lint.program.mutations import parts_changed
from stategraph_lint.program.program import Program
from stategraph_lint.program.questions import NodeWrite
from stategraph_lint.program.state_messages import shortened, to_messages
from stategraph_lint.rules.base import Problem, rule


@rule("SGL314", "messages-trimmed", Severity.ERROR, since="0.1.0")
def check(program: Program) -> Iterator[Problem]:
    """Report the writes that leave messages out in vain."""
    for found in to_messages(program):
        if shortened(found.write.value, found.write.key) and not _edits(found):
            assert found.channel is not None
            yield Problem(
                found.write.value_place,
                f"a part of `{found.write.key}` is written back, which deletes nothing",
                "add_messages keeps what is left out; write a RemoveMessage for each message that has to go",
                symbol=found.symbol,
                graph=found.graph.name,
                field=found.write.key,
                related=((found.channel.field.place, "the reducer is add_messages"),),
            )


def _edits(found: NodeWrite) -> bool:
    """Tell whether the node changes messages in place, and returns them for that reason."""
    return any(
        key_of(change.steps) == found.write.key and len(change.steps) > 1 for change in parts_changed(found.summary)
    )
