"""The schemas that libraries bring, as data: nothing is looked up in an installed package.

A type is spelled as the library spells it, every name in full.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from stategraph_lint.facts.libraries import (
    ADD_MESSAGES,
    AGENT_STATE,
    MESSAGES_STATE,
    MIDDLEWARE,
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
_MIDDLEWARE: Final = f"{MIDDLEWARE}.types"
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

_AGENT: Final = (
    ("messages", f"typing.Required[{_MESSAGES}]"),
    ("jump_to", f"typing.NotRequired[{_JUMP}]"),
    (
        "structured_response",
        f"typing.NotRequired[typing.Annotated[typing.TypeVar.ResponseT, {_MIDDLEWARE}.OmitFromInput]]",
    ),
)


def _agent(*fields: tuple[str, str], postponed: bool = True) -> LibrarySchema:
    """Give a schema that inherits from AgentState."""
    return LibrarySchema("typeddict", (*_AGENT, *fields), postponed=postponed)


def _private(name: str, type_: str, *channel: str) -> tuple[str, str]:
    """Give a field that only a middleware itself sees."""
    items = ", ".join((type_, *channel, f"{_MIDDLEWARE}.PrivateStateAttr"))
    return name, f"typing.NotRequired[typing.Annotated[{items}]]"


_UNTRACKED: Final = "langgraph.channels.UntrackedValue"
_COUNTS: Final = "builtins.dict[builtins.str, builtins.int]"
_TEXTS: Final = "builtins.dict[builtins.str, builtins.str]"
_DEEP: Final = "deepagents.middleware"

LIBRARY_SCHEMAS: Final[dict[str, LibrarySchema]] = {
    MESSAGES_STATE: LibrarySchema("typeddict", (("messages", _MESSAGES),), postponed=True),
    AGENT_STATE: _agent(),
    f"{MIDDLEWARE}.InputAgentState": LibrarySchema(
        "typeddict", (("messages", f"typing.Required[{_DICT_MESSAGES}]"),), postponed=True
    ),
    f"{MIDDLEWARE}.OutputAgentState": LibrarySchema(
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
    f"{MIDDLEWARE}.human_in_the_loop._HumanInTheLoopState": _agent(
        _private("hitl_edited_tool_calls", f"builtins.dict[builtins.str, {MIDDLEWARE}.human_in_the_loop.Action]")
    ),
    f"{MIDDLEWARE}.model_call_limit.ModelCallLimitState": _agent(
        _private("thread_model_call_count", "builtins.int"),
        _private("run_model_call_count", "builtins.int", _UNTRACKED),
    ),
    f"{MIDDLEWARE}.model_router._ModelRouterState": _agent(
        ("model_route", "typing.NotRequired[langchain_core.decisions.ChoiceAnswer]")
    ),
    f"{MIDDLEWARE}.shell_tool.ShellToolState": _agent(
        _private("shell_session_resources", f"typing.Optional[{MIDDLEWARE}.shell_tool._SessionResources]", _UNTRACKED),
    ),
    f"{MIDDLEWARE}.todo.PlanningState": _agent(
        (
            "todos",
            f"typing.Annotated[typing.NotRequired[builtins.list[{MIDDLEWARE}.todo.Todo]], {_MIDDLEWARE}.OmitFromInput]",
        ),
        postponed=False,
    ),
    f"{MIDDLEWARE}.tool_call_limit.ToolCallLimitState": _agent(
        _private("thread_tool_call_count", _COUNTS), _private("run_tool_call_count", _COUNTS, _UNTRACKED)
    ),
    "deepagents.DeepAgentState": LibrarySchema(
        "typeddict",
        (
            (
                "messages",
                "typing.Required[typing.Annotated[builtins.list[langchain_core.messages.AnyMessage], "
                "deepagents.messages_channel]]",
            ),
            *_AGENT[1:],
        ),
        postponed=True,
    ),
}
# What libraries add to a schema without a name that could be imported: the keys of all the middleware that
# `create_deep_agent` may bring, and the input of the model's node behind a `pre_model_hook`.
ADDED_SCHEMAS: Final[dict[str, LibrarySchema]] = {
    _DEEP: _agent(
        (
            "todos",
            f"typing.Annotated[typing.NotRequired[builtins.list[{MIDDLEWARE}.todo.Todo]], {_MIDDLEWARE}.OmitFromInput]",
        ),
        ("files", f"typing.NotRequired[typing.Annotated[builtins.dict[builtins.str, typing.Any], {_DEEP}.files]]"),
        _private("hitl_edited_tool_calls", f"builtins.dict[builtins.str, {MIDDLEWARE}.human_in_the_loop.Action]"),
        _private("memory_contents", _TEXTS),
        ("skills_metadata", f"typing.NotRequired[typing.Annotated[typing.Any, {_MIDDLEWARE}.OmitFromOutput]]"),
        ("pinned_skills", f"typing.NotRequired[typing.Annotated[builtins.list[builtins.str], {_DEEP}.pinned]]"),
        _private("skills_load_errors", "builtins.list[builtins.str]"),
        (
            "async_tasks",
            f"typing.NotRequired[typing.Annotated[builtins.dict[builtins.str, typing.Any], {_DEEP}.tasks]]",
        ),
        _private("_skill_tools_disclosed", _TEXTS),
        _private("_blob_payloads", _TEXTS, _UNTRACKED),
        _private("_summarization_event", "typing.Any"),
        _private("_summarization_session_id", "typing.Optional[builtins.str]"),
    ),
    f"{_EXECUTOR}.CallModelInputSchema": LibrarySchema(
        "typeddict", (("llm_input_messages", "builtins.list[langchain_core.messages.AnyMessage]"),)
    ),
}

# Values that stand in metadata and are known not to be callable.
MARKERS: Final = frozenset(f"{_MIDDLEWARE}.{name}" for name in ("OmitFromInput", "OmitFromOutput", "PrivateStateAttr"))
# Those that keep a field out of the input or the output schema of an agent.
OMITTED: Final = {
    "input": frozenset(f"{_MIDDLEWARE}.{name}" for name in ("OmitFromInput", "PrivateStateAttr")),
    "output": frozenset(f"{_MIDDLEWARE}.{name}" for name in ("OmitFromOutput", "PrivateStateAttr")),
}
