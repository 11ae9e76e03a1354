"""Run the rules over a program: the one place every host calls."""

from __future__ import annotations

import gc
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from msgspec.structs import replace

from stategraph_lint.config import ConfigError, Settings
from stategraph_lint.extract.locate import Unparsable
from stategraph_lint.facts.pictures import Picture, PictureFinding
from stategraph_lint.facts.syntax import Span
from stategraph_lint.facts.tables import SchemaTable
from stategraph_lint.findings import (
    Confirmation,
    Finding,
    Related,
    Report,
    Severity,
    Statistics,
    Summary,
    Unresolved,
    legible,
)
from stategraph_lint.fingerprints import with_fingerprints
from stategraph_lint.ledger import Host
from stategraph_lint.program.claims import Claims, unfounded
from stategraph_lint.program.pictures import files, frontiers, picture
from stategraph_lint.program.program import Program
from stategraph_lint.program.tables import table
from stategraph_lint.program.values import Place
from stategraph_lint.project import Project
from stategraph_lint.rules.base import Problem, Rule, registry
from stategraph_lint.rules.files.unused_suppression import UNUSED_SUPPRESSION
from stategraph_lint.rules.precedence import undisputed
from stategraph_lint.sieve import Sieve

Progress = Callable[[int, int], None]
Confirm = Callable[[Program, Sequence[tuple[Finding, Place]]], Sequence[Confirmation]]
DEFAULT_HOST = Host()
_UNUSED_WHY = "it would hide the next real finding in its place"


def analyze(
    root: Path,
    targets: Collection[Path],
    settings: Settings,
    *,
    overlay: Mapping[Path, bytes] | None = None,
    named: Collection[Path] = (),
    progress: Progress | None = None,
    host: Host = DEFAULT_HOST,
    confirm: Confirm | None = None,
) -> Report:
    """Check the target files of the project at `root`.

    The whole root is indexed; findings are reported for `targets` only (absolute paths). `overlay` gives the bytes of
    files whose text is not what the disk holds (standard input). `named` are the targets that were named singly, for
    which SGL001 and SGL002 are reported whatever they hold. `progress` is called with (done, all) candidate files.
    `host` says what the caller does itself. `confirm` gives the verdict of each finding, in their order.
    The findings are sorted, their paths relative to the working directory.
    """
    begun = time.perf_counter()
    with _without_collector():
        project = Project(root, targets, settings, overlay, named)
        program = _program(project, progress)
        for path in project.candidates:
            project.modules.module(path)
        found = _findings(project, program, host)
        findings = tuple(one for one, _ in found)
        if confirm is not None:
            verdicts = confirm(program, found)
            findings = tuple(replace(one, confirm=verdict) for one, verdict in zip(findings, verdicts))
        unresolved = _unresolved(project, program)
    levels = Counter(finding.severity for finding in findings)
    summary = Summary(
        len(project.targets),
        len(project.candidates),
        len(program.graphs),
        levels[Severity.ERROR],
        levels[Severity.WARNING],
        round(time.perf_counter() - begun, 3),
    )
    return Report(findings, unresolved, summary, _statistics(program, findings))


def channel_tables(root: Path, targets: Collection[Path], settings: Settings) -> tuple[SchemaTable, ...]:
    """Give the channel table of every schema that is declared in a target file, sorted by path and line.

    Their paths are relative to the working directory.
    """
    with _without_collector():
        project = Project(root, targets, settings)
        program = _program(project)
        out = []
        for schema in program.schemas:
            if schema.place.path in project.targets:
                names = sorted({graph.name for graph in program.graphs_of(schema) if graph.name})
                out.append(_shown(project, table(program.run, schema, tuple(names))))
        return tuple(out)


def pictures(root: Path, targets: Collection[Path], settings: Settings) -> tuple[Picture, ...]:
    """Give the picture of every graph that is made in a target file, its findings marked, by path and line.

    Their paths are relative to the working directory.
    """
    with _without_collector():
        project = Project(root, targets, settings)
        program = _program(project)
        findings = [one for one, _ in _findings(project, program, DEFAULT_HOST)]
        return tuple(
            _drawn(project, picture(program, graph), frozenset(map(project.shown, files(graph))), findings)
            for graph in program.graphs
            if graph.record.place.path in project.targets
        )


def _drawn(project: Project, made: Picture, paths: Collection[str], findings: Collection[Finding]) -> Picture:
    """Show a picture's paths, and mark in it the findings that name its graph and stand in one of its files."""
    nodes = tuple(replace(node, path=project.shown(node.path) if node.path else "") for node in made.nodes)
    edges = tuple(replace(edge, path=project.shown(edge.path) if edge.path else "") for edge in made.edges)
    shown = replace(made, path=project.shown(made.path), nodes=nodes, edges=edges)
    marked = tuple(_marked(one, shown) for one in findings if (one.graph or "graph") == made.name and one.path in paths)
    return replace(shown, findings=marked)


def _marked(one: Finding, shown: Picture) -> PictureFinding:
    steps = frontiers(one.trace or (), {node.name for node in shown.nodes})
    nodes = {node.name for node in shown.nodes if node.symbol is not None and node.symbol == one.symbol}
    if not nodes and steps:
        nodes = set(steps[-1])
    severity = one.severity.value
    return PictureFinding(one.code, severity, one.message, one.path, one.line, tuple(sorted(nodes)), steps, one.field)


