"""The state of a table, and how an event changes it."""
