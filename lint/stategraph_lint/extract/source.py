"""Decode a file the way Python does, and know its lines."""

from __future__ import annotations

import io
import re
import tokenize
from dataclasses import dataclass
from functools import cached_property

_LINE_END = re.compile(r"\r\n|\r|\n")


class Unreadable(Exception):
    """The bytes cannot be read as Python text; the message says why, `line` where (1-based)."""

    def __init__(self, message: str, line: int = 1) -> None:
        super().__init__(message)
        self.line = line


@dataclass(frozen=True)
class Source:
    """The decoded text of one file, without BOM and with its own newlines."""

    text: str

    @classmethod
    def decode(cls, data: bytes) -> Source:
        """Decode by BOM and coding line, UTF-8 by default.

        Raises Unreadable when the bytes do not fit, or hold a NUL.
        """
        try:
            encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
            text = data.decode(encoding)
        except (SyntaxError, LookupError) as error:
            raise Unreadable(f"unknown or contradictory encoding: {error}") from None
        except UnicodeDecodeError as error:
            line = data.count(b"\n", 0, error.start) + 1
            byte = f"byte {data[error.start]:#04x} at offset {error.start}"
            raise Unreadable(f"not {error.encoding}: {byte}", line) from None
        except UnicodeError as error:
            raise Unreadable(f"cannot be decoded as {encoding}: {error}") from None
        if "\0" in text:
            raise Unreadable("holds a NUL character", text.count("\n", 0, text.index("\0")) + 1)
        return cls(text.removeprefix("\ufeff"))

    @cached_property
    def lines(self) -> tuple[str, ...]:
        r"""The lines without their ends; lines end at \n, \r\n and \r only, as for Python."""
        return tuple(_LINE_END.split(self.text))

    @cached_property
    def starts(self) -> tuple[int, ...]:
        """The offset of each line's first character."""
        return (0, *(match.end() for match in _LINE_END.finditer(self.text)))
