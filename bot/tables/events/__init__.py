"""The entries of the log of a table."""
