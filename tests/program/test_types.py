"""What annotations are read as."""

from __future__ import annotations

import pytest

from stategraph_lint.program.type_reader import hint_frame, read_type, type_of_value
from stategraph_lint.program.types import Plain, Special, Type, Unclear, Variable, describe, failure, name_of, parts
from stategraph_lint.program.values import External, FunctionValue, Literal, Unknown
from tests.program.reading import Module, typed

DESCRIBED = [
    ("int", "int"),
    ("None", "None"),
    ("list[int]", "list[int]"),
    ("List[int]", "list[int]"),
    ("t.Dict[str, list[int]]", "dict[str, list[int]]"),
    ("Sequence[int]", "Sequence[int]"),
    ("Optional[int]", "int | None"),
    ("Union[int, None, int]", "int | None"),
    ("Union[int, Union[str, None]]", "int | str | None"),
    ("Union[int]", "int"),
    ("int | str | int", "int | str"),
    ("Union[list[int], List[int]]", "list[int]"),
    ("Union[Literal['a'], Literal['a'], Literal['b']]", "Literal['a'] | Literal['b']"),
    ("Union[Callable[[int], str], Callable[[int], str]]", "Callable[[int], str]"),
    ("Union[Optional[int], Union[None, int]]", "int | None"),
    ("Union[list[Optional[int]], list[Union[None, int]]]", "list[int | None]"),
    ("Union[Annotated[int, 1], Annotated[int, 1], Annotated[int, 2]]", "Annotated[int, 1] | Annotated[int, 2]"),
    ("Literal['a', 1, None]", "Literal['a', 1, None]"),
    ("Callable[[int, str], bool]", "Callable[[int, str], bool]"),
    ("Callable[..., bool]", "Callable[..., bool]"),
    ("cabc.Callable[[int], bool]", "Callable[[int], bool]"),
    ("tuple[int, ...]", "tuple[int, ...]"),
    ("Any", "Any"),
    ("cabc.Callable", "Callable"),
    ("Type2[int]", "Type2[int]"),
    ("UserId[int]", "NewType"),
    ("Concatenate[int, P]", "Concatenate[int, P]"),
    ("Union[Required[int], Required[int], Required[str]]", "Required[int] | Required[str]"),
    ("Union[Type2, Type2, Pair]", "Type2 | Pair"),
    ("Generic3[int]", "Required[list[int]]"),
    ("Generic4[int]", "Callable[[int], int]"),
    ("Annotated[int, operator.add]", "Annotated[int, add]"),
    ("Annotated[Annotated[int, 'a'], operator.add, {}]", "Annotated[int, 'a', add, ...]"),
    ("Annotated['list[int]', operator.add]", "Annotated[list[int], add]"),
    ("'Annotated[list[\"int\"], operator.add]'", "Annotated[list[int], add]"),
    ("Annotated[int, Thing, Thing.make, lambda: 1]", "Annotated[int, Thing, make, <lambda>]"),
    ("Required[NotRequired[int]]", "Required[NotRequired[int]]"),
    ("Alias", "Annotated[list[int], add]"),
    ("Generic1[int]", "Annotated[dict[str, int], or_]"),
    ("Generic2[str, int]", "dict[str, int | None]"),
    ("Nested[Alias]", "Annotated[list[int], add, 1]"),
    ("Opaque", "Opaque"),
    ("Opaque[int]", "Opaque"),
    ("TypedDict2", "TypedDict2"),
    ("Pair", "Pair"),
    ("UserId", "NewType"),
    ("Thing", "Thing"),
    ("Thing[int]", "Thing[int]"),
    ("Box[int]", "Box[int]"),
    ("IsLastStep", "Annotated[bool, IsLastStepManager]"),
    ("Recursive", "dict[str, recursive alias] | int"),
    ("Many", "Annotated[int, 1, 2]"),
    ("ClassVar", "ClassVar"),
    ("Self", "Self"),
]
LINES = (
    "T = TypeVar('T')",
    "K = TypeVar('K')",
    "P = ParamSpec('P')",
    "Alias = Annotated[list[int], operator.add]",
    "Generic1 = Annotated[dict[str, T], operator.or_]",
    "Generic2 = dict[K, Optional[T]]",
    "Nested = Annotated[T, 1]",
    "Opaque = TypeAliasType('Opaque', Annotated[list[T], operator.add])",
    "TypedDict2 = TypedDict('TypedDict2', {'a': int})",
    "Pair = collections.namedtuple('Pair', 'a b')",
    "UserId = NewType('UserId', int)",
    "Recursive = Union[dict[str, 'Recursive'], int]",
    "Type2 = TypedDict('Type2', {'a': int})",
    "Generic3 = Required[list[T]]",
    "Generic4 = Callable[[T], T]",
    "Many = Annotated[(int, *(1, 2))]",
    "class Box(Generic[T]): pass",
    "class Thing:",
    "    def make(a, b): pass",
)


@pytest.mark.parametrize(("annotation", "text"), DESCRIBED)
def test_described(annotation: str, text: str) -> None:
    _, found = typed(annotation, *LINES)
    assert describe(found) == text
    assert failure(found) is None


