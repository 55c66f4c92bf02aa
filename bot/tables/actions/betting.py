"""Bets on a game, and side bets between its deals: the use cases. The rules are those of `ecarte.table.stakes`."""

from __future__ import annotations

from collections.abc import Sequence

from bot.tables.commit import commit
from bot.tables.context import DecisionContext
from bot.tables.events.galerie import (
    BetPlaced,
    BetsTaken,
    BetWithdrawn,
    CardsWanted,
    ChouetteDeclared,
    SideBetOffered,
    SideBetTaken,
    SideBetWithdrawn,
)
from bot.tables.events.table import Person, TableEvent
from bot.tables.problems import Problem, Refused
from bot.tables.service import Tables
from bot.tables.state.table import Status, TableState
from bot.tables.views import TableView
from ecarte.game import Seat
from ecarte.table.stakes import Book, GalerieError, GalerieRule, SideBets

__all__ = ["bet", "chouette", "offer", "take", "take_offer", "want_cards", "withdraw", "withdraw_offer"]


async def bet(
    tables: Tables, table_id: int, person: Person, side: Seat, amount: int, cause: int | None = None
) -> TableView:
    """A bystander puts `amount` chips on a player."""

    def decide(state: TableState, context: DecisionContext) -> Sequence[TableEvent]:
        book = _book(state)
        return [BetPlaced(person, side, amount, context.balances_of(person.id, *book.players))]

    return await commit(tables, table_id, decide, cause=cause, concerned=(person.id,))


async def withdraw(
    tables: Tables, table_id: int, user_id: int, amount: int | None = None, cause: int | None = None
) -> TableView:
    """A bystander takes back bets, a player what they have covered; None: all of it."""

    def decide(state: TableState, context: DecisionContext) -> Sequence[TableEvent]:
        _book(state)
        return [BetWithdrawn(user_id, amount)]

    return await commit(tables, table_id, decide, cause=cause, concerned=(user_id,))


async def take(
    tables: Tables, table_id: int, user_id: int, amount: int | None = None, cause: int | None = None
) -> TableView:
    """A player takes bets that are offered against them; None: all of them."""

    def decide(state: TableState, context: DecisionContext) -> Sequence[TableEvent]:
        _book(state)
        return [BetsTaken(user_id, amount, context.balances_of(user_id))]

    return await commit(tables, table_id, decide, cause=cause, concerned=(user_id,))


async def chouette(tables: Tables, table_id: int, user_id: int, cause: int | None = None) -> TableView:
    """A player covers all that is offered against them, up to their balance."""

    def decide(state: TableState, context: DecisionContext) -> Sequence[TableEvent]:
        _book(state)
        return [ChouetteDeclared(user_id, context.balances_of(user_id))]

    return await commit(tables, table_id, decide, cause=cause, concerned=(user_id,))


async def want_cards(tables: Tables, table_id: int, user_id: int, cause: int | None = None) -> TableView:
    """A player wants the cards; when both do, no more bets are waited for."""

    def decide(state: TableState, context: DecisionContext) -> Sequence[TableEvent]:
        if state.seat_of(user_id) is None:
            raise Refused(Problem.NOT_A_PLAYER)
        pause = state.galerie.pause
        if state.status is not Status.PLAYING or pause is None:
            raise Refused(Problem.NO_PAUSE)
        return [] if user_id in pause.ready else [CardsWanted(user_id)]

    return await commit(tables, table_id, decide, cause=cause, concerned=(user_id,))


async def offer(
    tables: Tables, table_id: int, person: Person, side: Seat, amount: int, cause: int | None = None
) -> TableView:
    """A person offers `amount` on a player, at the odds of the score."""

    def decide(state: TableState, context: DecisionContext) -> Sequence[TableEvent]:
        _side_bets(state)
        return [SideBetOffered(person, side, amount, context.balances_of(person.id))]

    return await commit(tables, table_id, decide, cause=cause, concerned=(person.id,))


async def take_offer(
    tables: Tables, table_id: int, person: Person, number: int, amount: int | None = None, cause: int | None = None
) -> TableView:
    """A person puts up `amount` against an offer; None: all that it asks."""

    def decide(state: TableState, context: DecisionContext) -> Sequence[TableEvent]:
        _side_bets(state)
        return [SideBetTaken(person, number, amount, context.balances_of(person.id))]

    return await commit(tables, table_id, decide, cause=cause, concerned=(person.id,))


async def withdraw_offer(
    tables: Tables, table_id: int, user_id: int, number: int, cause: int | None = None
) -> TableView:
    """A person takes back the part of an offer that is not taken."""

    def decide(state: TableState, context: DecisionContext) -> Sequence[TableEvent]:
        _side_bets(state)
        return [SideBetWithdrawn(user_id, number)]

    return await commit(tables, table_id, decide, cause=cause, concerned=(user_id,))


def _book(state: TableState) -> Book:
    """The book of the game that is on."""
    book = state.galerie.book
    if book is None:
        pool = state.opened.terms.pool is not None
        raise Refused(Problem.NO_BETS if pool else Problem.FOR_HONOUR)
    return book


def _side_bets(state: TableState) -> SideBets:
    """The side bets of the game that is on; before its first card there are none."""
    _book(state)
    bets = state.galerie.side_bets
    if bets is None:
        raise GalerieError(GalerieRule.BETWEEN_DEALS_ONLY)
    return bets
