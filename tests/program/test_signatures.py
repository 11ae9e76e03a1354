"""Signatures against `inspect.signature` of the running Python."""

from __future__ import annotations

import importlib
import inspect
import sys
import types
from collections.abc import Iterator

import pytest

from stategraph_lint.facts.builtin_signatures import BUILTIN_SIGNATURES, builtin_signature
from stategraph_lint.facts.libraries import LIBRARY_SIGNATURES
from stategraph_lint.facts.syntax import Span
from stategraph_lint.program.interpreter import Interpreter
from stategraph_lint.program.modules import Modules
from stategraph_lint.program.signatures import UNKNOWN, Signature, count, is_callable, parsed, without_first
from stategraph_lint.program.values import Instance, Place, Unknown, Value

TARGET = sys.version_info[:2]

SETUP = """
import abc, copy, dataclasses, enum, functools, itertools, operator, typing
from collections import namedtuple
from dataclasses import dataclass, field, KW_ONLY
from functools import partial
from typing import Generic, NamedTuple, Protocol, TypeVar
from langgraph.graph.message import add_messages, push_message
from pydantic import BaseModel, Field

T = TypeVar("T")

def two(a, b): return a
def three(a, b, c): return a
def mixed(a, /, b, *rest, c, d=1, **more): return a
def posonly(a, b, /, c=1): return a
async def later(a, b): return a
def star(*args, k): return k

class Plain: pass
class Init:
    def __init__(self, a, b=1): pass
class New:
    def __new__(cls, a, b, c): return object.__new__(cls)
class NewAndInit:
    def __new__(cls, *args): return object.__new__(cls)
    def __init__(self, a, b): pass
class InitBelowNew(New):
    def __init__(self, a): pass
class Inherits(Init): pass
class Call:
    def __call__(self, a, b): return a
class CallStatic:
    @staticmethod
    def __call__(a, b): return a
class StarMethod:
    def __call__(*args): return args
class Bad:
    def none(): return 1
    def keyword(*, self): return 1
    @property
    def reducer(self): return two
    @functools.lru_cache
    def cached(self, a, b): return a
@dataclass
class Data:
    a: int
    b: int = 0
    c: typing.ClassVar[int] = 1
    d: list = field(default_factory=list, init=False)
    e: int = field(default=3, kw_only=True)
@dataclass
class Child(Data):
    z: int = 1
@dataclass
class Marked:
    a: int
    _: KW_ONLY
    b: int = 1
@dataclass(kw_only=True)
class Named:
    a: int
@dataclass(init=False)
class NoInit:
    a: int
@dataclass
class OwnInit:
    a: int
    def __init__(self, left, right): pass
class Tuple(NamedTuple):
    a: int
    b: int = 0
Named2 = namedtuple("Named2", "a b")
Named3 = namedtuple("Named3", ["a", "b"], defaults=[1])
Made = typing.NamedTuple("Made", [("a", int), ("b", int)])
class Model(BaseModel):
    a: int
    b: int = Field(default=1)
class Box(Generic[T]):
    def __init__(self, a, b): pass
class Colour(enum.Enum):
    RED = 1
class MyList(list): pass
class MyError(Exception): pass
class MyDict(dict): pass
class Closes(Protocol):
    def close(self): ...
class Shape(abc.ABC):
    @abc.abstractmethod
    def area(self): ...

def plain_decorator(function):
    def inner(*args): return function(*args)
    return inner
def wrapping(function):
    @functools.wraps(function)
    def inner(*args, **kwargs): return function(*args, **kwargs)
    return inner
def with_argument(size):
    def decorate(function):
        @functools.wraps(function)
        def inner(*args): return function(*args)
        return inner
    return decorate
def updating(function):
    def inner(*args): return function(*args)
    functools.update_wrapper(inner, function)
    return inner
@plain_decorator
def lost(a, b): return a
@wrapping
def kept(a, b): return a
@with_argument(3)
def kept2(a, b): return a
@functools.lru_cache(maxsize=3)
def cached(a, b): return a
@functools.cache
def cached2(a, b): return a
@functools.singledispatch
def dispatched(a, b): return a
def factory(k):
    if k:
        def inner(a, b): return a
    else:
        def inner(a): return a
    return inner
def either(k):
    return two if k else three
bound = Init(1).__init__
"""

