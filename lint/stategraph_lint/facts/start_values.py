"""What calling a class from outside the project without arguments gives: the start value of a reducer channel."""

from __future__ import annotations

import builtins
from typing import Final

from stategraph_lint.facts.libraries import MESSAGE_TYPES

EMPTY: Final = "empty"
ENUMS: Final = frozenset(f"enum.{name}" for name in ("Enum", "StrEnum", "IntEnum", "Flag", "IntFlag"))

_VALUES = {
    "builtins.int": "0",
    "builtins.str": "''",
    "builtins.float": "0.0",
    "builtins.bool": "False",
    "builtins.bytes": "b''",
    "builtins.bytearray": "bytearray(b'')",
    "builtins.complex": "0j",
    "builtins.object": "object()",
    "builtins.list": "[]",
    "builtins.dict": "{}",
    "builtins.set": "set()",
    "builtins.frozenset": "frozenset()",
    "builtins.tuple": "()",
    "builtins.None": "None",
    "collections.Counter": "Counter()",
    "collections.ChainMap": "ChainMap()",
    "collections.OrderedDict": "OrderedDict()",
    "collections.UserDict": "UserDict()",
    "collections.UserList": "UserList()",
    "collections.defaultdict": "defaultdict()",
    "collections.deque": "deque()",
    "collections.abc.Sequence": "[]",
    "collections.abc.MutableSequence": "[]",
    "collections.abc.Set": "set()",
    "collections.abc.MutableSet": "set()",
    "collections.abc.Mapping": "{}",
    "collections.abc.MutableMapping": "{}",
    "datetime.time": "time()",
    "datetime.timedelta": "timedelta()",
    "decimal.Decimal": "Decimal()",
    "fractions.Fraction": "Fraction()",
    "io.BytesIO": "BytesIO()",
    "io.StringIO": "StringIO()",
    "pathlib.Path": "Path()",
    "pathlib.PurePath": "PurePath()",
    "threading.Event": "Event()",
    "asyncio.Event": "Event()",
    "asyncio.Lock": "Lock()",
    "asyncio.Queue": "Queue()",
    "queue.Queue": "Queue()",
    "types.SimpleNamespace": "SimpleNamespace()",
}
_EMPTY = (
    "builtins.type builtins.range builtins.slice builtins.memoryview builtins.map builtins.filter builtins.reversed "
    "builtins.enumerate collections.UserString datetime.date datetime.datetime datetime.timezone re.Match re.Pattern "
    "uuid.UUID enum.Enum enum.IntEnum enum.StrEnum enum.Flag enum.IntFlag types.FunctionType types.ModuleType "
    "langgraph.types.Send langgraph.types.Overwrite langchain_core.documents.Document functools.partial"
).split()
_ABSTRACT = (
    "AsyncGenerator AsyncIterable AsyncIterator Awaitable ByteString Callable Collection Container Coroutine Generator "
    "Hashable ItemsView Iterable Iterator KeysView MappingView Reversible Sized ValuesView Buffer"
).split()
# Exceptions whose constructor needs arguments.
_STRICT = ("UnicodeDecodeError", "UnicodeEncodeError", "UnicodeTranslateError", "BaseExceptionGroup", "ExceptionGroup")
_EXCEPTIONS = {
    f"builtins.{name}": EMPTY if name in _STRICT else f"{value.__name__}()"
    for name, value in vars(builtins).items()
    if isinstance(value, type) and issubclass(value, BaseException)
}

START_VALUES: Final[dict[str, str]] = {
    **_VALUES,
    **dict.fromkeys(_EMPTY, EMPTY),
    **{f"collections.abc.{name}": EMPTY for name in _ABSTRACT},
    **dict.fromkeys(MESSAGE_TYPES, EMPTY),
    **_EXCEPTIONS,
}
