"""The names that pydantic takes fields by, which LangGraph does not know."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from stategraph_lint.facts.libraries import BASE_MODEL
from stategraph_lint.program import classes
from stategraph_lint.program.constructors import model_fields
from stategraph_lint.program.graphs import Graph
from stategraph_lint.program.interpreter import Interpreter
from stategraph_lint.program.payloads import payloads
from stategraph_lint.program.program import Program
from stategraph_lint.program.questions import Declared, declared
from stategraph_lint.program.schemas import Field, Schema
from stategraph_lint.program.types import Annotated, Type, Wrapped
from stategraph_lint.program.values import ClassValue, External, Literal, Place, Result, Table, Value

_MODEL = "pydantic.BaseModel"
_FIELD = "pydantic.Field"
_CONFIG = frozenset({"pydantic.ConfigDict", "pydantic.config.ConfigDict"})
_BY_NAME = ("populate_by_name", "validate_by_name")
_GENERATORS = "pydantic.alias_generators."


@dataclass(frozen=True, eq=False, slots=True)
class Aliased:
    """A field of a model that pydantic takes by an alias only, or by its name too when `by_name`.

    `aliases` are all there are; a path, which is no name, is left out. `payload` is where an input uses one.
    """

    found: Declared
    aliases: tuple[str, ...]
    by_name: bool
    payload: Place | None


def aliased(program: Program) -> Iterator[Aliased]:
    """Give the state fields that an alias cuts off from their channel."""
    for found in declared(program):
        schema, channel = found.schema, found.channel
        config = _config(program.run, schema) if schema.kind == "pydantic" and schema.complete else None
        taking = [graph for graph in found.graphs if _takes(graph, schema)]
        if config is None or not taking or channel.field not in model_fields(schema):
            continue
        aliases = _aliases(channel.field, config)
        if not aliases or channel.name in aliases:
            continue
        by_name = any(_is_true(config.get(key)) for key in _BY_NAME)
        payload = next((place for graph in taking for place in _payloads(program, graph, aliases)), None)
        if payload is not None or not by_name:
            yield Aliased(found, tuple(filter(None, aliases)), by_name, payload)


def _takes(graph: Graph, schema: Schema) -> bool:
    """Tell whether a schema is more to a graph than what its result is made of."""
    return any(use.schema is schema and use.role != "output" for use in graph.uses)


def _payloads(program: Program, graph: Graph, aliases: list[str]) -> Iterator[Place]:
    for _, update in payloads(program, graph):
        if update.kind == "mapping":
            yield from (write.key_place for write in update.writes if write.key in aliases)


# --- configuration -------------------------------------------------------------------------------------------


def _config(run: Interpreter, schema: Schema) -> dict[str, Value] | None:
    """Give the configuration of a model, its bases' included; None where a part of it cannot be read."""
    line = classes.mro(run, schema.cls)
    if not any(isinstance(base, External) and base.name == _MODEL for base in line):
        return None
    config: dict[str, Value] = {}
    for base in reversed(line):
        if isinstance(base, ClassValue):
            own = _own_config(run, base)
            if own is None:
                return None
            config.update(own)
        elif isinstance(base, External) and base.name in BASE_MODEL and base.name != _MODEL:
            return None
    return config


def _own_config(run: Interpreter, cls: ClassValue) -> dict[str, Value] | None:
    config: dict[str, Value] = {}
    for argument in cls.node.arguments:
        if argument.keyword is not None:
            config[argument.keyword] = run.evaluate(argument.value, cls.frame)
    env = classes.frame_of(run, cls).env
    inner = env.get("Config")
    if isinstance(inner, ClassValue):
        values = classes.frame_of(run, inner).env
        names = (*_BY_NAME, "alias_generator")
        config.update({name: run.resolved(value) for name in names if (value := values.get(name)) is not None})
    elif inner is not None:
        return None
    given = env.get("model_config")
    read = _pairs(run.freeze(run.resolved(given))) if given is not None else {}
    return None if read is None else {**config, **read}


def _pairs(value: Value) -> dict[str, Value] | None:
    if isinstance(value, Result) and isinstance(value.function, External) and value.function.name in _CONFIG:
        named = {name: part for name, part in value.named if name is not None}
        return named if len(named) == len(value.named) and not value.positional else None
    if not isinstance(value, Table) or not value.complete:
        return None
    keys = [entry.key.value if isinstance(entry.key, Literal) else None for entry in value.entries]
    pairs = {key: entry.value for key, entry in zip(keys, value.entries) if isinstance(key, str)}
    return pairs if len(pairs) == len(keys) else None


def _is_true(value: Value | None) -> bool:
    # What cannot be told counts as yes.
    return value is not None and not (isinstance(value, Literal) and not value.value)


# --- aliases -------------------------------------------------------------------------------------------------


def _aliases(field: Field, config: dict[str, Value]) -> list[str]:
    """Give all names that pydantic takes a field by when it is not taken by its own name; none where it has none.

    A path, which is no name, is the empty text. What cannot be told is the field's name.
    """
    for call in (field.call, *_metadata_fields(field.type)):
        if not isinstance(call, Result) or not isinstance(call.function, External) or call.function.name != _FIELD:
            continue
        named = dict(call.named)
        given = named.get("validation_alias") or named.get("alias")
        if given is not None or None in named:
            return _named(given, field.name)
    return _generated(config.get("alias_generator"), field.name)


def _metadata_fields(type_: Type) -> Iterator[Value]:
    while isinstance(type_, Wrapped):
        type_ = type_.inner
    if isinstance(type_, Annotated):
        yield from (item.value for item in reversed(type_.metadata))


def _named(given: Value | None, name: str) -> list[str]:
    if isinstance(given, Literal):
        return [given.value] if isinstance(given.value, str) else []
    if isinstance(given, Result) and isinstance(given.function, External):
        short = given.function.name.rpartition(".")[2]
        if short == "AliasPath" and given.positional:
            first = given.positional[0]
            return [""] if len(given.positional) > 1 or not isinstance(first, Literal) else _named(first, name)
        if short == "AliasChoices" and not given.named:
            return [alias for choice in given.positional for alias in _named(choice, name)]
    return [name]


def _generated(generator: Value | None, name: str) -> list[str]:
    if generator is None or (isinstance(generator, Literal) and generator.kind == "none"):
        return []
    if isinstance(generator, External) and generator.name.startswith(_GENERATORS):
        return [_MADE.get(generator.name.removeprefix(_GENERATORS), lambda text: text)(name)]
    return [name]


def _pascal(name: str) -> str:
    """Mirror `pydantic.alias_generators.to_pascal`."""
    return re.sub(r"(?<=[0-9A-Za-z])_(?=[0-9A-Z])", "", name.title())


def _camel(name: str) -> str:
    """Mirror `pydantic.alias_generators.to_camel`, which leaves what looks like camel case alone."""
    if re.fullmatch(r"[a-z]+[A-Za-z0-9]*", name) and not re.search(r"[0-9][a-z]", name):
        return name
    made = _pascal(name)
    first = len(made) - len(made.lstrip("_"))
    return made[:first] + made[first : first + 1].lower() + made[first + 1 :]


_MADE = {"to_camel": _camel, "to_pascal": _pascal}
