"""People who have left a server are not on its boards, unless the server wants them there."""

from __future__ import annotations

import pytest

from bot.people.members import BOARD_MS, CannotAsk, Members, Membership
from bot.ranking.board_lines import Sort
from bot.ranking.periods import Period
from tests.bot.features.playing import Hall

HERE = 7


@pytest.mark.parametrize("sort", ["won", "points", "chips"])
async def test_who_has_left_is_on_no_board_of_the_server(hall: Hall, sort: str) -> None:
    world = hall.world
    await hall.play(world.bruno, world.alice, stake=50)
    await hall.play(world.bruno, world.chloe, stake=50)
    assert "Bruno" in (await hall.ask(world.alice, "leaderboard", sort=sort)).reading.described
    world.guild.remove_member(world.bruno)
    await hall.sleep(BOARD_MS / 1000 + 1)
    shown = (await hall.ask(world.alice, "leaderboard", sort=sort)).reading.described
    assert "Bruno" not in shown
    assert "Alice" in shown
    assert "2 " not in shown.split("Alice")[0], "the places go on without a gap"


async def test_a_server_may_keep_them_on_its_boards(hall: Hall) -> None:
    world = hall.world
    await hall.play(world.bruno, world.alice)
    panel = await hall.ask(world.alice, "settings")
    page = await hall.choose(world.alice, panel, "edit", "boards")
    await hall.choose(world.alice, page, "set.leftonboards", "shown")
    world.guild.remove_member(world.bruno)
    await hall.sleep(BOARD_MS / 1000 + 1)
    assert "Bruno" in (await hall.ask(world.alice, "leaderboard", sort="won")).reading.described


async def test_a_page_is_filled_with_those_who_are_here(hall: Hall) -> None:
    """Rows of people who left are left out in the database, so that a page is full and its places are counted."""
    world, results = hall.world, hall.room.database.results
    await hall.play(world.bruno, world.alice)
    await hall.play(world.chloe, world.alice)
    page = await results.leaderboard(
        world.guild.id, Period.ALL, 0, Sort.WON, limit=1, reader=world.alice.id, without={world.bruno.id}
    )
    assert [(row.place, row.user_id) for row in page.rows] == [(1, world.chloe.id)]
    assert page.total == 2
    assert page.own is not None
    assert page.own.place == 2


async def test_who_comes_back_is_on_the_boards_at_once_and_an_outage_takes_no_one_off() -> None:
    now = 1
    members = Members(lambda: now)
    there: dict[int, Membership | None] = {1: None, 2: Membership()}

    async def ask(_guild_id: int, user_id: int) -> Membership | None:
        if user_id not in there:
            raise CannotAsk
        return there[user_id]

    members.ask = ask
    await members.look_for(HERE, [1, 2, 3])
    assert members.known_left(HERE) == {1}, "a person whom Discord does not answer for counts as there"
    members.note(HERE, 1, Membership())
    assert members.known_left(HERE) == frozenset()
    members.note(HERE, 1, None)
    now += BOARD_MS
    assert members.known_left(HERE) == frozenset(), "and the bot asks for them again after a day"
