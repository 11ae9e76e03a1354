"""What `inspect.signature` gives for functions of the standard library that are written in C.

Measured on CPython 3.10 to 3.13; a test measures again on the version it runs under. Names of builtins come without
`builtins.`; `name()` stands for an instance. For an entry that is None
`inspect.signature` raises ValueError.
"""

from __future__ import annotations

from typing import Final

# Signatures that every version has alike, with the names that have them.
_STABLE: Final[dict[str | None, str]] = {
    None: (
        "anext bytearray bytes dict dict.pop dict.update dir getattr int iter max min next range slice str str.count "
        "str.endswith str.find str.index str.maketrans str.rfind str.rindex str.startswith super type vars "
        "collections.OrderedDict collections.OrderedDict.update collections.defaultdict "
        "collections.defaultdict.update collections.deque copy.Error functools.reduce itertools.islice "
        "itertools.repeat math.hypot math.log"
    ),
    "()": "globals locals object",
    "(*integers)": "math.gcd math.lcm",
    "(*iterables, key=..., reverse=...)": "heapq.merge",
    "(*maps)": "collections.ChainMap",
    "(a, /)": (
        "operator.__abs__ operator.__index__ operator.__inv__ operator.__invert__ operator.__neg__ operator.__not__ "
        "operator.__pos__ operator.abs operator.index operator.inv operator.invert operator.neg operator.not_ "
        "operator.pos operator.truth"
    ),
    "(a, b, *, rel_tol=..., abs_tol=...)": "math.isclose",
    "(a, b, /)": (
        "operator.__add__ operator.__and__ operator.__concat__ operator.__contains__ operator.__delitem__ "
        "operator.__eq__ operator.__floordiv__ operator.__ge__ operator.__getitem__ operator.__gt__ operator.__iadd__ "
        "operator.__iand__ operator.__iconcat__ operator.__ifloordiv__ operator.__ilshift__ operator.__imatmul__ "
        "operator.__imod__ operator.__imul__ operator.__ior__ operator.__ipow__ operator.__irshift__ "
        "operator.__isub__ operator.__itruediv__ operator.__ixor__ operator.__le__ operator.__lshift__ "
        "operator.__lt__ operator.__matmul__ operator.__mod__ operator.__mul__ operator.__ne__ operator.__or__ "
        "operator.__pow__ operator.__rshift__ operator.__sub__ operator.__truediv__ operator.__xor__ operator.add "
        "operator.and_ operator.concat operator.contains operator.countOf operator.delitem operator.eq "
        "operator.floordiv operator.ge operator.getitem operator.gt operator.iadd operator.iand operator.iconcat "
        "operator.ifloordiv operator.ilshift operator.imatmul operator.imod operator.imul operator.indexOf "
        "operator.ior operator.ipow operator.irshift operator.is_ operator.is_not operator.isub operator.itruediv "
        "operator.ixor operator.le operator.lshift operator.lt operator.matmul operator.mod operator.mul operator.ne "
        "operator.or_ operator.pow operator.rshift operator.sub operator.truediv operator.xor"
    ),
    "(a, b, c, /)": "operator.__setitem__ operator.setitem",
    "(async_iterable, /)": "aiter",
    "(base, exp, mod=...)": "pow",
    "(c, /)": "ord",
    "(cls)": "functools.total_ordering",
    "(cls, class_or_tuple, /)": "issubclass",
    "(data)": "statistics.mean statistics.median statistics.mode",
    "(data, selectors)": "itertools.compress",
    "(dict=..., /, **kwargs)": "collections.UserDict",
    "(fget=..., fset=..., fdel=..., doc=...)": "property",
    "(file, mode=..., buffering=..., encoding=..., errors=..., newline=..., closefd=..., opener=...)": "open",
    "(func)": "functools.cached_property functools.singledispatch functools.singledispatchmethod",
    "(func, /, *args, **keywords)": "functools.partialmethod",
    "(function, iterable, /)": "itertools.filterfalse itertools.starmap",
    "(heap, /)": "heapq.heapify heapq.heappop",
    "(heap, item, /)": "heapq.heappush heapq.heappushpop heapq.heapreplace",
    "(i, /)": "chr",
    "(initlist=...)": "collections.UserList",
    "(iterable, /)": "all any itertools.cycle itertools.pairwise",
    "(iterable, /, *, key=..., reverse=...)": "sorted",
    "(iterable, /, *, start=...)": "math.prod",
    "(iterable, /, start=...)": "sum",
    "(iterable, func=..., *, initial=...)": "itertools.accumulate",
    "(iterable, key=...)": "itertools.groupby",
    "(iterable, n=..., /)": "itertools.tee",
    "(iterable, r)": "itertools.combinations itertools.combinations_with_replacement",
    "(iterable, r=...)": "itertools.permutations",
    "(iterable, start=...)": "enumerate",
    "(iterable, value=..., /)": "dict.fromkeys",
    "(iterable=..., /)": "list tuple",
    "(iterable=..., /, **kwds)": "collections.Counter",
    "(maxsize=..., typed=...)": "functools.lru_cache",
    "(n, /)": "math.isqrt",
    "(n, iterable, key=...)": "heapq.nlargest heapq.nsmallest",
    "(n, k, /)": "math.comb",
    "(n, k=..., /)": "math.perm",
    "(number, /)": "bin hex oct",
    "(number, ndigits=...)": "round",
    "(obj, /)": "ascii callable hash id len repr",
    "(obj, class_or_tuple, /)": "isinstance",
    "(obj, default=..., /)": "operator.length_hint",
    "(obj, name, /)": "delattr hasattr",
    "(obj, name, value, /)": "setattr",
    "(object)": "memoryview",
    "(p, q, /)": "math.dist",
    "(predicate, iterable, /)": "itertools.dropwhile itertools.takewhile",
    "(prompt=..., /)": "input",
    "(real=..., imag=...)": "complex",
    "(self, /)": (
        "dict.__len__ dict.popitem frozenset.__len__ int.as_integer_ratio int.bit_count int.bit_length list.__len__ "
        "list.clear list.copy list.reverse set.__len__ str.__len__ str.capitalize str.casefold str.isalnum "
        "str.isalpha str.isascii str.isdecimal str.isdigit str.isidentifier str.islower str.isnumeric str.isprintable "
        "str.isspace str.istitle str.isupper str.lower str.swapcase str.title str.upper"
    ),
    "(self, /, *, key=..., reverse=...)": "list.sort",
    "(self, /, *args, **kwargs)": "dict.__init__ frozenset.__init__ list.__init__ set.__init__ str.__init__",
    "(self, /, encoding=..., errors=...)": "str.encode",
    "(self, /, keepends=...)": "str.splitlines",
    "(self, /, sep=..., maxsplit=...)": "str.rsplit str.split",
    "(self, /, tabsize=...)": "str.expandtabs",
    "(self, chars=..., /)": "str.lstrip str.rstrip str.strip",
    "(self, index, object, /)": "list.insert",
    "(self, index=..., /)": "list.pop",
    "(self, iterable, /)": "list.extend str.join",
    "(self, iterable=..., /, **kwds)": "collections.Counter.subtract collections.Counter.update",
    "(self, key, /)": "dict.__contains__ list.__contains__ str.__contains__ str.__getitem__",
    "(self, key, default=..., /)": "dict.get dict.setdefault",
    "(self, key, value, /)": "dict.__setitem__ list.__setitem__",
    "(self, object, /)": "list.append",
    "(self, other)": "collections.Counter.__add__ collections.Counter.__or__",
    "(self, prefix, /)": "str.removeprefix",
    "(self, sep, /)": "str.partition str.rpartition",
    "(self, suffix, /)": "str.removesuffix",
    "(self, table, /)": "str.translate",
    "(self, value, /)": (
        "dict.__eq__ dict.__ior__ dict.__or__ dict.__ror__ frozenset.__and__ frozenset.__eq__ frozenset.__or__ "
        "frozenset.__rand__ frozenset.__ror__ frozenset.__sub__ frozenset.__xor__ int.__add__ int.__and__ int.__mul__ "
        "int.__or__ int.__sub__ int.__xor__ list.__add__ list.__eq__ list.__iadd__ list.__mul__ list.count "
        "list.remove set.__and__ set.__eq__ set.__ior__ set.__or__ set.__rand__ set.__ror__ set.__sub__ set.__xor__ "
        "str.__add__ str.__eq__ str.__mul__ tuple.__add__ tuple.__mul__ tuple.count collections.OrderedDict.__or__ "
        "collections.defaultdict.__or__ collections.deque.__add__"
    ),
    "(self, value, start=..., stop=..., /)": "list.index tuple.index",
    "(self, width, /)": "str.zfill",
    "(self, width, fillchar=..., /)": "str.center str.ljust str.rjust",
    "(seq, /)": "math.fsum",
    "(sequence, /)": "reversed",
    "(source, filename, mode, flags=..., dont_inherit=..., optimize=..., *, _feature_version=...)": "compile",
    "(start=..., step=...)": "itertools.count",
    "(typename, field_names, *, rename=..., defaults=..., module=...)": "collections.namedtuple",
    "(user_function, /)": "functools.cache",
    "(value, /)": "collections.deque.__or__",
    "(value, format_spec=..., /)": "format",
    "(wrapped, assigned=..., updated=...)": "functools.wraps",
    "(wrapper, wrapped, assigned=..., updated=...)": "functools.update_wrapper",
    "(x)": "copy.copy",
    "(x, /)": (
        "abs math.acos math.acosh math.asin math.asinh math.atan math.atanh math.ceil math.cos math.cosh math.degrees "
        "math.erf math.erfc math.exp math.expm1 math.fabs math.floor math.frexp math.gamma math.isfinite math.isinf "
        "math.isnan math.lgamma math.log10 math.log1p math.log2 math.modf math.radians math.sin math.sinh math.sqrt "
        "math.tan math.tanh math.trunc math.ulp"
    ),
    "(x, i, /)": "math.ldexp",
    "(x, memo=..., _nil=...)": "copy.deepcopy",
    "(x, y, /)": "divmod math.copysign math.fmod math.pow math.remainder",
    "(x=..., /)": "float",
    "(y, x, /)": "math.atan2",
}

