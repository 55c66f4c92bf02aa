"""Backups of a PostgreSQL database by the server's own programs, and what is restored from them."""

from __future__ import annotations

import asyncio
import os
import re
import shlex
import subprocess
import sys
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import Connection, func, make_url, select

from bot.backups import BackupFolder, Backups
from bot.rows.slots import MessageRow, Slot
from bot.rows.storage_errors import BackupRefused
from bot.storage import Database, ProcessAccess, copy_names
from bot.storage.schema.tables import restorations
from tests.bot.storage.making import CHANNEL, opened
from tests.bot.storage.test_alone import mode_of
from tests.bot.storage.test_opening import names_in
from tests.support.postgres import MISSING, new_database, with_programs

pytestmark = pytest.mark.skipif(bool(MISSING), reason=MISSING)
ROOT = Path(__file__).parents[3]
NOW = 1_800_000_000_000
PRINTS = """#!{python}
import os, sys
print("pg_dump: error: arguments", sys.argv[1:], "password", os.environ.get("PGPASSWORD"), file=sys.stderr)
print("pg_dump: detail: token", os.environ.get("DISCORD_TOKEN"), file=sys.stderr)
sys.exit(1)
"""


@pytest.fixture
async def server() -> AsyncIterator[str]:
    """The address of a database with our schema on a server."""
    async with new_database(migrated=True) as address:
        yield address


@pytest.fixture(autouse=True)
def programs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets the bot find the server's programs."""
    monkeypatch.setenv("PATH", with_programs(os.environ["PATH"]))


async def test_the_schedule_dumps_a_server_and_thins_its_dumps(server: str, tmp_path: Path) -> None:
    name, suffix, beside, program = copy_names(server)
    assert (name, suffix, beside, program) == (make_url(server).database, ".dump", None, "pg_dump")
    moment = NOW
    async with await Database.open(server) as database:
        await opened(database)
        folder = BackupFolder(tmp_path, name, suffix)
        schedule = Backups(database.backup, database.size, lambda: moment, folder, hours=6, keep=2)
        for _ in range(3):
            assert await schedule.make()
            moment += 6 * 3_600_000
    assert names_in(tmp_path) == [f"{name}-20270115T140000Z.dump", f"{name}-20270115T200000Z.dump"]
    assert {mode_of(tmp_path / file) for file in names_in(tmp_path)} == {0o600}


async def test_the_command_dumps_a_server_beside_a_running_bot(server: str, tmp_path: Path) -> None:
    target = tmp_path / "copy.dump"
    async with (
        await Database.open(server, access=ProcessAccess.ALONE),
        await Database.open(server, create=False, access=ProcessAccess.READING) as reader,
    ):
        await reader.backup(target)
        with pytest.raises(BackupRefused, match="overwrites nothing"):
            await reader.backup(target)
    async with new_database(migrated=False) as other:
        restore(target, other)
        async with await Database.open_alone(other) as again:
            assert await again.schema_is_current()


@pytest.mark.parametrize("over", [False, True], ids=["in a new database", "over the old one"])
async def test_a_restored_dump_is_noticed_and_no_number_is_given_twice(server: str, tmp_path: Path, over: bool) -> None:
    """Tables that were opened since are gone, and their buttons still exist at Discord."""
    target = tmp_path / "copy.dump"
    async with await Database.open_alone(server) as database:
        await database.heartbeat.put(1)
        row = await opened(database)
        await database.table_messages.put(MessageRow(row.id, Slot.parse("table"), CHANNEL, 71, "digest", 1))
        await database.recovery.put_drawn({row.id: row.version})
        await database.backup(target)
        lost = max([(await opened(database)).id for _ in range(3)])
    async with await Database.open_alone(server) as database:
        assert await database.recovery.restored_at() == 0, "a start notices nothing where nothing was restored"
        assert (await opened(database)).id == lost + 1
    async with new_database(migrated=False) as other:
        address = server if over else other
        if over:
            await emptied(server)
        restore(target, address)
        async with await Database.open_alone(address) as database:
            noticed = await database.recovery.restored_at()
            assert noticed > 1_700_000_000_000
            assert tuple(await database.recovery.undrawn_tables()) == (row.id,)
            assert [message.state_hash for message in await database.table_messages.of(row.id)] == [""]
            assert (await opened(database)).id > 10_000
        async with await Database.open_alone(address) as database:
            assert await database.recovery.restored_at() == noticed


