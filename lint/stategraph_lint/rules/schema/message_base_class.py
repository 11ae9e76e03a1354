"""Messages declared as BaseMessage in a pydantic state.

## What it does

Flags a field of a pydantic state whose type names `BaseMessage` itself, alone or inside a list, and that has no reducer
that makes messages of dicts first.

## Why it is bad

Pydantic builds the declared class: a message that comes as a dict, from JSON over HTTP or from a client, becomes a bare
`BaseMessage`. Whether it was a human's, a tool's or a model's is lost, and with it `tool_calls` and `tool_call_id`.
`AnyMessage` is a union that keeps the kind.

## Example

```python
class State(BaseModel):
    messages: list[BaseMessage] = []
```

## Use instead

```python
class State(BaseModel):
    messages: list[AnyMessage] = []
```

## What stays silent

Fields with `add_messages`, which converts dicts before pydantic sees them, and with reducers of one's own; TypedDict
and dataclass states, which convert nothing; `AnyMessage`, single kinds of messages, and unions of them.

## Fix safety

There is no fix yet. `AnyMessage` takes all that `BaseMessage` takes but subclasses of one's own.
"""

from __future__ import annotations

from collections.abc import Iterator

from stategraph_lint.facts.libraries import BASE_MESSAGE
from stategraph_lint.findings import Severity
from stategraph_lint.program.channels import Channel
from stategraph_lint.program.field_types import bare
from stategraph_lint.program.program import Program
from stategraph_lint.program.questions import declared
from stategraph_lint.program.types import Plain, Type, Union, parts
from stategraph_lint.program.values import External
from stategraph_lint.rules.base import Problem, rule

_JOINING = frozenset({"operator.add", "operator.concat", "operator.iadd", "operator.iconcat"})


@rule("SGL127", "message-base-class", Severity.WARNING, since="0.1.0", fix="safe")
def check(program: Program) -> Iterator[Problem]:
    """Report the fields of pydantic states that pydantic fills with bare BaseMessages."""
    for found in declared(program):
        channel = found.channel
        if found.schema.kind == "pydantic" and _takes_dicts(channel) and _builds_base(channel.type):
            yield Problem(
                found.place,
                f"`{channel.name}` is declared with BaseMessage, so a message that comes as a dict loses its kind",
                "pydantic builds the declared class of a dict: a bare BaseMessage; AnyMessage keeps the kind",
                symbol=found.schema.name,
                graph=found.graph,
                field=channel.name,
            )


def _takes_dicts(channel: Channel) -> bool:
    """Tell whether the channel holds what was written: it has no reducer, or one that only joins lists."""
    joins = isinstance(channel.reducer, External) and channel.reducer.name in _JOINING
    return channel.kind == "LastValue" or (channel.reduces and joins)


def _builds_base(type_: Type) -> bool:
    """Tell whether pydantic makes a BaseMessage of a dict at some place in a type.

    Of a union it takes the option that fits best, so another message type beside it keeps the kind.
    """
    inner = bare(type_)
    if isinstance(inner, Union):
        built = [option for option in inner.options if _builds_base(option)]
        return bool(built) and len(built) == sum(not _is_none(option) for option in inner.options)
    if isinstance(inner, Plain) and isinstance(inner.origin, External):
        return inner.origin.name == BASE_MESSAGE or any(map(_builds_base, parts(inner)))
    return False


def _is_none(type_: Type) -> bool:
    inner = bare(type_)
    return isinstance(inner, Plain) and isinstance(inner.origin, External) and inner.origin.name == "builtins.None"
