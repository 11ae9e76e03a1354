"""Of which kind a value provably is."""

from __future__ import annotations

import pytest

from stategraph_lint.program.kinds import Kinds
from tests.support.programs import node_graph

FIELDS = """\
text: str
count: int
names: list[str]
rows: list[dict[str, Any]]
basket: Basket
maybe: str | None
both: str | list[str]
anything: Any
messages: Annotated[list[AnyMessage], add_messages]
"""
CLASSES = """\
@dataclass
class Basket:
    owner: str

class Model(BaseModel):
    a: int

class Pair(NamedTuple):
    a: int

class Row(TypedDict):
    a: int

class Names(list):
    pass

class Odd:
    def __iter__(self):
        return iter(())

llm = ChatOpenAI()
"""


def kind(expression: str) -> str | None:
    program, graph = node_graph(FIELDS, f"return {{'anything': {expression}}}", CLASSES)
    (summary,) = program.functions(graph.nodes[0])
    (update,) = program.updates(summary)
    (write,) = update.writes
    return Kinds(program.run, graph).of(write.value)


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("'a'", "str"),
        ("f'{state}'", "str"),
        ("1", "int"),
        ("None", "none"),
        ("[1]", "list"),
        ("(1,)", "tuple"),
        ("{1}", "set"),
        ("{'a': 1}", "dict"),
        ("[x for x in state['names']]", "list"),
        ("len(state['names'])", "int"),
        ("not state['names']", "bool"),
        ("json.dumps(state)", "str"),
        ("'a' if state['count'] else 'b'", "str"),
        ("'a' if state['count'] else 1", None),
        ("unknown()", None),
    ],
)
def test_displays_and_calls(expression: str, expected: str | None) -> None:
    assert kind(expression) == expected


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("state['text']", "str"),
        ("state['text'][:1]", "str"),
        ("state['text'][:1].lower()", "str"),
        ("state['text'].split()", "list"),
        ("state['text'] + '!'", "str"),
        ("state['count'] + 1", "int"),
        ("state['text'] == 'a'", "bool"),
        ("state['anything'] == 'a'", None),
        ("state['names'][0]", "str"),
        ("state['rows'][0]", "dict"),
        ("state['rows'][0]['a']", None),
        ("state['basket'].owner", "str"),
        ("state['both']", None),
        ("state['anything']", None),
        ("state['messages'][-1]", "message"),
        ("state.get('text')", None),
        ("state['missing']", None),
    ],
)
def test_parts_of_the_state(expression: str, expected: str | None) -> None:
    assert kind(expression) == expected


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("Basket('ann')", "instance"),
        ("Model(a=1)", "instance"),
        ("Pair(1)", "tuple"),
        ("Row(a=1)", "dict"),
        ("Names()", "list"),
        ("Odd()", None),
        ("AIMessage('hi')", "message"),
        ("llm.invoke('hi')", "message"),
        ("llm.bind_tools([]).invoke('hi')", "message"),
        ("llm.with_structured_output(Model).invoke('hi')", None),
        ("unknown.invoke('hi')", None),
    ],
)
def test_instances(expression: str, expected: str | None) -> None:
    assert kind(expression) == expected
