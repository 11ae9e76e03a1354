"""A node that yields more than one update.

## What it does

Flags a generator node (an async one too) that yields an update which another yield takes the place of.

## Why it is bad

LangGraph runs a generator to its end and takes the last value it yields as the node's update. All that was yielded
before is dropped, and so is what a generator returns.

## Example

```python
def work(state: State):
    yield {"log": ["started"]}
    yield {"result": 42}
```

## Use instead

```python
def work(state: State) -> dict:
    return {"log": ["started"], "result": 42}
```

## What stays silent

One yield on each path; an update that the last one repeats, with at least as much in it, as when a growing text or
list is yielded again and again; texts yielded before the update; yields that cannot be read; `get_stream_writer`.

## Fix safety

There is no fix.
"""

from __future__ import annotations

from collections.abc import Iterator

from stategraph_lint.findings import Severity
from stategraph_lint.program.program import Program
from stategraph_lint.program.questions import symbol
from stategraph_lint.program.yields import lost_yields
from stategraph_lint.rules.base import Problem, rule


@rule("SGL313", "generator-node", Severity.ERROR, since="0.1.0")
def check(program: Program) -> Iterator[Problem]:
    """Report the first update of each generator node that loses one."""
    for graph in program.graphs:
        for node in graph.nodes:
            for summary in program.functions(node):
                lost = list(lost_yields(program, graph, summary)) if summary.yields else []
                if lost:
                    place, taken, key = min(lost, key=lambda found: found[0].span)
                    yield Problem(
                        place,
                        f"`{key}` is yielded in vain: of a generator node only the last update counts",
                        "LangGraph drops everything that is yielded before the last value; return one update",
                        symbol=symbol(summary),
                        graph=graph.name,
                        field=key,
                        related=((taken, "this update may be the one that is taken"),),
                    )
