"""The rules whose findings nothing can show, and those that have no witness, each with the reason."""

from __future__ import annotations

from stategraph_lint.confirm.case import Case, NotApplicable, witness
from stategraph_lint.confirm.script import Witness

NOT_APPLICABLE = {
    "SGL103": "a name that is private or missing is told, not shown",
    "SGL128": "a deprecated name is told, not shown",
    "SGL415": "that a branch is never taken is no fault of a run",
}
# What a run would need: a pause between two steps, the order of two tasks, or a whole history.
WITHOUT_WITNESS = {
    "SGL112": "the value that is written first is not made yet",
    "SGL122": "the ways to misuse a managed value differ too much",
    "SGL123": "a reducer over several writes is not called yet",
    "SGL124": "needs the steps between a write and its reading",
    "SGL126": "needs the server's description of the schema",
    "SGL319": "a value of another type is accepted; what breaks later is not known",
    "SGL320": "needs two runs in one process",
    "SGL321": "a subclass that overrides a reducer is not made yet",
    "SGL323": "needs a value that the validator changes",
    "SGL408": "needs the order of two tasks of one step",
    "SGL412": "needs the tasks that share the payload",
    "SGL416": "needs two children of one parent",
    "SGL420": "needs a whole run of the loop",
    "SGL421": "needs the order of two tasks of one step",
    "SGL422": "needs a whole run",
}


@witness(*NOT_APPLICABLE)
def policy(case: Case) -> Witness:
    """Nothing can show it."""
    raise NotApplicable(NOT_APPLICABLE[case.finding.code])
