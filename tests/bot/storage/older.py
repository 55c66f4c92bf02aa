"""Databases as older versions of the bot left them."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from sqlalchemy import create_engine

from bot.storage.backends.sqlite_file import APPLICATION_ID
from bot.storage.schema import version as schema_version


def as_of(revision: str, path: Path) -> None:
    """Changes the file to an older schema, with only the rows and columns that the older one knows."""
    new = path.with_suffix(".new")
    path.rename(new)
    engine = create_engine(f"sqlite:///{path}")
    with engine.begin() as connection:
        schema_version.upgrade(connection, revision)
    engine.dispose()
    with closing(sqlite3.connect(path)) as connection:
        guards = connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for name, _ in guards:
            connection.execute(f"DROP TRIGGER {name}")
        connection.execute("ATTACH ? AS new", (str(new),))
        names = connection.execute(
            "SELECT name FROM main.sqlite_master WHERE type = 'table' AND name NOT LIKE 'alembic%'"
        )
        for (name,) in names.fetchall():
            now = {row[1] for row in connection.execute(f"PRAGMA new.table_info({name})")}
            then = [row[1] for row in connection.execute(f"PRAGMA main.table_info({name})")]
            columns = ", ".join(column for column in then if column in now)
            connection.execute(f"DELETE FROM main.{name}")
            connection.execute(f"INSERT INTO main.{name} ({columns}) SELECT {columns} FROM new.{name}")
        for _, statement in guards:
            connection.execute(statement)
        connection.execute(f"PRAGMA application_id={APPLICATION_ID}")
        connection.commit()
