"""Reads the version of a database's schema, and migrates the schema to that of this version of the bot, with Alembic.

The migrations are files of this package. This module reads no configuration file and opens no connection.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import text
from sqlalchemy.engine import Connection

from bot.rows.storage_errors import Incomplete, NewerSchema

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
        if revision not in _known_revisions():
            raise NewerSchema(revision)


def is_current(connection: Connection) -> bool:
    """Whether a database has the schema of this version of the bot, so that it needs no migration."""
    return set(_present_revisions(connection)) == _heads()


def upgrade(connection: Connection, revision: str = "head") -> None:
    """Migrates a database in the connection's transaction. If the schema is current, does nothing.

    Args:
        revision: the version to migrate to. Tests of migrations use an older one.

    Raises:
        NewerSchema: the database has a newer schema than this version of the bot.
    """
    expect_known(connection)
    if not is_current(connection):
        config = _config()
        config.attributes["connection"] = connection
        command.upgrade(config, revision)


def head() -> str:
    """Returns the newest version of the schema that this version of the bot knows."""
    (revision,) = _heads()
    return revision


def put(connection: Connection, revision: str) -> None:
    """Stores another version of the schema in a database, without a migration."""
    connection.execute(text("UPDATE alembic_version SET version_num = :revision"), {"revision": revision})


def _present_revisions(connection: Connection) -> tuple[str, ...]:
    return MigrationContext.configure(connection).get_current_heads()


@cache
def _heads() -> frozenset[str]:
    return frozenset(ScriptDirectory.from_config(_config()).get_heads())


@cache
def _known_revisions() -> frozenset[str]:
    return frozenset(script.revision for script in ScriptDirectory.from_config(_config()).walk_revisions())


def _config() -> Config:
    config = Config()
    # Alembic's configuration interpolates percent signs.
    config.set_main_option("script_location", str(Path(__file__).parents[1] / "migrations").replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config
