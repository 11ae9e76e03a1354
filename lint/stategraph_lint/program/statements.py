"""Run statements on symbolic values."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from stategraph_lint.facts import syntax as s
from stategraph_lint.facts.names import bound_names, walk
from stategraph_lint.program import access, assign, decorators, truth
from stategraph_lint.program.heap import Content
from stategraph_lint.program.interpreter import Interpreter
from stategraph_lint.program.narrowing import narrow
from stategraph_lint.program.scopes import Frame, Loop
from stategraph_lint.program.values import (
    ClassValue,
    External,
    FunctionValue,
    Imported,
    Literal,
    OpaqueAlias,
    Operation,
    Result,
    Unknown,
    Value,
)

Execute = Callable[[Interpreter, Frame, Any], None]

_IMPORT_ERRORS = frozenset({"builtins.ImportError", "builtins.ModuleNotFoundError", "builtins.NameError"})


def execute(run: Interpreter, frame: Frame, statement: s.AnyStmt) -> None:
    """Run one statement."""
    handler = _EXECUTORS.get(type(statement))
    if handler is not None:
        handler(run, frame, statement)


def _assign(run: Interpreter, frame: Frame, node: s.Assign) -> None:
    value = run.evaluate(node.value, frame)
    for target in node.targets:
        assign.bind(run, frame, target, value, frame.place(node.value.span))


def _annotated(run: Interpreter, frame: Frame, node: s.AnnotatedAssign) -> None:
    if node.value is not None:
        assign.bind(run, frame, node.target, run.evaluate(node.value, frame), frame.place(node.value.span))


def _augmented(run: Interpreter, frame: Frame, node: s.AugmentedAssign) -> None:
    assign.augment(run, frame, node)


def _expression(run: Interpreter, frame: Frame, node: s.Expression) -> None:
    if isinstance(node.value, s.Constant):
        return
    run.for_effect = node.value
    value = run.evaluate(node.value, frame)
    if run.in_body and isinstance(value, Result) and _never_returns(run, value.function):
        frame.alive = False


_ENDS = frozenset({"sys.exit", "os.abort", "os._exit", "builtins.exit", "builtins.quit", "typing.assert_never"})
_NO_RETURN = frozenset({"typing.NoReturn", "typing.Never"})


def _never_returns(run: Interpreter, function: Value) -> bool:
    """Tell whether a call that was not followed surely raises or ends the process."""
    if isinstance(function, External):
        return function.name in _ENDS
    if not isinstance(function, FunctionValue) or not isinstance(function.node, s.FunctionDef):
        return False
    node = function.node
    if node.returns is not None:
        returns = run.evaluate(node.returns, function.frame)
        if isinstance(returns, External) and returns.name in _NO_RETURN:
            return True
    last = node.body[-1] if node.body and not (node.is_async or node.is_generator) else None
    return isinstance(last, s.Raise) and not any(isinstance(child, s.Return) for child in walk(node.body))


def _return(run: Interpreter, frame: Frame, node: s.Return) -> None:
    value = run.evaluate(node.value, frame) if node.value is not None else Literal("none", None)
    value = run.forced(value, always=True)
    run.settle(frame)
    for loop in frame.loops:
        loop.returns = True
    if frame.alive:
        run.leave(frame, value, frame.place(node.value.span if node.value is not None else node.span))


def _raise(run: Interpreter, frame: Frame, node: s.Raise) -> None:
    if node.value is not None:
        run.evaluate(node.value, frame)
    frame.alive = False


def _delete(run: Interpreter, frame: Frame, node: s.Delete) -> None:
    for target in node.targets:
        if isinstance(target, s.Subscript):
            base = run.evaluate(target.value, frame)
            index = Unknown("a slice") if isinstance(target.index, s.Slice) else run.evaluate(target.index, frame)
            assign.remove(run, frame, base, index, "del", node.span)
        elif isinstance(target, s.Attribute):
            base = run.evaluate(target.value, frame)
            assign.remove(run, frame, base, Literal("str", target.name), "del", node.span)


def _assert(run: Interpreter, frame: Frame, node: s.Assert) -> None:
    run.evaluate(node.test, frame)


def _jump(run: Interpreter, frame: Frame, node: s.Jump) -> None:
    if node.kind == "pass":
        return
    if frame.loops:
        loop = frame.loops[-1]
        loop.broken |= node.kind == "break"
        loop.exits.append((frame.env.since(loop.env_depth), run.heap.since(loop.heap_depth)))
    frame.alive = False


def _scope(run: Interpreter, frame: Frame, node: s.Scope) -> None:
    frame.outer.update(node.names)


def _import(run: Interpreter, frame: Frame, node: s.Import) -> None:
    for alias in node.names:
        whole = alias.name if alias.alias else alias.name.split(".")[0]
        frame.env.set(alias.alias or whole, Imported(frame.path, 0, whole, None))


def _import_from(run: Interpreter, frame: Frame, node: s.ImportFrom) -> None:
    for alias in node.names:
        if alias.name != "*":
            value = Imported(frame.path, node.level, node.module, alias.name)
            frame.env.set(alias.alias or alias.name, value)


def _if(run: Interpreter, frame: Frame, node: s.If) -> None:
    test = run.tested(frame, run.evaluate(node.test, frame), node.test.span)
    if isinstance(test, External) and test.name == "typing.TYPE_CHECKING":
        _type_checking(run, frame, node)
        return
    known = truth.of(run, test)
    if known is not None:
        run.block(node.body if known else node.orelse, frame)
        return
    _branch(run, frame, test, node)


def _branch(run: Interpreter, frame: Frame, test: Value, node: s.If) -> None:
    alive: list[bool] = []
    known = {outcome: [(test, outcome), *_parts(run, frame, node.test, outcome)] for outcome in (True, False)}

    def arm(outcome: bool, body: tuple[s.AnyStmt, ...]) -> None:
        frame.conditions += known[outcome]
        narrow(run, frame, node.test, outcome)
        run.block(body, frame)
        if frame.alive:
            alive.append(outcome)

    run.fork(frame, [lambda: arm(True, node.body), lambda: arm(False, node.orelse)], about=test)
    if len(alive) == 1:
        # The other arm ended the path, so what follows runs under this one's condition.
        frame.conditions += known[alive[0]]
        run.arms = (*run.arms, (test, 0 if alive[0] else 1))


def _parts(run: Interpreter, frame: Frame, node: s.AnyExpr, outcome: bool) -> list[tuple[Value, bool]]:
    """Give what a test says of its parts: `a and b` where it holds, `a or b` where it does not."""
    while isinstance(node, s.Unary) and node.operator == "not":
        node, outcome = node.operand, not outcome
    if not isinstance(node, s.Boolean) or (node.operator == "and") is not outcome:
        return []
    out: list[tuple[Value, bool]] = []
    for side in (node.left, node.right):
        inner = _parts(run, frame, side, outcome)
        out += inner if inner or not _is_plain(side) else [(run.evaluate(side, frame), outcome)]
    return out


def _is_plain(node: s.AnyExpr) -> bool:
    """Tell whether evaluating an expression once more does nothing else."""
    if isinstance(node, s.Call):
        function = node.function
        known = function.id == "len" if isinstance(function, s.Name) else _is_get(function)
        return known and all(_is_plain(argument.value) for argument in node.arguments)
    if isinstance(node, s.Unary):
        return _is_plain(node.operand)
    if isinstance(node, s.Comparison):
        return _is_plain(node.left) and all(_is_plain(side) for _, side in node.rest)
    if isinstance(node, s.Subscript):
        return _is_plain(node.value) and isinstance(node.index, s.Constant)
    return isinstance(node, (s.Name, s.Constant)) or (isinstance(node, s.Attribute) and _is_plain(node.value))


def _is_get(function: s.AnyExpr) -> bool:
    return isinstance(function, s.Attribute) and function.name == "get" and _is_plain(function.value)


def _type_checking(run: Interpreter, frame: Frame, node: s.If) -> None:
    """Bind what only a type checker sees, and remember that it does not exist at run time."""
    run.block(node.body, frame)
    frame.guarded.update(name for statement in node.body for name in bound_names(statement))
    run.block(node.orelse, frame)
    frame.guarded.difference_update(name for statement in node.orelse for name in bound_names(statement))


def _for(run: Interpreter, frame: Frame, node: s.For) -> None:
    source = run.evaluate(node.iter, frame)
    run.refuse(frame, source, node.iter.span)
    values = access.unrolled(run, source)
    if values is None:
        if access.is_unordered(run, source):
            run.note(frame, "iterates", source, node.iter.span)
        element = access.elements(run, source)
        _repeat(run, frame, node, lambda: assign.bind(run, frame, node.target, element), element=element)
        run.block(node.orelse, frame)
        return
    for value in values:
        if frame.alive:
            _turn(run, frame, node, value)
    run.block(node.orelse, frame)


def _turn(run: Interpreter, frame: Frame, node: s.For, value: Value) -> None:
    """Run one turn of a loop whose turns are known; `continue` and `break` both lead on."""
    inner = Loop(frame.env.depth, run.heap.depth)
    frame.loops.append(inner)
    frame.env.push()
    run.heap.push()
    assign.bind(run, frame, node.target, value)
    run.block(node.body, frame)
    changes = frame.env.pop(), run.heap.pop()
    frame.loops.pop()
    arms = [changes] if frame.alive else []
    frame.alive = True
    run.rejoin(frame, [*arms, *inner.exits])


def _while(run: Interpreter, frame: Frame, node: s.While) -> None:
    known = truth.of(run, run.evaluate(node.test, frame))
    if known is False:
        run.block(node.orelse, frame)
        return
    _repeat(run, frame, node, lambda: None, at_least_once=known is True)
    run.block(node.orelse, frame)


def _repeat(
    run: Interpreter,
    frame: Frame,
    node: s.For | s.While,
    bind: Callable[[], None],
    *,
    element: Value | None = None,
    at_least_once: bool = False,
) -> None:
    """Run a body that may run any number of times: twice, so that what one turn leaves reaches the next."""
    broken = False
    for _ in range(2):
        loop = Loop(frame.env.depth, run.heap.depth)
        frame.loops.append(loop)

        def turn() -> None:
            bind()
            running = frame.loops[-1]
            running.element, running.tests = element, run.tests(frame)
            run.block(node.body, frame)

        arms: list[Callable[[], object]] = [turn]
        if not at_least_once:
            arms.append(lambda: None)
        run.fork(frame, arms)
        frame.loops.pop()
        broken |= loop.broken
        if loop.exits:
            own: list[tuple[dict[str, Value], dict[Value, Content]]] = [({}, {})] if frame.alive else []
            frame.alive = True
            run.rejoin(frame, [*own, *loop.exits])
        if not frame.alive:
            return
    # Nothing but `break` leads out of `while True`.
    frame.alive = broken or not at_least_once


def _try(run: Interpreter, frame: Frame, node: s.Try) -> None:
    if _guards_import(run, frame, node):
        run.block(node.body, frame)
        run.block(node.final, frame)
        return

    frame.env.push()
    run.heap.push()
    with run.attempt(node, frame):
        run.block(node.body, frame)
    alive, frame.alive = frame.alive, True
    env, heap = frame.env.pop(), run.heap.pop()

    def done() -> None:
        frame.env.update(env)
        run.heap.update(heap)

    def whole() -> None:
        done()
        frame.alive = alive
        run.block(node.orelse, frame)

    def handled(handler: s.Handler) -> None:
        # The body may have stopped anywhere: before it began, or near its end.
        run.fork(frame, [done, lambda: None])
        if handler.name:
            frame.env.set(handler.name, Unknown("an exception"))
        run.block(handler.body, frame)

    run.fork(frame, [whole, *(partial(handled, handler) for handler in node.handlers)])
    ended = not frame.alive
    frame.alive = True
    run.block(node.final, frame)
    frame.alive = frame.alive and not ended


def _guards_import(run: Interpreter, frame: Frame, node: s.Try) -> bool:
    """Tell whether a try only guards imports, and what it imports can be found."""
    imports = [child for child in node.body if isinstance(child, (s.Import, s.ImportFrom))]
    if len(imports) != len(node.body) or not imports or not node.handlers:
        return False
    caught = [run.evaluate(handler.exception, frame) for handler in node.handlers if handler.exception is not None]
    if not all(isinstance(value, External) and value.name in _IMPORT_ERRORS for value in caught):
        return False
    for child in imports:
        if isinstance(child, s.ImportFrom) and isinstance(
            run.imports.module(frame.path, child.level, child.module), Unknown
        ):
            return False
    return True


def _with(run: Interpreter, frame: Frame, node: s.With) -> None:
    for source, target in node.items:
        value = run.evaluate(source, frame)
        if target is not None:
            assign.bind(run, frame, target, access.attribute(run, frame, value, "__enter__", source.span))
    with run.attempt(node, frame):
        run.block(node.body, frame)


def _match(run: Interpreter, frame: Frame, node: s.Match) -> None:
    subject = run.evaluate(node.subject, frame)
    arms: list[Callable[[], object]] = []
    missed: list[tuple[Value, bool]] = []
    for case in node.cases:
        known = True if case.catches_all else None
        matched: Value = Operation("match", (subject,))
        if case.pattern is not None:
            pattern = run.evaluate(case.pattern, frame)
            matched = Operation("compare", (subject, pattern), how="==")
            known = truth.compare(run, "==", subject, pattern) if isinstance(subject, Literal) else None
        if known is False:
            continue
        arms.append(partial(_case, run, frame, case, subject, [*missed, *([(matched, True)] if known is None else [])]))
        if known and case.guard is None:
            if len(arms) > 1:
                run.fork(frame, arms)
            else:
                arms[0]()
            return
        if case.guard is None:
            missed.append((matched, False))
    alive: list[int] = []
    run.fork(frame, [*(partial(_arm, frame, alive, arm) for arm in arms), lambda: None])
    if not alive:
        # Every case ended the path, so none of them matched where it goes on.
        frame.conditions += missed


def _arm(frame: Frame, alive: list[int], arm: Callable[[], object]) -> None:
    arm()
    if frame.alive:
        alive.append(1)


def _case(run: Interpreter, frame: Frame, case: s.Case, subject: Value, known: list[tuple[Value, bool]]) -> None:
    frame.conditions += known
    for name in case.names:
        # A part of the subject at any depth, all of it, or a list or dict made for what a star matches.
        frame.env.set(name, subject if case.catches_all else Unknown("what a pattern binds"))
    if case.guard is not None:
        run.evaluate(case.guard, frame)
    run.block(case.body, frame)


def _function(run: Interpreter, frame: Frame, node: s.FunctionDef) -> None:
    assign.set_name(run, frame, node.name, decorators.define(run, frame, node))


def _class(run: Interpreter, frame: Frame, node: s.ClassDef) -> None:
    value: Value = ClassValue(node, frame, f"{frame.qualname}{node.name}")
    assign.set_name(run, frame, node.name, value)


def _type_alias(run: Interpreter, frame: Frame, node: s.TypeAlias) -> None:
    frame.env.set(node.name, OpaqueAlias(node.name, node.value, frame))


def _unread(run: Interpreter, frame: Frame, node: s.Unread) -> None:
    for name in node.names:
        frame.env.set(name, Unknown(node.reason))


_EXECUTORS: dict[type[s.Stmt], Execute] = {
    s.Assign: _assign,
    s.AnnotatedAssign: _annotated,
    s.AugmentedAssign: _augmented,
    s.Expression: _expression,
    s.Return: _return,
    s.Raise: _raise,
    s.Delete: _delete,
    s.Assert: _assert,
    s.Jump: _jump,
    s.Scope: _scope,
    s.Import: _import,
    s.ImportFrom: _import_from,
    s.If: _if,
    s.For: _for,
    s.While: _while,
    s.Try: _try,
    s.With: _with,
    s.Match: _match,
    s.FunctionDef: _function,
    s.ClassDef: _class,
    s.TypeAlias: _type_alias,
    s.Unread: _unread,
}
