"""What is known by name of functions outside the project: those that never give the same twice, and what they take."""

from __future__ import annotations

from typing import Final

_CLOCKS = {
    "time": "monotonic monotonic_ns perf_counter perf_counter_ns process_time time time_ns",
    "datetime.date": "today",
    "datetime.datetime": "now today utcnow",
}
_CHANCE = {
    "os": "getrandom urandom",
    "uuid": "uuid1 uuid4 uuid6 uuid7",
    "random": (
        "betavariate choice choices expovariate gauss getrandbits normalvariate randbytes randint random randrange "
        "sample shuffle triangular uniform vonmisesvariate"
    ),
    "secrets": "choice randbelow randbits token_bytes token_hex token_urlsafe",
    "numpy.random": "choice normal permutation rand randint randn random shuffle uniform",
}
_OUTSIDE = {
    "builtins": "input open",
    "io": "open",
    "os": "makedirs mkdir popen remove rename replace rmdir system unlink",
    "shutil": "copy copy2 copyfile copytree move rmtree",
    "subprocess": "Popen call check_call check_output run",
    "socket": "create_connection socket",
    "sqlite3": "connect",
    "urllib.request": "urlopen urlretrieve",
    "requests": "delete get head options patch post put request",
    "httpx": "delete get head options patch post put request stream",
}


def _names(table: dict[str, str]) -> frozenset[str]:
    return frozenset(f"{module}.{name}" for module, names in table.items() for name in names.split())


# Functions whose result differs from call to call, and those that reach outside the process.
VARYING: Final = _names(_CLOCKS) | _names(_CHANCE)
OUTWARD: Final = _names(_OUTSIDE)

# Those that make an id which nobody has seen before.
FRESH_IDS: Final = _names({"uuid": _CHANCE["uuid"], "secrets": "token_hex token_urlsafe", "ulid": "ULID new"})

# Functions that raise when one of their arguments is None.
REFUSES_NONE: Final = frozenset(
    f"builtins.{name}"
    for name in (
        "abs all any dict enumerate float frozenset int iter len list map max min next reversed round set sorted sum "
        "tuple zip"
    ).split()
) | {"itertools.chain", "collections.deque", "json.loads"}

# Functions that raise when the last of so many arguments is empty.
REFUSES_EMPTY: Final = {
    "builtins.max": 1,
    "builtins.min": 1,
    "functools.reduce": 2,
    "statistics.fmean": 1,
    "statistics.mean": 1,
    "statistics.median": 1,
}

# Reducers outside the project that raise TypeError when they are given None.
REFUSING_REDUCERS: Final = frozenset(
    f"operator.{name}"
    for name in (
        "add concat floordiv iadd iand iconcat ifloordiv imod imul ior ipow isub itruediv ixor and_ lshift mod mul "
        "or_ pow rshift sub truediv xor"
    ).split()
)

# Functions and methods that take two arguments and give nothing.
GIVES_NOTHING: Final = frozenset(
    {
        "builtins.delattr",
        "heapq.heappush",
        "operator.delitem",
        *(f"builtins.list.{name}" for name in ("append", "extend", "remove", "__delitem__")),
        *(f"builtins.bytearray.{name}" for name in ("append", "extend", "remove")),
        *(f"builtins.dict.{name}" for name in ("update", "__delitem__")),
        *(f"builtins.set.{name}" for name in ("add", "discard", "remove", "symmetric_difference_update", "update")),
        *(f"collections.deque.{name}" for name in ("append", "appendleft", "extend", "extendleft", "remove")),
    }
)


def is_impure(name: str) -> bool:
    """Tell whether a function gives something else at each call, or reaches outside the process."""
    return name in VARYING or name in OUTWARD
