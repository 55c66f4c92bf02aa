"""A thread that a moderator has locked and archived: Discord takes no answer there (50083), not even a private one."""

from __future__ import annotations

import pytest
import simcord

from bot.adapter.custom_ids import Verb
from tests.support.cardroom import CardWorld
from tests.support.shown import verbs_of


@pytest.fixture
async def table(cards: CardWorld) -> int:
    """Alice and Bruno play in a thread, which a moderator has closed."""
    world = cards.world
    table = await cards.sit_down(world.alice, world.bruno, stake=50)
    thread = (await cards.table(table)).channel.id
    assert thread != world.channel.id
    env = world.env
    env.inject_error("POST", "/interactions/*/callback", status=403, code=50083, message="Thread is archived")
    env.inject_error("PATCH", f"/channels/{thread}/messages/*", status=400, code=50083, times=None)
    env.inject_error("PATCH", f"/channels/{thread}", status=403, code=50013, times=None)
    env.inject_error("POST", f"/channels/{thread}/messages", status=400, code=50083, times=None)
    return table


@pytest.mark.parametrize("verb", [Verb.MORE, Verb.BET, Verb.WANT_CARDS])
async def test_a_press_that_cannot_be_answered_moves_the_table_to_the_channel(
    cards: CardWorld, table: int, verb: Verb
) -> None:
    world = cards.world
    presser: simcord.MemberActor = world.chloe if verb is Verb.BET else world.alice
    shown = await cards.table(table)
    assert verb in verbs_of(shown)
    await cards.press(presser, shown, verb)
    moved = await cards.table(table)
    assert moved.channel.id == world.channel.id
    assert (await cards.view(table)).thread is None
    assert (await cards.press(world.alice, moved, Verb.MORE)).response is not None, "there it is answered again"


async def test_a_command_that_cannot_be_answered_is_no_error_in_the_log(cards: CardWorld, table: int) -> None:
    world = cards.world
    refused = await world.chloe.slash(world.channel.threads[0], "ecarte profile")
    assert refused.response is None
    assert (await cards.table(table)).channel.id == world.channel.id


async def test_a_thread_that_only_sleeps_is_woken_and_keeps_its_table(cards: CardWorld) -> None:
    world = cards.world
    table = await cards.sit_down(world.alice, world.bruno, stake=50)
    shown = await cards.table(table)
    world.env.inject_error("POST", "/interactions/*/callback", status=403, code=50083, message="Thread is archived")
    await cards.press(world.alice, shown, Verb.MORE)
    assert (await cards.table(table)).id == shown.id
    assert len(world.requests("PATCH", f"/channels/{shown.channel.id}")) == 1
    assert (await cards.press(world.alice, shown, Verb.MORE)).response is not None


async def test_a_new_message_that_a_locked_thread_refuses_is_sent_to_the_channel(cards: CardWorld) -> None:
    world = cards.world
    table = await cards.sit_down(world.alice, world.bruno)
    thread = world.channel.threads[0].id
    world.env.inject_error("POST", f"/channels/{thread}/messages", status=400, code=50083, times=None)

    async def second_deal() -> bool:
        game = (await cards.view(table)).game
        return game is not None and game.number == 2

    await cards.play(table, until=second_deal)
    assert (await cards.table(table)).channel.id == world.channel.id
