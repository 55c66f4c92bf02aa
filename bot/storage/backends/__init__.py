"""The kinds of database that the bot can use: a SQLite file, or a PostgreSQL server."""
