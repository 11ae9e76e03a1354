"""A reducer that changes one of its arguments.

## What it does

Flags whatever changes either argument of a reducer, or something reached through it: `append`, `extend`, `update`,
`+=` on a list, dict or set, `[k] =`, `del`, `sort`, `pop`, attribute assignment; directly, through an alias, or in a
called function of the project. `operator.iadd` and its kin as reducers count too.

## Why it is bad

The channel's value is the object that snapshots, nodes and the caller already hold. Snapshots collected from
`stream(stream_mode="values")`, lists that a node kept and the caller's own input change afterwards; behind a router
the update is applied twice. It is an error where a router stands behind a node that writes the field.

## Example

```python
def merge(left: list[str], right: list[str]) -> list[str]:
    left.extend(right)
    return left
```

## Use instead

```python
def merge(left: list[str], right: list[str]) -> list[str]:
    return [*left, *right]
```

## What stays silent

Changes of a copy that was made first (`list(left)`, `left[:]`, `left.copy()`, `[*left]`, `copy.deepcopy`), `+=` on
numbers, strings and tuples, and methods of classes whose code is not known to change anything. A shallow copy does
not protect what lies inside it.

## Fix safety

There is no fix yet.
"""

from __future__ import annotations

from collections.abc import Iterator

from stategraph_lint.findings import Severity
from stategraph_lint.program.mutations import changes
from stategraph_lint.program.program import Program
from stategraph_lint.program.questions import Declared, declared, written
from stategraph_lint.program.reducers import IN_PLACE
from stategraph_lint.program.values import External, Place
from stategraph_lint.rules.base import Problem, rule

_WHY = "snapshots from stream(), lists that nodes kept and the caller's input change afterwards"


@rule("SGL201", "mutating-reducer", Severity.ERROR, since="0.1.0", fix="safe")
def check(program: Program) -> Iterator[Problem]:
    """Report every expression by which a reducer changes an argument."""
    found: dict[tuple[str, object], Problem] = {}
    for field in declared(program):
        for place, message in _places(program, field):
            problem = _problem(program, field, place, message)
            known = found.get((place.path, place.span))
            if known is None or problem.severity is Severity.ERROR:
                found[place.path, place.span] = problem
    yield from found.values()


def _places(program: Program, field: Declared) -> Iterator[tuple[Place, str]]:
    channel = field.channel
    if not channel.reduces or channel.reducer is None:
        return
    reducer = channel.reducer
    if isinstance(reducer, External):
        if reducer.name in IN_PLACE and channel.start in ("[]", "{}", "set()"):
            yield channel.reducer_place or field.place, f"`{reducer.name}` changes its left argument in place"
        return
    summary = program.reducer(reducer)
    if summary is None:
        return
    for change in changes(program.run, summary, channel.type):
        side = "left" if change.parameter.role == "left" else "right"
        what = f"its {side} argument" if not change.steps else f"what its {side} argument holds"
        yield change.place, f"the reducer `{summary.function.name}` changes {what} in place ({change.how})"


def _problem(program: Program, field: Declared, place: Place, message: str) -> Problem:
    behind = _router_behind_writer(program, field)
    why = _WHY + ("; behind a router the update is applied twice" if behind else "")
    return Problem(
        place,
        message,
        why,
        severity=Severity.ERROR if behind else Severity.WARNING,
        graph=field.graph,
        field=field.channel.name,
        related=((field.place, f"reducer of `{field.channel.name}`"),),
    )


def _router_behind_writer(program: Program, field: Declared) -> bool:
    writers = {
        (id(write.graph), write.node.name)
        for write in written(program)
        if write.write.key == field.channel.name and write.graph in field.graphs
    }
    return any(
        (id(graph), router.source) in writers for graph in field.graphs for router in graph.routers if router.source
    )
