"""What reducers do with what is written, and how they take it apart."""

from __future__ import annotations

import textwrap

import pytest

from stategraph_lint.program.reducers import Behaviour, Intake, behaviour, intake
from tests.support.programs import reduced


def merge(body: str) -> str:
    return "def merge(old, new):\n" + textwrap.indent(textwrap.dedent(body), "    ")


@pytest.mark.parametrize(
    "reducer",
    ["operator.add", "operator.iadd", "operator.concat", "lambda old, new: old + new", "lambda a, b: [*a, *b]"],
)
def test_what_joins_lists_accumulates(reducer: str) -> None:
    assert behaviour(*reduced(reducer)) is Behaviour.ACCUMULATES


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("return old + new", Behaviour.ACCUMULATES),
        ("return list(old) + list(new)", Behaviour.ACCUMULATES),
        ("return (old or []) + (new or [])", Behaviour.ACCUMULATES),
        ("if new is None:\n    return old\nreturn old + new", Behaviour.ACCUMULATES),
        ("if not new:\n    return old\nreturn [*old, *new]", Behaviour.ACCUMULATES),
        ("out = old.copy()\nout.extend(new)\nreturn out", Behaviour.ACCUMULATES),
        ("return copy.deepcopy(old) + new", Behaviour.ACCUMULATES),
        ("old += new\nreturn old", Behaviour.ACCUMULATES),
        ("return f'{old}\\n{new}'", Behaviour.ACCUMULATES),
        ("return new", Behaviour.REPLACES),
        ("return new if new else new", Behaviour.REPLACES),
        ("if not new:\n    return old\nreturn new", Behaviour.REPLACES),
        ("return old", Behaviour.KEEPS),
        ("if old:\n    return old\nreturn new", Behaviour.KEEPS),
        ("return new if new > old else old", Behaviour.UNKNOWN),
        ("return {**old, **new}", Behaviour.MERGES),
        ("return old | new", Behaviour.MERGES),
        ("return {**old, **new, 'seen': True}", Behaviour.UNKNOWN),
        ("return list(dict.fromkeys([*old, *new]))", Behaviour.MERGES),
        ("return list({*old, *new})", Behaviour.MERGES),
        ("return sorted(set(old + new))", Behaviour.MERGES),
        ("return old + [item for item in new if item not in old]", Behaviour.UNKNOWN),
        ("return (old + new)[-5:]", Behaviour.UNKNOWN),
        ("return unknown(old, new)", Behaviour.UNKNOWN),
        ("yield old + new", Behaviour.UNKNOWN),
        ("for x in new:\n    old.append(x)\nreturn old", Behaviour.ACCUMULATES),
        ("old.extend(new)\nreturn old", Behaviour.ACCUMULATES),
        ("old.extend(new)\nold.pop(0)\nreturn old", Behaviour.UNKNOWN),
        ("old.extend(new)\ndel old[:-5]\nreturn old", Behaviour.UNKNOWN),
        ("for x in new:\n    if x:\n        old.append(x)\nreturn old", Behaviour.UNKNOWN),
        ("return old + [new]", Behaviour.ACCUMULATES),
        ("if isinstance(new, list):\n    return old + new\nreturn [*old, new]", Behaviour.ACCUMULATES),
        ("return list(new)", Behaviour.REPLACES),
        ("return old.union(new)", Behaviour.MERGES),
        ("return {**(old or {}), **(new or {})}", Behaviour.MERGES),
        ("out = list(old)\nfor x in new:\n    if x not in out:\n        out.append(x)\nreturn out", Behaviour.MERGES),
        (
            "by = {x['id']: x for x in old}\nfor x in new:\n    by[x['id']] = x\nreturn list(by.values())",
            Behaviour.MERGES,
        ),
        (
            "by = {x.id: x for x in old}\nby.update({x.id: x for x in new})\nreturn list(by.values())",
            Behaviour.MERGES,
        ),
        ("by = {x.id: x for x in old}\nreturn list(by.values()) + new", Behaviour.UNKNOWN),
        ("return max(old, new)", Behaviour.MERGES),
    ],
)
def test_bodies(body: str, expected: Behaviour) -> None:
    assert behaviour(*reduced("merge", more=merge(body))) is expected


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("return {k: old.get(k, 0) + new.get(k, 0) for k in [*old, *new]}", Behaviour.ACCUMULATES),
        (
            "out = dict(old)\nfor k, n in new.items():\n    out[k] = out.get(k, 0) + n\nreturn out",
            Behaviour.ACCUMULATES,
        ),
        ("out = dict(old)\nfor k, n in new.items():\n    out[k] = n\nreturn out", Behaviour.MERGES),
        ("out = dict(old)\nfor k, n in new.items():\n    out[k] = out.get(k, 0) + 1\nreturn out", Behaviour.UNKNOWN),
        ("return {k: old[k] + new[k] for k in old if k in new}", Behaviour.UNKNOWN),
        ("return {k: max(old[k], new[k]) for k in old}", Behaviour.UNKNOWN),
    ],
)
def test_sums_by_key(body: str, expected: Behaviour) -> None:
    assert behaviour(*reduced("merge", "dict[str, int]", merge(body))) is expected


@pytest.mark.parametrize(
    ("reducer", "type_", "expected"),
    [
        ("operator.or_", "dict[str, int]", Behaviour.MERGES),
        ("add_messages", "list[AnyMessage]", Behaviour.MERGES),
        ("add_messages(format='langchain-openai')", "list[AnyMessage]", Behaviour.MERGES),
        ("operator.mul", "int", Behaviour.UNKNOWN),
        ("'a note'", "int", Behaviour.REPLACES),
    ],
)
def test_what_libraries_do(reducer: str, type_: str, expected: Behaviour) -> None:
    assert behaviour(*reduced(reducer, type_)) is expected


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("return old + new", Intake.ADDS),
        ("return list(dict.fromkeys(old + new))", Intake.ADDS),
        ("return old + (new or [])", Intake.ADDS),
        ("return [*old, *new]", Intake.ITERATES),
        ("return old + list(new)", Intake.ITERATES),
        ("return old + [item for item in new if item not in old]", Intake.ITERATES),
        ("out = list(old)\nfor item in new:\n    out.append(item)\nreturn out", Intake.ITERATES),
        ("if not new:\n    return old\nreturn old + new", Intake.ADDS),
        ("return old + [new]", None),
        ("return [*old, new]", None),
        ("return new", None),
        ("if isinstance(new, str):\n    new = [new]\nreturn old + new", None),
        ("return old + (new if isinstance(new, list) else [new])", None),
        ("if isinstance(new, dict):\n    return [*old, new]\nreturn [*old, *new]", None),
        ("if new == 'clear':\n    return []\nreturn old + new", None),
        ("try:\n    return old + new\nexcept TypeError:\n    return old + [new]", None),
    ],
)
def test_intake(body: str, expected: Intake | None) -> None:
    assert intake(*reduced("merge", more=merge(body))) is expected


@pytest.mark.parametrize(
    ("reducer", "expected"),
    [("operator.add", Intake.ADDS), ("operator.iadd", Intake.ITERATES), ("add_messages", None), ("operator.or_", None)],
)
def test_intake_of_libraries(reducer: str, expected: Intake | None) -> None:
    assert intake(*reduced(reducer)) is expected
