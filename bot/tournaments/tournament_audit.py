"""Audits tournaments: each row must be readable, and each result must be that of a game played for the pairing.

The audit changes nothing. A pairing that was decided without a game has no table, and is not checked. This module knows
no Discord.
"""

from __future__ import annotations

from collections.abc import AsyncIterator

from bot.rows.chips import Fault
from bot.storage import Database
from bot.tournaments.service import winner_of
from bot.tournaments.tournament import Tournament, tournament_of
from ecarte.game import EcarteError
from ecarte.tournament import Arena, Outcome

_WINS = Outcome.FIRST, Outcome.SECOND


async def tournament_faults(database: Database) -> tuple[Fault, ...]:
    """Returns the faults that an audit finds in all tournaments. Empty if there are none."""
    faults = []
    for tournament_id in await database.tournaments.ids():
        row = await database.tournaments.get(tournament_id)
        assert row is not None, "tournaments are never deleted"
        try:
            tournament = tournament_of(row)
        except (EcarteError, ValueError, KeyError, TypeError, AttributeError) as error:
            faults.append(Fault(_name(tournament_id), f"what is kept of it cannot be read ({type(error).__name__})"))
            continue
        faults += [Fault(_name(tournament_id), fault) async for fault in _faults(database, tournament)]
    return tuple(faults)


async def _faults(database: Database, tournament: Tournament) -> AsyncIterator[str]:
    if tournament.arena is not None:
        async for fault in _arena_faults(database, tournament.id, tournament.arena):
            yield fault
    if tournament.rounds is None:
        return
    if sorted(tournament.rounds.entrants) != list(range(1, len(tournament.people) + 1)):
        yield "those who are in it are not those of its rounds"
    for round_no, round_pairings in enumerate(tournament.rounds.rounds, 1):
        # If a pairing had several tables, the last one counts.
        tables = {
            row.pairing_no: row.table_id for row in await database.tournaments.pairing_tables(tournament.id, round_no)
        }
        for number, pairing in enumerate(round_pairings, 1):
            if pairing.outcome not in _WINS:
                continue
            result = await database.results.game(tables[number], 1) if number in tables else None
            if winner_of(result, _WINS) is not pairing.outcome:
                yield f"pairing {number} of round {round_no} has a result that no game of it has"


async def _arena_faults(database: Database, tournament_id: int, arena: Arena) -> AsyncIterator[str]:
    tables = {row.pairing_no: row.table_id for row in await database.tournaments.pairing_tables(tournament_id, 1)}
    for number, meeting in enumerate(arena.meetings, 1):
        if meeting.winner is None:
            continue
        result = await database.results.game(tables[number], 1) if number in tables else None
        if winner_of(result, meeting.people) != meeting.winner:
            yield f"meeting {number} has a result that no game of it has"


def _name(tournament_id: int) -> str:
    return f"tournament {tournament_id}"
