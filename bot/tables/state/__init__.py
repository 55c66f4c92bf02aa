"""The state of a table, and its changes by events."""
