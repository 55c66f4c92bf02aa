"""Owners of groups of tables, where several processes run on one PostgreSQL.

A group is that of the tables of the servers of one shard. Each group has a row, with the process that holds it and an
*epoch*, which is raised whenever it changes hands (`bot.storage.fence`). The holder beats every few seconds by the
clock of the database; a holder that has not beaten for `LEASE_MS` is taken for dead, and another process may take the
group over. A process that ends well says before that it is leaving, so that another one connects first and then takes
over.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection, bindparam, delete, insert, select, update

from bot.notices import OwnersChanged
from bot.rows.outages import Shard
from bot.rows.storage_errors import OtherShards
from bot.storage.backends.base import DATABASE_NOW, wait_for_turns
from bot.storage.connections import Connections, Repository, reads
from bot.storage.fence import LEASE_MS, announce
from bot.storage.repositories.heartbeat import all_last_signs, insert_away_servers, is_served
from bot.storage.schema.owners import owners
from bot.storage.schema.tables import away_servers, heartbeat

_CLAIM_MS: Final = 20_000
"""How long, in milliseconds, a process may claim to follow on a group without taking it over."""
_TURN: Final = 0
"""The key under which the rows are made: no server and no person has it."""
_ROWS: Final = select(owners).order_by(owners.c.shard)
_ROW_TO_TAKE: Final = (
    select(owners, DATABASE_NOW.label("now")).where(owners.c.shard == bindparam("shard_")).with_for_update()
)
_MINE: Final = (owners.c.shard == bindparam("shard_")) & (owners.c.epoch == bindparam("epoch_"))
_BEAT: Final = (
    update(owners)
    .where(_MINE)
    .values(beat_at=DATABASE_NOW, sign_at=bindparam("sign_"), stopped=bindparam("stopped_"))
    .returning(owners.c.shard)
)
_CLAIM: Final = (
    update(owners)
    .where(
        _MINE,
        owners.c.successor.in_((0, bindparam("process_"))) | (owners.c.claimed_at < DATABASE_NOW - _CLAIM_MS),
    )
    .values(successor=bindparam("process_"), claimed_at=DATABASE_NOW)
    .returning(owners.c.shard)
)


@dataclass(frozen=True, slots=True)
class Ownership:
    """A group of tables and its owner.

    Attributes:
        shard: the number of the group.
        holder: the process that holds it; 0: none.
        beat_age_ms: how long ago the holder beat, by the database's clock.
        is_leaving: whether the holder is about to end.
        successor: the process that is about to take it over; 0: none.
        sign_at: the holder's last sign of life by its own clock or, where the clocks of these servers stand, the
            moment since which they do.
        is_stopped: whether they stand.
    """

    shard: int
    epoch: int
    holder: int
    beat_age_ms: int
    is_leaving: bool
    successor: int
    sign_at: int
    is_stopped: bool

    @property
    def is_alive(self) -> bool:
        """Whether the holder is taken to be there."""
        return self.holder != 0 and self.beat_age_ms <= LEASE_MS


@dataclass(frozen=True, slots=True)
class Beat:
    """A sign of life for one group.

    Attributes:
        at: the moment, or that since which the clocks of its servers stand.
        stopped: whether they stand.
    """

    at: int
    stopped: bool


@dataclass(frozen=True, slots=True)
class Taken:
    """A group that was taken over: the epoch of the new ownership, and the last sign of the one before."""

    epoch: int
    sign_at: int


class OwnerRepository(Repository):
    """Who owns which group of tables."""

    def __init__(self, connections: Connections) -> None:
        super().__init__(connections)
        self._servers: dict[int, int] = {}

    async def begin(self, shards: int, at: int) -> None:
        """Makes the rows of the groups up to a number, where they are missing; none of them is held yet.

        Args:
            at: the present moment, for a bot that never ran on this database.

        Raises:
            OtherShards: processes that are alive run with another number.
        """

        def begin(connection: Connection) -> None:
            wait_for_turns(connection, [_TURN])
            known = _ownerships(connection)
            counts = set(connection.scalars(select(owners.c.shards)))
            if counts == {shards} and len(known) == shards:
                return
            if counts and any(ownership.is_alive for ownership in known):
                raise OtherShards(counts.pop())
            # What was owed before is owed from the oldest sign: no server is owed too little.
            sign = min(all_last_signs(connection).values(), default=at)
            epoch = max((ownership.epoch for ownership in known), default=0)
            connection.execute(delete(owners))
            rows = [
                {
                    "shard": shard,
                    "shards": shards,
                    "epoch": epoch,
                    "holder": 0,
                    "beat_at": 0,
                    "leaving": 0,
                    "successor": 0,
                    "claimed_at": 0,
                    "sign_at": sign,
                    "stopped": 1,
                }
                for shard in range(shards)
            ]
            connection.execute(insert(owners), rows)
            if connection.scalar(select(heartbeat.c.id)) is None:
                connection.execute(insert(heartbeat), {"id": 1, "at": sign})

        await self._connections.write(begin)

    async def beat(
        self, beats: Mapping[int, Beat], servers: Mapping[int, int]
    ) -> tuple[frozenset[int], tuple[Ownership, ...]]:
        """Stores signs of life for the groups that this process holds.

        Args:
            servers: since when single servers of these groups are unavailable.

        Returns:
            Those that it still holds, and all groups as they are after it.
        """
        epochs = dict(self._connections.fence.epochs)

        def beat(connection: Connection) -> tuple[frozenset[int], tuple[Ownership, ...]]:
            held: set[int] = set()
            for shard, sign in sorted(beats.items()):
                values = {"shard_": shard, "epoch_": epochs[shard], "sign_": sign.at, "stopped_": int(sign.stopped)}
                held.update(connection.scalars(_BEAT, values))
            if held and servers != self._servers:
                fence = self._connections.fence
                mine = {server: since for server, since in servers.items() if fence.shard_of(server) in held}
                shards = [Shard(shard, fence.count) for shard in sorted(held)]
                connection.execute(delete(away_servers).where(is_served(away_servers.c.guild_id, shards)))
                insert_away_servers(connection, mine)
            return frozenset(held), _ownerships(connection)

        held, groups = await self._connections.beat(beat)
        if held:
            self._servers = dict(servers)
        return held, groups

    async def claim(self, ownership: Ownership) -> bool:
        """Says that this process is about to take a group over; returns False where another one has said so."""
        process = self._connections.fence.process
        values = {"shard_": ownership.shard, "epoch_": ownership.epoch, "process_": process}
        return await self._connections.write(lambda connection: connection.scalar(_CLAIM, values)) is not None

    async def take(self, shard: int, epoch: int, *, only_dead: bool) -> Taken | None:
        """Takes a group over. Its former holder writes nothing for it any more.

        Args:
            epoch: the one that was seen; with another one by now nothing changes.
            only_dead: only if its holder is still taken for dead.

        Returns:
            What was taken; None: another process was faster, or the holder is alive.
        """
        fence = self._connections.fence

        def take(connection: Connection) -> Taken | None:
            row = connection.execute(_ROW_TO_TAKE, {"shard_": shard}).one()
            if row.epoch != epoch or (only_dead and row.holder and row.now - row.beat_at <= LEASE_MS):
                return None
            values = {
                "epoch": epoch + 1,
                "holder": fence.process,
                "beat_at": DATABASE_NOW,
                "leaving": 0,
                "successor": 0,
            }
            # Until its shard is connected here, the clocks of its servers stand.
            values |= {"stopped": 1}
            connection.execute(update(owners).where(owners.c.shard == shard).values(values))
            # All its servers are owed the time from that sign on.
            mine = is_served(away_servers.c.guild_id, [Shard(shard, row.shards)])
            connection.execute(delete(away_servers).where(mine, away_servers.c.since >= row.sign_at))
            announce(connection, fence.writer(), OwnersChanged())
            return Taken(epoch + 1, row.sign_at)

        return await self._connections.write(take)

    async def leave(self) -> None:
        """Says of all groups of this process that it is about to end."""
        await self._change_mine(leaving=1)

    async def release(self) -> None:
        """Gives up all groups of this process."""
        await self._change_mine(holder=0, leaving=0)

    async def _change_mine(self, **values: int) -> None:
        fence = self._connections.fence

        def change(connection: Connection) -> None:
            connection.execute(update(owners).where(owners.c.holder == fence.process).values(values))
            announce(connection, fence.writer(), OwnersChanged())

        await self._connections.write(change)

    @reads
    def all(self, connection: Connection) -> tuple[Ownership, ...]:
        """All groups, in the order of their shards; none where one process runs alone."""
        return _ownerships(connection)


def put_signs(connection: Connection, shards: Iterable[int], at: int, stopped: Collection[int]) -> None:
    """Stores, within a transaction of the owner's, that an outage of these groups was credited up to a moment."""
    for shard in shards:
        values = {"sign_at": at, "stopped": int(shard in stopped)}
        connection.execute(update(owners).where(owners.c.shard == shard).values(values))


def _ownerships(connection: Connection) -> tuple[Ownership, ...]:
    if connection.dialect.name == "sqlite":
        # Of a file, one process is the owner of all.
        return ()
    now = connection.scalar(select(DATABASE_NOW)) or 0
    return tuple(
        Ownership(
            row.shard,
            row.epoch,
            row.holder,
            now - row.beat_at,
            bool(row.leaving),
            row.successor,
            row.sign_at,
            bool(row.stopped),
        )
        for row in connection.execute(_ROWS)
    )
