"""Channels, schemas and tables: what is told, and what is left open."""

from __future__ import annotations

import pytest

from stategraph_lint.program.channels import channel_of
from stategraph_lint.program.schemas import Schema, read_schema
from stategraph_lint.program.tables import reducer_name, table
from stategraph_lint.program.types import describe
from stategraph_lint.program.values import (
    External,
    FunctionValue,
    Literal,
    ModuleValue,
    Partial,
    Place,
    Unknown,
)
from tests.program.reading import Module, channel

OUTSIDE = "from elsewhere import Anything, make, merge, Base, decorate"

# An annotation and the channel it is certain to make, `unknown` where it cannot be told.
KINDS = [
    ("Anything", "unknown"),
    ("Anything[int]", "unknown"),
    ("elsewhere.Alias", "unknown"),
    ("not_defined_here", "unknown"),
    ("Optional[Anything]", "LastValue"),
    ("list[Anything]", "LastValue"),
    ("Annotated[Anything, operator.add]", "BinaryOperatorAggregate"),
    ("Annotated[list, Anything, operator.add]", "unknown"),
    ("Annotated[list, make(3)]", "unknown"),
    ("Annotated[list, merge]", "unknown"),
    ("Annotated[list, decorated]", "unknown"),
    ("Annotated[list, functools.partial(merge, 1)]", "unknown"),
    ("Annotated[list, undefined]", "unknown"),
    ("Annotated[list, Heir]", "unknown"),
    ("Annotated[list, Heir()]", "unknown"),
    ("Annotated[list, functools.singledispatch(keep)]", "unknown"),
    ("Annotated[list, datetime.datetime.now()]", "unknown"),
    ("Annotated[list, list[int]]", "unknown"),
    ("Annotated[list, keep if open('x') else operator.add]", "BinaryOperatorAggregate"),
    ("Annotated[list, keep if open('x') else three]", "unknown"),
    ("Annotated[list, 'a' if open('x') else 'b']", "LastValue"),
    ("Annotated[list, 'a' if open('x') else keep]", "unknown"),
    ("Annotated[list, Topic if open('x') else keep]", "unknown"),
    ("Annotated[list, Doc('text')]", "LastValue"),
    ("Annotated[list, [1], {}, (1,), {1}]", "LastValue"),
    ("Annotated[list, [x for x in open('x')]]", "LastValue"),
    ("Annotated[list, f'{1}']", "LastValue"),
    ("Annotated[list, operator]", "LastValue"),
    ("Annotated[list, NotImplemented]", "LastValue"),
    ("Annotated[list, open]", "error"),
    ("Annotated[list, three]", "error"),
    ("Annotated[list, Plain()]", "LastValue"),
    ("Annotated[list, Instances().value]", "LastValue"),
    ("Annotated[list, Colour.RED]", "LastValue"),
    ("Annotated[list, dataclasses.field]", "unknown"),
    ("Annotated[list, Topic[int]]", "error"),
    ("Annotated[list, Topic[int](int)]", "Topic"),
    ("Annotated[list, make()(3)]", "unknown"),
    ("Annotated[list, maker.Tool()]", "unknown"),
    ("Annotated[list, StrEnumLike.A]", "LastValue"),
    ("Annotated[list, Mine]", "Mine"),
    ("Annotated[list, Mine(int)]", "Mine"),
    ("Annotated[list, Strict]", "unknown"),
    ("Annotated[list, BinaryOperatorAggregate]", "error"),
    ("Annotated[list, NamedBarrierValue]", "error"),
    ("Annotated[list, keep, Topic(int)]", "Topic"),
    ("Annotated[list, Topic(int), keep]", "Topic"),
    ("Annotated[bool, Manager]", "managed"),
    ("Annotated[bool, Manager[int]]", "managed"),
    ("Annotated[bool, Manager, 'text']", "LastValue"),
    ("dict[str, IsLastStep]", "LastValue"),
    ("dict[IsLastStep, str]", "managed"),
    ("dataclasses.InitVar[IsLastStep]", "LastValue"),
    ("Callable[[IsLastStep], int]", "LastValue"),
    ("type Opaque", "LastValue"),
]
LINES = (
    OUTSIDE,
    "import elsewhere",
    "from langgraph.managed.base import ManagedValue",
    "from typing_extensions import Doc",
    "def keep(a, b): return a",
    "def three(a, b, c): return a",
    "@decorate",
    "def decorated(a, b): return a",
    "class Plain: pass",
    "class Heir(Base): pass",
    "class Instances:",
    "    value = 3",
    "class Colour(enum.Enum):",
    "    RED = 1",
    "class Mine(LastValue): pass",
    "class Strict(LastValue):",
    "    def __init__(self, typ): pass",
    "class Manager(ManagedValue, Generic[TypeVar('T')]):",
    "    pass",
    "Opaque = TypeAliasType('Opaque', IsLastStep)",
    "import maker",
    "class StrEnumLike(enum.Enum):",
    "    A = 'a'",
)


