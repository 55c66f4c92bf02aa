"""The house's seat at a table: which player is bound by the promise of a deal, and the number for its next decision."""

from __future__ import annotations

from bot.tables.events.fair import HousePlays
from bot.tables.state.table import TableState
from ecarte.ai import name_of
from ecarte.fair import house_number
from ecarte.game import Seat, State


def name_house(state: TableState, game: State) -> list[HousePlays]:
    """Names the player of the house once the next deal is promised, before it has a card; nothing if it is known."""
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
    """Names the player that decides from here on; nothing if it is known, or if nothing was promised."""
    if state.deal_promise is None or player == state.house:
        return []
    return [HousePlays(seat, player)]


def number_for(state: TableState, seat: Seat) -> float | None:
    """The number that selects the next move of a seat; None: the deal was not promised."""
    promise, game = state.deal_promise, state.game
    if promise is None or promise.fair is None or game is None or game.deal is None:
        return None
    if promise.number != game.deal.number:
        return None
    return house_number(promise.fair, promise.number, seat, state.made[seat.index] + 1)
