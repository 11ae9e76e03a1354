"""Which comments switched off which findings, and which did nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Literal, NamedTuple

from stategraph_lint.option_values import closest, closest_code
from stategraph_lint.suppressions import Directive, Entry, Suppressions

CODE = "SGL003"
_PREFIX = "SGL"
_EMPTY = "this comment names no code, and switches nothing off"
_MALFORMED = "this comment cannot be read, and switches nothing off; write `# stategraph-lint: ignore[CODE] reason`"

Read = Callable[[str], Suppressions]
Ran = Callable[[str, str], bool]


class Host(NamedTuple):
    """What the host does itself.

    `noqa` is `applied` where the engine is to heed `# noqa`, `left` where the host does it after the engine, and `off`
    where nobody does. `reports` tells whether the host would show a code in the file with this absolute path.
    """

    noqa: Literal["applied", "left", "off"] = "applied"
    reports: Callable[[str, Path], bool] = lambda _code, _path: True


class Unused(NamedTuple):
    """A part of a comment that does nothing: its place, and what is wrong with it."""

    line: int
    column: int
    length: int
    message: str


class Ledger:
    """Keeps account of the comments of one run.

    `read` gives the suppressions of a file; `codes` gives the slug of each code there is; `ran` tells whether a rule,
    by its code, ran and was reported for a file.
    """

    def __init__(self, host: Host, read: Read, codes: dict[str, str], ran: Ran) -> None:
        self._host = host
        self._read = read
        self._codes = codes
        self._ran = ran
        self._files: dict[str, Suppressions] = {}
        self._used: set[tuple[str, Entry]] = set()

    def drops(self, path: str, code: str, line: int) -> bool:
        """Whether a comment switches off a finding; the comments that do are remembered."""
        return self._drops(path, code, line, None)

    def _drops(self, path: str, code: str, line: int, but: Entry | None) -> bool:
        dropped = False
        for directive, entry in self.of(path).fitting(code, line):
            if entry is not but:
                self._used.add((path, entry))
                dropped = dropped or directive.kind == "own" or self._host.noqa == "applied"
        return dropped

    def of(self, path: str) -> Suppressions:
        """Give the suppressions of a file."""
        if path not in self._files:
            self._files[path] = self._read(path)
        return self._files[path]

    def unused(self, path: str) -> Iterator[Unused]:
        """Give what did nothing in a file, once all other findings of the run went through `drops`.

        A comment may name the code of this very rule: it then switches off what is said of others.
        """
        waiting: list[tuple[Directive, Entry]] = []
        for directive in self.of(path).directives:
            if not directive.comment:
                continue
            if not directive.entries:
                yield from self._told(path, directive, None, _EMPTY if not directive.malformed else _MALFORMED)
            for entry in directive.entries:
                if entry.fits(CODE):
                    waiting.append((directive, entry))
                else:
                    yield from self._told(path, directive, entry, self._judged(path, directive, entry))
        for directive, entry in waiting:
            yield from self._told(path, directive, entry, self._judged(path, directive, entry))

    def _told(self, path: str, directive: Directive, entry: Entry | None, message: str | None) -> Iterator[Unused]:
        place = entry or directive
        if message is not None and not self._drops(path, CODE, place.line, entry):
            yield Unused(place.line, place.column, place.length, message)

    def _judged(self, path: str, directive: Directive, entry: Entry) -> str | None:
        """Say what is wrong with an entry; None where nothing is, or where it cannot be told."""
        code = entry.code
        if (path, entry) in self._used:
            return None
        if directive.kind == "noqa" and (code is None or not code.upper().startswith(_PREFIX)):
            return None  # that is for other tools to judge
        meant = [known for known in self._codes if entry.fits(known)]
        if not meant:
            return f"`{code}` is no code of stategraph-lint{self._meant(code or '')}"
        if not all(self._ran(known, path) for known in meant):
            return None
        what = f"`{code}`" if code is not None else "this comment"
        if directive.kind == "own" and directive.alone and directive.last:
            return f"{what} switches nothing off: on a line of its own, it holds for no code"
        where = "here" if directive.last else "in this file"
        return f"{what} switches nothing off: there is no such finding {where}"

    def _meant(self, code: str) -> str:
        by_name = {**{known: known for known in self._codes}, **{slug: known for known, slug in self._codes.items()}}
        near = closest_code(code, self._codes) or closest(code.lower(), by_name)
        return f"; did you mean `{by_name[near]}`?" if near else ""
