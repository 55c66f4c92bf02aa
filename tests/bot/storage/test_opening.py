"""Opening, backing up and closing a database, and files that are no database of the bot. Real
files; no power is cut.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from bot.rows.storage_errors import (
    BackupRefused,
    BadAddress,
    Closed,
    ForeignDatabase,
    Missing,
    NewerSchema,
    StorageError,
    Unavailable,
)
from bot.storage import Database
from tests.bot.storage.making import ALICE, opened, step
from tests.support.database import open_database
from tests.support.patience import PATIENCE_S
from tests.support.postgres import MISSING


@pytest.mark.parametrize("form", ["{}", "sqlite:///{}", "sqlite+aiosqlite:///{}", "sqlite+pysqlite:///{}"])
async def test_a_file_may_be_named_by_path_or_by_url(path: Path, form: str) -> None:
    async with await Database.open(form.format(path)) as database:
        await database.migrate()
        assert await database.schema_is_current()
    assert names_in(path.parent) == [path.name]


async def test_a_path_may_hold_signs_that_urls_and_ini_files_take_for_their_own(tmp_path: Path) -> None:
    folder = tmp_path / "50% # ?écarté"
    folder.mkdir()
    async with await Database.open(str(folder / "a%20b?c.sqlite3")) as database:
        await database.migrate()
        await database.backup(folder / "copy %(here)s.sqlite3")
    assert names_in(folder) == ["a%20b?c.sqlite3", "copy %(here)s.sqlite3"]


@pytest.mark.parametrize(
    "address",
    [
        "",
        ":memory:",
        "sqlite://",
        "sqlite:///:memory:",
        "sqlite+aiosqlite://",
        "sqlite+aiosqlite:///file:x?mode=memory&uri=true",
        "file::memory:?cache=shared",
        "sqlite://host/path",
        "mysql://user:secret@host/name",
        "://secret",
        "no such thing://secret@",
    ],
)
async def test_an_address_that_cannot_serve_is_refused_in_one_line_without_its_secrets(address: str) -> None:
    with pytest.raises(BadAddress) as refused:
        await Database.open(address)
    assert "\n" not in str(refused.value)
    assert "secret" not in str(refused.value)


async def test_a_server_without_its_driver_is_refused_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    with pytest.raises(BadAddress, match="asyncpg") as refused:
        await Database.open("postgresql://user:secret@host/name")
    assert "secret" not in str(refused.value)


@pytest.mark.skipif(bool(MISSING), reason=MISSING)
async def test_a_server_that_does_not_answer_is_unavailable() -> None:
    with pytest.raises(Unavailable) as refused:
        await Database.open("postgresql://user:secret@127.0.0.1:1/name")
    assert "secret" not in str(refused.value)


async def test_a_missing_file_is_made_only_where_it_is_wanted(path: Path) -> None:
    with pytest.raises(Missing):
        await Database.open(str(path), create=False)
    assert names_in(path.parent) == []
    await (await Database.open(str(path))).close()
    await (await Database.open(str(path), create=False)).close()


@pytest.mark.parametrize("content", [b"this is no database, and longer than a header of one" * 40, b"short"])
async def test_a_file_that_is_no_database_is_left_as_it_is(path: Path, content: bytes) -> None:
    rewrite(path, content)
    with pytest.raises(ForeignDatabase):
        await Database.open(str(path))
    assert content_of(path) == content


@pytest.mark.parametrize("mark", [0, 77])
async def test_the_database_of_another_program_is_left_as_it_is(path: Path, mark: int) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA application_id={mark}")
        connection.execute("CREATE TABLE theirs (x)")
    before = content_of(path)
    with pytest.raises(ForeignDatabase):
        await Database.open(str(path))
    assert content_of(path) == before


async def test_a_database_of_a_newer_release_is_refused(address: str) -> None:
    async with await Database.open(address) as database:
        await database.migrate()
        await database.connections.write(
            lambda connection: connection.exec_driver_sql("UPDATE alembic_version SET version_num = 'future'")
        )
        with pytest.raises(NewerSchema):
            await database.migrate()
    with pytest.raises(NewerSchema) as refused:
        await Database.open(address)
    assert refused.value.revision == "future"


async def test_a_place_that_cannot_be_written_is_reported_at_the_opening(tmp_path: Path) -> None:
    for nowhere in (tmp_path, tmp_path / "no such folder" / "house.sqlite3"):
        with pytest.raises(Unavailable):
            await Database.open(str(nowhere))


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
async def test_a_file_that_may_only_be_read_is_reported_at_the_opening(path: Path) -> None:
    await (await Database.open(str(path))).close()
    os.chmod(path, 0o400)
    with pytest.raises(Unavailable):
        await Database.open(str(path))


async def test_the_schema_is_current_once_it_is_migrated(address: str) -> None:
    database = await Database.open(address)
    assert not await database.schema_is_current()
    await database.migrate()
    assert await database.schema_is_current()
    await database.close()


async def test_after_closing_nothing_is_asked_any_more(database: Database) -> None:
    await database.close()
    await database.close()
    with pytest.raises(Closed):
        await database.heartbeat.last_beat()
    with pytest.raises(Closed):
        await database.heartbeat.put(1)


async def test_closing_waits_for_what_is_under_way(database: Database, migrated: str) -> None:
    row = await opened(database)
    writing = [asyncio.create_task(database.people.put_names({ALICE + n: str(n)})) for n in range(20)]
    committing = asyncio.create_task(database.tables.commit(step(row)))
    await asyncio.sleep(0)
    await database.close()
    assert committing.done()
    assert await committing == 2
    # Queries from before the end were answered. A reader that asks again after it learns that it is over.
    ends = await asyncio.gather(*writing, return_exceptions=True)
    assert all(end is None or isinstance(end, Closed) for end in ends)
    async with await Database.open(migrated) as again:
        assert (await again.tables.load(row.id) or (None, ()))[1][-1].seq == 2


@pytest.mark.parametrize("closing", ["await database.close()", "pass"])
def test_the_process_ends_even_if_the_database_was_not_closed(path: Path, closing: str) -> None:
    program = f"""
