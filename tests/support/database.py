"""Databases for tests: real files, whose schema is made once in each process and copied."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from bot.storage import Database

_schema: bytes | None = None


async def open_database(path: Path) -> Database:
    """Opens and migrates the database at `path`, as the bot does; a new one is a copy of one that was migrated."""
    if _schema is None:
        with TemporaryDirectory() as folder:
            empty = Path(folder, "empty.sqlite3")
            async with await Database.open(str(empty)) as database:
                await database.migrate()
            _keep(empty)
    is_new = _begin(path)
    opened = await Database.open(str(path))
    if not is_new:
        await opened.migrate()
    return opened


def _keep(empty: Path) -> None:
    global _schema
    _schema = empty.read_bytes()


def _begin(path: Path) -> bool:
    """Puts the copy where there is no file; returns whether it did."""
    if _schema is None or path.exists():
        return False
    path.write_bytes(_schema)
    return True
