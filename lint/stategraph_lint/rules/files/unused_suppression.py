"""A comment that switches nothing off.

## What it does

Reports each code in a `# noqa: SGL302` or `# stategraph-lint: ignore[SGL302]` comment that switched off no finding,
each code that does not exist, and each comment of ours that cannot be read. A comment of ours without codes is
reported when it switched off nothing at all.

## Why it is bad

The comment hides the next real finding on its line, and tells readers of a defect that is not there. LangGraph knows
nothing of it.

## Example

```python
def write(state: State) -> dict:
    return {"log": ["new"]}  # noqa: SGL302
```

## Use instead

```python
def write(state: State) -> dict:
    return {"log": ["new"]}
```

## What stays silent

A plain `# noqa`, and the codes of other tools; codes of rules that did not run, or are not reported for the file;
comments in strings; files that could not be parsed. A comment that names SGL003 switches off what is said of the
others on its line.

## Fix safety

There is no fix yet.
"""

from stategraph_lint.findings import Severity
from stategraph_lint.rules.base import engine_rule

UNUSED_SUPPRESSION = engine_rule("SGL003", "unused-suppression", Severity.INFO, since="0.1.0", page=__doc__)
