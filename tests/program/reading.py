"""Read values, types and channels of one small module."""

from __future__ import annotations

import textwrap

from stategraph_lint.program.channels import Channel, channels_of
from stategraph_lint.program.interpreter import Interpreter
from stategraph_lint.program.modules import Modules
from stategraph_lint.program.schemas import Schema, read_schema
from stategraph_lint.program.type_reader import type_of_value
from stategraph_lint.program.types import Type
from stategraph_lint.program.values import Unknown, Value

PRELUDE = """\
import abc, asyncio, collections, collections.abc as cabc, dataclasses, datetime, decimal, enum, functools, io, operator
import threading, types, typing as t, uuid
from dataclasses import dataclass, field
from pathlib import Path
from typing import *
from typing_extensions import NotRequired, ReadOnly, Required, TypedDict, TypeAliasType
from langchain_core.messages import AIMessage, AnyMessage, BaseMessage, HumanMessage, RemoveMessage
from langgraph.channels import (
    BinaryOperatorAggregate, DeltaChannel, EphemeralValue, LastValue, NamedBarrierValue, Topic, UntrackedValue)
from langgraph.graph import MessagesState, StateGraph, add_messages
from langgraph.managed import IsLastStep, RemainingSteps
from pydantic import BaseModel, Field
"""


class Module:
    """One module, read on demand."""

    def __init__(self, text: str, target: tuple[int, int] = (3, 11), prelude: str = PRELUDE, **others: str) -> None:
        files = {"case.py": prelude + textwrap.dedent(text)}
        files |= {f"{name}.py": textwrap.dedent(other) for name, other in others.items()}
        self.run = Interpreter(Modules(files, lambda path: files[path].encode()), target)

    def value(self, name: str) -> Value:
        """Give what a name of the module means."""
        scope = self.run.scope("case.py")
        assert scope is not None
        found = scope.lookup(name, None)
        assert found is not None
        return self.run.forced(found)

    def type(self, name: str) -> Type:
        """Give the type a name of the module stands for."""
        return type_of_value(self.run, self.value(name))

    def read(self, name: str) -> Schema | Unknown:
        """Give what reading a schema gives."""
        return read_schema(self.run, self.value(name))

    def schema(self, name: str = "State") -> Schema:
        """Give a schema of the module."""
        found = self.read(name)
        assert isinstance(found, Schema), found
        return found

    def channels(self, name: str = "State") -> dict[str, Channel]:
        """Give the channels of a schema of the module."""
        return {channel.name: channel for channel in channels_of(self.run, self.schema(name))}


def typed(annotation: str, *lines: str, target: tuple[int, int] = (3, 11)) -> tuple[Interpreter, Type]:
    """Give the type of the one field that an annotation makes."""
    text = "\n".join([*lines, "class State(TypedDict):", f"    field: {annotation}"])
    module = Module(text, target)
    return module.run, module.schema().fields[0].type


def channel(annotation: str, *lines: str, target: tuple[int, int] = (3, 11)) -> Channel:
    """Give the channel of the one field that an annotation makes."""
    text = "\n".join([*lines, "class State(TypedDict):", f"    field: {annotation}"])
    return Module(text, target).channels()["field"]
