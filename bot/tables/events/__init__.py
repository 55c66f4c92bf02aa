"""The events of tables: each is an entry in the log of a table."""
