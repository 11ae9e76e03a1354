"""Pieces of source text that know which top-level statements they need and which forms they show."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class Piece:
    """An expression as source text.

    `needs` are the top-level statements that must stand before it, in order; two pieces that share a statement spell
    it alike. `forms` are the names of the forms it shows.
    """

    code: str
    needs: tuple[str, ...] = ()
    forms: frozenset[str] = frozenset()


def piece(form: str, code: str, *needs: str) -> Piece:
    """Give a piece that shows one form."""
    return Piece(code, needs, frozenset({form}))


def fill(template: str, *parts: Piece, form: str = "", needs: tuple[str, ...] = ()) -> Piece:
    """Put pieces into the `{}` of a template: the result needs and shows what its parts do, and the form."""
    code = template.format(*(part.code for part in parts))
    needed = (*needs, *(need for part in parts for need in part.needs))
    shown = frozenset[str]().union(*(part.forms for part in parts))
    return Piece(code, needed, shown | {form} if form else shown)


def forms_of(pieces: Iterable[Piece]) -> frozenset[str]:
    """Give all forms that some pieces show."""
    return frozenset[str]().union(*(part.forms for part in pieces))


def statements(needs: Iterable[str]) -> list[str]:
    """Give each statement once: the imports first, the others in the order of their first use."""
    unique = list(dict.fromkeys(needs))
    imports = [need for need in unique if need.startswith(("import ", "from "))]
    return imports + [need for need in unique if need not in imports]
