"""Files that are broken, odd or made to take for ever: one clear line each, and the rest is checked."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

HEAD = """\
import operator
from typing import Annotated, TypedDict, Union
from langgraph.graph import StateGraph
class State(TypedDict):
    log: Annotated[list[str], operator.add]
"""
NODE = """\
def node(state: State):
    return {"log": state["log"] + ["x"]}
StateGraph(State).add_node(node)
"""
HEALTHY = HEAD + NODE
SECONDS = 120


def folded(body: str) -> str:
    """Give a module whose node makes `v` by these lines."""
    return f'{HEAD}def node(state: State):\n{body}    return {{"log": v}}\nStateGraph(State).add_node(node)\n'


def nested(opening: str, closing: str, count: int) -> str:
    return HEAD + f"X = {opening * count}1{closing * count}\n" + NODE


def indented(opening: str, count: int) -> str:
    return HEAD + "".join(" " * depth + opening + "\n" for depth in range(count)) + " " * count + "pass\n" + NODE


BROKEN: dict[str, tuple[str | bytes, str]] = {
    "syntax": (HEAD + "def f(:\n" + NODE, "SGL001"),
    "python2": (HEAD + 'print "x"\n' + NODE, "SGL001"),
    "conflict": (HEAD + "<<<<<<< HEAD\nx = 1\n=======\nx = 2\n>>>>>>> b\n" + NODE, "SGL001"),
    "template": (HEAD + "{% if x %}\n" + NODE, "SGL001"),
    "late": (HEAD + "x = [1, (2, 3)]\n" * 40_000 + NODE + 'print "x"\n', "SGL001"),
    "latin": ((HEAD + "# \xe9\n" + NODE).encode("latin-1"), "SGL002"),
    "codec": ("# -*- coding: hex -*-\n" + HEALTHY, "SGL002"),
    "nul": (HEAD + 'x = "\0"\n' + NODE, "SGL002"),
    "parentheses": (nested("(", ")", 2000), "SGL002"),
    "brackets": (nested("[", "]", 2000), "SGL002"),
    "braces": (nested('{"a":', "}", 2000), "SGL002"),
    "calls": (nested("f(", ")", 2000), "SGL002"),
    "blocks": (indented("if x:", 2000), "SGL002"),
    "functions": (indented("def f():", 2000), "SGL002"),
    "attributes": (HEAD + "X = a" + ".b" * 50_000 + "\n" + NODE, "SGL002"),
}
# The parsers of newer Pythons take some of these.
DEEP = {
    "negations": nested("not ", "", 3000),
    "lambdas": nested("lambda: ", "", 3000),
    "conditions": HEAD + NODE.replace('["x"]', " and ".join(["x"] * 20_000)),
    "alternatives": HEAD + NODE.replace('["x"]', " or ".join(["x"] * 20_000)),
    "chain": HEALTHY.replace("StateGraph(State)", "StateGraph(State)" + '.add_node("n", node)' * 900),
}
# Each line doubles what the one before made, or each call makes two.
GROWING = {
    "lists": folded("    v = [1]\n" + "    v = v + v\n" * 60),
    "spreads": folded("    v = [1]\n" + "    v = [*v, *v]\n" * 60),
    "extended": folded("    v = [1]\n" + "    v.extend(v)\n" * 60),
    "nested": folded("    v = [1]\n" + "    v = [v, v, v, v]\n" * 60),
    "texts": folded('    v = "a"\n' + "    v = v + v\n" * 60),
    "dicts": folded("    v = {}\n" + '    v = {**v, "a": v, **v}\n' * 60),
    "arms": folded("    v = [1, 2]\n" + "    if x:\n        v.pop()\n    else:\n        v.insert(0, 3)\n" * 60),
    "module": HEAD + "v = [1]\n" + "v = v + v\n" * 60 + NODE,
    "loops": HEAD
    + "b = StateGraph(State)\n"
    + "".join(" " * depth + f"for i{depth} in (1, 2, 3, 4, 5, 6, 7, 8):\n" for depth in range(12))
    + " " * 12
    + "b.compile()\n",
    "calls": HEAD
    + "def f0(s): return s\n"
    + "".join(f"def f{n}(s): return f{n - 1}(s) + f{n - 1}(s)\n" for n in range(1, 41))
    + NODE.replace('["x"]', "f40(state)"),
    "reducers": HEAD
    + "def r0(a, b): return a + b\n"
    + "".join(f"def r{n}(a, b): return r{n - 1}(r{n - 1}(a, b), r{n - 1}(b, a))\n" for n in range(1, 41))
    + "class Other(TypedDict):\n    log: Annotated[list, r40]\nb = StateGraph(Other)\n",
    "recursion": folded("    v = f(g)(f)\n") + "def f(s): return g(s) + f(s)\ndef g(s): return f(f)\n",
    "bases": HEAD + "class A(B): pass\nclass B(A): pass\nStateGraph(A)\n" + NODE,
    "aliases": HEAD
    + "A = int\n"
    + "".join(f"A = B{n} = Union[A, list[A], dict[str, A]]\n" for n in range(40))
    + "class Other(State):\n    z: A\nStateGraph(Other)\n"
    + NODE,
    "itself": HEAD + 'type A = list[A]\nclass S(TypedDict):\n    s: "S"\n    a: A\nStateGraph(S)\n' + NODE,
    "nothing": HEAD + "class S(TypedDict):\n    a: Annotated[()]\n    b: Union[()]\nStateGraph(S)\n" + NODE,
    "literal": HEAD + "D = {\n" + '    "key": ["value", (1, 2)],\n' * 40_000 + "}\n" + NODE.replace("{", "{**D, "),
    "cycle": "from cycle import *\nfrom cycle import State\nfrom . import cycle\n" + HEALTHY,
    "fields": HEAD + "".join(f"    f{n}: Annotated[list[int], operator.add]\n" for n in range(500)) + NODE,
    "nodes": HEALTHY + "".join(f'StateGraph(State).add_node("n{n}", node)\n' for n in range(300)),
    "statements": HEAD + "b = StateGraph(State)\n" + 'b.add_edge("x", "y")\n' * 20_000,
    "changes": "from statements import b\n" + HEALTHY + "b.compile()\n",
    "names": HEAD + NODE.replace('"log"', '"lo\\ng\\x1b\\ud800"'),
}


def checked(root: Path, *arguments: str) -> tuple[int, list[dict[str, Any]]]:
    """Check the working directory; nothing may be complained of."""
    command = [sys.executable, "-m", "stategraph_lint", "check", "--output-format", "json", *arguments]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False, timeout=SECONDS)
    assert done.stderr == ""
    return done.returncode, json.loads(done.stdout)["findings"]


def write(root: Path, name: str, text: str | bytes) -> None:
    (root / name).write_bytes(text if isinstance(text, bytes) else text.encode("utf-8"))


@pytest.fixture
def root(tmp_path: Path) -> Path:
    write(tmp_path, "pyproject.toml", "")
    write(tmp_path, "healthy.py", HEALTHY)
    return tmp_path


def test_each_broken_file_gets_one_line_and_the_rest_is_checked(root: Path) -> None:
    for name, (text, _code) in BROKEN.items():
        write(root, f"{name}.py", text)
    code, findings = checked(root)
    assert code == 2
    found = [(finding["path"], finding["code"]) for finding in findings]
    assert found == sorted([("healthy.py", "SGL302"), *((f"{name}.py", code) for name, (_, code) in BROKEN.items())])


@pytest.mark.parametrize("name", DEEP)
def test_what_crashes_a_parser_is_not_given_to_it(root: Path, name: str) -> None:
    write(root, "deep.py", DEEP[name])
    code, findings = checked(root)
    assert code in (1, 2)
    assert "healthy.py" in [finding["path"] for finding in findings]
    assert {finding["code"] for finding in findings} <= {"SGL002", "SGL302"}


def test_what_grows_without_end_is_given_up(root: Path) -> None:
    for name, text in GROWING.items():
        write(root, f"{name}.py", text)
    code, findings = checked(root)
    assert code == 1
    paths = {finding["path"] for finding in findings}
    assert {"healthy.py", "bases.py", "fields.py", "itself.py", "literal.py", "module.py", "nothing.py"} <= paths
    assert all("\n" not in finding["message"] for finding in findings)


@pytest.mark.parametrize("layout", ["text", "github", "sarif"])
def test_odd_names_in_every_layout(root: Path, layout: str) -> None:
    for name in ("-x.py", "sp ace'\".py", "\x1b[31m.py", "new\nline.py", "caf\u00e9.py"):
        write(root, name, HEALTHY)
    Path(os.fsdecode(os.fsencode(root) + b"/\xff.py")).write_text(HEALTHY, encoding="utf-8")
    (root / "folder.py").mkdir()
    (root / "loop").symlink_to(".")
    (root / "self.py").symlink_to("self.py")
    command = [sys.executable, "-m", "stategraph_lint", "check", "--output-format", layout]
    done = subprocess.run(command, cwd=root, capture_output=True, check=False, timeout=SECONDS)
    assert (done.returncode, done.stderr) == (1, b"")
    if layout != "sarif":
        lines = [line for line in done.stdout.decode("utf-8").splitlines() if "SGL302" in line]
        assert len(lines) == 7
        assert layout == "github" or all(line.isprintable() for line in lines)


@pytest.mark.parametrize("name", ["bases", "aliases", "itself", "nothing", "fields", "lists", "reducers"])
def test_channels_of_odd_schemas(root: Path, name: str) -> None:
    write(root, "odd.py", GROWING[name])
    command = [sys.executable, "-m", "stategraph_lint", "channels", "odd.py"]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False, timeout=SECONDS)
    assert (done.returncode, done.stderr) == (0, "")
