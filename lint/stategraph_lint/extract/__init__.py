"""From bytes to facts: decode, locate the statements, read their slices."""
