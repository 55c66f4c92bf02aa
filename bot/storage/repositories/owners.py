"""Owners of groups of tables, if the bot runs as several processes on one PostgreSQL database.

A shard is one of the bot's connections to Discord. A group has all tables in the servers of one shard. Each group has a
row with the process that holds it and an *epoch*, a number that grows whenever the holder changes
(`bot.storage.fence`). The holder beats every few seconds, by the clock of the database. If a holder has not beaten for
`LEASE_MS`, other processes take it for dead, and one of them may take the group over. When a process ends in good
order, it first stores that it is leaving. So another process can connect first and then take over.

The connection on which a process beats also holds an advisory lock, its *sign*, which the server gives up when the
session ends. A sign that is gone shortens the wait to `GONE_MS`. It is no lease: a holder that beats is never followed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection, bindparam, delete, insert, select, text, update

from bot.notices import OwnersChanged
from bot.rows.outages import Shard
from bot.rows.storage_errors import OtherShards
from bot.storage.backends.base import DATABASE_NOW, wait_for_turns
from bot.storage.connections import Connections, Repository, reads
from bot.storage.fence import LEASE_MS, announce
from bot.storage.repositories.heartbeat import all_last_signs, insert_away_servers, is_served
from bot.storage.schema.owner_tables import owners
from bot.storage.schema.tables import away_servers, heartbeat

_CLAIM_MS: Final = 20_000
"""The claim of a process that wants to take a group over lapses after this many milliseconds."""
_TURN: Final = 0
"""The key of the turn to create the rows. No server or person has this id."""
_ROWS: Final = select(owners).order_by(owners.c.shard)
_ROW_TO_TAKE: Final = (
    select(owners, DATABASE_NOW.label("now")).where(owners.c.shard == bindparam("shard_")).with_for_update()
)
_CLASS: Final = "hashtext('ecarte process ' || current_schema())"
_GIVE_SIGN: Final = text(f"SELECT pg_try_advisory_lock({_CLASS}, :sign)")
_SIGNS: Final = text(
    "SELECT objid::bigint FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 2 AND granted"
    f" AND classid::bigint = {_CLASS}::bigint & 4294967295"
    " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
)
_SIGN_GIVEN: Final = "sign"
"""The mark on a connection whose session has given the sign."""
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
    """A group of tables, and the process that holds it.

    Attributes:
        shard: the number of the group, which is that of the shard (connection to Discord) of its servers.
        holder: the process that holds the group; 0 if no process does.
        beat_age_ms: how long ago the holder last beat, by the database's clock.
        is_leaving: whether the holder is about to end.
        successor: the process that is about to take the group over; 0 if no process is.
        sign_at: the holder's last sign of life, by its own clock, in epoch milliseconds. If the clocks of the group's
            tables stand, the moment since which they stand.
        is_stopped: whether the clocks of the group's tables stand.
        has_session: whether the holder's session at the database is open.
    """

    shard: int
    epoch: int
    holder: int
    beat_age_ms: int
    is_leaving: bool
    successor: int
    sign_at: int
    is_stopped: bool
    has_session: bool

    @property
    def is_alive(self) -> bool:
        """Whether the holder has beaten within `LEASE_MS`."""
        return self.holder != 0 and self.beat_age_ms <= LEASE_MS


@dataclass(frozen=True, slots=True)
class Beat:
    """A sign of life of the process that holds a group of tables.

    Attributes:
        at: the present moment, in epoch milliseconds. If the clocks of the group's tables stand, the moment since which
            they stand.
        stopped: whether these clocks stand.
    """

    at: int
    stopped: bool


@dataclass(frozen=True, slots=True)
class Taken:
    """A group of tables that this process took over: its new epoch, and the last sign of life of the former holder."""

    epoch: int
    sign_at: int


@dataclass(frozen=True, slots=True)
class Look:
    """The groups of tables, as a process sees them when it beats.

    Attributes:
        held: the numbers of the groups that this process holds.
        groups: all groups with their holders, in the order of their numbers.
        processes: how many processes have an open session, this one included.
    """

    held: frozenset[int]
    groups: tuple[Ownership, ...]
    processes: int


class OwnerRepository(Repository):
    """Stores which process holds which group of tables."""

    def __init__(self, connections: Connections) -> None:
        super().__init__(connections)
        self._servers: dict[int, int] = {}

    async def begin(self, shards: int, at: int, *, keep: bool = False) -> int:
        """Creates the rows of all groups, without holders.

        If there are rows for the same number of groups, does nothing.

        Args:
            shards: the number of groups.
            at: the present moment, in epoch milliseconds. If no bot ever ran on this database, it becomes the last sign
                of life of all groups.
            keep: what happens to rows for another number of groups. If True, they stay if their processes still run, or
                if they are for more groups than `shards`.

        Returns:
            The number of groups for which there are rows now.

        Raises:
            OtherShards: other processes run with another number of groups.
        """

        def begin(connection: Connection) -> int:
            wait_for_turns(connection, [_TURN])
            stored = _ownerships(connection)
            counts = set(connection.scalars(select(owners.c.shards)))
            is_running = any(ownership.is_alive for ownership in stored)
            if keep and counts == {len(stored)} and (is_running or len(stored) > shards):
                return len(stored)
            if counts == {shards} and len(stored) == shards:
                return shards
            if counts and is_running:
                raise OtherShards(counts.pop())
            # All servers are owed time from the oldest sign, so that no server is owed too little.
            sign = min(all_last_signs(connection).values(), default=at)
            epoch = max((ownership.epoch for ownership in stored), default=0)
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
            return shards

        return await self._connections.write(begin)

    async def beat(self, beats: Mapping[int, Beat], servers: Mapping[int, int]) -> Look:
        """Stores that this process still runs, for each group of tables that it holds.

        Args:
            beats: the sign of life for each group, by the group's number.
            servers: the single servers of these groups that are unavailable, each with the moment since when.
        """
        epochs = dict(self._connections.fence.epochs)

        def beat(connection: Connection) -> Look:
            if not connection.info.get(_SIGN_GIVEN):
                connection.execute(_GIVE_SIGN, {"sign": _sign_of(self._connections.fence.process)})
                connection.info[_SIGN_GIVEN] = True
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
            signs = _signs(connection)
            return Look(frozenset(held), _ownerships(connection, signs), len(signs))

        look = await self._connections.beat(beat)
        if look.held:
            self._servers = dict(servers)
        return look

    async def claim(self, ownership: Ownership) -> bool:
        """Announces that this process is about to take a group over.

        Returns False if another process is about to do so, or has just done so.
        """
        process = self._connections.fence.process
        values = {"shard_": ownership.shard, "epoch_": ownership.epoch, "process_": process}
        return await self._connections.write(lambda connection: connection.scalar(_CLAIM, values)) is not None

    async def take(self, shard: int, epoch: int, *, only_dead: bool, silent_ms: int = LEASE_MS) -> Taken | None:
        """Takes a group of tables over. After that, writes of the former holder are refused (`bot.storage.fence`).

        Args:
            epoch: the epoch of the group that this process has read. If it has changed since, nothing is done.
            only_dead: if True and the holder is alive, nothing is done.
            silent_ms: a holder counts as alive unless its last beat is older than this, in milliseconds.

        Returns:
            The group that was taken over. None if another process was faster, or if the holder is alive.
        """
        fence = self._connections.fence

        def take(connection: Connection) -> Taken | None:
            row = connection.execute(_ROW_TO_TAKE, {"shard_": shard}).one()
            if row.epoch != epoch or (only_dead and row.holder and row.now - row.beat_at <= silent_ms):
                return None
            values = {
                "epoch": epoch + 1,
                "holder": fence.process,
                "beat_at": DATABASE_NOW,
                "leaving": 0,
                "successor": 0,
            }
            # The clocks of the group's servers stand until this process has connected the shard.
            values |= {"stopped": 1}
            connection.execute(update(owners).where(owners.c.shard == shard).values(values))
            # All servers of the group are owed the time from the last sign on, so later moments are not needed.
            mine = is_served(away_servers.c.guild_id, [Shard(shard, row.shards)])
            connection.execute(delete(away_servers).where(mine, away_servers.c.since >= row.sign_at))
            announce(connection, fence.writer(), OwnersChanged())
            return Taken(epoch + 1, row.sign_at)

        return await self._connections.write(take)

    async def leave(self) -> None:
        """Stores that this process is about to end, so that other processes take over its groups."""
        await self._change_mine(leaving=1)

    async def release(self) -> None:
        """Gives up all groups that this process holds."""
        await self._change_mine(holder=0, leaving=0)

    async def _change_mine(self, **values: int) -> None:
        fence = self._connections.fence

        def change(connection: Connection) -> None:
            connection.execute(update(owners).where(owners.c.holder == fence.process).values(values))
            announce(connection, fence.writer(), OwnersChanged())

        await self._connections.write(change)

    @reads
    def all(self, connection: Connection) -> tuple[Ownership, ...]:
        """Returns all groups of tables with their holders, in the order of their numbers.

        Returns nothing if the bot runs as one process.
        """
        return _ownerships(connection, _signs(connection))


def put_signs(connection: Connection, shards: Iterable[int], at: int, stopped: Collection[int]) -> None:
    """Stores a sign of life for each of these groups of tables. The caller has stored the outages until that moment.

    The calling process must own the groups. This function does not check it.

    Args:
        shards: the numbers of the groups.
        at: the moment of the sign, in epoch milliseconds.
        stopped: the numbers of the groups whose clocks stand still from this moment on.
    """
    for shard in shards:
        values = {"sign_at": at, "stopped": int(shard in stopped)}
        connection.execute(update(owners).where(owners.c.shard == shard).values(values))


def _sign_of(process: int) -> int:
    """Returns the key of a process's sign. An advisory lock has two keys of 32 bits."""
    return process & 0x7FFFFFFF


def _signs(connection: Connection) -> frozenset[int]:
    """Returns the signs of all processes that have an open session. Empty on SQLite."""
    return frozenset() if connection.dialect.name == "sqlite" else frozenset(connection.scalars(_SIGNS))


def _ownerships(connection: Connection, signs: Collection[int] = ()) -> tuple[Ownership, ...]:
    if connection.dialect.name == "sqlite":
        # One process owns all tables of a file.
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
            _sign_of(row.holder) in signs,
        )
        for row in connection.execute(_ROWS)
    )
