"""Two reducers for one key, of which LangGraph takes the first without a word.

## What it does

Flags a key for which two schemas of one graph name different reducers, one of them a lambda. The finding stands at the
schema that is added later.

## Why it is bad

All lambdas have the same name, so LangGraph takes any pair of reducers with a lambda in it for equal. There is no
error: the reducer of the first schema (state, input, output, then nodes and routers as they are added) is used for
every write, and the other one never runs.

## Example

```python
class State(TypedDict):
    steps: Annotated[list[str], lambda old, new: old + new]

class Given(TypedDict):
    steps: Annotated[list[str], lambda old, new: new]

StateGraph(State, input_schema=Given)
```

## Use instead

```python
class Given(TypedDict):
    steps: list[str]
```

## What stays silent

Lambdas that are spelled alike or do the same, a later schema without a reducer, and all that SGL106 leaves alone.

## Fix safety

There is no fix.
"""

from __future__ import annotations

from collections.abc import Iterator

from stategraph_lint.findings import Severity
from stategraph_lint.program.conflicts import Verdict
from stategraph_lint.program.program import Program
from stategraph_lint.program.schema_questions import related, same_effect, schema_conflicts, where
from stategraph_lint.rules.base import Problem, rule
from stategraph_lint.rules.precedence import about_field


@rule("SGL107", "channel-conflict-hidden", Severity.WARNING, since="0.1.0")
def check(program: Program) -> Iterator[Problem]:
    """Report the reducers that a lambda makes LangGraph overlook."""
    for found in schema_conflicts(program, Verdict.TAKEN_AS_SAME):
        if same_effect(program, found.first, found.second):
            continue
        yield Problem(
            where(found),
            f"this reducer of `{found.second.name}` never runs: `{found.first_use.schema.name}` has another one, and "
            "LangGraph takes a lambda for equal to any reducer",
            "no error; the reducer of the schema that is added first is used for every write",
            symbol=found.second_use.schema.name,
            graph=found.graph.name,
            field=found.second.name,
            related=related(found),
            about=(about_field(found.second),),
        )
