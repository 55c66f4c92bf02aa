"""`Tables`: the services of the use cases of tables."""

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
from bot.tables.log import TableLog
from bot.tables.views import TableView


@dataclass(frozen=True, slots=True)
class Limits:
    """The operator's limits.

    Attributes:
        live, correspondence: how many games of each kind one person may play at a time in a server.
        challenge_ms: how long a challenge stands.
        server, server_correspondence: with how many open tables of a kind, private games apart, a server takes no
            further challenge of it.
    """

    live: int
    correspondence: int
    challenge_ms: int
    server: int = 500
    server_correspondence: int = 2000

    def most(self, kind: ClockKind) -> int:
        """How many games of a kind one person may play at a time in a server."""
        return self.live if kind is ClockKind.LIVE else self.correspondence

    def most_in_server(self, kind: ClockKind) -> int:
        """With how many open tables of a kind a server takes no further challenge of it."""
        return self.server if kind is ClockKind.LIVE else self.server_correspondence


class Watcher(Protocol):
    """Called with a table after each change, and the next moment at which something is due there."""

    def __call__(self, table: TableView, wake_at: int | None, /) -> None: ...


@dataclass(frozen=True, slots=True)
class Tables:
    """All tables; the use cases take it first.

    Attributes:
        recovery: what a start and an outage ask of all tables.
        drawn: which versions their messages show.
        now: the time, in epoch milliseconds.
        rng: draws secrets and cuts; a `random.SystemRandom` in production.
        stacked_packs: cards in place of those that are promised.
        watchers: called after each commit.
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

    def seat_lock(self, guild_id: int) -> asyncio.Lock:
        """Held while the games of a person in a server are counted and one is added: no two pass the limit at once."""
        return self._seating.setdefault(guild_id, asyncio.Lock())


def open_tables(
    database: Database,
    people: People,
    *,
    now: Callable[[], int],
    rng: random.Random,
    limits: Limits,
    stacked_packs: StackedPacks | None = None,
) -> Tables:
    """The tables of a database."""
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
