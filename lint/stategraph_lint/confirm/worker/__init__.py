"""What runs in the other process. It needs the standard library and langgraph, and nothing of ours around it."""
