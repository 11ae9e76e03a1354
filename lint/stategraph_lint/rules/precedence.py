"""One defect, one code: which finding gives way when two rules speak of the same thing.

A problem speaks of the place where it stands and of whatever its `about` names, most often `about_field` or
`about_key`. When a rule and one that gives way to it speak of the same thing, the finding of the latter is dropped,
before suppressions are looked at. Rules that are not selected silence nothing.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import TYPE_CHECKING, Final

from stategraph_lint.rules.base import Problem, Rule

if TYPE_CHECKING:
    from stategraph_lint.program.channels import Channel
    from stategraph_lint.program.graphs import Graph

_NO_REDUCER: Final = ("SGL102", "SGL109", "SGL110", "SGL123")
# The rules that a rule gives way to.
GIVES_WAY: Final[dict[str, tuple[str, ...]]] = {
    "SGL105": _NO_REDUCER,
    "SGL109": ("SGL102",),
    "SGL123": ("SGL103",),
    "SGL126": ("SGL114",),
    "SGL305": ("SGL119", "SGL125", "SGL411"),
    "SGL309": ("SGL112",),
    "SGL310": ("SGL321",),
    "SGL401": (*_NO_REDUCER, "SGL405"),
    "SGL407": ("SGL121", "SGL122", "SGL318"),
    "SGL408": ("SGL403",),
    "SGL414": ("SGL413", "SGL417"),
    "SGL422": (*_NO_REDUCER, "SGL105"),
}


def about_field(channel: Channel) -> Hashable:
    """Give what a finding about a state field is about: the field where it is declared."""
    field = channel.field
    place = field.spelling.place if field.spelling is not None else field.place
    return ("field", place.path, place.span, field.name)


def about_graph(graph: Graph) -> Hashable:
    """Give what a finding about all the keys of a graph is about."""
    return ("graph", graph.record.place.path, graph.record.place.span)


def about_key(graph: Graph, key: str) -> Hashable:
    """Give what a finding about one key of a graph is about, also one that the graph does not have."""
    return (about_graph(graph), key)


def about_targets(graph: Graph, names: Iterable[str]) -> Hashable:
    """Give what a finding about nodes that run together is about."""
    return (about_graph(graph), frozenset(names))


def undisputed(found: Iterable[tuple[Rule, Problem]]) -> list[tuple[Rule, Problem]]:
    """Give the problems that give way to no other, in their order."""
    problems = list(found)
    first = {code for codes in GIVES_WAY.values() for code in codes}
    spoken = {(rule.code, subject) for rule, one in problems if rule.code in first for subject in _subjects(one)}
    return [
        (rule, one)
        for rule, one in problems
        if not any((code, subject) in spoken for code in GIVES_WAY.get(rule.code, ()) for subject in _subjects(one))
    ]


def _subjects(problem: Problem) -> tuple[Hashable, ...]:
    return (("place", problem.place.path, problem.place.span), *problem.about)
