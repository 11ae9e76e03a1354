"""Which functions may call `interrupt`, by the words in their text."""

from __future__ import annotations

from stategraph_lint.extract.module import Module
from stategraph_lint.facts import syntax as s
from stategraph_lint.facts.libraries import INTERRUPT, canonical
from stategraph_lint.program.interpreter import Interpreter
from stategraph_lint.program.values import FunctionValue

_WORD = INTERRUPT.rpartition(".")[2]


def may_pause(run: Interpreter, function: FunctionValue) -> bool:
    """Tell whether the text of a function names `interrupt`, or something of its module that does."""
    stub, module = function.stub, function.frame.scope.module
    return isinstance(stub, s.FunctionDef) and not module.words_of(stub).isdisjoint(_words(run, module))


def _words(run: Interpreter, module: Module) -> frozenset[str]:
    """Give the names in a module that stand for `interrupt`, and those of what mentions one of them."""
    key = ("pauses", module.path)
    found = run.kept.get(key)
    if not isinstance(found, frozenset):
        found = run.kept[key] = _read(module)
    return found


def _read(module: Module) -> frozenset[str]:
    words = {_WORD}
    marked = [index for index in range(len(module.outline)) if _WORD in module.words(index)]
    for index in marked:
        if module.outline[index].kind == "import":
            words.update(_aliases(module, index))
    defined = [index for index, entry in enumerate(module.outline) if entry.kind == "function"]
    while marked:
        marked = [
            index
            for index in defined
            if not words.isdisjoint(module.words(index)) and not words.issuperset(module.outline[index].names)
        ]
        words.update(name for index in marked for name in module.outline[index].names)
    return frozenset(words)


def _aliases(module: Module, index: int) -> set[str]:
    return {
        alias.alias
        for statement in module.statements(index)
        if isinstance(statement, s.ImportFrom)
        for alias in statement.names
        if alias.alias and canonical(f"{statement.module}.{alias.name}") == INTERRUPT
    }


__all__ = ["may_pause"]
