"""Small projects of several modules whose schemas are compared with what the library makes of them.

Each case is the text of some modules; `agent.py` holds the schema `State`. Modules begin with `# file: name.py`.
"""

from __future__ import annotations

CASES: dict[str, str] = {
    "postponed annotations of a base in another module": """
# file: base.py
from __future__ import annotations
import operator
from typing import Annotated, TypedDict

class Item:
    pass

class Base(TypedDict):
    items: Annotated[list[Item], operator.add]
    other: "list['Item']"
# file: agent.py
from typing import TypedDict
from base import Base

class State(Base):
    own: int
""",
    "a string inside a type of a base in another module": """
# file: base.py
from typing import TypedDict

class Item:
    pass

class Base(TypedDict):
    items: list["Item"]
# file: agent.py
from base import Base

class State(Base):
    own: int
""",
    "a string inside a type of a dataclass in another module": """
# file: base.py
from dataclasses import dataclass

class Item:
    pass

@dataclass
class Base:
    items: list["Item"]
# file: agent.py
from dataclasses import dataclass
from base import Base

@dataclass
class State(Base):
    own: int
""",
    "a name of the heir comes before that of the base": """
# file: base.py
from __future__ import annotations
from typing import Annotated, TypedDict

def merge(left, right):
    return right

class Base(TypedDict):
    items: Annotated[list, merge]
# file: agent.py
from base import Base

def merge(only):
    return only

class State(Base):
    own: int
""",
    "a dataclass keeps the names of its own module": """
# file: base.py
from __future__ import annotations
from dataclasses import dataclass
from typing import Annotated

def merge(left, right):
    return right

@dataclass
class Base:
    items: Annotated[list, merge]
# file: agent.py
from dataclasses import dataclass
from base import Base

def merge(only):
    return only

@dataclass
class State(Base):
    own: int
""",
    "a name for type checkers only": """
# file: agent.py
from __future__ import annotations
from typing import TYPE_CHECKING, TypedDict

if TYPE_CHECKING:
    from decimal import Decimal

class State(TypedDict):
    fine: int
    price: Decimal
""",
    "a name for type checkers that exists otherwise too": """
# file: agent.py
from __future__ import annotations
from typing import TYPE_CHECKING, TypedDict

if TYPE_CHECKING:
    from decimal import Decimal
else:
    Decimal = float

class State(TypedDict):
    price: Decimal
""",
    "a metadata name for type checkers only": """
# file: agent.py
from __future__ import annotations
from typing import TYPE_CHECKING, Annotated, TypedDict

if TYPE_CHECKING:
    from operator import add

class State(TypedDict):
    items: Annotated[list, add]
""",
    "an override hides a name of a TypedDict that is missing": """
# file: agent.py
from __future__ import annotations
from typing import TypedDict

class Base(TypedDict):
    price: Missing

class State(Base):
    price: int
""",
    "an override does not hide a missing name of a class": """
# file: agent.py
from __future__ import annotations

class Base:
    price: Missing

class State(Base):
    price: int
""",
    "a local class behind postponed annotations": """
# file: agent.py
from __future__ import annotations
from typing import TypedDict

def make():
    class Item:
        pass

    class State(TypedDict):
        item: Item

    return State

State = make()
""",
    "a local class with evaluated annotations": """
# file: agent.py
import operator
from typing import Annotated, TypedDict

def make(kind):
    class Item:
        pass

    def merge(left, right):
        return right

    class State(TypedDict):
        item: Annotated[Item, merge]
        other: Annotated[kind, operator.add]

    return State

State = make(int)
""",
    "names by star import and through a package": """
# file: lib/__init__.py
from lib.reducers import *
from .types import Items as Things
# file: lib/reducers.py
def merge(left, right):
    return left + right

def _hidden(left, right):
    return left
# file: lib/types.py
from typing import Annotated
from lib import reducers

Items = Annotated[list[int], reducers.merge]
# file: agent.py
from typing import Annotated, TypedDict
import lib
from lib import *
from lib import Things

class State(TypedDict):
    things: Things
    one: Annotated[list, merge]
    two: Annotated[list, lib.reducers._hidden]
    three: lib.Things
""",
    "a name bound in the class body": """
# file: agent.py
import operator
from typing import Annotated

class State:
    Kind = list[int]

    def merge(left, right):
        return right

    items: Annotated[Kind, merge]
    more: Annotated["Kind", operator.add]
""",
    "a field whose name hides its type": """
# file: agent.py
import datetime
from dataclasses import dataclass
from datetime import date
from typing import Optional

@dataclass
class State:
    first: date = None
    date: Optional[date] = None
""",
    "fields under a version check": """
# file: agent.py
import sys
from typing import TYPE_CHECKING, TypedDict

class State(TypedDict):
    first: int
    if sys.version_info >= (3, 8):
        second: int
    else:
        third: int
    if TYPE_CHECKING:
        fourth: int
""",
    "a recursive alias": """
# file: agent.py
from typing import TypedDict, Union

Json = Union[dict[str, "Json"], list["Json"], str, int, None]

class State(TypedDict):
    data: Json
""",
    "the last base of a TypedDict wins": """
# file: agent.py
import operator
from typing import Annotated, TypedDict

class Left(TypedDict):
    items: Annotated[list, operator.add]
    left: int

class Right(TypedDict):
    right: int
    items: list

class State(Left, Right):
    pass
""",
    "the first base of a class wins": """
# file: agent.py
import operator
from typing import Annotated

class Left:
    items: Annotated[list, operator.add]
    left: int

class Right:
    right: int
    items: list

class State(Left, Right):
    pass
""",
    "a diamond of classes": """
# file: agent.py
from typing import Annotated
import operator

class Top:
    a: int
    b: Annotated[list, operator.add]

class Left(Top):
    b: list

class Right(Top):
    c: int
    b: Annotated[dict, operator.or_]

class State(Left, Right):
    d: int
""",
    "a functional base": """
# file: agent.py
from typing import Annotated, TypedDict
import operator

Base = TypedDict("Base", {"items": Annotated[list["int"], operator.add], "kind": "str"}, total=False)

class State(Base):
    own: int
""",
    "a class decorator of the project": """
# file: agent.py
from typing import Annotated, TypedDict
import operator

SEEN = []

def register(cls):
    SEEN.append(cls)
    return cls

@register
class State(TypedDict):
    items: Annotated[list, operator.add]
""",
    "the fallback of an import": """
# file: agent.py
from typing import TypedDict
import operator
try:
    from typing import Annotated, NotRequired
except ImportError:
    from typing_extensions import Annotated, NotRequired

class State(TypedDict):
    items: NotRequired[Annotated[list, operator.add]]
""",
    "an instance as reducer from another module": """
# file: tools.py
class Keep:
    def __init__(self, size):
        self.size = size

    def __call__(self, left, right):
        return (left + right)[-self.size:]

keep = Keep(3)
# file: agent.py
from typing import Annotated, TypedDict
import tools

class State(TypedDict):
    items: Annotated[list, tools.keep]
    other: Annotated[list, tools.Keep(2)]
    klass: Annotated[list, tools.Keep(2).__call__]
""",
    "starred metadata": """
# file: agent.py
import operator
from typing import Annotated, TypedDict

EXTRA = ("a doc string", operator.add)
State = TypedDict("State", {"items": Annotated[(list, *EXTRA)]})
""",
    "names of dunders and mangling": """
# file: agent.py
class State:
    __slots__: tuple
    __inner: int
    _one: int
    __both__: int
""",
    "annotated attributes that are no fields": """
# file: agent.py
class Holder:
    pass

holder = Holder()

class State:
    a: int
    holder.b: int = 3

    def method(self):
        self.c: int = 1
        d: int = 2
""",
    "a named tuple": """
# file: agent.py
import operator
from typing import Annotated, NamedTuple

class State(NamedTuple):
    items: Annotated[list, operator.add]
    count: int = 0
""",
    "an alias of a schema": """
# file: base.py
from typing import TypedDict

class Inner(TypedDict):
    a: int
# file: agent.py
import base

State = base.Inner
""",
    "a name bound twice": """
# file: agent.py
import operator
from typing import Annotated, TypedDict

def merge(left, right):
    return right

class State(TypedDict):
    items: Annotated[list, merge]

def merge(only):
    return only
""",
    "a name bound twice, postponed": """
# file: agent.py
from __future__ import annotations
from typing import Annotated, TypedDict

def merge(left, right):
    return right

class State(TypedDict):
    items: Annotated[list, merge]

def merge(only):
    return only
""",
    "a subclass of a model with a generic base": """
# file: agent.py
import operator
from typing import Annotated, Generic, TypeVar
from pydantic import BaseModel, Field, PrivateAttr, ConfigDict, field_validator

T = TypeVar("T")

class Base(BaseModel, Generic[T]):
    model_config = ConfigDict(extra="forbid")
    item: T
    items: Annotated[list[T], operator.add] = Field(default_factory=list)

class State(Base[int]):
    own: int = 3
    _hidden: dict = PrivateAttr(default_factory=dict)

    @field_validator("own")
    @classmethod
    def check(cls, value):
        return value
""",
}
