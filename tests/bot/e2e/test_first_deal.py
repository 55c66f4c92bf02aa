"""The first deal, from a newcomer's first page to the cards of a real game."""

from __future__ import annotations

from typing import Any

import pytest
import simcord

from bot.adapter.custom_ids import Verb
from bot.people.person import level_of
from bot.tables.state.table_state import Status
from bot.tables.views import TableView
from ecarte.ai import Level
from ecarte.teaching import FIRST_DEAL
from tests.support.cardroom import EN, CardWorld
from tests.support.shown import MessageLike, arguments_of, texts_of, verbs_of

RIGHT = [next(place for place, answer in enumerate(step.answers) if answer.right) for step in FIRST_DEAL.steps]
DECK = [{"fair": True}]
"""Packs are committed to, as in production: a first game against the house waits for a press."""


async def opened(person: Any, page: MessageLike) -> MessageLike:
    """Presses **Learn by playing**. Returns the page that opens."""
    answer = (await person.click(page, custom_id=arguments_of(page, Verb.LESSON)["first"])).response
    assert answer is not None
    return answer  # type: ignore[no-any-return]  # of simcord


async def taps(cards: CardWorld, person: Any, page: MessageLike) -> None:
    """Presses the right answers until the deal is over, always on the same message."""
    for place in RIGHT:
        await person.click(page, custom_id=verbs_of(await cards.again(page), disabled=True)[Verb.LESSON][place])
    assert EN("first.end.says") in texts_of(await cards.again(page))


async def begun(cards: CardWorld, person: simcord.MemberActor) -> TableView:
    """Returns the one game that a person plays, dealt and in private, with tips."""
    (row,) = await cards.room.database.tables.open_of(person.id)
    view = await cards.view(row.id)
    assert view.status is Status.PLAYING
    assert view.is_private
    assert view.game is not None
    assert view.game.number == 1
    assert (await cards.room.people.profiles.profile(person.id)).preferences.tips is True
    return view


def level(view: TableView) -> Level | None:
    """Returns the level of the house at a table."""
    assert view.seats is not None
    return next(found for person in view.seats if (found := level_of(person.id)) is not None)


@pytest.mark.parametrize("cards", DECK, indirect=True)
@pytest.mark.parametrize("command", ["help", "learn", "house"])
async def test_from_a_page_for_newcomers_eight_presses_lead_to_a_game(cards: CardWorld, command: str) -> None:
    chloe, channel = cards.world.chloe, cards.world.channel
    before = len(channel.history(viewer=cards.world.bruno))
    asked = (await chloe.slash(channel, f"ecarte {command}")).response
    assert asked is not None
    page = await opened(chloe, asked)
    await taps(cards, chloe, page)
    await cards.press(chloe, await cards.again(page), Verb.HOUSE)
    view = await begun(cards, chloe)
    # The question of `/ecarte house` belongs to a table already, which has the level of the command.
    wanted = Level.NOVICE if command == "house" else Level.STARTER
    assert level(view) is wanted
    assert EN(f"house.{wanted.value}") in texts_of(await cards.again(page)), "in place of the lesson"
    assert len(channel.history(viewer=cards.world.bruno)) == before, "no one else sees any of it"


@pytest.mark.parametrize("cards", DECK, indirect=True)
async def test_the_last_button_pressed_twice_at_once_begins_one_game(cards: CardWorld) -> None:
    alice = cards.world.alice
    page = (await alice.slash(cards.world.channel, "ecarte learn", topic="first")).response
    assert page is not None
    await taps(cards, alice, page)
    (custom_id,) = verbs_of(await cards.again(page))[Verb.HOUSE]

    async def press() -> Any:
        return await alice.click(page, custom_id=custom_id)

    await cards.world.at_once(press, press)
    await begun(cards, alice)


@pytest.mark.parametrize("cards", DECK, indirect=True)
async def test_a_game_that_is_on_goes_on_after_the_lesson(cards: CardWorld) -> None:
    alice = cards.world.alice
    asked = (await alice.slash(cards.world.channel, "ecarte house", level="maitre")).response
    assert asked is not None
    await cards.press(alice, asked, Verb.HOUSE, 1)
    (row,) = await cards.room.database.tables.open_of(alice.id)
    page = (await alice.slash(cards.world.channel, "ecarte learn", topic="first")).response
    assert page is not None
    await taps(cards, alice, page)
    await cards.press(alice, await cards.again(page), Verb.HOUSE)
    view = await begun(cards, alice)
    assert view.id == row.id
    assert level(view) is Level.MAITRE


@pytest.mark.parametrize("cards", DECK, indirect=True)
async def test_in_direct_messages_the_game_is_played_there(cards: CardWorld) -> None:
    alice = cards.world.alice
    page = (await alice.user.slash("ecarte learn", topic="first")).response
    assert page is not None
    await taps(cards, alice.user, page)
    last = await cards.again(page)
    await alice.user.click(last, custom_id=verbs_of(last)[Verb.HOUSE][0])
    view = await begun(cards, alice)
    assert view.guild_id == 0
    assert EN("house.starter") in texts_of(await cards.again(page))


async def test_a_restart_in_the_middle_and_another_reader_change_nothing(cards: CardWorld) -> None:
    alice, bruno = cards.world.alice, cards.world.bruno
    page = (await alice.slash(cards.world.channel, "ecarte learn", topic="first")).response
    assert page is not None
    first = cards.snapshot(page)
    await alice.click(page, custom_id=verbs_of(page)[Verb.LESSON][RIGHT[0]])
    await cards.world.restart(crash=True)
    assert "2 / 7" in texts_of(await cards.again(page))
    # Discord shows a private page to no other person. Here its button is pressed as if it did.
    copied = (await cards.forge(bruno, first, verbs_of(first)[Verb.LESSON][RIGHT[0]])).response
    assert copied is not None
    assert copied.ephemeral
    assert "2 / 7" in texts_of(copied)
    assert str(bruno.id) in verbs_of(copied)[Verb.LESSON][0]
    await alice.click(page, custom_id=verbs_of(await cards.again(page))[Verb.LESSON][RIGHT[1]])
    assert "3 / 7" in texts_of(await cards.again(page))
