"""Slices are read at their exact places, whatever the file looks like."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from stategraph_lint.extract.locate import Unparsable, is_shallow
from stategraph_lint.extract.module import Module
from stategraph_lint.extract.source import Unreadable
from stategraph_lint.facts import syntax as s
from stategraph_lint.facts.module import ModuleFacts

ROOT = Path(__file__).parents[2]
COMPARED: dict[type[s.Node], type[ast.AST]] = {
    s.Attribute: ast.Attribute,
    s.Call: ast.Call,
    s.Comparison: ast.Compare,
    s.Conditional: ast.IfExp,
    s.Lambda: ast.Lambda,
    s.Mapping: ast.Dict,
    s.Name: ast.Name,
    s.Return: ast.Return,
    s.Subscript: ast.Subscript,
}


def nodes(value: object) -> Iterator[s.Node]:
    """Give every record in a tree of records, what strings spell left out."""
    if isinstance(value, tuple):
        for part in value:
            yield from nodes(part)
    elif isinstance(value, s.Node):
        yield value
        for name in value.__struct_fields__:
            if name != "forward":
                yield from nodes(getattr(value, name))


def all_nodes(module: Module) -> list[s.Node]:
    return [node for _, statements in module.facts().statements for node in nodes(statements)]


def read(text: str | bytes) -> Module:
    return Module("case.py", text.encode() if isinstance(text, str) else text)


def only(text: str | bytes) -> s.AnyStmt:
    (statement,) = (found for _, found in read(text).facts().statements)
    return statement[0]


def characters(lines: tuple[str, ...], line: int, column: int) -> int:
    """Turn ast's column of UTF-8 bytes into one of characters, from 1."""
    return len(lines[line - 1].encode()[:column].decode()) + 1


def sources() -> list[Path]:
    return sorted([*(ROOT / "lint").rglob("*.py"), *(ROOT / "fixtures").rglob("*.py"), *(ROOT / "tests").rglob("*.py")])


def test_places_are_those_of_ast() -> None:
    compared = 0
    for path in sources():
        try:
            tree = ast.parse(path.read_bytes())
            module = Module(str(path), path.read_bytes())
        except (SyntaxError, Unreadable, Unparsable, ValueError):
            continue
        lines = module.source.lines
        expected = {
            (type(node), node.lineno, characters(lines, node.lineno, node.col_offset))
            for node in ast.walk(tree)
            if isinstance(node, (ast.expr, ast.stmt))
        }
        for node in all_nodes(module):
            kind = COMPARED.get(type(node))
            if kind is not None:
                compared += 1
                assert (kind, node.span.line, node.span.column) in expected, (path, node)
    assert compared > 10_000


def test_facts_are_serialisable() -> None:
    for path in sorted((ROOT / "fixtures" / "cases").rglob("*.py"))[:40]:
        facts = Module(path.name, path.read_bytes()).facts()
        packed = msgspec.msgpack.encode(facts)
        assert msgspec.msgpack.decode(packed, type=ModuleFacts) == facts


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_newlines(newline: str) -> None:
    found = [node for node in all_nodes(read(f"x = 1{newline}{newline}é = f(x){newline}")) if isinstance(node, s.Call)]
    assert [(node.span.line, node.span.column, node.span.end_column) for node in found] == [(3, 5, 9)]


def test_form_feed_and_other_line_like_characters() -> None:
    text = "a = 'x\x1cy\u2028z'\n\x0cb = f(a)\nc = g(b)\x0c\n"
    calls = [node for node in all_nodes(read(text)) if isinstance(node, s.Call)]
    assert [(node.span.line, node.span.column) for node in calls] == [(2, 6), (3, 5)]


def test_a_bom_and_a_coding_line() -> None:
    assert all_nodes(read(b"\xef\xbb\xbfx = f(1)\n"))[-1].span.line == 1
    (call,) = (
        node
        for node in all_nodes(read("# -*- coding: latin-1 -*-\nx = 'é', f(1)\n".encode("latin-1")))
        if isinstance(node, s.Call)
    )
    assert (call.span.line, call.span.column) == (2, 10)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"\xff\xfe\x00x", "encod"),
        (b"x = '\xff'\n", "utf-8|encoding"),
        (b"\n\n\nx = '\xff'\n", "byte 0xff at offset 8"),
        (b"# coding: klingon\nx = 1\n", "klingon"),
        (b"x = 1\x00\n", "NUL"),
        (b"# coding: rot13\nx = 1\n", "encoding"),
    ],
)
def test_undecodable(data: bytes, message: str) -> None:
    with pytest.raises(Unreadable, match=f"(?i){message}"):
        read(data)


