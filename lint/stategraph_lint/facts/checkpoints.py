"""What the msgpack checkpoints of LangGraph do with values of the standard library's types."""

from __future__ import annotations

import builtins
from typing import Final

KEPT: Final = frozenset(
    (
        "builtins.str builtins.int builtins.float builtins.bool builtins.None builtins.bytes builtins.bytearray "
        "builtins.list builtins.dict builtins.set builtins.frozenset collections.deque datetime.datetime datetime.date "
        "datetime.time datetime.timedelta datetime.timezone uuid.UUID decimal.Decimal pathlib.Path "
        "re.Pattern zoneinfo.ZoneInfo ipaddress.IPv4Address ipaddress.IPv6Address langchain_core.documents.Document "
        "langchain_core.documents.base.Document langgraph.types.Send "
        "ipaddress.IPv4Network ipaddress.IPv6Network ipaddress.IPv4Interface ipaddress.IPv6Interface numpy.ndarray"
    ).split()
)

# The classes whose first argument is the type of keys.
MAPPINGS: Final = frozenset(
    (
        "builtins.dict collections.Counter collections.OrderedDict collections.defaultdict collections.abc.Mapping "
        "collections.abc.MutableMapping"
    ).split()
)
# Types that a key of a dict keeps, and those of which it becomes text; all others fail as keys.
KEYS_KEPT: Final = frozenset(f"builtins.{name}" for name in ("str", "int", "float", "bool", "None", "bytes", "tuple"))
KEYS_CHANGED: Final = frozenset({"datetime.date", "datetime.datetime", "datetime.time", "uuid.UUID"})

# What comes back instead.
CHANGED: Final = {
    "builtins.tuple": "list",
    "builtins.memoryview": "bytes",
    "collections.Counter": "dict",
    "collections.OrderedDict": "dict",
    "collections.defaultdict": "dict",
    **{
        f"builtins.{name}": "str"
        for name, value in vars(builtins).items()
        if isinstance(value, type) and issubclass(value, BaseException)
    },
}

# What an instance of a subclass comes back as: '' for itself, None where it fails.
SUBCLASSES: Final = {
    "builtins.str": "str",
    "builtins.int": "int",
    "builtins.list": "list",
    "builtins.dict": "dict",
    "builtins.float": None,
    "builtins.tuple": None,
    "builtins.bytes": "",
    "builtins.set": "",
    "builtins.frozenset": "",
    "collections.deque": "",
}
# Methods by which the serializer takes an instance of any class.
TAKING: Final = frozenset({"model_dump", "dict", "_asdict", "get_secret_value"})

# What no serializer takes, with what it is called in a message.
FAILING: Final = {
    "builtins.complex": "complex",
    "builtins.range": "range",
    "builtins.type": "type",
    "builtins.slice": "slice",
    "collections.abc.Callable": "function",
    "collections.abc.Generator": "generator",
    "collections.abc.AsyncGenerator": "generator",
    "collections.abc.Iterator": "iterator",
    "collections.abc.AsyncIterator": "iterator",
    "collections.abc.Coroutine": "coroutine",
    "collections.abc.Awaitable": "awaitable",
    "collections.abc.KeysView": "dict view",
    "collections.abc.ValuesView": "dict view",
    "collections.abc.ItemsView": "dict view",
    "collections.ChainMap": "ChainMap",
    "collections.UserDict": "UserDict",
    "collections.UserList": "UserList",
    "collections.UserString": "UserString",
    "fractions.Fraction": "Fraction",
    "pathlib.PurePath": "PurePath",
    "pathlib.PurePosixPath": "PurePosixPath",
    "pathlib.PureWindowsPath": "PureWindowsPath",
    "re.Match": "Match",
    "types.MappingProxyType": "mappingproxy",
    "types.ModuleType": "module",
    "types.SimpleNamespace": "SimpleNamespace",
    "types.FunctionType": "function",
    "types.GeneratorType": "generator",
    "types.LambdaType": "function",
    "threading.Thread": "thread",
    "threading.Lock": "lock",
    "threading.RLock": "lock",
    "threading.Event": "event",
    "asyncio.Lock": "lock",
    "asyncio.Event": "event",
    "asyncio.Queue": "queue",
    "asyncio.Task": "task",
    "queue.Queue": "queue",
    "io.BytesIO": "file",
    "io.StringIO": "file",
    "io.TextIOWrapper": "file",
    "io.BufferedReader": "file",
    "typing.IO": "file",
    "typing.TextIO": "file",
    "typing.BinaryIO": "file",
    "socket.socket": "socket",
    "subprocess.Popen": "process",
    "sqlite3.Connection": "connection",
    "sqlite3.Cursor": "cursor",
    "logging.Logger": "logger",
}

# What calling something from outside the project gives that no serializer takes, beside the classes above.
MADE: Final = {
    "asyncio.Condition": "lock",
    "asyncio.Future": "future",
    "asyncio.Semaphore": "lock",
    "asyncio.create_task": "task",
    "asyncio.ensure_future": "task",
    "builtins.enumerate": "iterator",
    "builtins.filter": "iterator",
    "builtins.iter": "iterator",
    "builtins.map": "iterator",
    "builtins.object": "object",
    "builtins.open": "file",
    "builtins.reversed": "iterator",
    "builtins.zip": "iterator",
    "concurrent.futures.ProcessPoolExecutor": "executor",
    "concurrent.futures.ThreadPoolExecutor": "executor",
    "io.open": "file",
    "itertools.count": "iterator",
    "itertools.cycle": "iterator",
    "logging.getLogger": "logger",
    "multiprocessing.Lock": "lock",
    "multiprocessing.Queue": "queue",
    "operator.attrgetter": "function",
    "operator.itemgetter": "function",
    "operator.methodcaller": "function",
    "queue.LifoQueue": "queue",
    "queue.PriorityQueue": "queue",
    "queue.SimpleQueue": "queue",
    "sqlite3.connect": "connection",
    "tempfile.NamedTemporaryFile": "file",
    "tempfile.TemporaryFile": "file",
    "threading.BoundedSemaphore": "lock",
    "threading.Condition": "lock",
    "threading.Semaphore": "lock",
    "threading.Timer": "thread",
    "threading.local": "thread-local data",
    "weakref.ref": "weak reference",
}

# The checkpointers that save with JsonPlusSerializer, unless they are given another one.
SAVERS: Final = frozenset(
    (
        "langgraph.checkpoint.memory.InMemorySaver langgraph.checkpoint.memory.MemorySaver "
        "langgraph.checkpoint.sqlite.SqliteSaver "
        "langgraph.checkpoint.sqlite.aio.AsyncSqliteSaver langgraph.checkpoint.postgres.PostgresSaver "
        "langgraph.checkpoint.postgres.ShallowPostgresSaver langgraph.checkpoint.postgres.aio.AsyncPostgresSaver "
        "langgraph.checkpoint.postgres.shallow.ShallowPostgresSaver"
    ).split()
)
SERIALIZER: Final = "langgraph.checkpoint.serde.jsonplus.JsonPlusSerializer"
