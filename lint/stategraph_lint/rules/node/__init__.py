"""Rules about what nodes return and do (SGL3xx)."""
