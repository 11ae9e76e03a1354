"""What stands behind a field's type in `Annotated`: reducers of every shape, channels and plain markers."""

from __future__ import annotations

from tests.oracle.pieces import Piece, piece

_OPERATOR = "import operator"
_FUNCTOOLS = "import functools"
_MESSAGES = "from langgraph.graph.message import add_messages"
_MERGE = "def merge(left, right):\n    return left + right"
_THREE = "def three(left, right, mode):\n    return left"
_MERGER = "class Merger:\n    def __call__(self, left, right):\n        return right"
_TOOLBOX = """class Toolbox:
    def bound(self, left, right):
        return left

    def short(self, left):
        return left

    @classmethod
    def shared(cls, left, right):
        return left

    @staticmethod
    def loose(left, right):
        return left

    @staticmethod
    def narrow(left):
        return left"""
_WRAPPED = """def wrapped(function):
    @functools.wraps(function)
    def inner(*args, **kwargs):
        return function(*args, **kwargs)

    return inner"""
_OPAQUE = "def opaque(function):\n    def inner(*args):\n        return function(*args)\n\n    return inner"
_BINARY = "def binary(function):\n    def inner(a, b):\n        return function(a, b)\n\n    return inner"

# Reducers that `StateGraph` takes.
OPERATORS = (
    piece("reducer: operator.add", "operator.add", _OPERATOR),
    piece("reducer: operator.or_", "operator.or_", _OPERATOR),
    piece("reducer: operator.iadd", "operator.iadd", _OPERATOR),
    piece("reducer: operator.mul", "op.mul", "import operator as op"),
    piece("reducer: operator.concat", "operator.concat", _OPERATOR),
    piece("reducer: imported operator", "add", "from operator import add"),
    piece("reducer: imported operator under another name", "plus", "from operator import add as plus"),
    piece("reducer: operator.__add__", "operator.__add__", _OPERATOR),
    piece("reducer: operator behind a name", "join", _OPERATOR, "join = operator.add"),
)
LANGGRAPH = (
    piece("reducer: add_messages", "add_messages", _MESSAGES),
    piece(
        "reducer: add_messages of langgraph.graph", "graph_add", "from langgraph.graph import add_messages as graph_add"
    ),
    piece("reducer: add_messages by module", "lg.add_messages", "import langgraph.graph.message as lg"),
    piece("reducer: add_messages(format=...)", 'add_messages(format="langchain-openai")', _MESSAGES),
    piece("reducer: add_messages()", "add_messages()", _MESSAGES),
)
FUNCTIONS = (
    piece("reducer: function", "merge", _MERGE),
    piece("reducer: typed function", "pick", "def pick(a: int, b: int) -> int:\n    return max(a, b)"),
    piece("reducer: function with one default", "either", "def either(a, b=None):\n    return b or a"),
    piece("reducer: function with all defaults", "lazy", "def lazy(a=0, b=0):\n    return a"),
    piece("reducer: function with *rest", "spread", "def spread(a, b, *rest):\n    return a"),
    piece("reducer: function with **rest", "named", "def named(a, b, **rest):\n    return a"),
    piece("reducer: keyword-only with default", "tuned", "def tuned(a, b, *, k=5):\n    return a"),
    piece("reducer: keyword-only without default", "strict", "def strict(a, b, *, k):\n    return a"),
    piece("reducer: positional-only", "placed", "def placed(a, b, /):\n    return a"),
    piece("reducer: mixed positional-only", "half", "def half(a, /, b):\n    return a"),
    piece("reducer: async function", "later", "async def later(a, b):\n    return a"),
    piece("reducer: generator function", "each", "def each(a, b):\n    yield a"),
    piece("reducer: lambda", "lambda a, b: a + b"),
    piece("reducer: lambda with default", "lambda a, b=None: b"),
    piece("reducer: named lambda", "last", "last = lambda a, b: b"),
    piece("reducer: function behind a name", "also", _MERGE, "also = merge"),
    piece(
        "reducer: function defined twice", "twice", "def twice(a):\n    return a\n\n\ndef twice(a, b):\n    return b"
    ),
)
METHODS = (
    piece("reducer: bound method", "Toolbox().bound", _TOOLBOX),
    piece("reducer: bound method of a named instance", "tools.bound", _TOOLBOX, "tools = Toolbox()"),
    piece("reducer: class method", "Toolbox.shared", _TOOLBOX),
    piece("reducer: class method of an instance", "Toolbox().shared", _TOOLBOX),
    piece("reducer: static method", "Toolbox.loose", _TOOLBOX),
    piece("reducer: callable instance", "Merger()", _MERGER),
    piece("reducer: named callable instance", "merger", _MERGER, "merger = Merger()"),
    piece(
        "reducer: inherited callable instance",
        "Child()",
        _MERGER,
        "class Child(Merger):\n    pass",
    ),
    piece("reducer: class", "Both", "class Both:\n    def __init__(self, left, right):\n        pass"),
    piece(
        "reducer: class with new",
        "Made",
        "class Made:\n    def __new__(cls, left, right):\n        return object.__new__(cls)",
    ),
    piece(
        "reducer: dataclass of two fields",
        "Join",
        "from dataclasses import dataclass",
        "@dataclass\nclass Join:\n    left: int\n    right: int = 0",
    ),
    piece(
        "reducer: NamedTuple of two fields",
        "Duo",
        "from typing import NamedTuple",
        "class Duo(NamedTuple):\n    left: int\n    right: int",
    ),
)
WRAPPERS = (
    piece("reducer: partial with positional", "functools.partial(three, 1)", _FUNCTOOLS, _THREE),
    piece("reducer: partial with keyword", "functools.partial(three, mode=1)", _FUNCTOOLS, _THREE),
    piece("reducer: imported partial", "partial(merge)", "from functools import partial", _MERGE),
    piece("reducer: named partial", "fixed", _FUNCTOOLS, _THREE, "fixed = functools.partial(three, mode=1)"),
    piece("reducer: partial of a lambda", "functools.partial(lambda k, a, b: a, 1)", _FUNCTOOLS),
    piece(
        "reducer: decorated with wraps",
        "known",
        _FUNCTOOLS,
        _WRAPPED,
        "@wrapped\ndef known(a, b):\n    return a",
    ),
    piece(
        "reducer: decorated by a binary wrapper",
        "doubled",
        _BINARY,
        "@binary\ndef doubled(*args):\n    return args[0]",
    ),
    piece("reducer: wrapped by a call", "wrapped(merge)", _FUNCTOOLS, _WRAPPED, _MERGE),
    piece(
        "reducer: lru_cache",
        "cached",
        _FUNCTOOLS,
        "@functools.lru_cache(maxsize=None)\ndef cached(a, b):\n    return a",
    ),
    piece(
        "reducer: factory of a function",
        "make(3)",
        "def make(size):\n    def inner(a, b):\n        return (a + b)[-size:]\n\n    return inner",
    ),
    piece("reducer: factory of a lambda", "build(3)", "def build(size):\n    return lambda a, b: (a + b)[-size:]"),
    piece(
        "reducer: named factory result",
        "keep",
        "def keeping(size):\n    def cut(a, b):\n        return (a + b)[-size:]\n\n    return cut",
        "keep = keeping(5)",
    ),
    piece(
        "reducer: factory of a partial",
        "partly(1)",
        _FUNCTOOLS,
        _THREE,
        "def partly(k):\n    return functools.partial(three, mode=k)",
    ),
)
BUILTINS = (
    piece("reducer: sum", "sum"),
    piece("reducer: list.extend", "list.extend"),
    piece("reducer: list.append", "list.append"),
    piece("reducer: dict.__or__", "dict.__or__"),
    piece("reducer: complex", "complex"),
    piece("reducer: divmod", "divmod"),
    piece("reducer: str.join", "str.join"),
)
PASSING: tuple[Piece, ...] = (*OPERATORS, *LANGGRAPH, *FUNCTIONS, *METHODS, *WRAPPERS, *BUILTINS)

