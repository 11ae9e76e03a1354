"""Faults of reducers: call the one that the real channel holds, with values of the field's type."""

from __future__ import annotations

from stategraph_lint.confirm.case import Case, Unwitnessed, witness
from stategraph_lint.confirm.script import Witness
from stategraph_lint.program.questions import Declared, declared
from stategraph_lint.program.reducing import Reducing, reducers
from stategraph_lint.program.values import FunctionValue


@witness("SGL201")
def mutating(case: Case) -> Witness:
    """Call the reducer and see whether an argument is another afterwards."""
    return case.witness(_setup(case) + _MUTATING, "import copy")


@witness("SGL202")
def gives_none(case: Case) -> Witness:
    """Call the reducer and look at what it gives."""
    return case.witness(_setup(case) + _NONE, "import copy")


@witness("SGL203")
def gives_an_awaitable(case: Case) -> Witness:
    """Write once and look at what the channel holds."""
    return case.witness(_setup(case) + _AWAITABLE, "import inspect", "import warnings")


@witness("SGL206")
def drops_falsy(case: Case) -> Witness:
    """Write every falsy value of the field's type: none is stored."""
    return case.witness(_setup(case) + _FALSY, "import copy")


@witness("SGL207")
def drops_updates(case: Case) -> Witness:
    """Two different updates give the same."""
    return case.witness(_setup(case) + _DROPS, "import copy")


@witness("SGL209")
def rejects_none(case: Case) -> Witness:
    """Write None, which the declared type admits."""
    return case.witness(_setup(case) + _REJECTS, "import copy")


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

_AWAITABLE = """\
warnings.simplefilter("ignore")
left, right = PAIRS[0]
given = reducer(left, right)
if inspect.isawaitable(given) or inspect.isgenerator(given) or inspect.isasyncgen(given):
    fault(f"after writing {right!r} the state holds a {type(given).__name__}")
no_fault(f"the state holds {given!r}")
"""

_FALSY = """\
for left, right in PAIRS:
    for falsy in (type(right)(), None):
        try:
            given = reducer(copy.deepcopy(left), falsy)
        except Exception as error:
            print("with", left, falsy, "it raises", error)
            continue
        if left and given == left != falsy:
            fault(f"reducer({left!r}, {falsy!r}) gives {given!r}: {falsy!r} cannot be stored")
no_fault("a falsy value is stored")
"""

_DROPS = """\
(left, right), (_, other) = PAIRS[0], PAIRS[2]
one, two = reducer(copy.deepcopy(left), right), reducer(copy.deepcopy(left), other)
if one == two:
    fault(f"{right!r} and {other!r} written to {left!r} both give {one!r}")
no_fault(f"{right!r} gives {one!r}, {other!r} gives {two!r}")
"""

_REJECTS = """\
for left, right in PAIRS:
    for one, other in ((copy.deepcopy(left), None), (None, right)):
        try:
            reducer(one, other)
        except Exception as error:
            fault(f"reducer({one!r}, {other!r}) raised {type(error).__name__}: {error}")
no_fault("it takes None")
"""


def _setup(case: Case) -> str:
    """Give code that binds `reducer`, and `PAIRS` of arguments."""
    found = _field(case)
    schema, type_ = case.schema(found.schema), found.channel.type
    one, two, three = (case.examples.of(type_) for _ in range(3))
    if one is None or two is None or three is None:
        raise Unwitnessed("no value of the field's type is known")
    return f"""\
reducer = StateGraph({schema}).channels[{found.channel.name!r}].operator
try:
    empty = type({one})()
except TypeError:
    empty = {three}
PAIRS = [({one}, {two}), (empty, {two}), ({one}, {one}), ({one}, empty), ({one}, {three})]
"""


def _field(case: Case) -> Declared:
    """Give a field whose reducer the finding is about.

    Raises Unwitnessed when none is found.
    """
    named = [found for found in declared(case.program) if found.channel.reduces]
    for reducing in reducers(case.program):
        if _holds(reducing, case):
            return reducing.fields[0]
    for found in named:
        place = found.channel.reducer_place
        if place is not None and case.is_here(place):
            return found
    for found in named:
        if found.channel.name == case.finding.field:
            return found
    raise Unwitnessed("the reducer was not found again")


def _holds(reducing: Reducing, case: Case) -> bool:
    """Tell whether the finding stands in a reducer, or where one is annotated."""
    written: FunctionValue = reducing.written
    span = written.node.span
    if written.frame.path == case.place.path and span.line <= case.place.span.line <= span.end_line:
        return True
    places = [field.channel.reducer_place for field in reducing.fields]
    return any(place is not None and case.is_here(place) for place in places)
