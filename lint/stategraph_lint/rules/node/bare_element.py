"""A single element written to a field that concatenates lists.

## What it does

Flags a write whose value is provably one element (a text, a number, a dict, a model, a message) to a list field whose
reducer concatenates, or goes through the items of what it is given. What `update_state` is handed counts too.

## Why it is bad

`operator.add` raises `TypeError: can only concatenate list`. A reducer that goes through the items (`operator.iadd`,
`[*old, *new]`, a loop) takes a string apart into letters and a dict into its keys.

## Example

```python
def add_name(state: State) -> dict:
    return {"names": "ada"}
```

## Use instead

```python
def add_name(state: State) -> dict:
    return {"names": ["ada"]}
```

## What stays silent

`add_messages`, which takes single messages; reducers that wrap elements themselves; values whose type is not known.

## Fix safety

There is no fix yet.
"""

from __future__ import annotations

from collections.abc import Iterator

from stategraph_lint.findings import Severity
from stategraph_lint.program.field_types import container_kind
from stategraph_lint.program.program import Program
from stategraph_lint.program.questions import Written, all_written, kinds, options
from stategraph_lint.program.reducers import Intake, intake
from stategraph_lint.rules.base import Problem, rule

_ELEMENTS = frozenset({"str", "int", "float", "bool", "dict", "instance", "message"})
_NAMES = {"str": "a text", "int": "a number", "float": "a number", "bool": "a bool", "dict": "a dict"}


@rule("SGL301", "bare-element", Severity.ERROR, since="0.1.0", fix="safe")
def check(program: Program) -> Iterator[Problem]:
    """Report the single elements that are written to concatenating list fields."""
    for found in all_written(program):
        channel = found.channel
        if channel is None or container_kind(channel.type) != "list":
            continue
        kind, taken = _element(program, found), intake(program, channel)
        if kind is not None and taken is not None:
            split = taken is Intake.ITERATES and kind in ("str", "dict")
            yield Problem(
                found.write.value_place,
                f"`{found.write.key}` is joined as a list, but {_NAMES.get(kind, 'a single object')} is written to it",
                "it is taken apart item by item" if split else "the reducer raises TypeError: only a list can be added",
                symbol=found.symbol,
                graph=found.graph.name,
                field=found.write.key,
                related=((channel.field.place, "the reducer is set here"),),
            )


def _element(program: Program, found: Written) -> str | None:
    """Give the kind of the element that is written on every path; None where a list may be among what is."""
    asked = kinds(program, found.graph)
    each = [asked.of(option) for option in options(found.write.value)]
    return each[0] if all(kind in _ELEMENTS for kind in each) else None
