"""The value types of the generated fields, each with its form."""

from __future__ import annotations

from tests.oracle.pieces import Piece, piece

_ABC = "import collections.abc as cabc"
_COLLECTIONS = "import collections"
_TYPING = "import typing as t"
_EXTENSIONS = "import typing_extensions as te"
_DATACLASS = "from dataclasses import dataclass"
_MODEL = "from pydantic import BaseModel"
TYPE_VARIABLE = ("from typing import TypeVar", 'T = TypeVar("T")')

BUILTIN = (
    piece("type: int", "int"),
    piece("type: str", "str"),
    piece("type: float", "float"),
    piece("type: bool", "bool"),
    piece("type: bytes", "bytes"),
    piece("type: complex", "complex"),
    piece("type: object", "object"),
    piece("type: None", "None"),
    piece("type: list", "list"),
    piece("type: list[...]", "list[int]"),
    piece("type: nested list[...]", "list[dict[str, list[int]]]"),
    piece("type: dict", "dict"),
    piece("type: dict[...]", "dict[str, int]"),
    piece("type: set", "set"),
    piece("type: set[...]", "set[str]"),
    piece("type: frozenset", "frozenset[int]"),
    piece("type: tuple", "tuple"),
    piece("type: tuple[...]", "tuple[int, str]"),
    piece("type: tuple[..., ...]", "tuple[int, ...]"),
    piece("type: type[...]", "type[int]"),
)

SPECIAL = (
    piece("type: Any", "Any", "from typing import Any"),
    piece("type: Optional", "Optional[int]", "from typing import Optional"),
    piece("type: Union", "Union[int, str]", "from typing import Union"),
    piece("type: Union of one", "Union[int]", "from typing import Union"),
    piece("type: X | None", "int | None"),
    piece("type: X | Y", "list[int] | dict[str, int]"),
    piece("type: Literal", 'Literal["a", "b"]', "from typing import Literal"),
    piece("type: TypeVar", "T", *TYPE_VARIABLE),
    piece("type: list of TypeVar", "list[T]", *TYPE_VARIABLE),
    piece("type: Callable", "Callable[[int], str]", "from collections.abc import Callable"),
    piece("type: typing.Callable", "t.Callable[..., int]", _TYPING),
    piece("type: NewType", "UserId", "from typing import NewType", 'UserId = NewType("UserId", int)'),
    piece("type: type alias", "Numbers", "Numbers = list[int]"),
    piece("type: TypeAliasType", "Names", _EXTENSIONS, 'Names = te.TypeAliasType("Names", list[str])'),
    piece(
        "type: generic TypeAliasType",
        "Row[int]",
        _EXTENSIONS,
        *TYPE_VARIABLE,
        'Row = te.TypeAliasType("Row", list[T], type_params=(T,))',
    ),
)

TYPING = (
    piece("type: typing.List", "t.List[int]", _TYPING),
    piece("type: bare typing.List", "t.List", _TYPING),
    piece("type: typing.Dict", "t.Dict[str, int]", _TYPING),
    piece("type: typing.Set", "t.Set[int]", _TYPING),
    piece("type: typing.FrozenSet", "t.FrozenSet[int]", _TYPING),
    piece("type: typing.Tuple", "t.Tuple[int, str]", _TYPING),
    piece("type: typing.Type", "t.Type[int]", _TYPING),
    piece("type: typing.Sequence", "t.Sequence[int]", _TYPING),
    piece("type: bare typing.Sequence", "t.Sequence", _TYPING),
    piece("type: typing.MutableSequence", "t.MutableSequence[int]", _TYPING),
    piece("type: typing.Mapping", "t.Mapping[str, int]", _TYPING),
    piece("type: typing.MutableMapping", "t.MutableMapping[str, int]", _TYPING),
    piece("type: typing.AbstractSet", "t.AbstractSet[int]", _TYPING),
    piece("type: typing.MutableSet", "t.MutableSet[int]", _TYPING),
    piece("type: typing.Iterable", "t.Iterable[int]", _TYPING),
    piece("type: typing.Collection", "t.Collection[int]", _TYPING),
    piece("type: typing.Deque", "t.Deque[int]", _TYPING),
    piece("type: typing.Counter", "t.Counter[str]", _TYPING),
    piece("type: typing.DefaultDict", "t.DefaultDict[str, int]", _TYPING),
    piece("type: typing.OrderedDict", "t.OrderedDict[str, int]", _TYPING),
    piece("type: typing.ChainMap", "t.ChainMap[str, int]", _TYPING),
    piece("type: typing.Hashable", "t.Hashable", _TYPING),
)

