"""`Tournaments`: all that the use cases of tournaments need. Functions here read a tournament and store its changes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeVar

from bot.rows.game_results import GameResult
from bot.rows.storage_errors import Conflict, Repeated
from bot.storage import Database, ResultRepository, TournamentRepository
from bot.tables.problems import Problem, Refused
from bot.tables.service import Tables
from bot.tournaments.tournament import Tournament, row_of, tournament_of

_Side = TypeVar("_Side")
TRIES = 8
"""A decision about a tournament is made at most this many times, if other writers are faster each time."""


@dataclass(frozen=True, slots=True)
class TournamentView:
    """A tournament, and the tables that play its current round.

    Attributes:
        tables: the ids of these tables, by the number of the pairing.
    """

    tournament: Tournament
    tables: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class Tournaments:
    """All that the use cases of tournaments need. Each of them takes it as its first argument.

    Attributes:
        now: returns the present moment, in epoch milliseconds.
        watchers: functions that are called with a tournament after each change.
    """

    repository: TournamentRepository
    results: ResultRepository
    tables: Tables
    now: Callable[[], int]
    watchers: list[Callable[[Tournament], None]] = field(default_factory=list)
    locks: dict[int, asyncio.Lock] = field(default_factory=dict)

    def lock(self, tournament_id: int) -> asyncio.Lock:
        """Returns the lock that a writer of a tournament holds, so that this process has one writer at a time."""
        return self.locks.setdefault(tournament_id, asyncio.Lock())


def open_tournaments(database: Database, tables: Tables, now: Callable[[], int]) -> Tournaments:
    """Makes the `Tournaments` for a database, whose games are played at these tables."""
    return Tournaments(database.tournaments, database.results, tables, now)


async def find(tournaments: Tournaments, tournament_id: int) -> Tournament:
    """Returns the tournament with this id.

    Raises:
        Refused: there is no such tournament.
    """
    row = await tournaments.repository.get(tournament_id)
    if row is None:
        raise Refused(Problem.NO_TOURNAMENT)
    return tournament_of(row)


async def view(tournaments: Tournaments, tournament_id: int) -> TournamentView:
    """Returns the tournament with this id, and the tables that play its current round.

    Raises:
        Refused: there is no such tournament.
    """
    tournament = await find(tournaments, tournament_id)
    return TournamentView(tournament, await pairing_tables(tournaments, tournament) if tournament.has_begun else {})


async def tournament_at(tournaments: Tournaments, channel_id: int) -> TournamentView | None:
    """Returns the tournament that was opened last in a channel, or None if none was ever opened there."""
    row = await tournaments.repository.last_opened_at(channel_id)
    return None if row is None else await view(tournaments, row.id)


async def commit(
    tournaments: Tournaments, tournament_id: int, cause: int | None, decide: Callable[[Tournament], Tournament]
) -> Tournament:
    """Stores what `decide` makes of a tournament, and returns it. If another writer was faster, calls `decide` again.

    If the interaction `cause` was carried out before, changes nothing and returns the tournament.

    Args:
        cause: the id of the interaction that asked for this; None if none did.
        decide: takes the current tournament, and returns the changed one.

    Raises:
        Refused: `decide` has refused, there is no such tournament, or other writers were faster each time. Nothing has
            changed.
    """
    async with tournaments.lock(tournament_id):
        for _ in range(TRIES):
            tournament = await find(tournaments, tournament_id)
            try:
                after = decide(tournament)
            except Refused:
                if cause is not None and await tournaments.repository.carried_out(cause):
                    return tournament
                raise
            if after == tournament:
                return tournament
            try:
                return await write(tournaments, tournament, after, cause)
            except Conflict:
                continue
            except Repeated:
                return await find(tournaments, tournament_id)
        raise Refused(Problem.STALE)


async def write(tournaments: Tournaments, before: Tournament, after: Tournament, cause: int | None) -> Tournament:
    """Stores a tournament as its next version, and calls the watchers.

    Args:
        before: the tournament as it was read.
        after: the tournament to store.
        cause: the id of the interaction that asked for this; None if none did.

    Raises:
        Conflict: another writer has changed the tournament since `before`.
        Repeated: the interaction `cause` was carried out before.
    """
    new = replace(after, version=before.version + 1, changed_at=tournaments.now())
    await tournaments.repository.change(row_of(new), before.version, cause)
    tell(tournaments, new)
    return new


def tell(tournaments: Tournaments, tournament: Tournament) -> None:
    """Calls the watchers with a tournament that has changed."""
    for watcher in tournaments.watchers:
        watcher(tournament)


async def pairing_tables(tournaments: Tournaments, tournament: Tournament) -> dict[int, int]:
    """Returns the ids of the tables that play this round, by the number of the pairing.

    Tables that ended without a result are left out. In an arena only the games that are on have tables here.
    """
    rows = await tournaments.repository.pairing_tables(tournament.id, tournament.round_no)
    if tournament.arena is not None:
        on = tournament.arena.on
        return {row.pairing_no: row.table_id for row in rows if row.pairing_no in on}
    return {row.pairing_no: row.table_id for row in rows if row.attempt == tournament.spent.get(row.pairing_no, 0) + 1}


def winner_of(result: GameResult | None, sides: tuple[_Side, _Side]) -> _Side | None:
    """Returns the side that won the game of a pairing. None if the game has no winner, or if there is no game.

    Args:
        sides: the two sides of the pairing: the side that sits North, then the side that sits South.
    """
    if result is None or result.winner is None:
        return None
    return sides[0] if result.winner == "north" else sides[1]
