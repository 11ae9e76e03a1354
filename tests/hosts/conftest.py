from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import Any

import pytest

from stategraph_lint import analysis
from stategraph_lint.facts.tables import SchemaTable
from stategraph_lint.findings import Report
from tests.samples import report


def fail(path: Path, error: BaseException) -> None:
    """Raise the error, as if while the path was read."""
    raise error


class Engine:
    """Stands in for the engine: keeps what it was asked, and gives what it was told to."""

    def __init__(self) -> None:
        self.answer: Report = report()
        self.tables: tuple[SchemaTable, ...] = ()
        self.error: BaseException | None = None
        self.calls: list[dict[str, Any]] = []

    def analyze(
        self,
        root: Path,
        targets: Collection[Path],
        settings: Any,
        *,
        overlay: Mapping[Path, bytes] | None = None,
        named: Collection[Path] = (),
        progress: Callable[[int, int], None] | None = None,
        **_more: Any,
    ) -> Report:
        call = {"root": root, "targets": targets, "settings": settings, "overlay": overlay, "named": named}
        self.calls.append(call)
        if progress:
            progress(1, 2)
        if self.error:
            fail(root / "odd.py", self.error)
        return self.answer

    def channel_tables(self, root: Path, targets: Collection[Path], settings: Any) -> tuple[SchemaTable, ...]:
        self.calls.append({"root": root, "targets": targets, "settings": settings})
        return self.tables


@pytest.fixture
def engine(monkeypatch: pytest.MonkeyPatch) -> Engine:
    """Put a stand-in in the engine's place."""
    made = Engine()
    monkeypatch.setattr(analysis, "analyze", made.analyze)
    monkeypatch.setattr(analysis, "channel_tables", made.channel_tables)
    return made


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make a project of two files, and work in it."""
    (tmp_path / "pyproject.toml").write_text("", encoding="utf-8")
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "nodes.py").write_text("import langgraph\n    x = wrong\n", encoding="utf-8")
    (tmp_path / "src" / "state.py").write_text("", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path
