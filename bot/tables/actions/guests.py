"""The use cases of seeing a hand: a bystander asks to sit behind a player, and the player answers.

The rules are those of `ecarte.table.company` and of the server (`bot.tables.state.sight`).
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.people.person import Person
from bot.people.preferences import GuestChoice
from bot.tables.actions.eligibility import admission_of, players_blocking
from bot.tables.commit import commit
from bot.tables.context import DecisionContext
from bot.tables.events.galerie_events import GuestAsked, GuestLeft, SightAnswered
from bot.tables.events.table_events import TableEvent
from bot.tables.problems import Problem, Refused
from bot.tables.service import Tables
from bot.tables.state.sight import Admission, Backer, Sight
from bot.tables.state.table_state import Status, TableState
from bot.tables.views import TableView
from ecarte.game import Seat
from ecarte.table.stakes import GalerieError, GalerieRule, Stage

_UNSEEN = {Admission.GAMES: Sight.GAMES, Admission.ROLE: Sight.ROLE}


async def ask(
    tables: Tables,
    table_id: int,
    person: Person,
    seat: Seat,
    cause: int | None = None,
    backer: Backer | None = None,
) -> TableView:
    """Asks whether a bystander may sit behind a player without a bet. A second request changes nothing.

    In these cases the player does not have to answer. The answer is no if the player says no to all, has blocked the
    person, or has said no to them in this game. The refusal does not tell which of these was the reason. The answer is
    yes if the player has said yes to this person at this table before. It is also yes if the player says yes to all,
    unless the server's rules leave the decision to the player.

    Args:
        backer: the facts about the bystander; None if they are unknown. `games` is not needed: it is counted here.

    Raises:
        Refused: no game is played, the person plays it, the answer is no, the server's rules forbid it, or no guest may
            sit behind this player.
    """
    opened = (await tables.log.state(table_id)).opened
    admitted = await admission_of(tables, opened, person, backer)
    blockers = await players_blocking(tables, table_id, person.id)

    def decide(state: TableState, context: DecisionContext) -> Sequence[TableEvent]:
        player, galerie = _host(state, person.id, seat), state.galerie
        if galerie.company.guests.get(person.id) is seat and not galerie.company.is_refused(person.id):
            return []
        choice = context.guests.get(player.id, GuestChoice.ASK)
        if choice is GuestChoice.NEVER or player.id in blockers or galerie.answers.get((seat, person.id)) is False:
            raise GalerieError(GalerieRule.KEPT_HIDDEN)
        if (unseen := _UNSEEN.get(admitted)) is not None:
            raise Refused(Problem.UNSEEN, sight=unseen, terms=state.opened.terms)
        welcomes_all = choice is GuestChoice.ALWAYS and admitted is Admission.FREE
        return [GuestAsked(person, seat, welcomes_all or (player.id, person.id) in galerie.welcomed)]

    return await commit(tables, table_id, decide, cause=cause, concerned=(person.id,))


async def leave(tables: Tables, table_id: int, user_id: int, cause: int | None = None) -> TableView:
    """Takes a guest away from behind a player, or takes back their request to sit there."""

    def decide(state: TableState, context: DecisionContext) -> Sequence[TableEvent]:
        return [GuestLeft(user_id)]

    return await commit(tables, table_id, decide, cause=cause, concerned=(user_id,))


async def answer(
    tables: Tables, table_id: int, user_id: int, person: int, *, sees: bool, cause: int | None = None
) -> TableView:
    """Stores whether a player lets a backer or a guest see their hand in this game.

    Args:
        user_id: the player.
        person: the backer or guest.
        sees: the player's answer.

    Raises:
        Refused: `user_id` is no player here, `person` is not behind them, or a backer has seen the cards already.
    """

    def decide(state: TableState, context: DecisionContext) -> Sequence[TableEvent]:
        seat, galerie, book = state.seat_of(user_id), state.galerie, state.galerie.book
        if seat is None:
            raise Refused(Problem.NOT_A_PLAYER)
        present, is_guest = galerie.sight_of(person), person in galerie.company.guests
        if state.status is not Status.PLAYING or present is None or galerie.side_of(person) is not seat:
            raise Refused(Problem.NO_WATCHER)
        is_same_answer = (
            present is (Sight.SEES if sees else Sight.HIDDEN)
            if is_guest
            else galerie.answers.get((seat, person)) is sees
        )
        if is_same_answer:
            return []
        # A guest has staked nothing, so the player may change the answer at any time.
        if not sees and not is_guest and present is Sight.SEES and book is not None and book.stage is not Stage.OPEN:
            raise Refused(Problem.SEEN_ALREADY)
        return [SightAnswered(user_id, seat, person, sees)]

    return await commit(tables, table_id, decide, cause=cause, concerned=(user_id,))


def _host(state: TableState, user_id: int, seat: Seat) -> Person:
    """Returns the player behind whom a bystander would like to sit.

    Raises:
        Refused: no game is played, the bystander plays it, or there are no guests at this table or behind this player.
    """
    if state.status is not Status.PLAYING or state.seats is None:
        raise GalerieError(GalerieRule.NO_GAME)
    if state.opened.terms.pool is not None or state.person(seat).level is not None:
        raise Refused(Problem.NO_GUESTS)
    if user_id in {person.id for person in state.seats} or state.seat_of(user_id) is not None:
        raise GalerieError(GalerieRule.SEATED_ALREADY)
    if state.galerie.succession is not None:
        raise Refused(Problem.HAND_OFFERED)
    return state.person(seat)
