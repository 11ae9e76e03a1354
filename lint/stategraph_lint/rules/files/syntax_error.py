"""A file cannot be parsed.

## What it does

Reports a file that passes the byte test (or is named on the command line) and that Python's grammar refuses: a syntax
error, Python 2, merge markers, a template. The file gives one finding and the run goes on.

## Why it is bad

Nothing in the file can be checked. The exit code of the run is 2.

## Example

```python
def node(state):
    return {"total": 1
```

## Use instead

```python
def node(state):
    return {"total": 1}
```

## What stays silent

Files that have nothing to do with LangGraph and are not named singly; syntax that is newer than the running
interpreter. Under flake8, which reports E999 itself, this rule is silent.

## Fix safety

There is no fix.
"""

from stategraph_lint.findings import Severity
from stategraph_lint.rules.base import engine_rule

SYNTAX_ERROR = engine_rule("SGL001", "syntax-error", Severity.ERROR, since="0.1.0", page=__doc__)
