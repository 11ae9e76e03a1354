"""The abstract interpreter: runs code on symbolic values, all paths at once, without running anything.

One machine reads module tops, builder code, node bodies and reducers alike. It keeps what objects hold on a heap that
forks at branches and is merged behind them, follows calls into functions of the project, unrolls loops over literals,
and reports what happens on the way (mutations, reads, builder calls) to whoever asked.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from stategraph_lint.facts import syntax as s
from stategraph_lint.facts.libraries import GRAPH_MAKERS
from stategraph_lint.program.builders import GraphRecord
from stategraph_lint.program.claims import Claims
from stategraph_lint.program.heap import Content, Freezer, Layers, join, merge
from stategraph_lint.program.module_scope import Imports, ModuleScope
from stategraph_lint.program.modules import Modules
from stategraph_lint.program.scopes import LATEST_YIELD, Ending, Frame
from stategraph_lint.program.traces import Attempt, Event, Trace
from stategraph_lint.program.values import (
    Choice,
    ElementOf,
    FieldOf,
    FunctionValue,
    Imported,
    ItemOf,
    Literal,
    Object,
    Parameter,
    Place,
    Result,
    Unknown,
    Value,
    Yielded,
)

if TYPE_CHECKING:
    from stategraph_lint.program.calls import Arguments

NO_CLAIMS = Claims()
GRAPH_WORDS = frozenset(name.rpartition(".")[2] for name in GRAPH_MAKERS)
MAX_CALLS = 12
MAX_BODY_CALLS = 3


class Exhausted(Exception):
    """The code is too large to be followed."""


class Interpreter:
    """Runs the code of one project.

    `target` is the Python version the code is read for, `claims` what the settings say of it.
    """

    def __init__(self, modules: Modules, target: tuple[int, int], claims: Claims = NO_CLAIMS) -> None:
        self.modules = modules
        self.target = target
        self.claims = claims
        self.imports = Imports(self)
        self.heap: Layers[Value, Content] = Layers()
        self.trace = Trace()
        self.graphs: list[GraphRecord] = []
        self.graph_of: dict[Value, GraphRecord] = {}
        self.via: tuple[Place, ...] = ()
        # The arms of branches that the code runs in now, each as what decides and the number of the arm.
        self.arms: tuple[tuple[object, int], ...] = ()
        self.attempts: tuple[Attempt, ...] = ()
        self.entered: set[int] = set()
        self.current: tuple[str, int] | None = None
        self.in_body = False
        # The fields that are empty where the code that runs now is reached, by what they are fields of and their key.
        self.emptied: frozenset[tuple[int, str]] = frozenset()
        # The call that is a statement of its own.
        self.for_effect: s.AnyExpr | None = None
        # What methods give that change a container, by what they were called on: None if that is one.
        self.presumed: dict[Value, Value] = {}
        # The arguments that a function is run with on trial, and whether what runs now has just raised on one of them.
        self.given: tuple[Value, ...] = ()
        self.failed = False
        self.body_depth = 0
        # Whether what runs now is a reducer: all of what it calls matters.
        self.in_reducer = False
        self.steps = 0
        self.limit = sys.maxsize
        self._maybe = 0
        self._calling: list[s.Node] = []
        self._scopes: dict[str, ModuleScope | None] = {}
        self._derived: dict[tuple[int, str, str], tuple[Value, Value]] = {}
        self.class_frames: dict[Value, Frame] = {}
        # What the readers of schemas and signatures remember of this run.
        self.kept: dict[Hashable, Any] = {}
        # Displays that stand for what gives its items one by one, by their place: a dict view, a range, a generator.
        self.lazy: dict[Place, str] = {}
        self.graph_makers: set[str] = set()
        self.postponed: dict[Value, tuple[FunctionValue, Arguments]] = {}
        self.constructors: dict[Value, tuple[FunctionValue, Arguments]] = {}
        self.followed: dict[Value, tuple[Value, dict[Value, Content]]] = {}
        self.local_names: dict[int, frozenset[str]] = {}
        self.builder_words: dict[str, frozenset[str]] = {}
        self._mentions: dict[int, bool] = {}

    # --- modules and names -----------------------------------------------------------------------------------

    def scope(self, path: str) -> ModuleScope | None:
        """Give the top level of a module by its path; None for a folder or a module that cannot be read."""
        if path not in self._scopes:
            module = self.modules.module(path) if path in self.modules.paths else None
            name = path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
            self._scopes[path] = None if module is None else ModuleScope(self, module, name)
        return self._scopes[path]

    def resolved(self, value: Value) -> Value:
        """Give what an imported name stands for; any other value as it is."""
        return self.imports.resolve(value) if isinstance(value, Imported) else value

    # --- values ----------------------------------------------------------------------------------------------

    def freeze(self, value: Value) -> Value:
        """Give a value as it is now, in a form that does not change any more."""
        return Freezer(self.heap).freeze(value)

    def content(self, value: Value) -> Content:
        """Give what an object holds, or what was changed in a symbolic value."""
        return self.heap.get(value) or Content()

    def new(self, kind: str, place: Place, content: Content) -> Object:
        """Build an object."""
        made = Object(kind, place)
        self.heap.set(made, content)
        return made

    def field(self, base: Value, key: str, style: str = "item", default: Value | None = None) -> Value:
        """Give the one value that stands for a known key of a symbolic value."""
        slot = f"{style}:{id(default)}" if default is not None else "field"
        return self._intern(base, key, slot, lambda: FieldOf(base, key, style, default))

    def element(self, base: Value) -> Value:
        """Give the one value that stands for any element of a symbolic value."""
        return self._intern(base, "", "element", lambda: ElementOf(base))

    def item(self, base: Value, index: Value) -> Value:
        """Give the value that stands for an item at an index that is no known string."""
        key = str(index.value) if isinstance(index, Literal) else f"?{id(index)}"
        return self._intern(base, key, "item", lambda: ItemOf(base, index))

    def _intern(self, base: Value, key: str, slot: str, make: Callable[[], Value]) -> Value:
        found = self._derived.get((id(base), key, slot))
        if found is None:
            # The base is kept alive with the entry, so that its id is not given to another value.
            found = self._derived[(id(base), key, slot)] = (make(), base)
        return found[0]

    # --- paths -----------------------------------------------------------------------------------------------

    def tests(self, frame: Frame) -> int:
        """Give how many tests, forks and statements that may catch something the code that runs now stands in."""
        return self._maybe + len(frame.conditions) + len(self.attempts)

    @property
    def certain(self) -> bool:
        """Whether the code that runs now runs on every path."""
        return self._maybe == 0

    @contextmanager
    def maybe(self) -> Iterator[None]:
        """Run code that some paths leave out."""
        self._maybe += 1
        try:
            yield
        finally:
            self._maybe -= 1

    @contextmanager
    def surely(self) -> Iterator[None]:
        """Run code for its own sake: whatever led here does not make it conditional."""
        saved = self._maybe, self.arms
        self._maybe, self.arms = 0, ()
        try:
            yield
        finally:
            self._maybe, self.arms = saved

    @contextmanager
    def at_top(self) -> Iterator[None]:
        """Run the top level of a module, whatever code asked for a name of it: what it makes outlasts that code."""
        saved, self.via = self.via, ()
        attempts, self.attempts = self.attempts, ()
        try:
            with self.surely(), self.heap.bottom():
                yield
        finally:
            self.via, self.attempts = saved, attempts

    @property
    def bounded(self) -> bool:
        """Whether the code that runs now may take only so many steps."""
        return self.limit < sys.maxsize

    @contextmanager
    def budget(self, limit: int) -> Iterator[None]:
        """Run code that may take so many steps, whatever was run before."""
        saved = self.steps, self.limit
        self.steps, self.limit = 0, limit
        try:
            yield
        finally:
            self.steps, self.limit = saved

    def step(self, count: int = 1) -> None:
        """Count one step, or as many as something is large.

        Raises Exhausted when there were too many.
        """
        self.steps += count
        if self.steps > self.limit:
            raise Exhausted

    @contextmanager
    def attempt(self, node: s.Try | s.With, frame: Frame) -> Iterator[None]:
        """Run the body of a statement that may catch what it raises."""
        saved = self.attempts
        self.attempts = (*saved, Attempt(node, frame, len(self.via)))
        try:
            yield
        finally:
            self.attempts = saved

    def fork(self, frame: Frame, arms: Sequence[Callable[[], object]], about: object = None) -> None:
        """Run each arm from the same state, and leave the state that is one of theirs.

        `about` is what decides which arm runs.
        """
        self.settle(frame)
        if not frame.alive:
            return
        outer, about = self.arms, about or object()
        left: list[tuple[dict[str, Value], dict[Value, Content]]] = []
        known = len(frame.conditions)
        self._maybe += 1
        try:
            for number, arm in enumerate(arms):
                frame.env.push()
                self.heap.push()
                self.arms = (*outer, (about, number))
                arm()
                self.settle(frame)
                del frame.conditions[known:]
                changes = frame.env.pop(), self.heap.pop()
                if frame.alive:
                    left.append(changes)
                frame.alive = True
        finally:
            self._maybe -= 1
            self.arms = outer
        self.rejoin(frame, left)

    def rejoin(self, frame: Frame, arms: list[tuple[dict[str, Value], dict[Value, Content]]]) -> None:
        """Merge what several paths changed into the state they forked from; without any, the code ends here."""
        if not arms:
            frame.alive = False
            return
        self.merge_env(frame, [env for env, _ in arms])
        self.merge_heap([heap for _, heap in arms])

    def merge_env(self, frame: Frame, arms: list[dict[str, Value]]) -> None:
        """Merge the names that several paths bound."""
        for name in dict.fromkeys(name for arm in arms for name in arm):
            before = frame.env.get(name)
            frame.env.set(name, join([arm.get(name, before) for arm in arms]))

    def merge_heap(self, arms: Sequence[Mapping[Value, Content]]) -> None:
        """Merge what several paths did to objects."""
        for key in dict.fromkeys(key for arm in arms for key in arm):
            before = self.heap.get(key)
            contents = [arm.get(key, before) for arm in arms]
            if isinstance(key, Object) and before is None:
                # An object that was built on one path does not exist on the others.
                contents = [content for content in contents if content is not None]
            merged = merge(contents)
            # Where the arms have little in common, what is merged again and again doubles each time.
            self.step(merged.size - max(content.size for content in contents if content is not None))
            self.heap.set(key, merged)

    # --- code ------------------------------------------------------------------------------------------------

    def block(self, statements: Sequence[s.AnyStmt], frame: Frame) -> None:
        """Run statements until the path ends."""
        from stategraph_lint.program.statements import execute

        for statement in statements:
            if not frame.alive:
                return
            self.step()
            execute(self, frame, statement)
            self.settle(frame)

    def evaluate(self, expression: s.AnyExpr, frame: Frame) -> Value:
        """Give the value of an expression."""
        from stategraph_lint.program.expressions import evaluate

        return evaluate(self, frame, expression)

    def forced(self, value: Value, *, always: bool = False) -> Value:
        """Give what a call that was put off gives; any other value as it is.

        In the bodies of nodes and reducers only what they return or spread matters: `always` asks for that.
        """
        if (self.in_body and not always) or not isinstance(value, Result) or value not in self.postponed:
            return value
        from stategraph_lint.program.calls import forced

        return forced(self, value)

    @property
    def depth(self) -> int:
        """How many calls run now."""
        return len(self._calling)

    def mentions_builders(self, function: FunctionValue) -> bool:
        """Tell whether the text of a function has one of the words that mark code which builds graphs."""
        stub = function.stub
        found = self._mentions.get(id(stub))
        if found is None:
            words = self.builder_words.get(function.frame.path, GRAPH_WORDS)
            module = function.frame.scope.module
            found = not words.isdisjoint(module.words_of(stub))
            self._mentions[id(stub)] = found
        return found

    def suspend(self) -> list[s.Node]:
        """Forget the calls that run now, to run other code for its own sake; give them for `resume`."""
        calling, self._calling = self._calling, []
        return calling

    def resume(self, calling: list[s.Node]) -> None:
        """Go on with the calls that were suspended."""
        self._calling = calling

    @property
    def too_deep(self) -> bool:
        """Whether so many calls run now that no further one may be followed."""
        return len(self._calling) >= (MAX_BODY_CALLS if self.in_body else MAX_CALLS)

    def can_enter(self, node: s.Node) -> bool:
        """Tell whether a call may be followed: not too deep, and not into itself."""
        return not self.too_deep and not any(node is active for active in self._calling)

    def enter(self, function: FunctionValue, frame: Frame) -> list[Ending]:
        """Run a function's body in a prepared frame, and give how its paths ended, the heap merged behind it."""
        node = function.node
        saved, self.via = (self.via, self.arms), frame.via
        self._calling.append(node)
        self.entered.add(id(function.stub))
        frame.heap_depth = self.heap.depth
        frame.noted = self.trace
        self.heap.push()
        try:
            if isinstance(node, s.Lambda):
                value = self.evaluate(node.body, frame)
                self.settle(frame)
                if frame.alive:
                    self.leave(frame, value, frame.place(node.body.span))
            else:
                self.block(node.body, frame)
                if frame.alive:
                    end = s.Span(node.span.end_line, node.span.end_column, node.span.end_line, node.span.end_column)
                    self.leave(frame, Literal("none", None), frame.place(end))
        finally:
            self._calling.pop()
            self.via, self.arms = saved
            self.heap.pop()
        if frame.endings:
            self.merge_heap([ending.heap for ending in frame.endings])
        return frame.endings

    def note(
        self, frame: Frame, kind: str, value: Value, span: s.Span, what: str = "", *, anywhere: bool = False
    ) -> None:
        """Report an event of the body that runs now; with `anywhere` also one of the code that builds graphs."""
        if self.in_body or anywhere:
            event = Event(kind, value, frame.place(span), what, self.via, tuple(frame.conditions), self.attempts)
            self.trace.events.append(event)

    def is_given(self, value: Value) -> bool:
        """Tell whether a value is an argument that the function is run with on trial."""
        return any(value is given for given in self.given)

    def tested(self, frame: Frame, value: Value, span: s.Span) -> Value:
        """Give a value whose truth decides what is done, noted in bodies, and apart where it is a given one."""
        given = self.given and self.is_given(value)
        self.note(frame, "tests" if given else "decides", value, span)
        return value

    def refuse(self, frame: Frame, value: Value, span: s.Span) -> None:
        """Note that an operation raises where it is done on a given None: the path ends with its statement."""
        if self.given and self.is_given(value) and isinstance(value, Literal) and value.kind == "none":
            self.note(frame, "refuses", value, span)
            self.failed = True

    def fail(self, frame: Frame, value: Value, span: s.Span, error: str | None) -> None:
        """Note that an operation of a function that is run on trial raises: the path ends with its statement."""
        if self.given and error is not None:
            self.note(frame, "raises", value, span, error)
            self.failed = True

    def settle(self, frame: Frame) -> None:
        """End the path where what has just run raised."""
        if self.failed:
            self.failed = False
            frame.alive = False

    def outlives(self, value: Value) -> bool:
        """Tell whether something that code built was there before the body that runs now."""
        return self.in_body and self.heap.knows(value, self.body_depth)

    def leave(self, frame: Frame, value: Value, place: Place) -> None:
        """End the path with a value."""
        latest = frame.env.get(LATEST_YIELD)
        for option in latest.options if isinstance(latest, Choice) else (latest,):
            if isinstance(option, Yielded):
                option.ending.last = True
        frozen = self.freeze(value) if frame.keeps else None
        conditions = tuple(frame.conditions)
        frame.endings.append(Ending(value, self.heap.since(frame.heap_depth), place, frozen, self.certain, conditions))
        frame.alive = False


def unknown_parameter(node: s.Parameter, frame: Frame, role: str = "") -> Parameter:
    """Give the value of a parameter that some unknown caller fills."""
    return Parameter(node.name, role, node, frame)


__all__ = ["Exhausted", "Interpreter", "Unknown", "unknown_parameter"]
