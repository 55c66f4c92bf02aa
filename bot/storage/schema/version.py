"""Reads the version of a database's schema, and migrates the schema to that of this version of the bot, with Alembic.

The migrations are files of this package, named by their versions. This module reads no configuration file and opens no
connection. It loads Alembic only for a migration, since that takes a seventh of the time of a short command.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from sqlalchemy import inspect, text
from sqlalchemy.engine import Connection

from bot.rows.storage_errors import Incomplete, NewerSchema

if TYPE_CHECKING:
    from alembic.config import Config

_MIGRATIONS: Final = Path(__file__).parents[1] / "migrations"
COPYING: Final = "copying"
"""The stored version of a database while another database is copied into it, so that no process uses it meanwhile."""


def expect_known(connection: Connection) -> None:
    """Makes sure that this version of the bot can use or migrate a database.

    Raises:
        NewerSchema: a newer version of the bot has written the database.
        Incomplete: the database is an incomplete copy of another one.
    """
    for revision in _present_revisions(connection):
        if revision == COPYING:
            raise Incomplete
        if revision not in revisions():
            raise NewerSchema(revision)


def is_current(connection: Connection) -> bool:
    """Whether a database has the schema of this version of the bot, so that it needs no migration."""
    return _present_revisions(connection) == [head()]


def upgrade(connection: Connection, revision: str = "head") -> None:
    """Migrates a database in the connection's transaction. If the schema is current, does nothing.

    Args:
        revision: the version to migrate to. Tests of migrations use an older one.

    Raises:
        NewerSchema: the database has a newer schema than this version of the bot.
    """
    expect_known(connection)
    if not is_current(connection):
        from alembic import command

        config = migration_config()
        config.attributes["connection"] = connection
        command.upgrade(config, revision)


def head() -> str:
    """Returns the newest version of the schema that this version of the bot knows."""
    return revisions()[-1]


@cache
def revisions() -> tuple[str, ...]:
    """Returns the versions of the schema that this version of the bot knows, the newest last."""
    return tuple(sorted(file.name[1:5] for file in (_MIGRATIONS / "versions").glob("v*.py")))


def put(connection: Connection, revision: str) -> None:
    """Stores another version of the schema in a database, without a migration."""
    connection.execute(text("UPDATE alembic_version SET version_num = :revision"), {"revision": revision})


def migration_config() -> Config:
    """Returns the configuration with which Alembic finds the migrations."""
    from alembic.config import Config

    config = Config()
    # Alembic's configuration interpolates percent signs.
    config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config


def _present_revisions(connection: Connection) -> list[str]:
    if not inspect(connection).has_table("alembic_version"):
        return []
    return list(connection.scalars(text("SELECT version_num FROM alembic_version")))
