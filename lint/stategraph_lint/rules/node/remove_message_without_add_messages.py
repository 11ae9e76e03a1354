"""A message that is meant to be merged where nothing merges messages.

## What it does

Flags a `RemoveMessage` written to a message list without a reducer, or with one that replaces the list; and, behind
`RemoveMessage(id=REMOVE_ALL_MESSAGES)` in the same update, further RemoveMessages and messages whose id an earlier one
of the update has already.

## Why it is bad

Only `add_messages` acts on a RemoveMessage. Any other field stores it among the messages. What follows
`REMOVE_ALL_MESSAGES` becomes the list as it is: nothing is merged by id, and no removal takes place.

## Example

```python
def rewrite(state: MessagesState) -> dict:
    return {"messages": [RemoveMessage(id=REMOVE_ALL_MESSAGES), RemoveMessage(id="h"), AIMessage("new")]}
```

## Use instead

```python
def rewrite(state: MessagesState) -> dict:
    return {"messages": [RemoveMessage(id=REMOVE_ALL_MESSAGES), AIMessage("new")]}
```

## What stays silent

Fields whose reducer is not known, concatenates (SGL104 has those), or is `add_messages`; fields that only collect
RemoveMessages or hand them on to a field with `add_messages`.

## Fix safety

There is no fix.
"""

from __future__ import annotations

from collections.abc import Iterator

from stategraph_lint.findings import Severity
from stategraph_lint.program.program import Program
from stategraph_lint.program.questions import Written, all_written
from stategraph_lint.program.removals import hands_on, merges_messages, only_stores, removals, unmerged
from stategraph_lint.program.values import Place
from stategraph_lint.rules.base import Problem, rule

_RAW = "what follows REMOVE_ALL_MESSAGES becomes the list as it is: nothing is merged or removed"


@rule("SGL308", "remove-message-without-add-messages", Severity.ERROR, since="0.1.0")
def check(program: Program) -> Iterator[Problem]:
    """Report the messages that count on being merged and are only stored."""
    for found in all_written(program):
        channel = found.channel
        if channel is None:
            continue
        if merges_messages(channel):
            for place in unmerged(program.run, found.write):
                yield _problem(found, place, "this message counts on being merged, and is taken as it is", _RAW)
        elif only_stores(program, channel):
            places = removals(program.run, found.write)
            if places and not hands_on(program, found):
                message = f"a RemoveMessage is written to `{channel.name}`, which does not have add_messages"
                yield _problem(found, places[0], message, "it is stored among the messages, and removes nothing")


def _problem(found: Written, place: Place, message: str, why: str) -> Problem:
    assert found.channel is not None
    return Problem(
        place,
        message,
        why,
        symbol=found.symbol,
        graph=found.graph.name,
        field=found.write.key,
        related=((found.channel.field.place, "the field"),),
    )
