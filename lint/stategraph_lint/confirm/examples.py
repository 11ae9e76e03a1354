"""Example values of a declared type, as Python source: what a witness puts into a state."""

from __future__ import annotations

from dataclasses import dataclass, field

from stategraph_lint.confirm.script import Needed
from stategraph_lint.facts.libraries import MESSAGE_TYPES
from stategraph_lint.facts.syntax import AnnotatedAssign, FunctionDef
from stategraph_lint.program.classes import mro
from stategraph_lint.program.field_types import bare, without_none
from stategraph_lint.program.interpreter import Interpreter
from stategraph_lint.program.schemas import read_schema
from stategraph_lint.program.types import LiteralType, Plain, Special, Type, Union
from stategraph_lint.program.values import ClassValue, External, FunctionValue, Literal, Unknown

MAX_DEPTH = 4
_BUILT = frozenset({"dataclass", "pydantic", "typeddict"})
_SCALARS = {
    "builtins.int": "{0}",
    "builtins.float": "{0}.5",
    "builtins.bool": "True",
    "builtins.bytes": "b'{1}'",
    "builtins.str": "'{1}'",
    "builtins.complex": "complex({0})",
    "builtins.object": "'{1}'",
    "builtins.None": "None",
    "datetime.datetime": "datetime.datetime(2020, 1, {0})",
    "datetime.date": "datetime.date(2020, 1, {0})",
    "decimal.Decimal": "decimal.Decimal({0})",
    "uuid.UUID": "uuid.UUID(int={0})",
    "pathlib.Path": "pathlib.Path('{1}')",
}
_LISTS = {
    "builtins.list": "[{}]",
    "collections.abc.Sequence": "[{}]",
    "collections.abc.MutableSequence": "[{}]",
    "collections.abc.Iterable": "[{}]",
    "collections.abc.Collection": "[{}]",
    "builtins.set": "{{{}}}",
    "builtins.frozenset": "frozenset({{{}}})",
    "collections.abc.Set": "{{{}}}",
    "collections.deque": "collections.deque([{}])",
}
_MAPPINGS = {
    "builtins.dict": "{{{}: {}}}",
    "collections.abc.Mapping": "{{{}: {}}}",
    "collections.abc.MutableMapping": "{{{}: {}}}",
    "collections.OrderedDict": "collections.OrderedDict({{{}: {}}})",
    "collections.defaultdict": "collections.defaultdict(list, {{{}: {}}})",
    "collections.Counter": "collections.Counter({{{}: {}}})",
}


# Values that no checkpoint takes; each opens, starts or holds nothing.
_HANDLES = {
    "collections.abc.Callable": "(lambda *given: None)",
    "collections.abc.Generator": "(number for number in (1, 2))",
    "collections.abc.Iterator": "iter([1, 2])",
    "collections.abc.KeysView": "{1: 2}.keys()",
    "collections.abc.ValuesView": "{1: 2}.values()",
    "collections.abc.ItemsView": "{1: 2}.items()",
    "builtins.range": "range(2)",
    "builtins.type": "int",
    "builtins.memoryview": "memoryview(b'')",
    "types.ModuleType": "os",
    "types.FunctionType": "(lambda *given: None)",
    "types.GeneratorType": "(number for number in (1, 2))",
    "typing.IO": "open(os.devnull)",
    "typing.TextIO": "open(os.devnull)",
    "typing.BinaryIO": "open(os.devnull, 'rb')",
    "io.TextIOWrapper": "open(os.devnull)",
    "_io.TextIOWrapper": "open(os.devnull)",
    "io.BufferedReader": "open(os.devnull, 'rb')",
    "io.StringIO": "io.StringIO()",
    "io.BytesIO": "io.BytesIO()",
    "threading.Lock": "threading.Lock()",
    "threading.RLock": "threading.RLock()",
    "threading.Thread": "threading.Thread()",
    "threading.Event": "threading.Event()",
    "asyncio.Lock": "asyncio.Lock()",
    "asyncio.Event": "asyncio.Event()",
    "asyncio.Queue": "asyncio.Queue()",
    "queue.Queue": "queue.Queue()",
    "sqlite3.Connection": "sqlite3.connect(':memory:')",
    "logging.Logger": "logging.getLogger('x')",
    "builtins.Exception": "Exception('{1}')",
    "builtins.BaseException": "Exception('{1}')",
    "builtins.ValueError": "ValueError('{1}')",
}


