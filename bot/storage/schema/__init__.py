"""The tables of the database, and their version."""
