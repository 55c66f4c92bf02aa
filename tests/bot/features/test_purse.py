"""The purse: who sees it, what it shows, and the daily chips for broke members."""

from __future__ import annotations

import pytest

from bot.features import purse as purse_page
from bot.features.purse import Sheet
from bot.rows.chips import Escrow, Fortune, Movement, MovementKind, Purse
from bot.rows.paging import Page
from bot.texts import Words
from tests.bot.features.making import ALICE, NOON
from tests.bot.features.playing import Answer, Hall
from tests.bot.features.reading import read

LINK = "https://discord.com/channels/1/2"
_DAY_S = 86_400


def sheet(
    *moved: Movement,
    free: int = 1050,
    at_stake: int = 0,
    allowance: int = 100,
    place: int | None = 2,
    total: int | None = None,
    offset: int = 0,
) -> Sheet:
    """Alice's purse among three."""
    standing = Fortune(place, ALICE, free) if place is not None else None
    lines = Page(moved, len(moved) if total is None else total, offset)
    return Sheet(Purse(free, at_stake), standing, 3, lines, {7: LINK}, allowance)


def moved(kind: MovementKind, amount: int = 50, escrow: Escrow | None = None) -> Movement:
    """Returns a movement of the purse."""
    return Movement(1, NOON, kind, escrow, amount, 1050)


# ---------------------------------------------------------------- as it is drawn


def test_a_purse_shows_free_chips_chips_on_games_and_its_place(english: Words) -> None:
    text = read(purse_page.draw(english, sheet(at_stake=50))).text
    assert "**1,050 chips** free · 50 chips on games" in text
    assert "Place 2 of 3 purses" in text
    assert "cannot be bought or sold" in text
    assert "fewer than 100 chips" in text


def test_a_place_that_is_not_known_is_not_shown(words: Words) -> None:
    assert "3" not in read(purse_page.draw(words, sheet(place=None, allowance=0))).text


@pytest.mark.parametrize("kind", list(MovementKind))
def test_every_kind_of_movement_has_words(words: Words, kind: MovementKind) -> None:
    text = read(purse_page.draw(words, sheet(moved(kind)))).text
    assert f"**+50** · {words(f'pages.purse.kind.{kind.value}')}" in text
    assert f"<t:{NOON // 1000}:f>" in text


def test_a_movement_leads_to_its_table(english: Words) -> None:
    lines = (
        moved(MovementKind.BET, -50, Escrow(7, 2)),
        moved(MovementKind.STAKE, -50, Escrow(7, -1)),
        moved(MovementKind.BET, -50, Escrow(8, 3)),
    )
    text = read(purse_page.draw(english, sheet(*lines))).text
    assert f"**−50** · bet · [game 2]({LINK})\n-# balance 1,050 · <t:" in text
    assert f"**−50** · stake · [pool]({LINK})" in text
    assert "**−50** · bet · game 3\n" in text


def test_a_game_that_costs_more_than_its_stake_says_why(words: Words) -> None:
    text = read(purse_page.draw(words, sheet(moved(MovementKind.SETTLEMENT, -50, Escrow(7, 1))))).text
    assert words("pages.purse.more") in text


@pytest.mark.parametrize(
    ("free", "at_stake", "allowance", "lacks"), [(40, 0, 100, 60), (40, 60, 100, 0), (0, 0, 0, 0), (100, 0, 100, 0)]
)
def test_only_a_broke_member_may_take_chips_up_to_the_allowance(
    english: Words, free: int, at_stake: int, allowance: int, lacks: int
) -> None:
    reading = read(purse_page.draw(english, sheet(free=free, at_stake=at_stake, allowance=allowance)))
    assert set(reading.buttons) == ({f"Take today’s {lacks} chips"} if lacks else set())


def test_the_longest_page_fits_into_a_message(words: Words) -> None:
    line = Movement(1, NOON, MovementKind.SETTLEMENT, Escrow(7, 10**6), -(2**53), 2**53)
    drawing = purse_page.draw(words, sheet(*[line] * 10, free=0, total=99, offset=20), "x" * 200)
    assert words("pages.page", page=3, pages=10) in read(drawing).text


# ---------------------------------------------------------------- as people use it


async def test_a_purse_is_private_and_opened_at_first_sight(hall: Hall) -> None:
    answer = await hall.ask(hall.world.chloe, "purse")
    assert answer.private
    assert "**1,000 chips** free" in answer.text
    assert "**+1,000** · welcome" in answer.text
    assert "Place" not in answer.text, "there is no other purse"
    assert answer.reading.buttons == {}


async def test_a_purse_is_read_in_the_readers_language(hall: Hall) -> None:
    hall.world.speaks(hall.world.chloe, "fr")
    text = (await hall.ask(hall.world.chloe, "purse")).text
    assert "## Votre bourse" in text
    assert "ne se vendent" in text


