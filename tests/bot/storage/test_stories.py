"""Stories of games: stored once, for the players who sat down to it, added up for a member."""

from __future__ import annotations

from dataclasses import replace

from sqlalchemy import text

from bot.rows.ids import HOUSE_IDS
from bot.rows.table_rows import CLOSED
from bot.storage import Database, LuckSums, StoryParts, StoryRow
from tests.bot.storage.making import ALICE, BRUNO, CHLOE, GUILD, OTHER_GUILD, seated, step, won_by

ROW = StoryRow("model 1", "[0]")
NORTH = StoryParts(result=10_000, dealt=3_000, drawn=-500, cost=700, telling=9)
SOUTH = StoryParts(result=0, dealt=-3_000, drawn=500, cost=0, telling=6)
BOTH = {"north": NORTH, "south": SOUTH}
FOREVER = 2**53


async def over(database: Database, guild: int = GUILD) -> int:
    """A game of Alice and Bruno that Alice has won. Returns its table."""
    row = await seated(database, guild=guild)
    await database.tables.commit(step(row, result=won_by(row, "north")))
    return row.id


async def test_a_story_is_written_once_and_its_parts_add_up_over_the_games_of_a_server(database: Database) -> None:
    first, second, elsewhere = await over(database), await over(database), await over(database, OTHER_GUILD)
    for table in (first, second, elsewhere, first):
        await database.stories.put(table, 1, ROW, BOTH)
    await database.stories.put(first, 1, StoryRow("model 2", "[]"), BOTH)
    assert await database.stories.story(first, 1) == ROW
    assert await database.stories.story(first, 2) is None
    assert await database.stories.luck(GUILD, ALICE, 0, FOREVER) == LuckSums(2, 5_000, 15_000, 2 * 7_500**2)
    assert await database.stories.luck(GUILD, BRUNO, 0, FOREVER) == LuckSums(2, -5_000, 5_000, 2 * 2_500**2)
    assert await database.stories.luck(GUILD, ALICE, FOREVER, FOREVER) == LuckSums()
    assert await database.stories.luck(GUILD, CHLOE, 0, FOREVER) == LuckSums()
    assert await database.stories.form(GUILD, ALICE, 5) == (NORTH, NORTH)
    assert await database.stories.form(GUILD, BRUNO, 1) == (SOUTH,)
    assert await database.audit.ledger_faults() == ()


async def test_a_game_that_is_on_has_no_row(database: Database) -> None:
    row = await seated(database)
    await database.stories.put(row.id, 1, ROW, BOTH)
    assert await database.stories.story(row.id, 1) is None
    assert await database.stories.form(GUILD, ALICE, 5) == ()


async def test_a_seat_without_parts_and_a_game_without_a_story_leave_no_sum(database: Database) -> None:
    handed, none = await over(database), await over(database)
    await database.stories.put(handed, 1, ROW, {"north": NORTH})
    await database.stories.put(none, 1, StoryRow("model 1", ""), {})
    assert await database.stories.story(none, 1) == StoryRow("model 1", "")
    assert await database.stories.form(GUILD, ALICE, 5) == (NORTH,)
    assert await database.stories.form(GUILD, BRUNO, 5) == ()


async def test_games_against_the_house_count_for_form_and_not_for_luck(database: Database) -> None:
    house = min(HOUSE_IDS)
    row = await seated(database, north=ALICE, south=house)
    await database.tables.commit(step(row, result=won_by(row, "north")))
    await database.stories.put(row.id, 1, ROW, BOTH)
    assert await database.stories.luck(GUILD, ALICE, 0, FOREVER) == LuckSums()
    assert await database.stories.form(GUILD, ALICE, 5) == (NORTH,)
    assert await database.stories.form(GUILD, house, 5) == ()


async def test_untold_games_come_newest_first_and_page_by_page(database: Database) -> None:
    games = [await over(database) for _ in range(5)]
    await database.stories.put(games[3], 1, ROW, BOTH)
    first = await database.stories.untold(None, 3)
    assert first.keys == ((games[4], 1), (games[2], 1))
    assert first.next == (games[2], 1)
    second = await database.stories.untold(first.next, 3)
    assert second.keys == ((games[1], 1), (games[0], 1))
    assert second.next is None


async def test_parts_go_with_the_id_of_who_is_erased_and_none_are_written_for_them_later(database: Database) -> None:
    told, later = await over(database), await over(database)
    await database.stories.put(told, 1, ROW, BOTH)
    await database.erasures.finish(await database.erasures.begin(ALICE, -5, 1))
    await database.stories.put(later, 1, ROW, BOTH)
    assert await database.stories.form(GUILD, ALICE, 5) == ()
    assert await database.stories.form(GUILD, -5, 5) == (NORTH,)
    assert await database.stories.form(GUILD, BRUNO, 5) == (SOUTH, SOUTH)
    assert await database.audit.ledger_faults() == ()


async def test_a_story_goes_with_the_log_of_its_table_and_the_parts_stay(database: Database) -> None:
    row = await seated(database)
    await database.tables.commit(step(replace(row, status=CLOSED, deadline=None), result=won_by(row, "north")))
    await database.stories.put(row.id, 1, ROW, BOTH)
    assert await database.retention.delete_logs(FOREVER) == (row.id,)
    assert await database.stories.story(row.id, 1) is None
    assert await database.stories.form(GUILD, ALICE, 5) == (NORTH,)
    assert (await database.stories.untold(None, 5)).keys == (), "without a log there is nothing to tell"


async def test_the_audit_finds_parts_of_who_did_not_play(database: Database) -> None:
    await database.stories.put(await over(database), 1, ROW, {"north": NORTH})
    damage = f"UPDATE story_results SET user_id = {CHLOE}"
    await database.connections.write(lambda connection: connection.execute(text(damage)))
    (fault,) = await database.audit.ledger_faults()
    assert str(fault) == f"server {GUILD}: 1 rows of its story_results belong to no player"
