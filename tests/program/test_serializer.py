"""Checkpoint verdicts against the serializer of the installed library."""

from __future__ import annotations

import importlib
import logging
import sys
import types
from collections.abc import Iterator

import pytest
from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer

from stategraph_lint.facts.checkpoints import CHANGED, FAILING, KEPT
from stategraph_lint.program.serializer import checkpoint
from tests.program.reading import typed

SETUP = """
class Bare: pass
class Taken:
    def model_dump(self, **kwargs): return {}
class Abstract(abc.ABC): pass
class Text(str): pass
class Number(int): pass
class Share(float): pass
class Row(tuple): pass
class Stack(list): pass
class Tags(set): pass
class Table(dict): pass
class Queue(collections.deque): pass
class Failed(ValueError): pass
class Two(str, abc.ABC): pass
class Odd(list, Bare): pass
class Other(decimal.Decimal): pass
class Colour(enum.Enum):
    RED = 1
class Level(enum.IntEnum):
    LOW = 1
@dataclass
class Point:
    x: int = 1
@dataclass
class Holder:
    data: tuple = (1, 2)
@dataclass
class Keeps:
    data: Bare = field(default_factory=Bare)
@dataclass
class Linked:
    next: Optional["Linked"] = None
class Model(BaseModel):
    data: tuple[int, int] = (1, 2)
class Pair(NamedTuple):
    a: int = 1
class Entry(TypedDict):
    a: tuple[int, int]
class Wide(TypedDict):
    a: int
class Deep(Unknown_):
    a: int
class Outer:
    class Model(BaseModel):
        x: int = 1
    @dataclass
    class Point:
        x: int = 1
    class Colour(enum.Enum):
        RED = 1
    class Pair(NamedTuple):
        x: int = 1
Made = collections.namedtuple("Made", "a b")
"""

# The annotation, the verdict, and a value of the type.
CASES = [
    ("int", "kept", "1"),
    ("Optional[int]", "kept", "None"),
    ("list[dict[str, int]]", "kept", "[{'a': 1}]"),
    ("Literal['a']", "kept", "'a'"),
    ("list[AnyMessage]", "kept", "[HumanMessage('a')]"),
    ("datetime.datetime", "kept", "datetime.datetime(2020, 1, 1)"),
    ("uuid.UUID", "kept", "uuid.uuid4()"),
    ("Path", "kept", "Path('a')"),
    ("frozenset[int]", "kept", "frozenset({1})"),
    ("Colour", "kept", "Colour.RED"),
    ("Level", "kept", "Level.LOW"),
    ("Point", "kept", "Point()"),
    ("Model", "kept", "Model()"),
    ("Pair", "kept", "Pair()"),
    ("Linked", "kept", "Linked()"),
    ("Tags", "kept", "Tags()"),
    ("Queue", "kept", "Queue()"),
    ("Wide", "kept", "{'a': 1}"),
    ("Made", "kept", "Made(1, 2)"),
    ("set[frozenset[int]]", "kept", "{frozenset({1})}"),
    ("tuple[int, int]", "changed: tuple -> list", "(1, 2)"),
    ("tuple[int, ...]", "changed: tuple -> list", "(1, 2)"),
    ("list[tuple[int, int]]", "changed: tuple -> list", "[(1, 2)]"),
    ("Optional[tuple[int, int]]", "changed: tuple -> list", "(1, 2)"),
    ("tuple[int] | tuple[str]", "changed: tuple -> list", "(1,)"),
    ("tuple[int] | collections.Counter", "changed: tuple -> list", "(1,)"),
    ("set[tuple[int, int]]", "changed: set of tuples -> list of lists", "{(1, 2)}"),
    ("collections.Counter[str]", "changed: Counter -> dict", "collections.Counter('a')"),
    ("collections.defaultdict[str, list]", "changed: defaultdict -> dict", "collections.defaultdict(list)"),
    ("Exception", "changed: Exception -> str", "Exception('a')"),
    ("Failed", "changed: Failed -> str", "Failed('a')"),
    ("Text", "changed: Text -> str", "Text('a')"),
    ("Number", "changed: Number -> int", "Number(1)"),
    ("Stack", "changed: Stack -> list", "Stack()"),
    ("Table", "changed: Table -> dict", "Table()"),
    ("Holder", "changed: tuple -> list", "Holder()"),
    ("Entry", "changed: tuple -> list", "{'a': (1, 2)}"),
    ("Outer.Model", "changed: Model -> dict", "Outer.Model()"),
    ("Outer.Point", "changed: Point -> dict", "Outer.Point()"),
    ("Outer.Colour", "changed: Colour -> its value", "Outer.Colour.RED"),
    ("Outer.Pair", "changed: Pair -> dict", "Outer.Pair()"),
    ("Two", "changed: Two -> str", "Two('a')"),
    ("Callable[[int], int]", "fails: function", "len"),
    ("Optional[Callable[..., int]]", "fails: function", "len"),
    ("list[Callable[..., int]]", "fails: function", "[len]"),
    ("io.StringIO", "fails: file", "io.StringIO()"),
    ("complex", "fails: complex", "1j"),
    ("range", "fails: range", "range(3)"),
    ("type[int]", "fails: type", "int"),
    ("Generator[int, None, None]", "fails: generator", "(i for i in [])"),
    ("types.ModuleType", "fails: module", "types"),
    ("Bare", "fails: Bare", "Bare()"),
    ("Share", "fails: Share", "Share(1)"),
    ("Row", "fails: Row", "Row()"),
    ("Keeps", "fails: Bare", "Keeps()"),
    ("dict[str, Bare]", "fails: Bare", "{'a': Bare()}"),
    ("Any", "unknown", None),
    ("Sequence[int]", "unknown", None),
    ("int | Callable[..., int]", "unknown", None),
    ("Abstract", "unknown", None),
    ("Taken", "unknown", None),
    ("Odd", "changed: Odd -> list", "Odd()"),
    ("Other", "unknown", None),
    ("Deep", "unknown", None),
    ("nothing.known", "unknown", None),
    ("T_", "unknown", None),
    ("NewType('Id', tuple[int, int])", "changed: tuple -> list", "(1, 2)"),
]


