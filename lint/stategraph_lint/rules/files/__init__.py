"""Rules about the files themselves (SGL0xx)."""
