"""The mypy plugin of stategraph-lint. It does nothing yet.

The entry point is here so that a configuration may name it; the checks of channels, reducers and node updates in
mypy's own terms are not written.
"""

from mypy.plugin import Plugin


class StateGraphPlugin(Plugin):
    """A plugin without hooks."""


def plugin(version: str) -> type[StateGraphPlugin]:
    """Give mypy the plugin's class, whatever its version."""
    return StateGraphPlugin
