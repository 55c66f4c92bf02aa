"""`python -m bot drill`: the newest scheduled backup is restored next to the database, audited, and removed again."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import make_url, text
from sqlalchemy.ext.asyncio import create_async_engine

from bot import upkeep
from bot.backups import BackupFolder, Drill
from bot.config import Settings
from bot.rows.storage_errors import StorageError
from bot.storage import Database
from bot.upkeep import Stopped, backup_folder
from tests.bot.storage.making import opened
from tests.bot.storage.test_opening import names_in
from tests.support.postgres import MISSING, new_database, with_programs

AT = 1_800_000_000_000
HOUR_MS = 3_600_000


@pytest.fixture(
    params=[
        "sqlite",
        pytest.param("postgres", marks=[pytest.mark.slow, pytest.mark.skipif(bool(MISSING), reason=MISSING)]),
    ],
)
async def settings(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Settings]:
    """A bot that ran, with a folder for its backups, on each kind of database."""
    (tmp_path / "backups").mkdir()
    backups = str(tmp_path / "backups")
    if request.param == "sqlite":
        yield Settings(database=str(tmp_path / "room.sqlite3"), backup_folder=backups)
        return
    monkeypatch.setenv("PATH", with_programs(os.environ["PATH"]))
    async with new_database(migrated=True) as address:
        yield Settings(database=address, backup_folder=backups)


async def back_up(settings: Settings, at: int) -> None:
    """Makes a scheduled backup of a bot that has just given a sign of life."""
    folder, _ = backup_folder(settings)
    async with await Database.open_alone(settings.database) as database:
        await database.heartbeat.put(at)
        await database.backup(folder.path_at(at))


def last_drill(settings: Settings) -> Drill | None:
    """Returns the stored note of the last drill."""
    return backup_folder(settings)[0].last_drill()


async def databases_of(settings: Settings) -> set[str]:
    """Returns the databases of the server named like the bot's, or the database files among the backups."""
    if "://" not in settings.database:
        return {name for name in names_in(Path(settings.backup_folder)) if "drill" in name}
    url = make_url(settings.database).set(drivername="postgresql+asyncpg")
    engine = create_async_engine(url)
    async with engine.connect() as connection:
        names = await connection.scalars(text("SELECT datname FROM pg_database"))
        found = {name for name in names if name.startswith(str(url.database)[:40]) and name != url.database}
    await engine.dispose()
    return found


async def test_a_drill_says_what_would_be_lost_and_leaves_nothing_but_its_note(
    settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    await back_up(settings, AT)
    await back_up(settings, AT + HOUR_MS)
    async with await Database.open_alone(settings.database) as running:
        await opened(running)
        assert await upkeep.drill(settings, AT + 3 * HOUR_MS) == 0, "beside the bot that runs"
    newest, *_, lost, verdict = capsys.readouterr().out.splitlines()
    assert "made at 2027-01-15 09:00 UTC" in newest
    assert "last sign of life 2027-01-15 09:00 UTC" in lost
    assert "lose 1 event (moves, bets, deals) at 1 table, 1 of them opened since; 0 finished games" in lost
    assert verdict.startswith("The drill passed")
    copy = backup_folder(settings)[0].path_at(AT + HOUR_MS).name
    assert last_drill(settings) == Drill(AT + 3 * HOUR_MS, copy, passed=True)
    assert {name for name in await databases_of(settings) if not name.endswith(".json")} == set()


async def test_a_backup_that_cannot_be_restored_fails_the_drill_which_is_noted(settings: Settings) -> None:
    await back_up(settings, AT)
    folder, _ = backup_folder(settings)
    cut_short(folder.copies(AT + HOUR_MS)[-1].path)
    with pytest.raises(StorageError):
        await upkeep.drill(settings, AT + HOUR_MS)
    assert last_drill(settings) == Drill(AT + HOUR_MS, folder.copies(AT + HOUR_MS)[-1].path.name, passed=False)
    assert {name for name in await databases_of(settings) if not name.endswith(".json")} == set()


async def test_a_backup_that_does_not_add_up_fails_the_drill(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = Settings(database=str(tmp_path / "room.sqlite3"), backup_folder=str(tmp_path))
    await back_up(settings, AT)
    copy = backup_folder(settings)[0].copies(AT + HOUR_MS)[-1].path
    with closing(sqlite3.connect(copy)) as connection, connection:
        connection.execute("INSERT INTO players (user_id, name, preferences) VALUES (7, 'a', '[')")
    assert await upkeep.drill(settings, AT + HOUR_MS) == 1
    assert capsys.readouterr().out.splitlines()[-1] == "The drill failed."
    assert last_drill(settings) == Drill(AT + HOUR_MS, copy.name, passed=False)


async def test_where_the_database_is_lost_a_drill_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    settings = Settings(database=str(tmp_path / "room.sqlite3"), backup_folder=str(tmp_path))
    await back_up(settings, AT)
    remove(Path(settings.database))
    assert await upkeep.drill(settings, AT) == 0
    assert "what a restoration would lose cannot be said" in capsys.readouterr().out


async def test_what_a_kill_has_left_of_a_drill_is_in_no_way(tmp_path: Path) -> None:
    settings = Settings(database=str(tmp_path / "room.sqlite3"), backup_folder=str(tmp_path))
    await back_up(settings, AT)
    leave_half(tmp_path / "room-drill")
    assert await upkeep.drill(settings, AT) == 0
    assert not [name for name in names_in(tmp_path) if name == "room-drill"]


@pytest.mark.parametrize("folder", ["", "backups"])
async def test_without_a_backup_there_is_nothing_to_try(tmp_path: Path, folder: str) -> None:
    settings = Settings(database=str(tmp_path / "room.sqlite3"), backup_folder=folder and str(tmp_path / folder))
    with pytest.raises(Stopped):
        await upkeep.drill(settings, AT)


def test_a_note_that_cannot_be_read_is_none(tmp_path: Path) -> None:
    for content in ("", "[]", '{"at": 1}'):
        (tmp_path / "room-drill.json").write_text(content)
        assert BackupFolder(tmp_path, "room", ".sqlite3").last_drill() is None


def cut_short(file: Path) -> None:
    """Takes the second half of a file away."""
    whole = file.read_bytes()
    file.write_bytes(whole[: len(whole) // 2])


def remove(file: Path) -> None:
    """Removes a file."""
    file.unlink()


def leave_half(folder: Path) -> None:
    """Makes the remains of a killed restoration."""
    folder.mkdir()
    (folder / "room.sqlite3").write_text("half")
