"""Where names are looked up: frames of running code, and the modules behind them."""

from __future__ import annotations

import builtins
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from stategraph_lint.program.heap import Content, Layers
from stategraph_lint.program.values import External, Place, Unknown, Value

if TYPE_CHECKING:
    from stategraph_lint.facts import syntax as s
    from stategraph_lint.program.module_scope import ModuleScope
    from stategraph_lint.program.values import ClassValue, FunctionValue

BUILTINS = frozenset(dir(builtins))


@dataclass
class Ending:
    """How one path through a function ended, or paused at a `yield`: the value, what it left on the heap, and where.

    `conditions` are the tests that led there, each with its outcome. `before` are the yields of which one is the last
    that came before this one (an `Unknown` where that cannot be told); `last` when no other yield need come after it.
    """

    value: Value
    heap: dict[Value, Content]
    place: Place
    frozen: Value | None = None
    must: bool = True
    conditions: tuple[tuple[Value, bool], ...] = ()
    before: Value | None = None
    last: bool = False


# What a frame calls its latest yield: no variable can have this name.
LATEST_YIELD = "yield"


@dataclass
class Loop:
    """A running loop: what the paths that left it by `break` or `continue` had changed by then.

    `broken` when some path left it by `break`, `returns` when some path returned from it. `element` is what each turn
    of a `for` is about, `tests` how many tests and forks lead to the body.
    """

    env_depth: int
    heap_depth: int
    broken: bool = False
    returns: bool = False
    element: Value | None = None
    tests: int = -1
    exits: list[tuple[dict[str, Value], dict[Value, Content]]] = field(default_factory=list)


class Frame:
    """The names of one running piece of code: a module entry, a class body, a function call or a comprehension.

    `parent` is the enclosing function's frame, `entry` the index of the module entry it belongs to, `function` the
    function whose body runs, `owner` the class it is a method of, `via` the calls that led here, outermost first.
    `keeps` asks for what every path returns to be frozen; `heap_depth` is how deep the heap was when the body began,
    `noted` what is noted of the code that the frame runs for.
    """

    def __init__(
        self,
        scope: ModuleScope,
        parent: Frame | None = None,
        *,
        entry: int | None = None,
        function: FunctionValue | None = None,
        owner: ClassValue | None = None,
        kind: str = "function",
        via: tuple[Place, ...] = (),
        qualname: str = "",
        local_names: frozenset[str] = frozenset(),
    ) -> None:
        self.scope = scope
        self.parent = parent
        self.entry = entry
        self.function = function
        self.owner = owner
        self.kind = kind
        self.via = via
        self.qualname = qualname
        self.local_names = local_names
        self.env: Layers[str, Value] = Layers()
        self.outer: set[str] = set()
        self.alive = True
        self.endings: list[Ending] = []
        self.yields: list[Ending] = []
        self.loops: list[Loop] = []
        self.guarded: set[str] = set()
        self.keeps = False
        self.conditions: list[tuple[Value, bool]] = []
        self.heap_depth = 0
        self.noted: object = None

    @property
    def path(self) -> str:
        """The path of the module the code stands in."""
        return self.scope.path

    def place(self, span: s.Span) -> Place:
        """Give a range of this module as a place."""
        return Place(self.scope.path, span)

    def lookup(self, name: str) -> Value:
        """Give what a name means here: local, enclosing, module or builtin; Unknown when it is none of these."""
        frame: Frame | None = self
        while frame is not None:
            skip = frame.kind == "class" and frame is not self
            found = None if skip else frame.env.get(name)
            if found is not None:
                return found
            if frame.kind != "class" and name in frame.local_names and name not in frame.outer:
                return Unknown(f"`{name}` is not bound yet")
            frame = frame.parent
        return self.module_name(name)

    def module_name(self, name: str) -> Value:
        """Give what a name means in the module, or among the builtins."""
        found = self.scope.lookup(name, self.entry if self._at_top else None)
        if found is not None:
            return found
        if name in BUILTINS:
            return External(f"builtins.{name}")
        return Unknown(f"`{name}` is not defined in {self.path}")

    @property
    def _at_top(self) -> bool:
        """Whether the code runs where it stands in the module: at its top level, or in a class body there."""
        frame: Frame | None = self
        while frame is not None and frame.kind == "class":
            frame = frame.parent
        return frame is None or frame.kind == "module"
