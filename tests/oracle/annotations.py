"""A Hypothesis strategy for the annotation of one state field, as source text."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import TypeVar

from hypothesis import strategies as st

from tests.oracle.pieces import Piece, fill, forms_of
from tests.oracle.reducer_shapes import CHANNELS, FAILING, FAILING_CHANNELS, MANAGED, MARKERS, PASSING, SHADOWED
from tests.oracle.value_types import TYPE_VARIABLE, VALUE_TYPES

_Choice = TypeVar("_Choice")
_SHADOWED_NAMES = ("max", "add_messages", "operator")
_EXTENSIONS = "import typing_extensions as te"
_UNHASHABLE = {
    "marker: dict",
    "marker: PrivateStateAttr",
    "marker: OmitFromInput",
    *(form for part in CHANNELS for form in part.forms if form.endswith(("instance", "of a failing type"))),
}
_QUALIFIER_HOME = "typing" if sys.version_info >= (3, 11) else "typing_extensions"


@dataclass(frozen=True)
class Wrapper:
    """A template around a type, the form it shows and the statements it needs."""

    form: str
    template: str
    needs: tuple[str, ...] = ()

    def around(self, inner: Piece) -> Piece:
        """Put the wrapper around a type."""
        return fill(self.template, inner, form=self.form, needs=self.needs)


ANNOTATED = (
    Wrapper("Annotated: typing", "Annotated[{}]", ("from typing import Annotated",)),
    Wrapper("Annotated: typing_extensions", "te.Annotated[{}]", (_EXTENSIONS,)),
    Wrapper("Annotated: by module", "t.Annotated[{}]", ("import typing as t",)),
    Wrapper("Annotated: under another name", "An[{}]", ("from typing import Annotated as An",)),
)
# Unions compare their members by hash, which channel instances and dicts in the metadata do not have.
UNIONS = (
    Wrapper("wrapper: Optional", "Optional[{}]", ("from typing import Optional",)),
    Wrapper("wrapper: Union", "Union[{}, str]", ("from typing import Union",)),
    Wrapper("wrapper: Union, other side", "Union[None, {}]", ("from typing import Union",)),
    Wrapper("wrapper: X | None", "t.Optional[{}] | int", ("import typing as t",)),
)
CONTAINERS = (
    Wrapper("wrapper: list", "list[{}]"),
    Wrapper("wrapper: dict value", "dict[str, {}]"),
    Wrapper("wrapper: dict key", "dict[{}, str]"),
    Wrapper("wrapper: tuple", "tuple[{}, int]"),
    Wrapper("wrapper: typing.List", "t.List[{}]", ("import typing as t",)),
)
WRAPPERS = (*UNIONS, *CONTAINERS)
_REQUIRED = Wrapper("qualifier: Required", "Required[{}]", (f"from {_QUALIFIER_HOME} import Required",))
_NOT_REQUIRED = Wrapper("qualifier: NotRequired", "NotRequired[{}]", (f"from {_QUALIFIER_HOME} import NotRequired",))
_NOT_REQUIRED_TE = Wrapper("qualifier: typing_extensions.NotRequired", "te.NotRequired[{}]", (_EXTENSIONS,))
_READ_ONLY = Wrapper("qualifier: ReadOnly", "te.ReadOnly[{}]", (_EXTENSIONS,))
_FINAL = Wrapper("qualifier: Final", "Final[{}]", ("from typing import Final",))
_CLASS_VAR = Wrapper("qualifier: ClassVar", "ClassVar[{}]", ("from typing import ClassVar",))
_INIT_VAR = Wrapper("qualifier: InitVar", "InitVar[{}]", ("from dataclasses import InitVar",))
_KEYS = (
    _REQUIRED,
    _NOT_REQUIRED,
    _NOT_REQUIRED_TE,
    _READ_ONLY,
    Wrapper("qualifier: NotRequired[ReadOnly]", "te.NotRequired[te.ReadOnly[{}]]", (_EXTENSIONS,)),
    Wrapper("qualifier: ReadOnly[NotRequired]", "te.ReadOnly[te.NotRequired[{}]]", (_EXTENSIONS,)),
)
QUALIFIERS = {
    "typeddict": _KEYS,
    "dataclass": (_CLASS_VAR, _FINAL, _INIT_VAR, _NOT_REQUIRED),
    "pydantic": (_CLASS_VAR, _FINAL),
    "class": (_CLASS_VAR, _FINAL, _NOT_REQUIRED, _REQUIRED),
}
INSIDE = (
    Wrapper("inside Annotated: Required", "te.Required[{}]", (_EXTENSIONS,)),
    Wrapper("inside Annotated: NotRequired", "te.NotRequired[{}]", (_EXTENSIONS,)),
    Wrapper("inside Annotated: ReadOnly", "te.ReadOnly[{}]", (_EXTENSIONS,)),
    Wrapper("inside Annotated: Required[ReadOnly]", "te.Required[te.ReadOnly[{}]]", (_EXTENSIONS,)),
)
ALIASES = (
    "alias: assignment",
    "alias: TypeAlias",
    "alias: TypeAliasType",
    *(("alias: type statement",) if sys.version_info >= (3, 12) else ()),
)
SPELLINGS = ("spelling: whole string", "spelling: nested string")
METADATA = (
    "metadata: none",
    "metadata: markers only",
    "metadata: reducer alone",
    "metadata: reducer last",
    "metadata: reducer hidden",
    "metadata: several reducers",
    "metadata: channel alone",
    "metadata: channel before the last",
    "metadata: channel behind a reducer",
    "metadata: several channels",
    "metadata: nested Annotated",
    "metadata: parametrised alias",
    "managed: with metadata behind",
    "managed: inside Optional",
    "managed: inside another wrapper",
    "managed: wrapper with metadata behind",
)
FORMS: frozenset[str] = forms_of((*VALUE_TYPES, *PASSING, *FAILING, *SHADOWED, *CHANNELS)) | forms_of(
    (*FAILING_CHANNELS, *MARKERS, *MANAGED)
)
FORMS |= {wrapper.form for wrapper in (*ANNOTATED, *WRAPPERS, *INSIDE)} | {*ALIASES, *SPELLINGS, *METADATA}
FORMS |= {wrapper.form for group in QUALIFIERS.values() for wrapper in group}


def _apart(pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
    """Leave out what mentions a name that the project itself defines."""
    return tuple(p for p in pieces if not any(name in text for text in (p.code, *p.needs) for name in _SHADOWED_NAMES))


@dataclass
class Chooser:
    """Makes the choices of one schema module.

    `kind` is the kind of schema. `faulty` lets in what `StateGraph` refuses, `shadowed` lets the module define its own
    functions under well-known names, `postponed` says that annotations are not evaluated where they stand.
    """

    draw: st.DrawFn
    kind: str = ""
    faulty: bool = False
    shadowed: bool = False
    postponed: bool = False
    aliases: int = 0

    def one(self, options: tuple[_Choice, ...]) -> _Choice:
        """Pick one of several options."""
        return options[self.number(0, len(options) - 1)]

    def number(self, low: int, high: int) -> int:
        """Pick a whole number, both ends included."""
        return self.draw(st.integers(low, high))

    def chance(self, percent: int) -> bool:
        """Say yes in so many of a hundred cases; shrinks to no."""
        return self.number(0, 99) >= 100 - percent

    def piece(self, *pools: tuple[Piece, ...]) -> Piece:
        """Pick one piece of some pools that this module may use."""
        every = tuple(part for pool in pools for part in pool)
        return self.one(_apart(every) if self.shadowed else every)

    def fresh(self) -> str:
        """Give a name no alias of the module has."""
        self.aliases += 1
        return f"Alias{self.aliases}"


def annotation(choose: Chooser) -> Piece:
    """Build the annotation of one field."""
    result = _managed(choose) if choose.chance(7) else _wrapped(choose, _aliased(choose, _reduced(choose)))
    if choose.chance(30):
        result = choose.one(QUALIFIERS[choose.kind]).around(result)
    if choose.chance(12):
        result = Piece(repr(result.code), result.needs, result.forms | {"spelling: whole string"})
    return result


def _reduced(choose: Chooser) -> Piece:
    """Build a type with its metadata."""
    if choose.chance(3):
        return _parametrised(choose)
    value = choose.piece(VALUE_TYPES)
    items = _metadata(choose)
    if not items:
        return Piece(value.code, value.needs, value.forms | {"metadata: none"})
    if choose.chance(8):
        value = Piece(repr(value.code), value.needs, value.forms | {"spelling: nested string"})
    elif choose.kind != "pydantic" and choose.chance(10):
        value = choose.one(INSIDE).around(value)
    return _annotated(choose, value, items)


def _annotated(choose: Chooser, value: Piece, items: tuple[Piece, ...]) -> Piece:
    """Write `Annotated[value, *items]`, now and then as one inside the other."""
    if len(items) > 1 and choose.chance(30):
        inner = fill("{}, {}", value, items[0])
        value = choose.one(ANNOTATED).around(inner)
        value = Piece(value.code, value.needs, value.forms | {"metadata: nested Annotated"})
        rest = items[1:]
    else:
        rest = items
    parts = fill(", ".join(["{}"] * (len(rest) + 1)), value, *rest)
    whole = choose.one(ANNOTATED).around(parts)
    return Piece(whole.code, whole.needs, whole.forms | _order_forms(items))


def _metadata(choose: Chooser) -> tuple[Piece, ...]:
    """Pick what stands behind the type: nothing up to four items in any order."""
    count = choose.one((0, 1, 1, 1, 1, 2, 2, 3, 4))
    return tuple(_item(choose) for _ in range(count))


def _item(choose: Chooser) -> Piece:
    """Pick one metadata item."""
    pool = choose.one(("reducer", "reducer", "reducer", "reducer", "marker", "channel"))
    if pool == "marker":
        return choose.piece(MARKERS)
    if pool == "channel":
        return choose.piece(FAILING_CHANNELS if choose.faulty and choose.chance(40) else CHANNELS)
    if choose.shadowed and choose.chance(40):
        return choose.one(SHADOWED)
    return choose.piece(FAILING) if choose.faulty and choose.chance(70) else choose.piece(PASSING)


def _order_forms(items: tuple[Piece, ...]) -> frozenset[str]:
    """Name the order that the items of one `Annotated` stand in."""
    groups = ["".join(part.forms).split(":")[0] for part in items]
    reducers, channels = groups.count("reducer"), groups.count("channel")
    checks = {
        "metadata: markers only": not reducers and not channels,
        "metadata: reducer alone": groups == ["reducer"],
        "metadata: reducer last": len(groups) > 1 and groups[-1] == "reducer",
        "metadata: reducer hidden": reducers > 0 and groups[-1] == "marker" and not channels,
        "metadata: several reducers": reducers > 1,
        "metadata: channel alone": groups == ["channel"],
        "metadata: channel before the last": "channel" in groups[:-1],
        "metadata: channel behind a reducer": reducers > 0 and groups[-1] == "channel",
        "metadata: several channels": channels > 1,
    }
    return frozenset(form for form, holds in checks.items() if holds)


def _parametrised(choose: Chooser) -> Piece:
    """Build `Alias[int]` of `Alias = Annotated[list[T], ...]`."""
    items = tuple(_item(choose) for _ in range(choose.number(1, 2)))
    value = Piece("list[T]", TYPE_VARIABLE)
    target = _annotated(choose, value, items)
    name = choose.fresh()
    forms = target.forms | {"metadata: parametrised alias"}
    return Piece(f"{name}[int]", (*target.needs, f"{name} = {target.code}"), forms)


def _aliased(choose: Chooser, target: Piece) -> Piece:
    """Give the type a name of its own, now and then."""
    if not choose.chance(20):
        return target
    form, name = choose.one(ALIASES), choose.fresh()
    needs, line = {
        "alias: assignment": ((), f"{name} = {target.code}"),
        "alias: TypeAlias": ((_EXTENSIONS,), f"{name}: te.TypeAlias = {target.code}"),
        "alias: TypeAliasType": ((_EXTENSIONS,), f'{name} = te.TypeAliasType("{name}", {target.code})'),
        "alias: type statement": ((), f"type {name} = {target.code}"),
    }[form]
    return Piece(name, (*target.needs, *needs, line), target.forms | {form})


def _wrapped(choose: Chooser, inner: Piece) -> Piece:
    """Put a generic type around the annotation, now and then, and perhaps a string inside it."""
    if not choose.chance(25):
        return inner
    if choose.chance(15):
        inner = Piece(repr(inner.code), inner.needs, inner.forms | {"spelling: nested string"})
    return choose.one(CONTAINERS if inner.forms & _UNHASHABLE else WRAPPERS).around(inner)


def _managed(choose: Chooser) -> Piece:
    """Build an annotation around a managed value."""
    result = choose.piece(MANAGED)
    behind = choose.chance(30)
    if behind:
        result = _behind(choose, result, "managed: with metadata behind")
    if choose.chance(50):
        wrapper = choose.one(CONTAINERS if result.forms & _UNHASHABLE else (UNIONS[0], choose.one(WRAPPERS)))
        inside = "managed: inside Optional" if wrapper is UNIONS[0] else "managed: inside another wrapper"
        result = wrapper.around(result)
        result = Piece(result.code, result.needs, result.forms | {inside})
        if choose.chance(40):
            result = _behind(choose, result, "managed: wrapper with metadata behind")
    return result


def _behind(choose: Chooser, value: Piece, form: str) -> Piece:
    """Put one metadata item behind a managed value."""
    item = choose.piece(MARKERS, PASSING)
    whole = choose.one(ANNOTATED).around(fill("{}, {}", value, item))
    return Piece(whole.code, whole.needs, whole.forms | {form})
