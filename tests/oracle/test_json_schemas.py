"""The table of what pydantic cannot describe, held against the pydantic that is installed."""

from __future__ import annotations

import importlib
from dataclasses import make_dataclass
from typing import Any

import pytest
from typing_extensions import TypedDict

from stategraph_lint.facts.json_schemas import ARBITRARY, CONTAINERS, INDESCRIBABLE, SOMETIMES


def found(name: str) -> Any:
    module, _, attribute = name.rpartition(".")
    return getattr(importlib.import_module(module), attribute)


def typed_dict(type_: Any) -> type:
    """Give a TypedDict with one field of a type."""
    make: Any = TypedDict
    made: type = make("State", {"x": type_})
    return made


def describe(schema: type) -> None:
    from langgraph.graph import START, StateGraph

    builder: StateGraph[Any] = StateGraph(schema)
    builder.add_node("nothing", lambda state: None)
    builder.add_edge(START, "nothing")
    builder.compile().get_input_jsonschema()


def refused(schema: type) -> bool:
    from pydantic.errors import PydanticInvalidForJsonSchema, PydanticSchemaGenerationError

    try:
        describe(schema)
    except (PydanticInvalidForJsonSchema, PydanticSchemaGenerationError):
        return True
    return False


@pytest.mark.parametrize("name", sorted(ARBITRARY | INDESCRIBABLE))
def test_types_are_refused(name: str) -> None:
    if not hasattr(importlib.import_module(name.rpartition(".")[0]), name.rpartition(".")[2]):
        pytest.skip("newer than this Python")
    assert refused(typed_dict(found(name)))
    if name not in SOMETIMES:
        assert refused(make_dataclass("State", [("x", found(name))]))


@pytest.mark.parametrize("name", sorted(CONTAINERS))
def test_containers_are_described_by_their_items(name: str) -> None:
    from collections.abc import Callable

    cls = found(name)
    mapping = "Mapping" in name or name.rpartition(".")[2] in ("dict", "OrderedDict")
    assert not refused(typed_dict(cls[str, int] if mapping else cls[int]))
    assert refused(typed_dict(cls[str, Callable] if mapping else cls[Callable]))
