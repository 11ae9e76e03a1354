"""What settings say of a project reaches the rules, by what names mean and not by how they are spelled."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from stategraph_lint.analysis import analyze, channel_tables
from stategraph_lint.config import ConfigError, load
from stategraph_lint.discover import walk

REDUCERS = """\
import functools

def merge(old, new):
    return old + new

def keyed(key):
    def merge(old, new):
        return old + new
    return merge

class Merger:
    def __call__(self, old, new):
        return old + new

    @staticmethod
    def static(old, new):
        return old + new

class Plan:
    def __init__(self, steps):
        self.steps = steps
"""
GRAPH = """\
import functools
import operator
from typing import Annotated, Any, TypedDict
from langgraph.graph import StateGraph
from agent import merge as combined
from agent.reducers import Merger, Plan, keyed

class State(TypedDict):
    log: Annotated[list[str], REDUCER]
    plan: Plan
    chat: CHAT

def node(state: State):
    return {"log": state["log"] + ["x"], "chat": [{"role": "user", "content": "x"}]}

builder = StateGraph(State)
builder.add_node(node)
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    package = tmp_path / "src" / "agent"
    package.mkdir(parents=True)
    (tmp_path / "pyproject.toml").touch()
    (package / "__init__.py").write_text("from agent.reducers import merge\n", encoding="utf-8")
    (package / "reducers.py").write_text(REDUCERS, encoding="utf-8")
    return tmp_path


def codes(root: Path, reducer: str = "operator.add", chat: str = "list", **settings: Any) -> list[str]:
    text = GRAPH.replace("REDUCER", reducer).replace("CHAT", chat)
    (root / "src" / "agent" / "graph.py").write_text(text, encoding="utf-8")
    wanted = ["SGL104", "SGL105", "SGL302"]
    made = load(root, root, overrides={"select": wanted, **settings})
    return [one.code for one in analyze(root, walk(root, ()), made).findings]


@pytest.mark.parametrize("name", ["agent.reducers.merge", "agent.merge", "src.agent.reducers.merge"])
def test_a_reducer_of_the_project_by_any_name_it_has(root: Path, name: str) -> None:
    assert codes(root, "combined") == ["SGL302"]
    assert codes(root, "combined", idempotent_reducers=[name]) == []


@pytest.mark.parametrize(
    ("reducer", "name"),
    [
        ("keyed('id')", "agent.reducers.keyed"),
        ("Merger()", "agent.reducers.Merger"),
        ("Merger.static", "agent.reducers.Merger.static"),
        ("functools.partial(combined)", "agent.reducers.merge"),
        ("operator.add", "operator.add"),
        ("operator.add", "_operator.add"),
    ],
)
def test_makers_of_reducers_and_outside_ones(root: Path, reducer: str, name: str) -> None:
    assert codes(root, reducer) == ["SGL302"]
    assert codes(root, reducer, idempotent_reducers=[name]) == []


@pytest.mark.parametrize("name", ["agent.reducers.keyed", "other.merge", "merge", "operator.iadd", "agent.graph.node"])
def test_other_names_say_nothing(root: Path, name: str) -> None:
    assert codes(root, "combined", idempotent_reducers=[name]) == ["SGL302"]


@pytest.mark.parametrize(
    ("option", "name", "why"),
    [
        ("idempotent_reducers", "agent.reducers.mrge", "there is no 'mrge' in agent.reducers"),
        ("idempotent_reducers", "agent.reducers.Merger.none", "there is no 'none' in agent.reducers.Merger"),
        ("serializable_classes", "agent.Plan", "there is no 'Plan' in agent"),
    ],
)
def test_a_name_that_leads_to_nothing_in_the_project(root: Path, option: str, name: str, why: str) -> None:
    key = option.replace("_", "-")
    settings: dict[str, Any] = {option: [name]}
    with pytest.raises(ConfigError, match=rf"^wrong value '{name}' for '{key}': .*{why}"):
        codes(root, **settings)


@pytest.mark.parametrize("chat", ["list", "list[dict]", "list[dict[str, str]]", "list[Any]"])
def test_fields_that_hold_the_conversation(root: Path, chat: str) -> None:
    assert codes(root, chat=chat, ignore=["SGL302"]) == []
    assert codes(root, chat=chat, ignore=["SGL302"], message_fields=["chat"]) == ["SGL105"]
    added = f"Annotated[{chat}, operator.add]"
    assert codes(root, chat=added, ignore=["SGL302"]) == []
    assert codes(root, chat=added, ignore=["SGL302"], message_fields=["chat"]) == ["SGL104"]


@pytest.mark.parametrize("chat", ["list[int]", "dict", "str", "tuple[str, ...]"])
def test_a_type_that_says_otherwise_is_believed(root: Path, chat: str) -> None:
    assert codes(root, chat=chat, ignore=["SGL302"], message_fields=["chat"]) == []


def test_classes_that_checkpoints_keep(root: Path) -> None:
    codes(root)

    def verdict(**settings: Any) -> str:
        made = load(root, root, overrides=settings)
        (table,) = channel_tables(root, walk(root, ()), made)
        return next(row.checkpoint for row in table.rows if row.field == "plan")

    assert verdict() == "fails: Plan"
    assert verdict(serializable_classes=["agent.reducers.Plan"]) == "kept"
    assert verdict(serializable_classes=["other.Plan"]) == "fails: Plan"
