"""The channel tables against the real `StateGraph`, on random schema modules."""

from __future__ import annotations

import builtins
import operator
from collections import Counter

import pytest
from hypothesis import HealthCheck, given, settings

from tests.oracle.compare import differences
from tests.oracle.flavours import FLAVOURS, MODELS, PLAIN, Flavour
from tests.oracle.ours import Project
from tests.oracle.real import real_outcome
from tests.oracle.schemas import FORMS, Case, schemas

_RUN = settings(
    max_examples=200,
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
_ENOUGH = 20
_BINARY = {"__add__", "__iadd__", "__or__", "__ior__", "__and__", "__sub__", "__xor__", "__mul__", "__contains__"}
_INTERACTIVE = {"copyright", "credits", "exit", "quit", "license", "help"}


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """A project for all examples."""
    return Project(tmp_path_factory.mktemp("project"))


def _compare(case: Case, project: Project) -> None:
    real, ours = real_outcome(case.source), project.outcome(case.source)
    wrong = differences(real, ours, case.forms)
    assert not wrong, "\n".join([*wrong, "", case.source, f"real: {real}", f"ours: {ours}"])


def test_generated_modules_run_and_show_known_forms() -> None:
    @_RUN
    @given(schemas())
    def check(case: Case) -> None:
        real_outcome(case.source)
        assert case.forms <= FORMS

    check()


def test_channels_are_those_of_the_library(project: Project) -> None:
    @_RUN
    @given(schemas())
    def check(case: Case) -> None:
        _compare(case, project)

    check()


# Every function and class that the table of signatures must know.
_KNOWN = {
    "builtins": [name for name in vars(builtins) if name.islower() and name not in _INTERACTIVE and name[0] != "_"],
    "operator": [f"operator.{name}" for name in operator.__all__],
    **{
        owner.__name__: [f"{owner.__name__}.{name}" for name in vars(owner) if name[0] != "_" or name in _BINARY]
        for owner in (list, dict, set, frozenset, str)
    },
}


@pytest.mark.parametrize("home", _KNOWN)
def test_builtin_reducers(home: str, project: Project) -> None:
    fields = [f"    f{number}: Annotated[list, {name}]" for number, name in enumerate(_KNOWN[home])]
    lines = [
        "import operator",
        "from typing import Annotated, TypedDict",
        "from langgraph.graph import StateGraph",
        "class State(TypedDict):",
        *fields,
        "builder = StateGraph(State)",
    ]
    _compare(Case("\n".join(lines) + "\n", frozenset()), project)


def _sweep(flavour: Flavour, project: Project, seen: Counter[str]) -> None:
    """Check many schemas of one flavour, counting the forms they show."""

    @settings(_RUN, max_examples=160 if flavour in (*MODELS, *PLAIN) else 100, derandomize=False)
    @given(schemas(flavour))
    def check(case: Case) -> None:
        seen.update({*case.forms, "example"})
        _compare(case, project)

    check()


@pytest.mark.slow
def test_sweep(project: Project) -> None:
    seen: Counter[str] = Counter()
    for flavour in FLAVOURS:
        _sweep(flavour, project, seen)
    examples = seen.pop("example")
    assert examples >= 2000
    assert set(seen) <= FORMS
    rare = {form: seen[form] for form in sorted(FORMS) if seen[form] * 2000 < _ENOUGH * examples}
    assert not rare, f"forms shown too rarely in {examples} examples: {rare}"
