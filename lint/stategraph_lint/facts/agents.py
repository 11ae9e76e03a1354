"""What is known of the agents that libraries build: who makes them, and the middleware that comes with them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from stategraph_lint.facts.libraries import AGENT_STATE, MIDDLEWARE

# The methods of a middleware that become nodes, in the order `create_agent` adds them; each may have an async twin.
HOOKS: Final[tuple[str, ...]] = ("before_agent", "before_model", "after_model", "after_agent")
# The methods that run around the model and around each tool call; both may hand back Commands.
MODEL_WRAPPERS: Final = ("wrap_model_call", "awrap_model_call")
TOOL_WRAPPERS: Final = ("wrap_tool_call", "awrap_tool_call")

AGENT_MIDDLEWARE: Final = f"{MIDDLEWARE}.AgentMiddleware"
# Decorators that make a middleware of one function: the method it becomes, '' for a prompt, which writes nothing.
HOOK_DECORATORS: Final = {
    **{f"{MIDDLEWARE}.{name}": name for name in (*HOOKS, "wrap_model_call", "wrap_tool_call")},
    f"{MIDDLEWARE}.dynamic_prompt": "",
}

# Names for what the libraries put into a graph themselves; none of them reads a key that the project added.
MODEL_NODE: Final = "langchain.agents.factory.model_node"
LIBRARY_HOOK: Final = "langchain.agents.factory.hook"
LIBRARY_ROUTER: Final = "langchain.agents.factory.router"

MODEL_INPUT: Final = "langgraph.prebuilt.chat_agent_executor.CallModelInputSchema"
DEEP_STACK: Final = "deepagents.middleware"
DEEP_AGENT_STATE: Final = "deepagents.DeepAgentState"


class LibraryMiddleware(NamedTuple):
    """A middleware of a library: the schema it brings, and its hooks with what each may jump to.

    `wraps` says which wrappers it has (model, tool), `tools` whether it brings tools. `label` is the argument of its
    constructor that its name shows in brackets.
    """

    schema: str = AGENT_STATE
    hooks: Mapping[str, tuple[str, ...]] = MappingProxyType({})
    wraps: tuple[str, ...] = ()
    tools: bool = False
    label: str = ""


_AFTER: Final = {"after_model": ()}
_MODEL: Final = ("model",)
_TOOL: Final = ("tool",)
LIBRARY_MIDDLEWARE: Final[dict[str, LibraryMiddleware]] = {
    AGENT_MIDDLEWARE: LibraryMiddleware(),
    f"{MIDDLEWARE}.ContextEditingMiddleware": LibraryMiddleware(wraps=_MODEL),
    f"{MIDDLEWARE}.FilesystemFileSearchMiddleware": LibraryMiddleware(tools=True),
    f"{MIDDLEWARE}.HumanInTheLoopMiddleware": LibraryMiddleware(
        f"{MIDDLEWARE}.human_in_the_loop._HumanInTheLoopState", _AFTER, wraps=_TOOL
    ),
    f"{MIDDLEWARE}.LLMToolEmulator": LibraryMiddleware(wraps=_TOOL),
    f"{MIDDLEWARE}.LLMToolSelectorMiddleware": LibraryMiddleware(wraps=_MODEL),
    f"{MIDDLEWARE}.ModelCallLimitMiddleware": LibraryMiddleware(
        f"{MIDDLEWARE}.model_call_limit.ModelCallLimitState", {"before_model": ("end",), **_AFTER}
    ),
    f"{MIDDLEWARE}.ModelFallbackMiddleware": LibraryMiddleware(wraps=_MODEL),
    f"{MIDDLEWARE}.ModelRefusalMiddleware": LibraryMiddleware(wraps=_MODEL),
    f"{MIDDLEWARE}.ModelRetryMiddleware": LibraryMiddleware(wraps=_MODEL),
    f"{MIDDLEWARE}.ModelRouterMiddleware": LibraryMiddleware(
        f"{MIDDLEWARE}.model_router._ModelRouterState", {"before_agent": ()}, wraps=_MODEL
    ),
    f"{MIDDLEWARE}.PIIMiddleware": LibraryMiddleware(hooks={"before_model": ("end",), **_AFTER}, label="pii_type"),
    f"{MIDDLEWARE}.ProviderToolSearchMiddleware": LibraryMiddleware(wraps=_MODEL),
    f"{MIDDLEWARE}.ShellToolMiddleware": LibraryMiddleware(
        f"{MIDDLEWARE}.shell_tool.ShellToolState", {"before_agent": (), "after_agent": ()}, tools=True
    ),
    f"{MIDDLEWARE}.SummarizationMiddleware": LibraryMiddleware(hooks={"before_model": ()}),
    f"{MIDDLEWARE}.TodoListMiddleware": LibraryMiddleware(
        f"{MIDDLEWARE}.todo.PlanningState", _AFTER, wraps=_MODEL, tools=True
    ),
    f"{MIDDLEWARE}.ToolCallLimitMiddleware": LibraryMiddleware(
        f"{MIDDLEWARE}.tool_call_limit.ToolCallLimitState", {"after_model": ("end",)}, label="tool_name"
    ),
    f"{MIDDLEWARE}.ToolErrorMiddleware": LibraryMiddleware(wraps=_TOOL),
    f"{MIDDLEWARE}.ToolRetryMiddleware": LibraryMiddleware(wraps=_TOOL),
    "langchain_anthropic.middleware.AnthropicPromptCachingMiddleware": LibraryMiddleware(wraps=_MODEL),
    "langchain_openai.middleware.OpenAIModerationMiddleware": LibraryMiddleware(
        hooks={"before_model": ("end",), "after_model": ("end",)}
    ),
}
