"""Two tasks of one super-step that write one key without a reducer.

## What it does

Walks the super-steps of each graph and flags a key without a reducer that two tasks of one super-step write: nodes
behind fixed edges, several names or Sends that one router gives, a subgraph beside another node, two tool calls that
return Commands, whole states handed back by nodes that run together, one key twice in one list of updates.

## Why it is bad

LangGraph raises InvalidUpdateError ("Can receive only one value per step"), even when both values are equal. A subgraph
hands back every key of its output schema, also those it never changed.

## Example

```python
class State(TypedDict):
    answer: str

builder.add_edge(START, "web")
builder.add_edge(START, "docs")  # both write `answer`
```

## Use instead

```python
class State(TypedDict):
    answer: Annotated[list[str], operator.add]
```

## What stays silent

Branches of which only one runs; distinct keys; keys with a reducer; nodes of different super-steps; decisions that look
at one key of the state and may exclude one another; what cannot be read. A node that both goes to one target and has an
edge to the other is SGL405; a reducer that is there but not seen is SGL102 or SGL109.

## Fix safety

There is no fix yet.
"""

from __future__ import annotations

from collections.abc import Iterator

from stategraph_lint.findings import Severity
from stategraph_lint.program.collisions import Collision, WrittenAt, written_at
from stategraph_lint.program.graphs import Graph
from stategraph_lint.program.program import Program
from stategraph_lint.program.questions import every_steps, field_place
from stategraph_lint.program.steps import Steps
from stategraph_lint.program.values import Place
from stategraph_lint.rules.base import Problem, rule
from stategraph_lint.rules.precedence import about_field, about_targets


@rule("SGL401", "concurrent-write", Severity.ERROR, since="0.1.0", fix="unsafe")
def check(program: Program) -> Iterator[Problem]:
    """Report the keys that two tasks of one super-step write."""
    for graph, steps in every_steps(program):
        seen: set[tuple[object, object, str]] = set()
        for found in sorted(steps.collisions, key=lambda one: not _is_error(one)):
            if found.kind != "value":
                continue
            for place, problem in _problems(graph, steps, found):
                key = place.path, place.span, "" if place is not field_place(graph.channels[found.key]) else found.key
                if key not in seen:
                    seen.add(key)
                    yield problem


def _is_error(found: Collision) -> bool:
    return found.sure and not found.several


def _problems(graph: Graph, steps: Steps, found: Collision) -> Iterator[tuple[Place, Problem]]:
    writes = [
        write for taken in found.takens[: 1 if found.alone else 2] for write in written_at(steps, taken, found.key)
    ]
    field = field_place(graph.channels[found.key])
    guilty = [write for write in writes if write.how in ("echo", "subgraph")]
    if found.alone and not found.takens[0].tools:
        guilty = writes[-1:]
    for place in {(one.place.path, one.place.span): one.place for one in guilty}.values() if guilty else (field,):
        message = f"{_who(found)} write `{found.key}` in one super-step, and it has no reducer"
        if found.alone:
            message = f"{_who(found)} writes `{found.key}` twice in one super-step, and it has no reducer"
        yield (
            place,
            Problem(
                place,
                message,
                "LangGraph raises InvalidUpdateError: a key without a reducer takes one write a super-step",
                severity=None if _is_error(found) else Severity.WARNING,
                graph=graph.name,
                field=found.key,
                about=(about_field(graph.channels[found.key]), about_targets(graph, found.names)),
                related=(*_related(writes), *found.causes, *([(field, "the key is declared here")] if guilty else [])),
                trace=found.trace,
            ),
        )


def _who(found: Collision) -> str:
    one, other = found.names
    if found.alone:
        return f"`{one}`"
    return f"two runs of `{one}`" if one == other else f"`{one}` and `{other}`"


def _related(writes: list[WrittenAt]) -> Iterator[tuple[Place, str]]:
    seen: set[tuple[str, object]] = set()
    for write in writes:
        if (write.place.path, write.place.span) not in seen:
            seen.add((write.place.path, write.place.span))
            yield write.place, f"`{write.node}` {_HOW[write.how]}"


_HOW = {
    "write": "writes it here",
    "echo": "hands back the whole state here",
    "subgraph": "is a subgraph that hands its whole output back",
    "tool": "writes it in the Command of a tool",
}
