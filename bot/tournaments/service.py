"""`Tournaments`: the services of the use cases of tournaments; reading one, and the one way to change it."""

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
"""How often a decision is made anew after a lost race."""


@dataclass(frozen=True, slots=True)
class TournamentView:
    """A tournament, and where its pairings of this round are played: tables by the numbers of the pairings."""

    tournament: Tournament
    tables: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class Tournaments:
    """All tournaments; the use cases take it first.

    Attributes:
        now: the time, in epoch milliseconds.
        watchers: called with a tournament after each change.
    """

    repository: TournamentRepository
    results: ResultRepository
    tables: Tables
    now: Callable[[], int]
    watchers: list[Callable[[Tournament], None]] = field(default_factory=list)
    locks: dict[int, asyncio.Lock] = field(default_factory=dict)

    def lock(self, tournament_id: int) -> asyncio.Lock:
        """Held by the one writer of a tournament in this process."""
        return self.locks.setdefault(tournament_id, asyncio.Lock())


def open_tournaments(database: Database, tables: Tables, now: Callable[[], int]) -> Tournaments:
    """The tournaments of a database, played at these tables."""
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
    """A tournament, and at which tables its round is played.

    Raises:
        Refused: there is no such tournament.
    """
    tournament = await find(tournaments, tournament_id)
    return TournamentView(
        tournament, await pairing_tables(tournaments, tournament) if tournament.rounds is not None else {}
    )


async def tournament_at(tournaments: Tournaments, channel_id: int) -> TournamentView | None:
    """The tournament of a channel that was opened last, if there was any."""
    row = await tournaments.repository.last_opened_at(channel_id)
    return None if row is None else await view(tournaments, row.id)


async def commit(
    tournaments: Tournaments, tournament_id: int, cause: int | None, decide: Callable[[Tournament], Tournament]
) -> Tournament:
    """Decides and writes; decides anew after a lost race.

    Raises:
        Refused: it cannot be done; nothing has changed.
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
    written = replace(after, version=before.version + 1, changed_at=tournaments.now())
    await tournaments.repository.change(row_of(written), before.version, cause)
    tell(tournaments, written)
    return written


def tell(tournaments: Tournaments, tournament: Tournament) -> None:
    for watcher in tournaments.watchers:
        watcher(tournament)


async def pairing_tables(tournaments: Tournaments, tournament: Tournament) -> dict[int, int]:
    """The tables of this round's pairings, by their numbers; without those that have come to nothing."""
    rows = await tournaments.repository.pairing_tables(tournament.id, tournament.begun_rounds.round_no)
    return {row.pairing_no: row.table_id for row in rows if row.attempt == tournament.spent.get(row.pairing_no, 0) + 1}
