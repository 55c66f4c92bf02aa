"""Bets on a game, and side bets between its deals: the use cases. The rules are those of `ecarte.table.stakes`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.people.member_blocks import blockers_among
from bot.people.standings import games_of
from bot.tables.actions.eligibility import expect_may_stake
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
    SightAnswered,
)
from bot.tables.events.table import Person, TableEvent, TableOpened
from bot.tables.problems import Problem, Refused
from bot.tables.service import Tables
from bot.tables.state.sight import Backer, Sight, admission
from bot.tables.state.table import Status, TableState
from bot.tables.views import TableView
from ecarte.game import Seat
from ecarte.table.stakes import Book, GalerieError, GalerieRule, SideBets, Stage


async def bet(
    tables: Tables,
    table_id: int,
    person: Person,
    side: Seat,
    amount: int,
    cause: int | None = None,
    backer: Backer | None = None,
) -> TableView:
    """A bystander puts `amount` chips on a player, who does not show their hand to a person whom they have blocked.

    Args:
        backer: what is known of the bystander, but for the games; None: nothing.
    """
    opened = await _opening_of(tables, table_id, person)
    rules = opened.terms.sight
    if backer is not None and rules is not None and rules.games:
        backer = replace(backer, games=await games_of(tables.people, opened.guild_id, person.id))

    players = [one.id for one in (await tables.log.state(table_id)).seats or ()]
    blockers = await blockers_among(tables.people, person.id, players)

    def decide(state: TableState, context: DecisionContext) -> Sequence[TableEvent]:
        book = _book(state)
        purses, player = context.balances_of(person.id, *book.players), book.players[side.index]
        placed = BetPlaced(person, side, amount, purses, admission(rules, backer))
        is_refused = player in blockers and (side, person.id) not in state.galerie.answers
        return [placed, SightAnswered(player, side, person.id, sees=False)] if is_refused else [placed]

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


async def answer(
    tables: Tables, table_id: int, user_id: int, person: int, *, sees: bool, cause: int | None = None
) -> TableView:
    """A player lets a backer see their hand in this game, or does not.

    Raises:
        Refused: no player here, that person does not back this player, or has seen the cards already.
    """

    def decide(state: TableState, context: DecisionContext) -> Sequence[TableEvent]:
        seat, around = state.seat_of(user_id), state.galerie
        if seat is None:
            raise Refused(Problem.NOT_A_PLAYER)
        book, present = _book(state), around.sight_of(person)
        if state.status is not Status.PLAYING or present is None or book.side_of(person) is not seat:
            raise Refused(Problem.NO_WATCHER)
        if not sees and present is Sight.SEES and book.stage is not Stage.OPEN:
            raise Refused(Problem.SEEN_ALREADY)
        return [] if around.answers.get((seat, person)) is sees else [SightAnswered(user_id, seat, person, sees)]

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
    await _opening_of(tables, table_id, person)

    def decide(state: TableState, context: DecisionContext) -> Sequence[TableEvent]:
        _side_bets(state)
        return [SideBetOffered(person, side, amount, context.balances_of(person.id))]

    return await commit(tables, table_id, decide, cause=cause, concerned=(person.id,))


async def take_offer(
    tables: Tables, table_id: int, person: Person, number: int, amount: int | None = None, cause: int | None = None
) -> TableView:
    """A person puts up `amount` against an offer; None: all that it asks."""
    await _opening_of(tables, table_id, person)

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


async def _opening_of(tables: Tables, table_id: int, person: Person) -> TableOpened:
    """The opening of a table at which a person may play for chips.

    Raises:
        Refused: no such table, or the person is banned from stakes.
    """
    opened = (await tables.log.state(table_id)).opened
    await expect_may_stake(tables, opened.guild_id, person)
    return opened


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
