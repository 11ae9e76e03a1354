"""Give each finding a name that stays the same while the code around it moves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

import msgspec

from stategraph_lint.findings import Finding

SourceLine = Callable[[str, int], str]


def with_fingerprints(
    findings: Sequence[Finding], source: SourceLine, path_key: Callable[[str], str]
) -> tuple[Finding, ...]:
    """Give the findings with their fingerprints, in the same order.

    `source` gives a line of a file by the finding's path and line, "" where there is none. `path_key` turns the
    finding's path, which is relative to the working directory, into one that does not depend on it.
    """
    seen: Counter[str] = Counter()
    marked = []
    for finding in findings:
        key = "\0".join(_parts(finding, source, path_key))
        marked.append(msgspec.structs.replace(finding, fingerprint=fingerprint(key, seen[key])))
        seen[key] += 1
    return tuple(marked)


def fingerprint(key: str, ordinal: int) -> str:
    """16 hexadecimal digits for a key and its ordinal among the equal keys of a run."""
    import hashlib

    return hashlib.sha256(f"{key}\0{ordinal}".encode("utf-8", "surrogatepass")).hexdigest()[:16]


def _parts(finding: Finding, source: SourceLine, path_key: Callable[[str], str]) -> tuple[str, ...]:
    """What makes a finding this one: no line number, and the source line without its spaces."""
    line = "".join(source(finding.path, finding.line).split())
    return (finding.code, path_key(finding.path), finding.symbol or "", finding.field or "", line)
