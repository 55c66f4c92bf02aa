"""The commands that maintain a database, such as backup and restore. Imports no Discord and no network."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict
from datetime import UTC, datetime
from http import HTTPStatus
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import TYPE_CHECKING

from bot.backups import BackupFolder, Drill
from bot.config import Address, Settings
from bot.places import why_passing
from bot.ranking.rating_model import ALL_SERVERS, scope_name
from bot.rows.storage_errors import InUse, StorageError
from bot.storage import Database, Holdings, Lost, ProcessAccess, Restored, copy_names, lost_between, restored_beside
from bot.storage import copy_database as copy_rows
from bot.storage import restore as restore_copy

if TYPE_CHECKING:
    from bot.audit import Report

_ALIVE_MS = 90_000
_DAY_MS = 86_400_000
_MEGABYTE = 2**20
_PATIENCE_S = 10
_OLDER = "the database is of an older version; run `python -m bot migrate` first"


class Stopped(Exception):
    """A command cannot go on. The text says why, in one line for the person who runs it."""


async def migrate(address: str) -> int:
    """Brings the schema of the database up to date with this release."""
    await (await Database.open_alone(address)).close()
    print("The database is up to date.")
    return 0


async def backup(address: str, file: Path) -> int:
    """Copies the database to a new file.

    Raises:
        Stopped: the file would be deleted when this command ends, or is missing after it was written.
        StorageError: the database cannot be read, or the file cannot be written.
    """
    expect_lasting(file)
    async with await Database.open(address, create=False, access=ProcessAccess.READING) as database:
        await database.backup(file)
    expect_there(file)
    print(f"The database is copied to {_printable_path(file)}.")
    return 0


def expect_lasting(file: Path) -> None:
    """Raises an error if a file would be deleted when the command that writes it ends.

    Raises:
        Stopped: the file would not last.
    """
    if why := why_passing(file):
        raise Stopped(
            f"{_printable_path(file)} would be gone after this command: {why}. Name a place that the bot keeps"
        )


def expect_there(file: Path) -> None:
    """Raises an error if a file that was written does not exist.

    Raises:
        Stopped: the file does not exist.
    """
    if not file.is_file():
        raise Stopped(f"{_printable_path(file)} was written, and is not there")


async def restore(address: str, file: Path, now: int, *, new: bool = False, journal: str = "") -> int:
    """Replaces the database by a backup. Prints the file and the time of the backup, and what is lost.

    Args:
        new: whether the address may have no database yet.
        journal: the path of the file that records erasures. Empty for the file next to the database.
    """
    for line in _account(await restore_copy(address, file, now, new=new, journal=journal)):
        print(line)
    return 0


async def rebuild_ratings(address: str) -> int:
    """Computes the ratings in every server again from its rated games, in the order in which they were played.

    Prints the number of games.

    Raises:
        Stopped: a bot runs on the database, or its schema is older.
    """
    try:
        database = await Database.open(address, create=False, access=ProcessAccess.ALONE)
    except InUse:
        raise Stopped("ratings are rebuilt while no bot runs: stop it first") from None
    async with database:
        if not await database.schema_is_current():
            raise Stopped(_OLDER)
        servers = await database.ratings.servers()
        for guild_id in servers:
            print(f"{scope_name(guild_id)}: {await database.ratings.rebuild(guild_id)} rated games")
    print(f"The ratings of {len(set(servers) - {ALL_SERVERS})} servers are rebuilt.")
    return 0


async def compact(address: str) -> int:
    """Compacts the database, so that its unused space is free on the disk again. Prints the size before and after.

    Raises:
        Stopped: a bot runs on the database.
        StorageError: the disk has no room for a second copy of the database, or the database cannot be used.
    """
    try:
        database = await Database.open(address, create=False, access=ProcessAccess.ALONE)
    except InUse:
        raise Stopped("a database is compacted while no bot runs: stop it first") from None
    async with database:
        before = await database.size()
        await database.compact()
        after = await database.size()
    print(f"The database takes {after / _MEGABYTE:.1f} MB; before, it took {before / _MEGABYTE:.1f}.")
    return 0


async def drill(settings: Settings, now: int) -> int:
    """Tries whether the newest scheduled backup can be used, and prints the result.

    Restores the backup into a temporary database, audits that database and removes it. Prints, too, which newer data
    would be lost if the backup took the place of the bot's database. Stores the result in the folder of the backups,
    where the running bot reads it. The result of a failed restoration is stored, too.

    Returns:
        0 if the audit finds no fault, otherwise 1.

    Raises:
        Stopped: no folder for backups is set, or there is no backup in it.
        StorageError: the backup cannot be restored.
    """
    if not settings.backup_folder:
        raise Stopped("ECARTE_BACKUP_FOLDER is not set: there are no scheduled backups to try")
    folder, _ = backup_folder(settings)
    copies = await asyncio.to_thread(folder.copies, now)
    if not copies:
        raise Stopped(f"there is no backup in {settings.backup_folder!r}")
    copy = copies[-1]
    print(f"The newest backup is {_printable_path(copy.path)}, made at {_date(copy.at)}.")
    passed = False
    try:
        async with (
            restored_beside(settings.database, copy.path, now) as address,
            await Database.open(address) as restored,
        ):
            await restored.migrate()
            held = await restored.holdings()
            report = await _audit(restored, address)
        for line in _lines(report):
            print(line)
        print(await _loss(settings.database, held))
        passed = not report.faults
    finally:
        # If the folder cannot be written to, that is why the drill has failed.
        with suppress(OSError):
            await asyncio.to_thread(folder.note_drill, Drill(now, copy.path.name, passed))
    print("The drill passed: it was restored, audited and removed again." if passed else "The drill failed.")
    return 0 if passed else 1


async def _loss(address: str, held: Holdings) -> str:
    """Returns what a restoration would lose, in one sentence."""
    try:
        async with await Database.open(address, create=False, access=ProcessAccess.READING) as database:
            lost = lost_between(await database.holdings(), held)
    except StorageError as error:
        return f"The database cannot be read, so what a restoration would lose cannot be said: {error}."
    since = "no bot has run on this copy yet" if held.at is None else f"last sign of life {_date(held.at)}"
    return f"A restoration would go back to this copy ({since}) and lose {_losses(lost)}."


def _losses(lost: Lost) -> str:
    return (
        f"{_count(lost.events, 'event')} (moves, bets, deals) at {_count(lost.tables, 'table')}, "
        f"{lost.opened} of them opened since; {_count(lost.games, 'finished game')}"
    )


async def copy_database(source: str, target: str) -> int:
    """Copies a database to an empty one, perhaps from SQLite to PostgreSQL or back, and audits both.

    Returns 1 if one of them has a fault, otherwise 0.

    Raises:
        Stopped: the source has an older schema, or the target would be deleted when this command ends.
    """
    if "://" not in target:
        expect_lasting(Path(target))
    async with (
        await Database.open(source, create=False, access=ProcessAccess.ALONE) as old,
        await Database.open_alone(target) as new,
    ):
        if not await old.schema_is_current():
            raise Stopped(_OLDER)
        copied = await copy_rows(old, new, _rows_progress)
        before = await _audit(old, source)
        after = await _audit(new, target)
    for table in copied:
        print(f"{table.name}: {_count(table.rows, 'row')}, {table.digest}")
    print(f"All of it is there: {_count(sum(table.rows for table in copied), 'row')}, the same on both sides.")
    for line in _lines(after):
        print(line)
    if before.faults != after.faults:
        print(f"The source has {_count(len(before.faults), 'fault')}, the copy {len(after.faults)}: keep the source.")
    return 1 if before.faults or after.faults else 0


def _rows_progress(table: str, rows: int) -> None:
    if sys.stderr.isatty():
        print(f"\r{table}: {_count(rows, 'row')}\033[K", end="", file=sys.stderr, flush=True)


def _account(restored: Restored) -> Iterator[str]:
    if restored.at is None:
        yield f"{_printable_path(restored.path)} is restored; no bot has run on this copy yet."
    else:
        at = _date(restored.at)
        yield f"{_printable_path(restored.path)} is restored: it is back at {at}, the last sign of life in this copy."
    if restored.erasures:
        yield f"People erased since then: {restored.erasures}. The next start erases them again."
    if restored.kept_as is None:
        return
    if restored.lost is None:
        yield "The replaced database cannot be read: what is lost since then cannot be said."
    elif not restored.lost.events:
        yield "No move, bet or game is lost."
    else:
        yield f"Lost since then: {_losses(restored.lost)}."
    yield f"The replaced database is kept as {_printable_path(restored.kept_as)}. To go back to it, restore that file."


async def verify(address: str, now: int, *, since: int | None = None, as_json: bool = False) -> int:
    """Audits the database and prints its faults. Returns 1 if there is one, otherwise 0.

    Args:
        since: a moment in epoch milliseconds. Only tables that changed then or later are audited. None for all tables.
        as_json: whether to print the result as one JSON object.
    """
    async with await Database.open(address, create=False, access=ProcessAccess.READING) as database:
        if not await database.schema_is_current():
            raise Stopped(_OLDER)
        report = await _audit(database, address, since)
    if as_json:
        print(json.dumps({"at": now, "since": since, "ok": not report.faults, **asdict(report)}, ensure_ascii=False))
    else:
        for line in _lines(report):
            print(line)
    return 1 if report.faults else 0


async def _audit(database: Database, address: str, since: int | None = None) -> Report:
    # Imported here, because it loads the tables and the library: half the time of the health check, which runs often.
    from bot.audit import verify as audit

    return await audit(database, since=since, address=address, processes=_cores(), progress=_progress)


def _lines(report: Report) -> Iterator[str]:
    for lost in report.put_aside:
        chips = "its chips stay frozen" if lost.frozen else "its chips went back"
        yield f"table {lost.table_id}: put aside {_date(lost.at)}, its log could not be read ({lost.reason}); {chips}"
    for fault in report.faults:
        yield str(fault)
    if pending := list(_pending_lines(report)):
        yield f"Pending, and no fault: {'; '.join(pending)}."
    if not report.faults:
        yield f"Everything adds up (ledgers: {report.ledgers}, tables: {report.tables})."


def _pending_lines(report: Report) -> Iterator[str]:
    pending = report.pending
    if pending is None:
        return
    if pending.owed:
        yield f"{_count(pending.owed, 'table')} with time owed for outages"
    if pending.erasures:
        yield f"{_count(pending.erasures, 'erasure')} under way"
    if pending.departures:
        yield f"{_count(pending.departures, 'server')} left, with data kept for a time"
    if pending.kept:
        unknown = f" ({pending.unknown} by a key that is not here)" if pending.unknown else ""
        yield f"marks of {_count(pending.kept, 'erased account')}{unknown}"


def _cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _progress(done: int, all_tables: int) -> None:
    """Shows progress to a person at a terminal: the log of another program needs no such lines."""
    if sys.stderr.isatty():
        print(f"\r{done} of {all_tables} tables", end="" if done < all_tables else "\n", file=sys.stderr, flush=True)


def backup_folder(settings: Settings) -> tuple[BackupFolder, Path | None]:
    """Returns the folder of the scheduled backups, and the folder of the database.

    The second is None if the database is on a server.

    Raises:
        BadAddress: the address of the database cannot be used here.
    """
    name, suffix, database_folder, program = copy_names(settings.database)
    return BackupFolder(Path(settings.backup_folder), name, suffix, program), database_folder


async def health(settings: Settings, now: int) -> int:
    """Checks whether a bot runs and is well. Returns 0 if so.

    If the settings name an address for metrics, asks the bot there. Otherwise looks for a recent sign of life in the
    database. Also prints what the owner should know about the clock, the backups and people who are due to be erased.
    A bot whose backups fail still counts as healthy.

    Raises:
        Stopped: the bot is not well, or none runs.
    """
    if settings.metrics is not None:
        print(_ask_health(settings.metrics))
        return 0
    async with await Database.open(settings.database, create=False, access=ProcessAccess.READING) as database:
        beat, size = await database.heartbeat.last_beat(), await database.size()
        is_current = await database.schema_is_current()
        off_ms = await database.heartbeat.clock_off_ms() if is_current else 0
        days = settings.keep_people_days
        unseen = await database.retention.unseen(beat - days * _DAY_MS, beat) if is_current and beat and days else None
    # The machine's clock may have been corrected since.
    age_ms = None if beat is None else min(now - beat, now - off_ms - beat, key=abs)
    if beat is None or age_ms is None or age_ms > _ALIVE_MS:
        raise Stopped("no sign of life in the last minute and a half")
    if age_ms < -_ALIVE_MS:
        raise Stopped(f"this machine's clock is behind the last sign of life, which is of {_date(beat)}: set the clock")
    if off_ms:
        print(f"clock: it is {_span(abs(off_ms))} {'ahead of' if off_ms > 0 else 'behind'} Discord's; set it")
    if unseen is not None and unseen.are_too_many:
        print(f"sweep: {unseen}")
    if settings.backup_folder:
        folder, _ = backup_folder(settings)
        print(f"backup: {folder.report(now, folder.obstacle(size))}")
    return 0


def _ask_health(monitor: Address) -> str:
    """Returns the report of a healthy bot in one line. Raises `Stopped` with that of an ill one."""
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(monitor.host, monitor.host)
    connection = HTTPConnection(host, monitor.port, timeout=_PATIENCE_S)
    try:
        connection.request("GET", "/health")
        answer = connection.getresponse()
        report = json.loads(answer.read())
    except (OSError, HTTPException, ValueError) as error:
        raise Stopped(f"the bot does not answer at {monitor.host}:{monitor.port} ({type(error).__name__})") from None
    finally:
        connection.close()
    backup = f"; backup: {report['backup']}" if report.get("backup") else ""
    clock = f"; clock: {report['clock']}" if report.get("clock") else ""
    sweep = f"; sweep: {report['sweep']}" if report.get("sweep") else ""
    line = f"database: {report['database']}; gateway: {report['gateway']}{clock}{sweep}{backup}"
    if answer.status != HTTPStatus.OK:
        raise Stopped(line)
    return line


def _printable_path(file: Path) -> str:
    """Returns the whole path of a file in printable characters."""
    return str(file.absolute()).encode("utf-8", "backslashreplace").decode()


def _date(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%d %H:%M UTC")


def _span(milliseconds: int) -> str:
    minutes = round(milliseconds / 60_000)
    if minutes < 120:
        return _count(minutes, "minute")
    return _count(round(minutes / 60), "hour") if minutes < 48 * 60 else _count(round(minutes / 1440), "day")


def _count(number: int, what: str) -> str:
    return f"{number} {what}" + ("" if number == 1 else "s")
