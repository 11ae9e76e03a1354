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
    case.writer.guesses.append("arguments that may take another path")
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
def shown(value):
    \"\"\"Give what a value holds, so that two of them compare by it.\"\"\"
    if isinstance(value, dict):
        return {name: shown(part) for name, part in value.items()}
    if isinstance(value, (list, tuple)):
        return list(map(shown, value))
    return {name: shown(part) for name, part in vars(value).items()} if hasattr(value, "__dict__") else value


for left, right in PAIRS:
    old, new = copy.deepcopy(left), copy.deepcopy(right)
    try:
        reducer(left, right)
    except Exception as error:
        print("with", old, new, "it raises", error)
    if shown(left) != shown(old):
        fault(f"reducer({old!r}, {new!r}) changed its left argument to {left!r}")
    if shown(right) != shown(new):
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
if inspect.isawaitable(given) or hasattr(given, "__next__") or inspect.isasyncgen(given):
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
    reducer = found.channel.reducer
    summary = case.program.reducer(reducer) if reducer is not None else None
    if summary is None or len(summary.endings) > 1 or any(ending.conditions for ending in summary.endings):
        case.writer.guesses.append("arguments that may take another path")
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


@witness("SGL204")
def unordered(case: Case) -> Witness:
    """The result's order is that of a set: neither that of the items, nor sorted; or the items cannot be in a set."""
    case.writer.guesses.append("items whose set may be in order")
    return case.witness(_setup(case) + _UNORDERED, "import copy")


_UNORDERED = """\
if PAIRS and isinstance(PAIRS[0][0], list) and all(isinstance(part, str) for part in PAIRS[0][0]):
    PAIRS.append(([f"item {number}" for number in range(12)], [f"more {number}" for number in range(12)]))
for left, right in PAIRS:
    try:
        given = reducer(copy.deepcopy(left), copy.deepcopy(right))
    except TypeError as error:
        if "unhashable" in str(error):
            fault(f"reducer({left!r}, {right!r}) raised TypeError: {error}")
        continue
    if isinstance(given, (list, tuple)) and isinstance(left, (list, tuple)) and len(given) > 10:
        orders = [[*left, *right], [*right, *left]]
        kept = [[one for one in order if one in given] for order in orders]
        ordered = [*kept, *(order[::-1] for order in kept), sorted(given), sorted(given, reverse=True)]
        if list(given) not in ordered:
            fault(f"the order comes from a set: {left!r} and {right!r} give {given!r}")
no_fault("the result has an order of its own")
"""


@witness("SGL205")
def impure(case: Case) -> Witness:
    """Two calls with the same arguments give another result, or leave something behind."""
    case.writer.guesses.append("arguments that may take another path")
    return case.witness(_setup(case) + _IMPURE, "import builtins", "import copy", "import time")


_IMPURE = """\
calls = []


def recorded(name):
    original = getattr(builtins, name)

    def call(*given, **named):
        calls.append(name)
        return original(*given, **named)

    return call


def surroundings():
    code = getattr(reducer, "__wrapped__", reducer)
    inner = [cell.cell_contents for cell in getattr(code, "__closure__", None) or ()]
    names = getattr(getattr(code, "__code__", None), "co_names", ())
    return repr([{name: code.__globals__.get(name) for name in names}, inner, getattr(code, "__dict__", None)])


held = {name: recorded(name) for name in ("open", "print", "input")}
for left, right in PAIRS:
    before, results = surroundings(), []
    for _ in range(3):
        for name, function in held.items():
            setattr(builtins, name, function)
        try:
            results.append(repr(reducer(copy.deepcopy(left), copy.deepcopy(right))))
        except Exception as error:
            results.append(type(error).__name__)
        for name, function in held.items():
            setattr(builtins, name, function.__closure__[1].cell_contents)
        time.sleep(0.002)
    if len(set(results)) > 1:
        fault(f"reducer({left!r}, {right!r}) gives {results[0]} and then {results[1]}")
    if calls:
        fault(f"reducer({left!r}, {right!r}) calls {calls[0]}()")
    if surroundings() != before:
        fault(f"reducer({left!r}, {right!r}) changes what is around it: {before} becomes {surroundings()}")
no_fault("the same arguments give the same")
"""


@witness("SGL208")
def swapped(case: Case) -> Witness:
    """LangGraph gives the old value to the first parameter."""
    return case.witness(_setup(case) + _SWAPPED.format(channel=_channel(case)), "import inspect")


_SWAPPED = """\
channel = {channel}
calls = []
channel.operator = lambda first, second: (calls.append((first, second)), reducer(first, second))[1]
first, second = list(inspect.signature(reducer).parameters)[:2]
old = PAIRS[0][0]
channel.update([old])
calls.clear()
held = channel.get()
channel.update([PAIRS[0][1]])
if calls[0][0] == held:
    fault(f"LangGraph calls it with {{first}}={{calls[0][0]!r}}, the old value, and {{second}}={{calls[0][1]!r}}")
no_fault("the first argument is not the old value")
"""


def _channel(case: Case) -> str:
    found = _field(case)
    return f"StateGraph({case.schema(found.schema)}).channels[{found.channel.name!r}]"
