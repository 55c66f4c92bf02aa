"""Computes the effects of an event outside the log: chips that move, a game's result, the admin log, results of advice.

The chips that an event moves are the difference between the stakes before the event and after it. Chips lie in an
escrow: that of a game has the number of the game, that of a pool has a number below zero. This module knows no rule:
the book, the side bets and the pool compute their own accounts.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bot.rows.chips import ChipMove, Escrow, MovementKind
from bot.rows.game_results import AdviceGiven, GameResult, PlayerResult
from bot.rows.sanctions import AdminAction, AdminEntry
from bot.tables.events.galerie_events import (
    BetPlaced,
    BetsClosed,
    BetsOpened,
    BetsTaken,
    BetWithdrawn,
    ChouetteDeclared,
    PoolCalledOff,
    PoolCut,
    PoolFormed,
    PoolGameCounted,
    PoolPlaceGivenUp,
    SideBetOffered,
    SideBetsClosed,
    SideBetsOpened,
    SideBetTaken,
    SideBetWithdrawn,
    StakesPaid,
    StakesReturned,
)
from bot.tables.events.pack_events import NewCardsCalled
from bot.tables.events.table_events import Played, TableEvent, TableVoided
from bot.tables.state.table_state import Change, TableState
from ecarte.game import Ending, GameEnded, Seat
from ecarte.table import PoolStage
from ecarte.table.stakes import Account, Stage, postings

_KINDS: dict[type[TableEvent], MovementKind] = {
    BetsOpened: MovementKind.STAKE,
    BetPlaced: MovementKind.BET,
    BetWithdrawn: MovementKind.WITHDRAWAL,
    BetsTaken: MovementKind.STAKE,
    ChouetteDeclared: MovementKind.STAKE,
    BetsClosed: MovementKind.REFUND,
    SideBetsOpened: MovementKind.REFUND,
    SideBetOffered: MovementKind.SIDE_BET,
    SideBetTaken: MovementKind.SIDE_BET,
    SideBetWithdrawn: MovementKind.WITHDRAWAL,
    SideBetsClosed: MovementKind.REFUND,
    StakesPaid: MovementKind.SETTLEMENT,
    StakesReturned: MovementKind.VOID,
}
_POOL_KINDS: dict[type[TableEvent], MovementKind] = {
    PoolFormed: MovementKind.STAKE,
    PoolCut: MovementKind.REFUND,
    PoolGameCounted: MovementKind.STAKE,
    PoolPlaceGivenUp: MovementKind.STAKE,
    PoolCalledOff: MovementKind.VOID,
}
PLAYED_OUT: Final = "played_out"
"""How a game ended: a backer played it out in a player's place and won it (Law 54)."""


def moves_of(change: Change) -> Iterator[ChipMove]:
    """Yields how an event moves chips in the ledger. Yields nothing if it moves none."""
    before, event, after = change.before, change.event, change.after
    if isinstance(event, NewCardsCalled):
        if event.price:
            escrow, cause = Escrow(after.id, after.game_no), f"{after.id}:{after.version}"
            yield ChipMove(MovementKind.NEW_CARDS, escrow, {event.by: -event.price}, cause)
        return
    if kind := _KINDS.get(type(event)):
        moves = _moves_between(
            [before.galerie.book, before.galerie.side_bets], [after.galerie.book, after.galerie.side_bets]
        )
        escrow = Escrow(after.id, after.game_no)
    elif kind := _POOL_KINDS.get(type(event)):
        same_pool = before.galerie.pool if before.galerie.pool_no == after.galerie.pool_no else None
        moves = _moves_between([same_pool], [after.galerie.pool])
        escrow = Escrow(after.id, escrow_of(after.galerie.pool_no))
        if after.galerie.pool is not None and after.galerie.pool.stage is PoolStage.WON:
            kind = MovementKind.SETTLEMENT
    else:
        return
    if moves:
        cause = f"{after.id}:{after.version}"
        yield ChipMove(kind, escrow, moves, cause, closes=isinstance(event, BetsClosed))


