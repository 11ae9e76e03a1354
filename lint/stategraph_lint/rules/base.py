"""What a rule is, and how the rules are found.

A rule lives in a module of its own below this package. The module's docstring is the rule's page; one function of it
is decorated with `rule`. There is no list of rules anywhere: `registry` walks the package.
"""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from stategraph_lint.findings import Severity
from stategraph_lint.program.values import Place

if TYPE_CHECKING:
    from stategraph_lint.program.program import Program

_ATTRIBUTE = "__stategraph_rule__"


@dataclass(frozen=True, slots=True)
class Problem:
    """What a rule found, before it is told as a finding.

    `why` says what LangGraph does there. `severity` is given where it is lower than the rule's. `symbol` is the
    function or class the place belongs to, `graph` the builder's name, `field` the state key. `related` are other
    places with what they are. `about` names what else the problem is about, for `rules.precedence`.
    """

    place: Place
    message: str
    why: str
    severity: Severity | None = None
    symbol: str | None = None
    graph: str | None = None
    field: str | None = None
    related: tuple[tuple[Place, str], ...] = ()
    trace: tuple[str, ...] | None = None
    about: tuple[Hashable, ...] = ()


Check = Callable[["Program"], Iterator[Problem]]


@dataclass(frozen=True)
class Rule:
    """One rule of the catalogue.

    `check` is None for the rules that the engine itself reports (the files themselves). `page` is the module's
    docstring: the rule's documentation, in Markdown, beginning with its summary line.
    """

    code: str
    slug: str
    severity: Severity
    since: str
    preview: bool
    fix: str
    page: str
    check: Check | None

    @property
    def summary(self) -> str:
        """The first line of the page, without its full stop."""
        return self.page.split("\n", 1)[0].strip().rstrip(".")


def rule(
    code: str, slug: str, severity: Severity, *, since: str, preview: bool = False, fix: str = "none"
) -> Callable[[Check], Check]:
    """Register the decorated function as the check of a rule.

    `severity` is the rule's highest; a finding may carry a lower one. `fix` is safe, unsafe or none.
    """

    def register(check: Check) -> Check:
        page = inspect.cleandoc(importlib.import_module(check.__module__).__doc__ or "")
        setattr(check, _ATTRIBUTE, Rule(code, slug, severity, since, preview, fix, page, check))
        return check

    return register


def engine_rule(code: str, slug: str, severity: Severity, *, since: str, page: str) -> Rule:
    """Give the entry of a rule that the engine reports itself."""
    return Rule(code, slug, severity, since, False, "none", inspect.cleandoc(page), None)


@cache
def registry() -> tuple[Rule, ...]:
    """Give every rule, sorted by code.

    Raises ValueError when two rules share a code.
    """
    found: dict[str, Rule] = {}
    package = importlib.import_module("stategraph_lint.rules")
    for info in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
        module = importlib.import_module(info.name)
        for value in vars(module).values():
            entry = value if isinstance(value, Rule) else getattr(value, _ATTRIBUTE, None)
            if isinstance(entry, Rule) and entry is not found.get(entry.code):
                if entry.code in found:
                    raise ValueError(f"two rules have the code {entry.code}")
                found[entry.code] = entry
    return tuple(found[code] for code in sorted(found))