EXPRESSIONS = """
two
three
mixed
posonly
later
star
lambda a, b: a
lambda *a: a
partial(two)
partial(two, 1)
partial(two, b=1)
partial(two, a=1)
partial(two, 1, 2, 3)
partial(two, z=1)
partial(two, 1, a=1)
partial(three, 1)
partial(three, c=1)
partial(three, b=1)
partial(three, a=1)
partial(mixed, 1)
partial(mixed, 1, 2, 3)
partial(mixed, b=1)
partial(mixed, c=1, x=3)
partial(posonly, 1)
partial(posonly, c=2)
partial(partial(three, 1), c=1)
partial(star, 1, k=3)
partial(lambda a, b, c: a, 1)
partial(max, 1)
partial(operator.add, 1)
partial(Init, 1)
partial(Call(), 1)
partial(functools.reduce, two)
functools.partial(print, end="")
Plain
Init
New
NewAndInit
InitBelowNew
Inherits
Call
Call()
CallStatic()
StarMethod()
Init(1).__init__
bound
Bad.none
Bad.keyword
Bad().reducer
Bad().cached
Data
Child
Marked
Named
NoInit
OwnInit
Tuple
Named2
Named3
Made
Model
Box
Box[int]
Colour
MyList
MyDict
MyError
Closes
Shape
lost
kept
kept2
cached
cached2
dispatched
wrapping(two)
plain_decorator(two)
updating(two)
functools.lru_cache(two)
functools.cache(two)
functools.wraps(two)(lambda *a: a)
factory(1)
factory(0)
either(1)
either
add_messages
add_messages()
add_messages(format="langchain-openai")
push_message
operator.add
operator.itemgetter(1)
operator.attrgetter("a")
operator.methodcaller("a")
itertools.chain
itertools.chain.from_iterable
dict.fromkeys
str.join
"".join
[].append
dict().update
{}.get
list.__add__
set.union
int.__add__
typing.List[int]
typing.cast
copy.deepcopy
functools.reduce
dataclasses.replace
namedtuple
type
object
super
print
max
int
str
bool
""".strip().splitlines()

# What is left open on purpose: it depends on the version, on code of a library, or is too rare to follow.
OPEN = {
    "CallStatic()",
    "Closes",
    "Colour",
    "Shape",
    "MyDict",
    "MyError",
    "Named3",
    "NoInit",
    "Box[int]",
    "dispatched",
    "updating(two)",
    "functools.wraps(two)(lambda *a: a)",
    "itertools.chain.from_iterable",
    '"".join',
    "[].append",
    "dict().update",
    "{}.get",
    "int.__add__",
    "typing.cast",
    "dataclasses.replace",
}


@pytest.fixture(scope="module")
def namespace() -> Iterator[dict[str, object]]:
    module = types.ModuleType("case")
    sys.modules["case"] = module
    exec(SETUP, vars(module))
    yield vars(module)
    del sys.modules["case"]


@pytest.fixture(scope="module")
def run() -> Interpreter:
    lines = "".join(f"value_{number} = {text}\n" for number, text in enumerate(EXPRESSIONS))
    source = (SETUP + lines).encode()
    return Interpreter(Modules(["case.py"], lambda path: source), TARGET)


def looked_up(run: Interpreter, number: int) -> Value:
    scope = run.scope("case.py")
    assert scope is not None
    found = scope.lookup(f"value_{number}", None)
    assert found is not None
    return found


@pytest.mark.parametrize(("number", "text"), list(enumerate(EXPRESSIONS)), ids=EXPRESSIONS)
def test_signature(number: int, text: str, run: Interpreter, namespace: dict[str, object]) -> None:
    value = looked_up(run, number)
    ours = count(run, value)
    assert is_callable(run, value) is not False
    if text in OPEN:
        return
    assert ours.known, "the signature is left open"
    try:
        real = inspect.signature(eval(text, namespace))
    except ValueError:
        assert ours.error is not None
        return
    assert ours.error is None
    expected = [(p.name, p.kind.name, p.default is not p.empty) for p in real.parameters.values()]
    found = [(p.name, _KINDS[p.kind], p.has_default) for p in ours.parameters]
    if text in ("add_messages()", 'add_messages(format="langchain-openai")'):
        expected = [
            (name, kind, True) if name == "format" else (name, kind, default) for name, kind, default in expected
        ]
    assert found == expected


