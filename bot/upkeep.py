"""The commands that keep a database, beside a bot or without one. Imports no Discord and no network."""

from __future__ import annotations

from pathlib import Path

from bot.audit import verify as audit
from bot.storage import Access, Database

__all__ = ["Stopped", "backup", "health", "migrate", "verify"]

_ALIVE_MS = 90_000


class Stopped(Exception):
    """A reason to stop, in one line for the person at the keyboard."""


async def migrate(address: str) -> int:
    """Brings the database up to date."""
    await (await Database.open_alone(address)).close()
    print("The database is up to date.")
    return 0


async def backup(address: str, file: Path) -> int:
    """Copies the database to a file that is not there yet."""
    async with await Database.open(address, create=False, access=Access.READING) as database:
        await database.backup(file)
    print(f"The database is copied to {_shown(file)}.")
    return 0


async def verify(address: str) -> int:
    """Prints what does not add up; 1 if anything."""
    async with await Database.open(address, create=False, access=Access.READING) as database:
        if not await database.schema_is_current():
            raise Stopped("the database is of an older version; run `python -m bot migrate` first")
        report = await audit(database)
    for fault in report.faults:
        print(fault)
    if report.faults:
        return 1
    print(f"Everything adds up (ledgers: {report.ledgers}, tables: {report.tables}).")
    return 0


async def health(address: str, now: int) -> int:
    """0 if the bot has given a sign of life lately.

    Raises:
        Stopped: it has not.
    """
    async with await Database.open(address, create=False, access=Access.READING) as database:
        beat = await database.heartbeat.last()
    if beat is None or now - beat > _ALIVE_MS:
        raise Stopped("no sign of life in the last minute and a half")
    return 0


def _shown(file: Path) -> str:
    """The name of a file as a terminal can show it, whatever bytes it is made of."""
    return str(file).encode("utf-8", "backslashreplace").decode()
