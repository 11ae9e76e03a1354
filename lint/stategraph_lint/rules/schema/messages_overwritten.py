"""A conversation that every answer replaces.

## What it does

Flags a message-list field without a reducer to which a node writes only new messages, when the field is named
`messages` or `history` (or as `message-fields` says), or when that node itself reads it.

## Why it is bad

Without a reducer the last write wins: `return {"messages": [reply]}` throws the conversation away, and the model
only ever sees the last message.

## Example

```python
class State(TypedDict):
    messages: list[AnyMessage]

def answer(state: State) -> dict:
    return {"messages": [llm.invoke(state["messages"])]}
```

## Use instead

```python
class State(TypedDict):
    messages: Annotated[list[AnyMessage], add_messages]
```

## What stays silent

Nodes that hand the old messages back together with the new ones, and scratch lists of messages under other names
that the writing node does not read.

## Fix safety

There is no fix yet: adding a reducer changes every other write to the field.
"""

from __future__ import annotations

from collections.abc import Iterator

from stategraph_lint.findings import Severity
from stategraph_lint.program.program import Program
from stategraph_lint.program.questions import (
    Declared,
    NodeWrite,
    declared,
    is_conversation,
    message_fields,
    options,
    reads,
    symbol,
    written,
)
from stategraph_lint.program.values import External, Listing, Result, Table, Value
from stategraph_lint.rules.base import Problem, rule
from stategraph_lint.rules.precedence import about_field


@rule("SGL105", "messages-overwritten", Severity.ERROR, since="0.1.0", fix="unsafe")
def check(program: Program) -> Iterator[Problem]:
    """Report the message lists that are replaced by what a node adds."""
    writes = list(written(program))
    for found in declared(program):
        channel = found.channel
        if channel.kind != "LastValue" or not is_conversation(program, channel):
            continue
        loss = next((write for write in writes if _loses(program, found, write)), None)
        if loss is not None:
            yield Problem(
                found.place,
                f"`{channel.name}` has no reducer, and `{symbol(loss.summary)}` writes only new messages to it",
                "each write replaces the whole conversation; add_messages would append and merge by id",
                symbol=found.schema.name,
                graph=loss.graph.name,
                field=channel.name,
                related=((loss.write.value_place, "only new messages are written here"),),
                about=(about_field(channel),),
            )


def _loses(program: Program, found: Declared, write: NodeWrite) -> bool:
    name = found.channel.name
    if write.write.key != name or write.graph not in found.graphs:
        return False
    effective = write.channel
    if effective is None or effective.kind != "LastValue":
        return False
    wanted = name in message_fields(program) or reads(write.summary, name)
    return wanted and all(map(_is_new, options(write.write.value)))


def _is_new(value: Value) -> bool:
    """Tell whether a value is a list of messages that were all made here."""
    if not isinstance(value, Listing) or not value.items or not value.complete:
        return False
    return all(not item.spread and _is_made(item.value) for item in value.items)


def _is_made(value: Value) -> bool:
    return all(
        isinstance(option, Table) or (isinstance(option, Result) and not _is_remove(option))
        for option in options(value)
    )


def _is_remove(value: Result) -> bool:
    return isinstance(value.function, External) and value.function.name.endswith("RemoveMessage")
