"""Scheduled backups: made when due, limited in number, and never half made. The test sets the time."""

from __future__ import annotations

import asyncio
import math
import os
import random
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest

from bot.audit import verify
from bot.backups import BackupFolder, Backups, Drill
from bot.people.person import Person
from bot.people.service import open_people
from bot.rows.outages import Outage
from bot.storage import Database, Pending, restore
from bot.tables.actions import seating
from bot.tables.service import Limits, open_tables
from bot.tables.terms import Terms
from tests.bot.storage.older import as_of
from tests.bot.storage.test_alone import mode_of
from tests.support.database import open_database

HOUR_MS = 3_600_000
ROOT = Path(__file__).parents[2]
ROOT_ONLY = pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root may become another user: rights were NOT tried"
)
AS_ANOTHER = """
import os, sys
from pathlib import Path
from bot.backups import BackupFolder

folder = Path(sys.argv[1])
os.chdir(folder)
os.setgid(54322)
os.setuid(54321)
print(BackupFolder(Path(), "room", ".sqlite3").obstacle(0))
"""


class Time:
    """The test's clock: 2027-01-15 08:00 UTC."""

    now = 1_800_000_000_000

    def __call__(self) -> int:
        return self.now


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    async with await open_database(tmp_path / "room.sqlite3") as opened:
        yield opened


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "backups").mkdir()
    return tmp_path / "backups"


def backups(database: Database, folder: Path, time: Time) -> Backups:
    place = BackupFolder(folder, "room", ".sqlite3")
    return Backups(database.backup, database.size, time, place, hours=6, keep=2)


def names_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


async def test_a_backup_is_made_when_it_is_due_and_the_last_ones_stay(database: Database, folder: Path) -> None:
    time = Time()
    (folder / "room-of-mine.sqlite3").write_text("not ours")
    schedule = backups(database, folder, time)
    for _ in range(4):
        assert schedule.wait_ms() == 0
        await database.heartbeat.put(time.now)
        assert await schedule.make()
        time.now += HOUR_MS
        # Another process, after a restart, goes by the files.
        schedule = backups(database, folder, time)
        assert schedule.wait_ms() == 5 * HOUR_MS
        time.now += 5 * HOUR_MS
    assert names_in(folder) == [
        "room-20270115T200000Z.sqlite3",
        "room-20270116T020000Z.sqlite3",
        "room-of-mine.sqlite3",
    ]
    with closing(sqlite3.connect(folder / "room-20270116T020000Z.sqlite3")) as copy:
        assert copy.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert copy.execute("SELECT at FROM heartbeat").fetchall() == [(time.now - 6 * HOUR_MS,)]


@pytest.mark.expects_log("bot.backups", "^no backup can be made: the folder '.*/not mounted' does not exist: mount")
async def test_a_failure_is_logged_with_its_remedy_and_tried_again_within_an_hour(
    database: Database, tmp_path: Path
) -> None:
    time, away = Time(), tmp_path / "not mounted"
    schedule = backups(database, away, time)
    assert not await schedule.make()
    assert "not mounted" in schedule.report().obstacle
    assert schedule.wait_ms() == HOUR_MS
    assert not away.exists(), "where a disk is not mounted, nothing is made in its place"
    away.mkdir()
    time.now += HOUR_MS
    assert schedule.wait_ms() == 0
    assert await schedule.make()
    assert schedule.wait_ms() == 6 * HOUR_MS
    assert schedule.report().obstacle == ""