@pytest.mark.parametrize(("annotation", "kind"), KINDS)
def test_kind(annotation: str, kind: str) -> None:
    found = channel(annotation.removeprefix("type "), *LINES)
    assert found.kind == kind
    assert found.reduces is (kind == "BinaryOperatorAggregate")
    assert (found.error is not None) is (kind == "error")


STARTS = [
    ("list[int]", "[]"),
    ("Optional[list]", "empty"),
    ("Required[list]", "[]"),
    ("ReadOnly[list]", "empty"),
    ("Sequence[int]", "[]"),
    ("Literal['a']", "empty"),
    ("Any", "empty"),
    ("Anything", None),
    ("Plain", "Plain()"),
    ("Heir", None),
    ("Local", None),
    ("Meta", None),
    ("Careful", None),
    ("Simple", "Simple()"),
    ("Loops", None),
    ("Copies", None),
    ("Posted", None),
    ("Validated", None),
    ("Posting", None),
    ("Old", None),
    ("OldRequired", "empty"),
    ("Plus", "Plus()"),
    ("Described", "Described()"),
    ("Required1", "empty"),
    ("Colours", "empty"),
    ("Closes", "empty"),
    ("Shape", "empty"),
    ("Square", "Square()"),
    ("Sized", "empty"),
    ("Opened", None),
    ("OpenModel", None),
    ("OwnModel", None),
    ("OpenTuple", None),
    ("OpenData", None),
    ("Duo", "empty"),
    ("Typed", "{}"),
    ("Word", "Word()"),
    ("Both", None),
    ("Group", None),
    ("Factory", "Factory()"),
    ("Entry", "{}"),
    ("Cell", "empty"),
    ("Nothing", "Nothing()"),
    ("Defaulted", None),
    ("Counted", None),
    ("Attribute", None),
    ("Lambda", None),
    ("Id", "empty"),
    ("path", None),
]
START_LINES = (
    OUTSIDE,
    "from pydantic import model_validator",
    "from pydantic.v1 import BaseModel as OldModel",
    "class Plain: pass",
    "class Heir(Base): pass",
    "class MetaType(type): pass",
    "class Meta(metaclass=MetaType): pass",
    "class Careful:",
    "    def __init__(self): self.check()",
    "class Simple:",
    "    'doc'",
    "    def __init__(self, size=1):",
    "        'doc'",
    "        self.a = [1, size]",
    "        self.b: dict = {'a': 1}",
    "        self.c: int",
    "        self.d = lambda: 1",
    "        pass",
    "class Loops:",
    "    def __init__(self):",
    "        for x in []: pass",
    "class Copies:",
    "    def __init__(self, old=None): self.old = {**old}",
    "@dataclass",
    "class Posted:",
    "    a: int = 1",
    "    def __post_init__(self): check(self)",
    "class Validated(BaseModel):",
    "    a: int",
    "    @model_validator(mode='before')",
    "    def fill(cls, data): return {'a': 1}",
    "class Posting(BaseModel):",
    "    a: int = 1",
    "    def model_post_init(self, context): pass",
    "class Old(OldModel):",
    "    a: Optional[int]",
    "class OldRequired(OldModel):",
    "    a: int",
    "class Plus(BaseModel):",
    "    a: int = 1",
    "    b: ClassVar[int]",
    "    _c: int",
    "class Described(BaseModel):",
    "    a: Annotated[int, Field(default=1)]",
    "    b: Annotated[list, 'text', Field(default_factory=list)]",
    "class Required1(BaseModel):",
    "    a: Annotated[int, Field(description='d')]",
    "class Colours(enum.Enum):",
    "    RED = 1",
    "class Closes(Protocol):",
    "    def close(self): ...",
    "class Shape(abc.ABC):",
    "    name: str = ''",
    "    @abc.abstractmethod",
    "    def area(self): ...",
    "class Square(Shape):",
    "    def area(self): return 1",
    "class Sized:",
    "    def __init__(self, size): pass",
    "class Opened(*make()): pass",
    "class OpenModel(BaseModel, Base): pass",
    "class OwnModel(BaseModel):",
    "    def __init__(self): pass",
    "class OpenTuple(NamedTuple, Base):",
    "    a: int = 1",
    "@dataclass",
    "class OpenData(Base):",
    "    a: int = 1",
    "Duo = NamedTuple('Duo', [('a', int)])",
    "Typed = TypedDict('Typed', {'a': int})",
    "class Word(str): pass",
    "class Both(str, Base): pass",
    "class Group(ExceptionGroup): pass",
    "@dataclass",
    "class Factory:",
    "    a: list = field(default_factory=list)",
    "class Entry(TypedDict):",
    "    a: int",
    "Cell = NamedTuple('Cell', [('a', int)])",
    "Nothing = collections.namedtuple('Nothing', [])",
    "Defaulted = collections.namedtuple('Defaulted', 'a', defaults=[1])",
    "Counted = collections.namedtuple('Counted', make())",
    "class Attribute:",
    "    __init__ = make()",
    "class Lambda:",
    "    __init__ = lambda self: print('x')",
    "Id = NewType('Id', int)",
    "def path(): pass",
    "def local():",
    "    class Inner(Base): pass",
    "    return Inner",
    "Local = local()",
)


