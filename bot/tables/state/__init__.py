"""The state of a table, and how events change it."""
