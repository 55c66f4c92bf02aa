"""The memory used for a table does not grow with the games played at it."""

from __future__ import annotations

import gc

import discord
import pytest
from discord import ui

from bot.adapter.custom_ids import Verb
from bot.tables.state.table_state import Status
from tests.support.cardroom import CardWorld


async def _deal(cards: CardWorld, table: int) -> None:
    """Plays until the next deal is dealt."""
    before = await _number(cards, table)

    async def there() -> bool:
        return await _number(cards, table) != before

    await cards.play(table, until=there)


async def _number(cards: CardWorld, table: int) -> tuple[int, int]:
    view = await cards.view(table)
    assert view.game is not None
    return view.game_no, view.game.number


def _kept(cards: CardWorld) -> list[discord.Interaction[discord.Client]]:
    """Returns the interactions with this bot that are in memory. Other tests of the process may have left theirs."""
    found = [kept for kept in gc.get_objects() if isinstance(kept, discord.Interaction)]
    return [interaction for interaction in found if interaction.client is cards.world.bot]


async def test_the_presses_of_earlier_deals_are_not_kept(cards: CardWorld) -> None:
    table = await cards.sit_down(cards.world.alice, cards.world.bruno)
    for _ in range(2):
        await cards.play(table)
        for person in (cards.world.alice, cards.world.bruno):
            await cards.press(person, await cards.table(table), Verb.REMATCH)
    assert (await _number(cards, table))[0] == 3
    deals = len(cards.world.dms(cards.world.alice))
    gc.collect()
    assert len(_kept(cards)) < deals + 4, "time stands still: no token has run out"


async def test_a_press_that_is_kept_has_let_go_of_its_message(cards: CardWorld) -> None:
    table = await cards.sit_down(cards.world.alice, cards.world.bruno)
    await _deal(cards, table)
    gc.collect()
    assert [press for press in _kept(cards) if press.message is not None] == []


async def test_earlier_presses_of_a_deal_wait_for_no_garbage_collection(cards: CardWorld) -> None:
    table = await cards.sit_down(cards.world.alice, cards.world.bruno)
    gc.collect()
    before = len(_kept(cards))
    gc.disable()
    try:
        await _deal(cards, table)
        left = len(_kept(cards)) - before
    finally:
        gc.enable()
    assert left <= 3, "the last press in each hand and at the table, whose tokens edit those messages"


async def test_a_press_makes_no_view_of_its_message(cards: CardWorld, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await cards.sit_down(cards.world.alice, cards.world.bruno)
    viewed: list[discord.Message] = []
    from_message = ui.LayoutView.from_message

    def noted(message: discord.Message, **options: float | None) -> object:
        viewed.append(message)
        return from_message(message, **options)

    monkeypatch.setattr(ui.LayoutView, "from_message", noted)
    await _deal(cards, table)
    assert viewed == []


async def test_discord_py_keeps_no_view_of_what_it_has_sent(cards: CardWorld) -> None:
    table = await cards.sit_down(cards.world.alice, cards.world.bruno)
    await _deal(cards, table)
    await cards.press(cards.world.chloe, await cards.table(table), Verb.MORE)
    assert cards.world.bot._connection._view_store._views == {}


async def test_discord_py_keeps_no_view_that_was_drawn_beside_the_event_loop(cards: CardWorld) -> None:
    """A view made in another thread cannot be stopped."""
    await cards.world.alice.slash(cards.world.channel, "ecarte learn", topic="lessons")
    assert cards.world.bot._connection._view_store._views == {}


async def test_the_places_of_the_messages_of_earlier_deals_are_not_kept(cards: CardWorld) -> None:
    world = cards.world
    table = await cards.sit_down(world.alice, world.bruno, clock="correspondence")
    counts: dict[tuple[int, int], int] = {}
    while len(counts) < 6:
        view = await cards.view(table)
        assert view.game is not None
        if view.status is Status.BETWEEN:
            for person in (world.alice, world.bruno):
                await cards.press(person, await cards.table(table), Verb.REMATCH)
            continue
        deal = (view.game_no, view.game.number)
        if deal not in counts:
            # While the bot runs, its heart would beat thousands of times.
            await cards.outage(20 * 3600)
        person, _ = await cards.mover(table)
        await cards.act(person, cards.held(person.name))
        counts[deal] = len(await cards.room.database.table_messages.of(table))
    assert max(counts.values()) <= 13, f"the challenge, and three messages for each of four deals: {counts}"


async def test_of_deals_that_are_over_neither_places_nor_attachments_of_messages_stay_in_memory(
    cards: CardWorld,
) -> None:
    table = await cards.sit_down(cards.world.alice, cards.world.bruno)
    messages = cards.room.renderer.messages
    places, attachments, stored = [], [], []
    for _ in range(8):
        if (await cards.view(table)).status is Status.BETWEEN:
            for person in (cards.world.alice, cards.world.bruno):
                await cards.press(person, await cards.table(table), Verb.REMATCH)
        await _deal(cards, table)
        places.append(len(await messages.slots(table)))
        attachments.append(len(messages._uploads._shown))
        stored.append(len(await cards.room.database.table_messages.of(table)))
    assert max(places) <= 13, f"the challenge, and three messages for each of four deals: {places}"
    assert max(attachments) <= 9, f"three pictures for each of three deals: {attachments}"
    assert max(stored) > 13, "a backup of the last day finds them where they are stored"
