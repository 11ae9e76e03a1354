"""Updates: what each return of a node writes, key by key, mirroring `_get_updates` of `langgraph.graph.state`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from stategraph_lint.facts.libraries import COMMAND, EXTENDED_RESPONSE, SEND, STATE_CLASSES
from stategraph_lint.program import classes
from stategraph_lint.program.functions import Summary, options
from stategraph_lint.program.interpreter import Interpreter
from stategraph_lint.program.schemas import read_schema
from stategraph_lint.program.values import (
    Changed,
    ClassValue,
    CopyOf,
    Coroutine,
    ElementOf,
    Entry,
    External,
    Generated,
    Instance,
    Item,
    ItemOf,
    Listing,
    Literal,
    Parameter,
    Place,
    Result,
    SliceOf,
    Table,
    Unknown,
    Value,
    Words,
)


@dataclass(frozen=True, eq=False, slots=True)
class Write:
    """One key of an update. `must` is false when only some paths to the return write it."""

    key: str
    value: Value
    must: bool
    key_place: Place
    value_place: Place


@dataclass(frozen=True, eq=False, slots=True)
class Echo:
    """A whole state that goes back with an update, but for the keys in `without`."""

    base: Value
    without: frozenset[str]


@dataclass(frozen=True, eq=False, slots=True)
class Update:
    """What one return hands to LangGraph.

    `kind` is none, mapping, instance, command, commands, invalid or unknown; `what` says which type an invalid one has,
    or why it is unknown. `writes` are the keys, later ones won; `complete` is false when there may be more. `echoes`
    are whole states among them. `parent` is set for a command to the parent graph. `cls` is the class of an instance,
    also when a command's update is one. `conditions` are the tests that led to the return, each with its outcome.
    `repeated` are writes of a list of pairs that come before another of the same key.
    """

    kind: str
    place: Place
    value: Value
    writes: tuple[Write, ...] = ()
    echoes: tuple[Echo, ...] = ()
    complete: bool = True
    what: str = ""
    parent: bool = False
    cls: Value | None = None
    conditions: tuple[tuple[Value, bool], ...] = ()
    repeated: tuple[Write, ...] = ()

    @property
    def known(self) -> bool:
        """Whether every key and value of the update is known."""
        return self.kind != "unknown" and self.complete

    def write(self, key: str) -> Write | None:
        """Give the write of a key."""
        return next((write for write in self.writes if write.key == key), None)


@dataclass
class _Draft:
    place: Place
    writes: dict[str, Write] = field(default_factory=dict)
    echoes: list[Echo] = field(default_factory=list)
    complete: bool = True
    why: str = ""
    repeated: list[Write] = field(default_factory=list)

    def open(self, why: str) -> None:
        self.complete = False
        self.why = self.why or why


def of_summary(run: Interpreter, summary: Summary) -> tuple[Update, ...]:
    """Give the updates of a node function, one for each value that each of its returns, or yields, may give."""
    out: list[Update] = []
    for ending in summary.yields or summary.endings:
        value = ending.frozen or ending.value
        for option in options(value):
            out += (replace(one, conditions=ending.conditions) for one in of_value(run, option, ending.place))
    return tuple(out)


def of_value(run: Interpreter, value: Value, place: Place) -> list[Update]:
    """Give the updates that one returned value makes."""
    if isinstance(value, Listing) and value.kind in ("list", "tuple"):
        return _listing(run, value, place)
    return [_single(run, value, place)]


def _listing(run: Interpreter, value: Listing, place: Place) -> list[Update]:
    parts = [option for item in value.items for option in options(item.value)]
    if any(_is_call_of(part, COMMAND) for part in parts):
        return [update for item in value.items for update in _item(run, item, place)]
    known = value.complete and all(not item.spread for item in value.items) and not any(map(_is_vague, parts))
    if known and not any(_is_call_of(part, SEND) for part in parts):
        return [Update("invalid", place, value, what=f"a {value.kind}")]
    return [Update("unknown", place, value, complete=False, what=f"a {value.kind} of unknown items")]


def _item(run: Interpreter, item: Item, place: Place) -> list[Update]:
    """Give the updates that one item of a list of Commands makes."""
    out: list[Update] = []
    for part in options(item.value):
        if not item.spread:
            out += [] if _is_call_of(part, SEND) else [_single(run, part, place)]
        elif isinstance(part, Listing) and part.complete:
            out += (update for inner in part.items for update in _item(run, inner, place))
        else:
            out.append(Update("unknown", place, part, complete=False, what=f"`*` of {_why(part)}"))
    return out


def _is_vague(value: Value) -> bool:
    return not isinstance(value, (Literal, Table, Listing, Words, Instance))


def _is_call_of(value: Value, name: str) -> bool:
    return isinstance(value, Result) and isinstance(value.function, External) and value.function.name == name


def _single(run: Interpreter, value: Value, place: Place) -> Update:
    if isinstance(value, Literal):
        return _literal(value, place)
    if isinstance(value, Words):
        return Update("invalid", place, value, what="a str")
    if isinstance(value, Coroutine):
        return Update("invalid", place, value, what="a coroutine")
    if _is_call_of(value, COMMAND):
        assert isinstance(value, Result)
        return _command(run, value, place)
    if _is_call_of(value, EXTENDED_RESPONSE):
        assert isinstance(value, Result)
        # What wraps the call of a model hands its update back beside the answer.
        return _single(run, _argument(value, 1, "command") or Literal("none", None), place)
    draft = _Draft(place)
    if isinstance(value, Instance):
        return _instance(run, draft, value, place)
    if isinstance(value, Generated) and value.kind != "dict":
        vague = _is_vague(value.element)
        kind = "unknown" if vague else "invalid"
        return Update(kind, place, value, complete=not vague, what=f"a {value.kind}")
    if not _collect(run, draft, value, True):
        return Update("unknown", place, value, complete=False, what=_why(value))
    kind = "mapping"
    return Update(kind, place, value, tuple(draft.writes.values()), tuple(draft.echoes), draft.complete, draft.why)


def _literal(value: Literal, place: Place) -> Update:
    if value.kind == "none":
        return Update("none", place, value)
    return Update("invalid", place, value, what=f"a {value.kind}")


def _why(value: Value) -> str:
    from stategraph_lint.program.graphs import describe

    return describe(value)


def _argument(value: Result, position: int, name: str) -> Value | None:
    return value.positional[position] if len(value.positional) > position else dict(value.named).get(name)


def _command(run: Interpreter, value: Result, place: Place) -> Update:
    named = {name: part for name, part in value.named if name is not None}
    graph = named.get("graph")
    parent = graph is not None and not (isinstance(graph, Literal) and graph.kind == "none")
    update = value.positional[1] if len(value.positional) > 1 else named.get("update")
    opaque = any(name is None for name, _ in value.named)
    if update is None or (isinstance(update, Literal) and update.kind == "none"):
        return Update("command", place, value, complete=not opaque, parent=parent)
    draft = _Draft(place)
    inner = options(update)
    for option in inner:
        _collect_update(run, draft, option, len(inner) == 1)
    writes, echoes = tuple(draft.writes.values()), tuple(draft.echoes)
    cls = update.cls if isinstance(update, Instance) else None
    made = Update("command", place, value, writes, echoes, draft.complete, draft.why, parent, cls)
    return replace(made, repeated=tuple(draft.repeated)) if draft.repeated else made


def _collect_update(run: Interpreter, draft: _Draft, value: Value, must: bool) -> None:
    if isinstance(value, Listing) and value.complete:
        pairs = [item.value for item in value.items]
        if all(isinstance(pair, Listing) and len(pair.items) == 2 for pair in pairs):
            for pair in pairs:
                assert isinstance(pair, Listing)
                key, part = pair.items[0], pair.items[1]
                before = draft.writes.get(str(key.value.value)) if isinstance(key.value, Literal) else None
                draft.repeated += [before] if before is not None and must else []
                _entry(run, draft, Entry(key.value, part.value, must, key.place, part.place), must)
            return
    if isinstance(value, Instance):
        made = _instance(run, _Draft(draft.place), value, draft.place)
        draft.writes.update({write.key: write for write in made.writes})
        draft.complete &= made.complete
        return
    if not _collect(run, draft, value, must):
        draft.open(_why(value))


def _collect(run: Interpreter, draft: _Draft, value: Value, must: bool) -> bool:
    """Add what a mapping-like value writes; false when it is not known to be one."""
    if isinstance(value, Table):
        _table(run, draft, value, must)
        return True
    if isinstance(value, Changed):
        if not _collect(run, draft, value.base, must):
            return False
        if not value.complete:
            draft.open("a state that other code may change")
        _drop(draft, value.without)
        for entry in value.entries:
            _entry(run, draft, entry, must)
        return True
    if isinstance(value, (CopyOf, SliceOf)):
        return not (isinstance(value, SliceOf) and not value.whole) and _collect(run, draft, value.base, must)
    if isinstance(value, Parameter) and value.role == "state":
        draft.echoes.append(Echo(value, frozenset()))
        draft.writes.clear()
        return True
    if isinstance(value, Generated) and value.kind == "dict":
        whole = _copied(value)
        if whole is not None:
            return _collect(run, draft, whole, must)
        draft.open("a dict comprehension")
        return True
    if isinstance(value, Result) and isinstance(value.function, External) and value.function.name in STATE_CLASSES:
        for name, part in value.named:
            key = None if name is None else Literal("str", name)
            _entry(run, draft, Entry(key, part, True, value.place, value.place), must)
        return True
    return False


def _copied(value: Generated) -> Value | None:
    """Give what a dict comprehension copies whole: `{k: v for k, v in x.items()}` or `{k: x[k] for k in x}`."""
    if value.filtered or len(value.sources) != 1:
        return None
    source = value.sources[0]
    if isinstance(source, Generated) and isinstance(source.element, Listing) and len(source.sources) == 1:
        pair = [item.value for item in source.element.items]
        return source.sources[0] if pair == [value.key, value.element] and not source.filtered else None
    named = isinstance(value.key, ElementOf) and value.key.base is source
    read = isinstance(value.element, ItemOf) and value.element.base is source and value.element.index is value.key
    return source if named and read else None


def _table(run: Interpreter, draft: _Draft, value: Table, must: bool) -> None:
    if not value.complete:
        draft.open("a dict that other code may change")
    for entry in value.entries:
        _entry(run, draft, entry, must)
    _drop(draft, value.without)


def _drop(draft: _Draft, keys: frozenset[str]) -> None:
    draft.echoes[:] = [Echo(echo.base, echo.without | keys) for echo in draft.echoes]


def _entry(run: Interpreter, draft: _Draft, entry: Entry, must: bool) -> None:
    if entry.key is None:
        inner = options(entry.value)
        for option in inner:
            read = _collect(run, draft, option, must and entry.must and len(inner) == 1)
            if not read and not (isinstance(option, Literal) and option.kind == "none"):
                draft.open(f"`**` of {_why(option)}")
        return
    keys = [option.value for option in options(entry.key) if isinstance(option, Literal)]
    if len(keys) != len(options(entry.key)):
        draft.open("a computed key")
    for key in keys:
        if isinstance(key, str):
            _write(draft, key, entry, must and entry.must and len(keys) == 1)


def _write(draft: _Draft, key: str, entry: Entry, must: bool) -> None:
    place = entry.value_place or entry.key_place or draft.place
    before = draft.writes.pop(key, None)
    if before is not None and not must:
        from stategraph_lint.program.heap import join

        joined = join([before.value, entry.value])
        draft.writes[key] = Write(key, joined, before.must, entry.key_place or place, place)
        return
    draft.writes[key] = Write(key, entry.value, must, entry.key_place or place, place)
    if must:
        _drop(draft, frozenset({key}))


def _instance(run: Interpreter, draft: _Draft, value: Instance, place: Place) -> Update:
    cls = value.cls
    schema = read_schema(run, cls) if isinstance(cls, ClassValue) else Unknown("class")
    if isinstance(schema, Unknown) or schema.kind not in ("dataclass", "pydantic", "typeddict", "class"):
        return Update("unknown", place, value, complete=False, what="an instance", cls=cls)
    names = [item.name for item in schema.fields]
    for name, part in zip(names, value.positional):
        _entry(run, draft, Entry(Literal("str", name), part), True)
    for (named, part), where in zip(value.named, value.named_places):
        if named is None:
            draft.open("`**` arguments")
        else:
            _entry(run, draft, Entry(Literal("str", named), part, True, where, where), True)
    for named, part in value.attributes:
        _entry(run, draft, Entry(Literal("str", named), part), True)
    kind = "mapping" if schema.kind == "typeddict" else "instance"
    complete = draft.complete and schema.complete
    return Update(kind, place, value, tuple(draft.writes.values()), tuple(draft.echoes), complete, draft.why, cls=cls)


def returns_key(updates: Iterable[Update], key: str) -> bool:
    """Tell whether some update writes a key, may write it, or hands it back with the whole state."""
    return any(
        update.write(key) is not None or not update.complete or any(key not in echo.without for echo in update.echoes)
        for update in updates
    )


def keys(updates: tuple[Update, ...]) -> Iterator[str]:
    """Give every key that some update writes."""
    seen: set[str] = set()
    for update in updates:
        for write in update.writes:
            if write.key not in seen:
                seen.add(write.key)
                yield write.key


__all__ = ["Echo", "Update", "Write", "classes", "keys", "of_summary", "of_value"]
