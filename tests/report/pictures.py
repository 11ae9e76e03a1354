"""A graph that has every kind of node and edge, with a hostile name."""

from __future__ import annotations

from stategraph_lint.facts.pictures import Picture, PictureChannel, PictureEdge, PictureFinding, PictureNode

HOSTILE = 'docs "]</script><script>alert(1)</script>'

PICTURE = Picture(
    "builder",
    "src/graph.py",
    40,
    "State",
    nodes=(
        PictureNode("__start__", "start"),
        PictureNode("plan", "function", "src/nodes.py", 3, "plan", ("question",), ("plan",)),
        PictureNode("web", "function", "src/nodes.py", 13, "search", ("plan",), ("results",)),
        PictureNode(HOSTILE, "tools", "src/nodes.py", 23, None, ("plan",), ("results",), ("log",)),
        PictureNode("write", "function", "src/nodes.py", 33, "write", ("results",), ("answer",), deferred=True),
        PictureNode("critic", "subgraph"),
        PictureNode("__end__", "end"),
    ),
    edges=(
        PictureEdge("__start__", "plan", "edge"),
        PictureEdge("plan", "web", "router", "search", "src/graph.py", 44),
        PictureEdge("plan", HOSTILE, "router", "", "src/graph.py", 44),
        PictureEdge("web", "write", "join", join=0),
        PictureEdge(HOSTILE, "write", "join", join=0),
        PictureEdge("write", "critic", "send"),
        PictureEdge("critic", "plan", "goto"),
        PictureEdge("critic", "__end__", "edge"),
    ),
    channels=(
        PictureChannel("question", "LastValue"),
        PictureChannel("plan", "LastValue"),
        PictureChannel("results", "LastValue"),
        PictureChannel("log", "BinaryOperatorAggregate", "add"),
        PictureChannel("answer", "LastValue"),
    ),
    findings=(
        PictureFinding(
            "SGL401",
            "error",
            "two nodes write `results` in one super-step",
            "src/state.py",
            9,
            ("web", HOSTILE),
            (("__start__",), ("plan",), (HOSTILE, "web")),
            "results",
        ),
        PictureFinding("SGL304", "warning", "a value is changed", "src/nodes.py", 14, ("critic",), field="plan"),
    ),
    unread=("node 'x': given by the caller",),
)
