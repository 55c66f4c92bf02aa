"""Chooses the kind of database (SQLite or PostgreSQL) by its address.

This module knows no table of the database and no rule of the game.
"""

from __future__ import annotations

from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from bot.rows.storage_errors import BadAddress
from bot.storage.backends.base import Backend, ProcessAccess
from bot.storage.backends.sqlite import SqliteBackend


def choose(address: str, *, create: bool, access: ProcessAccess) -> Backend:
    """Returns the backend for the database at an address. Opens nothing.

    Args:
        address: a file's path, `sqlite:///path` or `postgresql://user@host/name`.
        create: whether the backend creates a missing file.
        access: how this process and other processes may use the database at the same time.

    Raises:
        BadAddress: the bot cannot use a database at this address.
    """
    if "://" not in address:
        return SqliteBackend(address, create=create, access=access)
    try:
        url = make_url(address)
    except (ArgumentError, ValueError):
        # Not chained: the address may hold a password.
        raise BadAddress("the address of the database cannot be read as a path or a URL") from None
    match url.drivername:
        case "sqlite" | "sqlite+aiosqlite" | "sqlite+pysqlite":
            if url.host or url.query:
                raise BadAddress("an SQLite address is sqlite:///PATH, without host and options")
            return SqliteBackend(url.database or "", create=create, access=access)
        case "postgres" | "postgresql" | "postgresql+asyncpg":
            return _postgres(url, access)
        case other:
            raise BadAddress(f"no database of kind {other!r} can serve: use a file path or postgresql://")


def _postgres(url: URL, access: ProcessAccess) -> Backend:
    try:
        # Imported only here, because it needs packages that SQLite does without.
        from bot.storage.backends.postgres import PostgresBackend

        return PostgresBackend(url, access)
    except ImportError:
        raise BadAddress("PostgreSQL needs the packages asyncpg and greenlet, which are not installed") from None