@pytest.mark.parametrize(
    "text",
    [
        "print 'python 2'\n",
        "<<<<<<< HEAD\nx = 1\n=======\nx = 2\n>>>>>>> other\n",
        "{% if x %}\nx = 1\n{% endif %}\n",
        "def f(:\n",
        "x = (1\n",
    ],
)
def test_syntax_errors_have_a_place(text: str) -> None:
    with pytest.raises(Unparsable) as caught:
        read(text)
    assert caught.value.line >= 1
    assert caught.value.column >= 1


@pytest.mark.parametrize(
    "text",
    [
        "x = " + "(" * 2000 + ")" * 2000 + "\n",
        "x = " + "[" * 2000 + "]" * 2000 + "\n",
        "".join("    " * depth + "if x:\n" for depth in range(2000)) + "    " * 2000 + "pass\n",
        "x = " + "-" * 100_000 + "1\n",
        "x = " + "f(" * 3000 + ")" * 3000 + "\n",
    ],
)
def test_deep_nesting_is_unreadable(text: str) -> None:
    with pytest.raises(Unreadable, match="nested too deeply"):
        read(text)


@pytest.mark.parametrize("text", ["x = " + "+".join("a" * 5000) + "\n", "x = a" + ".b()" * 2500 + "\n"])
def test_long_chains_are_left_unread(text: str) -> None:
    try:
        statement: s.AnyStmt | None = only(text)
    except Unreadable:
        statement = None  # the interpreter's own parser gave up already
    if statement is not None:
        assert isinstance(statement, s.Unread)
        assert statement.names == ("x",)


def test_a_large_table_is_not_deep() -> None:
    text = "x = [\n" + "    {'a': -1, 'b': (2, 3)},\n" * 3000 + "]\n"
    assert is_shallow(text)
    assert isinstance(only(text), s.Assign)


def test_newer_syntax_than_the_interpreter() -> None:
    module = read(
        "type Pair[T] = tuple[T, T]\n\nclass Box[T]:\n    item: T\n\ndef first[T](x: T) -> T:\n    return x\n"
    )
    kinds = [type(statements[0]).__name__ for _, statements in module.facts().statements]
    assert kinds == ["TypeAlias", "ClassDef", "FunctionDef"]
    assert [entry.names for entry in module.outline] == [("Pair",), ("Box",), ("first",)]
    if sys.version_info < (3, 12):
        assert module.outline[1].first == 3


def test_statements_that_share_a_line_are_one_entry() -> None:
    module = read("a = 1; b = f(a)\nif a: b = 2\n")
    assert [entry.names for entry in module.outline] == [("a", "b"), ("b",)]
    assert [len(module.statements(index)) for index in (0, 1)] == [2, 1]


def test_strings_in_annotations_are_read_in_place() -> None:
    statement = only("x: 'dict[str, Foo]' = {}\n")
    assert isinstance(statement, s.AnnotatedAssign)
    assert isinstance(statement.annotation, s.Constant)
    (foo,) = (node for node in nodes(statement.annotation.forward) if isinstance(node, s.Name) and node.id == "Foo")
    assert (foo.span.line, foo.span.column, foo.span.end_column) == (1, 15, 18)


def test_decorated_functions_begin_at_their_decorator() -> None:
    statement = only("@first\n@second(1)\nasync def run(a, /, b, *rest, c=1, **more):\n    yield a\n")
    assert isinstance(statement, s.FunctionDef)
    assert (statement.span.line, statement.span.column) == (1, 1)
    assert statement.is_async
    assert statement.is_generator
    assert [(item.name, item.kind) for item in statement.parameters] == [
        ("a", "positional-only"),
        ("b", "positional"),
        ("rest", "var-positional"),
        ("c", "keyword-only"),
        ("more", "var-keyword"),
    ]


def test_a_yield_inside_a_nested_function_is_not_the_outer_ones() -> None:
    statement = only("def outer():\n    def inner():\n        yield 1\n    return inner\n")
    assert isinstance(statement, s.FunctionDef)
    assert not statement.is_generator


def test_an_empty_file_has_no_statements() -> None:
    assert read("").facts().statements == ()
    assert read("# only a comment\n").outline == ()


def test_libcst_is_only_imported_for_newer_syntax() -> None:
    code = "import stategraph_lint.analysis, sys; sys.exit('libcst' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
