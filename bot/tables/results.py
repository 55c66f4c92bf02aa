"""What a finished game leaves for the leaderboard, and its record."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime

from bot.storage import GameResult, PlayerResult
from bot.tables.events import Played, TableEvent, TableSeated
from bot.tables.state import TableState
from ecarte import Seat, notation
from ecarte.events import Event as GameEvent
from ecarte.events import GameEnded, GameStarted

__all__ = ["record", "result_of", "seat_name"]


def seat_name(seat: Seat) -> str:
    """What the database calls a seat."""
    return seat.name.lower()


def result_of(state: TableState, event: TableEvent, at: int) -> GameResult | None:
    """The result, if `event` (the last one folded into `state`, at `at`) ended the game."""
    if not isinstance(event, Played) or not isinstance(event.event, GameEnded):
        return None
    assert state.seats is not None
    assert state.game is not None
    ended, scores = event.event, state.game.score
    deals = state.game.deal.number if state.game.deal is not None else 0
    players = [
        PlayerResult(
            user_id=state.person(seat).id,
            adversary_id=state.person(seat.other).id,
            seat=seat_name(seat),
            won=ended.winner is seat,
            points=scores[seat.index],
            voles=state.tallies[seat.index].voles,
            kings=state.tallies[seat.index].kings,
            deals=deals,
        )
        for seat in Seat
    ]
    return GameResult(
        table_id=state.id,
        game_no=state.game_no,
        guild_id=state.opened.guild_id,
        started_at=state.game_started_at,
        ended_at=at,
        winner=seat_name(ended.winner) if ended.winner is not None else None,
        how=ended.how.value,
        north_score=scores[0],
        south_score=scores[1],
        deals=deals,
        rules=state.opened.terms.rules.dialect.value,
        players=(players[0], players[1]),
    )


def record(log: Iterable[tuple[int, TableEvent]], game_no: int) -> str:
    """One game of a table as a text record; the log is the table's whole log, with the moments."""
    events: list[GameEvent] = []
    number, started_at, names = 0, 0, ("", "")
    for at, event in log:
        if isinstance(event, TableSeated):
            names = (event.north.name, event.south.name)
        if isinstance(event, Played):
            if isinstance(event.event, GameStarted):
                number += 1
                started_at = at if number == game_no else started_at
            if number == game_no:
                events.append(event.event)
    day = datetime.fromtimestamp(started_at / 1000, UTC).date().isoformat()
    return notation.write(events, {"North": names[0], "South": names[1], "Date": day})
