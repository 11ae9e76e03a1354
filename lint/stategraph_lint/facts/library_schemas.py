"""The schemas that libraries bring, as data: nothing is looked up in an installed package.

A type is spelled as the library spells it, every name in full.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from stategraph_lint.facts.libraries import (
    ADD_MESSAGES,
    AGENT_STATE,
    MESSAGES_STATE,
    PREBUILT_AGENT_STATE,
    PREBUILT_AGENT_STATE_MODEL,
    REMAINING_STEPS,
)


class LibrarySchema(NamedTuple):
    """A schema of a library: its kind, its fields in order with their types as text, and which of them have a default.

    `postponed` says that its annotations are strings at run time.
    """

    kind: str
    fields: tuple[tuple[str, str], ...]
    defaults: tuple[str, ...] = ()
    postponed: bool = False


_MESSAGES: Final = f"typing.Annotated[builtins.list[langchain_core.messages.AnyMessage], {ADD_MESSAGES}]"
_BASE_MESSAGES: Final = f"typing.Annotated[typing.Sequence[langchain_core.messages.BaseMessage], {ADD_MESSAGES}]"
_MIDDLEWARE: Final = "langchain.agents.middleware.types"
_EXECUTOR: Final = "langgraph.prebuilt.chat_agent_executor"
_JUMP: Final = (
    "typing.Annotated[typing.Optional[typing.Literal['tools', 'model', 'end']], "
    f"langgraph.channels.EphemeralValue, {_MIDDLEWARE}.PrivateStateAttr]"
)
_DICT_MESSAGES: Final = (
    "typing.Annotated[builtins.list[typing.Union[langchain_core.messages.AnyMessage, "
    f"builtins.dict[builtins.str, typing.Any]]], {ADD_MESSAGES}]"
)
_RESPONSE: Final = "typing.Union[builtins.dict, pydantic.BaseModel]"
_REMAINING: Final = (("messages", _BASE_MESSAGES), ("remaining_steps", f"typing.NotRequired[{REMAINING_STEPS}]"))
_REMAINING_MODEL: Final = (("messages", _BASE_MESSAGES), ("remaining_steps", REMAINING_STEPS))

LIBRARY_SCHEMAS: Final[dict[str, LibrarySchema]] = {
    MESSAGES_STATE: LibrarySchema("typeddict", (("messages", _MESSAGES),), postponed=True),
    AGENT_STATE: LibrarySchema(
        "typeddict",
        (
            ("messages", f"typing.Required[{_MESSAGES}]"),
            ("jump_to", f"typing.NotRequired[{_JUMP}]"),
            (
                "structured_response",
                f"typing.NotRequired[typing.Annotated[typing.TypeVar.ResponseT, {_MIDDLEWARE}.OmitFromInput]]",
            ),
        ),
        postponed=True,
    ),
    f"{_MIDDLEWARE}.InputAgentState": LibrarySchema(
        "typeddict", (("messages", f"typing.Required[{_DICT_MESSAGES}]"),), postponed=True
    ),
    f"{_MIDDLEWARE}.OutputAgentState": LibrarySchema(
        "typeddict",
        (
            ("messages", f"typing.Required[{_MESSAGES}]"),
            ("structured_response", "typing.NotRequired[typing.TypeVar.ResponseT]"),
        ),
        postponed=True,
    ),
    PREBUILT_AGENT_STATE: LibrarySchema("typeddict", _REMAINING),
    PREBUILT_AGENT_STATE_MODEL: LibrarySchema("pydantic", _REMAINING_MODEL, ("remaining_steps",)),
    f"{_EXECUTOR}.AgentStateWithStructuredResponse": LibrarySchema(
        "typeddict", (*_REMAINING, ("structured_response", _RESPONSE))
    ),
    f"{_EXECUTOR}.AgentStateWithStructuredResponsePydantic": LibrarySchema(
        "pydantic", (*_REMAINING_MODEL, ("structured_response", _RESPONSE)), ("remaining_steps",)
    ),
}

# Values that stand in metadata and are known not to be callable.
MARKERS: Final = frozenset(f"{_MIDDLEWARE}.{name}" for name in ("OmitFromInput", "OmitFromOutput", "PrivateStateAttr"))
