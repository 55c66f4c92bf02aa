"""While Discord is away no timer expires: what people could not answer is credited first, then the timers go on."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Any

import pytest

from bot.adapter.custom_ids import Verb
from bot.rows.outages import Outage
from bot.rows.storage_errors import Busy
from bot.tables.actions import chairs
from bot.tables.state.table_state import Status
from tests.support.cardroom import EN, CardWorld
from tests.support.shown import texts_of

UP_S = 60 + 120


def _of_the_bot(cards: CardWorld) -> AbstractContextManager[None]:
    """Returns a context in which new tasks belong to the bot, so that `settle` waits for them. simcord has no public
    way.
    """
    return cards.world.env._bot_scope()


async def _gateway_gone(cards: CardWorld, seconds: float) -> None:
    """Cuts the connection to the gateway for some seconds, while the bot's process lives on."""
    env = cards.world.env
    await cards.room.on_shard_disconnect(0)
    await env.advance_time(seconds)
    with _of_the_bot(cards):
        await cards.room.on_shard_resumed(0)
    await env.settle()


async def test_a_break_of_the_connection_is_credited_in_full_and_the_hand_says_so(cards: CardWorld, table: int) -> None:
    world = cards.world
    await world.pass_time(60)
    before = (await cards.view(table)).deadline
    assert before is not None
    await _gateway_gone(cards, 120)
    view = await cards.view(table)
    assert view.deadline == before + 120_000, "as much is left as when Discord went"
    assert f"<t:{view.deadline // 1000}:R>" in texts_of(cards.held("bruno"))


@pytest.mark.parametrize("seconds", [3, 12, 75, 5_000])
async def test_no_time_is_up_after_a_break_that_was_not_up_before_it(
    cards: CardWorld, table: int, seconds: int
) -> None:
    world = cards.world
    await world.pass_time(UP_S - 1)
    before = (await cards.view(table)).deadline
    assert before is not None
    await _gateway_gone(cards, seconds)
    view = await cards.view(table)
    assert view.status is Status.PLAYING
    assert view.deadline == before + seconds * 1000, "as much is left as when Discord went"
    await world.pass_time(2)
    assert EN("table.time.up", who="Bruno", other="Alice") in texts_of(await cards.table(table)), (
        "then the clock goes on"
    )


async def test_nothing_is_done_for_time_alone_while_discord_is_away(cards: CardWorld, table: int) -> None:
    world = cards.world
    version = (await cards.view(table)).version
    await cards.room.on_shard_disconnect(0)
    await world.pass_time(2 * UP_S + 3_600)
    assert (await cards.view(table)).version == version


async def test_a_challenge_does_not_expire_while_it_cannot_be_answered(cards: CardWorld) -> None:
    world = cards.world
    challenge = await cards.challenge(world.alice, world.bruno)
    await world.pass_time(14 * 60)
    await _gateway_gone(cards, 600)
    await world.pass_time(50)
    shown = await cards.again(challenge)
    assert f"<t:{(world.now() + 10_000) // 1000}:T>" in texts_of(shown), "it says the new time"
    await cards.press(world.bruno, shown, Verb.ACCEPT)
    assert cards.hand(world.bruno) is not None


async def test_the_time_for_bets_is_put_off_by_a_break(cards: CardWorld) -> None:
    table = await cards.sit_down(cards.world.alice, cards.world.bruno, stake=10)
    pause = (await cards.view(table)).galerie.pause
    assert pause is not None
    await _gateway_gone(cards, 75)
    after = (await cards.view(table)).galerie.pause
    assert after is not None
    assert after.until == pause.until + 75_000


async def test_a_person_called_to_a_chair_does_not_miss_it_in_a_break(cards: CardWorld, table: int) -> None:
    world = cards.world
    await cards.press(world.chloe, await cards.table(table), Verb.ENTER)
    await cards.play(table)
    assert (await cards.room.tables.log.state(table)).galerie.called_person == world.chloe.id
    await _gateway_gone(cards, 75)
    await chairs.sit(cards.room.tables, table, world.chloe.id)
    queue = (await cards.room.tables.log.state(table)).galerie.queue
    assert queue is not None
    assert queue.seat_of(world.chloe.id) is not None


async def test_a_short_break_costs_tables_with_time_enough_nothing_and_writes_nothing(
    cards: CardWorld, table: int
) -> None:
    before = await cards.view(table)
    await _gateway_gone(cards, 2)
    assert (await cards.view(table)).version == before.version


async def test_a_gateway_that_is_silent_for_longer_than_a_heartbeat_counts_as_away(
    cards: CardWorld, table: int
) -> None:
    world, lifecycle = cards.world, cards.room.lifecycle
    await world.pass_time(UP_S - 80)
    lifecycle.shard_alive(0)
    before = await cards.view(table)
    assert before.deadline is not None
    await world.pass_time(300)
    assert (await cards.view(table)).version == before.version, "no timer has expired"
    with _of_the_bot(cards):
        lifecycle.shard_alive(0)
    await world.env.settle()
    assert (await cards.view(table)).deadline == before.deadline + 300_000


async def test_a_restart_costs_no_time(cards: CardWorld, table: int) -> None:
    before = (await cards.view(table)).deadline
    assert before is not None
    await cards.outage(20)
    assert (await cards.view(table)).deadline == before + 20_000


async def test_each_of_several_breaks_is_credited(cards: CardWorld, table: int) -> None:
    before = (await cards.view(table)).deadline
    assert before is not None
    for _ in range(3):
        await _gateway_gone(cards, 30)
    assert (await cards.view(table)).deadline == before + 90_000


@pytest.mark.expects_log("bot.lifecycle", "an outage could not be credited yet")
async def test_an_outage_that_the_database_does_not_take_at_once_is_credited_once_and_nothing_expires_before(
    cards: CardWorld, table: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    recovery, refused = cards.room.tables.recovery, [Busy("busy"), Busy("busy")]
    add_outage = recovery.add_outage

    async def refuses(*outages: Outage, **options: Any) -> Any:
        if refused:
            raise refused.pop()
        return await add_outage(*outages, **options)

    monkeypatch.setattr(recovery, "add_outage", refuses)
    before = (await cards.view(table)).deadline
    assert before is not None
    gone_at = cards.world.now()
    await _gateway_gone(cards, 2 * UP_S)
    await cards.world.pass_time(5)
    assert refused == []
    after = (await cards.view(table)).deadline
    assert after is not None
    assert before + 2 * UP_S * 1000 <= after <= before + cards.world.now() - gone_at
