"""Schemas over several modules against the installed library."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from stategraph_lint.program.interpreter import Interpreter
from stategraph_lint.program.modules import Modules
from stategraph_lint.program.schemas import Schema, read_schema
from stategraph_lint.program.tables import table
from tests.oracle.compare import differences
from tests.oracle.ours import outcome_of
from tests.oracle.real import Outcome, outcome_of_schema
from tests.program.schema_cases import CASES


def files(text: str) -> dict[str, str]:
    parts = text.split("# file: ")[1:]
    return {name.strip(): body for name, _, body in (part.partition("\n") for part in parts)}


@pytest.fixture
def importable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    before = set(sys.modules)
    monkeypatch.syspath_prepend(tmp_path)
    yield tmp_path
    for name in set(sys.modules) - before:
        if str(tmp_path) in str(getattr(sys.modules[name], "__file__", "")):
            del sys.modules[name]


def ours(modules: dict[str, str]) -> Outcome:
    run = Interpreter(Modules(modules, lambda path: modules[path].encode()), sys.version_info[:2])
    scope = run.scope("agent.py")
    assert scope is not None
    state = scope.lookup("State", None)
    assert state is not None
    schema = read_schema(run, state)
    assert isinstance(schema, Schema), schema
    return outcome_of(table(run, schema))


@pytest.mark.parametrize("name", CASES)
def test_schema(name: str, importable: Path) -> None:
    modules = files(CASES[name])
    for path, text in modules.items():
        (importable / path).parent.mkdir(exist_ok=True)
        (importable / path).write_text(text, encoding="utf-8")
    real = outcome_of_schema(importlib.import_module("agent").State)
    found = ours(modules)
    assert not differences(real, found), f"real: {real}\nours: {found}"
