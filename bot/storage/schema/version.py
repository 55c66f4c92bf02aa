"""Reads the version of a database's schema, and migrates it to ours with Alembic. Knows no rule of the game.

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
"""The version of a database while another one is copied into it."""


def expect_known(connection: Connection) -> None:
    """Makes sure that no newer version of the bot has written this database.

    Raises:
        NewerSchema: a newer version of the bot has written it.
        Incomplete: the database is an incomplete copy.
    """
    for revision in _present_revisions(connection):
        if revision == COPYING:
            raise Incomplete
        if revision not in _known_revisions():
            raise NewerSchema(revision)


def is_current(connection: Connection) -> bool:
    """Whether the schema is ours, so that no migration is needed."""
    return set(_present_revisions(connection)) == _heads()


def upgrade(connection: Connection, revision: str = "head") -> None:
    """Migrates the schema to ours, in the transaction of the connection. Does nothing if the schema is current.

    Args:
        revision: an older revision of ours, for tests of the migrations.

    Raises:
        NewerSchema: the schema is ahead of ours.
    """
    expect_known(connection)
    if not is_current(connection):
        config = _config()
        config.attributes["connection"] = connection
        command.upgrade(config, revision)


def head() -> str:
    """Returns the revision of our schema."""
    (revision,) = _heads()
    return revision


def put(connection: Connection, revision: str) -> None:
    """Stores another version, without a migration."""
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
