"""Faults of what a node's own code does: the user's function runs in a real graph, behind the fences.

A state of examples may take another path through the function than the one that is at fault: such a witness never
refutes.
"""

from __future__ import annotations

from stategraph_lint.confirm.case import Case, Unwitnessed, witness
from stategraph_lint.confirm.script import Witness
from stategraph_lint.confirm.witnesses.acting import IMPORTS, acting, routing

_GUESS = "a state that may take another path"


@witness("SGL304")
def changed(case: Case) -> Witness:
    """What the node assigned is not in the outcome, or the caller's input is another afterwards."""
    key = case.key_of()
    return _guessed(case, acting(case), _CHANGED.format(key=key))


_CHANGED = """\
for before in STATES:
    given = copy.deepcopy(before)
    error, seen, wrote, after = run(given)
    if error is not None:
        print(error)
    inside, old, new = got(seen, {key!r}), got(before, {key!r}), got(after, {key!r})
    if error is None and inside != old and new == old == got(given, {key!r}):
        fault(f"inside the node {key} became {{inside!r}}, afterwards it is {{new!r}} again")
    if got(given, {key!r}) != old:
        fault(f"the caller's {key} was {{old!r}} and is {{got(given, {key!r})!r}} afterwards")
    if error is None and (wrote is None or isinstance(wrote, dict) and {key!r} not in wrote) and new != old:
        fault(f"the node wrote {{wrote!r}}, yet {key} was {{old!r}} and is {{new!r}} afterwards")
no_fault("no value of {key} changes in place")
"""


@witness("SGL317")
def wrong_style(case: Case) -> Witness:
    """The node raises, or what reads its outcome does."""
    key = case.key_of()
    try:
        code = acting(case)
    except Unwitnessed:
        graph = case.graph()
        body = _OUTCOME.format(schema=case.schema(graph.state), state=case.state(graph), key=key)
        return _guessed(case, "", body)
    return _guessed(case, code, _STYLE.format(key=key))


_STYLE = """\
for before in STATES:
    error, *_ = run(copy.deepcopy(before))
    if isinstance(error, (AttributeError, TypeError)) and any(
        sign in str(error) for sign in ("has no attribute {key!r}", "not subscriptable", "item assignment")
    ):
        fault(f"{{type(error).__name__}}: {{error}}")
no_fault("it does not raise")
"""
_OUTCOME = """\
builder = StateGraph({schema})
builder.add_node("node", lambda state: {{}})
builder.add_edge(START, "node")
after = builder.compile().invoke({state})
try:
    after.{key}
except AttributeError as error:
    fault(f"invoke gives a {{type(after).__name__}}: AttributeError: {{error}}")
no_fault(f"invoke gives a {{type(after).__name__}}")
"""


@witness("SGL318")
def not_inferred(case: Case) -> Witness:
    """The node gets no key of its private schema."""
    return _guessed(case, acting(case, whole=False), _NOT_INFERRED.format(key=case.key_of()))


_NOT_INFERRED = """\
for before in STATES:
    error, *_ = run(copy.deepcopy(before))
    told = str(error)
    if isinstance(error, KeyError) and error.args == ({key!r},):
        fault(f"the node is not given {key}: KeyError: {{error}}")
    if isinstance(error, AttributeError) and "has no attribute {key!r}" in told:
        fault(f"the node is not given {key}: AttributeError: {{error}}")
no_fault("the node is given {key}")
"""


@witness("SGL313")
def yields_in_vain(case: Case) -> Witness:
    """What is yielded before the last update is not in the outcome."""
    return _guessed(case, acting(case, whole=False), _YIELDS.format(key=case.key_of()))


_YIELDS = """\
for before in STATES:
    error, *_ = run(copy.deepcopy(before))
    if error is not None:
        print(error)
        continue
    given = act(copy.deepcopy(before))
    yielded = list(given) if inspect.isgenerator(given) else asyncio.run(collected(given))
    first = [update for update in yielded if isinstance(update, dict) and {key!r} in update]
    after = run(copy.deepcopy(before))[3]
    if len(yielded) > 1 and first and yielded[-1] is not first[0]:
        told = first[0][{key!r}]
        new = got(after, {key!r})
        if new != told and not (isinstance(new, (list, str, dict)) and any(part in new for part in told)):
            fault(f"the node yielded {{yielded!r}}; {key} is {{new!r}} afterwards")
no_fault("nothing that it yields is lost")
"""


@witness("SGL316")
def swallowed(case: Case) -> Witness:
    """`interrupt` raised, and yet the run came to its end."""
    return _guessed(case, acting(case, whole=False), _SWALLOWED, "from langgraph.errors import GraphInterrupt")


_SWALLOWED = """\
raised = []
original = GraphInterrupt.__init__
GraphInterrupt.__init__ = lambda self, *given: (raised.append(given), original(self, *given))[1]
for before in STATES:
    raised.clear()
    error, seen, wrote, after = run(copy.deepcopy(before))
    if raised and error is None and "__interrupt__" not in after:
        fault(f"interrupt raised GraphInterrupt, and the run ended with {after!r}")
no_fault("the run pauses, or there is no interrupt")
"""


@witness("SGL312")
def assigned_in_a_router(case: Case) -> Witness:
    """What the path function assigned is not in the outcome."""
    return _guessed(case, routing(case), _ASSIGNED.format(key=case.key_of()))


_ASSIGNED = """\
for before in STATES:
    error, seen, _, after = run(copy.deepcopy(before))
    if error is not None:
        print(error)
        continue
    inside, old, new = got(seen, {key!r}), got(before, {key!r}), got(after, {key!r})
    if inside != old and new == old:
        fault(f"the path function made {key} {{inside!r}}, afterwards it is {{new!r}}")
no_fault("the path function assigns nothing to {key}")
"""


def _guessed(case: Case, code: str, body: str, *imports: str) -> Witness:
    case.writer.guesses.append(_GUESS)
    return case.witness(code + body, *IMPORTS, *imports)
