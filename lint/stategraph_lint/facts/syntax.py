"""Expressions and statements as frozen records: what the readers of `extract` hand on.

The records keep what a static reader of state needs and nothing of the layout. Every record carries the exact
place it was read from, so that a finding never has to go back to the file.
"""

from __future__ import annotations

import msgspec


class Span(msgspec.Struct, frozen=True, array_like=True, order=True):
    """A range of source text.

    Lines are 1-based, columns are 1-based and count characters; the end column is exclusive.
    """

    line: int
    column: int
    end_line: int
    end_column: int


class Node(msgspec.Struct, frozen=True, tag=True, array_like=True):
    """Anything that was read from source."""

    span: Span


# --- expressions ---------------------------------------------------------------------------------------------


class Expr(Node, frozen=True):
    """An expression."""


class Name(Expr, frozen=True):
    """A bare name."""

    id: str


class Attribute(Expr, frozen=True):
    """`value.name`."""

    value: AnyExpr
    name: str


class Subscript(Expr, frozen=True):
    """`value[index]`; several indices come as one `Sequence` of kind tuple, as at run time."""

    value: AnyExpr
    index: AnyExpr


class Slice(Expr, frozen=True):
    """`lower:upper:step` inside a subscript."""

    lower: AnyExpr | None
    upper: AnyExpr | None
    step: AnyExpr | None


class Constant(Expr, frozen=True):
    """A literal.

    `kind` is str, bytes, int, float, complex, bool, none or ellipsis. `value` is the literal's value; integers beyond
    64 bits, bytes and complex numbers come as their source text. `forward` is the expression a string spells where it
    stands in the place of a type.
    """

    kind: str
    value: str | int | float | bool | None
    forward: AnyExpr | None = None


class Text(Expr, frozen=True):
    """An f-string (or t-string): text that is not known, with the expressions inside it."""

    parts: tuple[AnyExpr, ...]


class Starred(Expr, frozen=True):
    """`*value` in a display, a target or an index."""

    value: AnyExpr


class Sequence(Expr, frozen=True):
    """A list, tuple or set display; `kind` says which."""

    kind: str
    items: tuple[AnyExpr, ...]


class Mapping(Expr, frozen=True):
    """A dict display; the key of a `**value` entry is None."""

    entries: tuple[tuple[AnyExpr | None, AnyExpr], ...]


class Clause(Node, frozen=True):
    """One `for target in iter if condition ...` of a comprehension."""

    target: AnyExpr
    iter: AnyExpr
    conditions: tuple[AnyExpr, ...]


class Comprehension(Expr, frozen=True):
    """A list, set, dict or generator comprehension; `key` is set for dicts only."""

    kind: str
    key: AnyExpr | None
    element: AnyExpr
    clauses: tuple[Clause, ...]


class Argument(Node, frozen=True):
    """One argument of a call; `star` is '', '*' or '**'."""

    value: AnyExpr
    keyword: str | None = None
    star: str = ""


class Call(Expr, frozen=True):
    """`function(arguments)`."""

    function: AnyExpr
    arguments: tuple[Argument, ...]


class Binary(Expr, frozen=True):
    """`left operator right`; the operator as written, such as `+` or `|`."""

    operator: str
    left: AnyExpr
    right: AnyExpr


class Boolean(Expr, frozen=True):
    """`left and right` or `left or right`."""

    operator: str
    left: AnyExpr
    right: AnyExpr


class Unary(Expr, frozen=True):
    """`operator operand`; the operator is `not`, `-`, `+` or `~`."""

    operator: str
    operand: AnyExpr


class Comparison(Expr, frozen=True):
    """`left op right op right ...`."""

    left: AnyExpr
    rest: tuple[tuple[str, AnyExpr], ...]


class Conditional(Expr, frozen=True):
    """`body if test else otherwise`."""

    test: AnyExpr
    body: AnyExpr
    otherwise: AnyExpr


class Walrus(Expr, frozen=True):
    """`target := value`."""

    target: AnyExpr
    value: AnyExpr


class Await(Expr, frozen=True):
    """`await value`."""

    value: AnyExpr


class Yield(Expr, frozen=True):
    """`yield value`; `delegates` for `yield from`."""

    value: AnyExpr | None
    delegates: bool


class Parameter(Node, frozen=True):
    """One parameter; `kind` is positional-only, positional, var-positional, keyword-only or var-keyword."""

    name: str
    kind: str
    annotation: AnyExpr | None = None
    default: AnyExpr | None = None


class Lambda(Expr, frozen=True):
    """`lambda parameters: body`."""

    parameters: tuple[Parameter, ...]
    body: AnyExpr


class Other(Expr, frozen=True):
    """An expression that could not be read; `reason` says why."""

    reason: str


AnyExpr = (
    Name
    | Attribute
    | Subscript
    | Slice
    | Constant
    | Text
    | Starred
    | Sequence
    | Mapping
    | Comprehension
    | Call
    | Binary
    | Boolean
    | Unary
    | Comparison
    | Conditional
    | Walrus
    | Await
    | Yield
    | Lambda
    | Other
)


# --- statements ----------------------------------------------------------------------------------------------


class Stmt(Node, frozen=True):
    """A statement."""


