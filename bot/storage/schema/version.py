"""Which schema a database has, and how it is brought up to ours: Alembic, driven from here. Knows no rule of the game.

The migrations are files of this package; no configuration file is read and no connection opened here.
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
"""The version of a database into which another is being copied."""


def expect_known(connection: Connection) -> None:
    """Makes sure that no newer version of the bot has written this database.

    Raises:
        NewerSchema: one has.
        Incomplete: it was being copied, and is not whole.
    """
    for revision in _present_revisions(connection):
        if revision == COPYING:
            raise Incomplete
        if revision not in _known_revisions():
            raise NewerSchema(revision)


def is_current(connection: Connection) -> bool:
    """Whether nothing has to be migrated."""
    return set(_present_revisions(connection)) == _heads()


def upgrade(connection: Connection, revision: str = "head") -> None:
    """Brings the schema up to ours, in the transaction of the connection; does nothing where it is so already.

    Args:
        revision: an older one of ours, for tests of the migrations.

    Raises:
        NewerSchema: the schema is ahead of ours.
    """
    expect_known(connection)
    if not is_current(connection):
        config = _config()
        config.attributes["connection"] = connection
        command.upgrade(config, revision)


def head() -> str:
    """Returns our version."""
    (revision,) = _heads()
    return revision


def put(connection: Connection, revision: str) -> None:
    """Writes another version down, without a migration."""
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
    # The value goes through an interpolation that takes a percent sign for its own.
    config.set_main_option("script_location", str(Path(__file__).parents[1] / "migrations").replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config