@pytest.fixture(scope="module")
def namespace() -> Iterator[dict[str, object]]:
    from tests.program.reading import PRELUDE

    module = types.ModuleType("checkpointed")
    sys.modules["checkpointed"] = module
    exec(PRELUDE + "class Unknown_: pass\n" + SETUP, vars(module))
    yield vars(module)
    del sys.modules["checkpointed"]


def round_trip(value: object) -> str:
    serializer = JsonPlusSerializer()
    logging.disable(logging.CRITICAL)
    try:
        back = serializer.loads_typed(serializer.dumps_typed(value))
    except TypeError:
        return "fails"
    finally:
        logging.disable(logging.NOTSET)
    return "kept" if _same(back, value) else "changed"


def _same(back: object, value: object) -> bool:
    if type(back) is not type(value):
        return False
    if isinstance(value, (list, dict)):
        pairs = zip(back.values(), value.values()) if isinstance(value, dict) and isinstance(back, dict) else []
        if isinstance(value, list) and isinstance(back, list):
            pairs = zip(back, value)
        return all(_same(one, other) for one, other in pairs)
    return back == value


@pytest.mark.parametrize(("annotation", "verdict", "value"), CASES)
def test_checkpoint(annotation: str, verdict: str, value: str | None, namespace: dict[str, object]) -> None:
    lines = ("from elsewhere import nothing, Unknown_", "T_ = TypeVar('T_')", *SETUP.strip().splitlines())
    run, found = typed(annotation, *lines)
    assert checkpoint(run, found) == verdict
    if value is not None:
        assert round_trip(eval(value, namespace)) == verdict.partition(":")[0]


