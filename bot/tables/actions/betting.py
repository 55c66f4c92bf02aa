"""The use cases of bets: bets on a game, and side bets, which are made between two deals.

The rules are those of `ecarte.table.stakes`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.people.person import Person
from bot.tables.actions.eligibility import admission_of, expect_may_stake, players_blocking
from bot.tables.commit import commit
from bot.tables.context import DecisionContext
from bot.tables.events.galerie_events import (
    BetPlaced,
    BetsTaken,
    BetWithdrawn,
    CardsWanted,
    ChouetteDeclared,
    SideBetOffered,
    SideBetTaken,
    SideBetWithdrawn,
    SightAnswered,
)
from bot.tables.events.table_events import TableEvent, TableOpened
from bot.tables.problems import Problem, Refused
from bot.tables.service import Tables
from bot.tables.state.sight import Admission, Backer, Sight, sight
from bot.tables.state.table_state import Status, TableState
from bot.tables.views import TableView
from ecarte.game import Seat
from ecarte.table.stakes import Bet, Book, GalerieError, GalerieRule, SideBets, Style, match_bet


@dataclass(frozen=True, slots=True)
class BetProspect:
    """Whether a bystander would see a player's hand after a bet on that player, if the bet is matched.

    Attributes:
        sight: what a large enough bet would give the bettor; None if no backer of this player sees the hand.
        least: the fewest chips that the bettor has to bet now to get that; 0 if any bet is large enough.
    """

    sight: Sight | None
    least: int = 0


async def bet(
    tables: Tables,
    table_id: int,
    person: Person,
    side: Seat,
    amount: int,
    cause: int | None = None,
    backer: Backer | None = None,
) -> TableView:
    """Bets `amount` chips on a player, for a bystander. If the player has blocked the bystander, the bet shows no hand.

    Args:
        backer: the facts about the bystander; None if they are unknown. `games` is not needed: it is counted here.
    """
    opened = await _opening_of(tables, table_id, person)
    admitted = await admission_of(tables, opened, person, backer)
    blockers = await players_blocking(tables, table_id, person.id)

    def decide(state: TableState, context: DecisionContext) -> Sequence[TableEvent]:
        return _bet_events(state, context, person, Bet(person.id, side, amount), admitted, blockers)

    return await commit(tables, table_id, decide, cause=cause, concerned=(person.id,))


async def match(
    tables: Tables,
    table_id: int,
    person: Person,
    bettor: int,
    most: int,
    cause: int | None = None,
    backer: Backer | None = None,
) -> TableView:
    """Matches a bet: a player takes it, or a bystander bets as much on the other player.

    Args:
        bettor: the person who made the bet.
        most: the most chips that the person is ready to put up. They put up less if less of the bet is unmatched, or if
            their balance is smaller.
        backer: see `bet`.
    """
    opened = await _opening_of(tables, table_id, person)
    admitted = await admission_of(tables, opened, person, backer)
    blockers = await players_blocking(tables, table_id, person.id)

    def decide(state: TableState, context: DecisionContext) -> Sequence[TableEvent]:
        book = _book(state)
        balances = context.balances_of(person.id)
        if not dict(balances)[person.id]:
            raise Refused(Problem.EMPTY_PURSE)
        bet = match_bet(book, person.id, bettor, most, dict(balances))
        if book.seat_of(person.id) is not None:
            return [BetsTaken(person.id, bet.amount, balances)]
        return _bet_events(state, context, person, bet, admitted, blockers)

    return await commit(tables, table_id, decide, cause=cause, concerned=(person.id,))


async def prospect(
    tables: Tables, table_id: int, person: Person, side: Seat, backer: Backer | None = None
) -> BetProspect:
    """Returns whether a bystander would see a player's hand after a bet on that player.

    Raises:
        Refused: there is no such table, it takes no bets, or the person is banned from stakes.
    """
    opened = await _opening_of(tables, table_id, person)
    admitted = await admission_of(tables, opened, person, backer)
    blockers = await players_blocking(tables, table_id, person.id)
    state = await tables.log.state(table_id)
    book, answer = _book(state), state.galerie.answers.get((side, person.id))
    if book.style is Style.ENGLISH or side in book.chouettes:
        return BetProspect(None)
    if state.galerie.sight_of(person.id) is Sight.SEES:
        return BetProspect(Sight.SEES)
    if book.players[side.index] in blockers and answer is None:
        answer = False
    least = max(0, state.galerie.least - sum(bet.amount for bet in book.bets if bet.person == person.id))
    return BetProspect(sight(admitted, least, least, answer, house=False), least)


async def withdraw(
    tables: Tables, table_id: int, user_id: int, amount: int | None = None, cause: int | None = None
) -> TableView:
    """Takes back chips that a backer has bet, or that a player has put up to match bets.

    Args:
        amount: the number of chips; None for all that can be taken back.
    """

    def decide(state: TableState, context: DecisionContext) -> Sequence[TableEvent]:
        _book(state)
        return [BetWithdrawn(user_id, amount)]

    return await commit(tables, table_id, decide, cause=cause, concerned=(user_id,))


async def take(
    tables: Tables, table_id: int, user_id: int, amount: int | None = None, cause: int | None = None
) -> TableView:
    """Matches bets that were made against a player, for that player.

    Args:
        amount: the number of chips; None for all such bets.
    """

    def decide(state: TableState, context: DecisionContext) -> Sequence[TableEvent]:
        _book(state)
        return [BetsTaken(user_id, amount, context.balances_of(user_id))]

    return await commit(tables, table_id, decide, cause=cause, concerned=(user_id,))


async def chouette(tables: Tables, table_id: int, user_id: int, cause: int | None = None) -> TableView:
    """Declares La Chouette for a player: the player matches all bets against them, up to their balance."""

    def decide(state: TableState, context: DecisionContext) -> Sequence[TableEvent]:
        _book(state)
        return [ChouetteDeclared(user_id, context.balances_of(user_id))]

    return await commit(tables, table_id, decide, cause=cause, concerned=(user_id,))


async def want_cards(tables: Tables, table_id: int, user_id: int, cause: int | None = None) -> TableView:
    """Stores that a player wants to play now.

    When both players want that, the table waits for no more bets, and deals.
    """

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
    """Offers a side bet of `amount` chips on a player, at odds that follow from the score."""
    await _opening_of(tables, table_id, person)

    def decide(state: TableState, context: DecisionContext) -> Sequence[TableEvent]:
        _side_bets(state)
        return [SideBetOffered(person, side, amount, context.balances_of(person.id))]

    return await commit(tables, table_id, decide, cause=cause, concerned=(person.id,))


async def take_offer(
    tables: Tables, table_id: int, person: Person, number: int, amount: int | None = None, cause: int | None = None
) -> TableView:
    """Takes a side bet that another person has offered.

    Args:
        number: the number of the offer.
        amount: the most chips that this person puts up; None to take all of the bet that no one has taken yet.
    """
    await _opening_of(tables, table_id, person)

    def decide(state: TableState, context: DecisionContext) -> Sequence[TableEvent]:
        _side_bets(state)
        return [SideBetTaken(person, number, amount, context.balances_of(person.id))]

    return await commit(tables, table_id, decide, cause=cause, concerned=(person.id,))


async def withdraw_offer(
    tables: Tables, table_id: int, user_id: int, number: int, cause: int | None = None
) -> TableView:
    """Takes back the part of a person's side bet that no one has taken yet."""

    def decide(state: TableState, context: DecisionContext) -> Sequence[TableEvent]:
        _side_bets(state)
        return [SideBetWithdrawn(user_id, number)]

    return await commit(tables, table_id, decide, cause=cause, concerned=(user_id,))


