"""Moving from a file to a server and back: every row, every id, and the guards of the ledger."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy import Connection, Table, delete, insert, select

from bot.audit import verify
from bot.rows.storage_errors import CopyRefused, Failed, Incomplete
from bot.storage import Database, copy_database
from bot.storage.backends.base import Work
from bot.storage.schema.tables import accounts, game_players, metadata, tables, transactions
from bot.tables.actions import betting, seating
from ecarte.game import Seat
from tests.bot.storage.conftest import KINDS
from tests.bot.storage.making import ALICE, BRUNO, opened
from tests.bot.tables.salon import CHANNEL, GUILD, Salon, salon, staked
from tests.support.erasing import erase_person
from tests.support.postgres import new_database


@pytest.fixture
async def played(tmp_path: Path) -> AsyncIterator[Salon]:
    """A room with a finished staked game, a current one with a bet, and a challenge as the last table."""
    async with salon(tmp_path) as room:
        table = await room.seated(staked(50))
        await betting.bet(room.tables, table, room.people[2], Seat.NORTH, 30)
        await room.cards(table)
        await room.play(table)
        other = await room.seated(staked(20), 2, 3)
        await betting.bet(room.tables, other, room.people[4], Seat.SOUTH, 10)
        last = await seating.challenge(room.tables, GUILD, CHANNEL, room.people[4], None, staked(5))
        await seating.cancel(room.tables, last.id, room.people[4].id)
        yield room


@pytest.fixture(params=KINDS)
async def target(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Database]:
    """An empty database of each kind."""
    if request.param == "sqlite":
        async with await Database.open_alone(str(tmp_path / "target.sqlite3")) as database:
            yield database
        return
    async with new_database(migrated=True) as address, await Database.open_alone(address) as database:
        yield database


async def test_a_copy_holds_every_row_and_play_goes_on_there(played: Salon, target: Database) -> None:
    copied = await copy_database(played.database, target)
    assert sum(table.rows for table in copied) > 100
    assert {table.name for table in copied} == set(metadata.tables)
    assert (await verify(target)).faults == ()
    newest = await target.connections.read(lambda connection: max(connection.scalars(select(tables.c.id))))
    there = Salon(target, played.chance, played.people, now=played.now)
    playing = next(row for row in (await target.tables.all_open()).rows if row.status == "playing")
    await there.cards(playing.id)
    assert (await there.play(playing.id)).status.value == "between"
    table = await there.seated(staked(20), 0, 1)
    assert table > newest, "new ids go on from the old ones"
    await there.expect_balanced()


async def test_a_copy_of_a_copy_is_the_same_to_the_last_row(played: Salon, target: Database, tmp_path: Path) -> None:
    there = await copy_database(played.database, target)
    async with await Database.open_alone(str(tmp_path / "back.sqlite3")) as back:
        assert await copy_database(target, back) == there
        assert await rows_of(back) == await rows_of(played.database)


async def test_a_copy_knows_the_people_who_were_erased(target: Database, tmp_path: Path) -> None:
    """The key of the marks is in a file next to a database file, and inside a server. It is copied
    to the right place.
    """
    async with await Database.open_alone(str(tmp_path / "source.sqlite3")) as source:
        await source.member_blocks.block(ALICE, BRUNO, 5, most=9)
        await erase_person(source, BRUNO)
        await copy_database(source, target)
    async with await Database.open_alone(str(tmp_path / "back.sqlite3")) as back:
        await copy_database(target, back)
        for copy in (target, back):
            assert await copy.member_blocks.blockers_among(BRUNO, [ALICE]) == {ALICE}
            assert (await copy.audit.pending()).unknown == 0
        assert await back.journal.stored_key() is None
    keys = {(tmp_path / f"{name}.sqlite3.key").read_text() for name in ("source", "back")}
    assert len(keys) == 1


async def rows_of(database: Database) -> dict[str, list[tuple[object, ...]]]:
    """All rows of all tables."""

    def read(connection: Connection) -> dict[str, list[tuple[object, ...]]]:
        return {table.name: _rows(connection, table) for table in metadata.sorted_tables}

    return await database.connections.read(read)


def _rows(connection: Connection, table: Table) -> list[tuple[object, ...]]:
    return [tuple(row) for row in connection.execute(select(table).order_by(*table.primary_key))]


async def test_the_guards_of_the_ledger_hold_in_a_copy(played: Salon, target: Database) -> None:
    await copy_database(played.database, target)
    against = await target.connections.read(lambda connection: connection.scalar(select(accounts.c.id)))
    nothing = {"id": 10**9, "guild_id": GUILD, "kind": "grant", "cause": "none", "against": against, "at": 1}
    with pytest.raises(Failed):
        await target.connections.write(lambda connection: connection.execute(insert(transactions), nothing))


async def test_nothing_is_copied_over_what_is_there(played: Salon, target: Database) -> None:
    row = await opened(target)
    with pytest.raises(CopyRefused, match="its table tables has rows"):
        await copy_database(played.database, target)
    assert await target.tables.load(row.id) is not None
    assert await target.schema_is_current()


async def test_a_copy_that_was_broken_off_is_opened_by_nothing(played: Salon, tmp_path: Path) -> None:
    path = str(tmp_path / "target.sqlite3")

    def give_up(table: str, rows: int) -> None:
        if table == "events":
            raise KeyboardInterrupt

    async with await Database.open_alone(path) as target:
        with pytest.raises(KeyboardInterrupt):
            await copy_database(played.database, target, give_up)
    with pytest.raises(Incomplete):
        await Database.open_alone(path)


async def test_a_row_that_is_not_what_was_read_ends_the_copy(
    played: Salon, target: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = target.connections.write

    async def lose_rows(work: Work[object]) -> object:
        done = await write(work)
        if getattr(work, "table", None) is game_players:
            await write(lambda connection: connection.execute(delete(game_players)))
        return done

    monkeypatch.setattr(target.connections, "write", lose_rows)
    with pytest.raises(CopyRefused, match="differ from the source \\(game_players\\)"):
        await copy_database(played.database, target)
    assert not await target.schema_is_current()
