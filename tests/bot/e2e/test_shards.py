"""Games in the servers of several shards: a shard that is away stops the clocks of its own servers, and is credited."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from bot.audit import verify
from bot.clock import WarningSent
from bot.people.person import Person
from bot.tables.actions import chairs, play
from bot.tables.problems import Refused
from bot.tables.state.table_state import Status
from ecarte.game import ClaimTime, Scope
from tests.support.cardroom import CardWorld, card_world
from tests.support.shown import texts_of

UP_S = 60 + 120


@asynccontextmanager
async def two_servers(folder: Path, shards: int) -> AsyncIterator[tuple[CardWorld, CardWorld]]:
    """The card room for the people of two servers: Alice and Bruno on shard 0, Chloé and David on the last shard."""
    async with card_world(folder, shards=shards) as near:
        world = near.world
        guild = world.env.create_guild("Far", shard_id=shards - 1)
        chloe, david = guild.add_member(world.chloe.user), guild.add_member(world.david.user)
        channel = guild.create_text_channel("card-room")
        yield near, replace(near, world=replace(world, guild=guild, channel=channel, chloe=chloe, david=david))


async def tables_of_both(near: CardWorld, far: CardWorld) -> tuple[int, int]:
    """Seats a game in each server, and plays to its middle."""
    tables = (
        await near.sit_down(near.world.alice, near.world.bruno),
        await far.sit_down(far.world.chloe, far.world.david),
    )
    for cards, table in zip((near, far), tables, strict=True):
        for _ in range(3):
            await move(cards, table)
    return tables


async def move(cards: CardWorld, table: int) -> None:
    """Makes one move on the hand for the player whose turn it is."""
    person, _ = await cards.mover(table)
    hand = cards.hand(person)
    assert hand is not None
    assert await cards.act(person, hand), texts_of(hand)


async def cut(cards: CardWorld, shard: int) -> None:
    """Cuts the connection of a shard; the bot's process lives on."""
    env = cards.world.env
    info = cards.room.get_shard(shard)
    assert info is not None
    with env._bot_scope():
        await info.disconnect()
    await env.settle()


async def bring_back(cards: CardWorld, shard: int) -> None:
    """Lets a shard connect again."""
    env = cards.world.env
    info = cards.room.get_shard(shard)
    assert info is not None
    with env._bot_scope():
        await info.connect()
    await env.settle()


async def deadline(cards: CardWorld, table: int) -> int:
    """Returns when the time for the current decision is up."""
    at = (await cards.view(table)).deadline
    assert at is not None
    return at


@pytest.mark.parametrize("shards", [1, 3, 16])
async def test_a_shard_cut_for_75_seconds_in_the_middle_of_games_is_credited_to_its_own_tables_alone(
    tmp_path: Path, shards: int
) -> None:
    async with two_servers(tmp_path, shards) as (near, far):
        at_home, away = await tables_of_both(near, far)
        before = await deadline(near, at_home), await deadline(far, away)
        await cut(far, shards - 1)
        await far.world.pass_time(75)
        await bring_back(far, shards - 1)
        after = await deadline(near, at_home), await deadline(far, away)
        # One shard has all servers.
        assert after == (before[0] + (75_000 if shards == 1 else 0), before[1] + 75_000)
        await near.play(at_home)
        await far.play(away)
        assert [(await cards.view(table)).status for cards, table in ((near, at_home), (far, away))] == [
            Status.BETWEEN,
            Status.BETWEEN,
        ]
        assert (await verify(near.room.database)).faults == ()


async def test_time_goes_on_in_the_servers_of_other_shards(tmp_path: Path) -> None:
    async with two_servers(tmp_path, 3) as (near, far):
        at_home, away = await tables_of_both(near, far)
        version = (await far.view(away)).version
        await cut(far, 2)
        await far.world.pass_time(UP_S + 1)
        assert (await near.room.tables.log.state(at_home)).clock.said is WarningSent.UP
        assert (await far.view(away)).version == version, "nothing is done there for time alone"
        await bring_back(far, 2)
        await far.world.pass_time(1)
        assert (await far.room.tables.log.state(away)).clock.said is WarningSent.NOTHING