# Reducers that `StateGraph` refuses (on some Python versions).
FAILING: tuple[Piece, ...] = (
    piece("reducer: function of one", "single", "def single(a):\n    return a"),
    piece("reducer: function of three", "three", _THREE),
    piece("reducer: third with default", "third", "def third(a, b, c=1):\n    return a"),
    piece("reducer: only *args", "anything", "def anything(*args):\n    return args[0]"),
    piece("reducer: one and *rest", "trailing", "def trailing(a, *rest):\n    return a"),
    piece("reducer: no parameters", "nothing", "def nothing():\n    return 1"),
    piece("reducer: one and keyword-only", "mixed", "def mixed(a, *, b=None):\n    return a"),
    piece("reducer: lambda of one", "lambda a: a"),
    piece("reducer: lambda of three", "lambda a, b, c: a"),
    piece("reducer: bound method of one", "Toolbox().short", _TOOLBOX),
    piece("reducer: method through its class", "Toolbox.bound", _TOOLBOX),
    piece("reducer: static method of one", "Toolbox.narrow", _TOOLBOX),
    piece("reducer: class of a callable instance", "Merger", _MERGER),
    piece(
        "reducer: callable instance of one",
        "Shrinker()",
        "class Shrinker:\n    def __call__(self, value):\n        return value",
    ),
    piece("reducer: class of one", "One", "class One:\n    def __init__(self, left):\n        pass"),
    piece("reducer: class without init", "Bare", "class Bare:\n    pass"),
    piece(
        "reducer: model class",
        "Form",
        "from pydantic import BaseModel",
        "class Form(BaseModel):\n    a: int\n    b: int",
    ),
    piece("reducer: partial that binds too much", "functools.partial(merge, [])", _FUNCTOOLS, _MERGE),
    piece("reducer: partial that names the second", "functools.partial(three, right=1)", _FUNCTOOLS, _THREE),
    piece("reducer: partial of an operator", "functools.partial(operator.add, 1)", _FUNCTOOLS, _OPERATOR),
    piece("reducer: decorated without wraps", "lost", _OPAQUE, "@opaque\ndef lost(a, b):\n    return a"),
    piece(
        "reducer: factory of one",
        "short(3)",
        "def short(size):\n    def inner(a):\n        return a\n\n    return inner",
    ),
    piece("reducer: factory itself", "maker", "def maker(size):\n    return lambda a, b: a"),
    piece("reducer: max", "max"),
    piece("reducer: min", "min"),
    piece("reducer: set.union", "set.union"),
    piece("reducer: dict.update", "dict.update"),
    piece("reducer: str", "str"),
    piece("reducer: int", "int"),
    piece("reducer: float", "float"),
    piece("reducer: list class", "list"),
    piece("reducer: dict class", "dict"),
    piece("reducer: len", "len"),
    piece("reducer: sorted", "sorted"),
    piece("reducer: builtins.max", "builtins.max", "import builtins"),
    piece("reducer: functools.reduce", "functools.reduce", _FUNCTOOLS),
    piece("reducer: itertools.chain", "itertools.chain", "import itertools"),
    piece("reducer: operator.itemgetter(...)", "operator.itemgetter(0)", _OPERATOR),
    piece("reducer: operator.methodcaller(...)", 'operator.methodcaller("copy")', _OPERATOR),
    piece("reducer: operator.attrgetter(...)", 'operator.attrgetter("real")', _OPERATOR),
    piece("reducer: operator.not_", "operator.not_", _OPERATOR),
    piece("reducer: copy.copy", "copy.copy", "import copy"),
    piece("reducer: push_message", "push_message", "from langgraph.graph.message import push_message"),
    piece("reducer: typing construct", "List[int]", "from typing import List"),
)

