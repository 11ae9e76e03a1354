"""What pydantic cannot describe as JSON schema, measured with pydantic 2.14 on Python 3.11 and 3.13."""

from __future__ import annotations

import builtins
from typing import Final

# The Python from which on pydantic takes `typing.TypedDict`.
TAKES_TYPED_DICT: Final = (3, 12)
OLD_TYPED_DICT: Final = "typing.TypedDict"

# Fails while the JSON schema is made.
INDESCRIBABLE: Final = frozenset({"typing.Callable", "collections.abc.Callable", "builtins.type"})
# A function up to Python 3.12, which passes for anything in a model that takes arbitrary classes.
SOMETIMES: Final = frozenset({"threading.Lock"})
# Classes that pydantic knows nothing of. It refuses them, or takes them where arbitrary classes are allowed and then
# cannot describe them.
ARBITRARY: Final = frozenset(
    (
        "builtins.bytearray builtins.range builtins.slice builtins.memoryview types.ModuleType types.FunctionType "
        "types.MethodType types.SimpleNamespace types.GeneratorType types.TracebackType threading.Lock "
        "threading.Event threading.Thread threading.Semaphore threading.Condition asyncio.Lock asyncio.Event "
        "asyncio.Queue asyncio.Task asyncio.Future asyncio.Semaphore asyncio.AbstractEventLoop queue.Queue "
        "socket.socket subprocess.Popen sqlite3.Connection sqlite3.Cursor logging.Logger io.StringIO io.BytesIO "
        "io.TextIOWrapper array.array random.Random contextvars.Context contextvars.ContextVar inspect.Signature "
        "datetime.tzinfo typing.IO typing.TextIO typing.BinaryIO collections.abc.Iterator "
        "collections.abc.AsyncIterator collections.abc.AsyncIterable collections.abc.AsyncGenerator "
        "collections.abc.Coroutine collections.abc.Awaitable collections.abc.Sized collections.abc.Container "
        "collections.abc.Collection collections.abc.KeysView collections.abc.ValuesView collections.abc.ItemsView "
        "collections.abc.Reversible collections.UserDict collections.UserList collections.ChainMap "
        "concurrent.futures.Future concurrent.futures.Executor concurrent.futures.ThreadPoolExecutor"
    ).split()
) | {
    f"builtins.{name}"
    for name, value in vars(builtins).items()
    if isinstance(value, type) and issubclass(value, BaseException)
}
# Containers that are described by their items.
CONTAINERS: Final = frozenset(
    (
        "builtins.list builtins.tuple builtins.set builtins.frozenset builtins.dict collections.deque "
        "collections.OrderedDict collections.abc.Sequence collections.abc.MutableSequence collections.abc.Set "
        "collections.abc.MutableSet collections.abc.Mapping collections.abc.MutableMapping collections.abc.Iterable"
    ).split()
)
# What a class may inherit from and still be one that pydantic knows nothing of.
PLAIN_BASES: Final = (
    ARBITRARY
    | {"builtins.object", "abc.ABC", "typing.Generic", "typing.Protocol"}
    | {f"builtins.{name}" for name in ("str", "int", "float", "bytes", "list", "dict", "set", "frozenset")}
)

# By these a class says itself how it is described, or how it is taken.
HOOKS: Final = (
    "__get_pydantic_core_schema__",
    "__get_pydantic_json_schema__",
    "__pydantic_core_schema__",
    "__get_validators__",
)
CONFIG: Final = "__pydantic_config__"
MODEL_HOOK: Final = "model_json_schema"
# Metadata of these packages does not change how a type is described.
SILENT_PACKAGES: Final = ("builtins.", "operator.", "functools.", "langgraph.", "langchain_core.", "langchain.")
