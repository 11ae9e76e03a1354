"""How the classes of one schema can be written, and what may stand in them."""

from __future__ import annotations

from dataclasses import dataclass

CONFIG = "ConfigDict(arbitrary_types_allowed=True)"
_TYPING_DICT = "from typing import TypedDict"
_EXTENSION_DICT = "from typing_extensions import TypedDict"
_DATACLASS = "from dataclasses import dataclass"
_PYDANTIC = "from pydantic import BaseModel, ConfigDict"


@dataclass(frozen=True)
class Flavour:
    """Decorator, root base and the statements they need.

    `kind` is the kind of schema, `spells` the kind whose annotations are legal in it where that is another one, `known`
    the schema of a library that the state derives from.
    """

    form: str
    kind: str
    base: str = ""
    needs: tuple[str, ...] = ()
    decorator: str = ""
    spells: str = ""
    known: str = ""


TYPED_DICTS = (
    Flavour("schema: typing.TypedDict", "typeddict", "TypedDict", (_TYPING_DICT,)),
    Flavour("schema: typing.TypedDict by module", "typeddict", "t.TypedDict", ("import typing as t",)),
    Flavour("schema: typing_extensions.TypedDict", "typeddict", "TypedDict", (_EXTENSION_DICT,)),
    Flavour("schema: typing_extensions by module", "typeddict", "te.TypedDict", ("import typing_extensions as te",)),
    Flavour("schema: functional TypedDict", "functional", "TypedDict", (_TYPING_DICT,), spells="typeddict"),
    Flavour("schema: functional typing_extensions", "functional", "TypedDict", (_EXTENSION_DICT,), spells="typeddict"),
)
DATACLASSES = (
    Flavour("schema: dataclass", "dataclass", "", (_DATACLASS,), "@dataclass"),
    Flavour("schema: dataclass()", "dataclass", "", ("import dataclasses",), "@dataclasses.dataclass()"),
    Flavour("schema: frozen dataclass", "dataclass", "", (_DATACLASS,), "@dataclass(frozen=True)"),
    Flavour("schema: kw_only dataclass", "dataclass", "", (_DATACLASS,), "@dataclass(kw_only=True)"),
    Flavour("schema: slots dataclass", "dataclass", "", (_DATACLASS,), "@dataclass(slots=True)"),
    Flavour(
        "schema: pydantic dataclass",
        "dataclass",
        "",
        ("from pydantic import ConfigDict", "from pydantic.dataclasses import dataclass as model"),
        f"@model(config={CONFIG})",
        spells="pydantic",
    ),
)
MODELS = (
    Flavour("schema: pydantic", "pydantic", "BaseModel", (_PYDANTIC,)),
    Flavour("schema: pydantic by module", "pydantic", "pydantic.BaseModel", ("import pydantic", _PYDANTIC)),
)
PLAIN = (
    Flavour("schema: plain class", "class"),
    Flavour("schema: plain class(object)", "class", "object"),
)
LIBRARY = (
    Flavour(
        "schema: MessagesState subclass",
        "typeddict",
        "TypedDict",
        (_EXTENSION_DICT, "from langgraph.graph import MessagesState"),
        known="MessagesState",
    ),
    Flavour(
        "schema: MessagesState subclass by module",
        "typeddict",
        "TypedDict",
        (_EXTENSION_DICT, "import langgraph.graph.message as lg"),
        known="lg.MessagesState",
    ),
    Flavour(
        "schema: AgentState subclass",
        "typeddict",
        "TypedDict",
        (_EXTENSION_DICT, "from langchain.agents import AgentState"),
        known="AgentState",
    ),
    Flavour(
        "schema: AgentState[...] subclass",
        "typeddict",
        "TypedDict",
        (_EXTENSION_DICT, "from langchain.agents.middleware.types import AgentState"),
        known="AgentState[int]",
    ),
)
FLAVOURS = (*TYPED_DICTS, *DATACLASSES, *MODELS, *PLAIN, *LIBRARY)

SHAPES = ("none", "single", "chain", "two bases", "diamond")
PLACES = ("alone", "first of two", "second of two")
DEFAULTS = {
    "dataclass": (
        ("default: = None", " = None"),
        ("default: field(default)", " = field(default=None)"),
        ("default: field(default_factory)", " = field(default_factory=list)"),
        ("default: field(init=False)", " = field(init=False)"),
        ("default: field(init=False, default)", " = field(init=False, default=None)"),
    ),
    "pydantic": (
        ("default: = None", " = None"),
        ("default: Field(default)", " = Field(default=None)"),
        ("default: Field(default_factory)", " = Field(default_factory=list)"),
        ("default: Field(...)", ' = Field(..., description="d")'),
    ),
    "class": (("default: = None", " = None"),),
    "typeddict": (("default: TypedDict body", " = None"),),
}
FORMS: frozenset[str] = frozenset(
    {
        *(flavour.form for flavour in FLAVOURS),
        *(f"inheritance: {shape}" for shape in SHAPES),
        *(f"known base: {place}" for place in PLACES),
        *(form for group in DEFAULTS.values() for form, _ in group),
    }
)
