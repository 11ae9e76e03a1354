"""From facts to a linked program: names, values, channels, updates and graphs. No libcst here."""
