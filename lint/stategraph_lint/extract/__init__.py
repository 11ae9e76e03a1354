"""From bytes to facts: decode, locate the statements with ast, read their slices with libcst."""
