"""Faults of reducers: call the one that the real channel holds."""

from __future__ import annotations

from stategraph_lint.confirm.case import Case, Unwitnessed, witness
from stategraph_lint.confirm.script import Witness
from stategraph_lint.program.questions import Declared, declared
from stategraph_lint.program.values import FunctionValue


@witness("SGL201")
def mutating(case: Case) -> Witness:
    """Call the reducer and see whether an argument is another afterwards."""
    return case.witness(_setup(case) + _MUTATING, "import copy")


@witness("SGL202")
def gives_none(case: Case) -> Witness:
    """Call the reducer and look at what it gives."""
    return case.witness(_setup(case) + _NONE, "import copy")


_MUTATING = """\
for left, right in PAIRS:
    old, new = copy.deepcopy(left), copy.deepcopy(right)
    try:
        reducer(left, right)
    except Exception as error:
        print("with", old, new, "it raises", error)
    if left != old:
        fault(f"reducer({old!r}, {new!r}) changed its left argument to {left!r}")
    if right != new:
        fault(f"reducer({old!r}, {new!r}) changed its right argument to {right!r}")
no_fault("no argument changed")
"""

_NONE = """\
for left, right in PAIRS:
    old = copy.deepcopy(left)
    if reducer(left, right) is None:
        fault(f"reducer({old!r}, {right!r}) gives None: the state becomes None")
no_fault("it gives a value")
"""


def _setup(case: Case) -> str:
    found = _reduced(case)
    schema, type_ = case.schema(found.schema), found.channel.type
    values = [case.examples.of(type_) for _ in range(3)]
    if None in values:
        raise Unwitnessed("no value of the field's type is known")
    one, two, _ = values
    return f"""\
reducer = StateGraph({schema}).channels[{found.channel.name!r}].operator
empty = type({one})()
PAIRS = [({one}, {two}), (empty, {two}), ({one}, {one}), ({one}, empty)]
"""


def _reduced(case: Case) -> Declared:
    """Give a field whose reducer holds the line of the finding, or is named in it."""
    for found in declared(case.program):
        reducer = found.channel.reducer
        if found.channel.reduces and isinstance(reducer, FunctionValue):
            span = reducer.node.span
            inside = reducer.frame.path == case.place.path and span.line <= case.place.span.line <= span.end_line
            if inside or reducer.name == case.finding.symbol:
                return found
        if found.channel.reduces and found.channel.name == case.finding.field:
            return found
    raise Unwitnessed("the reducer was not found again")
