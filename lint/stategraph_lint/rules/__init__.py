"""The rules, one module each, in folders by family: files, schema, reducer, node, superstep."""
