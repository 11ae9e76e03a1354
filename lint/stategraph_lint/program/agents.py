"""The graphs that agents of libraries are: the builder calls that `create_agent` and its kin make, mirrored.

Those of `create_agent` are the ones in `langchain.agents.factory`, those of `create_react_agent` in
`langgraph.prebuilt.chat_agent_executor`. Everything above then reads an agent like any other graph.
"""

from __future__ import annotations

from itertools import pairwise

from stategraph_lint.facts.agents import (
    DEEP_AGENT_STATE,
    DEEP_STACK,
    HOOKS,
    LIBRARY_ROUTER,
    MODEL_INPUT,
    MODEL_NODE,
    MODEL_WRAPPERS,
    TOOL_WRAPPERS,
)
from stategraph_lint.facts.libraries import (
    AGENT_STATE,
    CREATE_DEEP_AGENT,
    CREATE_REACT_AGENT,
    PREBUILT_AGENT_STATE,
    PREBUILT_AGENT_STATE_STRUCTURED,
    TOOL_NODE,
)
from stategraph_lint.program.builder_calls import recorded
from stategraph_lint.program.builders import GraphRecord
from stategraph_lint.program.calls import Arguments
from stategraph_lint.program.heap import Content
from stategraph_lint.program.interpreter import Interpreter
from stategraph_lint.program.middleware import Middleware, middleware_of
from stategraph_lint.program.routes import END, START
from stategraph_lint.program.scopes import Frame
from stategraph_lint.program.values import (
    External,
    FunctionValue,
    Item,
    Literal,
    MergedClass,
    Object,
    Place,
    Result,
    Unknown,
    Value,
)

_WRAPPED = frozenset(MODEL_WRAPPERS)
_COMPILING = ("checkpointer", "store", "interrupt_before", "interrupt_after")


def create(run: Interpreter, frame: Frame, maker: External, arguments: Arguments, place: Place) -> Object:
    """Make the compiled graph of an agent."""
    made = _Maker(run, frame, maker, arguments, place)
    if maker.name == CREATE_REACT_AGENT:
        made.react_agent()
    else:
        made.agent(deep=maker.name == CREATE_DEEP_AGENT)
    compiled = run.new("compiled", place, Content())
    run.graphs.append(made.record)
    run.graph_of[compiled] = made.record
    return compiled


