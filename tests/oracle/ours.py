"""What the analyzer makes of a schema module, in the shape of the real outcome."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

from stategraph_lint.analysis import channel_tables
from stategraph_lint.config import Settings
from stategraph_lint.facts.tables import ChannelRow, SchemaTable
from tests.oracle.real import Field, Outcome


class Project:
    """A temporary project of one module, written anew for every schema."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.module = root / "agent.py"
        self.settings = Settings(cwd=root, target_python=f"{sys.version_info.major}.{sys.version_info.minor}")
        (root / "pyproject.toml").touch()

    def outcome(self, source: str) -> Outcome:
        """Give what the analyzer says about the schema that the module hands to `StateGraph`.

        Raises AssertionError when it does not find exactly that one schema.
        """
        self.module.write_text(source, encoding="utf-8")
        tables = channel_tables(self.root, [self.module], self.settings)
        used = [table for table in tables if table.graphs]
        assert len(used) == 1, f"tables of used schemas: {[table.name for table in used]} of {len(tables)}"
        return outcome_of(used[0])


def outcome_of(table: SchemaTable) -> Outcome:
    """Put a table into the shape of the real outcome."""
    fields = {row.field: _field(row) for row in table.rows}
    assert len(fields) == len(table.rows), "a field stands twice in the table"
    broken = [row.error for row in table.rows if row.error]
    return Outcome(table.error or (broken[0] if broken else None), fields)


def _field(row: ChannelRow) -> Field:
    """Put a row into the shape of the real field."""
    return Field(row.channel, row.start and plain_start(row.start), row.reducer, row.error)


def plain_start(text: str) -> str:
    """Write a start value as the real side writes it: calls without module and arguments, literals as their repr."""
    if text == "empty":
        return text
    tree = ast.parse(text, mode="eval").body
    if isinstance(tree, ast.Call) and not (isinstance(tree.func, ast.Name) and tree.func.id in ("set", "frozenset")):
        return f"{ast.unparse(tree.func).rpartition('.')[2]}()"
    return ast.unparse(tree)
