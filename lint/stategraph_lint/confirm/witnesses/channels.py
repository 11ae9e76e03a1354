"""Faults of the schema: build the real channels and look."""

from __future__ import annotations

from stategraph_lint.confirm.case import Case, NotApplicable, Unwitnessed, witness
from stategraph_lint.confirm.script import Witness
from stategraph_lint.program.questions import Declared
from stategraph_lint.program.schemas import Schema


@witness("SGL103", "SGL128")
def policy(case: Case) -> Witness:
    """A name that is private or on its way out cannot be shown to be wrong."""
    raise NotApplicable("a name that is private, deprecated or missing is told, not shown")


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
    one, two = _two(case, found)
    return case.witness(
        f"""\
channel = StateGraph({case.schema(found.schema)}).channels[{found.channel.name!r}]
if type(channel).__name__ != "LastValue":
    no_fault(f"the channel is {{type(channel).__name__}}")
channel.update([{one}])
channel.update([{two}])
fault(f"the channel is LastValue: {one} then {two} gives {{channel.get()!r}}")
"""
    )


@witness("SGL106", "SGL108", "SGL118")
def refused(case: Case) -> Witness:
    """Build the graph with all its schemas: it raises."""
    return case.witness(
        f"""\
try:
{_indented(_built(case))}
except Exception as error:
    fault(f"{{type(error).__name__}}: {{error}}")
no_fault("the graph is built")
"""
    )


@witness("SGL107")
def first_wins(case: Case) -> Witness:
    """Build the graph with all its schemas: it does not raise, though their channels differ."""
    key = case.key_of()
    graph = case.graph()
    schemas = [schema for schema in graph.schemas if schema.field(key) is not None]
    if len(schemas) < 2:
        raise Unwitnessed("the other schema was not found again")
    names = ", ".join(case.schema(schema) for schema in schemas)
    return case.witness(
        f"""\
each = [StateGraph(schema).channels[{key!r}] for schema in ({names})]
kinds = [f"{{type(one).__name__}} of {{getattr(one, 'operator', None)}}" for one in each]
{_built(case)}
if len(set(kinds)) > 1:
    fault(f"the schemas make {{kinds}} of {key}, and the first one wins: {{type(builder.channels[{key!r}]).__name__}}")
no_fault(f"all schemas make {{kinds}}")
"""
    )


@witness("SGL111")
def stuck(case: Case) -> Witness:
    """Write twice: the start value swallows it, or the reducer raises on it."""
    found = case.declared()
    one, two = _two(case, found)
    return case.witness(
        f"""\
channel = StateGraph({case.schema(found.schema)}).channels[{found.channel.name!r}]
start = channel.get()
try:
    channel.update([{one}])
    first = channel.get()
    channel.update([{two}])
except Exception as error:
    fault(f"start value {{start!r}}; the first write raised {{type(error).__name__}}: {{error}}")
second = channel.get()
if first == start or second == start:
    fault(f"start value {{start!r}}; write {one} -> {{first!r}}, write {two} -> {{second!r}}")
no_fault(f"start value {{start!r}}; write {one} -> {{first!r}}, write {two} -> {{second!r}}")
"""
    )


@witness("SGL117")
def default_unused(case: Case) -> Witness:
    """The channel starts from the type's own start value, or from nothing."""
    found = case.declared()
    default = case.writer.value(found.channel.field.default, None) if found.channel.field.default else "None"
    return case.witness(
        f"""\
default = {default}
channel = StateGraph({case.schema(found.schema)}).channels[{found.channel.name!r}]
start = channel.get() if channel.is_available() else "nothing"
if start != default:
    fault(f"the default is {{default!r}}, the channel starts from {{start!r}}")
no_fault(f"the channel starts from {{start!r}}")
"""
    )


@witness("SGL119")
def one_channel(case: Case) -> Witness:
    """The whole state is one channel."""
    graph = case.graph()
    return case.witness(
        f"""\
builder = StateGraph({case.schema(graph.state)})
if list(builder.channels) == ["__root__"]:
    fault(f"the channels are {{builder.channels}}")
no_fault(f"the channels are {{builder.channels}}")
"""
    )


def _two(case: Case, found: Declared) -> tuple[str, str]:
    one, two = case.examples.of(found.channel.type), case.examples.of(found.channel.type)
    if one is None or two is None:
        raise Unwitnessed("no value of the field's type is known")
    return one, two


def _built(case: Case) -> str:
    """Give code that binds `builder`, made with all schemas of the finding's graph in the order of the code."""
    graph = case.graph()
    given = [f"{case.schema(graph.state)}"]
    for name, schema in (("input_schema", graph.input), ("output_schema", graph.output)):
        if schema is not None and schema is not graph.state:
            given.append(f"{name}={case.schema(schema)}")
    lines = [f"builder = StateGraph({', '.join(given)})"]
    named: list[Schema] = []
    for number, node in enumerate(graph.nodes):
        if node.schema is not None and node.schema not in named:
            named.append(node.schema)
            lines.append(
                f"builder.add_node('node{number}', lambda state: {{}}, input_schema={case.schema(node.schema)})"
            )
    return "\n".join(lines)


def _indented(text: str) -> str:
    return "\n".join(f"    {line}" for line in text.splitlines())
