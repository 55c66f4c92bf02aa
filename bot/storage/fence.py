"""Fences: a process writes as the owner of a group of tables only while it is the owner.

The bot may run as several processes on one PostgreSQL database. A group has the tables of all servers whose events come
through the same shard (connection to Discord). Each group has one owner, which is a process
(`bot.storage.repositories.owners`). Any process may decide on a person's request and write the result. Only the owner
writes changes that no person asked for: timeouts, the moves of the house, time that a table gets back after an outage,
rounds of tournaments, places of messages. It writes them within `as_owner`, and each transaction makes sure that the
group still has this owner. So if a process hangs, and another process takes its groups over, the first one can write
nothing when it goes on.
"""

from __future__ import annotations

import functools
import logging
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from types import MappingProxyType
from typing import Concatenate, Final, ParamSpec, TypeVar

from sqlalchemy import Connection, bindparam, select

from bot.notices import Notice, encode
from bot.rows.commits import Claim, Writer
from bot.rows.storage_errors import NotOwner
from bot.storage.backends.base import notify
from bot.storage.schema.owner_tables import owners

LEASE_MS: Final = 12_000
"""If a group's owner has stored no sign of life for this many milliseconds, other processes take the owner for dead."""
GONE_MS: Final = 5_000
"""How many milliseconds count in place of `LEASE_MS` once the owner's session at the database is gone.

The session ends with the owner's process.
"""
_log = logging.getLogger(__name__)
_P = ParamSpec("_P")
_T = TypeVar("_T")
_S = TypeVar("_S")
_AS_OWNER: ContextVar[bool] = ContextVar("as_owner", default=False)
# FOR KEY SHARE: a process that takes the group over waits for this lock. FOR SHARE would also wait for each beat of the
# owner.
_EPOCH: Final = (
    select(owners.c.epoch).where(owners.c.shard == bindparam("shard")).with_for_update(read=True, key_share=True)
)


class Fence:
    """The groups of tables that this process owns. If the bot runs as one process, that process owns all tables.

    Attributes:
        process: the number of this process; 0 if the bot runs as one process.
        count: the number of groups; 0 if the bot runs as one process.
        epochs: the groups that this process owns, by shard, each with its epoch: a number that grows with each new
            owner.
        is_certain: returns whether the last sign of life of this process is so recent that no other process can have
            taken its groups over.
    """

    def __init__(self) -> None:
        self.process, self.count = 0, 0
        self.epochs: Mapping[int, int] = MappingProxyType({})
        self.is_certain: Callable[[], bool] = lambda: True

    def owns(self, guild_id: int) -> bool:
        """Whether this process owns the tables of a server."""
        return not self.count or (self.shard_of(guild_id) in self.epochs and self.is_certain())

    def shard_of(self, guild_id: int) -> int:
        """Returns the number of the group to which a server's tables belong. Call it only if several processes run."""
        return (guild_id >> 22) % self.count

    def writer(self, guild_id: int | None = None) -> Writer | None:
        """Returns this process as the writer of a transaction; None if the bot runs as one process.

        Inside `as_owner`, the writer also claims the server's group, so that `expect_owner` checks the ownership.

        Args:
            guild_id: the server that the transaction is about; None to claim all groups of this process.

        Raises:
            NotOwner: inside `as_owner`, this process does not own the server's group.
        """
        if not self.count:
            return None
        if not _AS_OWNER.get():
            return Writer(self.process)
        if guild_id is None:
            return Writer(self.process, Claim(dict(self.epochs)))
        shard = self.shard_of(guild_id)
        if shard not in self.epochs:
            raise NotOwner(shard)
        return Writer(self.process, Claim({shard: self.epochs[shard]}))


def expect_owner(connection: Connection, writer: Writer | None) -> None:
    """Makes sure that a writer owns the groups of tables that it claims, and stays their owner in this transaction.

    A writer without a claim passes.

    Raises:
        NotOwner: another process owns one of these groups.
    """
    if writer is not None and writer.claim is not None:
        # All writers lock in the same order, so that no two wait for each other.
        for shard, epoch in sorted(writer.claim.epochs.items()):
            if connection.scalar(_EPOCH, {"shard": shard}) != epoch:
                raise NotOwner(shard)


def announce(connection: Connection, writer: Writer | None, notice: Notice) -> None:
    """Sends a notice to the bot's other processes once the transaction is committed. A notice may be lost.

    If `writer` is None, the bot runs as one process, and no notice is sent.
    """
    if writer is not None:
        notify(connection, encode(writer.process, notice))


@contextmanager
def as_owner() -> Iterator[None]:
    """Lets only the owning process write inside the block. In any other process `Fence.writer` raises `NotOwner`."""
    token = _AS_OWNER.set(True)
    try:
        yield
    finally:
        _AS_OWNER.reset(token)


def by_owner(
    otherwise: _T,
) -> Callable[[Callable[Concatenate[_S, _P], Awaitable[_T]]], Callable[Concatenate[_S, _P], Awaitable[_T]]]:
    """A decorator that runs a method within `as_owner`, and returns `otherwise` if the method raises `NotOwner`.

    Args:
        otherwise: the result in a process that is not the owner.
    """

    def decorate(work: Callable[Concatenate[_S, _P], Awaitable[_T]]) -> Callable[Concatenate[_S, _P], Awaitable[_T]]:
        @functools.wraps(work)
        async def method(self: _S, /, *args: _P.args, **named: _P.kwargs) -> _T:
            try:
                with as_owner():
                    return await work(self, *args, **named)
            except NotOwner as error:
                _log.info("left to the owner: %s", error)
                return otherwise

        return method

    return decorate
