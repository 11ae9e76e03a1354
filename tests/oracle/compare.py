"""Hold what the analyzer says against what the library does."""

from __future__ import annotations

from tests.oracle.real import Field, Outcome

# Forms whose outcome only running code can tell: the start value is what a constructor of the project does.
UNKNOWABLE_START = frozenset({"type: own class whose init raises"})


def differences(real: Outcome, ours: Outcome, forms: frozenset[str] = frozenset()) -> list[str]:
    """Name every way in which ours differs from the real outcome; none where they agree."""
    if _kind(real.error) != _kind(ours.error):
        return [f"StateGraph raises {real.error}, ours {ours.error}"]
    if real.error and not real.fields:
        return []
    if list(real.fields) != list(ours.fields):
        return [f"the fields are {list(real.fields)}, ours {list(ours.fields)}"]
    lenient = bool(forms & UNKNOWABLE_START)
    return [
        f"{name} is {kept}, ours {ours.fields[name]}"
        for name, kept in real.fields.items()
        if not _agrees(kept, ours.fields[name], lenient=lenient)
    ]


def _agrees(real: Field, ours: Field, *, lenient: bool) -> bool:
    """Whether two fields are the same; a lenient comparison lets ours leave a start value open."""
    if real.error or ours.error:
        return _kind(real.error) == _kind(ours.error)
    if real.channel == "managed":
        return ours.channel == "managed"
    start = real.start == ours.start or (lenient and ours.start is None)
    # The reducer of a `DeltaChannel` takes a batch of writes: the table may name it or not.
    reducer = real.reducer == ours.reducer or real.channel == "DeltaChannel"
    return start and reducer and real.channel == ours.channel


def _kind(error: str | None) -> str | None:
    """Give the exception's name."""
    return error.partition(":")[0] if error else None
