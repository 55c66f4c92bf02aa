"""Finds what the story of a finished game is computed from: the record, and who made all decisions themselves."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

from bot.tables import archive
from bot.tables.events.galerie_events import HandTaken
from bot.tables.events.table_events import TableEvent
from bot.tables.service import Tables
from bot.tables.state.apply import evolve
from bot.tables.state.table_state import TableState
from ecarte.game import Seat

__all__ = ["game_to_tell"]


async def game_to_tell(tables: Tables, table_id: int, game_no: int) -> tuple[str, frozenset[Seat]]:
    """Returns the record of a finished game (its text), and the seats whose players made all decisions themselves.

    At any other seat, a backer played the game out. A story tells no more than the record does.

    Raises:
        Refused: there is no such game, or it has not ended, so that both hands are secret.
    """
    record = await archive.record(tables, table_id, game_no)
    log = await tables.log.events(table_id)
    return record, frozenset(Seat) - await asyncio.to_thread(_handed_over, log, game_no)


def _handed_over(log: Iterable[tuple[int, TableEvent]], game_no: int) -> frozenset[Seat]:
    """Returns the seats whose game a backer has played out."""
    state: TableState | None = None
    seats = set()
    for at, event in log:
        if isinstance(event, HandTaken) and state is not None and state.game_no == game_no:
            assert state.galerie.succession is not None
            seats.add(state.galerie.succession.seat)
        state = evolve(state, 0, event, at)
    return frozenset(seats)
