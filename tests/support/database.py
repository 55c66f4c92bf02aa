"""Databases for tests: real files, whose schema is made once in each process and copied."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from bot.storage import Database

_schema: bytes | None = None


async def open_database(path: Path) -> Database:
    """Opens and migrates the database at `path`, as the bot does; a new one begins as a copy of an empty one."""
    if _schema is None:
        with TemporaryDirectory() as folder:
            empty = Path(folder, "empty.sqlite3")
            async with await Database.open(str(empty)) as database:
                await database.migrate()
            _keep(empty)
    _begin(path)
    opened = await Database.open(str(path))
    await opened.migrate()
    return opened


def _keep(empty: Path) -> None:
    global _schema
    _schema = empty.read_bytes()


def _begin(path: Path) -> None:
    if _schema is not None and not path.exists():
        path.write_bytes(_schema)
