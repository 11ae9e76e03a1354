"""A Command whose update is an instance of a class that overrides a field: the field is written more than once.

## What it does

Flags `Command(update=instance)` where the class of the instance annotates a field again that a base annotates too, and
the second write does harm: the field's reducer adds, or it has none.

## Why it is bad

The keys of such an update are the annotations of every class in the line of bases, one after the other. An overridden
field is there once for each class that annotates it, and is written as often: a reducer that adds gets the value twice,
and a field without a reducer raises InvalidUpdateError. An instance that is returned without a Command is not read so.

## Example

```python
class Base(BaseModel):
    log: Annotated[list[str], operator.add] = []

class State(Base):
    log: Annotated[list[str], operator.add] = Field([], description="what was done")

def work(state: State) -> Command:
    return Command(update=State(log=["worked"]), goto=END)
```

## Use instead

```python
def work(state: State) -> Command:
    return Command(update={"log": ["worked"]}, goto=END)
```

## What stays silent

Fields that one class alone annotates; instances returned as they are; reducers for which twice is as good as once
(`add_messages`, unions, the last value); empty values; classes whose own code may set fields.

## Fix safety

There is no fix yet.
"""

from __future__ import annotations

from collections.abc import Iterator

from stategraph_lint.findings import Severity
from stategraph_lint.program.class_kinds import fills_itself
from stategraph_lint.program.functions import options
from stategraph_lint.program.graphs import Graph
from stategraph_lint.program.program import Program
from stategraph_lint.program.questions import node_updates, symbol
from stategraph_lint.program.reducers import Behaviour, behaviour, falsy_texts
from stategraph_lint.program.schemas import Field, Schema, read_schema, writes_default
from stategraph_lint.program.updates import Update
from stategraph_lint.program.values import Literal, Unknown, Value
from stategraph_lint.rules.base import Problem, rule


@rule("SGL321", "inherited-override-twice", Severity.ERROR, since="0.1.0")
def check(program: Program) -> Iterator[Problem]:
    """Report the Commands that write an overridden field once for each class that annotates it."""
    for graph, _, summary, update in node_updates(program):
        if update.kind != "command" or update.cls is None or update.parent:
            continue
        schema = read_schema(program.run, update.cls)
        if isinstance(schema, Unknown) or not _is_plain(program, schema, update):
            continue
        field = next((one for one in schema.fields if _is_harmed(program, graph, schema, update, one)), None)
        if field is not None:
            raises = not graph.channels[field.name].reduces
            yield Problem(
                update.place,
                f"this writes `{field.name}` more than once: `{schema.name}` overrides the field of a base",
                "InvalidUpdateError: it can receive only one value per step" if raises else "the reducer adds each",
                symbol=symbol(summary),
                graph=graph.name,
                field=field.name,
                related=((field.place, "the override"),),
            )


def _is_plain(program: Program, schema: Schema, update: Update) -> bool:
    """Tell whether what an instance holds is what it was given: no code of its own, no alias, no `**`."""
    if schema.kind not in ("dataclass", "pydantic") or not schema.complete or not update.complete:
        return False
    return not fills_itself(program.run, schema.cls) and all(schema.field(one.key) for one in update.writes)


def _is_harmed(program: Program, graph: Graph, schema: Schema, update: Update, field: Field) -> bool:
    channel, write = graph.channels.get(field.name), update.write(field.name)
    if channel is None or field.overrides is None:
        return False
    if not channel.reduces:
        return channel.kind == "LastValue" and (write is not None or writes_default(schema, field))
    added = behaviour(program, channel) is Behaviour.ACCUMULATES
    return added and write is not None and not any(map(_may_add_nothing, options(write.value)))


def _may_add_nothing(value: Value) -> bool:
    none = isinstance(value, Literal) and value.kind == "none"
    return none or next(falsy_texts(value), None) is not None
