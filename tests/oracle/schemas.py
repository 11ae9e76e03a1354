"""A Hypothesis strategy that builds whole schema modules as source text."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass, field

from hypothesis import strategies as st

from tests.oracle.annotations import FORMS as ANNOTATION_FORMS
from tests.oracle.annotations import Chooser, annotation
from tests.oracle.flavours import CONFIG, DEFAULTS, FLAVOURS, PLACES, SHAPES, Flavour
from tests.oracle.flavours import FORMS as FLAVOUR_FORMS
from tests.oracle.pieces import Piece, piece, statements
from tests.oracle.value_types import TYPE_VARIABLE

_NAMES = ("messages", "items", "log", "count", "total", "notes", "plan", "result", "answer", "score", "tags", "steps")
_HIDDEN = "from typing import TYPE_CHECKING\n\nif TYPE_CHECKING:\n    from decimal import Decimal as Absent"
_ABSENT = "error: name only for type checkers"
_FORBIDDEN = "error: ClassVar in a postponed TypedDict"
_ONLY_PLAIN_DEFAULT = {"qualifier: ClassVar", "qualifier: InitVar", "qualifier: Final", "marker: Field(default)"}
OTHER_FORMS = (
    "module: postponed annotations",
    "module: evaluated annotations",
    "module: well-known names of its own",
    "place: function",
    "total=False",
    "generic: base[int]",
    "generic: bare base",
    "generic: schema[int]",
    "override: key declared again",
    "field: private attribute",
    "field: mangled name",
    "field: not an identifier",
    "field: KW_ONLY",
    "field: model_config",
    "body: docstring",
    "body: method and plain attribute",
    _ABSENT,
    _FORBIDDEN,
)
FORMS: frozenset[str] = ANNOTATION_FORMS | FLAVOUR_FORMS | frozenset(OTHER_FORMS)


@dataclass(frozen=True)
class Case:
    """A module that defines a schema and gives it to `StateGraph`, and the forms it shows."""

    source: str
    forms: frozenset[str]


@dataclass
class Writer:
    """Collects what the text of one schema needs and shows.

    `parameter` is what stands behind a generic base, None where the schema is not generic. `defaults` says that every
    field has a default.
    """

    choose: Chooser
    flavour: Flavour
    parameter: str | None = None
    defaults: bool = False
    needs: list[str] = field(default_factory=list)
    forms: set[str] = field(default_factory=set)
    names: set[str] = field(default_factory=set)

    def use(self, used: Piece) -> str:
        """Take in what a piece needs and shows; give its text."""
        self.needs.extend(used.needs)
        self.forms |= used.forms
        return used.code

    def show(self, form: str, text: str, *needs: str) -> str:
        """Take in one form and what it needs; give its text."""
        return self.use(piece(form, text, *needs))


@st.composite
def schemas(draw: st.DrawFn, flavour: Flavour | None = None) -> Case:
    """Draw one schema module, of any flavour where none is given."""
    choose = Chooser(draw)
    flavour = flavour or choose.one(FLAVOURS)
    choose.kind = flavour.spells or flavour.kind
    choose.faulty, choose.shadowed, choose.postponed = choose.chance(60), choose.chance(10), choose.chance(35)
    writer = Writer(choose, flavour, needs=["from langgraph.graph import StateGraph", *flavour.needs])
    writer.forms.add(flavour.form)
    writer.forms.add(f"module: {'postponed' if choose.postponed else 'evaluated'} annotations")
    if flavour.kind == "functional":
        texts, schema = [_functional(writer)], "State"
    elif flavour.known:
        texts, schema = _known(writer), "State"
    else:
        texts, schema = _classes(writer)
    return Case(_module(writer, texts, schema), frozenset(writer.forms))


def _module(writer: Writer, texts: list[str], schema: str) -> str:
    """Put the parts of a module together."""
    choose = writer.choose
    if choose.shadowed:
        writer.forms.add("module: well-known names of its own")
    parts = ["from __future__ import annotations"] if choose.postponed else []
    parts += statements(writer.needs)
    local = [*texts, f"builder = StateGraph({schema})"]
    if choose.chance(8):
        writer.forms.add("place: function")
        inner = textwrap.indent("\n\n".join([*local, "return builder"]), "    ")
        local = [f"def make_graph():\n{inner}", "graph = make_graph()"]
    return "\n\n".join([*parts, *local]) + "\n"


def _functional(writer: Writer) -> str:
    """Write a functional TypedDict."""
    entries = [f'"{name}": {writer.use(_typed(writer, name))}' for name in _names(writer, 2, 7)]
    if writer.choose.chance(40):
        entries.append(f'"not-a-name": {writer.show("field: not an identifier", "int")}')
    total = _total(writer)
    return f'State = TypedDict("State", {{{", ".join(entries)}}}{total})'


def _known(writer: Writer) -> list[str]:
    """Write a state that derives from a schema of a library, alone or beside another one."""
    known, place = writer.flavour.known, writer.choose.one(PLACES)
    writer.forms.add(f"known base: {place}")
    if place == "alone":
        return [_class(writer, "State", known)]
    bases = f"{known}, Extra" if place == "first of two" else f"Extra, {known}"
    return [_class(writer, "Extra", writer.flavour.base), _class(writer, "State", bases)]


def _classes(writer: Writer) -> tuple[list[str], str]:
    """Write the classes of a schema; give their texts and the expression for the schema."""
    choose, flavour = writer.choose, writer.flavour
    shape = choose.one((SHAPES[0], SHAPES[0], *SHAPES))
    if shape in SHAPES[3:] and "slots" in flavour.form:
        shape = "chain"
    writer.forms.add(f"inheritance: {shape}")
    writer.parameter = choose.one(("[int]", "[int]", "")) if choose.chance(25) else None
    # `Field(default=...)` in the metadata gives a pydantic dataclass defaults in places of its own.
    writer.defaults = flavour.kind == "dataclass" and (flavour.spells == "pydantic" or choose.chance(60))
    texts = [_class(writer, name, bases) for name, bases in _plan(writer, shape)]
    if writer.parameter is not None and shape == "none":
        writer.forms.add("generic: schema[int]")
        return texts, "State[int]"
    return texts, "State"


def _plan(writer: Writer, shape: str) -> list[tuple[str, str]]:
    """Give the classes of a shape with their bases."""
    root, behind = _root(writer), writer.parameter or ""
    if writer.parameter is not None and shape != "none":
        writer.forms.add("generic: base[int]" if behind else "generic: bare base")
    plans = {
        "none": [("State", root)],
        "single": [("Base", root), ("State", f"Base{behind}")],
        "chain": [("Base", root), ("Middle", f"Base{behind}"), ("State", "Middle")],
        "two bases": [("Left", root), ("Right", root), ("State", f"Left{behind}, Right{behind}")],
        "diamond": [("Base", root), ("Left", f"Base{behind}"), ("Right", f"Base{behind}"), ("State", "Left, Right")],
    }
    return plans[shape]


def _root(writer: Writer) -> str:
    """Write the bases of a class that derives from no other class of the module."""
    base = writer.flavour.base
    if writer.parameter is None:
        return base
    writer.needs.extend(("from typing import Generic", *TYPE_VARIABLE))
    return "Generic[T]" if base in ("", "object") else f"{base}, Generic[T]"


def _class(writer: Writer, name: str, bases: str) -> str:
    """Write one class."""
    own_total = _total(writer).removeprefix(", ") if writer.choose.kind == "typeddict" else ""
    head = ", ".join(part for part in (bases, own_total) if part)
    body = _body(writer, last=name == "State")
    lines = [writer.flavour.decorator] if writer.flavour.decorator else []
    lines.append(f"class {name}({head}):" if head else f"class {name}:")
    return "\n".join([*lines, *(f"    {line}" for line in body or ["pass"])])


def _body(writer: Writer, *, last: bool) -> list[str]:
    """Write the lines of a class body."""
    choose = writer.choose
    lines = ['"""What the graph knows."""'] if choose.chance(20) else []
    if lines:
        writer.forms.add("body: docstring")
    lines += _config(writer)
    lines += [_line(writer, name) for name in _names(writer, 2, 7 if last else 5)]
    lines += _odd_fields(writer)
    if writer.flavour.kind != "typeddict" and choose.chance(20):
        writer.forms.add("body: method and plain attribute")
        plain = [] if choose.kind == "pydantic" else ["limit = 3"]
        lines += [*plain, "def size(self) -> int:", "    return 1"]
    return lines


def _config(writer: Writer) -> list[str]:
    """Write the configuration that lets a model hold any class."""
    if writer.flavour.kind != "pydantic":
        return []
    if writer.choose.chance(15):
        kind = writer.show("field: model_config", "ClassVar[ConfigDict]", "from typing import ClassVar")
        return [f"model_config: {kind} = {CONFIG}"]
    return [f"model_config = {CONFIG}"]


def _odd_fields(writer: Writer) -> list[str]:
    """Write fields that only some kinds of classes can have."""
    choose, kind, lines = writer.choose, writer.flavour.kind, []
    if kind == "pydantic" and choose.chance(20):
        default = writer.show(
            "field: private attribute", "PrivateAttr(default=None)", "from pydantic import PrivateAttr"
        )
        lines.append(f"_secret: {writer.use(annotation(choose))} = {default}")
    if kind == "class" and choose.chance(20):
        lines.append(f"__inner: {writer.use(also(annotation(choose), 'field: mangled name'))}")
    if kind == "dataclass" and choose.kind == "dataclass" and choose.chance(20):
        lines.append(f"_: {writer.show('field: KW_ONLY', 'KW_ONLY', 'from dataclasses import KW_ONLY')}")
    return lines


def also(used: Piece, form: str) -> Piece:
    """Give the same piece, showing one form more."""
    return Piece(used.code, used.needs, used.forms | {form})


def _line(writer: Writer, name: str) -> str:
    """Write one field."""
    typed = _typed(writer, name)
    return f"{name}: {writer.use(typed)}{_default(writer, typed)}"


def _typed(writer: Writer, name: str) -> Piece:
    """Build the annotation of a field: nearly always a random one."""
    choose = writer.choose
    if name in writer.names:
        writer.forms.add("override: key declared again")
    writer.names.add(name)
    if choose.faulty and choose.chance(3):
        return _absent(choose)
    if choose.faulty and choose.postponed and writer.flavour.kind == "typeddict" and choose.chance(8):
        return piece(_FORBIDDEN, "ClassVar[int]", "from typing import ClassVar")
    return annotation(choose)


def _absent(choose: Chooser) -> Piece:
    """Build an annotation that names what only a type checker sees."""
    template = choose.one(('"Absent"', '"list[Absent]"', 'list["Absent"]', 'Annotated["Absent", sum]'))
    return piece(_ABSENT, template, "from typing import Annotated", _HIDDEN)


def _default(writer: Writer, typed: Piece) -> str:
    """Write a default where the kind of class allows one."""
    choose, kind = writer.choose, writer.flavour.kind
    wanted = writer.defaults if kind == "dataclass" else choose.chance(8 if kind == "typeddict" else 50)
    if kind == "dataclass" and "kw_only" in writer.flavour.form:
        wanted = choose.chance(60)
    if not wanted:
        return ""
    options = DEFAULTS[kind]
    if typed.forms & _ONLY_PLAIN_DEFAULT:
        options = options[:1]
    form, text = choose.one(options)
    home = "dataclasses import field" if kind == "dataclass" else "pydantic import Field"
    needs = (f"from {home}",) if "ield(" in text else ()
    return writer.show(form, text, *needs)


def _total(writer: Writer) -> str:
    """Write `total=False`, now and then."""
    return writer.show("total=False", ", total=False") if writer.choose.chance(20) else ""


def _names(writer: Writer, low: int, high: int) -> list[str]:
    """Pick different field names."""
    left = list(_NAMES)
    return [left.pop(writer.choose.number(0, len(left) - 1)) for _ in range(writer.choose.number(low, high))]
