"""The audit of tournaments: each can be read, and every result in it is that of a game which was played for it.

It changes nothing and knows no Discord. What was decided without play has no table to speak for it: it is let pass.
"""

from __future__ import annotations

from collections.abc import AsyncIterator

from bot.rows.chips import Fault
from bot.storage import Database
from bot.tournaments.tournament import Tournament, tournament_of
from ecarte.game import EcarteError
from ecarte.tournament import Outcome

_WINNER = {Outcome.FIRST: "north", Outcome.SECOND: "south"}


async def tournament_faults(database: Database) -> tuple[Fault, ...]:
    """Whatever does not add up in any tournament; nothing if all is well."""
    faults = []
    for tournament_id in await database.tournaments.ids():
        row = await database.tournaments.get(tournament_id)
        assert row is not None, "tournaments are never deleted"
        try:
            tournament = tournament_of(row)
        except (EcarteError, ValueError, KeyError, TypeError, AttributeError) as error:
            faults.append(Fault(_name(tournament_id), f"what is kept of it cannot be read ({type(error).__name__})"))
            continue
        faults += [Fault(_name(tournament_id), what) async for what in _wrong(database, tournament)]
    return tuple(faults)


async def _wrong(database: Database, tournament: Tournament) -> AsyncIterator[str]:
    if tournament.rounds is None:
        return
    if sorted(tournament.rounds.entrants) != list(range(1, len(tournament.people) + 1)):
        yield "those who are in it are not those of its rounds"
    for round_no, played in enumerate(tournament.rounds.rounds, 1):
        # Of several tables of one pairing the last is the one that counts.
        tables = {
            row.pairing_no: row.table_id for row in await database.tournaments.pairing_tables(tournament.id, round_no)
        }
        for number, pairing in enumerate(played, 1):
            if pairing.outcome not in _WINNER:
                continue
            result = await database.results.game(tables[number], 1) if number in tables else None
            if result is None or result.winner != _WINNER[pairing.outcome]:
                yield f"pairing {number} of round {round_no} has a result that no game of it has"


def _name(tournament_id: int) -> str:
    return f"tournament {tournament_id}"
