"""Fences: what the owner of a group of tables writes is written only while it is the owner.

Several processes may run on one PostgreSQL. Each table belongs to a group, that of the shard of its server, and each
group has one owner (`bot.storage.repositories.owners`). What a person asks for, any process decides and writes. What
follows from time or from the state alone is written by the owner: timeouts, the house's moves, credits for outages,
rounds of tournaments, places of messages. These writes are made within `as_owner`, and their transaction makes sure
that the group has not changed hands: a process that was held up, and has been taken for dead, writes nothing when it
goes on.
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
from bot.storage.schema.owners import owners

LEASE_MS: Final = 12_000
"""How long after its last beat the holder of a group is taken for dead, in milliseconds."""
_log = logging.getLogger(__name__)
_P = ParamSpec("_P")
_T = TypeVar("_T")
_S = TypeVar("_S")
_AS_OWNER: ContextVar[bool] = ContextVar("as_owner", default=False)
# Not FOR SHARE, which would wait for each sign of life of the owner's; taking a group over waits for this lock.
_EPOCH: Final = (
    select(owners.c.epoch).where(owners.c.shard == bindparam("shard")).with_for_update(read=True, key_share=True)
)


class Fence:
    """The groups that this process owns. Where one process runs alone, it owns all.

    Attributes:
        process: the number of this process; 0: it runs alone.
        count: how many groups there are; 0: it runs alone.
        epochs: the shards of the groups that it owns, each with the epoch.
        is_certain: whether the last sign of life is so young that no other process can have taken them over.
    """

    def __init__(self) -> None:
        self.process, self.count = 0, 0
        self.epochs: Mapping[int, int] = MappingProxyType({})
        self.is_certain: Callable[[], bool] = lambda: True

    def owns(self, guild_id: int) -> bool:
        """Whether this process owns the tables of a server."""
        return not self.count or (self.shard_of(guild_id) in self.epochs and self.is_certain())

    def shard_of(self, guild_id: int) -> int:
        """The number of the group of a server's tables, where there are several."""
        return (guild_id >> 22) % self.count

    def writer(self, guild_id: int | None = None) -> Writer | None:
        """Who is about to write something about a server, or (None) about all that it owns; None: a process alone.

        Raises:
            NotOwner: it is the owner's to write, and this process does not own the group.
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
    """Makes sure that the writer of a transaction owns what it claims to, until the transaction ends.

    Raises:
        NotOwner: another process does.
    """
    if writer is not None and writer.claim is not None:
        # In one order for all, so that no two wait for each other.
        for shard, epoch in sorted(writer.claim.epochs.items()):
            if connection.scalar(_EPOCH, {"shard": shard}) != epoch:
                raise NotOwner(shard)


def announce(connection: Connection, writer: Writer | None, notice: Notice) -> None:
    """Gives a notice to the other processes, once the transaction has ended; a hint, which may be lost."""
    if writer is not None:
        notify(connection, encode(writer.process, notice))


@contextmanager
def as_owner() -> Iterator[None]:
    """Marks what is written within the block as the owner's."""
    token = _AS_OWNER.set(True)
    try:
        yield
    finally:
        _AS_OWNER.reset(token)


def by_owner(
    otherwise: _T,
) -> Callable[[Callable[Concatenate[_S, _P], Awaitable[_T]]], Callable[Concatenate[_S, _P], Awaitable[_T]]]:
    """Makes a method one of the owner's: it writes within `as_owner`, and ends early in a process that is no owner.

    Args:
        otherwise: what it returns then.
    """

    def decorate(work: Callable[Concatenate[_S, _P], Awaitable[_T]]) -> Callable[Concatenate[_S, _P], Awaitable[_T]]:
        @functools.wraps(work)
        async def method(self: _S, /, *args: _P.args, **named: _P.kwargs) -> _T:
            try:
                with as_owner():
                    return await work(self, *args, **named)
            except NotOwner as error:
                _log.info("left to its owner: %s", error)
                return otherwise

        return method

    return decorate
