"""Where values come from that the code does not make itself."""

from __future__ import annotations

from stategraph_lint.program.values import (
    Changed,
    Choice,
    ElementOf,
    FieldOf,
    ItemOf,
    MergedClass,
    Parameter,
    Value,
)


def from_caller(value: Value) -> bool:
    """Tell whether a value is, or may be, what an unknown caller hands to the function that builds the graph."""
    if isinstance(value, Parameter):
        return True
    if isinstance(value, (FieldOf, ItemOf, ElementOf, Changed)):
        return from_caller(value.base)
    if isinstance(value, MergedClass):
        return any(map(from_caller, value.parts))
    return isinstance(value, Choice) and any(map(from_caller, value.options))
