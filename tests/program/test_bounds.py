"""Code without end is given up with a word, and what was seen of it in part is not judged."""

from __future__ import annotations

import pytest

from stategraph_lint.program import builder_calls, module_scope
from stategraph_lint.program import program as programs
from stategraph_lint.program.modules import Modules
from stategraph_lint.program.program import Program
from tests.support.programs import HEAD

BEGIN = """\
class State(TypedDict):
    x: int
def node(state: State):
    return {"y": 1}
"""


def program(**files: str) -> Program:
    data = {f"{name}.py": (HEAD + text).encode() for name, text in files.items()}
    return Program(Modules(data, data.__getitem__), sorted(data), (3, 11))


def calls(count: int) -> str:
    return BEGIN + "b = StateGraph(State)\n" + "".join(f'b.add_node("n{n}", node)\n' for n in range(count))


def reasons(found: Program) -> list[str]:
    return [reason for _, _, reason in found.unresolved]


def test_too_many_statements_about_graphs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(programs, "MOST_STATEMENTS", 30)
    found = program(few=calls(20), many=calls(40))
    assert [graph.record.place.path for graph in found.graphs] == ["few.py"]
    assert found.graphs[0].closed
    assert reasons(found) == ["42 statements about graphs are too many to follow"]


def test_too_many_statements_that_change_what_another_module_imports(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(programs, "MOST_STATEMENTS", 30)
    monkeypatch.setattr(module_scope, "MOST_CHANGES", 30)
    found = program(many=calls(40), user="from many import b\nc = [StateGraph(dict), b.compile()]\n")
    assert [graph.closed for graph in found.graphs if graph.record.place.path == "many.py"] == [False]


def test_too_many_calls_on_one_builder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(builder_calls, "MOST_CALLS", 10)
    found = program(case=calls(20))
    (graph,) = found.graphs
    assert len(graph.nodes) == 10
    assert not graph.closed
    assert found.topologies(graph)[0].missing


def test_a_builder_function_that_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    for limit in ("ROOT_STEPS", "PART_STEPS"):
        monkeypatch.setattr(programs, limit, 60)
    body = "".join(f'    b.add_node("n{n}", node)\n' for n in range(60))
    found = program(case=f"{BEGIN}def build():\n    b = StateGraph(State)\n{body}    return b.compile()\n")
    assert "the code is too large to follow" in reasons(found)
    assert all(not graph.closed for graph in found.graphs)


@pytest.mark.parametrize("count", [1, 200])
def test_statements_are_run_once_however_often_the_builder_is_looked_up(
    count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[int] = []
    plain = module_scope.ModuleScope.entry

    def entry(scope: module_scope.ModuleScope, index: int) -> object:
        seen.append(index)
        return plain(scope, index)

    monkeypatch.setattr(module_scope.ModuleScope, "entry", entry)
    found = program(case=calls(count))
    assert len(found.graphs[0].nodes) == count
    assert len(seen) < 30 * count + 100
