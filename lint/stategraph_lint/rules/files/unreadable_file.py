"""A file cannot be read.

## What it does

Reports a file that cannot be decoded or opened, that vanished during the run, that is larger than `max-file-size`, or
that is nested so deeply that no parser takes it.

## Why it is bad

Nothing in the file can be checked. The exit code of the run is 2.

## Example

A file that says `# -*- coding: ascii -*-` and holds other letters.

## Use instead

Save the file as UTF-8, or exclude it.

## What stays silent

Files that have nothing to do with LangGraph and are not named singly.

## Fix safety

There is no fix.
"""

from stategraph_lint.findings import Severity
from stategraph_lint.rules.base import engine_rule

UNREADABLE_FILE = engine_rule("SGL002", "unreadable-file", Severity.ERROR, since="0.1.0", page=__doc__)
