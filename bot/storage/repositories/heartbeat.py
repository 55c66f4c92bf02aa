"""The heartbeat: when the bot last ran, which shards and servers were away then, and which commands are registered.

A shard is one of the bot's connections to Discord. It brings the events of some servers.

Theory. If the process dies, each open table is owed the time since the *last sign* of its server. That is the moment of
the last heartbeat or, if the server's shard was away then, the moment when that shard went away. The table
`away_shards` stores these moments, and the number of shards. So if a later start uses another number of shards, it
still finds the same servers. A single server may have been unavailable while its shard was there. Then it is also owed
the time before the last sign, from the moment in its row of `away_servers` on.

Invariants:

- All rows of `away_shards` have the same number of shards: they are replaced together, with the moment. The rows of
  `away_servers` are replaced for all servers of an owner.
- No time is owed twice: the transaction that stores an ended outage also stores a heartbeat of its end
  (`RecoveryRepository.add_outage`).
- If several processes run, the last sign of each group of tables is in the row of its owner (`owners`), and only these
  rows count. When a process runs alone, its first heartbeat removes them.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from sqlalchemy import ColumnElement, Connection, Integer, delete, insert, literal, select, true, update

from bot.rows.outages import EVERYWHERE, Shard
from bot.storage.backends.base import upsert
from bot.storage.connections import Repository, reads, writes
from bot.storage.schema.owner_tables import owners
from bot.storage.schema.tables import away_servers, away_shards, heartbeat

_AWAY = select(away_shards.c.shard, away_shards.c.shards, away_shards.c.since).order_by(away_shards.c.shard)

_OWNED = select(owners.c.shard, owners.c.shards, owners.c.sign_at).order_by(owners.c.shard)


class HeartbeatRepository(Repository):
    """Stores the last heartbeat, and which shards (connections to Discord) and servers were away then."""

    @reads
    def last_beat(self, connection: Connection) -> int | None:
        """Returns when all shards were last connected, in epoch milliseconds.

        Returns None if the bot never ran on this database.
        """
        return min(all_last_signs(connection).values(), default=None)

    @reads
    def last_signs(self, connection: Connection) -> dict[Shard, int]:
        """Returns when each shard was last known to be connected, in epoch milliseconds.

        Returns nothing if the bot never ran on this database.
        """
        return all_last_signs(connection)

    async def put(
        self,
        at: int,
        away: Mapping[Shard, int] | None = None,
        servers: Mapping[int, int] | None = None,
        clock_off_ms: int = 0,
    ) -> None:
        """Stores a heartbeat.

        Args:
            at: the moment of the heartbeat, in epoch milliseconds.
            away: the shards that are away now, each with the moment since which it is away.
            servers: the single servers that are away now, each with the moment since which it is away.
            clock_off_ms: by how many milliseconds the machine's clock is ahead of `at`.
        """

        def put(connection: Connection) -> None:
            put_beat(connection, at, away or {}, servers or {})
            connection.execute(update(heartbeat).values(clock_off=clock_off_ms))

        await self._connections.beat(put)

    @reads
    def away_servers(self, connection: Connection, shards: Collection[Shard] = EVERYWHERE) -> dict[int, int]:
        """Returns the single servers of some shards that were unavailable at the last sign of life.

        Each server has the moment since which it was unavailable, in epoch milliseconds.
        """
        query = select(away_servers.c.guild_id, away_servers.c.since).where(is_served(away_servers.c.guild_id, shards))
        return {row.guild_id: row.since for row in connection.execute(query)}

    @reads
    def clock_off_ms(self, connection: Connection) -> int:
        """Returns by how many milliseconds the machine's clock was ahead of the last heartbeat.

        Below zero if it was behind.
        """
        return connection.scalar(select(heartbeat.c.clock_off)) or 0

    @reads
    def registered_digest(self, connection: Connection) -> str:
        """Returns the digest (hash) of the commands that the bot registered with Discord; empty if none is stored."""
        return connection.scalar(select(heartbeat.c.registered)) or ""

    @writes
    def put_registered(self, connection: Connection, digest: str) -> None:
        """Stores the digest (hash) of the commands that the bot has registered.

        If there is no heartbeat yet, does nothing.
        """
        connection.execute(update(heartbeat).values(registered=digest))


def put_beat(connection: Connection, at: int, away: Mapping[Shard, int], servers: Mapping[int, int]) -> None:
    """Stores a heartbeat in the caller's transaction; see `HeartbeatRepository.put`."""
    upsert(connection, heartbeat, {"id": 1, "at": at})
    connection.execute(delete(owners))
    connection.execute(delete(away_shards))
    if away:
        rows = [{"shard": one.number, "shards": one.count, "since": since} for one, since in sorted(away.items())]
        connection.execute(insert(away_shards), rows)
    connection.execute(delete(away_servers))
    insert_away_servers(connection, servers)


def insert_away_servers(connection: Connection, servers: Mapping[int, int]) -> None:
    """Stores which single servers are unavailable and since when, in the caller's transaction."""
    if servers:
        rows = [{"guild_id": server, "since": since} for server, since in sorted(servers.items())]
        connection.execute(insert(away_servers), rows)


def is_served(guild_id: ColumnElement[int], shards: Collection[Shard]) -> ColumnElement[bool]:
    """Returns the SQL condition that a server gets its events from one of these shards.

    All shards must have the same count.
    """
    count = next(iter(shards)).count
    if len(shards) == count:
        return true()
    # Discord assigns a server to a shard by a shift and a remainder.
    return (guild_id.bitwise_rshift(literal(22, Integer)) % literal(count, Integer)).in_(
        sorted(shard.number for shard in shards)
    )


def all_last_signs(connection: Connection) -> dict[Shard, int]:
    """Returns when each shard was last known to be connected; see `HeartbeatRepository.last_signs`."""
    if signs := {Shard(shard, shards): at for shard, shards, at in connection.execute(_OWNED)}:
        return signs
    at = connection.scalar(select(heartbeat.c.at))
    if at is None:
        return {}
    away = {Shard(shard, shards): since for shard, shards, since in connection.execute(_AWAY)}
    count = next((shard.count for shard in away), 1)
    all_shards = EVERYWHERE if count == 1 else tuple(Shard(number, count) for number in range(count))
    return {shard: min(away.get(shard, at), at) for shard in all_shards}
