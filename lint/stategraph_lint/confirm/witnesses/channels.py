"""Faults of the schema: build the real channels and look."""

from __future__ import annotations

from stategraph_lint.confirm.case import Case, Unwitnessed, witness
from stategraph_lint.confirm.script import Witness


@witness("SGL101")
def signature(case: Case) -> Witness:
    """Build the graph; a reducer with a required keyword-only parameter fails at its first write."""
    found = case.declared()
    schema, value = case.schema(found.schema), case.examples.of(found.channel.type)
    key = found.channel.name
    return case.witness(
        f"""\
try:
    channel = StateGraph({schema}).channels[{key!r}]
    channel.update([{value}])
    channel.update([{value}])
except (TypeError, ValueError) as error:
    fault(f"{{type(error).__name__}}: {{error}}")
no_fault(f"the channel is {{type(channel).__name__}} and takes writes")
"""
    )


@witness("SGL102", "SGL109", "SGL110")
def ignored(case: Case) -> Witness:
    """Write twice: without the reducer the last write is all that is left."""
    found = case.declared()
    schema, key = case.schema(found.schema), found.channel.name
    one, two = case.examples.of(found.channel.type), case.examples.of(found.channel.type)
    if one is None or two is None:
        raise Unwitnessed("no value of the field's type is known")
    return case.witness(
        f"""\
channel = StateGraph({schema}).channels[{key!r}]
if type(channel).__name__ != "LastValue":
    no_fault(f"the channel is {{type(channel).__name__}}")
channel.update([{one}])
channel.update([{two}])
fault(f"the channel is LastValue: {one} then {two} gives {{channel.get()!r}}")
"""
    )
