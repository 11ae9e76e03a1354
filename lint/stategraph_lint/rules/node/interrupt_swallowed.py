"""An interrupt whose pause is caught on the way out.

## What it does

Flags a call of `interrupt()`, or of a helper that calls it, in the body of a `try` whose bare `except`,
`except Exception` or `except BaseException` does not raise it again, whose `finally` returns, or in a
`with suppress(Exception)`.

## Why it is bad

`interrupt()` pauses the graph by raising GraphInterrupt, which is an Exception. Whoever catches it lets the run go on
without the human, with the fallback's values.

## Example

```python
def approve(state: State) -> dict:
    try:
        return {"approved": interrupt("ok?")}
    except Exception:
        return {"approved": False}
```

## Use instead

```python
def approve(state: State) -> dict:
    answer = interrupt("ok?")
    try:
        return {"approved": parse(answer)}
    except ValueError:
        return {"approved": False}
```

## What stays silent

Handlers of other exceptions; a handler for GraphInterrupt or GraphBubbleUp before the broad one; handlers that raise
again what they caught, on some path, or hand it to a function that may; interrupts in `else` and in handlers.

## Fix safety

There is no fix.
"""

from __future__ import annotations

from collections.abc import Iterator

from stategraph_lint.findings import Severity
from stategraph_lint.program.catching import swallowing
from stategraph_lint.program.program import Program
from stategraph_lint.program.questions import bodies, symbol
from stategraph_lint.rules.base import Problem, rule


@rule("SGL316", "interrupt-swallowed", Severity.ERROR, since="0.1.0")
def check(program: Program) -> Iterator[Problem]:
    """Report the interrupts that pause nothing."""
    for summary in bodies(program):
        for event in summary.events:
            attempt = swallowing(program.run, event.attempts) if event.kind == "pauses" else None
            if attempt is None:
                continue
            # The call that the statement itself makes, of `interrupt` or of the helper that leads to it.
            place = event.via[attempt.calls] if len(event.via) > attempt.calls else event.place
            yield Problem(
                place,
                "the pause of `interrupt` is caught here, and the run goes on without the human",
                "interrupt raises GraphInterrupt, which is an Exception; call it outside, or raise it again",
                symbol=symbol(summary),
                related=((attempt.frame.place(attempt.node.span), "this statement catches it"),),
            )
