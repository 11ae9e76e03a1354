"""What rules ask about declared types."""

from __future__ import annotations

import pytest

from stategraph_lint.program import field_types
from stategraph_lint.program.types import describe
from tests.program.reading import typed


@pytest.mark.parametrize(
    ("annotation", "kind"),
    [
        ("int", "int"),
        ("list[int]", "list"),
        ("Optional[list]", "list"),
        ("Annotated[list, operator.add]", "list"),
        ("Sequence[int]", "list"),
        ("dict", "dict"),
        ("Mapping[str, int]", "dict"),
        ("frozenset", "set"),
        ("cabc.Set[int]", "set"),
        ("tuple[int]", "tuple"),
        ("collections.deque[int]", "deque"),
        ("None", "none"),
        ("Literal['a', 'b']", "str"),
        ("Literal['a', None]", "str"),
        ("Literal['a', 1]", None),
        ("Literal[enum.X]", None),
        ("list[int] | list[str]", "list"),
        ("list | int", None),
        ("Any", None),
        ("Thing", None),
        ("Path", None),
        ("TypeAliasType('X', list[int])", "list"),
    ],
)
def test_container_kind(annotation: str, kind: str | None) -> None:
    _, found = typed(annotation, "class Thing: pass")
    assert field_types.container_kind(found) == kind


@pytest.mark.parametrize(
    ("annotation", "admits"),
    [
        ("int", False),
        ("None", True),
        ("Optional[int]", True),
        ("Annotated[Optional[int], 1]", True),
        ("Annotated[int, 1] | None", True),
        ("Literal['a', None]", True),
        ("Literal['a']", False),
        ("list[None]", False),
        ("Any", False),
    ],
)
def test_admits_none(annotation: str, *, admits: bool) -> None:
    assert field_types.admits_none(typed(annotation)[1]) is admits


@pytest.mark.parametrize(
    ("annotation", "holds"),
    [
        ("list[AnyMessage]", True),
        ("Sequence[BaseMessage]", True),
        ("Optional[list[HumanMessage | AIMessage]]", True),
        ("Annotated[list[AnyMessage], add_messages]", True),
        ("list", False),
        ("list[Any]", False),
        ("list[HumanMessage | str]", False),
        ("tuple[AnyMessage, ...]", False),
        ("AnyMessage", False),
    ],
)
def test_is_message_list(annotation: str, *, holds: bool) -> None:
    assert field_types.is_message_list(typed(annotation)[1]) is holds


@pytest.mark.parametrize(
    ("annotation", "element"),
    [
        ("list[int]", "int"),
        ("Optional[set[int]]", "int"),
        ("tuple[int, ...]", "int"),
        ("tuple[int, str]", "int | str"),
        ("tuple[()]", None),
        ("dict[str, int]", None),
        ("list", None),
        ("int", None),
        ("Any", None),
    ],
)
def test_element_type(annotation: str, element: str | None) -> None:
    found = field_types.element_type(typed(annotation)[1])
    assert (None if found is None else describe(found)) == element


@pytest.mark.parametrize(
    ("annotation", "holds"),
    [
        ("set", True),
        ("frozenset[int]", True),
        ("dict[str, Optional[set[int]]]", True),
        ("cabc.MutableSet[int]", True),
        ("list[int]", False),
        ("Any", False),
    ],
)
def test_is_set(annotation: str, *, holds: bool) -> None:
    assert field_types.is_set(typed(annotation)[1]) is holds


def test_without_none() -> None:
    assert describe(field_types.without_none(typed("int | None | str")[1])) == "int | str"
    assert (
        describe(field_types.without_none(typed("Union[Annotated[None, 1], None]")[1])) == "Annotated[None, 1] | None"
    )
    assert describe(field_types.without_none(typed("None")[1])) == "None"
