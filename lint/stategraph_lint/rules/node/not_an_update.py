"""A node that returns something LangGraph cannot take as an update.

## What it does

Flags a node that returns a list, text, number, tuple or bool, a route name, a coroutine that nobody awaited, a scalar
in `Command(update=...)`, a bare `Overwrite(...)`, or a message, model, dataclass or NamedTuple none of whose fields is
a state key.

## Why it is bad

`InvalidUpdateError: Expected dict, got ...` ends the run. A scalar Command update and an instance without a matching
field are dropped without a word.

## Example

```python
def choose(state: State) -> str:
    return "cheer" if "sad" in state["text"] else "chat"

builder.add_node("choose", choose)
```

## Use instead

```python
builder.add_conditional_edges("listen", choose)
```

## What stays silent

None, dicts, Command, lists that hold a Command, instances with a state key among their fields, and everything whose
type is not known. Path functions, which do return names.

## Fix safety

There is no fix.
"""

from __future__ import annotations

from collections.abc import Iterator

from stategraph_lint.facts.libraries import MESSAGE_FIELDS, OVERWRITE
from stategraph_lint.findings import Severity
from stategraph_lint.program.graphs import Graph
from stategraph_lint.program.kinds import SCALARS
from stategraph_lint.program.program import Program
from stategraph_lint.program.questions import kinds, node_updates, root, symbol
from stategraph_lint.program.schemas import read_schema
from stategraph_lint.program.updates import Update
from stategraph_lint.program.values import External, Listing, Result, Unknown, Value
from stategraph_lint.rules.base import Problem, rule

_RAISES = "InvalidUpdateError: Expected dict, got ..."
_DROPPED = "it is dropped without a word: none of its fields is a state key"


@rule("SGL306", "not-an-update", Severity.ERROR, since="0.1.0")
def check(program: Program) -> Iterator[Problem]:
    """Report the returns that are no updates."""
    for graph, node, summary, update in node_updates(program):
        if graph.state is None or graph.state.kind == "root" or node.kind != "function" or summary.yields:
            continue
        found = _problem(program, graph, update)
        if found is not None:
            what, why = found
            yield Problem(
                update.place,
                f"`{symbol(summary)}` returns {what}, which is no state update",
                why,
                symbol=symbol(summary),
                graph=graph.name,
            )


def _problem(program: Program, graph: Graph, update: Update) -> tuple[str, str] | None:
    if update.kind == "invalid":
        return update.what, _RAISES
    if update.kind == "instance" or (update.kind == "command" and update.cls is not None):
        return _foreign_instance(program, graph, update)
    if update.kind == "command":
        return _scalar_command(program, graph, update)
    if update.kind != "unknown":
        return None
    kind = kinds(program, graph).of(update.value)
    if kind in SCALARS or kind == "set" or (kind in ("list", "tuple") and _holds_no_command(program, graph, update)):
        return f"a {kind}", _RAISES
    if kind == "message" and graph.closed and not MESSAGE_FIELDS & set(graph.channels):
        return "a message", _DROPPED
    if _is_overwrite(update.value) and graph.closed and "value" not in graph.channels:
        return "an Overwrite, not one inside a dict", _DROPPED
    return None


def _is_overwrite(value: Value) -> bool:
    return isinstance(value, Result) and isinstance(value.function, External) and value.function.name == OVERWRITE


def _holds_no_command(program: Program, graph: Graph, update: Update) -> bool:
    """Tell whether a list surely is none of Commands: the state says what it holds, or each item is known."""
    value = update.value
    if not isinstance(value, Listing):
        return root(value) is not None
    known = [kinds(program, graph).of(item.value) for item in value.items if not item.spread]
    return value.complete and None not in known and len(known) == len(value.items)


def _scalar_command(program: Program, graph: Graph, update: Update) -> tuple[str, str] | None:
    value = update.value
    assert isinstance(value, Result)
    given = next((part for name, part in value.named if name == "update"), None)
    kind = kinds(program, graph).of(given) if given is not None else None
    if kind in SCALARS:
        return f"a Command whose update is a {kind}", "a scalar update is ignored"
    return None


def _foreign_instance(program: Program, graph: Graph, update: Update) -> tuple[str, str] | None:
    if not graph.closed or update.cls is None or update.parent:
        return None
    schema = read_schema(program.run, update.cls)
    if isinstance(schema, Unknown) or not schema.complete or not schema.fields:
        return None
    if any(field.name in graph.channels for field in schema.fields):
        return None
    given = "a Command whose update is an instance" if update.kind == "command" else "an instance"
    return f"{given} of {schema.name}", _DROPPED
