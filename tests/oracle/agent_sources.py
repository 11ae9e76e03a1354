"""Random agents as source text: middleware of every form, tools, schemas, hooks."""

from __future__ import annotations

import random
from collections.abc import Iterator

PRELUDE = '''\
import operator
from typing import Annotated, Any, NotRequired
from langchain.agents import AgentState, create_agent
from langchain.agents.middleware import (
    AgentMiddleware, ModelCallLimitMiddleware, PIIMiddleware, SummarizationMiddleware, TodoListMiddleware,
    ToolCallLimitMiddleware, ToolRetryMiddleware, after_agent, after_model, before_agent, before_model, dynamic_prompt,
    hook_config, wrap_model_call, wrap_tool_call)
from langchain.agents.middleware.types import OmitFromInput, OmitFromOutput, PrivateStateAttr
from langchain_core.language_models.fake_chat_models import GenericFakeChatModel
from langchain_core.tools import StructuredTool, tool
from langgraph.channels import EphemeralValue, UntrackedValue
from langgraph.graph import add_messages
from langgraph.prebuilt import create_react_agent
from langgraph.prebuilt.chat_agent_executor import AgentState as OldState, AgentStatePydantic
from langgraph.types import Command
from pydantic import BaseModel

class Model(GenericFakeChatModel):
    def bind_tools(self, tools, **named):
        return self

model = Model(messages=iter([]))

class Notes(AgentState):
    notes: NotRequired[Annotated[list[str], operator.add]]
    secret: NotRequired[Annotated[int, PrivateStateAttr]]

class Plain(AgentState):
    notes: NotRequired[list[str]]
    answer: NotRequired[Annotated[str, OmitFromInput]]

class Hidden(AgentState[dict]):
    draft: Annotated[NotRequired[str], OmitFromOutput]
    once: NotRequired[Annotated[str, EphemeralValue]]

class Wide(Plain, Hidden):
    messages: Annotated[list, add_messages]
    total: Annotated[int, operator.add]

class Keeper(AgentMiddleware[Notes]):
    state_schema = Notes
    def before_model(self, state, runtime): ...
    @hook_config(can_jump_to=["end", "model"])
    def after_model(self, state, runtime): ...

class Late(AgentMiddleware):
    def __init__(self, schema=Plain):
        super().__init__()
        self.state_schema = schema
        self.tools = [look]
    async def abefore_agent(self, state, runtime): ...
    def before_agent(self, state, runtime): ...
    @hook_config(can_jump_to=["tools", "end"])
    async def abefore_model(self, state, runtime): ...

class Child(Keeper):
    state_schema = Hidden
    def after_agent(self, state, runtime): ...

class Limit(ModelCallLimitMiddleware):
    def after_model(self, state, runtime): ...

class Wrapping(AgentMiddleware):
    def wrap_model_call(self, request, handler): ...

@tool
def look(text: str) -> str:
    """Look."""

@tool("direct", return_direct=True)
def direct(text: str) -> str:
    """Answer."""

def plain(text: str) -> str:
    """Say."""

@before_model
def mark(state, runtime): ...

@after_model(state_schema=Hidden, can_jump_to=["end"], name="Sees")
async def see(state, runtime): ...

@before_agent(can_jump_to=["end"], state_schema=Plain)
def begin(state, runtime): ...

@after_agent
def finish(state, runtime): ...

@wrap_tool_call
def around(request, handler): ...

@dynamic_prompt
def prompt(request): return "x"

class Answer(BaseModel):
    text: str

class OldNotes(OldState):
    notes: Annotated[list, operator.add]

class OldModel(AgentStatePydantic):
    notes: list = []

class Seen(OldState):
    seen: int

class Extra(OldState):
    extra: Annotated[list, operator.add]

def early(state: Seen): ...
def late(state: Extra): ...
'''
MIDDLEWARE = (
    "Keeper()",
    "Late()",
    "Late(Wide)",
    "Child()",
    "Limit(run_limit=1)",
    "Wrapping()",
    "mark",
    "see",
    "begin",
    "finish",
    "around",
    "prompt",
    "TodoListMiddleware()",
    "ToolCallLimitMiddleware(run_limit=1)",
    "PIIMiddleware('email')",
    "SummarizationMiddleware(model)",
    "ToolRetryMiddleware()",
)
TOOLS = ("look", "direct", "plain", "StructuredTool.from_function(plain, name='other')", "{'type': 'web_search'}")
STATES = ("", "state_schema=Wide", "state_schema=Notes", "state_schema=AgentState", "state_schema=None")
ANSWERS = ("", "response_format=Answer", "response_format=None")


def agents(count: int, seed: int) -> Iterator[str]:
    """Give the source of so many random agents, each bound to `agent`."""
    draw = random.Random(seed)
    for _ in range(count):
        yield PRELUDE + (_new(draw) if draw.random() < 0.7 else _old(draw))


def _new(draw: random.Random) -> str:
    chosen = draw.sample(MIDDLEWARE, draw.randint(0, 4))
    if "Late()" in chosen and "Late(Wide)" in chosen:
        chosen.remove("Late()")
    listed = ", ".join(chosen)
    arguments = ["model", _tools(draw), f"middleware=[{listed}]" if chosen else "", draw.choice(STATES)]
    return f"agent = create_agent({', '.join(filter(None, (*arguments, draw.choice(ANSWERS))))})\n"


def _tools(draw: random.Random) -> str:
    chosen = draw.sample(TOOLS, draw.randint(0, 3))
    return f"tools=[{', '.join(chosen)}]" if chosen or draw.random() < 0.5 else ""


def _old(draw: random.Random) -> str:
    answers = draw.choice(("", "response_format=Answer"))
    states = ("", "state_schema=OldModel", "state_schema=OldNotes") if not answers else ("",)
    hooks = [draw.choice(("", f"{name}=early", f"{name}=late")) for name in ("pre_model_hook", "post_model_hook")]
    tools = f"[{', '.join(draw.sample(TOOLS[:3], draw.randint(0, 2)))}]"
    arguments = filter(None, ("model", tools, answers, draw.choice(states), *hooks))
    return f"agent = create_react_agent({', '.join(arguments)})\n"
