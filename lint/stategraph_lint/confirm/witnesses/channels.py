"""Faults of the schema: build the real channels and look."""

from __future__ import annotations

from stategraph_lint.confirm.case import Case, Unwitnessed, witness
from stategraph_lint.confirm.script import Witness
from stategraph_lint.program.graphs import Graph
from stategraph_lint.program.questions import Declared


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
    # The refusal of a signature, or the call that lacks an argument; a reducer that raises has another fault.
    signs = ("Invalid reducer", "no signature found", "required keyword-only argument", "positional argument")
    if not any(sign in str(error) for sign in signs):
        raise
    fault(f"{{type(error).__name__}}: {{error}}")
no_fault(f"the channel is {{type(channel).__name__}} and takes writes")
"""
    )


@witness("SGL102", "SGL109")
def ignored(case: Case) -> Witness:
    """Write twice: without the reducer the last write is all that is left."""
    found = case.declared()
    one, two = _two(case, found)
    return case.witness(
        f"""\
channel = StateGraph({case.schema(found.schema)}).channels[{found.channel.name!r}]
if type(channel).__name__ != "LastValue":
    no_fault(f"the channel is {{type(channel).__name__}}")
one, two = {one}, {two}
channel.update([one])
channel.update([two])
fault(f"the channel is LastValue: {{one!r}} then {{two!r}} gives {{channel.get()!r}}")
"""
    )


@witness("SGL110")
def last_base_wins(case: Case) -> Witness:
    """The channel is that of the last base, where the first one has another."""
    found = case.declared()
    return case.witness(_LAST_BASE.format(schema=case.schema(found.schema), key=found.channel.name), "import warnings")


_LAST_BASE = """\
warnings.simplefilter("ignore")


def told(channel):
    return f"{{type(channel).__name__}} of {{getattr(channel, 'operator', None)}}"


bases = [base for base in {schema}.__orig_bases__ if getattr(base, "__annotations__", None)]
each = [told(StateGraph(base).channels[{key!r}]) for base in bases if {key!r} in StateGraph(base).channels]
own = told(StateGraph({schema}).channels[{key!r}])
if len(each) > 1 and own != each[0]:
    fault(f"the first base makes {{each[0]}} of {key}, the class {{own}}")
no_fault(f"the bases make {{each!r}}, the class {{own}}")
"""


@witness("SGL106", "SGL108")
def refused(case: Case) -> Witness:
    """Build the graph with all its schemas: it raises."""
    found = "".join(_refusal(case, graph) for graph in case.graphs())
    return case.witness(found + 'no_fault("the graph is built")\n')


def _refusal(case: Case, graph: Graph) -> str:
    return f"""\
try:
{_indented(_built(case, graph))}
except {_REFUSALS[case.finding.code][0]} as error:
    if {_REFUSALS[case.finding.code][1]!r} not in str(error):
        raise
    fault(f"{{type(error).__name__}}: {{error}}")
"""


_REFUSALS = {
    "SGL106": ("ValueError", "already exists with a different type"),
    "SGL108": ("AttributeError", "has no attribute '__name__'"),
}


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
{_built(case, graph)}
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
    case.writer.guesses.append("values that may not be those that are written")
    return case.witness(
        f"""\
channel = StateGraph({case.schema(found.schema)}).channels[{found.channel.name!r}]
one, two = {one}, {two}
start = channel.get()
try:
    channel.update([one])
    first = channel.get()
    channel.update([two])
except Exception as error:
    fault(f"start value {{start!r}}; the first write raised {{type(error).__name__}}: {{error}}")
second = channel.get()
if first == second == start:
    fault(f"start value {{start!r}}; write {{one!r}} -> {{first!r}}, write {{two!r}} -> {{second!r}}")
no_fault(f"start value {{start!r}}; write {{one!r}} -> {{first!r}}, write {{two!r}} -> {{second!r}}")
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
if type(start) is not type(default) or start != default:
    fault(f"the default is {{default!r}}, the channel starts from {{start!r}}")
no_fault(f"the channel starts from {{start!r}}")
"""
    )


@witness("SGL129", "SGL130")
def unfit(case: Case) -> Witness:
    """Write values of the declared type: the reducer raises, or makes something else of them."""
    found = case.declared()
    values = [case.examples.each(found.channel.type) for _ in range(3)]
    shown = ", ".join(f"[{', '.join(one)}]" for one in values)
    body = _UNFIT if case.finding.code == "SGL129" else _GLUED
    if not all(values):
        raise Unwitnessed("no value of the field's type is known")
    return case.witness(body.format(schema=case.schema(found.schema), key=found.channel.name, values=shown))


_UNFIT = """\
for writes in zip(*[{values}]):
    try:
        channel = StateGraph({schema}).channels[{key!r}]
        for value in writes:
            channel.update([value])
    except Exception as error:
        fault(f"writing {{writes!r}} raised {{type(error).__name__}}: {{error}}")
    held = channel.get()
    items = held if isinstance(held, list) else [held]
    kinds = sorted({{type(item).__name__ for item in items}})
    parts = [part for value in writes for part in (value if isinstance(value, list) else [value])]
    given = sorted({{type(part).__name__ for part in parts}})
    if kinds != given:
        fault(f"writing {{writes!r}} of {{given!r}} leaves {{kinds!r}}")
no_fault(f"the channel holds {{channel.get()!r}}")
"""
_GLUED = """\
channel = StateGraph({schema}).channels[{key!r}]
writes = ["ready", "done"] if isinstance([{values}][0][0], str) else [True, True]
for value in writes:
    channel.update([value])
held = channel.get()
if held in (2, "readydone"):
    fault(f"writing {{writes!r}} gives {{held!r}}")
no_fault(f"writing {{writes!r}} gives {{held!r}}")
"""


def _two(case: Case, found: Declared) -> tuple[str, str]:
    one, two = case.examples.of(found.channel.type), case.examples.of(found.channel.type)
    if one is None or two is None:
        raise Unwitnessed("no value of the field's type is known")
    return one, two


def _built(case: Case, graph: Graph) -> str:
    """Give code that binds `builder`, made with all schemas of the finding's graph in the order of the code."""
    given = [f"{case.schema(graph.state)}"]
    for name, schema in (("input_schema", graph.input), ("output_schema", graph.output)):
        if schema is not None and schema is not graph.state:
            given.append(f"{name}={case.schema(schema)}")
    lines = [f"builder = StateGraph({', '.join(given)})"]
    seen = [schema for schema in (graph.state, graph.input, graph.output) if schema is not None]
    for number, use in enumerate(use for use in graph.uses if use.role in ("node", "router")):
        if use.schema in seen:
            continue
        seen.append(use.schema)
        name = case.schema(use.schema)
        if use.role == "node":
            lines.append(f"builder.add_node('node{number}', lambda state: {{}}, input_schema={name})")
        else:
            lines.append(f"def route{number}(state: {name}):\n    return END")
            lines.append(f"builder.add_conditional_edges(START, route{number})")
    return "\n".join(lines)


def _indented(text: str) -> str:
    return "\n".join(f"    {line}" for line in text.splitlines())
