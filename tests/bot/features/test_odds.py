"""The chance to win the game, by a command: of the table here, of the person's own, or of any score. In private.

Not proved here: the figures (tests/ecarte/ai/test_score_odds.py).
"""

from __future__ import annotations

import re

import simcord

from bot.adapter import formatting
from bot.features.odds import draw_score
from bot.tables import lookup
from bot.tables.actions import play
from bot.tables.views import TableView
from bot.texts import Words
from ecarte.ai import at_score, at_table
from ecarte.game import PACK, Resign, Seat
from tests.bot.features.playing import Answer, Hall
from tests.bot.features.reading import read


async def view_of(hall: Hall, table: int) -> TableView:
    """Returns what any person may know of a table."""
    return await lookup.table(hall.room.tables, table)


async def in_thread(hall: Hall, person: simcord.MemberActor, table: int) -> Answer:
    """Asks in the thread of a table, as a person."""
    view = await view_of(hall, table)
    (thread,) = [channel for channel in hall.world.channel.threads if channel.id == view.thread]
    return hall.answer(await person.slash(thread, "ecarte learn", topic="odds"))


def shares(answer: Answer) -> list[float]:
    """The chances on a page, in per cent."""
    return [float(chance) for chance in re.findall(r"\*\*([\d.]+)%\*\*", answer.text)]


def told_of(north: float) -> list[float]:
    """Returns a chance and the other player's, rounded as a page shows them."""
    share = round(100 * north, 1)
    return [share, round(100 - share, 1)]


async def test_at_ones_table_the_chances_are_shown_in_private(hall: Hall) -> None:
    table = await hall.begin()
    told = await hall.ask(hall.world.alice, "learn", topic="odds")
    view = await view_of(hall, table)
    assert view.game is not None
    found = at_table(view.game)
    assert found is not None
    assert told.private
    assert "**Alice** 0 – 0 **Bruno**" in told.text
    assert shares(told) == told_of(found.chances[0])
    assert "Cavendish’s odds (p. 72): even." in told.text


async def test_a_bystander_reads_the_same_chances_and_no_card_but_the_turn_up(hall: Hall) -> None:
    table = await hall.begin()
    own = await hall.ask(hall.world.alice, "learn", topic="odds")
    others = await in_thread(hall, hall.world.chloe, table)
    assert others.text == own.text
    game = (await view_of(hall, table)).game
    assert game is not None
    assert game.turn_up is not None
    words = hall.room.texts("en")
    assert [card for card in PACK if formatting.card(words, card) in own.text] == [game.turn_up]


async def test_without_a_table_the_chances_are_those_of_love_all_for_either_dealer(hall: Hall) -> None:
    told = await hall.ask(hall.world.chloe, "learn", topic="odds")
    assert told.private
    assert "**You** 0 – 0 **your opponent**" in told.text
    assert "You deal next." in told.text
    assert "Your opponent deals next." in told.text
    assert len(shares(told)) == 4
    assert "for two players who both play like the house at its best" in told.text


async def test_a_player_at_a_table_may_ask_for_the_chances_of_a_score(hall: Hall) -> None:
    await hall.begin()
    told = await hall.open(hall.world.alice, "learn", "Another score", topic="odds")
    for menu, value in (("mine", "3"), ("theirs", "2"), ("deal", "me")):
        told = await hall.choose(hall.world.alice, told, menu, value)
    assert "**You** 3 – 2 **your opponent**" in told.text
    assert shares(told) == told_of(at_score((3, 2), Seat.NORTH).chances[0])
    assert "3 to 2 on you, that is 60%. The book advises against giving these odds" in told.text


async def test_in_french(hall: Hall) -> None:
    hall.world.speaks(hall.world.bruno, "fr")
    told = await hall.ask(hall.world.bruno, "learn", topic="odds")
    for menu, value in (("mine", "1"), ("theirs", "4"), ("deal", "other")):
        told = await hall.choose(hall.world.bruno, told, menu, value)
    assert "**Vous** 1 – 4 **l’adversaire**" in told.text
    assert "L’adversaire donne ensuite." in told.text
    assert "4 contre 1 pour l’adversaire" in told.text


async def test_after_a_game_the_chances_are_those_of_the_next_one_at_any_score(hall: Hall) -> None:
    table = await hall.begin()
    await play.move(hall.room.tables, table, hall.world.alice.id, None, lambda _: Resign())
    told = await hall.ask(hall.world.alice, "learn", topic="odds")
    assert "**You** 0 – 0 **your opponent**" in told.text
    told = await hall.choose(hall.world.alice, told, "mine", "3")
    assert "**You** 3 – 0 **your opponent**" in told.text


def test_every_score_is_a_page(words: Words) -> None:
    for mine in range(5):
        for theirs in range(5):
            for dealer in (None, *Seat):
                reading = read(draw_score(words, mine, theirs, dealer))
                assert "{" not in reading.text
                assert not reading.buttons
