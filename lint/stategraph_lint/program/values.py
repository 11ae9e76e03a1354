"""Symbolic values: what an expression is known to be, without running it.

Two kinds of values exist. A symbolic value says where something comes from (a parameter, a field of it, the result of
a call) and never changes. An `Object` is something the code itself built (a display, an instance, a builder); what it
holds lives in the heap of the interpreter's state and changes as the code runs. `freeze` (see heap) turns objects into
`Listing`, `Table` and `Instance`, so that rules only ever see values that do not change.

Values compare by identity: the same read of the same thing gives the same value.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from stategraph_lint.facts import syntax as s

if TYPE_CHECKING:
    from stategraph_lint.program.scopes import Ending, Frame, Loop


@dataclass(frozen=True, eq=False, slots=True)
class Value:
    """Anything an expression can be."""


@dataclass(frozen=True, eq=False, slots=True)
class Place:
    """A range in a module of the project."""

    path: str
    span: s.Span


@dataclass(frozen=True, eq=False, slots=True)
class Unknown(Value):
    """Nothing is known; `reason` says why."""

    reason: str


@dataclass(frozen=True, eq=False, slots=True)
class Literal(Value):
    """A constant. `kind` and `value` are those of the syntax record."""

    kind: str
    value: str | int | float | bool | None


@dataclass(frozen=True, eq=False, slots=True)
class Words(Value):
    """A string that is not known: an f-string. `begins` when its first part is how the string begins."""

    parts: tuple[Value, ...] = ()
    begins: bool = False


@dataclass(frozen=True, eq=False, slots=True)
class External(Value):
    """Something outside the project, by its canonical dotted name, such as `operator.add` or `builtins.list`."""

    name: str


@dataclass(frozen=True, eq=False, slots=True)
class ModuleValue(Value):
    """A module of the project, by its dotted name and path."""

    name: str
    path: str


@dataclass(frozen=True, eq=False, slots=True)
class Imported(Value):
    """An imported name that nobody asked for yet. `name` is None for a whole module."""

    importer: str
    level: int
    module: str
    name: str | None


@dataclass(frozen=True, eq=False, slots=True)
class ClassValue(Value):
    """A class of the project. `frame` is the scope it is defined in, `qualname` its `__qualname__`."""

    node: s.ClassDef
    frame: Frame
    qualname: str

    @property
    def place(self) -> Place:
        """Where the class is named."""
        return Place(self.frame.path, self.node.head)


@dataclass(frozen=True, eq=False, slots=True)
class FunctionValue(Value):
    """A function or lambda of the project.

    `stub` is its syntax, a method's without the body; `node` is the whole of it, read when somebody asks.
    `frame` is the scope it closes over, `owner` the class whose body defines it, `self_value` what a method is bound
    to, `binding` is static, class or property for the decorators of those names, `wrapped` the function that
    `functools.wraps` points to.
    """

    stub: s.FunctionDef | s.Lambda
    frame: Frame
    qualname: str
    owner: ClassValue | None = None
    self_value: Value | None = None
    binding: str = ""
    wrapped: Value | None = None

    @property
    def node(self) -> s.FunctionDef | s.Lambda:
        """The whole function."""
        return self.frame.scope.module.whole(self.stub) if isinstance(self.stub, s.FunctionDef) else self.stub

    @property
    def name(self) -> str:
        """The function's `__name__`."""
        return self.stub.name if isinstance(self.stub, s.FunctionDef) else "<lambda>"

    @property
    def place(self) -> Place:
        """Where the function is named."""
        span = self.stub.head if isinstance(self.stub, s.FunctionDef) else self.stub.span
        return Place(self.frame.path, span)


@dataclass(frozen=True, eq=False, slots=True)
class Partial(Value):
    """`functools.partial(function, *positional, **named)`; `place` is where it is made."""

    function: Value
    positional: tuple[Value, ...]
    named: tuple[tuple[str, Value], ...]
    place: Place | None = None


@dataclass(frozen=True, eq=False, slots=True)
class Parameter(Value):
    """What a parameter holds when the function is called by someone unknown.

    `role` is `state` for the parameter that a node or router gets its state in, `left` and `right` for a reducer's,
    '' for all others. `annotation` is the annotation's value, evaluated in the function's scope on demand.
    """

    name: str
    role: str = ""
    node: s.Parameter | None = None
    frame: Frame | None = None


@dataclass(frozen=True, eq=False, slots=True)
class FieldOf(Value):
    """`base[key]`, `base.key` or `base.get(key)`; `style` is item, attribute or get; `default` is that of get."""

    base: Value
    key: str
    style: str
    default: Value | None = None


@dataclass(frozen=True, eq=False, slots=True)
class ItemOf(Value):
    """`base[index]` for an index that is no known string."""

    base: Value
    index: Value


@dataclass(frozen=True, eq=False, slots=True)
class SliceOf(Value):
    """`base[lower:upper]`: a new sequence with some items of base; `whole` for `base[:]`."""

    base: Value
    whole: bool


@dataclass(frozen=True, eq=False, slots=True)
class ElementOf(Value):
    """Some element of an iterable."""

    base: Value


@dataclass(frozen=True, eq=False, slots=True)
class CopyOf(Value):
    """A deep copy: equal to `base`, sharing nothing with it."""

    base: Value


