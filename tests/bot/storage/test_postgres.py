"""Promises about a PostgreSQL server alone: one process, bounded waiting, addresses as hosts give them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest
from sqlalchemy import Connection, make_url, text
from sqlalchemy.ext.asyncio import create_async_engine

from bot.rows.storage_errors import BadAddress, Busy, InUse, StorageError
from bot.storage import Database, ProcessAccess
from bot.storage.backends import postgres
from tests.bot.storage.making import opened, step
from tests.support.postgres import MISSING, new_database

pytestmark = pytest.mark.skipif(bool(MISSING), reason=MISSING)


@pytest.fixture
async def server() -> AsyncIterator[str]:
    """The address of a database with our schema on a server."""
    async with new_database(migrated=True) as address:
        yield address


async def end_sessions(database: Database) -> None:
    """Ends every other session on the database, as a restart of the server does."""
    await database.connections.write(
        lambda connection: connection.execute(
            text(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
        )
    )


async def test_a_second_process_on_the_same_schema_is_refused_in_one_line(server: str) -> None:
    async with await Database.open(server, access=ProcessAccess.ALONE):
        with pytest.raises(InUse) as refused:
            await Database.open(server, access=ProcessAccess.ALONE)
        assert "\n" not in str(refused.value)
        async with await Database.open(server, access=ProcessAccess.READING) as reader:
            assert await reader.schema_is_current()
    await (await Database.open(server, access=ProcessAccess.ALONE)).close()


async def test_the_heartbeat_takes_the_lock_again_after_a_restart_of_the_server(server: str) -> None:
    async with (
        await Database.open(server, access=ProcessAccess.ALONE) as database,
        await Database.open(server) as other,
    ):
        await database.heartbeat.put(1)
        await end_sessions(other)
        with pytest.raises(StorageError):
            await database.heartbeat.put(2)
        await database.heartbeat.put(3)
        assert await database.heartbeat.last_beat() == 3
        with pytest.raises(InUse):
            await Database.open(server, access=ProcessAccess.ALONE)


async def test_a_process_that_lost_its_lock_to_another_writes_no_heartbeat(server: str) -> None:
    async with await Database.open(server, access=ProcessAccess.ALONE) as first, await Database.open(server) as other:
        await end_sessions(other)
        async with await Database.open(server, access=ProcessAccess.ALONE) as second:
            await second.heartbeat.put(7)
            with pytest.raises(StorageError):
                await first.heartbeat.put(8)
            with pytest.raises(InUse):
                await first.heartbeat.put(8)
            assert await second.heartbeat.last_beat() == 7


async def test_a_locked_row_does_not_hold_a_press_up_for_long_nor_the_heartbeat_at_all(
    server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(postgres._LIMITS, "lock_timeout", "300ms")
    async with await Database.open(server, access=ProcessAccess.ALONE) as database:
        row = await opened(database)
        engine = create_async_engine(make_url(server).set(drivername="postgresql+asyncpg"))
        async with engine.begin() as holder:
            await holder.execute(text("SELECT * FROM tables FOR UPDATE"))
            # More presses than the pool has connections.
            presses = [asyncio.create_task(database.tables.commit(step(row))) for _ in range(20)]
            await database.heartbeat.put(5)
            ends = await asyncio.gather(*presses, return_exceptions=True)
        await engine.dispose()
        assert all(isinstance(end, Busy) for end in ends)
        assert await database.heartbeat.last_beat() == 5


async def test_a_statement_that_takes_too_long_is_asked_for_again_and_no_fault(server: str) -> None:
    def take_too_long(connection: Connection) -> None:
        # For this statement alone: on a busy machine, opening the database may take longer than this short time.
        connection.execute(text("SET LOCAL statement_timeout = '50ms'"))
        connection.execute(text("SELECT pg_sleep(30)"))

    async with await Database.open(server, access=ProcessAccess.SHARED) as database:
        with pytest.raises(Busy):
            await database.connections.write(take_too_long)


@pytest.mark.parametrize("scheme", ["postgres", "postgresql", "postgresql+asyncpg"])
async def test_addresses_are_understood_as_hosts_give_them(server: str, scheme: str) -> None:
    address = make_url(server).set(drivername=scheme).update_query_dict({"sslmode": "disable", "application_name": "x"})
    async with await Database.open(address.render_as_string(hide_password=False)) as database:
        assert await database.schema_is_current()


async def test_an_option_that_is_not_known_is_refused_in_one_line() -> None:
    with pytest.raises(BadAddress, match="'sslkey'") as refused:
        await Database.open("postgresql://user:secret@host/name?sslkey=x")
    assert "secret" not in str(refused.value)
