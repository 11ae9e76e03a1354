"""A new instance of the state as update, with fields left out.

## What it does

Flags a node that returns a freshly built model or dataclass (also as a Command's update) which leaves out a field that
another node before it, or the input, may have filled.

## Why it is bad

An instance is an update of all its fields. Of a dataclass every field that was left out is written with its default,
None included; of a pydantic model all those whose default is not None. What the state held there is gone.

## Example

```python
class Form(BaseModel):
    name: str = ""
    age: int = 0

def ask_age(state: Form) -> Form:
    return Form(age=9)
```

## Use instead

```python
def ask_age(state: Form) -> dict:
    return {"age": 9}
```

## What stays silent

Instances with every field set, by `dataclasses.replace`, `model_copy(update=...)` or `**` of the old one too; fields
that nobody is known to fill before the node runs; fields of a model whose default is None, and required ones; fields
whose reducer adds or merges; classes whose own code may set fields; a node whose name says that it starts anew.

## Fix safety

There is no fix yet: which of the fields the node means to write is for a person to say.
"""

from __future__ import annotations

from collections.abc import Iterator

from stategraph_lint.findings import Severity
from stategraph_lint.program.class_kinds import fills_itself
from stategraph_lint.program.fillers import filled_before
from stategraph_lint.program.graphs import Graph, GraphNode
from stategraph_lint.program.program import Program
from stategraph_lint.program.questions import node_updates, starts_anew, symbol
from stategraph_lint.program.reducers import Behaviour, behaviour
from stategraph_lint.program.schemas import read_schema, writes_default
from stategraph_lint.program.updates import Update
from stategraph_lint.program.values import Place, Unknown
from stategraph_lint.rules.base import Problem, rule


@rule("SGL310", "partial-instance-update", Severity.ERROR, since="0.1.0", fix="unsafe")
def check(program: Program) -> Iterator[Problem]:
    """Report the instances whose defaults replace what the state holds."""
    for graph, node, summary, update in node_updates(program):
        if update.cls is None or update.parent or not update.complete or starts_anew(node.name, symbol(summary)):
            continue
        wiped = _wiped(program, graph, node, update)
        if wiped:
            names = ", ".join(f"`{name}`" for name in wiped)
            yield Problem(
                update.place,
                f"a new instance leaves out {names}, so the default replaces what the state holds",
                "every field of an instance is written; return a dict of the fields that change",
                symbol=symbol(summary),
                graph=graph.name,
                field=next(iter(wiped)),
                related=tuple(wiped.values()),
            )


def _wiped(program: Program, graph: Graph, node: GraphNode, update: Update) -> dict[str, tuple[Place, str]]:
    schema = read_schema(program.run, update.cls) if update.cls is not None else Unknown("no class")
    if isinstance(schema, Unknown) or not schema.complete or fills_itself(program.run, schema.cls):
        return {}
    if any(schema.field(write.key) is None for write in update.writes):
        # An alias, or an attribute that the class does not declare.
        return {}
    out: dict[str, tuple[Place, str]] = {}
    for field in schema.fields:
        channel = graph.channels.get(field.name)
        replaces = channel is not None and behaviour(program, channel) is Behaviour.REPLACES
        if replaces and update.write(field.name) is None and writes_default(schema, field):
            found = filled_before(program, graph, node, field.name)
            if found is not None:
                out[field.name] = found
    return out