@pytest.mark.parametrize(("annotation", "start"), STARTS)
def test_start(annotation: str, start: str | None) -> None:
    found = channel(f"Annotated[{annotation}, operator.add]", *START_LINES)
    assert found.kind == "BinaryOperatorAggregate"
    assert found.start == start


def test_channel_instances() -> None:
    lines = ("def fold(state, writes): return state",)
    found = channel("Annotated[dict, BinaryOperatorAggregate(Sequence[int], operator.add)]", *lines)
    assert (found.kind, found.start) == ("BinaryOperatorAggregate", "[]")
    found = channel("Annotated[dict, BinaryOperatorAggregate(operator=operator.add, typ=int)]", *lines)
    assert (found.start, reducer_name(found.reducer or Unknown(""))) == ("0", "add")
    found = channel("Annotated[dict, BinaryOperatorAggregate()]", *lines)
    assert (found.start, found.reducer) == (None, None)
    for call in ("DeltaChannel(fold)", "DeltaChannel(reducer=fold)"):
        found = channel(f"Annotated[dict, {call}]", *lines)
        assert isinstance(found.reducer, FunctionValue)
        assert found.kind == "DeltaChannel"
        assert found.reducer_place is not None
    found = channel("Annotated[dict, Topic(int)]", *lines)
    assert found.reducer_place is None
    assert found.channel_place is not None


def test_a_reducer_that_is_refused_is_shown() -> None:
    found = channel("Annotated[list, keep]", "def keep(a, *, b): return a")
    assert found.error == "ValueError: Invalid reducer signature. Expected (a, b) -> c. Got (a, *, b)"
    assert isinstance(found.reducer, FunctionValue)
    assert found.reducer_place is not None


# --- schemas -------------------------------------------------------------------------------------------------


def root_of(module: Module, name: str) -> str | None:
    found = module.schema(name)
    assert found.kind == "root"
    assert not found.fields or found.root is None
    return None if found.root is None else describe(found.root)


def test_what_is_no_class() -> None:
    text = """
        A = dict
        B = list[int]
        C = Annotated[list, operator.add]
        D = None
        E = {}
        class Thing(TypedDict, Generic[T_]):
            a: int
        F = Thing[int]
        class Holder:
            a: int
        G = Holder()
        def function(a: int): pass
        H = collections.OrderedDict
        I = Annotated[int, IsLastStep]
        J = 3
    """
    module = Module("T_ = TypeVar('T_')\n" + text.replace("\n        ", "\n"))
    assert root_of(module, "A") == "dict"
    assert root_of(module, "B") == "list[int]"
    assert module.channels("C")["__root__"].kind == "BinaryOperatorAggregate"
    assert root_of(module, "D") == "none"
    assert module.channels("D")["__root__"].kind == "LastValue"
    assert module.schema("E").error == "TypeError: unhashable type: 'dict'"
    assert root_of(module, "F") == "Thing[int]"
    assert root_of(module, "G") is None
    assert not module.schema("G").complete
    assert module.schema("function").missing == "a function"
    assert root_of(module, "H") == "OrderedDict"
    assert root_of(module, "J") == "int"
    found = read_schema(module.run, ModuleValue("case", "case.py"), Place("case.py", module.schema("A").place.span))
    assert isinstance(found, Schema)
    assert found.missing == "the annotations of a module"
    assert module.channels("A")["__root__"].kind == "LastValue"


def test_a_managed_value_as_schema_raises() -> None:
    module = Module("A = Annotated[int, IsLastStep]\nB = Optional[IsLastStep]\n")
    found = module.channels("B")["__root__"]
    assert found.error is not None
    assert found.error.startswith("ValueError: This ")


