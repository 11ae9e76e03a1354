"""What a msgpack checkpoint does with the values of a type, mirroring JsonPlusSerializer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from stategraph_lint.facts.checkpoints import CHANGED, FAILING, KEPT, KEYS_CHANGED, KEYS_KEPT, MAPPINGS
from stategraph_lint.facts.libraries import MESSAGE_TYPES
from stategraph_lint.program.claims import is_serializable
from stategraph_lint.program.field_types import bare, without_none
from stategraph_lint.program.interpreter import Interpreter
from stategraph_lint.program.types import LiteralType, Plain, Special, Type, Union, name_of
from stategraph_lint.program.values import ClassValue, External, TypeExpression, Value

UNKNOWN = "unknown"
_WORSE = ("fails", UNKNOWN, "changed")


@dataclass(frozen=True, slots=True)
class Verdict:
    """What happens to the values of one type, or of one part of it: `outcome` is kept, changed, fails or unknown.

    `what` says what fails, or what becomes what. `cls` is the class of the project it is about. `cause` is `place` for
    a class that cannot be imported by its name, `set` for a set of tuples, `state` for a class that comes back without
    something it held.
    """

    outcome: str
    what: str = ""
    cls: ClassValue | None = None
    cause: str = ""

    @property
    def text(self) -> str:
        """The verdict in words: `kept`, `changed: tuple -> list`, `fails: function`, `unknown`."""
        return f"{self.outcome}: {self.what}" if self.outcome in ("changed", "fails") else self.outcome


KEPT_WHOLE = Verdict("kept")
NOT_KNOWN = Verdict(UNKNOWN)


def checkpoint(run: Interpreter, type_: Type) -> str:
    """Give `kept`, `changed: tuple -> list`, `fails: function` or `unknown`.

    It fails or changes only where every value of the type does, None apart; for a container, where every item does.
    """
    return worst(verdicts(run, type_)).text


def verdicts(run: Interpreter, type_: Type) -> Iterator[Verdict]:
    """Give the verdict on each part of a type, the type itself first."""
    return TypeVerdicts(run).of(type_)


class TypeVerdicts:
    """Follows a type into its parts; a class that holds itself is taken as kept inside."""

    def __init__(self, run: Interpreter) -> None:
        self.run = run
        self.open: list[int] = []

    def of(self, type_: Type) -> Iterator[Verdict]:
        """Give the verdict on each part of a type."""
        inner = without_none(type_)
        if isinstance(inner, Union):
            yield from _together([list(self.of(option)) for option in inner.options])
        elif isinstance(inner, LiteralType):
            yield KEPT_WHOLE
        elif isinstance(inner, Special):
            yield Verdict("fails", "function") if inner.name == "typing.Callable" else NOT_KNOWN
        elif isinstance(inner, Plain):
            yield from self._plain(inner)
        else:
            yield NOT_KNOWN

    def _plain(self, type_: Plain) -> Iterator[Verdict]:
        origin, arguments = type_.origin, [item for item in type_.arguments if not _is_ellipsis(item)]
        if is_serializable(self.run, origin):
            yield KEPT_WHOLE
            yield from self._items(origin, arguments)
            return
        if isinstance(origin, ClassValue):
            from stategraph_lint.program.serialized_classes import of_class, rebuilds

            yield from of_class(self, origin)
            inner = (verdict for item in arguments for verdict in self.of(item))
            yield from (verdict for verdict in inner if verdict.outcome != "changed" or not rebuilds(self.run, origin))
            return
        own = of_origin(origin)
        if own.outcome == "fails":
            yield own
        elif _is_set(type_) and any(map(_is_tuple, arguments)):
            yield Verdict("changed", "set of tuples -> list of lists", cause="set")
        else:
            yield own
            if own.outcome != "changed" or isinstance(origin, External):
                yield from self._items(origin, arguments)

    def _items(self, origin: Value, arguments: list[Type]) -> Iterator[Verdict]:
        if isinstance(origin, External) and origin.name in MAPPINGS and arguments:
            yield from self._key(arguments[0])
            arguments = arguments[1:]
        for item in arguments:
            yield from self.of(item)

    def _key(self, type_: Type) -> Iterator[Verdict]:
        """Judge the keys of a dict: ormsgpack takes few types, and makes text of some."""
        inner = without_none(type_)
        if isinstance(inner, LiteralType):
            return
        if isinstance(inner, Plain) and isinstance(inner.origin, ClassValue):
            from stategraph_lint.program.serialized_classes import of_key

            yield of_key(self.run, inner.origin)
        elif isinstance(inner, Plain) and isinstance(inner.origin, External):
            name = inner.origin.name
            short = name_of(inner.origin)
            if name in KEYS_CHANGED:
                yield Verdict("changed", f"{short} as key -> str")
            elif name in KEPT and name not in KEYS_KEPT:
                yield Verdict("fails", f"{short} as key")
            elif name not in KEYS_KEPT:
                yield NOT_KNOWN
        else:
            yield NOT_KNOWN


def of_origin(origin: Value) -> Verdict:
    """Give the verdict on a class from outside the project, its items apart."""
    if isinstance(origin, TypeExpression):
        return KEPT_WHOLE
    if not isinstance(origin, External):
        return NOT_KNOWN
    name = origin.name
    if name in KEPT or name in MESSAGE_TYPES:
        return KEPT_WHOLE
    if name in CHANGED:
        return Verdict("changed", f"{name_of(origin)} -> {CHANGED[name]}")
    return Verdict("fails", FAILING[name]) if name in FAILING else NOT_KNOWN


def _is_set(type_: Plain) -> bool:
    return name_of(type_.origin) in ("set", "frozenset", "Set", "MutableSet")


def _is_tuple(type_: Type) -> bool:
    inner = bare(type_)
    return isinstance(inner, Plain) and isinstance(inner.origin, External) and inner.origin.name == "builtins.tuple"


def _is_ellipsis(type_: Type) -> bool:
    return isinstance(type_, Special) and type_.name == "..."


def _together(options: list[list[Verdict]]) -> Iterable[Verdict]:
    """Give the verdicts on a union: those that hold for every option, else `unknown`."""
    outcomes = [worst(option) for option in options]
    if len({verdict.outcome for verdict in outcomes}) > 1:
        return [NOT_KNOWN]
    return [outcomes[0]] if outcomes[0].outcome != "kept" else [part for option in options for part in option]


def worst(parts: Iterable[Verdict]) -> Verdict:
    """Give the verdict on a whole by those on its parts: failing before unknown before changed before kept."""
    found = list(parts)
    for outcome in _WORSE:
        for verdict in found:
            if verdict.outcome == outcome:
                return verdict
    return found[0] if found else KEPT_WHOLE
