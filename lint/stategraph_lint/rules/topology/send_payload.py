"""A Send whose payload its node cannot work with.

## What it does

Flags `Send("node", {...})` when the payload lacks a key that the node reads, or is a plain dict for a node that reads
the attributes of a model or dataclass.

## Why it is bad

A Send hands its payload to the node as it is: nothing is taken from the state, and no model is made of it. The read
raises KeyError or AttributeError.

## Example

```python
def spread(state: State) -> list[Send]:
    return [Send("report", {"subject": topic}) for topic in state["topics"]]

def report(state: Topic) -> dict:
    return {"lines": [state["topic"]]}
```

## Use instead

```python
def spread(state: State) -> list[Send]:
    return [Send("report", {"topic": topic}) for topic in state["topics"]]
```

## What stays silent

Payloads that are not written out, or spread something; `get`, and reads under a condition or in a `try`.

## Fix safety

There is no fix yet.
"""

from __future__ import annotations

from collections.abc import Iterator

from stategraph_lint.findings import Severity
from stategraph_lint.program.functions import Summary
from stategraph_lint.program.program import Program
from stategraph_lint.program.sends import Sent, lacking, raw, sends
from stategraph_lint.program.values import Place
from stategraph_lint.rules.base import Problem, rule
from stategraph_lint.rules.precedence import about_key


@rule("SGL411", "send-payload", Severity.ERROR, since="0.1.0")
def check(program: Program) -> Iterator[Problem]:
    """Report the payloads that do not fit."""
    seen: set[tuple[str, object, str]] = set()
    for sent in sends(program):
        found = [*lacking(program, sent)][:1]
        unfit = raw(program, sent)
        for key, place, summary in [*found, *([unfit] if unfit is not None else [])]:
            mark = sent.place.path, sent.place.span, key
            if mark not in seen:
                seen.add(mark)
                yield _problem(sent, key, place, summary, plain=not found)


def _problem(sent: Sent, key: str, place: Place, summary: Summary, *, plain: bool) -> Problem:
    name = summary.function.name
    message = f"the payload of this Send is a plain dict, and `{name}` reads the attribute `{key}` of it"
    why = "a Send hands its payload over as it is: AttributeError"
    if not plain:
        message = f"the payload of this Send lacks `{key}`, which `{name}` reads"
        why = "a node that a Send starts gets the payload and nothing of the state: KeyError"
    related = ((place, f"`{key}` is read here"),)
    about = (about_key(sent.graph, key),)
    return Problem(sent.place, message, why, graph=sent.graph.name, field=key, related=related, about=about)