LIBRARY = (
    piece("type: abc.Sequence", "cabc.Sequence[int]", _ABC),
    piece("type: bare abc.Sequence", "Sequence", "from collections.abc import Sequence"),
    piece("type: abc.MutableSequence", "cabc.MutableSequence[int]", _ABC),
    piece("type: abc.Mapping", "cabc.Mapping[str, int]", _ABC),
    piece("type: abc.MutableMapping", "cabc.MutableMapping[str, int]", _ABC),
    piece("type: abc.Set", "cabc.Set[int]", _ABC),
    piece("type: abc.MutableSet", "cabc.MutableSet[int]", _ABC),
    piece("type: abc.Iterable", "cabc.Iterable[int]", _ABC),
    piece("type: deque", "deque[int]", "from collections import deque"),
    piece("type: bare deque", "collections.deque", _COLLECTIONS),
    piece("type: Counter", "collections.Counter[str]", _COLLECTIONS),
    piece("type: defaultdict", "defaultdict[str, list]", "from collections import defaultdict"),
    piece("type: OrderedDict", "collections.OrderedDict", _COLLECTIONS),
    piece("type: UserDict", "collections.UserDict", _COLLECTIONS),
    piece("type: datetime", "datetime", "from datetime import datetime"),
    piece("type: timedelta", "dt.timedelta", "import datetime as dt"),
    piece("type: Decimal", "Decimal", "from decimal import Decimal"),
    piece("type: Fraction", "Fraction", "from fractions import Fraction"),
    piece("type: UUID", "UUID", "from uuid import UUID"),
    piece("type: Path", "Path", "from pathlib import Path"),
    piece("type: re.Pattern", "re.Pattern[str]", "import re"),
    piece("type: AnyMessage", "AnyMessage", "from langchain_core.messages import AnyMessage"),
    piece("type: list of AnyMessage", "list[AnyMessage]", "from langchain_core.messages import AnyMessage"),
    piece("type: BaseMessage", "BaseMessage", "from langchain_core.messages import BaseMessage"),
    piece("type: list of BaseMessage", "list[BaseMessage]", "from langchain_core.messages import BaseMessage"),
)