@pytest.mark.parametrize("name", ["Outside", "unbound", "symbol", "Made"])
def test_what_is_not_known_gives_no_schema(name: str) -> None:
    text = "from elsewhere import Outside\nunbound = nothing_here\nsymbol = Outside()\nMade = NewType('Made', int)\n"
    assert isinstance(Module(text).read(name), Unknown)


INCOMPLETE = {
    "outside base": ("class State(Base): a: int", "`elsewhere.Base` is outside the project"),
    "unknown base": ("class State(nowhere.Base): a: int", None),
    "starred bases": ("class State(*make()): a: int", "starred bases"),
    "a call as base": ("class State(NewType('X', int)): a: int", "a base that cannot be read"),
    "decorator": ("@decorate\nclass State: a: int", "a decorator that cannot be read"),
    "decorator call": ("@decorate(1)\nclass State: a: int", "a decorator that cannot be read"),
    "decorator factory of the project": (
        "def swap(name):\n    return lambda cls: Base\n@swap('x')\nclass State: a: int",
        "a decorator that cannot be read",
    ),
    "decorator of the project": (
        "def swap(cls): return Base\n@swap\nclass State: a: int",
        "a decorator that cannot be read",
    ),
    "metaclass": ("class Meta(type): pass\nclass State(metaclass=Meta): a: int", "a metaclass"),
    "keywords": ("class State(TypedDict, **make()): a: int", "unknown keywords of the class"),
    "condition": ("class State:\n    a: int\n    if make():\n        b: int", "a field under a condition"),
    "try": ("class State:\n    a: int\n    try:\n        b: int\n    finally: pass", "a field in a compound statement"),
    "functional": ("State = TypedDict('State', make())", "the keys of a functional TypedDict"),
    "functional key": (
        "State = TypedDict('State', {make(): int, 'a': int})",
        "a computed key of a functional TypedDict",
    ),
    "functional spread": (
        "State = TypedDict('State', {**make(), 'a': int})",
        "a computed key of a functional TypedDict",
    ),
    "functional base": ("B = TypedDict('B', make())\nclass State(B): a: int", "the keys of a functional TypedDict"),
}


@pytest.mark.parametrize("name", INCOMPLETE)
def test_incomplete(name: str) -> None:
    text, missing = INCOMPLETE[name]
    found = Module(f"{OUTSIDE}\n{text}").schema()
    assert not found.complete
    assert missing is None or found.missing == missing
    assert found.missing is not None


COMPLETE = [
    "class State(abc.ABC): a: int",
    "class State(metaclass=abc.ABCMeta): a: int",
    "@final\nclass State: a: int",
    "@dataclass(frozen=True)\nclass State: a: int",
    "class State:\n    a: int\n    if make():\n        b = 3",
    "class State:\n    a: int\n    for b in (): pass",
    "class State(Protocol): a: int",
    "class State(TypedDict, total=False): a: int",
    "State = TypedDict('State', {'a': int}, total=False)",
    "State = TypedDict('State', fields={'a': int})",
    "State = TypedDict('State', a=int)",
    "class State(BaseModel): a: int",
    "class State[T]:\n    a: T",
    "def mark(cls): return cls\n@mark\nclass State: a: int",
    "def mark(name):\n    def decorate(cls): return cls\n    return decorate\n@mark('x')\nclass State: a: int",
]


@pytest.mark.parametrize("text", COMPLETE)
def test_complete(text: str) -> None:
    found = Module(f"{OUTSIDE}\n{text}").schema()
    assert (found.complete, [item.name for item in found.fields]) == (True, ["a"])
    assert [item.kind for item in Module(f"{OUTSIDE}\n{text}").channels().values()] == ["LastValue"]


def test_fields() -> None:
    text = """
        class Base(BaseModel):
            a: int = Field(3, description="d")
            b: list = Field(default_factory=list)
            c: int = Field(...)
            d: int = 4
            e: int
        class State(Base):
            a: str = "x"
            f: int = make()
            g: int = Field(default=open("x"))
    """
    schema = Module(text).schema()
    shown = {item.name: item.has_default for item in schema.fields}
    assert shown == {"a": True, "b": True, "c": False, "d": True, "e": False, "f": True, "g": True}
    first = schema.field("a")
    assert first is not None
    assert isinstance(first.default, Literal)
    assert first.default.value == "x"
    assert first.overrides is not None
    assert isinstance(first.overrides.default, Literal)
    assert first.overrides.call is not None
    assert schema.field("zzz") is None
    assert not schema.is_mapping
    assert first.spelling is not None
    assert first.place.span.line < first.spelling.place.span.end_line + 1


