"""What objects hold while the code runs, and how two paths of the code become one again."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from stategraph_lint.program.values import (
    Changed,
    Choice,
    CopyOf,
    Coroutine,
    ElementOf,
    Entry,
    External,
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
    Words,
)

K = TypeVar("K")
V = TypeVar("V")
_Name = TypeVar("_Name", str, "str | None")

MAX_DEPTH = 12
MAX_OPTIONS = 12


@dataclass(frozen=True, slots=True)
class Content:
    """What an object holds, or what was changed in a symbolic value.

    `items` are those of a sequence, `entries` those of a mapping, or assigned attributes and keys; `without` are keys
    that were deleted; `complete` is false when unknown code may have added more. `base` is what a shallow copy of an
    unknown kind was made from. `cls`, `positional`, `named` and their places make an instance. `lessened` when some
    part, nobody knows which, was taken out.
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
    lessened: bool = False

    @property
    def size(self) -> int:
        """How many items and entries there are."""
        return len(self.items) + len(self.entries)


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

    @contextmanager
    def bottom(self) -> Iterator[None]:
        """Work on the lowest layer, the others put aside: what is set stays when they are taken off."""
        above = self._layers[1:]
        del self._layers[1:]
        try:
            yield
        finally:
            self._layers[1:] = above

    def cut(self, depth: int) -> None:
        """Take off what was put above the given depth."""
        del self._layers[depth:]

    @property
    def depth(self) -> int:
        """How many layers there are."""
        return len(self._layers)

    def knows(self, key: K, depth: int) -> bool:
        """Tell whether a key was set below the given depth."""
        return any(key in layer for layer in self._layers[:depth])

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
    flat: dict[object, Value] = {}
    for value in values:
        if value is None:
            continue
        if type(value) is not Choice:
            flat.setdefault(_identity(value), value)
            continue
        for option in value.options:
            flat.setdefault(_identity(option), option)
    if len(flat) > MAX_OPTIONS:
        return Unknown("too many possible values")
    options = tuple(flat.values())
    if not options:
        return Unknown("no value")
    return options[0] if len(options) == 1 else Choice(options)


def _identity(value: Value) -> object:
    """Give what tells a value from others: literals and outside names by what they are, all else by itself."""
    kind = type(value)
    if kind is Literal:
        return value.kind, value.value  # type: ignore[attr-defined]
    return value.name if kind is External else id(value)  # type: ignore[attr-defined]


def same(left: Value, right: Value) -> bool:
    """Tell whether two values are the same beyond doubt."""
    if left is right:
        return True
    if isinstance(left, Literal) and isinstance(right, Literal):
        return (left.kind, left.value) == (right.kind, right.value)
    if isinstance(left, External) and isinstance(right, External):
        return left.name == right.name
    return False


def merge(arms: list[Content | None]) -> Content:
    """Give what an object holds after one of several paths; None is a path that does not know the object."""
    known = [arm for arm in arms if arm is not None]
    first = known[0]
    if all(arm is first for arm in arms):
        return first
    contents = [arm if arm is not None else Content(base=first.base, cls=first.cls) for arm in arms]
    if any(content.lessened for content in contents):
        contents = [lessened(content) for content in contents]
        first = contents[0]
    return replace(
        first,
        items=_merge_items([content.items for content in contents]),
        entries=_merge_entries([content.entries for content in contents]),
        without=frozenset().union(*(content.without for content in contents)),
        complete=all(content.complete for content in contents),
    )


def lessened(content: Content) -> Content:
    """Give what an object may hold of a content when some part of it was taken out."""
    return replace(
        content,
        items=tuple(map(some, content.items)),
        entries=tuple(map(_perhaps, content.entries)),
        base=content.base and _part(content.base),
        lessened=True,
    )


def some(part: Item) -> Item:
    """Give what may be left of an item in a part of its sequence: of a spread one, any part."""
    value = _part(part.value) if part.spread else part.value
    return part if value is part.value and not part.must else replace(part, value=value, must=False)


def _part(value: Value) -> Value:
    return value if isinstance(value, SliceOf) and not value.whole else SliceOf(value, False)


def _perhaps(entry: Entry) -> Entry:
    if entry.key is None and not isinstance(entry.value, Unknown):
        return Entry(None, Unknown("a mapping without some of its keys"), entry.must)
    return replace(entry, must=False) if entry.must else entry


def _common(parts: list[tuple[V, ...]]) -> int:
    count = 0
    for row in zip(*parts):
        if any(cell is not row[0] for cell in row):
            break
        count += 1
    return count


def _merge_items(parts: list[tuple[Item, ...]]) -> tuple[Item, ...]:
    count = _common(parts)
    rest = [replace(item, must=False) if item.must else item for part in parts for item in part[count:]]
    return (*parts[0][:count], *rest)