class Assign(Stmt, frozen=True):
    """`target = ... = value`."""

    targets: tuple[AnyExpr, ...]
    value: AnyExpr


class AnnotatedAssign(Stmt, frozen=True):
    """`target: annotation = value`."""

    target: AnyExpr
    annotation: AnyExpr
    value: AnyExpr | None


class AugmentedAssign(Stmt, frozen=True):
    """`target operator= value`; the operator without its `=`."""

    target: AnyExpr
    operator: str
    value: AnyExpr


class Expression(Stmt, frozen=True):
    """An expression as a statement."""

    value: AnyExpr


class Return(Stmt, frozen=True):
    """`return value`."""

    value: AnyExpr | None


class Delete(Stmt, frozen=True):
    """`del targets`."""

    targets: tuple[AnyExpr, ...]


class Raise(Stmt, frozen=True):
    """`raise value`."""

    value: AnyExpr | None


class Assert(Stmt, frozen=True):
    """`assert test`."""

    test: AnyExpr


class Jump(Stmt, frozen=True):
    """`break`, `continue` or `pass`; `kind` says which."""

    kind: str


class Scope(Stmt, frozen=True):
    """`global names` or `nonlocal names`; `kind` says which."""

    kind: str
    names: tuple[str, ...]


class Alias(Node, frozen=True):
    """One imported name; `name` is dotted for `import a.b`, and `*` for a star import."""

    name: str
    alias: str | None


class Import(Stmt, frozen=True):
    """`import names`."""

    names: tuple[Alias, ...]


class ImportFrom(Stmt, frozen=True):
    """`from module import names`; `level` counts the leading dots, `module` may be empty."""

    module: str
    level: int
    names: tuple[Alias, ...]


class If(Stmt, frozen=True):
    """`if test: body else: orelse`; an `elif` is an `If` in `orelse`."""

    test: AnyExpr
    body: tuple[AnyStmt, ...]
    orelse: tuple[AnyStmt, ...]


class For(Stmt, frozen=True):
    """`for target in iter: body else: orelse`."""

    target: AnyExpr
    iter: AnyExpr
    body: tuple[AnyStmt, ...]
    orelse: tuple[AnyStmt, ...]
    is_async: bool


class While(Stmt, frozen=True):
    """`while test: body else: orelse`."""

    test: AnyExpr
    body: tuple[AnyStmt, ...]
    orelse: tuple[AnyStmt, ...]


class Handler(Node, frozen=True):
    """`except exception as name: body`."""

    exception: AnyExpr | None
    name: str | None
    body: tuple[AnyStmt, ...]


class Try(Stmt, frozen=True):
    """`try: body except ...: else: finally:`."""

    body: tuple[AnyStmt, ...]
    handlers: tuple[Handler, ...]
    orelse: tuple[AnyStmt, ...]
    final: tuple[AnyStmt, ...]


class With(Stmt, frozen=True):
    """`with item as target, ...: body`."""

    items: tuple[tuple[AnyExpr, AnyExpr | None], ...]
    body: tuple[AnyStmt, ...]
    is_async: bool


class Case(Node, frozen=True):
    """`case pattern if guard: body`.

    `names` are what the pattern binds; `pattern` is the value of a literal or dotted pattern, None for all else;
    `catches_all` for a pattern that always matches, such as `_`.
    """

    pattern: AnyExpr | None
    names: tuple[str, ...]
    guard: AnyExpr | None
    body: tuple[AnyStmt, ...]
    catches_all: bool = False


class Match(Stmt, frozen=True):
    """`match subject: cases`."""

    subject: AnyExpr
    cases: tuple[Case, ...]


class FunctionDef(Stmt, frozen=True):
    """A function; the span runs from the first decorator's `@` to the end of the body.

    `head` is the range of `def name`. `type_parameters` are the names of PEP 695.
    """

    name: str
    head: Span
    decorators: tuple[AnyExpr, ...]
    parameters: tuple[Parameter, ...]
    returns: AnyExpr | None
    body: tuple[AnyStmt, ...]
    is_async: bool
    is_generator: bool
    type_parameters: tuple[str, ...] = ()


class ClassDef(Stmt, frozen=True):
    """A class; the span runs from the first decorator's `@` to the end of the body, `head` is `class name`."""

    name: str
    head: Span
    decorators: tuple[AnyExpr, ...]
    arguments: tuple[Argument, ...]
    body: tuple[AnyStmt, ...]
    type_parameters: tuple[str, ...] = ()


class TypeAlias(Stmt, frozen=True):
    """`type name = value`, which typing leaves opaque."""

    name: str
    value: AnyExpr
    type_parameters: tuple[str, ...] = ()


class Unread(Stmt, frozen=True):
    """A statement that could not be read; it may bind `names`."""

    names: tuple[str, ...]
    reason: str


AnyStmt = (
    Assign
    | AnnotatedAssign
    | AugmentedAssign
    | Expression
    | Return
    | Delete
    | Raise
    | Assert
    | Jump
    | Scope
    | Import
    | ImportFrom
    | If
    | For
    | While
    | Try
    | With
    | Match
    | FunctionDef
    | ClassDef
    | TypeAlias
    | Unread
)
