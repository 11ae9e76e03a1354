"""Which plain values a declared type takes: as it is written, and where pydantic converts them."""

from __future__ import annotations

from typing import Final

# For each type the kinds of values that are no contradiction. An int stands for a float, a truth value for an int, a
# tuple for a list: Python takes them for each other.
_LISTED: Final = frozenset({"list", "tuple"})
TAKES: Final = {
    "builtins.str": frozenset({"str"}),
    "builtins.bytes": frozenset({"bytes"}),
    "builtins.bool": frozenset({"bool", "int"}),
    "builtins.int": frozenset({"int", "bool"}),
    "builtins.float": frozenset({"float", "int", "bool"}),
    "builtins.list": _LISTED,
    "builtins.tuple": _LISTED,
    "builtins.dict": frozenset({"dict"}),
    "builtins.set": frozenset({"set"}),
    "builtins.frozenset": frozenset({"set"}),
    "collections.abc.Sequence": frozenset({"list", "tuple", "str", "bytes"}),
    "collections.abc.MutableSequence": _LISTED,
    "collections.abc.Mapping": frozenset({"dict"}),
    "collections.abc.MutableMapping": frozenset({"dict"}),
    "collections.abc.Set": frozenset({"set"}),
    "collections.abc.MutableSet": frozenset({"set"}),
    "datetime.date": frozenset(),
    "datetime.datetime": frozenset(),
    "datetime.time": frozenset(),
    "datetime.timedelta": frozenset(),
    "uuid.UUID": frozenset(),
    "decimal.Decimal": frozenset({"int", "float", "bool"}),
    "pathlib.Path": frozenset(),
}
# The same where pydantic validates; text that may be read as a number is asked about apart.
_ITEMS: Final = frozenset({"list", "tuple", "set", "generator", "view"})
CONVERTS: Final = {
    "builtins.str": frozenset({"str", "bytes"}),
    "builtins.bytes": frozenset({"bytes", "str"}),
    "builtins.bool": frozenset({"bool", "int", "float"}),
    "builtins.int": frozenset({"int", "bool", "bytes"}),
    "builtins.float": frozenset({"float", "int", "bool", "bytes"}),
    "builtins.list": _ITEMS,
    "builtins.tuple": _ITEMS,
    "builtins.set": _ITEMS,
    "builtins.frozenset": _ITEMS,
    "builtins.dict": frozenset({"dict"}),
}
TRUTHS: Final = frozenset("0 1 f false n no off on t true y yes".split())

# What a value may be of to be judged at all.
JUDGED: Final = frozenset("str bytes bool int float list tuple set dict instance message none".split())
SHOWN: Final = {
    "str": "a text",
    "bytes": "bytes",
    "bool": "a truth value",
    "int": "an int",
    "float": "a float",
    "list": "a list",
    "tuple": "a tuple",
    "set": "a set",
    "dict": "a dict",
    "instance": "an object",
    "message": "a message",
    "none": "None",
}
