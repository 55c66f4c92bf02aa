"""The house's seat at a table: the player of the house for a promised deal, and the number for its next decision."""

from __future__ import annotations

from bot.tables.events.fair_events import HousePlays
from bot.tables.state.table_state import TableState
from ecarte.ai import name_of
from ecarte.fair import house_number
from ecarte.game import Seat, State


def name_house(state: TableState, game: State) -> list[HousePlays]:
    """Returns the event that names the player of the house, if the next deal is promised and the player is new."""
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
    """Returns the event that names the player of the house, if the deal is promised and the player is new."""
    if state.deal_promise is None or player == state.house:
        return []
    return [HousePlays(seat, player)]


def number_for(state: TableState, seat: Seat) -> float | None:
    """Returns the number that selects the next move of a seat, or None if the deal was not promised."""
    promise, game = state.deal_promise, state.game
    if promise is None or promise.fair is None or game is None or game.deal is None:
        return None
    if promise.number != game.deal.number:
        return None
    return house_number(promise.fair, promise.number, seat, state.made[seat.index] + 1)
