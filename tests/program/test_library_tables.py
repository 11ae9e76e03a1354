"""The tables of library schemas and start values against the installed packages."""

from __future__ import annotations

import importlib
import inspect
import typing
import warnings

import pytest

from stategraph_lint.facts.exports import EXPORTS, has, is_private
from stategraph_lint.facts.library_schemas import LIBRARY_SCHEMAS, MARKERS
from stategraph_lint.facts.start_values import EMPTY, START_VALUES
from stategraph_lint.program.interpreter import Interpreter
from stategraph_lint.program.modules import Modules
from stategraph_lint.program.schemas import Schema, read_schema
from stategraph_lint.program.tables import table
from stategraph_lint.program.values import External, Place
from tests.oracle.compare import differences
from tests.oracle.ours import outcome_of, plain_start
from tests.oracle.real import outcome_of_schema, start_text


def located(name: str) -> typing.Any:
    home, _, short = name.rpartition(".")
    pytest.importorskip(home.partition(".")[0])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return getattr(importlib.import_module(home), short)


def read(name: str, place: Place | None = None) -> tuple[Interpreter, Schema]:
    run = Interpreter(Modules([], lambda _: b""), (3, 11))
    found = read_schema(run, External(name), place)
    assert isinstance(found, Schema)
    return run, found


@pytest.mark.parametrize("name", sorted(LIBRARY_SCHEMAS))
def test_library_schema(name: str) -> None:
    known, real = LIBRARY_SCHEMAS[name], located(name)
    run, schema = read(name)
    assert not differences(outcome_of_schema(real), outcome_of(table(run, schema)))
    postponed = "from __future__ import annotations" in inspect.getsource(inspect.getmodule(real))  # type: ignore[arg-type]
    assert known.postponed is postponed
    defaults = [name for name, info in getattr(real, "model_fields", {}).items() if not info.is_required()]
    assert list(known.defaults) == defaults


@pytest.mark.parametrize("name", sorted(MARKERS))
def test_marker(name: str) -> None:
    assert not callable(located(name))


def test_a_library_schema_without_a_place_names_itself() -> None:
    _, schema = read("langgraph.graph.MessagesState")
    assert schema.place.path == "<langgraph.graph.MessagesState>"
    assert schema.fields[0].spelling is None


@pytest.mark.parametrize("name", sorted(START_VALUES))
def test_start_value(name: str) -> None:
    if name == "builtins.None":
        assert START_VALUES[name] == "None"
        return
    try:
        made = located(name)
    except AttributeError:  # a class of a later version
        return
    substitutes = {
        "Sequence": list,
        "MutableSequence": list,
        "Set": set,
        "MutableSet": set,
        "Mapping": dict,
        "MutableMapping": dict,
    }
    if name.startswith("collections.abc."):
        made = substitutes.get(name.rpartition(".")[2], made)
    try:
        value = made()
    except Exception:  # noqa: BLE001
        assert START_VALUES[name] == EMPTY
        return
    if type(value).__module__ == "builtins":
        assert START_VALUES[name] == repr(value) or START_VALUES[name] == f"{type(value).__name__}()"
        return
    assert plain_start(START_VALUES[name]) in (start_text(value), f"{made.__name__}()")


@pytest.mark.parametrize("module", sorted(EXPORTS))
def test_exports(module: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        real = vars(importlib.import_module(module))
    # What else was imported adds its submodules to a package.
    found = {name for name, value in real.items() if not inspect.ismodule(value) or name in EXPORTS[module]}
    assert {name for name in found if not name.startswith("__")} == EXPORTS[module]


def test_modules_that_are_not_known_have_no_say() -> None:
    assert has("langgraph.graph", "message") is True
    assert has("langgraph.graph.message", "dict_merge") is False
    assert has("langgraph.graph.reducers", "dict_merge") is False
    assert has("langgraph.graph._branch", "BranchSpec") is None
    assert has("langgraph.reducers", "dict_merge") is None
    assert has("langgraph.constants", "Send") is None
    assert is_private("_add_messages")
    assert not is_private("__version__")
