"""A sum of truth values, or of single words.

## What it does

Flags a bool field with `operator.add` (or a function that only adds), and a str field with it where everything that the
code is seen to write is a literal of one word, and one run may write two of them.

## Why it is bad

There is no error. Two True make 2, which is no bool and may be compared with True in vain; two statuses are glued
together: "donedone".

## Example

```python
class State(TypedDict):
    passed: Annotated[bool, operator.add]
    status: Annotated[str, operator.add]
```

## Use instead

```python
class State(TypedDict):
    passed: Annotated[bool, operator.or_]
    status: str
```

## What stays silent

Strings of several words or letters that are joined into a text, values that are computed, a single write, writes on
branches of which only one runs, and bools with `or_` and `and_`.

## Fix safety

There is no fix.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from stategraph_lint.findings import Severity
from stategraph_lint.program.field_types import container_kind
from stategraph_lint.program.fillers import leads
from stategraph_lint.program.graphs import Graph, GraphNode
from stategraph_lint.program.payloads import payloads
from stategraph_lint.program.program import Program
from stategraph_lint.program.questions import Declared, NodeWrite, declared, written
from stategraph_lint.program.reducer_types import operator_of
from stategraph_lint.program.values import Literal, Value
from stategraph_lint.program.written_values import field_writes
from stategraph_lint.rules.base import Problem, rule

_WORD = re.compile(r"[^\W\d_][\w-]+")


@rule("SGL130", "reducer-on-scalar", Severity.WARNING, since="0.1.0")
def check(program: Program) -> Iterator[Problem]:
    """Report the sums of truth values and of single words."""
    for found in declared(program):
        channel = found.channel
        if not channel.reduces or channel.reducer is None or operator_of(program, channel.reducer) != "+":
            continue
        kind = container_kind(channel.type)
        if kind == "bool" or (kind == "str" and _only_words(program, found)):
            result = "two True make 2" if kind == "bool" else "two words are glued together"
            yield Problem(
                found.place,
                f"`{channel.name}` is a {kind} whose updates are added: {result}",
                "operator.add takes a bool for a number, and joins texts without a space",
                symbol=found.schema.name,
                graph=found.graph,
                field=channel.name,
            )


def _only_words(program: Program, found: Declared) -> bool:
    """Tell whether all that is seen to be written are single words, and one run may write two of them."""
    values = [value for value, _ in field_writes(program, found) if not _is_empty(value)]
    return all(map(_is_word, values)) and any(_meet(program, graph, found.channel.name) for graph in found.graphs)


def _meet(program: Program, graph: Graph, key: str) -> bool:
    """Tell whether two writes of a key may meet in one run: the input and a node, a cycle, nodes behind one another."""
    nodes = [one.node for one in written(program) if one.graph is graph and one.write.key == key and _fills(one)]
    inputs = [update.write(key) for _, update in payloads(program, graph)]
    if nodes and any(write is not None and not _is_empty(write.value) for write in inputs):
        return True
    pairs = [(one, other) for one in nodes for other in nodes]
    return any(leads(program, graph, one, other) or _side_by_side(program, graph, one, other) for one, other in pairs)


def _fills(found: NodeWrite) -> bool:
    return not _is_empty(found.write.value)


def _side_by_side(program: Program, graph: Graph, one: GraphNode, other: GraphNode) -> bool:
    """Tell whether plain edges lead from one place to both of two nodes."""
    for topology in program.topologies(graph) if one is not other else ():
        sources = [{edge.source for edge in topology.edges if edge.target == node.name} for node in (one, other)]
        if sources[0] & sources[1]:
            return True
    return False


def _is_empty(value: Value) -> bool:
    return isinstance(value, Literal) and value.value == ""


def _is_word(value: Value) -> bool:
    return isinstance(value, Literal) and isinstance(value.value, str) and _WORD.fullmatch(value.value) is not None
