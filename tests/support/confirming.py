"""Findings of cases, and what the confirmer says of them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from msgspec.structs import replace

from stategraph_lint import config
from stategraph_lint.analysis import finding
from stategraph_lint.findings import Finding
from stategraph_lint.program.program import Program
from stategraph_lint.program.questions import all_written, bodies, declared, node_updates
from stategraph_lint.program.reducing import reducers
from stategraph_lint.program.values import Place
from stategraph_lint.project import Project
from stategraph_lint.rules.base import registry
from tests.support.cases import Case


def found_in(case: Case, box: Path) -> tuple[Program, list[tuple[Finding, Place]]]:
    """Lay a case out in a folder, and give its program and what all rules find in it, unsorted."""
    paths = case.lay_out(box)
    settings = config.Settings(cwd=box, select=("ALL",), target_python="3.11", exclude=())
    project = Project(box, paths, settings)
    program = Program(project.modules, project.seeds, settings.python, importing=project.importing)
    rules = [rule for rule in registry() if rule.check is not None]
    return program, [
        (finding(project, rule, problem), problem.place)
        for rule in rules
        for problem in (rule.check(program) if rule.check is not None else ())
    ]


def replayed(program: Program, wrong: Finding) -> Iterator[tuple[Finding, Place]]:
    """Give a finding of another program as if it stood in this one: at each place of its field, function or graph."""
    seen: set[tuple[str, object]] = set()
    for place in _alike(program, wrong):
        if (place.path, place.span) not in seen:
            seen.add((place.path, place.span))
            span = place.span
            moved = replace(
                wrong,
                path=place.path,
                line=span.line,
                column=span.column,
                end_line=span.end_line,
                end_column=span.end_column,
            )
            yield moved, place


def _alike(program: Program, wrong: Finding) -> Iterator[Place]:
    yield from _of_field(program, wrong.field)
    yield from _of_function(program, wrong.symbol)
    for graph in program.graphs:
        if graph.name == wrong.graph:
            yield from (graph.record.place, *(node.place for node in graph.nodes))
            for topology in program.topologies(graph):
                yield from (edge.place for edge in topology.edges)
                yield from (edge.place for edge in topology.list_edges)


def _of_field(program: Program, key: str | None) -> Iterator[Place]:
    for field in declared(program):
        if field.channel.name == key:
            yield from filter(None, (field.place, field.channel.reducer_place))
    for found in all_written(program):
        if found.write.key == key:
            yield from (found.write.value_place, found.write.key_place)
    for reducing in reducers(program):
        if reducing.fields[0].channel.name == key:
            yield reducing.written.place


def _of_function(program: Program, name: str | None) -> Iterator[Place]:
    for _graph, _node, summary, update in node_updates(program):
        if name in (None, summary.function.name):
            yield update.place
    for summary in bodies(program):
        if summary.function.name == name:
            yield summary.function.place