OWN = (
    piece("type: own class", "Plain", "class Plain:\n    pass"),
    piece(
        "type: own class with init", "Ready", "class Ready:\n    def __init__(self, size=0):\n        self.size = size"
    ),
    piece("type: own class with required init", "Sized", "class Sized:\n    def __init__(self, size):\n        pass"),
    piece(
        "type: own class with required keyword",
        "Keyed",
        "class Keyed:\n    def __init__(self, *, key):\n        pass",
    ),
    piece("type: own class with *args", "Loose", "class Loose:\n    def __init__(self, *args, **rest):\n        pass"),
    piece(
        "type: own class that inherits a required init",
        "Heir",
        "class Giver:\n    def __init__(self, size):\n        pass",
        "class Heir(Giver):\n    pass",
    ),
    piece(
        "type: own class with required new",
        "Newly",
        "class Newly:\n    def __new__(cls, size):\n        return object.__new__(cls)",
    ),
    piece(
        "type: own class whose init raises",
        "Refuses",
        'class Refuses:\n    def __init__(self):\n        raise RuntimeError("no")',
    ),
    piece("type: nested class", "Outer.Inner", "class Outer:\n    class Inner:\n        pass"),
    piece("type: list subclass", "Stack", "class Stack(list):\n    pass"),
    piece("type: str subclass", "Word", "class Word(str):\n    pass"),
    piece("type: dict subclass", "Table", "class Table(dict):\n    pass"),
    piece("type: exception", "Failed", "class Failed(Exception):\n    pass"),
    piece(
        "type: generic class",
        "Box[int]",
        "from typing import Generic, TypeVar",
        *TYPE_VARIABLE[1:],
        "class Box(Generic[T]):\n    pass",
    ),
    piece("type: Enum", "Colour", "import enum", "class Colour(enum.Enum):\n    RED = 1"),
    piece("type: IntEnum", "Level", "import enum", "class Level(enum.IntEnum):\n    LOW = 0"),
    piece(
        "type: Protocol",
        "Closes",
        "from typing import Protocol, runtime_checkable",
        "@runtime_checkable\nclass Closes(Protocol):\n    def close(self) -> None: ...",
    ),
    piece(
        "type: abstract class",
        "Shape",
        "import abc",
        "class Shape(abc.ABC):\n    @abc.abstractmethod\n    def area(self) -> float: ...",
    ),
    piece(
        "type: concrete subclass of an abstract class",
        "Square",
        "import abc",
        "class Shape(abc.ABC):\n    @abc.abstractmethod\n    def area(self) -> float: ...",
        "class Square(Shape):\n    def area(self) -> float:\n        return 1.0",
    ),
)

RECORDS = (
    piece(
        "type: dataclass with defaults",
        "Point",
        _DATACLASS,
        "@dataclass(frozen=True)\nclass Point:\n    x: int = 0\n    y: int = 0",
    ),
    piece("type: dataclass with required", "Edge", _DATACLASS, "@dataclass\nclass Edge:\n    x: int\n    y: int = 0"),
    piece(
        "type: dataclass with factory",
        "Bucket",
        "from dataclasses import dataclass, field",
        "@dataclass\nclass Bucket:\n    items: list = field(default_factory=list)",
    ),
    piece(
        "type: dataclass with field(init=False)",
        "Hidden",
        "from dataclasses import dataclass, field",
        "@dataclass\nclass Hidden:\n    items: list = field(init=False)",
    ),
    piece("type: model with defaults", "Config", _MODEL, "class Config(BaseModel):\n    size: int = 0"),
    piece("type: model with required", "Order", _MODEL, "class Order(BaseModel):\n    size: int"),
    piece(
        "type: model with required Field",
        "Bill",
        "from pydantic import BaseModel, Field",
        'class Bill(BaseModel):\n    size: int = Field(..., description="d")',
    ),
    piece(
        "type: model with Field default",
        "Note",
        "from pydantic import BaseModel, Field",
        "class Note(BaseModel):\n    tags: list[str] = Field(default_factory=list)",
    ),
    piece(
        "type: model with Optional required",
        "Maybe",
        _MODEL,
        "from typing import Optional",
        "class Maybe(BaseModel):\n    size: Optional[int]",
    ),
    piece(
        "type: NamedTuple with defaults",
        "Pair",
        "from typing import NamedTuple",
        "class Pair(NamedTuple):\n    left: int = 0\n    right: int = 0",
    ),
    piece(
        "type: NamedTuple with required",
        "Triple",
        "from typing import NamedTuple",
        "class Triple(NamedTuple):\n    left: int\n    right: int = 0",
    ),
    piece("type: namedtuple", "Cell", _COLLECTIONS, 'Cell = collections.namedtuple("Cell", "row column")'),
    piece("type: TypedDict", "Entry", _EXTENSIONS, "class Entry(te.TypedDict):\n    size: int"),
)

# A list of these can be written as a parametrised alias, `Alias[int]`, of `Annotated[list[T], ...]`.
VALUE_TYPES: tuple[Piece, ...] = (*BUILTIN, *SPECIAL, *TYPING, *LIBRARY, *OWN, *RECORDS)
