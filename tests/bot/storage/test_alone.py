"""One process at a time on a database file, readers next to it, and no access for other users of the machine."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from bot.rows.storage_errors import InUse, StorageError, Unavailable
from bot.storage import Database, ProcessAccess
from tests.bot.storage.making import opened, row_of, step
from tests.bot.storage.test_opening import content_of, look_into, names_in
from tests.support.database import open_database

ROOT = Path(__file__).parents[3]
POSIX = pytest.mark.skipif(os.name != "posix", reason="modes and signals are POSIX's")
HOLDER = """
import asyncio, sys
from bot.storage import ProcessAccess, Database

async def main():
    database = await Database.open(sys.argv[1], access=ProcessAccess.ALONE)
    await database.migrate()
    await database.heartbeat.put(7)
    print("here", flush=True)
    await asyncio.to_thread(sys.stdin.read)

asyncio.run(main())
"""


@contextmanager
def held(path: Path) -> Iterator[subprocess.Popen[str]]:
    """Runs another process on the database."""
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "here\n"
        try:
            yield process
        finally:
            process.kill()


async def test_a_second_process_on_the_same_file_is_refused_in_one_line(path: Path, tmp_path: Path) -> None:
    link = tmp_path / "other name.sqlite3"
    with held(path):
        link.symlink_to(path)
        for name in (path, link):
            with pytest.raises(InUse) as refused:
                await Database.open(str(name), access=ProcessAccess.ALONE)
            assert path.name in str(refused.value)
            assert "\n" not in str(refused.value)


async def test_readers_come_and_go_beside_the_process_that_runs(path: Path, tmp_path: Path) -> None:
    with held(path):
        async with await Database.open(str(path), access=ProcessAccess.READING) as reader:
            assert await reader.schema_is_current()
            assert await reader.heartbeat.last_beat() == 7
            await reader.backup(tmp_path / "copy.sqlite3")
        with pytest.raises(InUse):
            await Database.open(str(path), access=ProcessAccess.ALONE)
    with look_into(tmp_path / "copy.sqlite3") as copy:
        assert copy.execute("SELECT at FROM heartbeat").fetchall() == [(7,)]


@POSIX
async def test_after_a_kill_the_next_process_may_run(path: Path) -> None:
    with held(path) as process:
        process.kill()
        process.wait()
        async with await Database.open(str(path), access=ProcessAccess.ALONE) as database:
            assert await database.heartbeat.last_beat() == 7


async def test_the_end_of_a_process_and_an_opening_that_fails_let_go_of_the_file(path: Path) -> None:
    async with await Database.open(str(path), access=ProcessAccess.ALONE) as database:
        with pytest.raises(InUse):
            await Database.open(str(path), access=ProcessAccess.ALONE)
        await database.migrate()
    with look_into(path) as connection:
        connection.execute("PRAGMA application_id=77")
    with pytest.raises(StorageError):
        await Database.open(str(path), access=ProcessAccess.ALONE)
    with look_into(path) as connection:
        connection.execute("PRAGMA application_id=0x45434152")
    async with await Database.open(str(path), access=ProcessAccess.ALONE) as database:
        assert await database.schema_is_current()


async def test_a_reader_cannot_write(path: Path) -> None:
    async with await open_database(path) as database:
        async with await Database.open(str(path), access=ProcessAccess.READING) as reader:
            with pytest.raises(Unavailable):
                await reader.heartbeat.put(7)
        assert await database.heartbeat.last_beat() is None


@POSIX
async def test_database_log_lock_and_backup_are_for_their_owner_alone(path: Path, tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        async with await Database.open(str(path), access=ProcessAccess.ALONE) as database:
            await database.migrate()
            await database.backup(tmp_path / "copy.sqlite3")
            modes = {name: mode_of(tmp_path / name) for name in names_in(tmp_path)}
    finally:
        os.umask(before)
    names = ["", "-shm", "-wal", ".lock"]
    assert modes == {"copy.sqlite3": 0o600} | {f"{path.name}{name}": 0o600 for name in names}


@POSIX
async def test_a_database_that_others_could_read_is_taken_from_them_at_the_next_start(path: Path) -> None:
    async with await open_database(path):
        left = {path.with_name(path.name + name) for name in ("", "-wal", "-shm")}
        for file in left:
            file.chmod(0o644)
        async with await Database.open(str(path)):
            assert {mode_of(file) for file in left} == {0o600}


async def test_a_backup_of_a_database_at_rest_leaves_its_folder_as_it_was(path: Path, tmp_path: Path) -> None:
    await (await open_database(path)).close()
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    before = content_and_time_of(path)
    async with await Database.open(str(path), create=False, access=ProcessAccess.READING) as reader:
        await reader.backup(folder / "copy.sqlite3")
    assert names_in(folder) == ["copy.sqlite3"]
    assert content_and_time_of(path) == before


async def test_a_backup_beside_a_running_bot_writes_neither_to_the_file_nor_to_its_log(
    path: Path, tmp_path: Path
) -> None:
    async with await open_database(path) as database:
        row = await opened(database)
        await database.tables.commit(step(row))
        files = (path, path.with_name(path.name + "-wal"))
        before = [content_and_time_of(file) for file in files]
        async with await Database.open(str(path), create=False, access=ProcessAccess.READING) as reader:
            await reader.backup(tmp_path / "copy.sqlite3")
        assert [content_and_time_of(file) for file in files] == before
    async with await Database.open(str(tmp_path / "copy.sqlite3")) as copy:
        assert (await row_of(copy, row.id)).version == 2


async def test_a_backup_of_what_a_crash_left_in_the_log_holds_it(path: Path, tmp_path: Path) -> None:
    with held(path) as process:
        process.kill()
    assert content_of(path.with_name(path.name + "-wal"))
    before = content_of(path)
    async with await Database.open(str(path), create=False, access=ProcessAccess.READING) as reader:
        await reader.backup(tmp_path / "copy.sqlite3")
    assert content_of(path) == before
    with look_into(tmp_path / "copy.sqlite3") as copy:
        assert copy.execute("SELECT at FROM heartbeat").fetchall() == [(7,)]


def mode_of(file: Path) -> int:
    """Returns the file's permissions to read and write."""
    return stat.S_IMODE(file.stat().st_mode)


def content_and_time_of(file: Path) -> tuple[bytes, int]:
    """The content of a file, and when it was last written."""
    return content_of(file), file.stat().st_mtime_ns
