"""The channel table, for people and for programs."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from stategraph_lint.facts.tables import ChannelRow, SchemaTable
from stategraph_lint.report.cells import aligned
from stategraph_lint.report.json import VERSION, pretty
from stategraph_lint.report.text import Paint, plain

_HEADS = ("field", "channel", "start", "update type", "reducer", "checkpoint")


def render_json(tables: Sequence[SchemaTable]) -> str:
    """Give the tables as one JSON object: `version` and `schemas`."""
    return pretty({"version": VERSION, "schemas": msgspec.to_builtins(tables)})


def render_text(tables: Sequence[SchemaTable], paint: Paint = plain) -> str:
    """Give one table per schema, a line saying so when there is none."""
    return "\n".join(_table(table, paint) for table in tables) if tables else "No state schemas found.\n"


def _table(table: SchemaTable, paint: Paint) -> str:
    used = f", used by {', '.join(table.graphs)}" if table.graphs else ""
    lines = [f"{paint('path', f'{table.path}:{table.line}')}: {paint('code', table.name)} ({table.kind}{used})"]
    if table.error:
        lines.append(f"  {paint('error', f'StateGraph({table.name}) raises {table.error}')}")
    if not table.complete:
        lines.append("  a base class could not be read: there may be more fields")
    head, *rows = aligned([_HEADS, *map(_cells, table.rows)])
    lines += [paint("dim", f"  {head}"), *(f"  {row}" for row in rows)]
    lines += [f"  {row.field}: {paint('error', row.error)}" for row in table.rows if row.error]
    return "".join(f"{line}\n" for line in lines)


def _cells(row: ChannelRow) -> tuple[str, ...]:
    return (row.field, row.channel, row.start or "-", row.update_type, row.reducer or "-", row.checkpoint)
