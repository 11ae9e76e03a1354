"""A class of the project in a checkpointed state that strict checkpoints block.

## What it does

Flags a state field whose type is, or holds, an Enum, dataclass, model or NamedTuple of the project, in a graph that is
compiled with a checkpointer whose serializer was not told to allow the class.

## Why it is bad

Today each load writes one log line: "Deserializing unregistered type ... This will be blocked in a future version".
With `LANGGRAPH_STRICT_MSGPACK=true`, the announced default, the instance comes back as a plain dict.

## Example

```python
class State(TypedDict):
    card: Card

graph = builder.compile(checkpointer=InMemorySaver())
```

## Use instead

```python
serializer = JsonPlusSerializer(allowed_msgpack_modules=[("shop.cards", "Card")])
graph = builder.compile(checkpointer=InMemorySaver(serde=serializer))
```

## What stays silent

Graphs without a visible checkpointer, serializers that are told of the class or that cannot be read, classes that come
back changed anyway (SGL115, SGL116), messages and other classes of libraries.

## Fix safety

There is no fix.
"""

from __future__ import annotations

from collections.abc import Iterator

from stategraph_lint.findings import Severity
from stategraph_lint.program.checkpointers import Saving, savers
from stategraph_lint.program.program import Program
from stategraph_lint.program.questions import Declared
from stategraph_lint.program.saved_fields import saved_fields
from stategraph_lint.rules.base import Problem, rule


@rule("SGL131", "checkpoint-allowlist", Severity.INFO, since="0.1.0")
def check(program: Program) -> Iterator[Problem]:
    """Report the fields whose classes a strict serializer does not make again."""
    for found, parts, saves in saved_fields(program):
        if saves is not Saving.SURELY or any(part.outcome in ("fails", "changed") for part in parts):
            continue
        classes = [part.cls for part in parts if part.cls is not None]
        blocked = [cls for cls in classes if _is_blocked(program, found, cls.node.name)]
        if blocked:
            yield Problem(
                found.place,
                f"a strict checkpoint gives `{found.channel.name}` back as plain data: `{blocked[0].node.name}` is not"
                " among the allowed classes",
                "LANGGRAPH_STRICT_MSGPACK blocks classes that the serializer was not told to allow",
                symbol=found.schema.name,
                graph=found.graph,
                field=found.channel.name,
                related=((blocked[0].place, "the class"),),
            )


def _is_blocked(program: Program, found: Declared, name: str) -> bool:
    """Tell whether some checkpointer of a field's graphs was not told of a class."""
    used = (saver for graph in found.graphs for saver in savers(program, graph) if saver.saving is Saving.SURELY)
    return any(saver.allowed is None or not {name, "*"} & saver.allowed for saver in used)
