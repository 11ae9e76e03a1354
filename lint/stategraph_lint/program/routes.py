"""Where a value leads: what a path function or the `goto` of a Command may give, taken apart.

Mirrors `BranchSpec._finish` and `_control_branch`: a name or a Send, or a list or tuple of them; a path map is applied
to names, never to Sends.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product

from stategraph_lint.facts.libraries import SEND
from stategraph_lint.program.conditions import Conditions, may_both_hold
from stategraph_lint.program.functions import options
from stategraph_lint.program.graphs import node_name
from stategraph_lint.program.values import (
    Choice,
    External,
    Generated,
    Instance,
    Item,
    Listing,
    Literal,
    Operation,
    Place,
    Result,
    Value,
)

END = "__end__"
START = "__start__"
MAX_OUTCOMES = 64
# Parts of a list that may each be missing: their subsets are listed up to this number.
MAX_OPTIONAL = 4


@dataclass(frozen=True, eq=False, slots=True)
class Destination:
    """One place that a router, a goto or a Send leads to.

    `name` is the node (`__end__` for END), None when it cannot be read. `said` is what the path map was given, `place`
    where it stands. `send` is the Send, `many` when there may be one for each item of something.
    """

    name: str | None
    place: Place
    said: Literal | None = None
    send: Result | None = None
    many: bool = False


@dataclass(frozen=True, eq=False, slots=True)
class Outcome:
    """One thing that a router or a goto may give.

    `fails` is the exception that LangGraph raises, `said` the literal it raises it on. `known` is false when a part of
    it cannot be read, `proven` when nothing shows that it is ever given just so. `conditions` are the tests that lead
    to it.
    """

    destinations: tuple[Destination, ...]
    place: Place
    fails: str | None = None
    known: bool = True
    proven: bool = True
    conditions: Conditions = ()
    said: Literal | None = None


@dataclass(frozen=True, eq=False, slots=True)
class Label:
    """One entry of a path map: what the path function says, and the node that it means."""

    said: Value
    name: str | None
    place: Place
    target: Place


@dataclass(frozen=True, eq=False)
class Routes:
    """Takes values apart. `labels` is the path map, None where there is none; `goto` for the rules of a Command.

    `declared` gives the texts that a value may be by its declared type, None when that does not say.
    """

    labels: tuple[Label, ...] | None = None
    goto: bool = False
    declared: Callable[[Value], Sequence[Literal] | None] = lambda _: None

    def outcomes(self, value: Value, place: Place) -> list[Outcome]:
        """Give what a value may lead to."""
        found = [outcome for option in options(value) for outcome in self._single(option, place)]
        return found if len(found) <= MAX_OUTCOMES else [Outcome((), place, known=False)]

    def _single(self, value: Value, place: Place) -> list[Outcome]:
        if isinstance(value, Listing) and value.kind in ("list", "tuple"):
            return self._several(value.items, place, complete=value.complete)
        if isinstance(value, Generated) and value.kind == "list":
            return self._several((Item(value, spread=True, place=place),), place)
        if isinstance(value, Operation) and value.operator == "+":
            return self._several(tuple(Item(part, spread=True, place=place) for part in value.operands), place)
        if isinstance(value, Operation) and value.operator in ("compare", "not"):
            return [self._one(Literal("bool", said), place) for said in (True, False)]
        if isinstance(value, (Literal, External, Result)):
            return self._declared(value, place) or [self._one(value, place)]
        return self._declared(value, place) or [Outcome((), place, known=False)]

    def _declared(self, value: Value, place: Place) -> list[Outcome]:
        if isinstance(value, Literal):
            return []
        return [replace(self._one(said, place), proven=True) for said in self.declared(value) or ()]

    def _one(self, value: Value, place: Place) -> Outcome:
        found = self._destination(value, place)
        if isinstance(found, str):
            return Outcome((), place, fails=found, said=value if isinstance(value, Literal) else None)
        return Outcome((found,), place, known=found.name is not None)

    def _destination(self, value: Value, place: Place) -> Destination | str:
        """Give where one value leads, or the exception that it raises."""
        if is_send(value):
            assert isinstance(value, Result)
            node = value.argument(0, "node")
            name = node_name(node[0]) if node is not None else None
            if name == END and not self.goto:
                return "InvalidUpdateError"
            return Destination(name, node[1] if node is not None else place, send=value)
        said = value if isinstance(value, Literal) else None
        name = node_name(value)
        if self.labels is not None and (said is not None or name is not None):
            return self._mapped(value, said, place)
        if (said is not None and said.kind == "none") or name == START:
            return Destination(END, place) if self.goto and name == START else "ValueError"
        return Destination(name, place, said)

    def _mapped(self, value: Value, said: Literal | None, place: Place) -> Destination | str:
        for label in reversed(self.labels or ()):
            if same_label(label.said, value):
                return Destination(label.name, place, said)
        if any(not isinstance(label.said, (Literal, External)) for label in self.labels or ()):
            return Destination(None, place, said)
        return "KeyError"

    # --- lists -----------------------------------------------------------------------------------------------

    def _several(self, items: Sequence[Item], place: Place, *, complete: bool = True) -> list[Outcome]:
        parts = list(self._parts(items, place))
        sure = [part for part in parts if part.must]
        optional = _grouped([part for part in parts if not part.must])
        known = complete and all(part.known for part in parts)
        out: list[Outcome] = []
        for subset, proven in _subsets(optional):
            chosen = [*sure, *(part for group in subset for part in group)]
            for row in product(*(part.choices for part in chosen)):
                out.append(_outcome(row, place, known=known, proven=proven))
                if len(out) > MAX_OUTCOMES:
                    return [Outcome((), place, known=False)]
        if len(optional) > MAX_OPTIONAL:
            out.append(Outcome((), place, known=False))
        return out

    def _parts(self, items: Sequence[Item], place: Place) -> Iterator[_Part]:
        """Give the parts of a list; a Send that a loop appends again and again is one part."""
        for repeated in _by_place(items):
            item = repeated[0]
            where = item.place or place
            if item.spread:
                yield from self._spread(item.value, where, item)
                continue
            many = len(repeated) > 1 and not item.must
            choices = [self._destination(option, where) for option in options(item.value)]
            yield _Part(tuple(choices), item.must, item.conditions).repeated(many)

    def _spread(self, value: Value, place: Place, item: Item) -> Iterator[_Part]:
        if isinstance(value, Listing):
            yield from self._parts(value.items, place)
        elif isinstance(value, Operation) and value.operator == "+":
            for operand in value.operands:
                yield from self._spread(operand, place, item)
        elif isinstance(value, Generated) and value.kind in ("list", "generator"):
            choices = [self._destination(option, place) for option in options(value.element)]
            for choice in choices:
                yield _Part((choice,), must=False, conditions=()).repeated(many=True)
        else:
            yield _Part((Destination(None, place),), item.must, item.conditions)


@dataclass(frozen=True, eq=False, slots=True)
class _Part:
    """One part of a list: what it may be, and whether it is there on every path."""

    choices: tuple[Destination | str, ...]
    must: bool
    conditions: Conditions

    @property
    def known(self) -> bool:
        return all(isinstance(choice, str) or choice.name is not None for choice in self.choices)

    def repeated(self, many: bool) -> _Part:
        """Give the part for a loop: Sends may then be many."""
        if not many:
            return self
        choices = [
            replace(choice, many=True) if isinstance(choice, Destination) and choice.send is not None else choice
            for choice in self.choices
        ]
        return replace(self, choices=tuple(choices))


def _outcome(row: Sequence[Destination | str], place: Place, *, known: bool, proven: bool) -> Outcome:
    fails = next((part for part in row if isinstance(part, str)), None)
    if fails is not None:
        return Outcome((), place, fails=fails, proven=proven)
    places = tuple(part for part in row if isinstance(part, Destination))
    return Outcome(places, place, known=known, proven=proven)


def _by_place(items: Sequence[Item]) -> list[list[Item]]:
    """Bring together what a loop appended in each of its turns."""
    groups: dict[object, list[Item]] = {}
    for item in items:
        key = id(item) if item.place is None or item.must else (item.place.path, item.place.span)
        groups.setdefault(key, []).append(item)
    return list(groups.values())


def _grouped(parts: Sequence[_Part]) -> list[list[_Part]]:
    """Bring together what is appended under the same tests: it is there together or not at all."""
    groups: list[list[_Part]] = []
    for part in parts:
        for group in groups:
            if part.conditions and _same_tests(part.conditions, group[0].conditions):
                group.append(part)
                break
        else:
            groups.append([part])
    return groups


def _same_tests(left: Conditions, right: Conditions) -> bool:
    return len(left) == len(right) and all(a[0] is b[0] and a[1] is b[1] for a, b in zip(left, right))


def _subsets(groups: Sequence[list[_Part]]) -> Iterator[tuple[tuple[list[_Part], ...], bool]]:
    """Give which optional parts may be there together, and whether that is proven; of many only pairs and all."""
    sizes = range(len(groups) + 1) if len(groups) <= MAX_OPTIONAL else (0, 1, 2, len(groups))
    for size in sizes:
        for subset in combinations(groups, size):
            verdicts = [_together(one[0], other[0]) for one, other in combinations(subset, 2)]
            if None not in verdicts:
                yield subset, all(verdicts)


def _together(one: _Part, other: _Part) -> bool | None:
    """Tell whether two optional parts are proven to occur together; None when they never do."""
    outcomes = {id(test): outcome for test, outcome in one.conditions}
    if any(outcomes.get(id(test), outcome) is not outcome for test, outcome in other.conditions):
        return None
    return bool(one.conditions and other.conditions) and may_both_hold(one.conditions, other.conditions)


def is_send(value: Value) -> bool:
    """Tell whether a value is `Send(...)`."""
    return isinstance(value, Result) and isinstance(value.function, External) and value.function.name == SEND


def same_label(label: Value, value: Value) -> bool:
    """Tell whether a value finds an entry of a path map."""
    if isinstance(label, Literal) and isinstance(value, Literal):
        return type(label.value) is type(value.value) and label.value == value.value
    mine, theirs = node_name(label), node_name(value)
    return mine is not None and mine == theirs


__all__ = ["END", "START", "Choice", "Destination", "Instance", "Label", "Outcome", "Routes", "is_send", "same_label"]