# A project's own functions under well-known names; never beside the pieces that mean the well-known ones.
SHADOWED: tuple[Piece, ...] = (
    piece("reducer: own max", "max", "def max(a, b):\n    return b"),
    piece("reducer: own add_messages", "add_messages", "def add_messages(a):\n    return a"),
    piece(
        "reducer: own operator", "operator.add", "class operator:\n    @staticmethod\n    def add(a):\n        return a"
    ),
)

_CHANNELS = "from langgraph.channels import "
CHANNELS: tuple[Piece, ...] = (
    piece("channel: LastValue class", "LastValue", _CHANNELS + "LastValue"),
    piece("channel: LastValue instance", "LastValue(int)", _CHANNELS + "LastValue"),
    piece("channel: AnyValue class", "AnyValue", _CHANNELS + "AnyValue"),
    piece(
        "channel: EphemeralValue class",
        "EphemeralValue",
        "from langgraph.channels.ephemeral_value import EphemeralValue",
    ),
    piece("channel: EphemeralValue instance", "EphemeralValue(int, guard=False)", _CHANNELS + "EphemeralValue"),
    piece("channel: Topic class", "Topic", "from langgraph.channels.topic import Topic"),
    piece("channel: Topic instance", "Topic(int, accumulate=True)", _CHANNELS + "Topic"),
    piece("channel: UntrackedValue class", "UntrackedValue", _CHANNELS + "UntrackedValue"),
    piece("channel: UntrackedValue instance", "channels.UntrackedValue(dict)", "import langgraph.channels as channels"),
    piece("channel: DeltaChannel class", "DeltaChannel", _CHANNELS + "DeltaChannel"),
    piece(
        "channel: DeltaChannel instance",
        "DeltaChannel(fold)",
        _CHANNELS + "DeltaChannel",
        "def fold(state, writes):\n    return state",
    ),
    piece(
        "channel: BinaryOperatorAggregate instance",
        "BinaryOperatorAggregate(int, operator.mul)",
        _CHANNELS + "BinaryOperatorAggregate",
        _OPERATOR,
    ),
    piece(
        "channel: BinaryOperatorAggregate of a failing type",
        "BinaryOperatorAggregate(type, merge)",
        _CHANNELS + "BinaryOperatorAggregate",
        _MERGE,
    ),
    piece("channel: named instance", "shared", _CHANNELS + "Topic", "shared = Topic(int)"),
    piece("channel: own subclass", "Mine", _CHANNELS + "LastValue", "class Mine(LastValue):\n    pass"),
)
FAILING_CHANNELS: tuple[Piece, ...] = (
    piece("channel: BinaryOperatorAggregate class", "BinaryOperatorAggregate", _CHANNELS + "BinaryOperatorAggregate"),
    piece("channel: NamedBarrierValue class", "NamedBarrierValue", _CHANNELS + "NamedBarrierValue"),
    piece("channel: parametrised class", "LastValue[int]", _CHANNELS + "LastValue"),
)

