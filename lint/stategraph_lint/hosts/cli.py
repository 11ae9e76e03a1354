"""The command line."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from stategraph_lint import __version__
from stategraph_lint.hosts import click_options
from stategraph_lint.hosts.complaints import NAME, complain, describe

if TYPE_CHECKING:
    from stategraph_lint.analysis import Confirm
    from stategraph_lint.findings import Report
    from stategraph_lint.hosts.request import Request
    from stategraph_lint.rules.base import Rule

OK, FOUND, TROUBLE, INTERRUPTED = 0, 1, 2, 130


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, message=f"{NAME} %(version)s")
def cli() -> None:
    """Find what a LangGraph state will lose, double or corrupt, before anything runs."""


@cli.command()
@click_options.file_options
@click_options.rule_options
@click.option("--confirm", is_flag=True, help="Show each finding on the real LangGraph; what it refutes does not fail.")
@click_options.confirm_options
def check(paths: tuple[str, ...], *, confirm: bool, **given: Any) -> int:
    """Check files and folders (default: the working directory); - is standard input.

    The exit code is 0 without findings, 1 with findings of the --fail-on severity or above, 2 when a file could not be
    checked or the call was wrong.
    """
    return _check(paths, given, confirm=confirm)


@cli.command("confirm")
@click_options.file_options
@click_options.rule_options
@click_options.confirm_options
def confirm_(paths: tuple[str, ...], **given: Any) -> int:
    """Check, and show each finding on the real LangGraph: short for check --confirm."""
    return _check(paths, given, confirm=True)


def _check(paths: tuple[str, ...], given: dict[str, Any], *, confirm: bool) -> int:
    from stategraph_lint import analysis
    from stategraph_lint.config import unheeded
    from stategraph_lint.hosts.terminal import ProgressBar

    if given["stdin_filename"] is not None and "-" not in paths:
        raise click.UsageError("--stdin-filename needs - among the paths")
    request = _request(paths, given)
    if not confirm and (given["python"] or given["write_repro"]):
        raise click.UsageError("--python and --write-repro need --confirm")
    for selector in unheeded(_rules(), request.settings):
        complain(f"{selector} chooses rules in preview only, and so none: add --preview, or name a whole code")
    confirmer = _confirmer(given, request) if confirm else None
    with closing(ProgressBar(quiet=given["quiet"])) as progress:
        report = analysis.analyze(
            request.root,
            request.targets,
            request.settings,
            overlay=request.overlay,
            named=request.named,
            progress=progress,
            confirm=confirmer,
        )
    code = _exit_code(report, request, exit_zero=given["exit_zero"])
    _emit(_render(report, request, given), given["output_file"])
    return code


def _confirmer(given: dict[str, Any], request: Request) -> Confirm:
    from stategraph_lint.hosts.confirming import Confirmer

    return Confirmer(given["python"] or sys.executable, given["write_repro"], request.settings.cwd)


@cli.command()
@click_options.file_options
@click_options.table_format
@click.option("--graph", is_flag=True, help="Print which node reads and writes which key, a table for each graph.")
def channels(paths: tuple[str, ...], *, graph: bool, **given: Any) -> int:
    """Print the channel that each state field becomes."""
    from stategraph_lint import analysis
    from stategraph_lint.hosts.terminal import paint_for
    from stategraph_lint.report import channels as table
    from stategraph_lint.report import graph as drawing
    from stategraph_lint.report import matrix

    as_json = given.pop("output_format") == "json"
    request = _file_request(paths, given, "channels")
    if graph:
        pictures = analysis.pictures(request.root, request.targets, request.settings)
        text = drawing.render_json(pictures) if as_json else matrix.render(pictures, paint_for(sys.stdout))
    else:
        tables = analysis.channel_tables(request.root, request.targets, request.settings)
        text = table.render_json(tables) if as_json else table.render_text(tables, paint_for(sys.stdout))
    _emit(text, given["output_file"])
    return TROUBLE if request.problems else OK


@cli.command("graph")
@click_options.file_options
@click.option("--graph", "name", metavar="NAME", help="Draw the graphs of this builder only.")
@click.option(
    "--output-format",
    type=click.Choice(["mermaid", "dot", "json", "html"]),
    default="mermaid",
    help="Mermaid in Markdown (the default), Graphviz's DOT, JSON, or one HTML page that needs no network.",
)
def draw(paths: tuple[str, ...], name: str | None, output_format: str, **given: Any) -> int:
    """Draw the graphs, with what was found in them."""
    from stategraph_lint import analysis
    from stategraph_lint.option_values import closest
    from stategraph_lint.report import graph as drawing
    from stategraph_lint.report import page

    request = _file_request(paths, given, "graph")
    found = analysis.pictures(request.root, request.targets, request.settings)
    chosen = [picture for picture in found if name in (None, picture.name)]
    if name is not None and not chosen:
        near = closest(name, sorted({picture.name for picture in found}))
        raise click.UsageError(f"no graph {name!r}" + (f"; did you mean {near!r}?" if near else ""))
    render = page.render if output_format == "html" else drawing.RENDERERS[output_format]
    _emit(render(chosen), given["output_file"])
    return TROUBLE if request.problems else OK


def _file_request(paths: tuple[str, ...], given: dict[str, Any], command: str) -> Request:
    """Make the request of a command that does not read standard input.

    Raises UsageError.
    """
    if "-" in paths:
        raise click.UsageError(f"{command} reads files, not standard input")
    return _request(paths, given)


@cli.command()
@click_options.table_format
def rules(output_format: str) -> int:
    """List the rules."""
    from stategraph_lint.report import catalogue

    _emit(catalogue.render_json(_rules()) if output_format == "json" else catalogue.render_text(_rules()), None)
    return OK


@cli.command()
@click.argument("code")
def explain(code: str) -> int:
    """Print the page of a rule, by its code or its short name."""
    from stategraph_lint.option_values import closest
    from stategraph_lint.report import catalogue

    entries = {name: rule for rule in _rules() for name in (rule.code.lower(), rule.slug)}
    rule = entries.get(code.lower())
    if rule is None:
        near = closest(code.lower(), list(entries))
        hint = f"; did you mean {entries[near].code}?" if near else f"; `{NAME} rules` lists them"
        raise click.UsageError(f"no rule {code!r}{hint}")
    _emit(catalogue.render_page(rule), None)
    return OK


def _rules() -> tuple[Rule, ...]:
    from stategraph_lint.rules.base import registry

    return registry()


def _request(paths: Sequence[str], given: dict[str, Any]) -> Request:
    """Make the request, and tell what is wrong with its paths."""
    from stategraph_lint.hosts.request import Origin, make_request
    from stategraph_lint.options import OPTIONS

    request = make_request(
        paths,
        {option.name: given.get(option.name) for option in OPTIONS},
        Origin(given["config"], given["isolated"]),
        stdin_filename=given.get("stdin_filename"),
    )
    for problem in request.problems:
        complain(problem)
    if not request.targets and not request.problems:
        complain("no Python files found")
    return request


def _exit_code(report: Report, request: Request, *, exit_zero: bool) -> int:
    from stategraph_lint.findings import Severity

    if request.problems or not _complete(report):
        return TROUBLE
    least = Severity(request.settings.fail_on).rank
    found = any(finding.severity.rank >= least and not finding.refuted for finding in report.findings)
    return FOUND if found and not exit_zero else OK


def _complete(report: Report) -> bool:
    """Whether every file could be checked."""
    from stategraph_lint.rules.files.syntax_error import SYNTAX_ERROR
    from stategraph_lint.rules.files.unreadable_file import UNREADABLE_FILE

    return not any(finding.code in (SYNTAX_ERROR.code, UNREADABLE_FILE.code) for finding in report.findings)


def _render(report: Report, request: Request, given: dict[str, Any]) -> str:
    """Give the report in the wanted format; what the format has no place for goes to standard error."""
    from stategraph_lint.hosts.sources import Sources
    from stategraph_lint.report import github, json, sarif, statistics, text

    wanted = request.settings.output_format
    sources = Sources(request.settings.cwd, request.overlay, request.settings.max_file_size)
    tables = [text.unresolved(report.unresolved)] if given["show_unresolved"] and wanted != "json" else []
    tables += [statistics.render(report.statistics)] if given["statistics"] else []
    if wanted == "text":
        from stategraph_lint.hosts.terminal import paint_for

        paint = text.plain if given["output_file"] else paint_for(sys.stdout)
        return "\n".join([text.render(report, sources.line, paint, summary=not given["quiet"]), *tables])
    click.echo("\n".join(tables), err=True, nl=False)
    if wanted == "github":
        return github.render(report)
    if wanted == "json":
        return json.render(report)
    return sarif.render(report, _rules(), __version__, complete=_complete(report))


def _emit(text: str, output_file: Path | None) -> None:
    """Write the output; a reader that goes away early is no error."""
    if output_file is not None:
        try:
            output_file.write_text(text, encoding="utf-8", errors="backslashreplace")
        except OSError as error:
            raise click.UsageError(f"cannot write {output_file}: {error.strerror or error}") from None
        return
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        # Python flushes once more at its end, and must not find the pipe broken again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def run(arguments: Sequence[str]) -> int:
    """Run the command line and give its exit code. Nothing is raised, and no traceback printed."""
    try:
        code = cli.main(list(arguments), prog_name=NAME, standalone_mode=False)
    except click.ClickException as error:
        complain(f"{error.format_message()} (see {NAME} --help)")
        return TROUBLE
    except (click.Abort, KeyboardInterrupt):
        complain("interrupted")
        return INTERRUPTED
    except Exception as error:  # noqa: BLE001 - whatever it was, users get one line
        from stategraph_lint.config import ConfigError

        complain(str(error) if isinstance(error, ConfigError) else describe(error))
        return TROUBLE
    return code if isinstance(code, int) else OK


def main() -> NoReturn:
    """Run the command line of this process."""
    # The process ends with the run: looking for garbage in a large project's facts, or taking them apart at the end,
    # would cost as much as reading a part of it.
    gc.disable()
    code = run(sys.argv[1:])
    gc.freeze()
    sys.exit(code)
