"""Faults at the borders: what the real serializer and JSON make of a value of the field's type."""

from __future__ import annotations

from stategraph_lint.confirm.case import Case, Unwitnessed, witness
from stategraph_lint.confirm.script import Witness

_IMPORTS = (
    "import json",
    "import logging",
    "from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer",
)


@witness("SGL113", "SGL114", "SGL115", "SGL116", "SGL131")
def border(case: Case) -> Witness:
    """Round-trip a value through a checkpoint's serializer, then through JSON."""
    found = case.declared()
    value = case.examples.of(found.channel.type)
    if value is None:
        raise Unwitnessed("no value of the field's type is known")
    case.schema(found.schema)
    json_too = case.finding.code == "SGL113"
    return case.witness(_BORDER.format(value=value) + (_JSON if json_too else _KEPT), *_IMPORTS)


_BORDER = """\
logging.disable(logging.CRITICAL)
value = {value}
serde = JsonPlusSerializer()
try:
    back = serde.loads_typed(serde.dumps_typed(value))
except Exception as error:
    fault(f"{{value!r}} with a checkpointer: {{type(error).__name__}}: {{error}}")
if type(back) is not type(value) or back != value:
    fault(f"{{value!r}} comes back from a checkpoint as {{back!r}}")
"""

_KEPT = """\
no_fault(f"{value!r} comes back as it was")
"""

_JSON = """\
try:
    json.dumps(value)
except TypeError as error:
    fault(f"a checkpoint keeps {value!r}, JSON does not: {error}")
no_fault(f"{value!r} comes back as it was")
"""
