"""The seat of the house (the computer player): which player of the house decides there, and by which numbers."""

from __future__ import annotations

from bot.tables.events.fair_events import HousePlays
from bot.tables.state.table_state import TableState
from ecarte.ai import name_of
from ecarte.fair import house_number
from ecarte.game import Seat, State


def name_house(state: TableState, game: State) -> list[HousePlays]:
    """Returns an event that names the player of the house for the next deal, if that deal is promised.

    Returns no event at a table without the house, or if the log names the same player already.
    """
    due = 1 if game.deal is None else game.deal.number + 1
    if state.deal_promise is None or state.deal_promise.number != due:
        return []
    return [
        change
        for seat in Seat
        if (level := state.person(seat).level) is not None
        for change in player_change(state, seat, name_of(level))
    ]


def player_change(state: TableState, seat: Seat, player: str | None) -> list[HousePlays]:
    """Returns an event that names this player of the house, if the deal is promised.

    Returns no event if the log names the same player already.

    Args:
        player: the level and version of the player; None if the player has failed, so that the first lawful move is
            made.
    """
    if state.deal_promise is None or player == state.house:
        return []
    return [HousePlays(seat, player)]


def number_for(state: TableState, seat: Seat) -> float | None:
    """Returns the number by which the house chooses its next move at a seat, if it has to choose by chance.

    Returns None if the deal was not promised.
    """
    promise, game = state.deal_promise, state.game
    if promise is None or promise.fair is None or game is None or game.deal is None:
        return None
    if promise.number != game.deal.number:
        return None
    return house_number(promise.fair, promise.number, seat, state.made[seat.index] + 1)
