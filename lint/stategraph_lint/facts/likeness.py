"""Whether two lambdas are spelled alike, wherever they stand and however their parameters are named."""

from __future__ import annotations

from stategraph_lint.facts import syntax as s


def alike(left: s.Lambda, right: s.Lambda) -> bool:
    """Tell whether two lambdas are the same code but for the names of their parameters."""
    if len(left.parameters) != len(right.parameters):
        return False
    names = {one.name: other.name for one, other in zip(left.parameters, right.parameters)}
    kinds = [(one.kind, one.default is None) for one in left.parameters]
    if kinds != [(other.kind, other.default is None) for other in right.parameters]:
        return False
    defaults = zip(left.parameters, right.parameters)
    return all(_same(one.default, other.default, {}) for one, other in defaults) and _same(left.body, right.body, names)


def _same(left: object, right: object, names: dict[str, str]) -> bool:
    if type(left) is not type(right):
        return False
    if isinstance(left, s.Name) and isinstance(right, s.Name):
        return names.get(left.id, left.id) == right.id
    if isinstance(left, s.Node):
        fields = (name for name in left.__struct_fields__ if name != "span")
        return all(_same(getattr(left, name), getattr(right, name), names) for name in fields)
    if isinstance(left, tuple) and isinstance(right, tuple):
        return len(left) == len(right) and all(_same(one, other, names) for one, other in zip(left, right))
    return left == right
