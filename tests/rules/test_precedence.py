"""One defect, one code: which findings give way."""

from __future__ import annotations

from collections.abc import Hashable
from pathlib import Path

from stategraph_lint.analysis import analyze
from stategraph_lint.config import load
from stategraph_lint.facts.syntax import Span
from stategraph_lint.findings import Severity
from stategraph_lint.program.values import Place
from stategraph_lint.rules.base import Problem, Rule
from stategraph_lint.rules.precedence import GIVES_WAY, undisputed

LOST = """
from langchain_core.messages import AIMessage, AnyMessage
from langgraph.graph import MessagesState, StateGraph

class Chat(MessagesState):
    messages: list[AnyMessage]

def answer(state: Chat) -> dict:
    return {"messages": [AIMessage("fine")]}

StateGraph(Chat).add_node(answer)
"""


BASES = """
import operator
from typing import Annotated, TypedDict
from langchain_core.messages import AIMessage, AnyMessage
from langgraph.graph import START, StateGraph

class Added(TypedDict):
    messages: Annotated[list[AnyMessage], operator.add]

class Plain(TypedDict):
    messages: list[AnyMessage]

class Chat(Added, Plain):
    pass

def answer(state: Chat) -> dict:
    return {"messages": [AIMessage("fine")]}

def other(state: Chat) -> dict:
    return {"messages": [AIMessage("fine")]}

g = StateGraph(Chat).add_node(answer).add_node(other)
g.add_edge(START, "answer")
g.add_edge(START, "other")
"""


def pair(code: str, line: int, *about: Hashable) -> tuple[Rule, Problem]:
    place = Place("case.py", Span(line, 1, line, 9))
    return Rule(code, "slug", Severity.ERROR, "0.1.0", False, "none", "", None), Problem(place, "", "", about=about)


def left(*found: tuple[Rule, Problem]) -> list[str]:
    return [rule.code for rule, _ in undisputed(found)]


def test_one_place_is_one_thing() -> None:
    assert left(pair("SGL105", 3), pair("SGL102", 3)) == ["SGL102"]
    assert left(pair("SGL105", 3), pair("SGL102", 4)) == ["SGL105", "SGL102"]


def test_problems_may_be_about_more_than_their_place() -> None:
    assert left(pair("SGL110", 1, "field"), pair("SGL105", 3, "other", "field")) == ["SGL110"]
    assert left(pair("SGL110", 1, "field"), pair("SGL105", 3, "other")) == ["SGL110", "SGL105"]


def test_a_silenced_finding_silences_no_less() -> None:
    assert left(pair("SGL102", 3), pair("SGL109", 3), pair("SGL105", 3)) == ["SGL102"]


def test_rules_outside_the_table_do_not_meet() -> None:
    assert left(pair("SGL101", 3), pair("SGL105", 3)) == ["SGL101", "SGL105"]


def test_no_rule_gives_way_to_itself() -> None:
    assert all(code not in others for code, others in GIVES_WAY.items())


def codes(folder: Path, text: str = LOST, **overrides: list[str]) -> list[str]:
    (folder / "case.py").write_text(text, encoding="utf-8")
    settings = load(folder, folder, overrides=dict(overrides))
    return [one.code for one in analyze(folder, [folder / "case.py"], settings).findings]


def test_rules_that_are_not_selected_silence_nothing(tmp_path: Path) -> None:
    assert codes(tmp_path) == ["SGL109"]
    assert codes(tmp_path, select=["SGL105"]) == ["SGL105"]


def test_bases_that_disagree_silence_what_follows_from_it(tmp_path: Path) -> None:
    assert codes(tmp_path, BASES) == ["SGL110"]
    assert codes(tmp_path, BASES, ignore=["SGL110"]) == ["SGL105", "SGL401"]
