from __future__ import annotations

import textwrap

from stategraph_lint.confirm.slices import Needed, Slice, Slicer
from stategraph_lint.program.interpreter import Interpreter
from stategraph_lint.program.modules import Modules


def cut(name: str, text: str, others: dict[str, str] | None = None, line: int = 0) -> Slice:
    """Cut a name of the module `case` out, which has this text; `others` are the other modules by path."""
    texts = {"case.py": text, **(others or {})}
    files = {path: textwrap.dedent(source).encode() for path, source in texts.items()}
    run = Interpreter(Modules(files, files.__getitem__), (3, 11))
    return Slicer(run.modules, run.imports).cut([Needed("case.py", name, line)])


def test_only_what_is_needed_stays() -> None:
    text = """
        import os, operator
        from typing import Annotated, Any, TypedDict
        print("side effect")
        LIMIT = 3
        OTHER = open("x")
        def merge(a, b):
            OTHER = 1
            return (a + b)[-LIMIT:] + [OTHER]
        class State(TypedDict):
            log: Annotated[list, merge]
        app = build(State)
    """
    (found,) = cut("State", text).modules.values()
    assert found.splitlines() == [
        "from typing import Annotated, TypedDict",
        "LIMIT = 3",
        "def merge(a, b):",
        "    OTHER = 1",
        "    return (a + b)[-LIMIT:] + [OTHER]",
        "class State(TypedDict):",
        "    log: Annotated[list, merge]",
    ]


def test_other_modules_give_their_part() -> None:
    found = cut(
        "State",
        "from pkg import models\nfrom pkg.merge import *\nclass State:\n    a: models.Item\n    b: 'join'\n",
        {
            "pkg/__init__.py": "raise SystemExit\n",
            "pkg/models.py": "import gone\nclass Item: pass\nclass Other: pass\n",
            "pkg/merge.py": "def join(a, b): return a\ndef rest(): pass\n",
        },
    )
    assert found.modules["pkg/models.py"] == "class Item: pass\n"
    assert found.modules["pkg/merge.py"] == "def join(a, b): return a\n"
    assert "raise" not in "".join(found.modules.values())
    assert not found.missing


def test_guards_stay_around_what_they_guard() -> None:
    text = """
        try:
            from fast import merge
            setup()
        except ImportError:
            def merge(a, b): return b
            log()
        class State:
            x: merge
    """
    (found,) = cut("State", text).modules.values()
    assert "except ImportError" in found
    assert "from fast import merge" in found
    assert "setup" not in found
    assert "log" not in found


def test_a_call_that_may_do_anything_is_missing() -> None:
    found = cut("State", "import requests\nX = requests.get('u')\nclass State:\n    x: int = X\n")
    assert found.missing == ("case.py:2 runs `requests.get('u')`",)


def test_calls_that_finish_a_definition_stay() -> None:
    text = """
        from pydantic import BaseModel
        class State(BaseModel):
            x: 'Item'
        class Item: pass
        State.model_rebuild()
    """
    (found,) = cut("State", text).modules.values()
    assert found.endswith("State.model_rebuild()\n")


def test_a_nested_definition_is_cut_with_what_it_uses() -> None:
    text = """
        import operator
        from typing import Annotated, TypedDict
        def build(name, size=3):
            print("side effect")
            def merge(a, b):
                return a + b
            class State(TypedDict):
                log: Annotated[list, merge]
            return State
    """
    (found,) = cut("State", text, line=8).modules.values()
    assert found.splitlines() == [
        "from typing import Annotated, TypedDict",
        "def local_8():",
        "",
        "    def merge(a, b):",
        "        return a + b",
        "",
        "    class State(TypedDict):",
        "        log: Annotated[list, merge]",
        "    return State",
        "State_8 = local_8()",
    ]


def test_a_parameter_of_the_code_around_is_missing() -> None:
    found = cut("node", "def build(name):\n    def node(state):\n        return {'a': name}\n", line=2)
    assert found.missing == ("`name` is a parameter of `build`",)


def test_a_local_class_is_missing() -> None:
    found = cut("State", "def build():\n    class State: pass\n")
    assert found.missing == ("`State` is not at the top level of case.py",)