def _program(project: Project, progress: Progress | None = None) -> Program:
    """Read the project, and hold what the settings say of it against what there is.

    Raises ConfigError.
    """
    settings = project.settings
    claims = Claims(frozenset(settings.message_fields), settings.idempotent_reducers, settings.serializable_classes)
    program = Program(project.modules, project.seeds, settings.python, progress, project.importing, claims)
    for dotted, reason in unfounded(program.run):
        option = "idempotent-reducers" if dotted in claims.idempotent_reducers else "serializable-classes"
        raise ConfigError(f"wrong value {dotted!r} for '{option}': {reason}")
    return program


def _shown(project: Project, made: SchemaTable) -> SchemaTable:
    rows = tuple(replace(row, path=project.shown(row.path)) for row in made.rows)
    return replace(made, path=project.shown(made.path), rows=rows)


@contextmanager
def _without_collector() -> Iterator[None]:
    """Leave the garbage collector off: a run builds large trees, drops them whole, and ends."""
    active = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if active:
            gc.enable()


def _findings(project: Project, program: Program, host: Host) -> list[tuple[Finding, Place]]:
    """Give the findings in their order, each with its place inside the project."""
    sieve = Sieve(project, host)
    found: dict[tuple[str, int, int, str, str], tuple[Finding, Place]] = {}
    for rule, problem in undisputed(_problems(project, program, sieve)):
        if problem.place.path in project.targets:
            told = finding(project, rule, problem)
            found[told.sort_key] = told, problem.place
    kept = [(one, place) for one, place in found.values() if sieve.keeps(one)]
    for path, (line, column, length, message) in sieve.unused():
        place = Place(path, Span(line, column, line, column + length))
        kept.append((finding(project, UNUSED_SUPPRESSION, Problem(place, message, _UNUSED_WHY)), place))
    kept.sort(key=lambda pair: pair[0].sort_key)
    marked = with_fingerprints([one for one, _ in kept], lambda path, line: _line(project, path, line), project.within)
    return [(one, place) for one, (_, place) in zip(marked, kept)]


def _problems(project: Project, program: Program, sieve: Sieve) -> Iterator[tuple[Rule, Problem]]:
    for rule in filter(sieve.runs, registry()):
        problems = rule.check(program) if rule.check is not None else _file_problems(project, rule)
        yield from ((rule, problem) for problem in problems)


def finding(project: Project, rule: Rule, problem: Problem) -> Finding:
    """Tell a problem as a finding of its rule."""
    span = problem.place.span
    return Finding(
        rule.code,
        rule.slug,
        problem.severity or rule.severity,
        legible(problem.message),
        project.shown(problem.place.path),
        span.line,
        span.column,
        span.end_line,
        span.end_column,
        symbol=problem.symbol,
        graph=problem.graph,
        field=problem.field,
        preview=rule.preview,
        why=problem.why,
        related=tuple(
            Related(project.shown(place.path), place.span.line, place.span.column, message)
            for place, message in problem.related
        ),
        trace=problem.trace,
    )


def _file_problems(project: Project, rule: Rule) -> Iterator[Problem]:
    why = "nothing in this file was checked"
    for path, error in sorted(project.modules.problems.items()):
        if isinstance(error, Unparsable) and rule.code == "SGL001":
            span = Span(error.line, error.column, error.line, error.column + 1)
            yield Problem(Place(path, span), str(error), why)
        elif not isinstance(error, Unparsable) and rule.code == "SGL002":
            line = getattr(error, "line", 1)
            yield Problem(Place(path, Span(line, 1, line, 1)), str(error), why)
    for path, reason in sorted(project.unread.items()):
        if rule.code == "SGL002":
            yield Problem(Place(path, Span(1, 1, 1, 1)), reason, why)


def _line(project: Project, shown: str, line: int) -> str:
    module = project.modules.module(project.within(shown))
    return module.source.lines[line - 1] if module is not None and line <= len(module.source.lines) else ""


def _unresolved(project: Project, program: Program) -> tuple[Unresolved, ...]:
    passed_over = ((path, 1, f"the file cannot be read: {reason}") for path, reason in project.passed_over.items())
    found = {
        Unresolved(project.shown(path), line, reason)
        for path, line, reason in (*program.unresolved, *passed_over)
        if path in project.targets
    }
    return tuple(sorted(found))


def _statistics(program: Program, findings: tuple[Finding, ...]) -> Statistics:
    # A graph that takes its schema or a node from whoever calls it has none to be seen there.
    nodes = [node for graph in program.graphs for node in graph.nodes if node.kind != "generic"]
    resolved = [node for node in nodes if node.kind != "unresolved"]
    functions = {id(summary): summary for node in resolved for summary in program.functions(node)}
    updates = [update for summary in functions.values() for update in program.updates(summary)]
    schemas = [known for graph in program.graphs for known in graph.given_schemas]
    reasons = Counter(reason for _, _, reason in program.unresolved)
    reasons.update(f"an update: {update.what}" for update in updates if not update.known)
    codes = Counter(one.code for one in findings)
    return Statistics(
        len(program.graphs),
        (sum(schemas), len(schemas)),
        (len(resolved), len(nodes)),
        (sum(update.known for update in updates), len(updates)),
        tuple(sorted(reasons.items(), key=lambda item: (-item[1], item[0]))),
        tuple(sorted(codes.items())),
    )
