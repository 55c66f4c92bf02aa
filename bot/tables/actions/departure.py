"""Ends all that a person has at a table, as its rules allow, before the person is erased or blocked."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Final, TypeAlias

from bot.tables.actions import betting, chairs, guests, play, rematch, seating, succession
from bot.tables.commit import commit
from bot.tables.context import DecisionContext
from bot.tables.events.galerie_events import PoolPlaceGivenUp
from bot.tables.events.table_events import ChallengeEnded, Ending, TableClosed, TableEvent
from bot.tables.problems import Problem, Refused
from bot.tables.service import Tables
from bot.tables.state.table_state import Status, TableState
from ecarte.game import Resign
from ecarte.table.stakes import Stage

_Step: TypeAlias = Callable[[Tables, int, int], Awaitable[object]]


async def give_up(tables: Tables, table_id: int, user_id: int) -> None:
    """Takes back a person's challenge, offers and bets, resigns their game, and takes them out of queue and chair.

    The person also leaves their place behind a player. Two things stay, as the rules demand: bets on a game whose cards
    are dealt, and stakes in a pool. If bets can still be made on the person's game, the game is called off.
    """
    for step in _STEPS:
        try:
            await step(tables, table_id, user_id)
        except Refused:
            # The person has nothing of this kind at the table.
            continue


async def _withdraw_offers(tables: Tables, table_id: int, user_id: int) -> None:
    bets = (await tables.log.state(table_id)).galerie.side_bets
    for offer in () if bets is None else bets.offers:
        if offer.person == user_id and offer.taken < offer.amount:
            await betting.withdraw_offer(tables, table_id, user_id, offer.number)


async def _resign(tables: Tables, table_id: int, user_id: int) -> None:
    await play.move(tables, table_id, user_id, None, lambda _: Resign())


async def _break_off(tables: Tables, table_id: int, user_id: int) -> None:
    """Ends a pool's challenge, a game before its cards, or a place in a pool, which no other step ends.

    Before the cards all chips are given back. Those in a pool stay there: otherwise a player who is about to lose it
    could call it off.
    """

    def decide(state: TableState, context: DecisionContext) -> Sequence[TableEvent]:
        galerie = state.galerie
        is_in_pool = any(person.id == user_id for person in galerie.joined)
        if state.status is Status.CHALLENGE and is_in_pool:
            return [ChallengeEnded(Ending.CANCELLED, user_id)]
        is_player = state.status is Status.PLAYING and state.seat_of(user_id) is not None
        if is_player and galerie.book is not None and galerie.book.stage is Stage.OPEN:
            return [TableClosed(user_id)]
        pool = galerie.pool if is_in_pool else None
        if pool is None or not state.plays_for_pool or user_id in pool.gone:
            raise Refused(Problem.NO_GAME)
        if state.status is Status.BETWEEN or user_id == pool.out:
            return [PoolPlaceGivenUp(user_id, context.balances_of(*pool.people))]
        raise Refused(Problem.NO_GAME)

    await commit(tables, table_id, decide, concerned=(user_id,))


_STEPS: Final[tuple[_Step, ...]] = (
    seating.cancel,
    seating.decline,
    betting.withdraw,
    _withdraw_offers,
    guests.leave,
    succession.decline_hand,
    _resign,
    chairs.leave_queue,
    rematch.close,
    _break_off,
)
