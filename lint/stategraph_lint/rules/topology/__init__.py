"""Rules about super-steps and the topology of graphs."""
