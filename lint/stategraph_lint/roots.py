"""Where a project's own configuration says that its packages lie."""

from __future__ import annotations

import json
from pathlib import Path, PurePosixPath

from stategraph_lint.config import load_toml


def root_hints(root: Path) -> tuple[str, ...]:
    """Give the import roots that a project's own files name: langgraph.json's dependencies, package directories.

    Files that cannot be read or parsed give nothing: the hints only help.
    """
    hints: list[str] = []
    try:
        config = json.loads((root / "langgraph.json").read_text(encoding="utf-8"))
        hints += [item for item in config.get("dependencies", []) if isinstance(item, str) and item.startswith(".")]
    except (OSError, ValueError, AttributeError):
        pass
    hints += _pyproject_hints(root)
    cleaned = (str(PurePosixPath(hint)).strip("./") for hint in hints)
    return tuple(dict.fromkeys(hint for hint in cleaned if hint))


def _pyproject_hints(root: Path) -> list[str]:
    try:
        tool = load_toml(root / "pyproject.toml").get("tool", {})
        setuptools = tool.get("setuptools", {})
        found = list(setuptools.get("package-dir", {}).values())
        found += setuptools.get("packages", {}).get("find", {}).get("where", [])
        found += [item.get("from", "") for item in tool.get("poetry", {}).get("packages", [])]
        wheel = tool.get("hatch", {}).get("build", {}).get("targets", {}).get("wheel", {})
        found += [str(PurePosixPath(item).parent) for item in wheel.get("packages", [])]
        return [item for item in found if isinstance(item, str)]
    except (OSError, ValueError, AttributeError, TypeError):
        return []
