"""Super-steps: which nodes run together, as a formal model of LangGraph's Pregel loop (see docs/supersteps.md).

Nothing here knows code, schemas or findings: `model` is the transition system, `explore` walks all of it, `pairs` and
`witness` answer for graphs too large for that.
"""
