"""A state schema that is no class with annotations.

## What it does

Flags a call that hands LangGraph a module, an instance, a constant, a function, a class without annotations (such as a
plain subclass of dict) or a generic with its parameters as a schema. Plain `dict` is flagged only where a node then
reads a key that the node before it dropped, or where two nodes write in one super-step.

## Why it is bad

At most there is a warning. A module and a class without annotations give a graph without channels: every key is
dropped. A generic such as `Bag[int]` is no class at run time: the graph gets one `__root__` channel, reducers are
gone, and what one node returns replaces the whole state.

## Example

```python
class Bag(TypedDict, Generic[T]):
    items: Annotated[list[T], operator.add]

StateGraph(Bag[int])
```

## Use instead

```python
class IntBag(TypedDict):
    items: Annotated[list[int], operator.add]

StateGraph(IntBag)
```

## What stays silent

Parametrised pydantic models, which are classes; types that are meant as one channel, such as `list` or
`Annotated[list, add_messages]`; `dict` states whose nodes hand on what they were given; annotations of nodes, which
LangGraph looks at only when they are classes; and values that cannot be read.

## Fix safety

There is no fix.
"""

from __future__ import annotations

from collections.abc import Iterator

from stategraph_lint.findings import Severity
from stategraph_lint.program.graphs import Graph
from stategraph_lint.program.program import Program
from stategraph_lint.program.root_states import lost_keys, not_a_class
from stategraph_lint.program.values import Place
from stategraph_lint.rules.base import Problem, rule
from stategraph_lint.rules.precedence import about_graph


@rule("SGL119", "schema-not-a-class", Severity.ERROR, since="0.1.0")
def check(program: Program) -> Iterator[Problem]:
    """Report the schemas of which LangGraph makes one channel or none."""
    for graph in program.graphs:
        for use in graph.uses:
            found = not_a_class(program, use) if use.certain and use.owner is None else None
            if found is not None:
                yield _problem(graph, use.call.place, f"the {use.role} schema is {found[0]}", found[1])
        lost = lost_keys(program, graph)
        if lost is not None:
            why = "the graph has one `__root__` channel, and an update replaces the whole state"
            yield _problem(graph, graph.record.place, f"a plain dict as state: {lost}", why)


def _problem(graph: Graph, place: Place, message: str, why: str) -> Problem:
    return Problem(place, message, why, graph=graph.name, about=(about_graph(graph),))