_KINDS = {
    "positional-only": "POSITIONAL_ONLY",
    "positional": "POSITIONAL_OR_KEYWORD",
    "var-positional": "VAR_POSITIONAL",
    "keyword-only": "KEYWORD_ONLY",
    "var-keyword": "VAR_KEYWORD",
}

NOT_CALLABLE = """
"text"
3
None
...
[1]
{"a": 1}
(1, 2)
f"{1}"
int | None
Plain()
Field(description="d")
operator
Colour.RED
Data(1)
""".strip().splitlines()


def test_what_cannot_be_called() -> None:
    lines = "".join(f"value_{number} = {text}\n" for number, text in enumerate(NOT_CALLABLE))
    source = (SETUP + lines).encode()
    run = Interpreter(Modules(["case.py"], lambda path: source), TARGET)
    found = [is_callable(run, looked_up(run, number)) for number in range(len(NOT_CALLABLE))]
    assert found == [False] * len(NOT_CALLABLE)


def _real(name: str) -> object:
    if name.endswith("()"):
        import operator

        return operator.methodcaller("a") if "method" in name else getattr(operator, name[9:-2])("a")
    parts = name.split(".")
    home: object = importlib.import_module("builtins")
    if parts[0] not in vars(home):
        home = importlib.import_module(parts.pop(0))
    for part in parts:
        home = getattr(home, part)
    return home


@pytest.mark.parametrize("name", sorted(BUILTIN_SIGNATURES))
def test_builtin_signature(name: str) -> None:
    try:
        real = _real(name)
    except AttributeError:
        return
    ours = builtin_signature(name, TARGET)
    try:
        expected = [(p.name, p.kind.name) for p in inspect.signature(real).parameters.values()]  # type: ignore[arg-type]
    except (ValueError, TypeError):
        assert ours is None
        return
    assert isinstance(ours, str)
    assert [(p.name, _KINDS[p.kind]) for p in parsed(ours).parameters] == expected


@pytest.mark.parametrize("name", sorted(LIBRARY_SIGNATURES))
def test_library_signature(name: str) -> None:
    home, _, short = name.rpartition(".")
    real = inspect.signature(getattr(importlib.import_module(home), short))
    ours = parsed(LIBRARY_SIGNATURES[name])
    assert [(p.name, _KINDS[p.kind]) for p in ours.parameters] == [
        (p.name, p.kind.name) for p in real.parameters.values()
    ]


@pytest.mark.parametrize(
    ("text", "binary", "required", "shown"),
    [
        ("(a, b)", True, (), "(a, b)"),
        ("(a, b, /, *, k, d=...)", True, ("k",), "(a, b, /, *, k, d=...)"),
        ("(a, /, b=..., *rest, **more)", True, (), "(a, /, b=..., *rest, **more)"),
        ("(a, /)", False, (), "(a, /)"),
    ],
)
def test_what_is_told_of_a_signature(text: str, *, binary: bool, required: tuple[str, ...], shown: str) -> None:
    found = parsed(text)
    assert (found.is_binary, found.required_keywords, found.text) == (binary, required, shown)
    assert UNKNOWN.is_binary is None
    assert without_first(UNKNOWN) is UNKNOWN
    assert without_first(Signature()).error == "ValueError: invalid method signature"


def test_a_partial_of_a_partial_of_a_partial() -> None:
    source = "from functools import partial\ndef two(a, b): return a\nvalue_0 = " + "partial(" * 20 + "two" + ")" * 20
    run = Interpreter(Modules(["case.py"], lambda path: source.encode()), TARGET)
    assert not count(run, looked_up(run, 0)).known


def test_an_instance_of_an_unknown_class() -> None:
    source = "from elsewhere import Base\nclass Heir(Base): pass\nvalue_0 = Heir()\n"
    run = Interpreter(Modules(["case.py"], lambda path: source.encode()), TARGET)
    value = looked_up(run, 0)
    assert is_callable(run, value) is None
    assert not count(run, value).known
    other = Instance(Unknown("class"), (), (), (), Place("case.py", Span(1, 1, 1, 1)))
    assert is_callable(run, other) is None


def test_a_missing_signature_of_a_later_python_is_left_open() -> None:
    assert builtin_signature("max", (3, 13)) is None
    assert builtin_signature("max", (3, 14)) is False
    assert builtin_signature("operator.add", (3, 14)) == "(a, b, /)"
    assert builtin_signature("itertools.batched", (3, 10)) is False
