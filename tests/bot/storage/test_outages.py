"""An outage of some shards is stored once, and credited to the tables of their servers alone, in
any order of events.
"""

from __future__ import annotations

from dataclasses import replace

from bot.rows.outages import Outage, Shard
from bot.storage import Database
from tests.bot.storage.making import CHALLENGE, opened
from tests.bot.storage.test_tournaments import NEW

NOW = 1_800_000_000_000
MINUTE_MS = 60_000
OF_3 = tuple(Shard(number, 3) for number in range(3))


async def _table(database: Database, shard: int, **changes: object) -> int:
    """An open table in a server of a shard, up to a thousand of them; its id."""
    row = replace(CHALLENGE, guild_id=(shard << 22) + 7, **changes)  # type: ignore[arg-type]  # fields of a row
    return (await opened(database, row)).id


async def _owed(database: Database) -> dict[int, tuple[Outage, ...]]:
    return await database.recovery.owed_outages()


async def test_an_outage_of_a_shard_is_owed_to_the_tables_of_its_servers_alone(database: Database) -> None:
    tables = [await _table(database, shard) for shard in range(6)]
    await database.recovery.add_outage(Outage(NOW, NOW + MINUTE_MS, (Shard(2, 3),)))
    assert await _owed(database) == dict.fromkeys((tables[2], tables[5]), (Outage(NOW, NOW + MINUTE_MS),))


async def test_what_belongs_to_no_server_belongs_to_shard_0(database: Database) -> None:
    row = await opened(database, replace(CHALLENGE, guild_id=0))
    await database.recovery.add_outage(Outage(NOW, NOW + MINUTE_MS, (Shard(0, 16),)))
    assert set(await _owed(database)) == {row.id}


async def test_outages_of_several_shards_are_stored_together_with_the_servers_of_what_is_owed(
    database: Database,
) -> None:
    tables = [await _table(database, shard) for shard in range(3)]
    outages = (Outage(NOW, NOW + MINUTE_MS, OF_3[:2]), Outage(NOW + 10, NOW + MINUTE_MS, OF_3[2:]))
    owed, servers = await database.recovery.add_outage(*outages)
    assert owed == await _owed(database)
    assert [owed[table][0].since for table in tables] == [NOW, NOW, NOW + 10]
    assert servers == {table: (shard << 22) + 7 for shard, table in enumerate(tables)}


async def test_a_moment_is_owed_only_where_something_was_due_in_it(database: Database) -> None:
    due = await _table(database, 2, deadline=NOW + 2_000)
    for shard, deadline in ((2, NOW + 3_600_000), (1, NOW + 2_000)):
        await _table(database, shard, deadline=deadline)
    await database.recovery.add_outage(Outage(NOW, NOW + 3_000, (Shard(2, 3),)), moment_ms=5_000)
    assert set(await _owed(database)) == {due}


async def test_the_last_sign_of_a_shard_is_the_heartbeat_or_when_it_went_away(database: Database) -> None:
    assert await database.heartbeat.last_signs() == {}
    assert await database.heartbeat.last_beat() is None
    await database.heartbeat.put(NOW)
    assert await database.heartbeat.last_signs() == {Shard(0, 1): NOW}
    await database.heartbeat.put(NOW + MINUTE_MS, {Shard(1, 3): NOW + 5})
    assert await database.heartbeat.last_signs() == dict(
        zip(OF_3, (NOW + MINUTE_MS, NOW + 5, NOW + MINUTE_MS), strict=True)
    )
    assert await database.heartbeat.last_beat() == NOW + 5
    await database.heartbeat.put(NOW + 2 * MINUTE_MS)
    assert await database.heartbeat.last_signs() == {Shard(0, 1): NOW + 2 * MINUTE_MS}


async def test_an_outage_that_is_stored_leaves_the_signs_of_the_shards_that_are_still_away(database: Database) -> None:
    """A crash right after it owes the others their whole outage, and this shard nothing more."""
    await database.heartbeat.put(NOW, {Shard(1, 3): NOW - 50, Shard(2, 3): NOW - 70})
    await database.recovery.add_outage(Outage(NOW - 50, NOW + 10, (Shard(1, 3),)), away={Shard(2, 3): NOW - 70})
    signs = await database.heartbeat.last_signs()
    assert signs == dict(zip(OF_3, (NOW + 10, NOW + 10, NOW - 70), strict=True))


async def test_an_outage_of_a_single_server_is_owed_to_its_tables_and_leaves_what_is_said_of_the_others(
    database: Database,
) -> None:
    tables = [await _table(database, shard) for shard in range(2)]
    servers = [(shard << 22) + 7 for shard in range(2)]
    await database.heartbeat.put(NOW, {}, {servers[0]: NOW - 90, servers[1]: NOW - 70})
    assert await database.heartbeat.away_servers() == {servers[0]: NOW - 90, servers[1]: NOW - 70}
    assert await database.heartbeat.away_servers([Shard(1, 2)]) == {servers[1]: NOW - 70}
    outage = Outage(NOW - 70, NOW + 10, (), (servers[1],))
    await database.recovery.add_outage(outage, servers={servers[0]: NOW - 90})
    assert await _owed(database) == {tables[1]: (Outage(NOW - 70, NOW + 10),)}
    assert await database.heartbeat.away_servers() == {servers[0]: NOW - 90}
    assert await database.heartbeat.last_beat() == NOW + 10


async def test_the_rounds_of_tournaments_are_put_off_where_their_server_was_away(database: Database) -> None:
    near, far = [
        await database.tournaments.open(
            replace(NEW, guild_id=(shard << 22) + 7, channel_id=shard, status="running", deadline=NOW + 5)
        )
        for shard in (1, 2)
    ]
    await database.recovery.add_outage(Outage(NOW, NOW + MINUTE_MS, (Shard(2, 3),)))
    deadlines = {row.id: row.deadline for row in await database.tournaments.all_open()}
    assert deadlines == {near: NOW + 5, far: NOW + 5 + MINUTE_MS}
