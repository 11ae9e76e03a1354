"""Rules about schemas and the channels they become (SGL1xx)."""