async def test_several_processes_that_start_on_a_restored_dump_notice_it_once(server: str, tmp_path: Path) -> None:
    """Without it their games would go on under promises whose secrets may be known."""
    target = tmp_path / "copy.dump"
    async with await Database.open_alone(server) as database:
        await database.heartbeat.put(1)
        row = await opened(database)
        await database.recovery.put_drawn({row.id: row.version})
        await database.backup(target)
    async with new_database(migrated=False) as other:
        restore(target, other)
        first, second = await asyncio.gather(*(Database.open_shared(other, process, 3, 1) for process in (7, 9)))
        async with first, second:
            noticed = await first.recovery.restored_at()
            assert noticed > 1_700_000_000_000
            count = select(func.count()).select_from(restorations)
            assert await first.connections.read(partial(Connection.scalar, statement=count)) == 1
            assert tuple(await first.recovery.undrawn_tables()) == (row.id,)
            async with await Database.open_shared(other, 11, 3, 1) as third:
                assert await third.recovery.restored_at() == noticed


async def test_a_dump_of_a_release_that_left_no_mark_gives_no_number_twice(server: str, tmp_path: Path) -> None:
    target = tmp_path / "copy.dump"
    async with await Database.open(server) as database:
        await opened(database)
        await database.backup(target)
    async with new_database(migrated=False) as other:
        restore(target, other)
        async with await Database.open_alone(other) as database:
            assert (await opened(database)).id > 10_000


async def test_where_pg_dump_is_not_installed_the_refusal_says_what_to_do(
    server: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    async with await Database.open(server, create=False, access=ProcessAccess.READING) as reader:
        with pytest.raises(BackupRefused, match="postgresql-client"):
            await reader.backup(tmp_path / "copy.dump")
    assert "postgresql-client" in BackupFolder(tmp_path, "room", ".dump", "pg_dump").obstacle(0)
    assert names_in(tmp_path) == []


async def test_a_password_is_no_argument_and_a_failure_leaves_nothing(
    server: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The stand-in for pg_dump prints what it was given. The server accepts every password."""
    programs, folder = tmp_path / "programs", tmp_path / "backups"
    programs.mkdir()
    folder.mkdir()
    put_program(programs / "pg_dump", PRINTS.format(python=sys.executable))
    monkeypatch.setenv("PATH", f"{programs}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("DISCORD_TOKEN", "never-given-on")
    address = make_url(server).set(password="p$ss word").render_as_string(hide_password=False)
    async with await Database.open(address, create=False, access=ProcessAccess.READING) as reader:
        with pytest.raises(BackupRefused) as refused:
            await reader.backup(folder / "copy.dump")
    arguments, _, password = str(refused.value).rpartition("password")
    assert "--format=custom" in arguments
    assert ("p$ss" in arguments, password) == (False, " p$ss word")
    assert "never-given-on" not in str(refused.value)
    assert names_in(folder) == []


async def emptied(address: str) -> None:
    """Removes all tables of a database."""
    async with await Database.open(address) as database:
        for statement in ("DROP SCHEMA public CASCADE", "CREATE SCHEMA public"):
            await database.connections.write(partial(Connection.exec_driver_sql, statement=statement))


def restore(dump: Path, address: str) -> None:
    """Restores a dump by the command of docs/running-reference.md."""
    page = (ROOT / "docs" / "running-reference.md").read_text("utf-8")
    (options,) = re.findall(r"^ *pg_restore (.*) --dbname=ADDRESS FILE$", page, re.MULTILINE)
    done = subprocess.run(
        ["pg_restore", *shlex.split(options), f"--dbname={plain(address)}", dump],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")


def plain(address: str) -> str:
    """The address as libpq reads it."""
    return make_url(address).set(drivername="postgresql").render_as_string(hide_password=False)


def put_program(file: Path, text: str) -> None:
    """Makes a program."""
    file.write_text(text)
    file.chmod(0o755)