@pytest.mark.expects_log("bot.backups", "^no backup can be made: .* is no folder: set ECARTE_BACKUP_FOLDER")
async def test_a_file_in_the_place_of_the_folder_is_said(database: Database, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert not await backups(database, tmp_path / "file", Time()).check()


@pytest.mark.expects_log("bot.backups", "^no backup can be made: the disk of .* has [0-9]+ MB left.*: make room")
async def test_a_disk_without_room_for_a_copy_is_said_before_it_is_filled(database: Database, folder: Path) -> None:
    async def size() -> int:
        return 2**60

    schedule = Backups(database.backup, size, Time(), BackupFolder(folder, "room", ".sqlite3"), hours=6, keep=2)
    assert not await schedule.make()
    assert names_in(folder) == []


@ROOT_ONLY
def test_a_folder_that_the_bot_cannot_write_to_is_said(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    done = subprocess.run(
        [sys.executable, "-c", AS_ANOTHER, str(tmp_path)], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("the bot's user (user 54321) cannot write to the folder ")
    assert "ReadWritePaths" in done.stdout


async def test_a_folder_beside_the_database_is_made_and_no_other(database: Database, tmp_path: Path) -> None:
    """Elsewhere a disk may not be mounted."""
    beside, elsewhere = tmp_path / "backups", tmp_path / "disk" / "backups"
    elsewhere.parent.mkdir()
    for folder in (beside, elsewhere):
        BackupFolder(folder, "room", ".sqlite3").make(tmp_path)
    assert (mode_of(beside), elsewhere.exists()) == (0o700, False)


async def test_the_report_says_how_old_and_how_large_the_newest_backup_is(database: Database, folder: Path) -> None:
    time = Time()
    schedule = backups(database, folder, time)
    assert (schedule.report().age_s, str(schedule.report())) == (math.inf, "none")
    assert await schedule.make()
    time.now += 50 * HOUR_MS
    report = schedule.report()
    assert (report.age_s, report.drill_age_s) == (50 * 3_600, math.inf)
    assert report.size == (folder / "room-20270115T080000Z.sqlite3").stat().st_size
    assert str(report) == f"2 days old, {report.size / 2**20:.1f} MB"
    BackupFolder(folder, "room", ".sqlite3").note_drill(
        Drill(time.now - HOUR_MS, "room-20270115T080000Z.sqlite3", True)
    )
    assert str(schedule.report()).endswith("; drill passed 1 h ago")


@pytest.mark.parametrize("schema", ["", "0014"], ids=["now", "as an earlier release left it"])
async def test_backups_restorations_and_verify_go_on_while_time_is_owed(tmp_path: Path, schema: str) -> None:
    """In the quick suite, which runs on the SQLite of each Debian: that of Debian 12 took owed time for damage."""
    path, folder, time = tmp_path / "room.sqlite3", tmp_path / "backups", Time()
    folder.mkdir()
    async with await open_database(path) as opened:
        people = open_people(opened, time)
        tables = open_tables(
            opened,
            people,
            now=time,
            rng=random.Random(1),
            limits=Limits(live=1, correspondence=1, challenge_ms=HOUR_MS),
        )
        await seating.challenge(tables, 11, 22, Person(101, "Alice"), None, Terms())
        await opened.recovery.add_outage(Outage(time.now - 60_000, time.now))
        assert (await verify(opened)).faults == ()
    if schema:
        as_of(schema, path)
    async with await Database.open(str(path)) as opened:
        assert await backups(opened, folder, time).make()
        await opened.backup(folder / "by-hand.sqlite3")
    for number, copy in enumerate(sorted(names_in(folder))):
        await restore(str(path), folder / copy, time.now + number * 1_000)
        async with await Database.open(str(path)) as opened:
            await opened.migrate()
            report = await verify(opened)
        assert (report.faults, report.pending) == ((), Pending(owed=1))


async def test_what_a_kill_has_left_of_a_backup_is_removed_and_counts_for_none(
    database: Database, folder: Path
) -> None:
    for left in ("room-20270115T070000Z.sqlite3", "room-20270115T070000Z.sqlite3.x8_1a"):
        (folder / left).write_text("" if left.endswith("3") else "half")
    schedule = backups(database, folder, Time())
    assert schedule.wait_ms() == 0
    assert await schedule.make()
    assert names_in(folder) == ["room-20270115T080000Z.sqlite3"]


async def test_a_backup_of_a_date_to_come_is_said_does_not_count_and_is_left_alone(
    database: Database, folder: Path
) -> None:
    time = Time()
    assert await backups(database, folder, time).make()
    time.now -= 1_000 * HOUR_MS
    schedule = backups(database, folder, time)
    assert schedule.wait_ms() == 0, "it ends no backups"
    assert not math.isfinite(schedule.report().age_s)
    for _ in range(3):
        assert await schedule.make()
        time.now += 6 * HOUR_MS
    assert names_in(folder) == [
        "room-20261204T220000Z.sqlite3",
        "room-20261205T040000Z.sqlite3",
        "room-20270115T080000Z.sqlite3",
    ]
    assert schedule.wait_ms() == 0
    assert str(schedule.report()).startswith("6 h old")
    assert "move it out of the folder" in str(schedule.report())


async def test_a_clock_that_is_set_back_a_little_makes_no_backup_doubtful(database: Database, folder: Path) -> None:
    time = Time()
    schedule = backups(database, folder, time)
    assert await schedule.make()
    time.now -= HOUR_MS
    assert schedule.wait_ms() == 6 * HOUR_MS
    assert schedule.report().obstacle == ""


@pytest.mark.expects_log("bot.backups", r"room-20280115T080000Z\.sqlite3: of a date to come")
async def test_the_schedule_makes_the_first_one_at_once_and_ends_when_it_is_stopped(
    database: Database, folder: Path
) -> None:
    made = asyncio.Event()

    async def backup(target: Path) -> None:
        await database.backup(target)
        made.set()

    place = BackupFolder(folder, "room", ".sqlite3")
    schedule = Backups(backup, database.size, Time(), place, hours=6, keep=2)
    known = asyncio.Event()
    (folder / "room-20280115T080000Z.sqlite3").write_text("of a wrong clock")
    task = asyncio.create_task(schedule.run(known))
    known.set()
    await made.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert names_in(folder) == ["room-20270115T080000Z.sqlite3", "room-20280115T080000Z.sqlite3"]


async def test_a_process_whose_neighbour_makes_the_backups_makes_none(database: Database, folder: Path) -> None:
    asked, known = asyncio.Event(), asyncio.Event()

    def is_ours() -> bool:
        asked.set()
        return False

    place = BackupFolder(folder, "room", ".sqlite3")
    schedule = Backups(database.backup, database.size, Time(), place, hours=6, keep=2, is_ours=is_ours)
    task = asyncio.create_task(schedule.run(known))
    known.set()
    await asked.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert names_in(folder) == []


async def test_a_backup_that_is_given_up_leaves_nothing_and_holds_nothing_up(database: Database, folder: Path) -> None:
    await database.connections.write(
        lambda connection: connection.exec_driver_sql(
            "INSERT INTO players (user_id, name) WITH RECURSIVE it(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM it"
            " WHERE n < 200000) SELECT n, hex(randomblob(50)) FROM it"
        )
    )
    task = asyncio.create_task(database.backup(folder / "copy.sqlite3"))
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await asyncio.get_running_loop().shutdown_default_executor()
    assert names_in(folder) == []
