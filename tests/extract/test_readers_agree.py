"""The two readers, ast's and libcst's, make the same records of the same text."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import langgraph.graph.state
import pytest

from stategraph_lint.extract.ast_expressions import Slice
from stategraph_lint.extract.ast_statements import StatementReader
from stategraph_lint.extract.cst_statements import read_lines
from stategraph_lint.extract.source import Source
from stategraph_lint.facts import syntax as s

ROOT = Path(__file__).parents[2]
FILES = [
    *(ROOT / "lint" / "stategraph_lint" / "program").glob("*.py"),
    *Path(langgraph.graph.state.__file__).parent.glob("*.py"),
]

HARD = r'''
import a, b.c as d
from ..e import (f as g, h,)
from . import *
é: "Annotated[dict[str, 'K'], 'no type', *rest]" = {"ö": (1, 2.5, 3j, 10**30, -1, b'c', ..., None, True)}
à = "ü" f"{é!r:>{width}} {é}" 'x' ; û = é["ñ", 1:2, ...,]
T = Optional["int"] | 'str' | Literal["a", "b"] | list[("x")]
S = TypedDict("S", {"n": "int", **more}, total=False)
print(*args, sep="", *more, **named)
x = (a and (b or c) and not d) if 1 < y <= z is not w not in v else lambda p, /, q=1, *r, s, t=2, **u: (yield)
del (a, b), c[0]
del a.b
x = y = a[1:, ::2][-1] = [*a, {*b, 1}, {k: v for k, v in c if d if e for f in g}, (i for i in j)]
x @= {**a, "k": (await_ := 1)}
@first
@second(1)
async def run(a: "int", /, b: 'list["é"]' = (), *rest: int, c: str = "c", **more) -> "Déf":
    """Doc."""
    global g1, g2
    async with a as b, c as (d, e):
        async for x in y:
            await z
            continue
        else:
            pass
    return
class Klass(Base["T"], metaclass=Meta, **options):
    x: int; y: "str" = ""
    def f(self):
        def inner(): yield from self
        nonlocal_ = (yield)
        raise ValueError from None
try:
    while (n := 1): break
except (A, B) as error:
    raise
except C:
    assert x, "message"
else:
    pass
finally:
    with (a): pass
match subject:
    case 1 | "a" | None: pass
    case True if guard: pass
    case a.b: pass
    case {"k": v, **rest}: pass
    case Point(x=0, y=[first, *others]) as whole: pass
    case _: pass
if a: b
elif c: d
else: e
'''


def assert_same(ours: object, theirs: object) -> None:
    """Compare records, but for two places: libcst takes no parentheses for those of a lone generator or an operand."""
    assert type(ours) is type(theirs), (ours, theirs)
    if isinstance(ours, tuple) and isinstance(theirs, tuple):
        assert len(ours) == len(theirs), (ours, theirs)
        for left, right in zip(ours, theirs):
            assert_same(left, right)
    elif isinstance(ours, s.Node):
        if ours == theirs:
            return
        free = isinstance(getattr(ours, "value", ours), (s.Comprehension, s.Boolean))
        fields = [name for name in ours.__struct_fields__ if name != "span" or not free]
        for name in fields:
            assert_same(getattr(ours, name), getattr(theirs, name))
    else:
        assert ours == theirs


def assert_agree(source: Source) -> None:
    theirs = read_lines(source.lines)
    text = "\n".join(source.lines) + "\n"
    assert_same(StatementReader(Slice(text, 0)).block(ast.parse(text).body), theirs)


@pytest.mark.parametrize("path", [pytest.param(path, id=path.stem) for path in FILES])
def test_files(path: Path) -> None:
    assert_agree(Source.decode(path.read_bytes()))


@pytest.mark.parametrize("statement", range(len(ast.parse(HARD).body)))
def test_hard_statements(statement: int) -> None:
    node = ast.parse(HARD).body[statement]
    first = min([node.lineno, *(child.lineno for child in getattr(node, "decorator_list", ()))])
    assert_agree(Source("\n".join(HARD.split("\n")[first - 1 : node.end_lineno])))


@pytest.mark.skipif(sys.version_info < (3, 12), reason="syntax of Python 3.12")
def test_type_parameters() -> None:
    assert_agree(Source("type A[T, *Ts, **P] = 'list[T]'\ndef f[T](x: T): ...\nclass B[T](C):\n    pass\n"))
