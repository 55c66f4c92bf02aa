"""Decides which tables this process owns, if several processes run on one database.

It takes groups of tables over from other processes, keeps them, and hands them over.

# Theory

Every table belongs to a group: the tables in the servers of one shard. Each group has one owner, which is a process.
The owner keeps the shard's connection to Discord, lets time pass at the tables, plays for the house there, and draws
them. A press is decided by the process that receives it, even if another process owns the table.
`bot.storage.repositories.owners` stores the owners. `bot.storage.fence` makes sure that a former owner writes nothing.

A process is started with some shards, its *home*, or it *shares* all shards equally with other processes. Every two
seconds it looks at the rows of all groups, and stores a sign of life for its own, the *beat*. A group changes hands in
one of these ways:

- The group has no owner. The process whose home it is takes it at once; another process takes it after `_FREE_S`
  seconds. A process that shares takes one such group at each look until it has its share. So processes that start
  together divide the groups.
- The owner seems dead: at two looks in a row, its last beat is older than `LEASE_MS` by the database's clock. Any
  process then takes the group, and connects its shard afterwards. One look is not enough, because after an outage of
  the database all owners seem dead at first.
- The owner's session at the database has been gone for `_GONE_S` seconds, and the last beat is older than `GONE_MS`.
  The group is taken in the same way. A session ends with its process, so this finds a process that was killed. After an
  outage of the database every process beats again before `_GONE_S` is over. The rule holds only for an owner whose
  session was seen before, because behind a pooler a missing session proves nothing.
- The owner has had more than its share for `_UNEVEN_S` seconds, and a process that shares has less. That process claims
  the group, as below.
- The owner lives, but it is about to end, or the group is the home of another process. The next owner *claims* the
  group, connects its shard, and takes the group when Discord has named the servers. Until then the earlier owner goes
  on. Meanwhile both processes receive each interaction, and the database carries it out once. So no press is lost.

# Invariants

- A group has one row with a number, its epoch. Each change of hands raises the epoch, in the same transaction.
- When a process has lost a group, its writes as the owner fail, even before it learns of the loss.
- A process whose last beat is older than `_CERTAIN_S` seconds no longer acts as an owner, before others take it for
  dead: it lets no time pass and draws nothing. No transaction guards the messages to Discord, so this rule keeps two
  processes from sending the same one.
- The tables of a group get back the time between the last sign of life of the old owner and the connection of the new
  one.

This module reads no clock of its own. The clock is an argument, and all moments are its seconds.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from bot.rows.storage_errors import StorageError
from bot.shards import DIRECT
from bot.storage import GONE_MS, LEASE_MS, Beat, Fence, OwnerRepository, Ownership

_log = logging.getLogger(__name__)
LOOK_EVERY_S: Final = 2.0
_CERTAIN_S: Final = 4.5
_GONE_S: Final = 2.5
"""Longer than between two looks of any process."""
_UNEVEN_S: Final = 10.0
_FREE_S: Final = 10.0
"""After this many seconds any process may take a group without an owner. Until then it waits for its home process."""
_BACK_HOME_S: Final = 60.0
"""A process that was taken for dead waits for this many seconds before it asks for its home again."""
HAND_OVER_S: Final = 20.0
HAND_OVER_EACH_S: Final = 6.0
"""How many seconds the hand-over may take for each shard. Discord takes a new session every five seconds."""


@dataclass(frozen=True, slots=True)
class OwnerCallbacks:
    """The functions to call about changes of ownership. A shard stands for the group of its tables.

    Attributes:
        taken: called with the shards whose groups this process has taken over, each with the last sign of life of its
            former owner.
        lost: called with the shards whose groups now belong to another process.
        beats: returns the sign of life to store for each of these shards.
        away_servers: returns the unavailable servers of connected shards, each with the moment from which its clocks
            stand.
        direct: called after each look, if another process brings direct messages. Its argument is None while that
            process is there, or the moment from which it is away.
        certain_again: called when this process is sure again to own its groups. While it was not sure, it let no time
            pass and drew nothing.
        connect: called with a shard that this process has to keep connected from now on.
        disconnect: called with a shard whose connection this process has to end.
    """

    taken: Callable[[Mapping[int, int]], Awaitable[None]]
    lost: Callable[[frozenset[int]], Awaitable[None]]
    beats: Callable[[Collection[int]], Mapping[int, Beat]]
    away_servers: Callable[[], Mapping[int, int]]
    direct: Callable[[int | None], Awaitable[None]]
    certain_again: Callable[[], Awaitable[None]]
    connect: Callable[[int], None]
    disconnect: Callable[[int], None]


class Owner:
    """Takes over, keeps and hands over groups of tables for this process. A task has to call `run`.

    Args:
        owners: the stored owners.
        fence: holds, for each group that this process owns, its epoch: a number that grows with each new owner.
        home: the shards with which the process was started. None if it shares all shards with other processes.
        callbacks: the functions to call about changes of ownership.
        clock: returns seconds, which never go back.

    Attributes:
        processes: how many processes owned groups at the last look, this one included.
    """

    def __init__(
        self,
        owners: OwnerRepository,
        fence: Fence,
        home: Collection[int] | None,
        callbacks: OwnerCallbacks,
        clock: Callable[[], float],
    ) -> None:
        self.processes = 1
        self._owners, self._fence, self._callbacks, self._clock = owners, fence, callbacks, clock
        self._shares = home is None
        self._home = frozenset(home or ())
        self._asks_for = set(self._home)
        self._home_again_at: float | None = None
        self._claimed: set[int] = set()
        self._connected: set[int] = set()
        self._dead: dict[int, int] = {}
        self._gone: dict[int, tuple[int, float]] = {}
        self._with_session: set[int] = set()
        self._uneven_since: float | None = None
        self._may_add = False
        self._free_since: dict[int, float] = {}
        self._untold: dict[int, int] = {}
        self._beat_at = clock()
        self._leaving = False
        self._turn = asyncio.Lock()
        self._woken = asyncio.Event()
        fence.is_certain = self._is_certain

    async def run(self) -> None:
        """Calls `look` every two seconds, and at once after `wake`. Never returns."""
        failing = False
        while True:
            try:
                await self.look()
                failing = False
            except StorageError as error:
                # Logged once, not every two seconds until the database is back.
                if not failing:
                    _log.warning("the owners of the tables cannot be read", exc_info=error)
                    failing = True
                    # Perhaps only the session is gone. The next look opens another, before it is missed.
                    continue
            self._woken.clear()
            try:
                async with asyncio.timeout(LOOK_EVERY_S):
                    await self._woken.wait()
            except TimeoutError:
                continue

    def wake(self) -> None:
        """Makes `run` look at once, since something has changed."""
        self._woken.set()

    def note_connected(self, shard: int) -> None:
        """Notes that a shard of this process is connected, and that Discord has named its servers."""
        self._connected.add(shard)
        self.wake()

    def note_disconnected(self, shard: int) -> None:
        """Notes that the connection of a shard is broken."""
        self._connected.discard(shard)

    async def look(self) -> None:
        """Stores signs of life, notices groups that other processes have taken, and takes over groups that this process
        should own.

        Raises:
            StorageError: the database cannot be used.
        """
        async with self._turn:
            began = self._clock()
            beats, away_servers = self._callbacks.beats(list(self._fence.epochs)), self._callbacks.away_servers()
            look = await self._owners.beat(beats, away_servers)
            groups = look.groups
            if lost := frozenset(self._fence.epochs) - look.held:
                await self._lose(lost, was_away=began - self._beat_at > _CERTAIN_S)
            was_uncertain = began - self._beat_at > _CERTAIN_S
            self._beat_at = began
            if was_uncertain:
                await self._callbacks.certain_again()
            await self._tell_taken()
            self.processes = len({group.holder for group in groups if group.is_alive} | {self._fence.process})
            if self._home_again_at is not None and began >= self._home_again_at:
                self._asks_for, self._home_again_at = set(self._home), None
            self._note_sessions(groups, began)
            self._drop_claims(groups)
            if self._shares:
                self._ask_for_share(groups, look.processes, began)
            for group in groups:
                if group.shard not in self._fence.epochs and not self._leaving:
                    await self._consider(group, began)
            self._dead = {group.shard: group.epoch for group in groups if group.holder and not group.is_alive}
            direct = next((group for group in groups if group.shard == DIRECT), None)
            if direct is not None and DIRECT not in self._fence.epochs:
                is_there = direct.is_alive and not direct.is_stopped
                await self._callbacks.direct(None if is_there else direct.sign_at)

    async def hand_over(self) -> None:
        """Announces that this process is about to end. Waits until other processes have taken its groups over.

        Gives up waiting after a time that grows with the number of its groups.

        Raises:
            StorageError: the database cannot be used.
        """
        self._leaving = True
        until = self._clock() + HAND_OVER_S + HAND_OVER_EACH_S * len(self._fence.epochs)
        others = {group.holder for group in await self._owners.all() if group.is_alive} - {self._fence.process}
        if others and self._fence.epochs:
            await self._owners.leave()
            while self._fence.epochs and self._clock() < until:
                await self.look()
                await asyncio.sleep(LOOK_EVERY_S / 4)
            if self._fence.epochs:
                _log.warning("no other process has taken %d shards over in time", len(self._fence.epochs))

    async def release(self) -> None:
        """Gives up the groups that this process still owns, so that another process may take them at once."""
        self._leaving = True
        async with self._turn:
            await self._owners.release()

    def _is_certain(self) -> bool:
        return self._clock() - self._beat_at <= _CERTAIN_S

    async def _consider(self, group: Ownership, now: float) -> None:
        shard = group.shard
        if group.holder:
            self._free_since.pop(shard, None)
        if not group.holder:
            since = self._free_since.setdefault(shard, now)
            if shard in self._home | self._claimed or self._may_add or now - since >= _FREE_S:
                self._may_add = False
                await self._take(group, only_dead=True)
        elif not group.is_alive:
            if self._dead.get(shard) == group.epoch:
                await self._take(group, only_dead=True)
        elif self._is_gone(group, now):
            await self._take(group, only_dead=True, silent_ms=GONE_MS)
        elif shard in self._claimed and shard in self._connected:
            await self._take(group, only_dead=False)
        elif (shard in self._asks_for | self._claimed or self._may_follow(group)) and await self._owners.claim(group):
            self._may_add = False
            self._claimed.add(shard)
            self._callbacks.connect(shard)

    def _note_sessions(self, groups: Sequence[Ownership], now: float) -> None:
        """Notes which holders have a session at the database, and since when those of others are gone."""
        self._with_session &= {group.holder for group in groups}
        self._with_session |= {group.holder for group in groups if group.has_session}
        self._gone = {
            group.shard: earlier
            if (earlier := self._gone.get(group.shard)) is not None and earlier[0] == group.epoch
            else (group.epoch, now)
            for group in groups
            if group.holder in self._with_session and not group.has_session
        }

    def _is_gone(self, group: Ownership, now: float) -> bool:
        """Returns whether the holder's session has been gone for so long that the holder has ended."""
        _, since = self._gone.get(group.shard, (0, now))
        return now - since >= _GONE_S and group.beat_age_ms > GONE_MS

    def _drop_claims(self, groups: Sequence[Ownership]) -> None:
        """Gives up claims that other processes have replaced."""
        for group in groups:
            if group.shard in self._claimed and group.successor != self._fence.process:
                self._claimed.discard(group.shard)
                if group.shard not in self._fence.epochs:
                    self._connected.discard(group.shard)
                    self._callbacks.disconnect(group.shard)

    def _ask_for_share(self, groups: Sequence[Ownership], processes: int, now: float) -> None:
        """Decides whether this process may add a group to its own at this look, and which group of another to ask for.

        A process adds one group at a look, so that others that look at the same time find some, too.
        """
        share = -(-len(groups) // max(1, processes))
        mine = len(self._fence.epochs) + len(self._claimed)
        self._may_add = mine < share
        counts = Counter(group.holder for group in groups if group.is_alive and not group.is_leaving)
        fullest = max(counts, key=lambda holder: counts[holder], default=0)
        if self._claimed or mine >= share or counts[fullest] <= share:
            self._uneven_since, self._asks_for = None, set()
            return
        if self._uneven_since is None:
            self._uneven_since = now
        if now - self._uneven_since >= _UNEVEN_S:
            # The shard of direct messages comes last: it brings most presses.
            self._asks_for = {max(group.shard for group in groups if group.holder == fullest)}

    def _may_follow(self, group: Ownership) -> bool:
        """Whether this process may claim a group whose holder is about to end."""
        return group.is_leaving and (not self._shares or self._may_add or not self._claimed)

    async def _take(self, group: Ownership, *, only_dead: bool, silent_ms: int = LEASE_MS) -> None:
        taken = await self._owners.take(group.shard, group.epoch, only_dead=only_dead, silent_ms=silent_ms)
        if taken is None:
            return
        shard = group.shard
        self._asks_for.discard(shard)
        self._claimed.discard(shard)
        self._free_since.pop(shard, None)
        _log.info("took over shard %d (epoch %d)", shard, taken.epoch)
        self._fence.epochs = MappingProxyType({**self._fence.epochs, shard: taken.epoch})
        self._callbacks.connect(shard)
        self._untold[shard] = taken.sign_at
        await self._tell_taken()

    async def _tell_taken(self) -> None:
        """Calls back with groups that were taken over. If the database fails, the next look calls again."""
        for shard, sign_at in list(self._untold.items()):
            if shard in self._fence.epochs:
                await self._callbacks.taken({shard: sign_at})
            del self._untold[shard]

    async def _lose(self, lost: frozenset[int], *, was_away: bool) -> None:
        _log.info("shards %s belong to another process", ", ".join(map(str, sorted(lost))))
        self._fence.epochs = MappingProxyType(
            {shard: epoch for shard, epoch in self._fence.epochs.items() if shard not in lost}
        )
        if was_away:
            # This process was taken for dead. A process that was replaced on purpose asks for nothing.
            self._home_again_at = self._clock() + _BACK_HOME_S
        for shard in lost:
            self._callbacks.disconnect(shard)
        await self._callbacks.lost(lost)
