"""The limits on the size of functions and files."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from statistics import median, quantiles

ROOT = Path(__file__).parents[2]
SOURCES = [path for folder in ("lint", "mypy_plugin") for path in sorted((ROOT / folder).rglob("*.py"))]


def lengths() -> Iterator[tuple[int, str]]:
    """Give the number of lines of each function, and where it stands."""
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                yield (node.end_lineno or 0) - node.lineno + 1, f"{path.relative_to(ROOT)}:{node.lineno} {node.name}"


def test_functions_are_short() -> None:
    sizes = [size for size, _place in lengths()]
    assert median(sizes) <= 13
    assert quantiles(sizes, n=20)[-1] <= 45
    assert [place for size, place in lengths() if size > 80] == []


def test_files_are_short() -> None:
    counts = {str(path.relative_to(ROOT)): len(path.read_text(encoding="utf-8").splitlines()) for path in SOURCES}
    assert [name for name, lines in counts.items() if lines > 500] == []
    assert [name for name, lines in counts.items() if lines > 150 and "/rules/" in name] == []
