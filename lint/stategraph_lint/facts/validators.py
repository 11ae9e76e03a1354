"""What is known by name of pydantic's validators, and of what changes the value it is given."""

from __future__ import annotations

from typing import Final

_PLACES = ("pydantic", "pydantic.functional_validators", "pydantic.v1", "pydantic.class_validators")


def _named(*names: str) -> frozenset[str]:
    return frozenset(f"{place}.{name}" for place in _PLACES for name in names)


FIELD_VALIDATORS: Final = _named("field_validator", "validator")
WHOLE_VALIDATORS: Final = _named("model_validator", "root_validator")
# Those that stand in the metadata of `Annotated`, each with its mode.
ANNOTATED_VALIDATORS: Final = {
    f"{place}.{name}Validator": name.lower() for place in _PLACES for name in ("After", "Before", "Plain", "Wrap")
}

# Methods of a text, and functions, whose result is another value than what they are given.
CHANGING_METHODS: Final = frozenset(
    "capitalize casefold center decode encode expandtabs format join ljust lower lstrip partition removeprefix "
    "removesuffix replace rjust rpartition rsplit rstrip split splitlines strip swapcase title translate upper zfill "
    "astimezone date time isoformat strftime timestamp resolve absolute expanduser".split()
)
CHANGING: Final = frozenset(
    {f"builtins.{name}" for name in "abs divmod hash len max min pow repr reversed round sorted sum".split()}
    | {"html.escape", "html.unescape", "json.dumps", "json.loads", "re.sub", "re.split", "textwrap.dedent"}
    | {"unicodedata.normalize", "urllib.parse.quote", "urllib.parse.unquote", "os.path.expanduser"}
)
# Constructors: they change what is of another type.
CONVERTING: Final = frozenset(
    f"builtins.{name}" for name in "bool bytes dict float frozenset int list set str tuple".split()
)
