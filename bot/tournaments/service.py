"""`Tournaments`, the services that the use cases of tournaments need. Reads tournaments, and changes them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from bot.rows.storage_errors import Conflict, Repeated
from bot.storage import Database, ResultRepository, TournamentRepository
from bot.tables.problems import Problem, Refused
from bot.tables.service import Tables
from bot.tournaments.tournament import Tournament, row_of, tournament_of

TRIES = 8
"""The most times that a decision is made, if other writers change the tournament first each time."""


@dataclass(frozen=True, slots=True)
class TournamentView:
    """A tournament, and the tables of its current round.

    Attributes:
        tables: the id of the table of a pairing, by the number of the pairing.
    """

    tournament: Tournament
    tables: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class Tournaments:
    """The services of all tournaments. Each use case takes it as its first argument.

    Attributes:
        now: returns the time, in epoch milliseconds.
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
    """Returns the services for the tournaments of a database, played at these tables."""
    return Tournaments(database.tournaments, database.results, tables, now)


async def find(tournaments: Tournaments, tournament_id: int) -> Tournament:
    """Returns a tournament.

    Raises:
        Refused: there is no such tournament.
    """
    row = await tournaments.repository.get(tournament_id)
    if row is None:
        raise Refused(Problem.NO_TOURNAMENT)
    return tournament_of(row)


async def view(tournaments: Tournaments, tournament_id: int) -> TournamentView:
    """Returns a tournament with the tables of its current round.

    Raises:
        Refused: there is no such tournament.
    """
    tournament = await find(tournaments, tournament_id)
    return TournamentView(
        tournament, await pairing_tables(tournaments, tournament) if tournament.rounds is not None else {}
    )


async def tournament_at(tournaments: Tournaments, channel_id: int) -> TournamentView | None:
    """Returns the tournament that was opened last in a channel. None if there was none."""
    row = await tournaments.repository.last_opened_at(channel_id)
    return None if row is None else await view(tournaments, row.id)


async def commit(
    tournaments: Tournaments, tournament_id: int, cause: int | None, decide: Callable[[Tournament], Tournament]
) -> Tournament:
    """Applies a decision to a tournament and stores the result. Decides again if another writer won the race.

    Raises:
        Refused: the decision refuses the action, and nothing was changed.
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
    """Stores a changed tournament as the next version, and calls the watchers.

    Raises:
        Conflict: another writer has changed the tournament since `before`.
        Repeated: the press `cause` has been carried out before.
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
    """Returns the tables of this round, by the number of the pairing. Tables that ended without a result are absent."""
    rows = await tournaments.repository.pairing_tables(tournament.id, tournament.begun_rounds.round_no)
    return {row.pairing_no: row.table_id for row in rows if row.attempt == tournament.spent.get(row.pairing_no, 0) + 1}
