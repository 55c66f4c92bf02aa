"""A machine with a wrong clock: nothing ends and nothing is deleted because of it, and stored times are right.

Discord's clock is the world's. Each kind of upkeep is tried with the machine's clock years ahead and years behind.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy import Connection, func, insert, select

from bot.adapter.custom_ids import Verb
from bot.people import ratings
from bot.people.server import ServerSettings
from bot.storage.schema.admin_tables import bans
from bot.storage.schema.rating_tables import seasons
from bot.storage.schema.standing_tables import standings
from bot.storage.schema.tables import commands, events, guilds, metadata, table_messages
from bot.tables.actions import rematch
from bot.tables.state.table_state import Status
from tests.bot.e2e.test_house import begin, play
from tests.bot.e2e.tournaments import TournamentHall
from tests.support.cardroom import CardWorld, MachineClock, card_world
from tests.support.shown import texts_of, verbs_of

DAY_S, HOUR_S = 86_400, 3_600
YEAR_MS = 365 * DAY_S * 1000
OTHER_SERVER = 4242 << 22
UP_S = 180
KEEP = {"keep_logs_days": 30, "keep_people_days": 30, "keep_server_days": 30}
BEAT_S = 31
"""Longer than between two heartbeats, each of which checks the clock."""
WRONG = pytest.mark.expects_log("bot.trust", "the clock is wrong")
AHEAD_OR_BEHIND = pytest.mark.parametrize("off_ms", [3 * YEAR_MS, -3 * YEAR_MS])
A_LITTLE_TOO = pytest.mark.parametrize("off_ms", [3 * YEAR_MS, -3 * YEAR_MS, 90_000, -90_000])
pytestmark = WRONG


@pytest.fixture
def machine() -> MachineClock:
    return MachineClock()


@pytest.fixture
async def cards(request: pytest.FixtureRequest, tmp_path: Path, machine: MachineClock) -> AsyncIterator[CardWorld]:
    async with card_world(tmp_path, machine=machine, **getattr(request, "param", {})) as cards_world:
        yield cards_world


async def counts(cards: CardWorld) -> dict[str, int]:
    """Returns how many rows there are of everything that upkeep might delete."""

    def count(connection: Connection) -> dict[str, int]:
        kept = {"heartbeat", "away_shards"}
        return {
            table.name: connection.scalar(select(func.count()).select_from(table)) or 0
            for table in metadata.sorted_tables
            if table.name not in kept
        }

    return await cards.room.database.connections.read(count)


async def fill(cards: CardWorld) -> None:
    """Stores a game that is over, people who were seen, a server that was left, a ban, a standing,
    a press, a message.
    """
    room, now = cards.room, cards.world.now()
    table = await cards.sit_down_to()
    await cards.play(table)
    await rematch.close(room.tables, table, cards.world.alice.id)
    assert (await cards.view(table)).status is Status.CLOSED
    await room.people.servers.change(OTHER_SERVER, ServerSettings(), ServerSettings(keep_days=60))
    await room.app.privacy.retention.depart(OTHER_SERVER, now)

    def put(connection: Connection) -> None:
        ban = {"guild_id": OTHER_SERVER, "user_id": 7, "until": now + 5 * DAY_S * 1000}
        connection.execute(insert(bans), ban)

    await room.database.connections.write(put)
    for user_id in (cards.world.alice.id, cards.world.bruno.id):
        await room.app.privacy.retention.put_seen(user_id, now)
    # Every drawing so far is stored.
    await cards.world.pass_time(BEAT_S)


@AHEAD_OR_BEHIND
@pytest.mark.parametrize("cards", [KEEP], indirect=True)
async def test_a_start_with_a_wrong_date_deletes_nothing(cards: CardWorld, machine: MachineClock, off_ms: int) -> None:
    await fill(cards)
    before = await counts(cards)
    assert all(before[table.name] for table in (guilds, bans, standings, commands, table_messages, events))
    machine.off_ms = off_ms
    await cards.world.restart()
    await cards.world.pass_time(BEAT_S)
    assert await counts(cards) == before


@pytest.mark.parametrize("cards", [KEEP], indirect=True)
async def test_what_is_due_is_deleted_once_the_clock_is_right(cards: CardWorld, machine: MachineClock) -> None:
    await fill(cards)
    before = await counts(cards)
    room, retention = cards.room, cards.room.app.privacy.retention
    # All of it is due, by Discord's time too.
    long_ago = cards.world.now() - 100 * DAY_S * 1000
    await retention.put_seen(cards.world.alice.id, long_ago)
    await retention.come_back(OTHER_SERVER)
    await retention.depart(OTHER_SERVER, long_ago)
    machine.off_ms = 3 * YEAR_MS
    await cards.world.pass_time(HOUR_S + BEAT_S)
    assert (await counts(cards))["sightings"] == before["sightings"]
    assert await retention.departed_servers() == (OTHER_SERVER,)
    machine.off_ms = 0
    await cards.world.pass_time(HOUR_S + BEAT_S)
    assert (await counts(cards))["sightings"] == before["sightings"] - 1
    assert await retention.departed_servers() == ()
    assert room.app.trust.is_trusted


@AHEAD_OR_BEHIND
async def test_no_deadline_is_carried_out_until_the_clock_is_right(
    cards: CardWorld, machine: MachineClock, off_ms: int
) -> None:
    world, table = cards.world, await cards.sit_down_to()
    challenge = await cards.challenge(world.chloe, world.david)
    machine.off_ms = off_ms
    await world.pass_time(20 * 60)
    view = await cards.view(table)
    assert (view.status, view.clock.said.value) == (Status.PLAYING, "nothing")
    assert Verb.ACCEPT in verbs_of(await cards.again(challenge))
    machine.off_ms = 0
    await world.pass_time(BEAT_S)
    assert (await cards.view(table)).clock.said.value == "up"
    assert Verb.ACCEPT not in verbs_of(await cards.again(challenge))


@A_LITTLE_TOO
async def test_a_deadline_that_is_set_while_the_clock_is_wrong_is_the_right_one(
    cards: CardWorld, machine: MachineClock, off_ms: int
) -> None:
    world, table = cards.world, await cards.sit_down_to()
    machine.off_ms = off_ms
    await world.pass_time(BEAT_S)
    await cards.does("bruno", Verb.PROPOSE)
    begun = world.now()
    view = await cards.view(table)
    assert view.deadline is not None
    assert abs(view.deadline - begun - UP_S * 1000) <= 1_000
    machine.off_ms = 0
    await world.pass_time(UP_S + 2 * BEAT_S)
    assert (await cards.view(table)).clock.said.value == "up"


async def test_a_restart_with_a_wrong_clock_carries_no_deadline_out(cards: CardWorld, machine: MachineClock) -> None:
    table = await cards.sit_down_to()
    await cards.world.pass_time(UP_S - 1)
    before = (await cards.view(table)).version
    machine.off_ms = 3 * YEAR_MS
    await cards.outage(2 * HOUR_S)
    await cards.world.pass_time(BEAT_S)
    view = await cards.view(table)
    assert view.clock.said.value == "nothing"
    assert view.version > before, "the time of the outage is given back"
    machine.off_ms = 0
    await cards.world.pass_time(2 * BEAT_S)
    assert (await cards.view(table)).clock.said.value == "up"


async def test_the_house_plays_on_while_the_clock_is_wrong(cards: CardWorld, machine: MachineClock) -> None:
    machine.off_ms = -YEAR_MS
    await cards.world.pass_time(BEAT_S)
    table = await begin(cards, cards.world.alice)
    await play(cards, table, cards.world.alice)
    assert (await cards.view(table)).status is not Status.PLAYING


@AHEAD_OR_BEHIND
async def test_no_round_of_a_tournament_ends_until_the_clock_is_right(
    cards: CardWorld, machine: MachineClock, off_ms: int
) -> None:
    world, hall = cards.world, TournamentHall(cards)
    await hall.started(*world.people, hours=1)
    begun = await hall.tournament()
    machine.off_ms = off_ms
    await world.pass_time(1.2 * HOUR_S)
    assert await hall.tournament() == begun
    machine.off_ms = 0
    await world.pass_time(BEAT_S)
    assert await hall.tournament() != begun


@AHEAD_OR_BEHIND
async def test_nothing_is_posted_and_nobody_is_reminded_until_the_clock_is_right(
    cards: CardWorld, machine: MachineClock, off_ms: int
) -> None:
    world, people = cards.world, cards.room.people
    channel = world.guild.create_text_channel("deal-of-the-day")
    settings = ServerSettings(daily_channel=channel.id, daily_hour=1, week_channel=channel.id)
    await people.servers.change(world.guild.id, ServerSettings(), settings)
    await people.reminders.put(world.chloe.id, 1, lambda _last: world.now() + HOUR_S * 1000)
    machine.off_ms = off_ms
    await world.pass_time(1.2 * HOUR_S)
    assert (list(channel.history()), world.dms(world.chloe)) == ([], [])
    machine.off_ms = 0
    await world.pass_time(2 * BEAT_S + 60)
    assert len(list(channel.history())) == 1
    assert len(world.dms(world.chloe)) == 1


@AHEAD_OR_BEHIND
async def test_no_season_ends_until_the_clock_is_right(cards: CardWorld, machine: MachineClock, off_ms: int) -> None:
    world, people, guild_id = cards.world, cards.room.people, cards.world.guild.id
    season = {"guild_id": guild_id, "season_at": world.now(), "ends_at": world.now() + HOUR_S * 1000}
    await cards.room.database.connections.write(lambda connection: connection.execute(insert(seasons), season))
    machine.off_ms = off_ms
    await world.pass_time(BEAT_S)
    running = (await ratings.seasons(people, guild_id)).running
    assert running is not None
    await world.pass_time(1.2 * HOUR_S)
    assert (await ratings.seasons(people, guild_id)).last is None
    machine.off_ms = 0
    await world.pass_time(BEAT_S)
    assert (await ratings.seasons(people, guild_id)).last is not None


@pytest.mark.parametrize("cards", [KEEP], indirect=True)
async def test_after_a_month_away_the_bot_goes_on_where_discord_says_the_time(
    cards: CardWorld, caplog: pytest.LogCaptureFixture
) -> None:
    await fill(cards)
    await cards.outage(29 * DAY_S)
    assert cards.room.app.trust.is_trusted
    assert "the clock is wrong" not in caplog.text
    # `pytestmark` expects this of all of these.
    trust = MachineClock(YEAR_MS).trust(cards.world.now)
    assert not trust.is_trusted


async def test_before_discord_has_said_its_time_nothing_is_deleted_or_ended(
    cards: CardWorld, machine: MachineClock
) -> None:
    table = await cards.sit_down_to()
    machine.answers = False
    machine.off_ms = 3 * YEAR_MS
    await cards.outage(60)
    before = await counts(cards)
    await cards.world.pass_time(HOUR_S + BEAT_S)
    after = await counts(cards)
    assert [name for name in before if after[name] < before[name]] == []
    assert (await cards.view(table)).status is Status.PLAYING
    assert texts_of(cards.held("bruno"))
