"""What objects hold while the code runs, and how two paths of the code become one again."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from stategraph_lint.program.values import (
    Changed,
    Choice,
    CopyOf,
    Coroutine,
    ElementOf,
    Entry,
    FieldOf,
    Generated,
    Instance,
    Item,
    ItemOf,
    Listing,
    Literal,
    Object,
    Operation,
    Parameter,
    Partial,
    Place,
    Result,
    SliceOf,
    Table,
    Unknown,
    Value,
)

K = TypeVar("K")
V = TypeVar("V")

MAX_DEPTH = 12
MAX_OPTIONS = 12


@dataclass(frozen=True, slots=True)
class Content:
    """What an object holds, or what was changed in a symbolic value.

    `items` are those of a sequence, `entries` those of a mapping, or assigned attributes and keys; `without` are keys
    that were deleted; `complete` is false when unknown code may have added more. `base` is what a shallow copy of an
    unknown kind was made from. `cls`, `positional`, `named` and their places make an instance.
    """

    items: tuple[Item, ...] = ()
    entries: tuple[Entry, ...] = ()
    without: frozenset[str] = frozenset()
    complete: bool = True
    base: Value | None = None
    cls: Value | None = None
    positional: tuple[Value, ...] = ()
    named: tuple[tuple[str | None, Value], ...] = ()
    named_places: tuple[Place, ...] = ()


class Layers(Generic[K, V]):
    """A dictionary that can be forked: changes go to the topmost layer, which can be taken off again."""

    def __init__(self) -> None:
        self._layers: list[dict[K, V]] = [{}]

    def get(self, key: K) -> V | None:
        """Give the value of a key, None when there is none."""
        for layer in reversed(self._layers):
            if key in layer:
                return layer[key]
        return None

    def set(self, key: K, value: V) -> None:
        """Set a key in the topmost layer."""
        self._layers[-1][key] = value

    def push(self) -> None:
        """Fork: put an empty layer on top."""
        self._layers.append({})

    def pop(self) -> dict[K, V]:
        """Take the topmost layer off."""
        return self._layers.pop()

    @property
    def depth(self) -> int:
        """How many layers there are."""
        return len(self._layers)

    def since(self, depth: int) -> dict[K, V]:
        """Give what was set above the given depth."""
        out: dict[K, V] = {}
        for layer in self._layers[depth:]:
            out.update(layer)
        return out

    def update(self, values: dict[K, V]) -> None:
        """Set many keys in the topmost layer."""
        self._layers[-1].update(values)


def join(values: Iterable[Value | None]) -> Value:
    """Give the value that is one of several: a flat choice without repetitions."""
    flat: dict[int, Value] = {}
    for value in values:
        for option in value.options if isinstance(value, Choice) else (value,):
            if option is not None and not any(same(option, other) for other in flat.values()):
                flat[id(option)] = option
    options = tuple(flat.values())
    if len(options) == 1:
        return options[0]
    if not options or len(options) > MAX_OPTIONS:
        return Unknown("too many possible values" if options else "no value")
    return Choice(options)


def same(left: Value, right: Value) -> bool:
    """Tell whether two values are the same beyond doubt."""
    if left is right:
        return True
    if isinstance(left, Literal) and isinstance(right, Literal):
        return left.kind == right.kind and left.value == right.value
    return False


def merge(arms: list[Content | None]) -> Content:
    """Give what an object holds after one of several paths; None is a path that does not know the object."""
    known = [arm for arm in arms if arm is not None]
    first = known[0]
    if all(arm is first for arm in arms):
        return first
    contents = [arm if arm is not None else Content(base=first.base, cls=first.cls) for arm in arms]
    return replace(
        first,
        items=_merge_items([content.items for content in contents]),
        entries=_merge_entries([content.entries for content in contents]),
        without=frozenset().union(*(content.without for content in contents)),
        complete=all(content.complete for content in contents),
    )


def _common(parts: list[tuple[V, ...]]) -> int:
    count = 0
    for row in zip(*parts):
        if any(cell is not row[0] for cell in row):
            break
        count += 1
    return count


def _merge_items(parts: list[tuple[Item, ...]]) -> tuple[Item, ...]:
    count = _common(parts)
    rest = [replace(item, must=False) for part in parts for item in part[count:]]
    return (*parts[0][:count], *rest)


def _merge_entries(parts: list[tuple[Entry, ...]]) -> tuple[Entry, ...]:
    count = _common(parts)
    rest: list[Entry] = []
    for part in parts:
        for entry in part[count:]:
            others = [_written(other[count:], entry.key) for other in parts if other is not part]
            must = entry.must and all(other is not None and other.must for other in others)
            rest.append(replace(entry, must=must))
    return (*parts[0][:count], *rest)


def _written(entries: tuple[Entry, ...], key: Value | None) -> Entry | None:
    if key is None:
        return None
    for entry in reversed(entries):
        if entry.key is not None and same(entry.key, key):
            return entry
    return None


class Freezer:
    """Turns values that live on the heap into values that do not change."""

    def __init__(self, heap: Layers[Value, Content]) -> None:
        self._heap = heap
        self._open: set[int] = set()
        self._done: dict[int, Value] = {}

    def freeze(self, value: Value) -> Value:
        """Give a value as rules may keep it; what holds itself becomes unknown."""
        if id(value) in self._done:
            return self._done[id(value)]
        if id(value) in self._open or len(self._open) > MAX_DEPTH:
            return Unknown("holds itself or is nested too deeply")
        self._open.add(id(value))
        try:
            frozen = self._freeze(value)
        finally:
            self._open.discard(id(value))
        self._done[id(value)] = frozen
        return frozen

    def _freeze(self, value: Value) -> Value:
        content = self._heap.get(value)
        if isinstance(value, Object):
            return self._object(value, content or Content())
        inner = self._parts(value)
        if content is not None and (content.entries or content.items or content.without):
            return Changed(inner, self._entries(content.entries), content.without)
        return inner

    def _object(self, value: Object, content: Content) -> Value:
        entries, items = self._entries(content.entries), self._items(content.items)
        if value.kind == "dict" or (value.kind == "copy" and entries):
            whole = (Entry(None, self.freeze(content.base)),) if content.base is not None else ()
            return Table(whole + entries, value.place, content.without, content.complete)
        if value.kind == "copy" and content.base is not None:
            base = self.freeze(content.base)
            if not items:
                return SliceOf(base, True)
            return Listing("list", (Item(base, spread=True), *items), value.place, content.complete)
        if value.kind == "instance":
            named = tuple((name, self.freeze(part)) for name, part in content.named)
            positional = tuple(map(self.freeze, content.positional))
            attributes = tuple((_text(entry.key), entry.value) for entry in entries)
            cls = content.cls or Unknown("class")
            return Instance(cls, positional, named, attributes, value.place, content.named_places)
        if value.kind in ("builder", "compiled"):
            return value
        return Listing(value.kind, items, value.place, content.complete)

    def _items(self, items: tuple[Item, ...]) -> tuple[Item, ...]:
        return tuple(replace(item, value=self.freeze(item.value)) for item in items)

    def _entries(self, entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
        return tuple(
            replace(entry, key=entry.key and self.freeze(entry.key), value=self.freeze(entry.value))
            for entry in entries
        )

    def _parts(self, value: Value) -> Value:
        if isinstance(value, (FieldOf, ItemOf, ElementOf, SliceOf, CopyOf)):
            return self._derived(value)
        if isinstance(value, Choice):
            return join(map(self.freeze, value.options))
        if isinstance(value, Operation):
            return replace(value, operands=tuple(map(self.freeze, value.operands)))
        if isinstance(value, Result):
            named = tuple((name, self.freeze(part)) for name, part in value.named)
            return replace(value, positional=tuple(map(self.freeze, value.positional)), named=named)
        if isinstance(value, Generated):
            key = value.key and self.freeze(value.key)
            sources = tuple(map(self.freeze, value.sources))
            return replace(value, key=key, element=self.freeze(value.element), sources=sources)
        if isinstance(value, Coroutine):
            return replace(value, result=self.freeze(value.result))
        if isinstance(value, Partial):
            named_parts = tuple((name, self.freeze(part)) for name, part in value.named)
            return replace(value, positional=tuple(map(self.freeze, value.positional)), named=named_parts)
        return value

    def _derived(self, value: FieldOf | ItemOf | ElementOf | SliceOf | CopyOf) -> Value:
        if isinstance(value.base, Parameter):
            return value
        base = self.freeze(value.base)
        return value if base is value.base else replace(value, base=base)


def _text(key: Value | None) -> str:
    return key.value if isinstance(key, Literal) and isinstance(key.value, str) else ""