# Arguments that make an instance, where none are no way to.
_MAKERS = {
    "datetime.datetime": "datetime.datetime(2020, 1, 1)",
    "datetime.date": "datetime.date(2020, 1, 1)",
    "datetime.timezone": "datetime.timezone.utc",
    "uuid.UUID": "uuid.uuid4()",
    "re.Pattern": "re.compile('a')",
    "re.Match": "re.match('a', 'a')",
    "zoneinfo.ZoneInfo": "zoneinfo.ZoneInfo('UTC')",
    "ipaddress.IPv4Address": "ipaddress.ip_address('1.1.1.1')",
    "ipaddress.IPv6Address": "ipaddress.ip_address('::1')",
    "ipaddress.IPv4Network": "ipaddress.ip_network('1.1.1.0/24')",
    "ipaddress.IPv6Network": "ipaddress.ip_network('::/64')",
    "ipaddress.IPv4Interface": "ipaddress.ip_interface('1.1.1.1')",
    "ipaddress.IPv6Interface": "ipaddress.ip_interface('::1')",
    "builtins.None": "None",
    "builtins.memoryview": "memoryview(b'')",
    "builtins.range": "range(1)",
    "builtins.slice": "slice(1)",
    "builtins.type": "int",
    "collections.UserString": "collections.UserString('')",
    "collections.abc.Callable": "len",
    "collections.abc.Generator": "(i for i in [])",
    "collections.abc.Iterator": "iter([])",
    "collections.abc.KeysView": "{}.keys()",
    "collections.abc.ValuesView": "{}.values()",
    "collections.abc.ItemsView": "{}.items()",
    "types.ModuleType": "types",
    "types.FunctionType": "lambda: 1",
    "types.LambdaType": "lambda: 1",
    "types.GeneratorType": "(i for i in [])",
    "types.MappingProxyType": "types.MappingProxyType({})",
    "io.TextIOWrapper": "io.TextIOWrapper(io.BytesIO())",
    "io.BufferedReader": "io.BufferedReader(io.BytesIO())",
    "socket.socket": "socket.socket()",
    "sqlite3.Connection": "sqlite3.connect(':memory:')",
    "sqlite3.Cursor": "sqlite3.connect(':memory:').cursor()",
    "logging.Logger": "logging.getLogger()",
    "langchain_core.documents.Document": "langchain_core.documents.Document('a')",
    "langchain_core.documents.base.Document": "langchain_core.documents.Document('a')",
    "langgraph.types.Send": "langgraph.types.Send('a', 1)",
    "builtins.UnicodeDecodeError": "UnicodeDecodeError('utf-8', b'', 0, 1, '')",
    "builtins.UnicodeEncodeError": "UnicodeEncodeError('utf-8', '', 0, 1, '')",
    "builtins.UnicodeTranslateError": "UnicodeTranslateError('', 0, 1, '')",
    "builtins.ExceptionGroup": "ExceptionGroup('a', [ValueError()])",
    "builtins.BaseExceptionGroup": "BaseExceptionGroup('a', [ValueError()])",
}
# Generic names, running programs, and what is not installed here.
_UNMADE = {
    "asyncio.Task",
    "collections.abc.AsyncIterator",
    "collections.abc.Awaitable",
    "collections.abc.Coroutine",
    "collections.abc.AsyncGenerator",
    "numpy.ndarray",
    "subprocess.Popen",
    "typing.BinaryIO",
    "typing.IO",
    "typing.TextIO",
}
_VERDICTS = {
    **dict.fromkeys(KEPT, "kept"),
    **dict.fromkeys(CHANGED, "changed"),
    **dict.fromkeys(FAILING, "fails"),
}


@pytest.mark.filterwarnings("ignore::ResourceWarning")
@pytest.mark.parametrize("name", sorted(_VERDICTS.keys() - _UNMADE))
def test_every_known_type(name: str) -> None:
    text = _MAKERS.get(name, f"{name}()")
    names = {home: importlib.import_module(home) for home in (name.rpartition(".")[0], name.partition(".")[0])}
    names |= {home: module for home, module in names.items() if "." not in home}
    value = eval(text, dict(names))
    assert round_trip(value) == _VERDICTS[name]
    if hasattr(value, "close"):
        value.close()


def test_the_tables_do_not_overlap() -> None:
    assert len(_VERDICTS) == len(KEPT) + len(CHANGED) + len(FAILING)