def test_a_subclass_of_a_library_schema_places_its_fields_at_the_class() -> None:
    module = Module("class State(MessagesState):\n    own: int\n")
    schema = module.schema()
    messages = schema.field("messages")
    assert messages is not None
    assert messages.place.path == "case.py"
    assert messages.spelling is None
    assert schema.is_mapping
    assert [item.kind for item in module.channels().values()] == ["BinaryOperatorAggregate", "LastValue"]


def test_other_names_of_the_module_do_not_confuse_a_library_schema() -> None:
    module = Module("def list(a): pass\nclass State(MessagesState):\n    own: int\n")
    assert module.channels()["messages"].kind == "unknown"
    module = Module(
        "class State(MessagesState):\n    own: int\n", prelude="from langgraph.graph import MessagesState\n"
    )
    assert module.channels()["messages"].kind == "BinaryOperatorAggregate"
    text = "if TYPE_CHECKING:\n    from other import add_messages\nclass State(MessagesState): pass\n"
    module = Module(text, prelude="from typing import TYPE_CHECKING\nfrom langgraph.graph import MessagesState\n")
    assert module.channels()["messages"].kind == "BinaryOperatorAggregate"


def test_a_schema_is_read_once() -> None:
    module = Module("class State(TypedDict):\n    a: int\n")
    assert module.schema() is module.schema()


def test_a_schema_that_is_too_large() -> None:
    nested = "class State(TypedDict):\n" + "".join(f"    f{number}: dict[str, int]\n" for number in range(20_000))
    assert isinstance(Module(nested).read("State"), Unknown)


# --- tables --------------------------------------------------------------------------------------------------


def test_table() -> None:
    text = """
        class State(TypedDict):
            step: IsLastStep
            items: Annotated[list[int], operator.add]
            topic: Annotated[str, Topic]
            plain: Optional[tuple[int, int]]
    """
    module = Module(text)
    found = table(module.run, module.schema(), ("builder",), lambda path: f"src/{path}")
    assert (found.name, found.kind, found.path, found.graphs, found.error) == (
        "State",
        "typeddict",
        "src/case.py",
        ("builder",),
        None,
    )
    rows = [(row.field, row.channel, row.update_type, row.start, row.reducer, row.checkpoint) for row in found.rows]
    assert rows == [
        ("items", "BinaryOperatorAggregate", "list[int]", "[]", "add", "kept"),
        ("topic", "Topic", "str | list[str]", "empty", None, "kept"),
        ("plain", "LastValue", "tuple[int, int] | None", "empty", None, "changed: tuple -> list"),
        ("step", "managed", "bool", None, None, "kept"),
    ]
    assert all(row.path == "src/case.py" and row.column == 5 for row in found.rows)


def test_a_table_of_a_schema_that_raises_is_in_the_order_of_the_fields() -> None:
    text = "class State(TypedDict):\n    step: IsLastStep\n    items: Annotated[list[int], max]\n"
    module = Module(text)
    found = table(module.run, module.schema())
    assert [row.field for row in found.rows] == ["step", "items"]
    assert found.error == "ValueError: no signature found for builtin max"


def test_reducer_names() -> None:
    text = """
        def merge(a, b): return a
        class Keep:
            def __init__(self, a, b): pass
            def __call__(self, a, b): return a
            def method(self, a, b): return a
        keep = Keep(1, 2)
        method = keep.method
        partial = functools.partial(merge)
        Cell = collections.namedtuple("Cell", "a b")
        def wrap(function):
            @functools.wraps(function)
            def inner(*args): return function(*args)
            return inner
        wrapped = wrap(merge)
    """
    module = Module(text)
    names = {name: reducer_name(module.value(name)) for name in "merge Keep keep method partial Cell wrapped".split()}
    assert names == {
        "merge": "merge",
        "Keep": "Keep",
        "keep": None,
        "method": "method",
        "partial": None,
        "Cell": "Cell",
        "wrapped": "merge",
    }
    assert isinstance(module.value("partial"), Partial)
    for name, expected in {
        "operator.__or__": "or_",
        "operator.__add__": "add",
        "operator.iadd": "iadd",
        "langgraph.graph.add_messages": "_add_messages",
        "builtins.list.extend": "extend",
    }.items():
        assert reducer_name(External(name)) == expected


def test_channel_of_one_field() -> None:
    module = Module("class State(TypedDict):\n    a: Annotated[list, operator.add]\n")
    field = module.schema().fields[0]
    found = channel_of(module.run, field)
    assert (found.name, found.kind, found.field) == ("a", "BinaryOperatorAggregate", field)
