"""What is known by name of the libraries: one table for every layer, and for the mypy plugin.

Names are canonical dotted names. `canonical` maps the other places an object can be imported from to the one used
here. Nothing is looked up in an installed package, so findings do not depend on what is installed.
"""

from __future__ import annotations

from typing import Final

STATE_GRAPH: Final = "langgraph.graph.StateGraph"
MESSAGE_GRAPH: Final = "langgraph.graph.MessageGraph"
COMPILED_GRAPH: Final = "langgraph.graph.state.CompiledStateGraph"
MESSAGES_STATE: Final = "langgraph.graph.MessagesState"
ADD_MESSAGES: Final = "langgraph.graph.add_messages"
PUSH_MESSAGE: Final = "langgraph.graph.message.push_message"
MESSAGES_DELTA_REDUCER: Final = "langgraph.graph.message._messages_delta_reducer"
START: Final = "langgraph.constants.START"
END: Final = "langgraph.constants.END"
COMMAND: Final = "langgraph.types.Command"
SEND: Final = "langgraph.types.Send"
OVERWRITE: Final = "langgraph.types.Overwrite"
INTERRUPT: Final = "langgraph.types.interrupt"
# What `interrupt` raises, and the classes of the standard library that catch it.
INTERRUPTIONS: Final = frozenset({"langgraph.errors.GraphInterrupt", "langgraph.errors.GraphBubbleUp"})
BROAD_EXCEPTIONS: Final = frozenset({"builtins.Exception", "builtins.BaseException"})
TOOL_NODE: Final = "langgraph.prebuilt.ToolNode"
CREATE_REACT_AGENT: Final = "langgraph.prebuilt.create_react_agent"
INJECTED_STATE: Final = "langgraph.prebuilt.InjectedState"
CREATE_AGENT: Final = "langchain.agents.create_agent"
AGENT_STATE: Final = "langchain.agents.AgentState"
MIDDLEWARE: Final = "langchain.agents.middleware"
HOOK_CONFIG: Final = f"{MIDDLEWARE}.hook_config"
EXTENDED_RESPONSE: Final = f"{MIDDLEWARE}.ExtendedModelResponse"
CREATE_DEEP_AGENT: Final = "deepagents.create_deep_agent"
PREBUILT_AGENT_STATE: Final = "langgraph.prebuilt.chat_agent_executor.AgentState"
PREBUILT_AGENT_STATE_STRUCTURED: Final = "langgraph.prebuilt.chat_agent_executor.AgentStateWithStructuredResponse"
PREBUILT_AGENT_STATE_MODEL: Final = "langgraph.prebuilt.chat_agent_executor.AgentStatePydantic"

STATE_CLASSES: Final = frozenset({MESSAGES_STATE, AGENT_STATE, PREBUILT_AGENT_STATE})

LAST_VALUE: Final = "langgraph.channels.LastValue"
BINARY_OPERATOR: Final = "langgraph.channels.BinaryOperatorAggregate"
CHANNELS: Final = frozenset(
    f"langgraph.channels.{name}"
    for name in (
        "AnyValue",
        "BinaryOperatorAggregate",
        "DeltaChannel",
        "EphemeralValue",
        "LastValue",
        "LastValueAfterFinish",
        "NamedBarrierValue",
        "NamedBarrierValueAfterFinish",
        "Topic",
        "UntrackedValue",
    )
)
MANAGED_VALUES: Final = frozenset(
    f"langgraph.managed.{name}"
    for name in ("IsLastStep", "IsLastStepManager", "RemainingSteps", "RemainingStepsManager")
)

# The keys that managed values are known by: without one behind it such a key is misused, whatever its annotation.
MANAGED_KEYS: Final = frozenset({"is_last_step", "remaining_steps"})

IS_LAST_STEP: Final = "langgraph.managed.IsLastStep"
REMAINING_STEPS: Final = "langgraph.managed.RemainingSteps"
BOOL_STEP: Final = "langgraph.managed.IsLastStepManager"
NUMBER_STEP: Final = "langgraph.managed.RemainingStepsManager"
# The names that fields of managed values have everywhere, with the kinds of their values.
STEP_FIELDS: Final = {"remaining_steps": "int", "is_last_step": "bool"}

