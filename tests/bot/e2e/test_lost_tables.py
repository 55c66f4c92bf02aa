"""A table with a damaged log, as its players see it: they read a notice, get their chips back, play on elsewhere."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest

from bot.adapter.custom_ids import Verb
from bot.tables.state.table_state import Status
from tests.support.cardroom import EN, FR, CardWorld
from tests.support.shown import private_answer, texts_of

LOST = pytest.mark.expects_log("bot.tables.log", r"^table 1 is put aside: its log cannot be read")


def damage(cards: CardWorld, table: int) -> None:
    """Deletes the first event of a log without the bot."""
    with closing(sqlite3.connect(cards.database)) as connection, connection:
        connection.execute("DELETE FROM events WHERE table_id = ? AND seq = 1", (table,))


@LOST
async def test_the_players_of_a_lost_table_are_informed_in_their_language_and_the_others_play_on(
    cards: CardWorld,
) -> None:
    world = cards.world
    world.speaks(world.bruno, "fr")
    broken = await cards.sit_down(world.alice, world.bruno, stake=50)
    await cards.deal(broken)
    whole = await cards.sit_down(world.chloe, world.david)
    place = world.channel.threads[0]
    mover, _ = await cards.mover(broken)
    old = cards.snapshot(cards.held(mover.name))
    damage(cards, broken)
    await world.restart(crash=True)
    answer = await cards.press_late(mover, old, Verb.PLAY)
    assert private_answer(answer) == (FR if mover is world.bruno else EN)("problem.table_lost")
    await world.pass_time(1)
    assert texts_of(place.history()[-1]).strip() == EN("problem.table_lost")
    for person, words in ((world.alice, EN), (world.bruno, FR)):
        told = [texts_of(message) for message in world.dms(person) if words("problem.table_lost") in texts_of(message)]
        assert len(told) == 1
    purses = [await cards.purse(person) for person in (world.alice, world.bruno)]
    assert purses[0] == purses[1] == await cards.purse(world.chloe)
    await cards.play(whole)
    assert (await cards.view(whole)).status is Status.BETWEEN
    again = await cards.sit_down(world.alice, world.bruno, stake=50)
    await cards.play(again)
    await cards.expect_balanced()


@LOST
async def test_a_notice_that_a_crash_held_back_is_sent_once_at_the_next_start(cards: CardWorld) -> None:
    world = cards.world
    broken = await cards.sit_down(world.alice, world.bruno)
    mover, _ = await cards.mover(broken)
    old = cards.snapshot(cards.held(mover.name))
    damage(cards, broken)
    await world.restart(crash=True)
    await cards.room.renderer.stop(0)  # the process dies between the commit and the drawing
    await cards.press_late(mover, old, Verb.PLAY)
    for _ in range(2):
        await world.restart(crash=True)
        await world.pass_time(31)
        for person in (world.alice, world.bruno):
            told = [message for message in world.dms(person) if EN("problem.table_lost") in texts_of(message)]
            assert len(told) == 1