# Signatures by the first version (3.x) that has them, where versions differ.
_CHANGED: Final[dict[tuple[tuple[int, str | None], ...], str]] = {
    ((10, None), (13, "(object=..., /)")): "bool",
    ((10, None), (13, "(*args, **kws)")): "breakpoint",
    ((10, None), (13, "(function, /)")): "classmethod staticmethod",
    ((10, None), (12, "(self, key, /)")): "dict.__getitem__",
    ((10, None), (13, "(self, /)")): (
        "dict.clear dict.copy dict.items dict.keys dict.values frozenset.copy int.conjugate set.clear set.copy set.pop"
    ),
    ((10, "(source, globals=..., locals=..., /)"), (13, "(source, /, globals=..., locals=...)")): "eval",
    (
        (10, "(source, globals=..., locals=..., /)"),
        (11, "(source, globals=..., locals=..., /, *, closure=...)"),
        (13, "(source, /, globals=..., locals=..., *, closure=...)"),
    ): ("exec"),
    ((10, None), (13, "(function, iterable, /)")): "filter",
    ((10, None), (13, "(iterable=..., /)")): "frozenset set",
    ((10, None), (13, "(self, object, /)")): ("frozenset.__contains__ set.__contains__ set.add set.discard set.remove"),
    ((10, None), (13, "(self, /, *others)")): (
        "frozenset.difference frozenset.intersection frozenset.union set.difference set.difference_update "
        "set.intersection set.intersection_update set.union set.update"
    ),
    ((10, None), (13, "(self, other, /)")): (
        "frozenset.isdisjoint frozenset.issubset frozenset.issuperset frozenset.symmetric_difference set.isdisjoint "
        "set.issubset set.issuperset set.symmetric_difference set.symmetric_difference_update"
    ),
    ((10, "(bytes, byteorder, *, signed=...)"), (11, "(bytes, byteorder=..., *, signed=...)")): "int.from_bytes",
    ((12, "(self, /)"),): "int.is_integer",
    (
        (10, "(self, /, length, byteorder, *, signed=...)"),
        (11, "(self, /, length=..., byteorder=..., *, signed=...)"),
    ): ("int.to_bytes"),
    ((10, None), (12, "(self, index, /)")): "list.__getitem__",
    ((10, None), (13, "(function, iterable, /, *iterables)")): "map",
    ((10, None), (11, "(*args, sep=..., end=..., file=..., flush=...)")): "print",
    ((10, None), (13, "(self, /, *args, **kwargs)")): "str.format",
    ((10, None), (13, "(self, mapping, /)")): "str.format_map",
    ((10, "(self, old, new, count=..., /)"), (13, "(self, old, new, /, count=...)")): "str.replace",
    ((10, None), (13, "(*iterables, strict=...)")): "zip",
    ((10, None), (13, "(self, item, /)")): "collections.deque.append collections.deque.appendleft",
    ((10, None), (13, "(self, iterable, /)")): "collections.deque.extend collections.deque.extendleft",
    ((13, "(obj, /, **changes)"),): "copy.replace",
    ((10, None), (12, "(mycmp)")): "functools.cmp_to_key",
    ((10, None), (13, "(func, /, *args, **keywords)")): "functools.partial",
    ((12, "(iterable, n)"), (13, "(iterable, n, *, strict=...)")): "itertools.batched",
    ((10, None), (13, "(*iterables)")): "itertools.chain",
    ((10, None), (13, "(*iterables, repeat=...)")): "itertools.product",
    ((10, None), (13, "(*iterables, fillvalue=...)")): "itertools.zip_longest",
    ((11, "(x, /)"),): "math.cbrt math.exp2",
    ((10, "(x, /)"), (11, "(n, /)")): "math.factorial",
    ((13, "(x, y, z, /)"),): "math.fma",
    ((10, "(x, y, /)"), (12, "(x, y, /, *, steps=...)")): "math.nextafter",
    ((12, "(p, q, /)"),): "math.sumprod",
    ((11, "(obj, /, *args, **kwargs)"),): "operator.__call__ operator.call",
    ((10, None), (12, "(attr, /, *attrs)")): "operator.attrgetter",
    ((10, None), (13, "(obj, /)")): "operator.attrgetter() operator.itemgetter() operator.methodcaller()",
    ((10, None), (12, "(item, /, *items)")): "operator.itemgetter",
    ((10, None), (12, "(name, /, *args, **kwargs)")): "operator.methodcaller",
    ((10, "(data)"), (11, "(data, weights=...)")): "statistics.fmean",
}


def _table() -> dict[str, tuple[tuple[int, str | None], ...]]:
    table: dict[str, tuple[tuple[int, str | None], ...]] = {}
    for text, names in _STABLE.items():
        table.update(dict.fromkeys(names.split(), ((10, text),)))
    for steps, names in _CHANGED.items():
        table.update(dict.fromkeys(names.split(), steps))
    return table


BUILTIN_SIGNATURES: Final = _table()
MEASURED: Final = 13


def builtin_signature(name: str, target: tuple[int, int]) -> str | bool | None:
    """Give the signature of a function of the standard library as text, None where it has none.

    False where it cannot be told: for an unknown name, and for a missing signature in a version later than those
    measured, which may have brought one.
    """
    steps = BUILTIN_SIGNATURES.get(name.removeprefix("builtins."))
    known = [text for first, text in steps or () if first <= target[1]]
    if not known or (known[-1] is None and target[1] > MEASURED):
        return False
    return known[-1]
