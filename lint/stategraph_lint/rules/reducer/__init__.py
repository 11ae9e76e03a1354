"""Rules about reducer bodies (SGL2xx)."""
