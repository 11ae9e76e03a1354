"""One witness as one self-contained Python script: the slice, and code that shows the fault with plain langgraph.

The script ends with exit code 0 and a line `FAULT: evidence` where the fault shows, with 1 and `NO FAULT: reason`
where the real library does not do that here. It is what the worker runs, and what `--write-repro` writes.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from stategraph_lint.confirm.slices import Needed, Slice

SHOWN, NOT_SHOWN = "FAULT: ", "NO FAULT: "

_HELPERS = '''\
def fault(evidence):
    """The fault shows."""
    print("FAULT:", *evidence.split())
    raise SystemExit(0)


def no_fault(reason):
    """The real library does not do that here."""
    print("NO FAULT:", *reason.split())
    raise SystemExit(1)
'''

_LOADER = '''\
class Slices(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Gives the modules above under their own names."""

    def find_spec(self, name, path=None, target=None):
        inside = any(known.startswith(name + ".") for known in SOURCES)
        if name in SOURCES or inside:
            return importlib.util.spec_from_loader(name, self, is_package=inside or name in PACKAGES)
        return None

    def exec_module(self, module):
        exec(compile(SOURCES.get(module.__name__, ""), module.__name__ + ".py", "exec"), module.__dict__)


sys.meta_path.insert(0, Slices())
'''


@dataclass(frozen=True, slots=True)
class Witness:
    """Code that shows a fault: `needs` are the names of the project it uses, `imports` its import lines.

    `body` ends by calling `fault(evidence)` or `no_fault(reason)`. `guesses` says what in it is not what the project
    has: where there is one, a fault that does not show refutes nothing. `seeds` are the hash seeds it must run under.
    """

    needs: tuple[Needed, ...]
    imports: tuple[str, ...]
    body: str
    guesses: tuple[str, ...] = ()
    seeds: tuple[int, ...] = (0,)


def compose(witness: Witness, cut: Slice, title: str) -> str:
    """Give the script of a witness."""
    head = [f'"""{_quotable(title)}"""', ""]
    future = [line for text in cut.modules.values() for line in text.splitlines() if line.startswith("from __future__")]
    sources = {path: text for path, text in cut.modules.items() if text.strip()}
    imports = {"from langgraph.graph import END, START, StateGraph", *witness.imports}
    if len(sources) <= 1:
        head += sorted(set(future))
        text = "".join(sources.values())
        body = "".join(f"{line}\n" for line in text.splitlines() if not line.startswith("from __future__"))
        parts = ["\n".join(_sorted(imports)), _HELPERS, f"# --- from {', '.join(sources)} ---\n{body}" if body else ""]
    else:
        imports |= {"import importlib.abc", "import importlib.util", "import sys"}
        parts = ["\n".join(_sorted(imports)), _HELPERS, _tables(sources, cut), _LOADER, _own_imports(witness, cut)]
    return "\n".join([*head, *(f"{part.rstrip()}\n\n" for part in parts if part), witness.body.rstrip(), ""])


def _tables(sources: dict[str, str], cut: Slice) -> str:
    lines = ["SOURCES = {"]
    for path, text in sources.items():
        lines += [f"    {name!r}: {_literal(text)}," for name in cut.names[path]]
    packages = sorted({name for path in cut.modules if path.endswith("__init__.py") for name in cut.names[path]})
    return "\n".join([*lines, "}", f"PACKAGES = {packages!r}"])


def _own_imports(witness: Witness, cut: Slice) -> str:
    lines = [f"from {cut.names[need.path][0]} import {need.bound}" for need in witness.needs]
    return "\n".join(dict.fromkeys(lines))


def _sorted(imports: Iterable[str]) -> list[str]:
    return sorted(imports, key=lambda line: (line.startswith("from "), line))


def _literal(text: str) -> str:
    """Give a text as a literal over several lines, so that a person can read it."""
    if '"""' in text or "\\" in text or text.endswith('"'):
        return "".join(f"\n        {line!r}" for line in text.splitlines(keepends=True)) or "''"
    return f'"""\\\n{text}"""'


def _quotable(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"""', "'''")


__all__ = ["NOT_SHOWN", "SHOWN", "Needed", "Witness", "compose"]