_FIELD = "from pydantic import Field"
MARKERS: tuple[Piece, ...] = (
    piece("marker: doc string", '"what it holds"'),
    piece("marker: doc string that spells a reducer", '"operator.add"'),
    piece("marker: Field(description)", 'Field(description="d")', _FIELD),
    piece("marker: Field(default)", "Field(default=None)", _FIELD),
    piece("marker: number", "3"),
    piece("marker: dict", '{"unit": "ms"}'),
    piece("marker: None", "None"),
    piece("marker: ellipsis", "..."),
    piece("marker: own instance", "Tag()", "class Tag:\n    pass"),
    piece(
        "marker: PrivateStateAttr",
        "PrivateStateAttr",
        "from langchain.agents.middleware.types import PrivateStateAttr",
    ),
    piece("marker: OmitFromInput", "OmitFromInput", "from langchain.agents.middleware.types import OmitFromInput"),
    piece("marker: union", "int | None"),
    piece("marker: f-string", 'f"{1}"'),
)

_STEPS = "from langgraph.managed import IsLastStep, RemainingSteps"
_MANAGERS = "from langgraph.managed.is_last_step import IsLastStepManager, RemainingStepsManager"
MANAGED: tuple[Piece, ...] = (
    piece("managed: IsLastStep", "IsLastStep", _STEPS),
    piece("managed: RemainingSteps", "RemainingSteps", _STEPS),
    piece(
        "managed: RemainingSteps by module", "is_last_step.RemainingSteps", "from langgraph.managed import is_last_step"
    ),
    piece("managed: manager class", "Annotated[bool, IsLastStepManager]", "from typing import Annotated", _MANAGERS),
    piece(
        "managed: manager class behind a reducer",
        "Annotated[int, operator.add, RemainingStepsManager]",
        "from typing import Annotated",
        _OPERATOR,
        _MANAGERS,
    ),
)