import asyncio
from bot.storage import Database

async def main():
    database = await Database.open({str(path)!r})
    await database.migrate()
    await database.heartbeat.put(7)
    {closing}

asyncio.run(main())
"""
    root = Path(__file__).parents[3]
    subprocess.run([sys.executable, "-W", "error", "-c", program], check=True, timeout=PATIENCE_S, cwd=root)
    with look_into(path) as connection:
        assert connection.execute("SELECT at FROM heartbeat").fetchall() == [(7,)]


async def test_a_backup_is_a_whole_database(path: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite3"
    async with await open_database(path) as database:
        row = await opened(database)
        await database.backup(copy)
        await database.tables.commit(step(row))
    assert names_in(tmp_path) == ["copy.sqlite3", "house.sqlite3"]
    with look_into(copy) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    async with await Database.open(str(copy), create=False) as restored:
        assert await restored.schema_is_current()
        loaded = await restored.tables.load(row.id)
        assert loaded is not None
        assert len(loaded[1]) == 1
        # The ids go on from where they were, though the copy lives on by itself.
        assert (await opened(restored)).id == row.id + 1


async def test_a_backup_overwrites_nothing(path: Path, tmp_path: Path) -> None:
    precious = tmp_path / "precious"
    rewrite(precious, b"")
    async with await open_database(path) as database:
        for target in (precious, path, tmp_path, tmp_path / "no such folder" / "copy"):
            with pytest.raises(BackupRefused):
                await database.backup(target)
        assert await database.schema_is_current()
    assert content_of(precious) == b""


async def test_a_backup_that_fails_leaves_nothing_behind(path: Path, tmp_path: Path) -> None:
    await (await open_database(path)).close()
    async with await Database.open(str(path)) as database:
        # Another program has overwritten the file, except its head, since it was opened: it cannot be copied.
        content = content_of(path)
        rewrite(path, content[:4096] + b"\xff" * (len(content) - 4096))
        with pytest.raises(BackupRefused):
            await database.backup(tmp_path / "copy.sqlite3")
    assert not [name for name in names_in(tmp_path) if name.startswith("copy")]


async def test_two_backups_to_one_place_make_one(path: Path, tmp_path: Path) -> None:
    async with await open_database(path) as database:
        target = tmp_path / "copy.sqlite3"
        ends = await asyncio.gather(*(database.backup(target) for _ in range(4)), return_exceptions=True)
    assert [type(end) for end in ends if end is not None] == [BackupRefused] * 3


def test_every_trouble_is_a_storage_error() -> None:
    troubles = (BackupRefused, BadAddress, Closed, ForeignDatabase, Missing, NewerSchema, Unavailable)
    assert all(issubclass(trouble, StorageError) for trouble in troubles)


@pytest.mark.skipif(bool(MISSING), reason=MISSING)
async def test_a_server_is_backed_up_by_its_own_tools_and_must_be_ours(address: str, tmp_path: Path) -> None:
    async with await Database.open(address) as database:
        if address.startswith("postgresql"):
            with pytest.raises(BackupRefused):
                await database.backup(tmp_path / "copy")
            await database.connections.write(
                lambda connection: connection.exec_driver_sql("CREATE TABLE theirs (x int)")
            )
            with pytest.raises(ForeignDatabase):
                await Database.open(address)


def names_in(folder: Path) -> list[str]:
    """The names of the files in a folder."""
    return sorted(file.name for file in folder.iterdir())


def content_of(path: Path) -> bytes:
    """All that is in a file."""
    return path.read_bytes()


def rewrite(path: Path, content: bytes) -> None:
    """Puts other content into a file, which stays the same file."""
    with path.open("rb+" if path.exists() else "xb") as file:
        file.write(content)


def look_into(path: Path) -> closing[sqlite3.Connection]:
    """Opens a plain connection to a file, to look at it without the bot's code."""
    return closing(sqlite3.connect(path))
