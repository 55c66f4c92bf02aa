"""Discord may refuse to open direct messages: no hand is lost, and the table always says how to see it."""

from __future__ import annotations

from pathlib import Path

import pytest
import simcord

from bot.adapter import directs
from bot.adapter.custom_ids import Verb
from bot.privacy.erasure import erase
from bot.storage.repositories import directs as rows
from tests.support.cardroom import EN, CardWorld, card_world
from tests.support.shown import texts_of, verbs_of

CHANNELS = "/users/@me/channels"
HOUR_S = 3600
PAUSE_S = 100.0
"""simcord would wait for a shorter pause as it waits for work."""


@pytest.fixture(autouse=True)
def long_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Slows the pace to a tenth."""
    monkeypatch.setattr(directs, "FIRST_WAIT_S", PAUSE_S)
    monkeypatch.setattr(rows, "WINDOW_MS", round(PAUSE_S * 1000))


def line(key: str, *people: simcord.MemberActor) -> str:
    return EN(key, who=EN.join([f"<@{person.id}>" for person in people]))


async def seated(cards: CardWorld, table: int) -> list[simcord.MemberActor]:
    """The players, North first."""
    view = await cards.view(table)
    assert view.seats is not None
    return sorted(
        (cards.world.alice, cards.world.bruno),
        key=lambda person: [each.id for each in view.seats or ()].index(person.id),
    )


async def shown(cards: CardWorld, table: int) -> str:
    return texts_of(await cards.table(table))


def heal(cards: CardWorld) -> None:
    cards.world.env.backend.faults.clear()


async def test_a_hand_refused_as_too_fast_is_sent_later_and_the_table_says_how_to_see_it(cards: CardWorld) -> None:
    world = cards.world
    world.env.inject_error("POST", CHANNELS, status=403, code=40003, times=None)
    table = await cards.sit_down(world.alice, world.bruno)
    both = await seated(cards, table)
    assert line("table.press_hand", *both) in await shown(cards, table)
    assert "direct messages" not in await shown(cards, table)
    assert Verb.MORE in verbs_of(await cards.my_hand(world.alice, table))
    heal(cards)
    await world.pass_time(PAUSE_S + 1)
    assert cards.hand(world.alice) is not None
    assert cards.hand(world.bruno) is not None
    assert line("table.welcome", *both) in await shown(cards, table)
    assert "press **My hand**" not in await shown(cards, table)


async def test_refused_again_and_again_it_is_asked_less_and_less_and_never_given_up(cards: CardWorld) -> None:
    world = cards.world
    world.env.inject_error("POST", CHANNELS, status=403, code=40003, times=None)
    await cards.sit_down(world.alice, world.bruno)
    await world.pass_time(1100)
    asked = len(world.requests("POST", CHANNELS))
    assert asked == 5, "at once, after 100 s, 200 s, and then every 300 s, for one person at a time"
    heal(cards)
    await world.pass_time(301)
    assert cards.hand(world.alice) is not None
    assert cards.hand(world.bruno) is not None


@pytest.mark.parametrize("cards", [{"new_directs": 1}], indirect=True)
async def test_new_channels_are_opened_at_a_pace_and_known_ones_are_free(cards: CardWorld) -> None:
    world = cards.world
    table = await cards.sit_down(world.alice, world.bruno)
    has_it = [person for person in (world.alice, world.bruno) if cards.hand(person) is not None]
    assert len(has_it) == 1
    waits = world.bruno if has_it == [world.alice] else world.alice
    assert line("table.welcome", *has_it) in await shown(cards, table)
    assert line("table.press_hand", waits) in await shown(cards, table)
    await world.pass_time(PAUSE_S + 1)
    assert cards.hand(waits) is not None
    await cards.play(table)
    asked = len(world.requests("POST", CHANNELS))
    assert asked == 2
    await world.restart()
    again = await cards.sit_down(world.bruno, world.alice)
    assert cards.hand(world.alice) is not None
    assert cards.hand(world.bruno) is not None
    assert len(world.requests("POST", CHANNELS)) == asked
    assert again != table


@pytest.mark.parametrize("cards", [{"new_directs": 1}], indirect=True)
async def test_at_the_next_deals_too_the_table_says_how_to_see_a_hand_that_waits(cards: CardWorld) -> None:
    world = cards.world
    table = await cards.sit_down(world.alice, world.bruno)
    waits = next(person for person in (world.alice, world.bruno) if cards.hand(person) is None)
    world.env.inject_error("POST", CHANNELS, status=403, code=40003, times=None)
    await cards.my_hand(waits, table)
    for _ in range(200):
        game = (await cards.view(table)).game
        assert game is not None
        if game.number == 2:
            break
        person, _ = await cards.mover(table)
        mine = await cards.private_hand(waits, table) if person is waits else cards.hand(person)
        assert mine is not None
        assert await cards.act(person, mine)
    assert line("table.press_hand", waits) in await shown(cards, table)


@pytest.mark.parametrize("cards", [{"new_directs": 1}], indirect=True)
async def test_no_channel_is_opened_or_stored_of_a_person_who_is_erased_while_it_waits(cards: CardWorld) -> None:
    world = cards.world
    await cards.sit_down(world.alice, world.bruno)
    waits = next(person for person in (world.alice, world.bruno) if cards.hand(person) is None)
    asked = len(world.requests("POST", CHANNELS))
    await erase(cards.room.app.privacy, waits.id)
    await world.pass_time(PAUSE_S + 1)
    assert len(world.requests("POST", CHANNELS)) == asked
    assert waits.id not in await cards.room.app.privacy.journal.known_people()


@pytest.mark.expects_log("bot.adapter.directs", "flagged")
async def test_a_flagged_bot_writes_to_those_it_knows_and_says_so_once(cards: CardWorld) -> None:
    world = cards.world
    await cards.play(await cards.sit_down(world.alice, world.bruno))
    world.env.inject_error("POST", CHANNELS, status=403, code=20026, times=None)
    asked = len(world.requests("POST", CHANNELS))
    table = await cards.sit_down(world.alice, world.chloe)
    assert cards.hand(world.alice) is not None
    assert line("table.press_hand", world.chloe) in await shown(cards, table)
    assert Verb.MORE in verbs_of(await cards.my_hand(world.chloe, table))
    await world.pass_time(60)
    assert len(world.requests("POST", CHANNELS)) == asked + 1
    heal(cards)
    await world.pass_time(HOUR_S)
    assert len(world.requests("POST", CHANNELS)) == asked + 2


@pytest.mark.expects_log("bot.adapter.directs", "flagged")
async def test_a_message_refused_since_the_bot_is_flagged_waits_too(cards: CardWorld) -> None:
    world = cards.world
    path = f"/channels/{world.bruno.user.dm_channel.id}/messages"
    world.env.inject_error("POST", path, status=403, code=20026, times=None)
    table = await cards.sit_down(world.alice, world.bruno)
    assert line("table.press_hand", world.bruno) in await shown(cards, table)
    assert len(world.requests("POST", path)) == 1


async def test_a_person_whose_account_is_gone_keeps_nobody_waiting(tmp_path: Path) -> None:
    async with card_world(tmp_path) as cards:
        world = cards.world
        world.env.inject_error("POST", CHANNELS, status=400, code=50033, times=1)
        table = await cards.sit_down(world.alice, world.bruno)
        text = await shown(cards, table)
        assert sum(cards.hand(person) is not None for person in (world.alice, world.bruno)) == 1
        assert "I cannot send you direct messages" in text