# Signatures of what may stand as a reducer; `add_messages` is a function that takes anything by keyword.
LIBRARY_SIGNATURES: Final = {
    ADD_MESSAGES: "(left=..., right=..., **kwargs)",
    PUSH_MESSAGE: "(message, *, state_key=...)",
    MESSAGES_DELTA_REDUCER: "(state, writes)",
}
# The `__name__` of a reducer that is not the name it is imported by.
LIBRARY_NAMES: Final = {ADD_MESSAGES: "_add_messages"}
BASE_CHANNEL: Final = "langgraph.channels.BaseChannel"
MANAGED_VALUE: Final = "langgraph.managed.base.ManagedValue"

GRAPH_CLASSES: Final = frozenset({STATE_GRAPH, MESSAGE_GRAPH})
# Functions of libraries that build a graph of their own from the schemas, hooks and tools of the project.
AGENT_MAKERS: Final = frozenset({CREATE_AGENT, CREATE_REACT_AGENT, CREATE_DEEP_AGENT})
GRAPH_MAKERS: Final = GRAPH_CLASSES | AGENT_MAKERS
TYPED_DICT: Final = frozenset({"typing.TypedDict", "typing_extensions.TypedDict"})
BASE_MODEL: Final = frozenset({"pydantic.BaseModel", "pydantic.RootModel", "pydantic.v1.BaseModel"})
# Decorators of a model's methods that may set any field of it.
MODEL_VALIDATORS: Final = frozenset(
    {"pydantic.model_validator", "pydantic.root_validator", "pydantic.v1.root_validator"}
)
DATACLASS: Final = frozenset({"dataclasses.dataclass", "pydantic.dataclasses.dataclass"})

_MESSAGE_NAMES = (
    "AIMessage AIMessageChunk AnyMessage BaseMessage BaseMessageChunk ChatMessage ChatMessageChunk FunctionMessage "
    "FunctionMessageChunk HumanMessage HumanMessageChunk RemoveMessage SystemMessage SystemMessageChunk ToolMessage "
    "ToolMessageChunk MessageLikeRepresentation"
).split()
BASE_MESSAGE: Final = "langchain_core.messages.BaseMessage"
MESSAGE_TYPES: Final = frozenset(f"langchain_core.messages.{name}" for name in _MESSAGE_NAMES)
REMOVE_MESSAGE: Final = "langchain_core.messages.RemoveMessage"
# Functions that give some of the messages they are given.
SHORTENING: Final = frozenset(f"langchain_core.messages.{name}" for name in ("filter_messages", "trim_messages"))
REMOVE_ALL_MESSAGES: Final = "langgraph.graph.message.REMOVE_ALL_MESSAGES"

# Chat models: what `invoke` gives is a message, also behind the methods that only configure them.
_CHAT_MODELS = {
    "langchain_anthropic": "ChatAnthropic ChatAnthropicBedrock",
    "langchain_aws": "ChatBedrock ChatBedrockConverse",
    "langchain_cohere": "ChatCohere",
    "langchain_core.language_models": "BaseChatModel GenericFakeChatModel FakeListChatModel FakeMessagesListChatModel",
    "langchain_deepseek": "ChatDeepSeek",
    "langchain_fireworks": "ChatFireworks",
    "langchain_google_genai": "ChatGoogleGenerativeAI",
    "langchain_google_vertexai": "ChatVertexAI",
    "langchain_groq": "ChatGroq",
    "langchain_mistralai": "ChatMistralAI",
    "langchain_ollama": "ChatOllama",
    "langchain_openai": "AzureChatOpenAI ChatOpenAI",
    "langchain_xai": "ChatXAI",
    "langchain.chat_models": "init_chat_model",
}
CHAT_MODELS: Final = frozenset(f"{module}.{name}" for module, names in _CHAT_MODELS.items() for name in names.split())
CHAT_MODEL_SELF: Final = frozenset({"bind", "bind_tools", "with_config", "with_retry"})