@dataclass
class Examples:
    """Makes values that occur nowhere in the code that is checked, each time another one.

    `needs` and `imports` collect what the values use.
    """

    run: Interpreter
    needs: list[Needed] = field(default_factory=list)
    imports: set[str] = field(default_factory=set)
    count: int = 0

    def of(self, type_: Type, depth: int = 0) -> str | None:
        """Give a value of a type as source text, None where none is known."""
        inner = bare(without_none(type_))
        if depth > MAX_DEPTH:
            return None
        if isinstance(inner, Union):
            return next(filter(None, (self.of(option, depth + 1) for option in inner.options)), None)
        if isinstance(inner, LiteralType):
            values = [value for value in inner.values if isinstance(value, Literal)]
            return repr(values[self.number() % len(values)].value) if values else None
        if isinstance(inner, Special) and inner.name in ("typing.Any", "typing.AnyStr"):
            return f"'seed-{self.number()}'"
        if isinstance(inner, Special) and inner.name.endswith("Callable"):
            return "(lambda *given: None)"
        return self._plain(inner, depth) if isinstance(inner, Plain) else None

    def each(self, type_: Type) -> list[str]:
        """Give a value of each alternative of a type, those that are known."""
        inner = bare(without_none(type_))
        options = inner.options if isinstance(inner, Union) else (inner,)
        return [value for value in map(self.of, options) if value is not None]

    def number(self) -> int:
        """Give a number that was not given before."""
        self.count += 1
        return self.count

    def _plain(self, type_: Plain, depth: int) -> str | None:
        if isinstance(type_.origin, ClassValue):
            return self._instance(type_.origin, depth)
        if not isinstance(type_.origin, External):
            return None
        name = type_.origin.name
        if name in MESSAGE_TYPES:
            number = self.number()
            self.imports.add("from langchain_core.messages import HumanMessage")
            return f"HumanMessage('seed-{number}', id='id-{number}')"
        if name in _SCALARS:
            number = self.number()
            self._import(_SCALARS[name])
            return _SCALARS[name].format(100 + number if "date" not in name else number % 28 + 1, f"seed-{number}")
        if name in _HANDLES:
            modules = ("os", "io", "threading", "asyncio", "queue", "sqlite3", "logging")
            self.imports |= {f"import {module}" for module in modules if f"{module}." in _HANDLES[name]}
            self.imports |= {"import os"} if _HANDLES[name] == "os" else set()
            return _HANDLES[name].replace("{1}", f"seed-{self.number()}")
        arguments = type_.arguments
        if name in _LISTS:
            self._import(_LISTS[name])
            item = self.of(arguments[0], depth + 1) if arguments else f"'seed-{self.number()}'"
            return None if item is None else _LISTS[name].format(item)
        if name == "builtins.tuple":
            return self._tuple(arguments, depth)
        if name in _MAPPINGS:
            self._import(_MAPPINGS[name])
            key = self.of(arguments[0], depth + 1) if arguments else f"'seed-{self.number()}'"
            last = self.of(arguments[1], depth + 1) if len(arguments) > 1 else f"{100 + self.number()}"
            return None if key is None or last is None else _MAPPINGS[name].format(key, last)
        return None

    def _import(self, text: str) -> None:
        module = text.split(".", maxsplit=1)[0]
        if module in ("datetime", "decimal", "uuid", "pathlib", "collections"):
            self.imports.add(f"import {module}")

    def _tuple(self, arguments: tuple[Type, ...], depth: int) -> str | None:
        kept = [argument for argument in arguments if not (isinstance(argument, Special) and argument.name == "...")]
        items = [self.of(argument, depth + 1) for argument in kept]
        known = [item for item in items if item is not None]
        return f"({''.join(f'{item}, ' for item in known)})" if len(known) == len(items) else None

    def _instance(self, cls: ClassValue, depth: int) -> str | None:
        schema = read_schema(self.run, cls)
        if (
            isinstance(schema, Unknown)
            or not schema.complete
            or schema.kind not in ("dataclass", "pydantic", "typeddict")
        ):
            return self._bare(cls)
        parts = []
        for item in schema.fields:
            if item.has_default and schema.kind != "typeddict":
                continue
            value = self.of(item.type, depth + 1)
            if value is None:
                return None
            parts.append(f"{item.name}={value}")
        return f"{self.spelled(cls)}({', '.join(parts)})"

    def _bare(self, cls: ClassValue) -> str:
        """Give a value of a class that is no schema: the first member of an Enum, or what its call gives."""
        bases = {base.name for base in mro(self.run, cls) if isinstance(base, External)}
        if any(base.startswith("enum.") for base in bases):
            return f"next(iter({self.spelled(cls)}))"
        required: list[object] = [
            parameter
            for child in cls.node.body
            if isinstance(child, FunctionDef) and child.name in ("__init__", "__new__")
            for parameter in child.parameters[1:]
            if parameter.default is None and not parameter.kind.startswith("var-")
        ]
        if "typing.NamedTuple" in bases:
            required = [child for child in cls.node.body if isinstance(child, AnnotatedAssign) and child.value is None]
        return f"{self.spelled(cls)}({', '.join(repr(f'seed-{self.number()}') for _ in required)})"

    def spelled(self, cls: ClassValue | FunctionValue) -> str:
        """Give how a witness names a class or function of the project, and ask for it."""
        name = cls.node.name if isinstance(cls, ClassValue) else cls.name
        if cls.frame.kind == "module" and name != "<lambda>":
            need, text = Needed(cls.frame.path, name), name
        elif "<locals>" not in cls.qualname and name != "<lambda>":
            need, text = Needed(cls.frame.path, cls.qualname.split(".")[0]), cls.qualname
        else:
            need = Needed(cls.frame.path, name, cls.place.span.line)
            text = need.bound
        self.needs.append(need)
        return text
