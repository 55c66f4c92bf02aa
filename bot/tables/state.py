"""The state of a table: what its log adds up to.

`evolve` folds one event in; it decides nothing. The game inside is the core's own state and never leaves this package:
whoever draws gets the sights of `bot.tables.sights`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum

from bot.clocks import Clock
from bot.tables.events import (
    ChallengeEnded,
    ClockCredited,
    Person,
    Played,
    RematchAsked,
    TableClosed,
    TableEvent,
    TableOpened,
    TableSeated,
    ThreadMade,
    TimeGiven,
    TimeTold,
)
from ecarte import Card, PublicView, Reason, Seat, State, engine, public_view
from ecarte import events as game

__all__ = ["Status", "TableState", "Tally", "evolve", "fold"]


class Status(Enum):
    """Where a table stands; the value is what the database calls it."""

    CHALLENGE = "challenge"
    PLAYING = "playing"
    BETWEEN = "between"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class Tally:
    """What a player has done in a game besides his score."""

    voles: int = 0
    kings: int = 0


@dataclass(frozen=True, slots=True)
class TableState:
    """A table after the first `version` events of its log.

    Attributes:
        seats: north and south, once the challenge is accepted.
        thread: the thread's id; None while there is none; `thread_tried` tells whether one was tried for.
        game: the present game, or the last one between two games.
        cuts: the cuts for the deal of this game, ties and all.
        finished: what anybody could see at the end of the last two deals, with the numbers of their games.
        tallies: north's and south's, of this game.
        decision: counts the decisions of the game, so that a button can tell which one it was drawn for.
        asked: who would like another game.
    """

    id: int
    version: int
    opened: TableOpened
    opened_at: int
    clock: Clock
    status: Status = Status.CHALLENGE
    ended: ChallengeEnded | None = None
    seats: tuple[Person, Person] | None = None
    thread: int | None = None
    thread_tried: bool = False
    game_no: int = 0
    game_started_at: int = 0
    game: State | None = None
    cuts: tuple[tuple[Card, Card], ...] = ()
    finished: tuple[tuple[int, PublicView], ...] = ()
    tallies: tuple[Tally, Tally] = (Tally(), Tally())
    decision: int = 0
    asked: frozenset[int] = frozenset()
    changed_at: int = 0

    def seat_of(self, user_id: int) -> Seat | None:
        """The seat in which a person sits, if he does."""
        if self.seats is None:
            return None
        return next((seat for seat, person in zip(Seat, self.seats, strict=True) if person.id == user_id), None)

    def person(self, seat: Seat) -> Person:
        """Who sits in a seat of a table that is seated."""
        assert self.seats is not None
        return self.seats[seat.index]

    @property
    def wake_at(self) -> int | None:
        """When time alone has something to do here."""
        match self.status:
            case Status.CHALLENGE:
                return self.opened.expires_at
            case Status.PLAYING:
                return self.clock.next_wake()
            case Status.BETWEEN:
                return self.changed_at + self.opened.terms.pace.patience_ms
            case Status.CLOSED:
                return None


def fold(table_id: int, events: Iterable[tuple[int, TableEvent]]) -> TableState:
    """The state that a whole log (moments and events, in order) adds up to."""
    state: TableState | None = None
    for at, event in events:
        state = evolve(state, table_id, event, at)
    assert state is not None, "a log is never empty"
    return state


def evolve(state: TableState | None, table_id: int, event: TableEvent, at: int) -> TableState:
    """The state after one more event, which happened at `at`."""
    if isinstance(event, TableOpened):
        return TableState(table_id, 1, event, at, Clock.fresh(event.terms.pace), changed_at=at)
    assert state is not None, "a log begins with the challenge"
    state = replace(state, version=state.version + 1)
    match event:
        case ChallengeEnded():
            return replace(state, status=Status.CLOSED, ended=event, changed_at=at)
        case TableSeated(north, south):
            return replace(state, status=Status.PLAYING, seats=(north, south), changed_at=at)
        case ThreadMade(thread_id):
            return replace(state, thread=thread_id, thread_tried=True)
        case Played(happened):
            return _played(state, happened, at)
        case TimeTold(said):
            return replace(state, clock=state.clock.told(said))
        case TimeGiven():
            return replace(state, clock=state.clock.given(at))
        case ClockCredited(milliseconds):
            return replace(state, clock=state.clock.credited(milliseconds))
        case RematchAsked(by):
            return replace(state, asked=state.asked | {by})
        case TableClosed():
            return replace(state, status=Status.CLOSED, changed_at=at)


_NO_DECISION = (game.GameStarted, game.KingMarked, game.StopOffered, game.StopAnswered)


def _played(state: TableState, event: game.Event, at: int) -> TableState:
    after = engine.evolve(None if isinstance(event, game.GameStarted) else state.game, event)
    state = replace(state, game=after)
    if isinstance(event, game.GameStarted):
        return replace(
            state,
            status=Status.PLAYING,
            game_no=state.game_no + 1,
            game_started_at=at,
            clock=Clock.fresh(state.opened.terms.pace),
            cuts=(),
            tallies=(Tally(), Tally()),
            asked=frozenset(),
        )
    if isinstance(event, game.CutMade):
        state = replace(state, cuts=(*state.cuts, (event.north, event.south)))
    if isinstance(event, game.KingMarked):
        state = _tallied(state, event.seat, kings=1)
    if isinstance(event, game.DealScored) and event.reason is Reason.VOLE:
        state = _tallied(state, event.seat, voles=1)
    if isinstance(event, game.DealScored | game.GameEnded):
        view = public_view(after)
        before = [(no, deal) for no, deal in state.finished if (no, deal.number) != (state.game_no, view.number)]
        state = replace(state, finished=(*before[-1:], (state.game_no, view)))
    if isinstance(event, game.GameEnded):
        state = replace(state, status=Status.BETWEEN, changed_at=at)
    if not isinstance(event, _NO_DECISION):
        turn = after.turn
        running = None if turn is None else turn.index
        state = replace(state, clock=state.clock.pressed(running, at), decision=state.decision + 1)
    return state


def _tallied(state: TableState, seat: Seat, *, voles: int = 0, kings: int = 0) -> TableState:
    north, south = state.tallies
    mine = state.tallies[seat.index]
    mine = Tally(mine.voles + voles, mine.kings + kings)
    return replace(state, tallies=(mine, south) if seat is Seat.NORTH else (north, mine))
