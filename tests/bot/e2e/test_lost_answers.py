"""Requests whose answers are lost: what people see agrees with the state as soon as Discord answers again."""

from __future__ import annotations

import discord
import pytest

from bot import work_queue
from bot.adapter.custom_ids import Verb
from tests.support.cardroom import CardWorld
from tests.support.faults import Fault, faults
from tests.support.packs import stacked_pack
from tests.support.shown import texts_of, verbs_of

_RETRY_S = 20.0
"""Longer than the simulation waits for timers, so that the bot tries again only when the test lets time pass."""


@pytest.fixture(autouse=True)
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(work_queue, "_FIRST_RETRY_S", _RETRY_S)


@pytest.fixture
async def table(cards: CardWorld) -> int:
    """Alice has dealt; Bruno is to lead or propose."""
    cards.house.cuts.append("KS 7S")
    cards.house.packs.append(stacked_pack(elder="QS JS AS TS 9S", dealer="QD JD AD TD 9D", turn_up="7H"))
    cards.house.packs.append(stacked_pack(elder="QD JD AD TD 9D", dealer="QS JS AS TS 9S", turn_up="7H"))
    return await cards.sit_down(cards.world.alice, cards.world.bruno)


async def _last_card(cards: CardWorld, table: int) -> str:
    """Plays until one card is left to choose. Returns the name of its player."""

    async def there() -> bool:
        game = (await cards.view(table)).game
        return game is not None and len(game.tricks) == 4 and game.tricks[-1].reply is None

    await cards.play(table, until=there)
    return (await cards.mover(table))[0].name


@pytest.mark.parametrize("fault", [Fault.UNANSWERED, Fault.FAILED_AFTER])
async def test_a_new_hand_whose_answer_is_lost_shows_what_happens_before_it_is_sent_again(
    cards: CardWorld, table: int, fault: Fault
) -> None:
    world = cards.world
    last = await _last_card(cards, table)
    with faults(world.env) as between:
        # Alice leads in the second deal; the answer about Bruno's hand is lost.
        between.plan(f"POST /channels/{world.bruno.user.dm_channel.id}/messages", fault)
        await cards.does(last, Verb.PLAY)
        assert between.struck == 1
        hands = len(world.dms(world.bruno))
        # This wakes the drawing too. It finds the nonce of the hand that shows less.
        await cards.does("alice", Verb.PLAY)
        await world.pass_time(_RETRY_S + 1)
        assert len(world.dms(world.bruno)) == hands, "it is sent once"
        await cards.does("bruno", Verb.PLAY)


async def test_a_hand_sent_before_a_crash_shows_what_happened_before_it_was_written_down(
    cards: CardWorld, table: int
) -> None:
    world = cards.world
    last = await _last_card(cards, table)
    with faults(world.env) as between:
        between.plan(f"POST /channels/{world.bruno.user.dm_channel.id}/messages", Fault.UNANSWERED)
        await cards.does(last, Verb.PLAY)
        await cards.does("alice", Verb.PLAY)
        hands = len(world.dms(world.bruno))
        await world.restart(crash=True)
        await world.pass_time(_RETRY_S + 1)
        assert len(world.dms(world.bruno)) == hands
        await cards.does("bruno", Verb.PLAY)


async def test_a_private_copy_of_a_hand_that_missed_an_edit_gets_it_later(cards: CardWorld, table: int) -> None:
    world = cards.world
    copy = await cards.my_hand(world.alice, table)
    with faults(world.env) as between:
        between.plan("PATCH /webhooks/*", Fault.LOST)
        await cards.does("bruno", Verb.PLAY)
        await world.pass_time(_RETRY_S + 1)
        assert between.struck == 1
    assert Verb.PLAY in verbs_of(await cards.again(copy))


async def test_a_private_copy_that_is_forgotten_while_its_edit_is_lost_is_edited_no_more(
    cards: CardWorld, table: int
) -> None:
    world = cards.world
    copy = await cards.my_hand(world.alice, table)
    before = texts_of(copy)
    with faults(world.env) as between:
        between.plan("PATCH /webhooks/*", Fault.LOST_LATE)
        await cards.does("bruno", Verb.PLAY)
        assert between.struck == 1
        cards.room.renderer.messages.forget(table)
        between.released.set()
        await world.env.settle()
        await world.pass_time(_RETRY_S + 1)
        assert sum(request.startswith("PATCH /webhooks/") for request in between.asked) == 1
    assert texts_of(await cards.again(copy)) == before


async def test_the_channel_of_direct_messages_is_asked_for_once_a_person(cards: CardWorld, table: int) -> None:
    world = cards.world
    guests = [world.env.create_user(f"guest{number}") for number in range(130)]
    await cards.play(table, until=None)
    asked = len(world.requests("POST", "/users/@me/channels"))
    for guest in guests:
        # Because of these requests discord.py forgets the players' channels.
        await world.bot.create_dm(discord.Object(guest.id))
    await cards.press(world.alice, await cards.table(table), Verb.REMATCH)
    await cards.press(world.bruno, await cards.table(table), Verb.REMATCH)
    await _last_card(cards, table)
    assert len(world.requests("POST", "/users/@me/channels")) == asked + len(guests)
