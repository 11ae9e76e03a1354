"""Random graphs as source: nodes, edges, routers, Sends, gotos, list edges and deferred nodes, spelled in many ways."""

from __future__ import annotations

from dataclasses import dataclass, field

from hypothesis import strategies as st

HEAD = """\
import operator
from enum import Enum
from typing import Annotated, Literal, TypedDict

from langgraph.graph import END, START, StateGraph
from langgraph.types import Command, Overwrite, Send

from oracle_choices import pick


class State(TypedDict):
    k0: int
    k1: int
    r0: Annotated[list[int], operator.add]

"""
_WRITES = ["{}", '{"k0": 1}', '{"k1": 1}', '{"k0": 1, "k1": 2}', '{"r0": [1]}', '{"r0": Overwrite([1])}']
_PLAIN = _WRITES[:1] * 4 + _WRITES


@dataclass
class Source:
    """A graph as source text."""

    text: str
    nodes: list[str]
    joins: dict[str, tuple[frozenset[str], str]] = field(default_factory=dict)


@st.composite
def graphs(draw: st.DrawFn, largest: int = 8) -> Source:
    """Give the source of a graph that compiles."""
    count = draw(st.integers(1, largest))
    names = [f"n{number}" for number in range(count)]
    style = draw(st.sampled_from(["plain", "constants", "enum"]))
    spelled = _Spelling(style, names)
    lines = [HEAD, *spelled.head]
    build = ["graph = StateGraph(State)"]
    for name in names:
        lines += _node(draw, name, names, spelled)
        defer = ", defer=True" if draw(st.integers(0, 5)) == 0 else ""
        build.append(f"graph.add_node({spelled.of(name)}, {name}{defer})")
    build += _edges(draw, names, spelled)
    joins = draw(_joins(names))
    build += [f"graph.add_edge([{', '.join(map(spelled.of, starts))}], {spelled.of(end)})" for starts, end in joins]
    for number, source in enumerate(draw(st.lists(st.sampled_from(["START", *names]), max_size=3))):
        router, more = _router(draw, f"route{number}", names, spelled)
        lines += router
        where = source if source == "START" else spelled.of(source)
        build.append(f"graph.add_conditional_edges({where}, route{number}{more})")
    if not any("(START" in line for line in build):
        build.append(f"graph.add_edge(START, {spelled.of(names[0])})")
    known = {f"join:{'+'.join(starts)}:{end}": (frozenset(starts), end) for starts, end in joins}
    return Source("\n".join([*lines, *build]) + "\n", names, known)


class _Spelling:
    """How the names of nodes are spelled."""

    def __init__(self, style: str, names: list[str]) -> None:
        self.style = style
        self.head: list[str] = []
        if style == "constants":
            self.head = [f'{name.upper()} = "{name}"' for name in names]
        elif style == "enum":
            self.head = ["class Names(Enum):", *(f'    {name.upper()} = "{name}"' for name in names), ""]

    def of(self, name: str) -> str:
        if name == "END":
            return "END"
        if self.style == "constants":
            return name.upper()
        return f"Names.{name.upper()}.value" if self.style == "enum" else f'"{name}"'


def _node(draw: st.DrawFn, name: str, names: list[str], spelled: _Spelling) -> list[str]:
    returns = [_return(draw, names, spelled) for _ in range(draw(st.sampled_from([1, 1, 1, 2])))]
    return [f"def {name}(state: State):", *_picked(name, returns, "node"), "", ""]


def _picked(name: str, returns: list[str], what: str) -> list[str]:
    """Give a body that returns one of several values."""
    if len(returns) == 1:
        return [f"    return {returns[0]}"]
    lines = [f'    chosen = pick("{what} {name}", {len(returns)})']
    for number, value in enumerate(returns[:-1]):
        lines += [f"    if chosen == {number}:", f"        return {value}"]
    return [*lines, f"    return {returns[-1]}"]


def _return(draw: st.DrawFn, names: list[str], spelled: _Spelling) -> str:
    written = draw(st.sampled_from(_PLAIN))
    if draw(st.integers(0, 4)):
        return written
    goto = draw(st.sampled_from(["one", "one", "several", "sends"]))
    target = draw(st.sampled_from([*names, "END", "END"]))
    if goto == "one":
        return f"Command(goto={spelled.of(target)}, update={written})"
    chosen = draw(st.lists(st.sampled_from(names), min_size=1, max_size=2))
    if goto == "several":
        return f"Command(goto=[{', '.join(map(spelled.of, chosen))}], update={written})"
    sends = ", ".join(f"Send({spelled.of(one)}, state)" for one in chosen)
    return f"Command(goto=[{sends}], update={written})"


def _edges(draw: st.DrawFn, names: list[str], spelled: _Spelling) -> list[str]:
    ends = draw(st.lists(st.sampled_from(names), max_size=2, unique=True))
    out = [f"graph.add_edge(START, {spelled.of(end)})" for end in ends]
    pairs = st.tuples(st.sampled_from(names), st.sampled_from([*names, "END"]))
    forward = draw(st.booleans())
    for start, end in draw(st.lists(pairs, max_size=len(names) + 2, unique=True)):
        if not forward or end == "END" or start < end:
            out.append(f"graph.add_edge({spelled.of(start)}, {spelled.of(end)})")
    return out


@st.composite
def _joins(draw: st.DrawFn, names: list[str]) -> list[tuple[tuple[str, ...], str]]:
    if len(names) < 3:
        return []
    starts = st.lists(st.sampled_from(names), min_size=1, max_size=3, unique=True).map(tuple)
    return draw(st.lists(st.tuples(starts, st.sampled_from(names)), max_size=2, unique=True))


def _router(draw: st.DrawFn, name: str, names: list[str], spelled: _Spelling) -> tuple[list[str], str]:
    """Give a path function, and what `add_conditional_edges` is given behind it."""
    form = draw(st.sampled_from(["names", "literal", "mapped", "listed", "several", "sends"]))
    targets = draw(st.lists(st.sampled_from([*names, "END"]), min_size=1, max_size=3, unique=True))
    if form in ("several", "sends"):
        returns = [_several(draw, names, spelled, form) for _ in range(draw(st.integers(1, 2)))]
        return [f"def {name}(state: State):", *_picked(name, returns, "router"), "", ""], ""
    shown = list(map(spelled.of, targets))
    if form == "mapped":
        body = _picked(name, [f'"way{number}"' for number in range(len(targets))], "router")
        entries = ", ".join(f'"way{number}": {target}' for number, target in enumerate(shown))
        return [f"def {name}(state: State) -> str:", *body, "", ""], f", {{{entries}}}"
    head = f"def {name}(state: State) -> str:"
    if form == "literal":
        texts = ", ".join('"__end__"' if target == "END" else f'"{target}"' for target in targets)
        head = f"def {name}(state: State) -> Literal[{texts}]:"
    more = f", [{', '.join(shown)}]" if form == "listed" else ""
    return [head, *_picked(name, shown, "router"), "", ""], more


def _several(draw: st.DrawFn, names: list[str], spelled: _Spelling, form: str) -> str:
    chosen = draw(st.lists(st.sampled_from(names), max_size=2))
    shown = [f"Send({spelled.of(one)}, state)" if form == "sends" else spelled.of(one) for one in chosen]
    if form == "sends" and draw(st.booleans()):
        shown.append(spelled.of(draw(st.sampled_from(names))))
    return f"[{', '.join(shown)}]"
