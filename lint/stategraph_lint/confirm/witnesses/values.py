"""Faults at the borders: what the real serializer and JSON make of a value of the field's type."""

from __future__ import annotations

from stategraph_lint.confirm.case import Case, Unwitnessed, witness
from stategraph_lint.confirm.script import Witness
from stategraph_lint.confirm.witnesses.acting import IMPORTS, acting

_IMPORTS = (
    "import json",
    "import logging",
    "from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer",
)


@witness("SGL113", "SGL114", "SGL115", "SGL116", "SGL131")
def border(case: Case) -> Witness:
    """Round-trip values of the field's type through a checkpoint's serializer, then through JSON."""
    found = case.declared()
    values = case.examples.each(found.channel.type)
    if not values:
        raise Unwitnessed("no value of the field's type is known")
    case.schema(found.schema)
    if case.finding.code in ("SGL114", "SGL115"):
        # What fails or is lost may be something that an example does not hold.
        case.writer.guesses.append("values without a state of their own")
    head = _HEAD.format(values=", ".join(values))
    return case.witness(head + _BORDERS[case.finding.code], *_IMPORTS)


_HEAD = """\
logging.disable(logging.CRITICAL)
VALUES = [{values}]
serde = JsonPlusSerializer()


def back(value):
    return serde.loads_typed(serde.dumps_typed(value))


def kinds(value):
    \"\"\"Give the types of a value and of all it holds.\"\"\"
    parts = [*value, *value.values()] if isinstance(value, dict) else value
    inner = list(map(kinds, parts)) if isinstance(value, (list, tuple, set, frozenset, dict)) else []
    return [type(value).__name__, *(sorted(map(str, inner)))]


"""

_FAILS = """\
for value in VALUES:
    try:
        back(value)
    except TypeError as error:
        if "not msgpack serializable" not in str(error) and "Integer" not in str(error):
            raise
        fault(f"{value!r} with a checkpointer: TypeError: {error}")
no_fault(f"a checkpoint takes {VALUES!r}")
"""
_CHANGES = """\
for value in VALUES:
    again = back(value)
    if kinds(again) != kinds(value) or again != value:
        fault(f"{value!r} comes back from a checkpoint as {type(again).__name__}: {again!r}")
no_fault(f"{VALUES!r} come back as they were")
"""
_LOCAL = """\
for value in VALUES:
    again = back(value)
    if kinds(again) != kinds(value) or type(again) is not type(value):
        fault(f"{value!r} comes back from a checkpoint as {type(again).__name__}: {again!r}")
no_fault(f"{VALUES!r} come back as they were")
"""
_STRICT = """\
try:
    strict = JsonPlusSerializer(allowed_msgpack_modules=[])
except TypeError:
    no_fault("this version has no strict form")
for value in VALUES:
    again = strict.loads_typed(serde.dumps_typed(value))
    if kinds(again) != kinds(value) or type(again) is not type(value) or again != value:
        fault(f"a strict checkpoint gives {value!r} back as {type(again).__name__}: {again!r}")
no_fault(f"{VALUES!r} come back as they were")
"""
_JSON = """\
for value in VALUES:
    again = back(value)
    if again != value:
        fault(f"{value!r} comes back from a checkpoint as {again!r}")
    try:
        json.dumps(value)
    except TypeError as error:
        if "set is not JSON serializable" in str(error):
            fault(f"a checkpoint keeps {value!r}, JSON does not: TypeError: {error}")
no_fault(f"JSON takes {VALUES!r}")
"""
_BORDERS = {"SGL113": _JSON, "SGL114": _FAILS, "SGL115": _CHANGES, "SGL116": _LOCAL, "SGL131": _STRICT}


@witness("SGL114", second=True)
def saved(case: Case) -> Witness:
    """Run the node that writes the value, with a checkpointer."""
    code = acting(case, whole=False)
    case.writer.guesses.append("a state that may take another path")
    return case.witness(code + _SAVED, *IMPORTS)


_SAVED = """\
for before in STATES:
    error, *_ = run(copy.deepcopy(before))
    if isinstance(error, TypeError) and ("not msgpack serializable" in str(error) or "Integer" in str(error)):
        fault(f"with a checkpointer: TypeError: {error}")
    print(error)
no_fault("a checkpoint takes what the node writes")
"""