# Objects of these packages are runnables: they have no annotation that LangGraph would read a schema from.
RUNNABLE_PACKAGES: Final = ("langchain.", "langchain_", "langgraph.")
# What makes a runnable of a function, and the methods that give the same runnable again.
RUNNABLE_CALLABLE: Final = "langgraph._internal._runnable.RunnableCallable"
RUNNABLE_WRAPPERS: Final = frozenset(
    {
        "langchain_core.runnables.RunnableLambda",
        RUNNABLE_CALLABLE,
        "langgraph._internal._runnable.coerce_to_runnable",
    }
)
SAME_RUNNABLE: Final = frozenset(
    {"bind", "with_config", "with_fallbacks", "with_listeners", "with_retry", "with_types"}
)

MESSAGE_FIELDS: Final = frozenset(
    {"additional_kwargs", "artifact", "content", "example", "id", "name", "response_metadata", "type", "usage_metadata"}
    | {"invalid_tool_calls", "status", "tool_call_id", "tool_calls", "role"}
)
MESSAGE_FIELD_NAMES: Final = frozenset({"messages", "history"})

_MESSAGE_MODULES = {
    "AnyMessage": "utils",
    "MessageLikeRepresentation": "utils",
    "BaseMessage": "base",
    "BaseMessageChunk": "base",
    "RemoveMessage": "modifier",
}

_MIDDLEWARE_TYPES = (
    "AgentMiddleware ExtendedModelResponse InputAgentState ModelRequest ModelResponse OutputAgentState after_agent "
    "after_model before_agent before_model dynamic_prompt hook_config wrap_model_call wrap_tool_call"
)
_MIDDLEWARE_CLASSES = {
    "context_editing": "ContextEditingMiddleware",
    "file_search": "FilesystemFileSearchMiddleware",
    "human_in_the_loop": "HumanInTheLoopMiddleware",
    "model_call_limit": "ModelCallLimitMiddleware",
    "model_fallback": "ModelFallbackMiddleware",
    "model_refusal": "ModelRefusalMiddleware",
    "model_retry": "ModelRetryMiddleware",
    "model_router": "ModelRouterMiddleware",
    "pii": "PIIMiddleware",
    "provider_tool_search": "ProviderToolSearchMiddleware",
    "shell_tool": "ShellToolMiddleware",
    "summarization": "SummarizationMiddleware",
    "todo": "TodoListMiddleware",
    "tool_call_limit": "ToolCallLimitMiddleware",
    "tool_emulator": "LLMToolEmulator",
    "tool_error": "ToolErrorMiddleware",
    "tool_retry": "ToolRetryMiddleware",
    "tool_selection": "LLMToolSelectorMiddleware",
}


def _message_module(name: str) -> str:
    stem = name.removesuffix("Chunk").removesuffix("Message").lower()
    return _MESSAGE_MODULES.get(name, stem)


