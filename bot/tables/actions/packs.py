"""The use cases of the two packs: a player calls for new cards, or chooses the other pack.

The rules are those of `ecarte.table.packs`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.tables.commit import commit
from bot.tables.context import DecisionContext
from bot.tables.events.pack_events import NewCardsCalled, PackChosen
from bot.tables.events.table_events import TableEvent
from bot.tables.problems import Problem, Refused, refusal_of
from bot.tables.service import Tables
from bot.tables.state.table_state import Status, TableState
from bot.tables.terms import Terms
from bot.tables.views import TableView
from ecarte.game import IllegalMove, Seat
from ecarte.table import packs

NEW_CARDS: Final = 5
"""The price of new cards, in chips."""


def price_of(terms: Terms) -> int:
    """Returns the price of new cards at a table, in chips. At a table for the honour (without chips) it is 0."""
    return NEW_CARDS if terms.stake else 0


async def packs_for(tables: Tables, table_id: int, user_id: int) -> tuple[TableView, Seat]:
    """Returns the public view of a table and a player's seat, to show the player the two packs."""
    views = await tables.log.views(table_id)
    return views.table, _seat(views.state, user_id)


async def new_cards(tables: Tables, table_id: int, user_id: int, cause: int | None = None) -> TableView:
    """Calls for new cards, for a player who pays for them. They come with the next deal (Law 44)."""

    def decide(state: TableState, context: DecisionContext) -> Sequence[TableEvent]:
        seat, price = _seat(state, user_id), price_of(state.opened.terms)
        try:
            packs.call_new(state.packs, seat)
        except IllegalMove as illegal:
            raise refusal_of(illegal) from illegal
        if price > (purse := context.balances.get(user_id, 0)):
            raise Refused(Problem.CANNOT_PAY_CARDS, price=price, purse=purse)
        return [NewCardsCalled(user_id, seat, price)]

    return await commit(tables, table_id, decide, cause=cause, concerned=(user_id,))


async def other_pack(tables: Tables, table_id: int, user_id: int, cause: int | None = None) -> TableView:
    """Takes the pack with which the opponent has dealt, for a player who may choose a pack (Laws 5 and 44)."""

    def decide(state: TableState, context: DecisionContext) -> Sequence[TableEvent]:
        seat = _seat(state, user_id)
        pack = state.packs.of(seat.other)
        try:
            packs.choose(state.packs, seat, pack)
        except IllegalMove as illegal:
            raise refusal_of(illegal) from illegal
        return [PackChosen(user_id, seat, pack)]

    return await commit(tables, table_id, decide, cause=cause, concerned=(user_id,))


def _seat(state: TableState, user_id: int) -> Seat:
    """Returns the seat of a player, or their last seat between two games.

    Raises:
        Refused: this person has no seat.
    """
    if state.status is Status.CLOSED:
        raise Refused(Problem.CLOSED)
    if state.status is Status.CHALLENGE:
        raise Refused(Problem.NO_GAME)
    queue = state.galerie.queue
    chair = None if queue is None or state.status is Status.PLAYING else queue.seat_of(user_id)
    seat = chair or state.seat_of(user_id)
    if seat is None:
        raise Refused(Problem.NOT_A_PLAYER)
    return seat
