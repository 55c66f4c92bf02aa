"""Finding tables by their rows, and the messages that show them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.rows.slots import MessageRow, Slot
from bot.rows.storage_errors import Failed
from bot.rows.table_rows import TableRow
from bot.storage import Database
from tests.bot.storage.making import ALICE, BRUNO, CHALLENGE, CHANNEL, CHLOE, GUILD, OTHER_GUILD, opened, seated, step
from tests.support.statements import statements


def ids(rows: tuple[TableRow, ...]) -> list[int]:
    """The ids of tables."""
    return [row.id for row in rows]


async def close(database: Database, row: TableRow) -> None:
    """Puts a table away."""
    await database.tables.commit(step(replace(row, status="closed", deadline=None)))


async def test_open_tables_are_listed_by_server_page_by_page(database: Database) -> None:
    here = [await opened(database) for _ in range(5)]
    there = await opened(database, replace(CHALLENGE, guild_id=OTHER_GUILD))
    await close(database, here[1])
    expected = ids((here[0], here[2], here[3], here[4]))
    first = await database.tables.all_open(GUILD, limit=3)
    second = await database.tables.all_open(GUILD, limit=3, offset=3)
    assert (ids(first.rows), first.total, first.offset) == (expected[:3], 4, 0)
    assert (ids(second.rows), second.total, second.offset) == (expected[3:], 4, 3)
    assert (await database.tables.all_open(GUILD, offset=9)).total == 4
    assert ids((await database.tables.all_open()).rows) == [*expected, there.id]
    assert (await database.tables.all_open(999)).rows == ()


async def test_a_person_sits_where_they_play_or_wait_for_an_answer(database: Database) -> None:
    waits = await opened(database)
    plays = await seated(database, BRUNO, ALICE)
    elsewhere = await seated(database, ALICE, CHLOE, guild=OTHER_GUILD)
    assert ids(await database.tables.open_of(ALICE, GUILD)) == [waits.id, plays.id]
    assert ids(await database.tables.open_of(ALICE)) == [waits.id, plays.id, elsewhere.id]
    assert ids(await database.tables.open_of(BRUNO, GUILD)) == [plays.id]
    await close(database, plays)
    assert ids(await database.tables.open_of(BRUNO)) == []


async def test_a_table_is_found_by_its_channel_and_by_its_thread(database: Database) -> None:
    one = await opened(database)
    other = await opened(database, replace(CHALLENGE, channel_id=7, thread_id=8))
    assert ids(await database.tables.open_at(CHANNEL)) == [one.id]
    assert ids(await database.tables.open_at(7)) == ids(await database.tables.open_at(8)) == [other.id]
    await close(database, other)
    assert ids(await database.tables.open_at(8)) == []


async def test_a_thread_is_quiet_in_which_its_open_table_has_sent_nothing_lately(database: Database) -> None:
    tables = [await opened(database, replace(CHALLENGE, channel_id=7, thread_id=100 + number)) for number in range(4)]
    await opened(database)
    told, edited, elsewhere, over = tables
    deal = Slot.parse("deal:1:1")
    await database.table_messages.put(
        MessageRow(told.id, deal, 100, 500, "a", 1),
        MessageRow(told.id, Slot.parse("deal:1:2"), 100, 900, "a", 1),
        MessageRow(edited.id, deal, 101, 500, "a", 9_999),
        MessageRow(elsewhere.id, deal, 70, 900, "a", 1),
    )
    await close(database, over)
    assert ids(await database.tables.quiet_threads(600, 0, 9)) == [edited.id, elsewhere.id]
    assert ids(await database.tables.quiet_threads(600, 0, 1)) == [edited.id]
    assert ids(await database.tables.quiet_threads(600, edited.id, 9)) == [elsewhere.id]
    assert ids(await database.tables.quiet_threads(901, 0, 9)) == [told.id, edited.id, elsewhere.id]
    assert ids(await database.tables.quiet_threads(100, 0, 9)) == [], "the threads themselves are younger"


async def test_a_challenge_is_found_by_challenger_and_challenged(database: Database) -> None:
    named = await opened(database)
    to_all = await opened(database, replace(CHALLENGE, challenged_id=None))
    await opened(database, replace(CHALLENGE, guild_id=OTHER_GUILD))
    await seated(database)
    assert ids(await database.tables.challenges_between(GUILD, ALICE, BRUNO)) == [named.id]
    assert ids(await database.tables.challenges_between(GUILD, ALICE, None)) == [to_all.id]
    assert ids(await database.tables.challenges_between(GUILD, BRUNO, ALICE)) == []
    await close(database, named)
    assert ids(await database.tables.challenges_between(GUILD, ALICE, BRUNO)) == []


async def test_pictures_are_remembered_by_table_and_slot(database: Database) -> None:
    table, other = await opened(database), await opened(database)
    hand = MessageRow(table.id, Slot.parse("hand:north"), 70, 71, "a", 1)
    deal = MessageRow(table.id, Slot.parse("deal:1:3"), 80, 81, "b", 2)
    elsewhere = MessageRow(other.id, Slot.parse("deal:1:3"), 90, 91, "c", 3)
    await database.table_messages.put(hand, deal, elsewhere)
    assert await database.table_messages.of(table.id) == (deal, hand)
    assert await database.table_messages.find(91) == elsewhere
    assert await database.table_messages.find(92) is None

    again = replace(hand, message_id=72, state_hash="d", updated_at=4)
    await database.table_messages.put(again)
    assert await database.table_messages.of(table.id) == (deal, again)
    assert await database.table_messages.find(71) is None

    await database.table_messages.delete_of(table.id)
    assert await database.table_messages.of(table.id) == ()
    assert await database.table_messages.of(other.id) == (elsewhere,)


async def test_messages_are_stored_in_one_statement_however_many_there_are(database: Database) -> None:
    tables = [await opened(database) for _ in range(12)]
    rows = [MessageRow(table.id, Slot.parse("table"), 70, 700 + table.id, "a", 1) for table in tables]
    await database.table_messages.put(*rows[:3])
    with statements(lambda statement: "messages" in statement) as collected:
        await database.table_messages.put(*(replace(row, state_hash="b") for row in rows))
    assert len(collected) == 1
    for table, row in zip(tables, rows, strict=True):
        assert await database.table_messages.of(table.id) == (replace(row, state_hash="b"),)


async def test_a_picture_of_no_table_is_refused(database: Database) -> None:
    with pytest.raises(Failed):
        await database.table_messages.put(MessageRow(99, Slot.parse("deal"), 1, 2, "a", 1))
