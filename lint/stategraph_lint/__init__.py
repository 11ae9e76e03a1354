"""stategraph-lint: find what a LangGraph state will lose, double or corrupt, before anything runs."""

__version__ = "0.1.0"
