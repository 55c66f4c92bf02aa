"""The use cases of an abandoned hand: if a player resigns or loses on time, a backer may play the game out (Law 54).

The hand is offered to the player's backers one after the other, the largest bet first. The backer who takes it plays
for the same side, with a full reserve of time. If no backer takes it, the player loses the game.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.people.person import Person
from bot.tables.actions.eligibility import expect_room
from bot.tables.commit import commit
from bot.tables.context import DecisionContext
from bot.tables.events.galerie_events import HandDeclined, HandOffered, HandTaken
from bot.tables.events.table_events import ClockCredited, TableEvent
from bot.tables.problems import Problem, Refused
from bot.tables.service import Tables
from bot.tables.state.table_state import Status, Step, TableState, steps_of
from bot.tables.state.waiting import WaitKind, waits_of
from bot.tables.views import TableView
from ecarte.game import ClaimTime, Move, Resign, Seat, engine
from ecarte.table.stakes import Stage

_STOPPED = WaitKind.ERRORS, WaitKind.CUT


async def take_hand(tables: Tables, table_id: int, person: Person, cause: int | None = None) -> TableView:
    """Gives the offered hand to a backer, who plays the game out in the player's place.

    Raises:
        Refused: no hand is offered, it is another backer's turn, or this person has reached the limit of games.
    """
    guild_id = (await tables.log.state(table_id)).opened.guild_id
    async with tables.seat_lock(guild_id):
        state = await tables.log.state(table_id)
        if state.galerie.heir == person.id:
            await expect_room(tables, state.opened.guild_id, person, state.opened.terms, Problem.SEATED)

        def decide(state: TableState, context: DecisionContext) -> Sequence[TableEvent]:
            _expect(state, person.id)
            return [*_time_back(state, context.now), HandTaken(person)]

        return await commit(tables, table_id, decide, cause=cause, concerned=(person.id,))


async def decline_hand(tables: Tables, table_id: int, user_id: int, cause: int | None = None) -> TableView:
    """Declines the offered hand, for the backer to whom it is offered now.

    Raises:
        Refused: no hand is offered, or it is another backer's turn.
    """

    def decide(state: TableState, context: DecisionContext) -> Sequence[Step]:
        _expect(state, user_id)
        return refused_by_heir(state, context.now, missed=False)

    return await commit(tables, table_id, decide, cause=cause, concerned=(user_id,))


def given_up(state: TableState, seat: Seat, move: Move) -> list[TableEvent]:
    """Returns the event that offers a hand to a backer, if this move is a resignation or a claim that time is up.

    Returns no event if it is another move, or if no backer may play the game out.

    Args:
        seat: the seat whose player makes the move.
        move: a resignation, or a claim that the time of the opponent is up.

    Raises:
        Refused: bets may still be made, so no hand can be abandoned yet.
    """
    match move:
        case Resign():
            loser, claim = seat, None
        case ClaimTime(scope):
            loser, claim = seat.other, scope
        case _:
            return []
    galerie = state.galerie
    if galerie.book is None or galerie.queue is None:
        return []
    if galerie.book.stage is Stage.OPEN:
        raise Refused(Problem.BETS_FIRST)
    # An heir of one seat cannot play for the other, because each backer has bet on one side.
    return [HandOffered(loser, claim)] if galerie.heirs(loser) else []


def refused_by_heir(state: TableState, now: int, *, missed: bool) -> list[Step]:
    """Returns the events after a backer has not taken an abandoned hand.

    If there is another backer to ask, the hand is then offered to that one. If not, the game ends.

    Args:
        missed: True: the backer did not answer in time. False: the backer declined.
    """
    offer, heir = state.galerie.succession, state.galerie.heir
    assert offer is not None
    assert state.game is not None
    steps: list[Step] = [] if heir is None else [HandDeclined(heir, missed)]
    heirs = state.galerie.heirs(offer.seat)
    if any(person not in offer.declined and person != heir for person in heirs):
        return [*_time_back(state, now), *steps]
    if offer.claim is None:
        end = engine.decision_steps(state.game, offer.seat, Resign())
    else:
        end = engine.decision_steps(state.game, offer.seat.other, ClaimTime(offer.claim))
    return [*steps, *steps_of(end)]


def _time_back(state: TableState, now: int) -> list[ClockCredited]:
    """Credits the time of an offer to a wait for the cut or for errors, which stands while a hand is offered."""
    waits = waits_of(state)
    elapsed = now - waits[WaitKind.HEIR].since
    return [ClockCredited(elapsed)] if elapsed > 0 and not waits.keys().isdisjoint(_STOPPED) else []


def _expect(state: TableState, user_id: int) -> None:
    if state.status is not Status.PLAYING or state.galerie.succession is None:
        raise Refused(Problem.NO_HAND_OFFERED)
    if state.galerie.heir != user_id:
        raise Refused(Problem.NOT_YOUR_TURN_TO_TAKE)