_ALIASES: dict[str, str] = {
    "langgraph.graph.state.StateGraph": STATE_GRAPH,
    "langgraph.graph.message.MessageGraph": MESSAGE_GRAPH,
    "langgraph.graph.message.MessagesState": MESSAGES_STATE,
    "langgraph.graph.message.add_messages": ADD_MESSAGES,
    "langgraph.graph.CompiledStateGraph": COMPILED_GRAPH,
    "langgraph.graph.START": START,
    "langgraph.graph.END": END,
    "langgraph.graph.state.START": START,
    "langgraph.graph.state.END": END,
    "langgraph.graph.graph.START": START,
    "langgraph.graph.graph.END": END,
    "langgraph.constants.Send": SEND,
    "langgraph.graph.REMOVE_ALL_MESSAGES": REMOVE_ALL_MESSAGES,
    "langgraph.prebuilt.tool_node.ToolNode": TOOL_NODE,
    "langgraph.prebuilt.tool_node.InjectedState": INJECTED_STATE,
    "langchain.tools.InjectedState": INJECTED_STATE,
    "langgraph.prebuilt.chat_agent_executor.create_react_agent": CREATE_REACT_AGENT,
    "langchain.agents.factory.create_agent": CREATE_AGENT,
    "deepagents.graph.create_deep_agent": CREATE_DEEP_AGENT,
    "deepagents.graph.DeepAgentState": "deepagents.DeepAgentState",
    "deepagents.state.DeepAgentState": "deepagents.DeepAgentState",
    f"{MIDDLEWARE}.AgentState": AGENT_STATE,
    f"{MIDDLEWARE}.types.AgentState": AGENT_STATE,
    "pydantic.main.BaseModel": "pydantic.BaseModel",
    "pydantic.fields.Field": "pydantic.Field",
    "langchain_core.pydantic_v1.BaseModel": "pydantic.v1.BaseModel",
    "langchain_core.pydantic_v1.Field": "pydantic.Field",
    "pydantic.v1.Field": "pydantic.Field",
    "langchain_core.runnables.base.RunnableLambda": "langchain_core.runnables.RunnableLambda",
    "langgraph.graph.state.coerce_to_runnable": "langgraph._internal._runnable.coerce_to_runnable",
    "langgraph.utils.runnable.coerce_to_runnable": "langgraph._internal._runnable.coerce_to_runnable",
    "langgraph.utils.runnable.RunnableCallable": "langgraph._internal._runnable.RunnableCallable",
    "_operator": "operator",
}
_ALIASES["langgraph.channels.base.BaseChannel"] = BASE_CHANNEL
for _name in CHANNELS:
    _stem = _name.rpartition(".")[2]
    for _module in ("binop", "last_value", "topic", "ephemeral_value", "any_value", "untracked_value", "delta"):
        _ALIASES[f"langgraph.channels.{_module}.{_stem}"] = _name
    _ALIASES[f"langgraph.channels.named_barrier_value.{_stem}"] = _name
for _name in MANAGED_VALUES:
    _ALIASES[f"langgraph.managed.is_last_step.{_name.rpartition('.')[2]}"] = _name
for _module in ("fake_chat_models", "chat_models"):
    for _name in _CHAT_MODELS["langchain_core.language_models"].split():
        _ALIASES[f"langchain_core.language_models.{_module}.{_name}"] = f"langchain_core.language_models.{_name}"
for _module in ("langchain_openai", "langchain_anthropic", "langchain_groq", "langchain_mistralai", "langchain_ollama"):
    for _name in _CHAT_MODELS[_module].split():
        _ALIASES[f"{_module}.chat_models.{_name}"] = f"{_module}.{_name}"
_ALIASES["langchain.chat_models.base.init_chat_model"] = "langchain.chat_models.init_chat_model"
for _name in _MESSAGE_NAMES:
    _target = f"langchain_core.messages.{_name}"
    _ALIASES[f"langchain_core.messages.{_message_module(_name)}.{_name}"] = _target
    for _module in ("langchain.schema", "langchain.schema.messages", "langchain.messages"):
        _ALIASES[f"{_module}.{_name}"] = _target
for _name in SHORTENING:
    for _module in ("langchain_core.messages.utils", "langchain.messages"):
        _ALIASES[f"{_module}.{_name.rpartition('.')[2]}"] = _name
for _name in _MIDDLEWARE_TYPES.split():
    _ALIASES[f"{MIDDLEWARE}.types.{_name}"] = f"{MIDDLEWARE}.{_name}"
for _name in ("OmitFromInput", "OmitFromOutput", "PrivateStateAttr"):
    _ALIASES[f"{MIDDLEWARE}.{_name}"] = f"{MIDDLEWARE}.types.{_name}"
for _module, _classes in _MIDDLEWARE_CLASSES.items():
    for _name in _classes.split():
        _ALIASES[f"{MIDDLEWARE}.{_module}.{_name}"] = f"{MIDDLEWARE}.{_name}"

KNOWN: Final = frozenset(_ALIASES) | frozenset(_ALIASES.values())


def canonical(name: str) -> str:
    """Give the one name used here for an object, whatever module it was imported from.

    `typing_extensions` and `typing` are one, but for TypedDict, where the difference shows in a JSON schema.
    """
    if name.startswith("typing_extensions.") and name != "typing_extensions.TypedDict":
        return "typing." + name.removeprefix("typing_extensions.")
    if name.startswith("_operator."):
        return name[1:]
    return _ALIASES.get(name, name)
