"""Which reducers fit which types: what is told, and what Python and LangGraph do."""

from __future__ import annotations

import collections
import copy
import datetime
import decimal
import fractions
import operator
import pathlib
import uuid
from typing import Any

import pytest
from langgraph.graph.message import add_messages

from stategraph_lint.facts.operators import CONCATENATED, CONCATENATING, JUDGED, OPERATORS, WORKS
from stategraph_lint.program.reducer_types import mismatch
from tests.support.programs import reduced

SAMPLES: dict[str, Any] = {
    "int": 2,
    "float": 2.0,
    "bool": True,
    "complex": 2j,
    "decimal.Decimal": decimal.Decimal(2),
    "fractions.Fraction": fractions.Fraction(2),
    "str": "a",
    "bytes": b"a",
    "bytearray": bytearray(b"a"),
    "list": [1],
    "tuple": (1,),
    "collections.deque": collections.deque([1]),
    "collections.Counter": collections.Counter("a"),
    "collections.OrderedDict": collections.OrderedDict(a=1),
    "collections.defaultdict": collections.defaultdict(int, a=1),
    "dict": {"a": 1},
    "set": {1},
    "frozenset": frozenset({1}),
    "datetime.timedelta": datetime.timedelta(1),
    "datetime.datetime": datetime.datetime(2020, 1, 1),
    "datetime.date": datetime.date(2020, 1, 1),
    "pathlib.Path": pathlib.Path("a"),
    "uuid.UUID": uuid.UUID(int=1),
    "range": range(3),
    "None": None,
}


def test_every_judged_type_has_a_sample() -> None:
    assert set(SAMPLES) == JUDGED


@pytest.mark.parametrize("name", sorted(OPERATORS))
def test_operators(name: str) -> None:
    function = getattr(operator, name.partition(".")[2])
    works = set()
    for type_, value in SAMPLES.items():
        try:
            function(copy.copy(value), value)
        except TypeError:
            continue
        works.add(type_)
    # Whether `text % value` works depends on the text.
    texts = {"str", "bytes", "bytearray"} if OPERATORS[name] == "%" else set()
    table = CONCATENATED if name in CONCATENATING else WORKS[OPERATORS[name]]
    assert works - texts == table - texts


MORE = """
import collections, datetime, enum
from typing import Optional, Union
from langchain_core.documents import Document
from langchain_core.messages import AnyMessage, HumanMessage
class Entry(TypedDict):
    a: int
class Chat(TypedDict):
    role: str
    content: str
class Pair(NamedTuple):
    a: int
class Colour(Enum):
    RED = 1
class Level(enum.IntEnum):
    LOW = 1
class Model(BaseModel):
    a: int = 1
@dataclass
class Point:
    x: int = 1
@dataclass
class Sum:
    x: int = 1
    def __add__(self, other):
        return Sum(self.x + other.x)
class Heir(Unknown):
    pass
class Mine(HumanMessage):
    pass
def add(a, b):
    return a + b
def both(a, b):
    return {**a, **b}
def added(a, b):
    return a + [b]
"""

CASES = [
    ("dict[str, int]", "operator.add", True),
    ("dict[str, int]", "lambda a, b: a + b", True),
    ("dict[str, int]", "add", True),
    ("dict[str, int]", "lambda a, b: b + a", True),
    ("dict[str, int]", "both", False),
    ("dict[str, int]", "operator.or_", False),
    ("Optional[dict]", "operator.add", True),
    ("Entry", "operator.add", True),
    ("set[str]", "operator.add", True),
    ("set[str]", "operator.iadd", True),
    ("collections.Counter[str]", "operator.add", False),
    ("collections.OrderedDict", "operator.add", True),
    ("list[str]", "operator.or_", True),
    ("list[str]", "operator.add", False),
    ("list[str]", "added", False),
    ("Union[list[str], dict]", "operator.add", False),
    ("Union[set, frozenset]", "operator.add", True),
    ("str", "operator.mul", True),
    ("int", "operator.concat", True),
    ("list", "operator.concat", False),
    ("Model", "operator.add", True),
    ("Point", "operator.add", True),
    ("Sum", "operator.add", False),
    ("Heir", "operator.add", False),
    ("Pair", "operator.add", False),
    ("Colour", "operator.add", True),
    ("Level", "operator.add", False),
    ("Any", "operator.add", False),
    ("datetime.datetime", "operator.add", True),
    ("datetime.timedelta", "operator.add", False),
    ("int", "sum", True),
    ("str", "sum", True),
    ("list[int]", "sum", True),
    ("list[list[int]]", "sum", False),
    ("list", "sum", False),
    ("dict[str, int]", "sum", True),
    ("list[str]", "add_messages", True),
    ("list[int]", "add_messages", True),
    ("str", "add_messages", True),
    ("dict[str, str]", "add_messages", True),
    ("Entry", "add_messages", True),
    ("list[Entry]", "add_messages", True),
    ("list[Chat]", "add_messages", False),
    ("list[Point]", "add_messages", True),
    ("list[Document]", "add_messages", True),
    ("list[Mine]", "add_messages", False),
    ("list[dict]", "add_messages", False),
    ("list", "add_messages", False),
    ("list[Any]", "add_messages", False),
    ("list[AnyMessage]", "add_messages", False),
    ("list[AnyMessage | str]", "add_messages", False),
    ("list[int | str]", "add_messages", True),
    ("list[tuple[str, str]]", "add_messages", False),
    ("AnyMessage", "add_messages", False),
    ("list", "add_messages(format='openai')", True),
    ("list", "add_messages(format='langchain-openai')", False),
    ("list", "add_messages(format=None)", False),
]


@pytest.mark.parametrize(("type_", "reducer", "wrong"), CASES)
def test_mismatch(type_: str, reducer: str, wrong: bool) -> None:
    program, channel = reduced(reducer, type_, "from elsewhere import Unknown\n" + MORE)
    assert (mismatch(program, channel, ()) is not None) is wrong


@pytest.mark.parametrize("value", [[1], [{"a": 1}], {"a": 1}, [{"role": "user"}], [object()]])
def test_what_add_messages_refuses(value: Any) -> None:
    with pytest.raises((NotImplementedError, ValueError)):
        add_messages([], value)
