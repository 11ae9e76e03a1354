"""Questions about the calls and annotations that a topology was read from."""

from __future__ import annotations

from collections.abc import Iterator

from stategraph_lint.facts import syntax as s
from stategraph_lint.facts.libraries import COMMAND
from stategraph_lint.program.builders import BuilderCall
from stategraph_lint.program.functions import Summary
from stategraph_lint.program.interpreter import Interpreter
from stategraph_lint.program.routes import Label, same_label
from stategraph_lint.program.topology import Branch, Topology
from stategraph_lint.program.type_reader import read_type
from stategraph_lint.program.types import LiteralType, Plain, Unclear, Union
from stategraph_lint.program.values import External, Literal, Place


def surely_late(run: Interpreter, topology: Topology) -> Iterator[BuilderCall]:
    """Give the building calls that surely run after the last `compile()`, of those behind it in the order of reading.

    Code of other functions is read in an order of its own; so are the arms of a branch.
    """
    compiled = topology.compiled
    for call in topology.late:
        if (
            compiled is not None
            and _same_code(run, compiled, call)
            and compiled.arms == call.arms[: len(compiled.arms)]
        ):
            yield call


def _same_code(run: Interpreter, one: BuilderCall, other: BuilderCall) -> bool:
    if [place.span for place in one.via] != [place.span for place in other.via] or one.entry is None:
        return False
    if one.entry == other.entry:
        return True
    return other.entry is not None and one.entry[0] == other.entry[0] and _at_top(run, one) and _at_top(run, other)


def _at_top(run: Interpreter, call: BuilderCall) -> bool:
    scope = run.scope(call.entry[0]) if call.entry is not None else None
    if scope is None or call.entry is None:
        return False
    return scope.module.outline[call.entry[1]].kind not in ("function", "class")


def dead_labels(run: Interpreter, branch: Branch) -> Iterator[tuple[Label, str]]:
    """Give the entries of a path map that the Literal type of its router lacks, with what they are for."""
    node = branch.summary.function.node if branch.summary is not None else None
    if branch.summary is None or branch.annotated or not isinstance(node, s.FunctionDef) or node.returns is None:
        return
    found = read_type(run, node.returns, branch.summary.function.frame)
    if not isinstance(found, LiteralType):
        return
    said = [part.said for outcome in branch.outcomes for part in outcome.destinations if part.said is not None]
    for label in branch.labels or ():
        mapped = isinstance(label.said, Literal) and label.place is not label.target
        if mapped and not any(same_label(label.said, value) for value in (*found.values, *said)):
            assert isinstance(label.said, Literal)
            yield label, str(label.said.value)


def misread_command(run: Interpreter, summary: Summary) -> Place | None:
    """Give the annotation of a function that names the targets of a Command in a form that LangGraph does not read."""
    node, frame = summary.function.node, summary.function.frame
    if not isinstance(node, s.FunctionDef) or node.returns is None:
        return None
    found = read_type(run, node.returns, frame)
    for part in found.options if isinstance(found, Union) else (found,):
        if isinstance(part, Plain) and isinstance(part.origin, External) and part.origin.name == COMMAND:
            inner = part.arguments[0] if part.arguments else None
            if isinstance(inner, Union) and all(isinstance(option, LiteralType) for option in inner.options):
                return frame.place(node.returns.span)
            if isinstance(inner, Unclear) and inner.missing is not None:
                return frame.place(node.returns.span)
    return None
