from __future__ import annotations

import pytest


def pytest_configure(config: pytest.Config) -> None:
    """Name the mark of the tests that need the real library."""
    config.addinivalue_line("markers", "library: runs scripts on the real LangGraph")
