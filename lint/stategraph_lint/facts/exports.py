"""What can be imported from the modules of langgraph 1.2, whether it is meant to be or not.

A module that is not listed is not known. Names that begin with one underscore are private and may vanish.
"""

from __future__ import annotations

from typing import Final

# Packages that no other distribution can add modules to.
CLOSED_PACKAGES: Final = frozenset(
    f"langgraph.{name}" for name in ("channels", "func", "graph", "managed", "prebuilt", "utils")
)

_NAMES = {
    "langgraph.channels": (
        "AnyValue BaseChannel BinaryOperatorAggregate DeltaChannel EphemeralValue LastValue "
        "LastValueAfterFinish NamedBarrierValue NamedBarrierValueAfterFinish Topic UntrackedValue any_value "
        "base binop delta ephemeral_value last_value named_barrier_value topic untracked_value"
    ),
    "langgraph.channels.any_value": (
        "Any AnyValue BaseChannel EmptyChannelError Generic MISSING Self Sequence Value annotations"
    ),
    "langgraph.channels.base": (
        "ABC Any BaseChannel Checkpoint EmptyChannelError Generic MISSING Self Sequence TypeVar Update Value "
        "abstractmethod annotations"
    ),
    "langgraph.channels.binop": (
        "Any BaseChannel BinaryOperatorAggregate Callable EmptyChannelError ErrorCode Generic "
        "InvalidUpdateError MISSING NotRequired OVERWRITE Overwrite Required Self Sequence Value "
        "_DeltaSnapshot _get_overwrite _operators_equal _strip_extras collections create_error_message"
    ),
    "langgraph.channels.delta": (
        "Any BaseChannel Callable DeltaChannel EmptyChannelError ErrorCode Generic InvalidUpdateError MISSING "
        "PendingWrite Self Sequence Value _DeltaSnapshot _copy _get_overwrite _operators_equal _strip_extras "
        "annotations collections create_error_message"
    ),
    "langgraph.channels.ephemeral_value": (
        "Any BaseChannel EmptyChannelError EphemeralValue Generic InvalidUpdateError MISSING Self Sequence "
        "Value annotations"
    ),
    "langgraph.channels.last_value": (
        "Any BaseChannel EmptyChannelError ErrorCode Generic InvalidUpdateError LastValue "
        "LastValueAfterFinish MISSING Self Sequence Value annotations create_error_message"
    ),
    "langgraph.channels.named_barrier_value": (
        "BaseChannel EmptyChannelError Generic InvalidUpdateError MISSING NamedBarrierValue "
        "NamedBarrierValueAfterFinish Self Sequence Value"
    ),
    "langgraph.channels.topic": (
        "Any BaseChannel EmptyChannelError Generic Iterator MISSING Self Sequence Topic Value _flatten annotations"
    ),
    "langgraph.channels.untracked_value": (
        "Any BaseChannel EmptyChannelError Generic InvalidUpdateError MISSING Self Sequence UntrackedValue "
        "Value annotations"
    ),
    "langgraph.config": (
        "Any BaseStore CONF CONFIG_KEY_RUNTIME RunnableConfig StreamWriter _no_op_stream_writer asyncio "
        "get_config get_store get_stream_writer sys var_child_runnable_config"
    ),
    "langgraph.errors": (
        "Any Command EmptyChannelError EmptyInputError Enum ErrorCode GraphBubbleUp GraphDrained "
        "GraphInterrupt GraphRecursionError Interrupt InvalidUpdateError LangGraphDeprecatedSinceV10 Literal "
        "NodeCancelledError NodeError NodeInterrupt NodeTimeoutError ParentCommand Sequence TaskNotFound "
        "UnknownInterruptError _INVALID_RESUME _mark_invalid_resume annotations create_error_message "
        "dataclass deprecated is_invalid_resume warn"
    ),
    "langgraph.func": (
        "Any Awaitable BaseCache BaseCheckpointSaver BaseStore CACHE_NS_WRITES CachePolicy Callable "
        "ChannelWrite ChannelWriteEntry ContextT DeprecatedKwargs END EphemeralValue Generic "
        "LangGraphDeprecatedSinceV05 LangGraphDeprecatedSinceV10 LastValue MISSING P PREVIOUS Pregel "
        "PregelNode R RetryPolicy S START Sequence StreamMode SyncAsyncFuture T TimeoutPolicy TypeVar Unpack "
        "_DC_KWARGS _TaskFunction _call_with_options _serde annotations cast coerce_timeout_policy dataclass "
        "entrypoint functools get_args get_origin get_runnable_for_entrypoint identifier inspect "
        "is_async_callable overload sync_timeout_unsupported task timedelta warnings"
    ),
    "langgraph.graph": "END MessageGraph MessagesState START StateGraph _branch _node add_messages message state",
    "langgraph.graph.message": (
        "Annotated Any AnyMessage BaseMessage BaseMessageChunk CONF CONFIG_KEY_SEND Callable "
        "LangGraphDeprecatedSinceV10 Literal MessageGraph MessageLikeRepresentation Messages MessagesState "
        "REMOVE_ALL_MESSAGES RemoveMessage Sequence StateGraph TypedDict _add_messages_wrapper "
        "_coerce_to_messages _format_messages _messages_delta_reducer add_messages annotations cast "
        "convert_to_messages deprecated message_chunk_to_message partial push_message uuid warnings"
    ),
    "langgraph.graph.state": (
        "All Any Awaitable BaseCache BaseChannel BaseModel BaseStore BinaryOperatorAggregate BranchSpec "
        "CachePolicy Callable ChannelRead ChannelWrite ChannelWriteEntry ChannelWriteTupleEntry Checkpoint "
        "Checkpointer Command CompiledStateGraph ContextT DeltaChannel DeprecatedKwargs EMPTY_SEQ END "
        "EphemeralValue ErrorCode FunctionType Generic Hashable INTERRUPT InputT InvalidUpdateError "
        "LangGraphDeprecatedSinceV05 LangGraphDeprecatedSinceV10 LastValue LastValueAfterFinish Literal "
        "MISSING ManagedValueSpec NS_END NS_SEP NamedBarrierValue NamedBarrierValueAfterFinish NodeInputT "
        "NoneType NotRequired OutputT ParentCommand Pregel PregelNode Required RetryPolicy Runnable "
        "RunnableConfig START Self Send Sequence StateGraph StateNode StateNodeSpec StateT TAG_HIDDEN TASKS "
        "TimeoutPolicy TracePolicy TypeAdapter TypeVar Union Unpack _CHANNEL_BRANCH_TO "
        "_DEFAULT_ERROR_HANDLER_NODE _NodeDefaults _S _coerce_state _control_branch _control_static "
        "_get_channel _get_channels _get_json_schema _get_node_name _get_root _is_field_binop "
        "_is_field_channel _is_field_managed_value _pick_mapper _serde _warn_invalid_state_schema annotations "
        "cast coerce_timeout_policy coerce_to_runnable create_error_message create_model dataclass "
        "defaultdict ensure_valid_checkpointer get_args get_cached_annotated_keys get_field_default "
        "get_origin get_type_hints get_update_as_tuples inspect is_dataclass is_managed_value is_typeddict "
        "isclass isfunction ismethod logger logging overload partial signature timedelta typing warnings"
    ),
    "langgraph.graph.ui": (
        "Any AnyMessage AnyUIMessage CONF Literal RemoveUIMessage TypedDict UIMessage annotations cast "
        "delete_ui_message get_config get_stream_writer push_ui_message ui_message_reducer uuid4"
    ),
    "langgraph.managed": "IsLastStep RemainingSteps base is_last_step",
    "langgraph.managed.base": (
        "ABC Any Generic ManagedValue ManagedValueMapping ManagedValueSpec PregelScratchpad TypeGuard TypeVar "
        "U V abstractmethod is_managed_value isclass"
    ),
    "langgraph.managed.is_last_step": (
        "Annotated IsLastStep IsLastStepManager ManagedValue PregelScratchpad RemainingSteps RemainingStepsManager"
    ),
    "langgraph.prebuilt": (
        "InjectedState InjectedStore ToolCallTransformer ToolNode ToolRuntime ValidationNode "
        "_tool_call_stream _tool_call_transformer chat_agent_executor create_react_agent tool_node "
        "tool_validator tools_condition"
    ),
    "langgraph.prebuilt.chat_agent_executor": (
        "AIMessage AgentState AgentStatePydantic AgentStateWithStructuredResponse "
        "AgentStateWithStructuredResponsePydantic Annotated Any AnyMessage Awaitable BaseChatModel "
        "BaseMessage BaseModel BaseStore BaseTool Callable Checkpointer CompiledStateGraph ContextT END "
        "ErrorCode LangGraphDeprecatedSinceV10 LanguageModelInput LanguageModelLike Literal MISSING "
        "NotRequired PROMPT_RUNNABLE_NAME Prompt RemainingSteps Runnable RunnableBinding RunnableCallable "
        "RunnableConfig RunnableLike RunnableSequence Runtime Send Sequence StateGraph StateSchema "
        "StateSchemaType StructuredResponse StructuredResponseSchema SystemMessage ToolCallWithContext "
        "ToolMessage ToolNode TypeVar TypedDict _get_model _get_prompt_runnable _get_state_value "
        "_should_bind_tools _validate_chat_history add_messages cast create_error_message create_react_agent "
        "create_tool_calling_executor deprecated get_type_hints inspect warnings"
    ),
    "langgraph.prebuilt.interrupt": (
        "ActionRequest HumanInterrupt HumanInterruptConfig HumanResponse LangGraphDeprecatedSinceV10 Literal "
        "TypedDict deprecated"
    ),
    "langgraph.prebuilt.tool_node": (
        "AIMessage Annotated Any AnyMessage AsyncToolCallWrapper Awaitable BaseModel BaseStore BaseTool CONF "
        "CONFIG_KEY_READ CONFIG_KEY_READ_STATE Callable Command ContextT ExecutionInfo Generic GraphBubbleUp "
        "INVALID_TOOL_NAME_ERROR_TEMPLATE InjectedState InjectedStore InjectedToolArg Literal "
        "REMOVE_ALL_MESSAGES RemoveMessage RunnableCallable RunnableConfig Send ServerInfo StateT "
        "StreamWriter TOOL_CALL_ERROR_TEMPLATE TOOL_EXECUTION_ERROR_TEMPLATE TOOL_INVOCATION_ERROR_TEMPLATE "
        "TOOL_MESSAGE_BLOCK_TYPES TYPE_CHECKING ToolCall ToolCallRequest ToolCallWithContext ToolCallWrapper "
        "ToolException ToolInvocationError ToolMessage ToolNode ToolRuntime TypeVar TypedDict Union UnionType "
        "Unpack ValidationError _DirectlyInjectedToolArg _InjectedArgs _ToolCallRequestOverrides "
        "_default_handle_tool_errors _filter_validation_errors _get_all_injected_args "
        "_get_injection_from_type _handle_tool_error _infer_handled_types _is_injected_arg_type _is_injection "
        "_tool_call_writer annotations asyncio cast convert_to_messages copy create_tool dataclass deepcopy "
        "field get_all_basemodel_annotations get_args get_config_list get_executor_for_config get_origin "
        "get_type_hints inspect is_invalid_resume json msg_content_output replace tools_condition"
    ),
    "langgraph.prebuilt.tool_validator": (
        "AIMessage Any AnyMessage BaseModel BaseModelV1 BaseTool Callable LangGraphDeprecatedSinceV10 "
        "RunnableCallable RunnableConfig Sequence ToolCall ToolMessage ValidationError ValidationErrorV1 "
        "ValidationNode _default_format_error cast create_schema_from_function deprecated "
        "get_executor_for_config is_basemodel_subclass"
    ),
    "langgraph.pregel": (
        "NodeBuilder Pregel _algo _call _checkpoint _draw _executor _io _log _loop _messages _read _retry "
        "_runner _task_status _tools _utils _validate _write debug main protocol"
    ),
    "langgraph.runtime": (
        "Any BaseStore BaseUser CONF CONFIG_KEY_RUNTIME Callable ContextT DEFAULT_RUNTIME ExecutionInfo "
        "Generic RunControl Runtime ServerInfo StreamWriter TypedDict Unpack _DC_KWARGS _RuntimeOverrides "
        "_no_op_heartbeat _no_op_stream_writer annotations cast dataclass field get_config get_runtime "
        "replace"
    ),
    "langgraph.types": (
        "All Any AnyMessage BaseCheckpointSaver CacheKey CachePolicy Callable CheckpointMetadata "
        "CheckpointPayload CheckpointStreamPart CheckpointTask Checkpointer ClassVar Command CustomStreamPart "
        "DebugPayload DebugStreamPart DeprecatedKwargs Durability Generic GraphOutput Hashable Interrupt "
        "KeyFuncT LangGraphDeprecatedSinceV10 LangGraphDeprecatedSinceV11 Literal MISSING MessagesStreamPart "
        "N NS_SEP NamedTuple NotRequired OutputT Overwrite PregelExecutableTask PregelTask ResponseT "
        "RetryPolicy Runnable RunnableConfig Send Sequence StateSnapshot StateT StateUpdate StreamMode "
        "StreamPart StreamWriter TYPE_CHECKING TaskPayload TaskResultPayload TasksStreamPart TimeoutPolicy "
        "ToolOutputMixin TracePolicy TypeAdapter TypeAliasType TypeVar TypedDict Unpack UpdatesStreamPart "
        "ValidationError ValuesStreamPart _DC_KWARGS _DEFAULT_INTERRUPT_ID _DebugCheckpointPayload "
        "_DebugTaskPayload _DebugTaskResultPayload _INTERRUPT_KEY _T_DC_KWARGS _coerce_timeout_seconds "
        "_interrupt_id _validate_resume annotations asdict dataclass default_cache_key default_retry_on "
        "deprecated deque ensure_valid_checkpointer final get_cached_annotated_keys get_update_as_tuples "
        "interrupt omit_payload overload sys timedelta warn xxh3_128_hexdigest"
    ),
    "langgraph.typing": (
        "ContextT ContextT_contra InputT NodeInputT NodeInputT_contra OutputT StateLike StateT StateT_co "
        "StateT_contra TypeVar annotations"
    ),
    "langgraph.utils": "",
    "langgraph.utils.config": "ensure_config get_config get_store patch_configurable",
    "langgraph.utils.runnable": "RunnableCallable RunnableLike",
}

EXPORTS: Final = {module: frozenset(names.split()) for module, names in _NAMES.items()}


def is_private(name: str) -> bool:
    """Tell whether a name is private by the convention of Python."""
    return name.startswith("_") and not name.startswith("__")


def names_of(module: str) -> frozenset[str]:
    """Give the public names of a module of langgraph, none where it is not known."""
    return frozenset(name for name in EXPORTS.get(module, ()) if not is_private(name))


def has(module: str, name: str) -> bool | None:
    """Tell whether a name can be imported from a module of langgraph; None for modules that are not known."""
    names = EXPORTS.get(module)
    if names is not None:
        return name in names or f"{module}.{name}" in EXPORTS
    package = module.rpartition(".")[0]
    return False if package in CLOSED_PACKAGES and not is_private(module.rpartition(".")[2]) else None