@dataclass(frozen=True, eq=False, slots=True)
class Result(Value):
    """What a call gives when the callee cannot be followed; `places` are those of its arguments, where known."""

    function: Value
    positional: tuple[Value, ...]
    named: tuple[tuple[str | None, Value], ...]
    place: Place
    awaited: bool = False
    places: tuple[Place, ...] = ()

    def argument(self, position: int, name: str) -> tuple[Value, Place] | None:
        """Give an argument by position or by name, with its place."""
        values = [*self.positional, *(value for _, value in self.named)]
        number = position
        if position >= len(self.positional):
            names = [named for named, _ in self.named]
            if name not in names:
                return None
            number = len(self.positional) + names.index(name)
        return values[number], self.places[number] if number < len(self.places) else self.place


@dataclass(frozen=True, eq=False, slots=True)
class Operation(Value):
    """An operator applied to values; comparisons give `compare`, `not` gives `not`. `in_place` for `+=` and kin.

    `how` is the operator of a comparison of two values.
    """

    operator: str
    operands: tuple[Value, ...]
    in_place: bool = False
    how: str = ""


@dataclass(frozen=True, eq=False, slots=True)
class Choice(Value):
    """One of several values, depending on the path taken."""

    options: tuple[Value, ...]


@dataclass(frozen=True, eq=False, slots=True)
class Generated(Value):
    """A comprehension: `kind` list, set, dict or generator; `sources` are the iterables, `filtered` for conditions.

    `map` and its kin are generators too; what `keys`, `values` and `items` of a dict give has the kind view.
    """

    kind: str
    key: Value | None
    element: Value
    sources: tuple[Value, ...]
    filtered: bool


@dataclass(frozen=True, eq=False, slots=True)
class Coroutine(Value):
    """What calling an async function gives before it is awaited."""

    result: Value
    function: Value


@dataclass(frozen=True, eq=False, slots=True)
class TypeExpression(Value):
    """A subscripted type, such as `Annotated[...]` or `list[int]`, as written: for the type reader to take apart."""

    node: s.AnyExpr
    frame: Frame


@dataclass(frozen=True, eq=False, slots=True)
class OpaqueAlias(Value):
    """`type name = value` or `TypeAliasType(name, value)`: typing does not look through it."""

    name: str
    node: s.AnyExpr
    frame: Frame


@dataclass(frozen=True, eq=False, slots=True)
class MergedClass(Value):
    """The class that a library makes of several schemas at run time: of a key that two have, the later one wins.

    `side` is input or output where fields that are kept out of that schema are left out, else ''. `place` is where
    the library is called.
    """

    parts: tuple[Value, ...]
    place: Place
    side: str = ""


@dataclass(frozen=True, eq=False, slots=True)
class Super(Value):
    """`super()` in a method of `owner`."""

    owner: ClassValue
    self_value: Value


@dataclass(frozen=True, eq=False, slots=True)
class Yielded(Value):
    """A `yield` that a path came by."""

    ending: Ending


@dataclass(frozen=True, eq=False, slots=True)
class Object(Value):
    """Something the code built; `kind` is list, tuple, set, dict, instance or builder; what it holds is on the heap.

    `place` is where it was built.
    """

    kind: str
    place: Place


# --- what rules see of objects -------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False, slots=True)
class Item:
    """One item of a listing. `spread` for `*value`; `must` is false when only some paths add it.

    `conditions` are the tests under which it was appended, each with its outcome. `turn` is the loop each turn of which
    appends what the turn is about.
    """

    value: Value
    spread: bool = False
    must: bool = True
    place: Place | None = None
    conditions: tuple[tuple[Value, bool], ...] = ()
    turn: Loop | None = None

    @property
    def whole(self) -> Value | None:
        """What is taken in item by item: all that a loop goes through, to its end."""
        done = self.turn is not None and not (self.turn.broken or self.turn.returns)
        return self.value.base if done and isinstance(self.value, ElementOf) else None


@dataclass(frozen=True, eq=False, slots=True)
class Listing(Value):
    """A list, tuple or set that was built by the code; `kind` says which. `complete` is false when it may hold more."""

    kind: str
    items: tuple[Item, ...]
    place: Place
    complete: bool = True


@dataclass(frozen=True, eq=False, slots=True)
class Entry:
    """One entry of a table. For a `**value` entry `key` is None. `removed` marks a key that was deleted again."""

    key: Value | None
    value: Value
    must: bool = True
    key_place: Place | None = None
    value_place: Place | None = None


@dataclass(frozen=True, eq=False, slots=True)
class Table(Value):
    """A dict that was built by the code, its entries in the order of writing; later ones win.

    `without` are keys that were deleted from what the `**value` entries brought. `complete` is false when it may hold
    more. `copied` for a changed copy of something that may be no dict at all, as `dataclasses.replace` makes one.
    """

    entries: tuple[Entry, ...]
    place: Place
    without: frozenset[str] = frozenset()
    complete: bool = True
    copied: bool = False


@dataclass(frozen=True, eq=False, slots=True)
class Instance(Value):
    """An instance of a class.

    `positional` and `named` are the constructor's arguments (a `**value` argument has the name None); `attributes`
    are those that were assigned.
    """

    cls: Value
    positional: tuple[Value, ...]
    named: tuple[tuple[str | None, Value], ...]
    attributes: tuple[tuple[str, Value], ...]
    place: Place
    named_places: tuple[Place, ...] = field(default=())


@dataclass(frozen=True, eq=False, slots=True)
class Changed(Value):
    """A symbolic value some of whose keys were assigned: `return state` after `state["n"] = 1`.

    `items` are those that were added to a sequence. `complete` is false when unknown code may have assigned more, or
    something was taken out.
    """

    base: Value
    entries: tuple[Entry, ...]
    without: frozenset[str] = frozenset()
    complete: bool = True
    items: tuple[Item, ...] = ()
