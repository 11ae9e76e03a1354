"""A list of messages joined by concatenation instead of `add_messages`.

## What it does

Flags a field of message-list type whose reducer is `operator.add`, `operator.iadd` or a function of the project that
concatenates.

## Why it is bad

`operator.add` knows nothing of messages: an answer with an id that is already there is kept a second time, a
`RemoveMessage` stays in the list as a message, and dicts are not turned into messages. It is an error where a
RemoveMessage or a dict is provably written, a warning elsewhere.

## Example

```python
class State(TypedDict):
    messages: Annotated[list[AnyMessage], operator.add]
```

## Use instead

```python
class State(TypedDict):
    messages: Annotated[list[AnyMessage], add_messages]
```

## What stays silent

Lists of other things, `add_messages` in any form, and reducers that do more than concatenate.

## Fix safety

There is no fix yet: `add_messages` changes what the list holds.
"""

from __future__ import annotations

from collections.abc import Iterator

from stategraph_lint.facts.libraries import REMOVE_MESSAGE
from stategraph_lint.findings import Severity
from stategraph_lint.program.program import Program
from stategraph_lint.program.questions import Declared, accumulates, declared, is_conversation, options, written
from stategraph_lint.program.values import External, Listing, Result, Table, Value
from stategraph_lint.rules.base import Problem, rule


@rule("SGL104", "messages-concatenated", Severity.ERROR, since="0.1.0", fix="unsafe")
def check(program: Program) -> Iterator[Problem]:
    """Report the message lists that a reducer concatenates."""
    for found in declared(program):
        if not is_conversation(program, found.channel) or not accumulates(program, found.channel):
            continue
        broken = _breaks(program, found)
        yield Problem(
            found.place,
            f"`{found.channel.name}` holds messages but is joined by concatenation; use add_messages",
            "a repeated id is kept twice, a RemoveMessage stays in the list, dicts are not converted",
            severity=Severity.ERROR if broken else Severity.WARNING,
            symbol=found.schema.name,
            graph=found.graph,
            field=found.channel.name,
        )


def _breaks(program: Program, found: Declared) -> bool:
    """Tell whether some node provably writes what concatenation gets wrong."""
    for write in written(program):
        if write.write.key == found.channel.name and write.graph in found.graphs:
            for option in options(write.write.value):
                items = [item.value for item in option.items] if isinstance(option, Listing) else []
                if any(map(_needs_merging, items)):
                    return True
    return False


def _needs_merging(value: Value) -> bool:
    if isinstance(value, Result) and isinstance(value.function, External):
        return value.function.name == REMOVE_MESSAGE
    return isinstance(value, Table)
