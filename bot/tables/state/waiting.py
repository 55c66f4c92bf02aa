"""What a table waits for, and until when. Time ends a wait, and an outage makes it longer.

Each kind of wait is a member of `WaitKind`. If you add a member, mypy names the places to complete: here its condition
and the effect of an outage, in `bot.tables.timeouts` the effect of its end, in the features the sentences for readers.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import assert_never

from bot.clock import Clock, WarningSent
from bot.tables.state.table_state import Status, TableState, copy_with
from ecarte.game import Seat

__all__ = ["WaitKind", "Waiting", "put_off", "waiting_of", "waits_of", "wake_at"]


class WaitKind(Enum):
    """What a table waits for. If it waits for several things, the first in this order decides what is shown."""

    CHALLENGE = "challenge"
    """The table waits for an answer to a challenge."""
    BETS = "bets"
    """The table waits for bets, until both players want the cards."""
    HEIR = "heir"
    """The table waits for a backer to take an abandoned hand and play the game out."""
    ERRORS = "errors"
    """The hand has ended, and the table waits for players to call errors, until both let the hand stand."""
    CUT = "cut"
    """The table waits for the elder to cut the pack. If time ends the wait, the deal's secret key cuts."""
    DECISION = "decision"
    """The table waits for the decision of a player, whose time runs."""
    PATIENCE = "patience"
    """The table waits for the decision of a player whose time is up, or who plays without a clock."""
    CHAIR = "chair"
    """The table waits for a person to come to a chair or to go on, so that the next game can begin."""
    POOL = "pool"
    """The table waits for the next players of a pool, between two games."""
    NEXT_GAME = "next game"
    """The table waits for the players to ask for another game."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """What a table waits for. All may know it. Moments are in epoch milliseconds.

    Attributes:
        who: the people for whom the table waits. Empty if any member may act, or if there is no one left to wait for.
        since: when the wait began. Each outage since then makes this moment later.
        until: when time ends the wait.
        notice_at: when a player gets a warning that the wait will end; None if there is no warning to come.
    """

    kind: WaitKind
    who: tuple[int, ...]
    since: int
    until: int
    notice_at: int | None = None

    @property
    def wake_at(self) -> int:
        """When the next warning is due or, if there is none, when the wait ends, in epoch milliseconds."""
        return self.until if self.notice_at is None else self.notice_at


def waits_of(state: TableState) -> dict[WaitKind, Waiting]:
    """Returns all that a table waits for now, in the order of `WaitKind`."""
    waits = (_waiting_for(state, kind) for kind in WaitKind)
    return {waiting.kind: waiting for waiting in waits if waiting is not None}


def waiting_of(state: TableState) -> Waiting | None:
    """Returns the first thing that a table waits for, or None if the table is closed."""
    return next(iter(waits_of(state).values()), None)


def wake_at(state: TableState) -> int | None:
    """Returns when the next warning or timeout of a table is due, in epoch milliseconds, or None if there is none."""
    waiting = waiting_of(state)
    return None if waiting is None else waiting.wake_at


def _waiting_for(state: TableState, kind: WaitKind) -> Waiting | None:
    match kind:
        case WaitKind.CHALLENGE:
            return _challenge(state) if state.status is Status.CHALLENGE else None
        case WaitKind.BETS:
            return _bets(state) if state.status is Status.PLAYING else None
        case WaitKind.HEIR:
            return _heir(state) if state.status is Status.PLAYING else None
        case WaitKind.ERRORS:
            return _errors(state) if state.status is Status.PLAYING else None
        case WaitKind.CUT:
            return _cut(state) if state.status is Status.PLAYING else None
        case WaitKind.DECISION:
            return _decision(state) if state.status is Status.PLAYING else None
        case WaitKind.PATIENCE:
            return _patience(state) if state.status is Status.PLAYING else None
        case WaitKind.CHAIR:
            return _chair(state) if state.status is Status.BETWEEN else None
        case WaitKind.POOL:
            return _pool(state) if state.status is Status.BETWEEN else None
        case WaitKind.NEXT_GAME:
            return _next_game(state) if state.status is Status.BETWEEN else None
        case _:
            assert_never(kind)


def _challenge(state: TableState) -> Waiting:
    opened, later = state.opened, state.put_off_ms
    who = () if opened.challenged is None else (opened.challenged.id,)
    return Waiting(WaitKind.CHALLENGE, who, state.opened_at + later, opened.expires_at + later)


def _bets(state: TableState) -> Waiting | None:
    pause = state.galerie.pause
    if pause is None:
        return None
    who = tuple(person for person in _players(state) if person not in pause.ready)
    return Waiting(WaitKind.BETS, who, pause.since, pause.until)


def _heir(state: TableState) -> Waiting | None:
    offer, heir = state.galerie.succession, state.galerie.heir
    if offer is None:
        return None
    who = () if heir is None else (heir,)
    return Waiting(WaitKind.HEIR, who, offer.since, offer.since + state.opened.terms.pace.call_ms)


def _errors(state: TableState) -> Waiting | None:
    until, game = state.errors_until, state.game
    if until is None or game is None:
        return None
    agreed = (False, False) if game.salon is None else game.salon.stood
    who = tuple(person for person, agrees in zip(_players(state), agreed, strict=True) if not agrees)
    return Waiting(WaitKind.ERRORS, who, until - state.opened.terms.pace.errors_ms, until)


def _cut(state: TableState) -> Waiting | None:
    promise, game = state.deal_promise, state.game
    if promise is None or promise.fair is not None:
        return None
    who = () if game is None or game.dealer is None else (state.person(game.dealer.other).id,)
    return Waiting(WaitKind.CUT, who, promise.since, promise.until)


def _decision(state: TableState) -> Waiting | None:
    clock = state.clock
    if clock.deadline is None or clock.said is WarningSent.UP:
        return None
    since = clock.since + clock.extra_ms
    return Waiting(WaitKind.DECISION, _decider(clock, state), since, clock.deadline, clock.next_wake())


def _patience(state: TableState) -> Waiting | None:
    clock, until = state.clock, state.clock.next_wake()
    if until is None or (clock.deadline is not None and clock.said is not WarningSent.UP):
        return None
    return Waiting(WaitKind.PATIENCE, _decider(clock, state), until - clock.pace.patience_ms, until)


def _chair(state: TableState) -> Waiting | None:
    called_at, person = state.galerie.called_at, _awaited_person(state)
    if person is None:
        return None
    return Waiting(WaitKind.CHAIR, (person,), called_at, called_at + state.opened.terms.pace.call_ms)


def _pool(state: TableState) -> Waiting | None:
    pool, called_at = state.galerie.pool, state.galerie.called_at
    if pool is None:
        return None
    people = pool.engaged if state.plays_for_pool else pool.people
    who = tuple(person for person in people if person not in state.asked)
    return Waiting(WaitKind.POOL, who, called_at, called_at + state.opened.terms.pace.patience_ms)


def _next_game(state: TableState) -> Waiting | None:
    if state.galerie.pool is not None or _awaited_person(state) is not None:
        return None
    seats = state.galerie.seated_queue.seats
    who = tuple(person for person in seats if person is not None and person not in state.asked)
    return Waiting(WaitKind.NEXT_GAME, who, state.changed_at, state.changed_at + state.opened.terms.pace.patience_ms)


def _players(state: TableState) -> tuple[int, int]:
    north, south = (state.person(seat).id for seat in Seat)
    return north, south


def _decider(clock: Clock, state: TableState) -> tuple[int, ...]:
    return () if clock.running is None else (_players(state)[clock.running],)


def _awaited_person(state: TableState) -> int | None:
    """Returns the person who has to come to a chair, or to go on, before the next game can begin."""
    queue = state.galerie.queue
    if queue is None or state.galerie.pool is not None:
        return None
    if (called := state.galerie.called_person) is not None:
        return called
    # The two last players may take their time before another game. A rentrant who has sat down must not wait long.
    newcomers = set(queue.seats) - {person.id for person in state.seats or ()} - {None}
    undecided = [person for person in queue.seats if person is not None and person not in state.asked]
    return undecided[0] if newcomers and len(undecided) == 1 and not queue.empty_chairs else None


def put_off(state: TableState, milliseconds: int) -> TableState:
    """Returns the state of a table after an outage: all its waits end this many milliseconds later."""
    for kind in waits_of(state):
        state = _put_off(state, kind, milliseconds)
    return state


def _put_off(state: TableState, kind: WaitKind, milliseconds: int) -> TableState:
    galerie = state.galerie
    match kind:
        case WaitKind.CHALLENGE:
            return copy_with(state, put_off_ms=state.put_off_ms + milliseconds)
        case WaitKind.BETS:
            assert galerie.pause is not None
            since, until = galerie.pause.since + milliseconds, galerie.pause.until + milliseconds
            return copy_with(state, galerie=replace(galerie, pause=replace(galerie.pause, since=since, until=until)))
        case WaitKind.HEIR:
            assert galerie.succession is not None
            offer = replace(galerie.succession, since=galerie.succession.since + milliseconds)
            return copy_with(state, galerie=replace(galerie, succession=offer))
        case WaitKind.ERRORS:
            assert state.errors_until is not None
            return copy_with(state, errors_until=state.errors_until + milliseconds)
        case WaitKind.CUT:
            assert state.deal_promise is not None
            since, until = state.deal_promise.since + milliseconds, state.deal_promise.until + milliseconds
            return copy_with(state, deal_promise=replace(state.deal_promise, since=since, until=until))
        case WaitKind.DECISION | WaitKind.PATIENCE:
            return copy_with(state, clock=state.clock.after_outage(milliseconds))
        case WaitKind.CHAIR:
            # During the outage the people who wait for the next game could not act either.
            galerie = replace(galerie, called_at=galerie.called_at + milliseconds)
            return copy_with(state, galerie=galerie, changed_at=state.changed_at + milliseconds)
        case WaitKind.POOL:
            return copy_with(state, galerie=replace(galerie, called_at=galerie.called_at + milliseconds))
        case WaitKind.NEXT_GAME:
            return copy_with(state, changed_at=state.changed_at + milliseconds)
        case _:
            assert_never(kind)