def _merge_entries(parts: list[tuple[Entry, ...]]) -> tuple[Entry, ...]:
    count = _common(parts)
    rest: list[Entry] = []
    for part in parts:
        for entry in part[count:]:
            others = [_written(other[count:], entry.key) for other in parts if other is not part]
            must = entry.must and all(other is not None and other.must for other in others)
            rest.append(entry if entry.must is must else replace(entry, must=must))
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
        if content is not None and (content.entries or content.items or content.without or not content.complete):
            entries, items = self._entries(content.entries), self._items(content.items)
            return Changed(inner, entries, content.without, content.complete, items)
        return inner

    def _object(self, value: Object, content: Content) -> Value:
        entries, items = self._entries(content.entries), self._items(content.items)
        if value.kind == "dict" or (value.kind == "copy" and entries):
            whole = (Entry(None, self.freeze(content.base)),) if content.base is not None else ()
            return Table(whole + entries, value.place, content.without, content.complete, value.kind == "copy")
        if value.kind == "copy" and content.base is not None:
            base = self.freeze(content.base)
            if not items:
                return SliceOf(base, True)
            return Listing("list", (Item(base, spread=True), *items), value.place, content.complete)
        if value.kind == "instance":
            named, positional = self._named(content.named), self._values(content.positional)
            attributes = tuple((_text(entry.key), entry.value) for entry in entries if entry.key is not entry.value)
            cls = content.cls or Unknown("class")
            return Instance(cls, positional, named, attributes, value.place, content.named_places)
        if value.kind in ("builder", "compiled"):
            return value
        return Listing(value.kind, items, value.place, content.complete)

    def _items(self, items: tuple[Item, ...]) -> tuple[Item, ...]:
        return _each(items, self._item)

    def _item(self, item: Item) -> Item:
        value = self.freeze(item.value)
        return item if value is item.value else replace(item, value=value)

    def _entries(self, entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
        return _each(entries, self._entry)

    def _entry(self, entry: Entry) -> Entry:
        key = entry.key and self.freeze(entry.key)
        value = self.freeze(entry.value)
        if key is entry.key and value is entry.value:
            return entry
        return Entry(key, value, entry.must, entry.key_place, entry.value_place)

    def _values(self, values: tuple[Value, ...]) -> tuple[Value, ...]:
        return _each(values, self.freeze)

    def _named(self, named: tuple[tuple[_Name, Value], ...]) -> tuple[tuple[_Name, Value], ...]:
        return _each(named, self._pair)

    def _pair(self, pair: tuple[_Name, Value]) -> tuple[_Name, Value]:
        value = self.freeze(pair[1])
        return pair if value is pair[1] else (pair[0], value)

    def _parts(self, value: Value) -> Value:
        parts = _PARTS.get(type(value))
        return value if parts is None else parts(self, value)

    def _choice(self, value: Choice) -> Value:
        options = self._values(value.options)
        return value if options is value.options else join(options)

    def _words(self, value: Words) -> Value:
        parts = self._values(value.parts)
        return value if parts is value.parts else Words(parts, value.begins)

    def _operation(self, value: Operation) -> Value:
        operands = self._values(value.operands)
        return value if operands is value.operands else replace(value, operands=operands)

    def _result(self, value: Result) -> Value:
        positional, named = self._values(value.positional), self._named(value.named)
        function = value.function
        if isinstance(function, FieldOf) and isinstance(function.base, ElementOf):
            function = self.freeze(function)
        if positional is value.positional and named is value.named and function is value.function:
            return value
        return replace(value, function=function, positional=positional, named=named)

    def _generated(self, value: Generated) -> Value:
        key, element = value.key and self.freeze(value.key), self.freeze(value.element)
        sources = self._values(value.sources)
        if key is value.key and element is value.element and sources is value.sources:
            return value
        return Generated(value.kind, key, element, sources, value.filtered)

    def _coroutine(self, value: Coroutine) -> Value:
        result = self.freeze(value.result)
        return value if result is value.result else Coroutine(result, value.function)

    def _partial(self, value: Partial) -> Value:
        positional, named = self._values(value.positional), self._named(value.named)
        return Partial(value.function, positional, named, value.place)

    def _derived(self, value: FieldOf | ItemOf | ElementOf | SliceOf | CopyOf) -> Value:
        if isinstance(value.base, Parameter):
            return value
        base = self.freeze(value.base)
        return value if base is value.base else replace(value, base=base)


def _each(parts: tuple[V, ...], change: Callable[[V], V]) -> tuple[V, ...]:
    """Change each part; the same tuple where nothing changes, since most values hold no object at all."""
    changed = tuple(map(change, parts))
    return parts if all(map(operator.is_, changed, parts)) else changed


_PARTS: dict[type[Value], Callable[[Freezer, Any], Value]] = {
    Choice: Freezer._choice,
    Words: Freezer._words,
    Operation: Freezer._operation,
    Result: Freezer._result,
    Generated: Freezer._generated,
    Coroutine: Freezer._coroutine,
    Partial: Freezer._partial,
    **dict.fromkeys((FieldOf, ItemOf, ElementOf, SliceOf, CopyOf), Freezer._derived),
}


def _text(key: Value | None) -> str:
    return key.value if isinstance(key, Literal) and isinstance(key.value, str) else ""