def escrow_of(pool_no: int) -> int:
    """Returns the number of the escrow in which the chips of a table's pool lie."""
    return -pool_no


def lying_on(state: TableState) -> dict[int, dict[int, int]]:
    """Returns the chips that lie on the present or last game, and in the pool.

    Returns:
        For each escrow, by its number: the chips of each person, by the person's id. If the game has no book, or there
        is no pool, its escrow is left out. If the game or pool has ended, the mapping of its escrow is empty.
    """
    galerie = state.galerie
    book, bets, pool = galerie.book, galerie.side_bets, galerie.pool
    chips: dict[int, dict[int, int]] = {}
    if book is not None:
        chips[state.game_no] = {}
        if book.stage is not Stage.FINISHED:
            _add(chips[state.game_no], book)
            if bets is not None:
                _add(chips[state.game_no], bets)
    if pool is not None:
        chips[escrow_of(galerie.pool_no)] = {}
        if pool.stage not in (PoolStage.WON, PoolStage.CALLED_OFF):
            _add(chips[escrow_of(galerie.pool_no)], pool)
    return chips


def _add(sums: dict[int, int], account: Account) -> None:
    for person, chips in account.account().items():
        if chips:
            sums[person] = sums.get(person, 0) - chips


def _moves_between(before: list[Account | None], after: list[Account | None]) -> dict[int, int]:
    """Returns the movements into purses between two states of the stakes."""
    sums: dict[int, int] = {}
    for was, now in zip(before, after, strict=True):
        if now is None:
            continue
        for person, chips in postings(was, now).items():
            sums[person] = sums.get(person, 0) + chips
    return {person: chips for person, chips in sums.items() if chips}


def result_of(state: TableState, event: TableEvent, at: int) -> GameResult | None:
    """Returns the result of a game if `event` has ended it, or None. `state` is the table after this event.

    The result and the stakes are those of the players who sat down, even if a backer played the game out. A game that a
    backer has won counts for neither player. A game that a backer has lost counts: otherwise a player could make a lost
    game disappear.
    """
    if not isinstance(event, Played) or not isinstance(event.event, GameEnded):
        return None
    assert state.seats is not None
    assert state.game is not None
    ended, scores = event.event, state.game.score
    played_out = ended.winner is not None and state.person(ended.winner).id != state.seats[ended.winner.index].id
    deals = state.game.deal.number if state.game.deal is not None else 0
    players = [
        PlayerResult(
            user_id=state.seats[seat.index].id,
            opponent_id=state.seats[seat.other.index].id,
            seat=_seat_name(seat),
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
        winner=_seat_name(ended.winner) if ended.winner is not None else None,
        how=PLAYED_OUT if played_out else ended.how.value,
        north_score=scores[0],
        south_score=scores[1],
        deals=deals,
        rules=state.opened.terms.rules.dialect.value,
        players=(players[0], players[1]),
        counted=not played_out,
        rated=_may_be_rated(state, ended, deals),
    )


def _may_be_rated(state: TableState, ended: GameEnded, deals: int) -> bool:
    """Whether a game may move ratings: between members, without hints or pool, and not given up in its first deal."""
    terms, seats = state.opened.terms, state.seats or ()
    if terms.hints or terms.pool is not None or any(person.level is not None for person in seats):
        return False
    return ended.winner is not None and (deals > 1 or ended.how is Ending.FIVE)


def admin_of(change: Change, at: int) -> AdminEntry | None:
    """Returns the line for the admin log if a manager made this change, or None."""
    event, after = change.event, change.after
    if not isinstance(event, TableVoided):
        return None
    return AdminEntry(after.opened.guild_id, at, event.by, AdminAction.VOID, event.why, table_id=after.id)


def advice_of(state: TableState) -> tuple[AdviceGiven, ...]:
    """Returns the results of the advice in the game that has just ended, one for each backer or guest who advised."""
    counts = sorted(state.galerie.advice.items())
    return tuple(AdviceGiven(person, count.given, count.followed, count.made) for person, count in counts)


def _seat_name(seat: Seat) -> str:
    """Returns the stored name of a seat."""
    return seat.name.lower()