async def _opening_of(tables: Tables, table_id: int, person: Person) -> TableOpened:
    """Returns the opening of a table. Makes sure that a person may play for chips there.

    Raises:
        Refused: there is no such table, or the person is banned from stakes.
    """
    opened = (await tables.log.state(table_id)).opened
    await expect_may_stake(tables, opened.guild_id, person)
    return opened


def _bet_events(
    state: TableState,
    context: DecisionContext,
    person: Person,
    bet: Bet,
    admitted: Admission,
    blockers: frozenset[int],
) -> Sequence[TableEvent]:
    """Returns the events of a bet. If the player has blocked the bettor, one of them hides the hand."""
    book, side = _book(state), bet.side
    player = book.players[side.index]
    placed = BetPlaced(person, side, bet.amount, context.balances_of(person.id, *book.players), admitted)
    is_refused = player in blockers and (side, person.id) not in state.galerie.answers
    return [placed, SightAnswered(player, side, person.id, sees=False)] if is_refused else [placed]


def _book(state: TableState) -> Book:
    """Returns the book of the current game."""
    book = state.galerie.book
    if book is None:
        is_pool = state.opened.terms.pool is not None
        raise Refused(Problem.NO_BETS if is_pool else Problem.FOR_HONOUR)
    return book


def _side_bets(state: TableState) -> SideBets:
    """Returns the side bets of the current game, which begin after its first card."""
    _book(state)
    bets = state.galerie.side_bets
    if bets is None:
        raise GalerieError(GalerieRule.BETWEEN_DEALS_ONLY)
    return bets