async def test_without_shard_0_all_clocks_stand_for_hands_cannot_be_pressed(tmp_path: Path) -> None:
    async with two_servers(tmp_path, 3) as (near, far):
        tables = await tables_of_both(near, far)
        before = [await deadline(near, table) for table in tables]
        await cut(near, 0)
        await near.world.pass_time(75)
        await bring_back(near, 0)
        assert [await deadline(near, table) for table in tables] == [at + 75_000 for at in before]


async def test_a_shard_that_comes_back_while_shard_0_is_away_waits_for_it(tmp_path: Path) -> None:
    async with two_servers(tmp_path, 3) as (near, far):
        at_home, away = await tables_of_both(near, far)
        before = await deadline(near, at_home), await deadline(far, away)
        await cut(far, 2)
        await near.world.pass_time(20)
        await cut(near, 0)
        await near.world.pass_time(20)
        await bring_back(far, 2)
        await near.world.pass_time(20)
        await bring_back(near, 0)
        after = await deadline(near, at_home), await deadline(far, away)
        assert after == (before[0] + 40_000, before[1] + 60_000)


async def test_who_plays_on_by_direct_messages_pays_nothing_for_the_outage_and_is_credited_once(tmp_path: Path) -> None:
    async with two_servers(tmp_path, 3) as (near, far):
        _, away = await tables_of_both(near, far)
        await cut(far, 2)
        # Longer than the time and the reserve of the decision, which would be lost.
        await far.world.pass_time(UP_S + 20)
        person, _ = await far.mover(away)
        reserves = (await far.room.tables.log.state(away)).clock.sides
        await move(far, away)
        state = await far.room.tables.log.state(away)
        assert state.clock.sides == reserves, f"{person} has answered in time"
        moved_at = far.world.now()
        await far.world.pass_time(30)
        before = await deadline(far, away)
        await bring_back(far, 2)
        passed = far.world.now() - moved_at
        assert await deadline(far, away) == before + passed, "of the outage the new decision has seen this much"


async def test_what_happens_at_a_table_in_an_outage_does_not_credit_it_twice(tmp_path: Path) -> None:
    async with two_servers(tmp_path, 3) as (near, far):
        _, away = await tables_of_both(near, far)
        before = await deadline(far, away)
        await cut(far, 2)
        for person in (near.world.alice, near.world.bruno):
            await far.world.pass_time(30)
            await chairs.enter(far.room.tables, away, Person(person.id, person.name))
        await far.world.pass_time(15)
        await bring_back(far, 2)
        assert await deadline(far, away) == before + 75_000


async def test_time_that_a_stopped_clock_has_not_counted_cannot_be_claimed(tmp_path: Path) -> None:
    """A player has opened the hand in the server, by shard 2. The opponent's is in direct messages, out of reach."""
    async with two_servers(tmp_path, 3) as (near, far):
        _, away = await tables_of_both(near, far)
        _, other = await far.mover(away)
        await cut(near, 0)
        await far.world.pass_time(UP_S + 3_600)
        with pytest.raises(Refused):
            await play.move(far.room.tables, away, other.id, None, lambda _: ClaimTime(Scope.GAME))
        assert (await far.view(away)).status is Status.PLAYING
        await bring_back(near, 0)
        await far.world.pass_time(UP_S + 1)
        await play.move(far.room.tables, away, other.id, None, lambda _: ClaimTime(Scope.GAME))
        assert (await far.view(away)).status is Status.BETWEEN


@pytest.mark.parametrize("shards", [1, 2, 16])
async def test_a_restart_with_another_number_of_shards_owes_the_tables_of_the_shard_that_was_away(
    tmp_path: Path, shards: int
) -> None:
    async with two_servers(tmp_path, 3) as (near, far):
        at_home, away = await tables_of_both(near, far)
        before = await deadline(near, at_home), await deadline(far, away)
        await cut(far, 2)
        # Heartbeats are stored in the meantime.
        await far.world.pass_time(100)
        alive_at = await near.room.database.heartbeat.last_signs()
        near.world.env.requested_shard_count = shards
        env = near.world.env
        with env.time_context():
            await env.bot.close()
        await env.advance_time(50)
        await near.world.restart(crash=True)
        assert near.room.lifecycle.away_ms() == dict.fromkeys(range(shards), 0)
        after = await deadline(near, at_home), await deadline(far, away)
        assert len(alive_at) == 3
        assert after == (before[0] + 50_000, before[1] + 150_000)
