"""A reducer that LangGraph does not have.

## What it does

Flags the import of a name that stands as the reducer of a state field and that the module of langgraph does not have,
or has for itself only. The names are those of langgraph 1.2.

## Why it is bad

LangGraph has one reducer for everybody: `add_messages`. Others, such as `dict_merge` or `set_union`, are often
invented: the import raises ImportError. A name that begins with an underscore may vanish with any release; and
`_messages_delta_reducer` takes a list of writes, which as a plain reducer it never gets.

## Example

```python
from langgraph.graph.state import dict_merge

class State(TypedDict):
    context: Annotated[dict, dict_merge]
```

## Use instead

```python
class State(TypedDict):
    context: Annotated[dict, operator.or_]
```

## What stays silent

Modules of the project and of other packages, modules of langgraph that are not known, imports under `try` or `if`,
attributes of imported modules, and names that no field uses as a reducer.

## Fix safety

There is no fix.
"""

from __future__ import annotations

from collections.abc import Iterator

from stategraph_lint.facts.exports import names_of
from stategraph_lint.facts.libraries import MESSAGES_DELTA_REDUCER, canonical
from stategraph_lint.findings import Severity
from stategraph_lint.program.keys import closest
from stategraph_lint.program.program import Program
from stategraph_lint.program.reducer_imports import ReducerImport, doubtful_imports
from stategraph_lint.rules.base import Problem, rule
from stategraph_lint.rules.precedence import about_field


@rule("SGL103", "no-such-reducer", Severity.ERROR, since="0.1.0")
def check(program: Program) -> Iterator[Problem]:
    """Report the reducers that langgraph does not export."""
    for found in doubtful_imports(program):
        yield _private(found) if found.exists else _missing(found)


def _missing(found: ReducerImport) -> Problem:
    near = closest(found.name, names_of(found.module))
    hint = f"; did you mean `{near}`?" if near is not None else ""
    return _problem(found, f"`{found.module}` has no `{found.name}`{hint}", "the import raises ImportError")


def _private(found: ReducerImport) -> Problem:
    plain = any(field.channel.reduces for field in found.fields)
    if plain and canonical(f"{found.module}.{found.name}") == MESSAGES_DELTA_REDUCER:
        why = "it takes a list of writes, and as a plain reducer gets one of them"
        return _problem(found, f"`{found.name}` is private to langgraph and no plain reducer; use add_messages", why)
    why = "a private name may vanish with any release"
    return _problem(found, f"`{found.name}` is private to langgraph", why, Severity.WARNING)


def _problem(found: ReducerImport, message: str, why: str, severity: Severity | None = None) -> Problem:
    first = found.fields[0]
    return Problem(
        found.place,
        message,
        why,
        severity=severity,
        symbol=first.schema.name,
        graph=first.graph,
        field=first.channel.name,
        related=tuple((field.place, f"the reducer of `{field.channel.name}`") for field in found.fields),
        about=tuple(about_field(field.channel) for field in found.fields),
    )