@pytest.mark.parametrize(
    ("annotation", "reason"),
    [
        ("unbound_name", "`unbound_name` is not defined in case.py"),
        ("unbound_name[int]", "`unbound_name` is not defined in case.py"),
        ("3", "a literal of kind int"),
        ("'not a type!'", "a string that is no expression"),
        ("print if later() else int", "a choice as a type"),
        ("choose()", "a choice as a type"),
        ("function", "a functionvalue as a type"),
        ("[function][0][int]", "a subscripted value"),
        ("Annotated[(int, *later())]", "starred metadata"),
    ],
)
def test_unclear(annotation: str, reason: str) -> None:
    lines = ("def choose():", "    if later(): return int", "    return list", "def function(): pass", "later = open")
    _, found = typed(annotation, *lines)
    assert isinstance(found, Unclear)
    assert found.reason == reason


def test_a_type_nested_too_deeply_is_unclear() -> None:
    _, found = typed("list[" * 60 + "int" + "]" * 60)
    while isinstance(found, Plain) and found.arguments:
        found = found.arguments[0]
    assert isinstance(found, Unclear)


def test_value_types() -> None:
    module = Module("X = list[int]\nclass A: pass\nT = TypeVar('T')\nO = TypeAliasType('O', int)\n")
    assert describe(module.type("X")) == "list[int]"
    assert describe(module.type("A")) == "A"
    assert isinstance(module.type("T"), Variable)
    opaque = module.type("O")
    assert isinstance(opaque, Special)
    assert opaque.inner is not None
    assert describe(type_of_value(module.run, Literal("none", None))) == "None"
    assert describe(type_of_value(module.run, External("langgraph.managed.IsLastStep"))) == "IsLastStep"
    assert isinstance(type_of_value(module.run, Unknown("why")), Unclear)


def test_names_of_type_checkers() -> None:
    text = """
        if TYPE_CHECKING:
            import decimal as only
            from decimal import Decimal
        def function(a: 'Decimal', b: 'only.Decimal', c: 'list[Decimal]', d: 'Decimal[int]', e: 'int'): pass
    """
    module = Module(text)
    function = module.value("function")
    assert isinstance(function, FunctionValue)
    annotations = [node.annotation for node in function.node.parameters if node.annotation is not None]
    found = [read_type(module.run, node, function.frame) for node in annotations]
    names = ["Decimal", "only", "Decimal", "Decimal"]
    assert [failure(type_) for type_ in found] == [
        *(f"NameError: name '{name}' is not defined" for name in names),
        None,
    ]
    seen = [read_type(module.run, node, function.frame, runtime=False) for node in annotations]
    assert [describe(type_) for type_ in seen] == ["Decimal", "Decimal", "list[Decimal]", "Decimal[int]", "int"]


def test_postponed_parameters_see_the_module_only() -> None:
    text = """
        def outer():
            class Local: pass
            def function(a: Local, b: list[int]): pass
            return function
        function = outer()
    """
    module = Module(text, prelude="from __future__ import annotations\n")
    function = module.value("function")
    assert isinstance(function, FunctionValue)
    annotations = [node.annotation for node in function.node.parameters if node.annotation is not None]
    found = [read_type(module.run, node, function.frame) for node in annotations]
    assert failure(found[0]) == "NameError: name 'Local' is not defined"
    assert describe(found[1]) == "list[int]"


def test_a_name_missing_inside_metadata() -> None:
    lines = ("if TYPE_CHECKING:", "    from operator import mul", "    import operator as op")
    items = ("[mul]", "{1: mul}", "(mul | 1)", "op.mul", "print(mul)", "print(k=mul)", "[*mul]", "mul[1]", "op")
    for item in items:
        _, found = typed(f"Annotated[int, {item}]", *lines)
        assert str(failure(found)).startswith("NameError: name "), item
    _, found = typed("Annotated[int, lambda: mul, [x for x in mul], mul.x if 0 else 1]", *lines)
    assert failure(found) is None


def test_a_frame_of_hints_is_kept() -> None:
    module = Module("class Item: pass\ndef function(a: 'list[Item]'): pass\n")
    function = module.value("function")
    assert isinstance(function, FunctionValue)
    node = function.node.parameters[0].annotation
    assert node is not None
    frame = hint_frame(module.run, function.frame, runtime=True)
    assert hint_frame(module.run, frame, runtime=True) is frame
    frame.env.set("Item", External("builtins.int"))
    assert describe(read_type(module.run, node, frame)) == "list[int]"


def test_parts_and_names() -> None:
    assert parts(Variable("T")) == ()
    assert name_of(Unknown("")) == "?"
    assert describe(Type()) == "?"


def test_a_marker_of_dataclasses_in_a_string_needs_python_3_11() -> None:
    _, found = typed("'dataclasses.KW_ONLY'", target=(3, 10))
    assert failure(found) == "TypeError: Forward references must evaluate to types. Got KW_ONLY"
    _, found = typed("'dataclasses.KW_ONLY'")
    assert failure(found) is None
    _, found = typed("'dataclasses.InitVar[int]'", target=(3, 10))
    assert failure(found) is None


def test_strings_of_builtin_generics_are_evaluated_since_python_3_11() -> None:
    lines = ("if TYPE_CHECKING:", "    from decimal import Decimal")
    for target, error in (((3, 10), None), ((3, 11), "NameError: name 'Decimal' is not defined")):
        _, found = typed("list['Decimal']", *lines, target=target)
        assert failure(found) == error
        _, found = typed("List['Decimal']", *lines, target=target)
        assert failure(found) is not None
