"""Programs read from text, for tests of the layers between facts and rules."""

from __future__ import annotations

import textwrap

from stategraph_lint.program.channels import Channel
from stategraph_lint.program.graphs import Graph
from stategraph_lint.program.modules import Modules
from stategraph_lint.program.program import Program

HEAD = """\
import copy, heapq, json, operator
from dataclasses import dataclass, field
from enum import Enum
from typing import Annotated, Any, NamedTuple, TypedDict
from langchain_core.messages import AIMessage, AnyMessage
from langchain_openai import ChatOpenAI
from langgraph.graph import START, StateGraph
from langgraph.graph.message import add_messages
from langgraph.types import Command
from pydantic import BaseModel
"""


def program(text: str) -> Program:
    """Read one module as a project; the imports of HEAD come first."""
    files = {"case.py": (HEAD + textwrap.dedent(text)).encode()}
    return Program(Modules(files, files.__getitem__), ["case.py"], (3, 11))


def reduced(reducer: str, type_: str = "list[str]", more: str = "") -> tuple[Program, Channel]:
    """Give the channel of a field with a reducer; `more` is code in front of the schema."""
    body = f"class State(TypedDict):\n    x: Annotated[{type_}, {reducer}]\n\ngraph = StateGraph(State)\n"
    found = program(textwrap.dedent(more) + "\n" + body)
    return found, found.graphs[0].channels["x"]


def node_graph(fields: str, body: str, more: str = "") -> tuple[Program, Graph]:
    """Give a graph with one node, named `node`, that has the given body."""
    schema = "class State(TypedDict):\n" + textwrap.indent(textwrap.dedent(fields), "    ")
    node = "def node(state: State):\n" + textwrap.indent(textwrap.dedent(body), "    ")
    end = "graph = StateGraph(State)\ngraph.add_node(node)\n"
    found = program("\n".join((textwrap.dedent(more), schema, node, end)))
    return found, found.graphs[0]
