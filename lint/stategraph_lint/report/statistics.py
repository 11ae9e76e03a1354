"""How much a run could see, as a table for people."""

from __future__ import annotations

from stategraph_lint.findings import Statistics

_MOST_REASONS = 20


def render(statistics: Statistics) -> str:
    """Give the counts, the share of what was seen, what is missing by reason, and the findings by code."""
    lines = [f"{'graphs':<22}{statistics.graphs:>8,}"]
    pairs = {
        "schemas resolved": statistics.schemas,
        "nodes resolved": statistics.nodes,
        "updates fully known": statistics.updates,
    }
    lines += [f"{name:<22}{seen:>8,} of {every:,}{_share(seen, every)}" for name, (seen, every) in pairs.items()]
    if statistics.reasons:
        lines += ["", "not seen, by reason:"]
        lines += [f"{number:>8,}  {reason}" for reason, number in statistics.reasons[:_MOST_REASONS]]
        rest = sum(number for _, number in statistics.reasons[_MOST_REASONS:])
        lines += [f"{rest:>8,}  other reasons"] if rest else []
    if statistics.codes:
        lines += ["", "findings by code:"]
        lines += [f"{number:>8,}  {code}" for code, number in statistics.codes]
    return "".join(f"{line}\n" for line in lines)


def _share(seen: int, every: int) -> str:
    return f" ({seen / every:.1%})" if every else ""
