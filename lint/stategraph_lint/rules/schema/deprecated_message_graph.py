"""A graph made with the deprecated `MessageGraph`.

## What it does

Flags a call of `MessageGraph`, or of a subclass of it.

## Why it is bad

`MessageGraph` is deprecated since LangGraph 1.0 and is to be removed in 2.0. Its state is the bare list of messages, so
nothing can ever stand beside them.

## Example

```python
builder = MessageGraph()
```

## Use instead

```python
builder = StateGraph(MessagesState)
```

## What stays silent

Imports of the name that make no graph, and classes of the project that are called `MessageGraph`.

## Fix safety

There is no fix: nodes then get and return a dict.
"""

from __future__ import annotations

from collections.abc import Iterator

from stategraph_lint.facts.libraries import MESSAGE_GRAPH
from stategraph_lint.findings import Severity
from stategraph_lint.program.classes import has_base
from stategraph_lint.program.program import Program
from stategraph_lint.rules.base import Problem, rule


@rule("SGL128", "deprecated-message-graph", Severity.WARNING, since="0.1.0")
def check(program: Program) -> Iterator[Problem]:
    """Report the graphs made with MessageGraph."""
    for graph in program.graphs:
        if has_base(program.run, graph.record.cls, frozenset({MESSAGE_GRAPH})):
            yield Problem(
                graph.record.place,
                "MessageGraph is deprecated; use StateGraph(MessagesState)",
                "deprecated in LangGraph 1.0, to be removed in 2.0",
                graph=graph.name,
            )