async def test_a_game_for_stakes_moves_in_both_purses(hall: Hall) -> None:
    await hall.play(hall.world.alice, hall.world.bruno, stake=50)
    winner, loser = [(await hall.ask(person, "purse")).text for person in (hall.world.alice, hall.world.bruno)]
    link = f"https://discord.com/channels/{hall.world.guild.id}/{hall.world.channel.id}"
    assert "**1,050 chips** free" in winner
    assert "Place 1 of 2 purses" in winner
    assert f"**+100** · game paid · [against Bruno]({link})" in winner
    assert "**950 chips** free" in loser
    assert "Place 2 of 2 purses" in loser
    assert "**−50** · stake" in loser


async def test_chips_on_a_game_are_shown(hall: Hall) -> None:
    await hall.room.database.servers.put_settings(hall.world.guild.id, {"stake": 70})
    await hall.begin()
    assert "**930 chips** free · 70 chips on games" in (await hall.ask(hall.world.alice, "purse")).text


async def test_older_movements_are_on_further_pages(hall: Hall) -> None:
    for _ in range(5):
        await hall.play(hall.world.alice, hall.world.bruno, stake=10)
    first = await hall.ask(hall.world.alice, "purse")
    assert "Page 1 of 2" in first.text
    second = await hall.click(hall.world.alice, first, "Next")
    assert second.message.id == first.message.id
    assert "**+1,000** · welcome" in second.text
    assert second.text.count("balance") == 1
    assert "Page 1 of 2" in (await hall.click(hall.world.alice, second, "Previous")).text


# ---------------------------------------------------------------- the chips of a day


async def broke(hall: Hall) -> Answer:
    """Takes 80 of the 100 opening chips from Alice. Returns the purse."""
    await hall.room.database.servers.put_settings(hall.world.guild.id, {"opening": 100})
    await hall.play(hall.world.bruno, hall.world.alice, stake=80)
    return await hall.ask(hall.world.alice, "purse")


async def given(hall: Hall) -> list[int]:
    """Returns the chips that Alice was given so far for being broke."""
    moved = await hall.room.database.ledger.movements(hall.world.guild.id, hall.world.alice.id, limit=100)
    return [movement.amount for movement in moved.rows if movement.kind is MovementKind.ALLOWANCE]


async def test_a_broke_member_is_brought_up_to_the_allowance(hall: Hall) -> None:
    page = await broke(hall)
    assert "**20 chips** free" in page.text
    after = await hall.click(hall.world.alice, page, "Take today’s 80 chips")
    assert after.message.id == page.message.id
    assert "**100 chips** free" in after.text
    assert hall.room.texts("en")("pages.purse.taken") in after.text
    assert "Take today’s 80 chips" not in after.reading.buttons
    assert await given(hall) == [80]


async def test_two_clicks_give_the_chips_of_a_day_once(hall: Hall) -> None:
    page, alice = await broke(hall), hall.world.alice
    custom_id = page.reading.buttons["Take today’s 80 chips"]
    await hall.world.at_once(*[lambda: alice.click(page.message, custom_id=custom_id)] * 2)
    assert await given(hall) == [80]


async def test_the_next_chips_are_those_of_the_next_day(hall: Hall) -> None:
    await hall.click(hall.world.alice, await broke(hall), "Take today’s 80 chips")
    await hall.play(hall.world.bruno, hall.world.alice, stake=80)
    page = await hall.ask(hall.world.alice, "purse")
    again = await hall.click(hall.world.alice, page, "Take today’s 80 chips")
    assert hall.room.texts("en")("pages.purse.today") in again.text
    assert await given(hall) == [80]
    await hall.sleep(_DAY_S)
    page = await hall.ask(hall.world.alice, "purse")
    assert "**100 chips** free" in (await hall.click(hall.world.alice, page, "Take today’s 80 chips")).text
    assert await given(hall) == [80, 80]


async def test_a_member_who_is_no_longer_broke_is_refused_the_allowance(hall: Hall) -> None:
    page = await broke(hall)
    await hall.room.database.servers.put_settings(hall.world.guild.id, {"allowance": 10})
    after = await hall.click(hall.world.alice, page, "Take today’s 80 chips")
    assert hall.room.texts("en")("pages.purse.not_broke") in after.text
    assert await given(hall) == []


async def test_an_exhausted_bank_says_so(hall: Hall) -> None:
    await hall.room.database.servers.put_settings(hall.world.guild.id, {"opening": 2**53})
    assert "9,007,199,254,740,992 chips" in (await hall.ask(hall.world.bruno, "purse")).text
    answer = await hall.ask(hall.world.alice, "purse")
    assert answer.private
    assert answer.text == hall.room.texts("en")("pages.purse.exhausted")
