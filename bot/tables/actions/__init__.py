"""Use cases of a table, by subject."""
