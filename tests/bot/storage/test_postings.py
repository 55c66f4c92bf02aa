"""The deal of the day is due once a day in a server, for any number of processes, and is deleted with the server."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack

import pytest
from sqlalchemy import select

from bot.people.server import DuePosting, PostingKind, Servers, ServerSettings
from bot.rows.commits import JSON
from bot.rows.storage_errors import NotOwner
from bot.storage import Database, as_owner
from bot.storage.schema.tables import guilds

HOUR_MS, DAY_MS = 3_600_000, 86_400_000
T0 = 1_767_225_600_000
GUILD, CHANNEL = 7, 70
CHOSEN = ServerSettings(daily_channel=CHANNEL, daily_hour=8)


async def chosen(database: Database, settings: ServerSettings = CHOSEN, guild_id: int = GUILD) -> Servers:
    """A server that has chosen where the deal is posted."""
    servers = Servers(database.servers)
    await servers.change(guild_id, ServerSettings(), settings)
    return servers


async def test_it_falls_due_at_its_hour_and_for_six_hours(database: Database) -> None:
    servers, due = await chosen(database), (DuePosting(PostingKind.DAILY, GUILD, CHANNEL, T0 + 8 * HOUR_MS),)
    for at, found in ((8 * HOUR_MS - 1, ()), (8 * HOUR_MS, due), (14 * HOUR_MS - 1, due), (14 * HOUR_MS, ())):
        assert await servers.due_postings(PostingKind.DAILY, T0 + at) == found


async def test_what_was_claimed_is_due_no_more_that_day_and_again_on_the_next(database: Database) -> None:
    servers = await chosen(database)
    (posting,) = await servers.due_postings(PostingKind.DAILY, T0 + 9 * HOUR_MS)
    assert await servers.claim_posting(posting)
    assert not await servers.claim_posting(posting)
    assert await servers.due_postings(PostingKind.DAILY, T0 + 9 * HOUR_MS) == ()
    (after,) = await servers.due_postings(PostingKind.DAILY, T0 + DAY_MS + 8 * HOUR_MS)
    assert await servers.claim_posting(after)
    assert not await servers.claim_posting(posting), "a clock set back posts no day again"
    assert await servers.of(GUILD) == CHOSEN, "the settings are untouched"


async def test_nothing_is_due_for_an_hour_before_it_was_chosen(database: Database) -> None:
    servers = await chosen(database, ServerSettings(daily_channel=CHANNEL, daily_since=T0 + 9 * HOUR_MS))
    assert await servers.due_postings(PostingKind.DAILY, T0 + 9 * HOUR_MS) == ()
    assert len(await servers.due_postings(PostingKind.DAILY, T0 + DAY_MS + 8 * HOUR_MS)) == 1


async def test_a_server_without_a_channel_or_with_damaged_settings_is_not_due(
    database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    servers = await chosen(database, ServerSettings(daily_hour=8), 1)
    damaged: tuple[dict[str, JSON], ...] = (
        {"daily_channel": "x"},
        {"daily_channel": 5, "daily_hour": 99},
        {"daily_channel": 5, "daily_since": None},
    )
    for guild_id, settings in enumerate(damaged, 2):
        await database.servers.put_settings(guild_id, settings)
    await database.connections.write(
        lambda connection: connection.execute(guilds.insert().values(guild_id=9, settings='{"daily_channel": '))
    )
    due = await servers.due_postings(PostingKind.DAILY, T0 + 9 * HOUR_MS)
    assert [posting.guild_id for posting in due] == [4], "a value that is taken out takes its default"
    assert caplog.records == [], "it is looked at each minute"


async def test_of_three_processes_that_claim_at_once_one_may_post(migrated: str) -> None:
    async with AsyncExitStack() as stack:
        databases = [await stack.enter_async_context(await Database.open(migrated)) for _ in range(3)]
        await chosen(databases[0])
        for day in range(5):
            posting = DuePosting(PostingKind.DAILY, GUILD, CHANNEL, T0 + day * DAY_MS + 8 * HOUR_MS)
            claims = [Servers(database.servers).claim_posting(posting) for database in databases * 4]
            assert sorted(await asyncio.gather(*claims)) == [*[False] * 11, True]


async def test_a_setting_that_is_changed_meanwhile_and_the_claim_keep_each_other(database: Database) -> None:
    servers = await chosen(database)
    posting = DuePosting(PostingKind.DAILY, GUILD, CHANNEL, T0 + 8 * HOUR_MS)
    change = servers.change(GUILD, CHOSEN, ServerSettings(daily_channel=CHANNEL, daily_hour=8, stake=50))
    assert (await asyncio.gather(servers.claim_posting(posting), change))[0]
    assert (await servers.of(GUILD)).stake == 50
    assert not await servers.claim_posting(posting)


async def test_what_was_noted_of_a_server_goes_with_it(database: Database) -> None:
    servers = await chosen(database)
    await servers.claim_posting(DuePosting(PostingKind.DAILY, GUILD, CHANNEL, T0))
    await database.retention.delete_server(GUILD)
    left = await database.connections.read(lambda connection: connection.execute(select(guilds)).all())
    assert left == []


async def test_an_owner_of_yesterday_claims_nothing(database: Database) -> None:
    servers, fence = await chosen(database), database.connections.fence
    fence.count, fence.epochs = 1, {}
    with as_owner(), pytest.raises(NotOwner):
        await servers.claim_posting(DuePosting(PostingKind.DAILY, GUILD, CHANNEL, T0))
    fence.epochs = {0: 3}
    with as_owner(), pytest.raises(NotOwner):
        await servers.claim_posting(DuePosting(PostingKind.DAILY, GUILD, CHANNEL, T0))
    fence.count = 0
    assert await servers.claim_posting(DuePosting(PostingKind.DAILY, GUILD, CHANNEL, T0)), "nothing was written"
