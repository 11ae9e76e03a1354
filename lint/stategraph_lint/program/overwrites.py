"""Overwrites: the three forms of one, and what only looks like one, mirroring `langgraph.channels.binop`."""

from __future__ import annotations

from stategraph_lint.facts.libraries import OVERWRITE
from stategraph_lint.program.values import External, Literal, Result, Table, Value

SENTINEL = "__overwrite__"


def is_overwrite(value: Value) -> bool:
    """Tell whether a reducer channel surely takes a value as an Overwrite; mirrors `_get_overwrite`.

    That is an instance, a dict whose only key is the sentinel, and what is left of an instance in JSON.
    """
    if isinstance(value, Result) and isinstance(value.function, External):
        return value.function.name == OVERWRITE
    found = _plain(value)
    if found is None:
        return False
    return set(found) == {SENTINEL} or (_is_sentinel(found.get("type")) and "value" in found)


def is_malformed(value: Value) -> bool:
    """Tell whether a value is a dict that has the sentinel among other keys: it is taken as data."""
    found = _plain(value)
    return found is not None and SENTINEL in found and not is_overwrite(value)


def _plain(value: Value) -> dict[str, Value] | None:
    """Give the entries of a dict all of whose keys are known strings."""
    if not isinstance(value, Table) or not value.complete or value.without:
        return None
    found: dict[str, Value] = {}
    for entry in value.entries:
        if not isinstance(entry.key, Literal) or not isinstance(entry.key.value, str) or not entry.must:
            return None
        found[entry.key.value] = entry.value
    return found


def _is_sentinel(value: Value | None) -> bool:
    return isinstance(value, Literal) and value.value == SENTINEL