class _Maker:
    """Makes the calls of one agent."""

    def __init__(self, run: Interpreter, frame: Frame, maker: External, arguments: Arguments, place: Place) -> None:
        self.run = run
        self.frame = frame
        self.arguments = arguments
        self.place = place
        self.record = GraphRecord(maker, recorded(run, "__init__", Arguments(), place))

    def given(self, name: str, position: int = 99) -> Value | None:
        """Give an argument of the agent; None where it is left out, or None itself."""
        found = self.arguments.get(position, name)
        value = self.run.forced(found) if found is not None else None
        return None if isinstance(value, Literal) and value.kind == "none" else value

    def place_of(self, name: str) -> Place:
        """Give where an argument stands."""
        for (named, _), place in zip(self.arguments.named, self.arguments.named_places):
            if named == name:
                return place
        return self.place

    def call(self, method: str, *positional: Value, **named: Value) -> None:
        """Record a call on the builder, or its making, at the place of the agent."""
        self.call_at(self.place, method, *positional, **named)

    def call_at(self, where: Place, method: str, *positional: Value, **named: Value) -> None:
        """Record a call on the builder, or its making."""
        kept = Arguments(
            list(positional), [where] * len(positional), list(named.items()), [where] * len(named), unknown=False
        )
        if method == "__init__":
            self.record.creation = recorded(self.run, method, kept, self.place)
        else:
            self.record.calls.append(recorded(self.run, method, kept, where))

    def node(self, name: str, action: Value, place: Place | None = None, schema: Value | None = None) -> None:
        """Record a node."""
        named = {"input_schema": schema} if schema is not None else {}
        self.call_at(place or self.place, "add_node", Literal("str", name), action, **named)

    def edge(self, source: str, *targets: str, routed: bool = False) -> None:
        """Record an edge, or the branches that a router of the library may take."""
        start, ends = Literal("str", source), [Literal("str", target) for target in dict.fromkeys(targets)]
        if not routed:
            self.call("add_edge", start, ends[0])
        else:
            labels = self.run.new("list", self.place, Content(tuple(map(Item, ends))))
            self.call("add_conditional_edges", start, External(LIBRARY_ROUTER), labels)

    def tool_node(self, found: list[Middleware]) -> Value | None:
        """Give the node of the tools, those of the middleware first; None for an agent that has none."""
        given = self.given("tools", 1)
        if isinstance(given, Result) and isinstance(given.function, External) and given.function.name == TOOL_NODE:
            return given
        items: list[Item] = []
        complete = True
        for tools in (*(one.tools for one in found), given):
            content = self.run.content(tools) if isinstance(tools, Object) else None
            if content is not None and content.base is None:
                items += (item for item in content.items if not _is_provider_tool(item.value))
                complete &= content.complete
            elif isinstance(tools, Result) and isinstance(tools.function, External):
                items.append(Item(tools.function))
            else:
                complete &= tools is None
        wrappers = [(name, one.wrappers[name]) for name in TOOL_WRAPPERS for one in found if name in one.wrappers]
        if complete and not items and not wrappers:
            return None
        listing = self.run.new("list", self.place, Content(tuple(items), complete=complete))
        return Result(External(TOOL_NODE), (listing,), tuple(wrappers), self.place)

    def compile(self) -> None:
        """Record that the graph is compiled, with what concerns its checkpoints."""
        named = {name: value for name in _COMPILING if (value := self.given(name)) is not None}
        self.call("compile", **named)

    # --- create_agent and create_deep_agent ------------------------------------------------------------------

    def agent(self, *, deep: bool) -> None:
        """Record what `create_agent` does; `create_deep_agent` adds middleware of its own."""
        found = list(middleware_of(self.run, self.frame, self.given("middleware"), self.place_of("middleware")))
        base = self.given("state_schema") or External(DEEP_AGENT_STATE if deep else AGENT_STATE)
        unread = [Unknown("arguments that cannot be read")] if self.arguments.unknown else []
        stack = [External(DEEP_STACK)] if deep else []
        parts = (*stack, *(one.schema for one in found), *unread, base)
        state, taken, handed = (MergedClass(parts, self.place, side) for side in ("", "input", "output"))
        self.call("__init__", state, input_schema=taken, output_schema=handed)
        wrappers = tuple((name, one.wrappers[name]) for name in MODEL_WRAPPERS for one in found if name in one.wrappers)
        self.node("model", Result(External(MODEL_NODE), (), wrappers, self.place))
        tools = self.tool_node(found)
        if tools is not None:
            self.node("tools", tools, self.place_of("tools"))
        for one in found:
            for hook, action in one.hooks.items():
                self.node(f"{one.name}.{hook}", action, one.place, state)
        if deep:
            # Which nodes the middleware of deepagents adds depends on its version and on profiles.
            self.call("add_edge", Unknown("an edge of deepagents"), Unknown("an edge of deepagents"))
        self.agent_edges(found, tools)
        self.compile()

    def agent_edges(self, found: list[Middleware], tools: Value | None) -> None:
        """Record the edges of `create_agent`."""
        before_agent, before_model, after_model, after_agent = (
            [f"{one.name}.{hook}" for one in found if hook in one.hooks] for hook in HOOKS
        )
        loop = before_model[0] if before_model else "model"
        last = after_model[0] if after_model else "model"
        leave = after_agent[-1] if after_agent else END
        jumps = {f"{one.name}.{hook}": one.jumps.get(hook, ()) for one in found for hook in one.hooks}

        def hook_edge(name: str, target: str) -> None:
            places = {"end": leave, "tools": "tools", "model": loop}
            named = [places[jump] for jump in ("end", "tools", "model") if jump in jumps[name]]
            self.edge(name, target, *(place for place in named if place != name), routed=bool(jumps[name]))

        self.edge(START, (before_agent or [loop])[0])
        if tools is not None:
            answers = self.given("response_format") is not None
            wrapped = any(not _WRAPPED.isdisjoint(one.wrappers) for one in found)
            direct = answers or _may_return_direct(self.run, tools)
            self.edge("tools", loop, *((leave,) if direct else ()), routed=True)
            again = answers or wrapped or last != "model"
            self.edge(last, "tools", leave, *((loop,) if again else ()), routed=True)
        elif self.given("response_format") is not None:
            self.edge(last, loop, leave, routed=True)
        elif after_model:
            hook_edge(last, leave)
        else:
            self.edge("model", leave)
        for source, target in pairwise([*before_agent, loop]):
            hook_edge(source, target)
        for source, target in pairwise([*before_model, "model"]):
            hook_edge(source, target)
        if after_model:
            self.edge("model", after_model[-1])
        for source, target in pairwise(reversed(after_model)):
            hook_edge(source, target)
        for source, target in pairwise([*reversed(after_agent), END]):
            hook_edge(source, target)

    # --- create_react_agent ----------------------------------------------------------------------------------

    def react_agent(self) -> None:
        """Record what `create_react_agent` does."""
        answers = self.given("response_format") is not None
        state = self.given("state_schema")
        if state is None and self.arguments.unknown:
            state = Unknown("arguments that cannot be read")
        state = state or External(PREBUILT_AGENT_STATE_STRUCTURED if answers else PREBUILT_AGENT_STATE)
        before, after = self.given("pre_model_hook"), self.given("post_model_hook")
        self.call("__init__", state)
        taken = MergedClass((state, External(MODEL_INPUT)), self.place) if before is not None else None
        self.node("agent", Result(External(MODEL_NODE), (), (), self.place), schema=taken)
        tools = self.tool_node([])
        if tools is not None:
            self.node("tools", tools, self.place_of("tools"))
        entry = "pre_model_hook" if before is not None else "agent"
        self.edge(START, entry)
        if before is not None:
            self.node("pre_model_hook", before, self.place_of("pre_model_hook"))
            self.edge("pre_model_hook", "agent")
        if after is not None:
            self.node("post_model_hook", after, self.place_of("post_model_hook"))
            self.edge("agent", "post_model_hook")
        leave = END
        if answers:
            leave = "generate_structured_response"
            self.node(leave, Result(External(MODEL_NODE), (), (), self.place))
        if tools is not None:
            if after is not None:
                self.edge("agent", "post_model_hook", routed=True)
                self.edge("post_model_hook", entry, "tools", leave, routed=True)
            else:
                self.edge("agent", "tools", leave, routed=True)
            direct = _may_return_direct(self.run, tools)
            self.edge("tools", entry, *((END,) if direct else ()), routed=direct)
        elif answers:
            self.edge("agent" if after is None else "post_model_hook", leave)
        self.compile()


def _is_provider_tool(value: Value) -> bool:
    """Tell whether a tool is one that runs at the provider of the model: its description, a dict."""
    return isinstance(value, Object) and value.kind == "dict"


def _may_return_direct(run: Interpreter, tools: Value) -> bool:
    """Tell whether some tool may end the run: functions never do, what `tool(return_direct=True)` makes does."""
    given = tools.positional[0] if isinstance(tools, Result) and tools.positional else None
    content = run.content(given) if isinstance(given, Object) else Content(complete=False)
    return not content.complete or any(_returns_direct(item.value) for item in content.items)


def _returns_direct(value: Value) -> bool:
    if isinstance(value, Result):
        named = dict(value.named)
        return "return_direct" in named or _returns_direct(value.function)
    return not isinstance(value, (FunctionValue, External))
