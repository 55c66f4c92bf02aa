"""`Tables`: all that the use cases of tables need. It is their first argument."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol
from weakref import WeakValueDictionary

from bot.clock import ClockKind
from bot.people.service import People
from bot.storage import Database, RecoveryRepository, ResultRepository, TableRepository
from bot.tables.context import StackedPacks
from bot.tables.drawn import DrawnVersions
from bot.tables.events.table_events import TableOpened
from bot.tables.log import TableLog
from bot.tables.views import TableView


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits that the owner of the bot has set.

    Attributes:
        live: the most live games that one person may play at the same time in a server.
        correspondence: the most games by correspondence that one person may play at the same time in a server.
        challenge_ms: how long a challenge stays open, in milliseconds. By correspondence it stays open for the time of
            a move, if that is longer.
        server: the most open live tables in the channels of a server.
        server_correspondence: the most open tables by correspondence in the channels of a server.
    """

    live: int
    correspondence: int
    challenge_ms: int
    server: int = 500
    server_correspondence: int = 2000

    def most(self, kind: ClockKind) -> int:
        """Returns how many games of one pace a person may play at the same time in a server."""
        return self.live if kind is ClockKind.LIVE else self.correspondence

    def most_in_server(self, kind: ClockKind) -> int:
        """Returns how many tables of one pace may be open in the channels of a server."""
        return self.server if kind is ClockKind.LIVE else self.server_correspondence


class Watcher(Protocol):
    """A function that is called after each change of a table.

    Its arguments are the table and the moment of the next timeout, which is None if there is none.
    """

    def __call__(self, table: TableView, wake_at: int | None, /) -> None: ...


@dataclass(frozen=True, slots=True)
class Tables:
    """All tables of the bot. It is the first argument of each use case of tables.

    Attributes:
        recovery: the queries over all tables that are needed at a start and after an outage.
        drawn: which version of each table its messages show.
        now: returns the present moment, in epoch milliseconds.
        rng: the source of random numbers, for secrets and cuts; a `random.SystemRandom` in production.
        stacked_packs: cards that replace the promised ones in tests.
        watchers: functions that are called after each commit.
    """

    log: TableLog
    people: People
    repository: TableRepository
    recovery: RecoveryRepository
    drawn: DrawnVersions
    results: ResultRepository
    now: Callable[[], int]
    rng: random.Random
    limits: Limits
    stacked_packs: StackedPacks
    watchers: list[Watcher] = field(default_factory=list)
    _seating: WeakValueDictionary[int, asyncio.Lock] = field(default_factory=WeakValueDictionary)

    def seat_lock(self, key: int) -> asyncio.Lock:
        """Returns a lock that a use case holds while it counts a person's games and then adds one.

        So no two decisions exceed the limit together.

        Args:
            key: the id of the server. For a private game the id of its player, who can have only one private game in
                all places together.
        """
        return self._seating.setdefault(key, asyncio.Lock())

    def seat_lock_at(self, opened: TableOpened) -> asyncio.Lock:
        """Returns the lock for the seats of a table: that of its server, or that of the player of a private game."""
        return self.seat_lock(opened.guild_id if opened.channel_id else opened.challenger.id)


def open_tables(
    database: Database,
    people: People,
    *,
    now: Callable[[], int],
    rng: random.Random,
    limits: Limits,
    stacked_packs: StackedPacks | None = None,
) -> Tables:
    """Makes the `Tables` for a database."""
    return Tables(
        log=TableLog(database.tables, now, database.fence),
        people=people,
        repository=database.tables,
        recovery=database.recovery,
        drawn=DrawnVersions(database.recovery),
        results=database.results,
        now=now,
        rng=rng,
        limits=limits,
        stacked_packs=stacked_packs or StackedPacks(),
    )
