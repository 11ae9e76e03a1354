"""What the names of `typing` stand for at run time, and which outside names are certain to be classes."""

from __future__ import annotations

import sys
from typing import Final

from stategraph_lint.facts.builtin_signatures import BUILTIN_SIGNATURES

ANNOTATED: Final = "typing.Annotated"
OPTIONAL: Final = "typing.Optional"
UNION: Final = "typing.Union"
LITERAL: Final = "typing.Literal"
CALLABLE: Final = "typing.Callable"
INIT_VAR: Final = "dataclasses.InitVar"

# Qualifiers by their canonical name.
QUALIFIERS: Final = {
    "typing.Required": "Required",
    "typing.NotRequired": "NotRequired",
    "typing.ReadOnly": "ReadOnly",
    "typing.ClassVar": "ClassVar",
    "typing.Final": "Final",
    INIT_VAR: "InitVar",
}

# `typing.get_origin` of the generic aliases.
ORIGINS: Final = {
    "typing.List": "builtins.list",
    "typing.Dict": "builtins.dict",
    "typing.Set": "builtins.set",
    "typing.FrozenSet": "builtins.frozenset",
    "typing.Tuple": "builtins.tuple",
    "typing.Type": "builtins.type",
    "typing.Deque": "collections.deque",
    "typing.DefaultDict": "collections.defaultdict",
    "typing.OrderedDict": "collections.OrderedDict",
    "typing.Counter": "collections.Counter",
    "typing.ChainMap": "collections.ChainMap",
    "typing.AbstractSet": "collections.abc.Set",
    "typing.ContextManager": "contextlib.AbstractContextManager",
    "typing.AsyncContextManager": "contextlib.AbstractAsyncContextManager",
    "typing.Pattern": "re.Pattern",
    "typing.Match": "re.Match",
    "typing.Text": "builtins.str",
    **{
        f"typing.{name}": f"collections.abc.{name}"
        for name in (
            "AsyncGenerator AsyncIterable AsyncIterator Awaitable Collection Container Coroutine Generator Hashable "
            "ItemsView Iterable Iterator KeysView Mapping MappingView MutableMapping MutableSequence MutableSet "
            "Reversible Sequence Sized ValuesView"
        ).split()
    },
}

# Forms of typing that are no class.
SPECIAL: Final = frozenset(
    f"typing.{name}"
    for name in (
        "Any AnyStr Callable Concatenate Final ClassVar Literal LiteralString Never NoReturn Optional Self TypeAlias "
        "TypeGuard TypeIs Union Unpack Required NotRequired ReadOnly Annotated Generic Protocol"
    ).split()
)

# What `from typing import *`, `from operator import *` and kin bring, beside what is known of LangGraph.
STAR_EXPORTS: Final = frozenset(
    (
        *ORIGINS,
        *SPECIAL,
        "typing.NamedTuple",
        "typing.NewType",
        "typing.ParamSpec",
        "typing.TYPE_CHECKING",
        "typing.TypeAliasType",
        "typing.TypeVar",
        "typing.TypedDict",
        "typing_extensions.TypedDict",
        "typing.cast",
        "typing.deprecated",
        "typing.final",
        "typing.overload",
        "typing.override",
        "typing.runtime_checkable",
        "dataclasses.dataclass",
        "dataclasses.field",
        *(name for name in BUILTIN_SIGNATURES if name.startswith(("operator.", "functools.", "itertools."))),
    )
)

# Packages whose capitalized names are classes: anything else from outside may be an alias with a reducer in it.
CLASS_PACKAGES: Final = frozenset(sys.stdlib_module_names) | frozenset(
    (
        "PIL aiohttp anthropic bs4 chromadb faiss fastapi google httpx jinja2 langchain langchain_anthropic "
        "langchain_chroma langchain_classic langchain_community langchain_core langchain_experimental "
        "langchain_google_genai langchain_openai langchain_text_splitters langgraph langsmith matplotlib networkx "
        "numpy openai pandas playwright polars psycopg pydantic pymongo redis requests scipy selenium sklearn "
        "sqlalchemy tavily tiktoken torch transformers"
    ).split()
)


def is_class_name(name: str) -> bool:
    """Tell whether an outside name is certain to be a class."""
    package, short = name.partition(".")[0], name.rpartition(".")[2]
    if package == "builtins" or name in ORIGINS.values():
        return True
    known = package in CLASS_PACKAGES and name not in SPECIAL
    return known and (short[:1].isupper() or package in sys.stdlib_module_names)
