"""The state of a table: what its log adds up to.

`evolve` folds one event in; it decides nothing. The game inside is the core's own state and never leaves this package:
whoever draws gets the sights of `bot.tables.views`. What happens around the table is `bot.tables.state.galerie`'s.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from enum import Enum

from bot.clock import Clock
from bot.people.person import Person
from bot.tables.events.galerie import ChairLeft, ChairTaken, GalerieEvent, HandOffered, HandTaken, PoolGameCounted
from bot.tables.events.packs import NewCardsCalled, PackChosen
from bot.tables.events.table import (
    ChallengeEnded,
    ClockCredited,
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
from bot.tables.fair_deal import DealPromised, PackCut, Promise
from bot.tables.state import apply_galerie as galerie_fold
from bot.tables.state import galerie
from bot.tables.state.galerie import Galerie
from ecarte.game import Card, Fault, Phase, PublicView, Reason, Remedy, Seat, State, engine, public_view
from ecarte.game import events as game
from ecarte.table import Pack, Packs, Rubber
from ecarte.table import packs as two_packs
from ecarte.table import rubber as rubbers

__all__ = ["Change", "Finished", "Status", "TableState", "Tally", "evolve", "fold"]


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
class Finished:
    """A deal that is over: what anybody could see at its end, and who played it.

    Attributes:
        rubber: as it stood then, with the game counted if that was over, too.
        pack: with which it was dealt; None: no card was.
        promise: what its pack followed from, which anybody may know now; None where nothing was promised.
    """

    game_no: int
    deal: PublicView
    seats: tuple[Person, Person]
    rubber: Rubber
    pack: Pack | None
    promise: Promise | None = None


_NO_RUBBER = Rubber(1, called_off=True)


@dataclass(frozen=True, slots=True)
class TableState:
    """A table after the first `version` events of its log.

    Attributes:
        seats: north and south of the present game or the last one, once there was one.
        thread: the thread's id; None while there is none; `thread_tried` tells whether one was tried for.
        game: the present game, or the last one between two games.
        cuts: the cuts for the deal of this game, ties and all.
        finished: the last two deals that are over.
        tallies: north's and south's, of this game.
        errors_until: until when errors may be called in a hand that is over; None where no such hand lies there.
        decision: counts the decisions of the game, so that a button can tell which one it was drawn for.
        asked: who would like another game.
        galerie: the people around the table, their chips and the chairs.
        promise: what was promised for the next deal, the one that is on, or the last one of the game.
        rubber: the one that is on, or was last; where none is played for, each game is one of its own.
        packs: the two packs.
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
    finished: tuple[Finished, ...] = ()
    tallies: tuple[Tally, Tally] = (Tally(), Tally())
    errors_until: int | None = None
    decision: int = 0
    asked: frozenset[int] = frozenset()
    changed_at: int = 0
    galerie: Galerie = field(default_factory=Galerie)
    promise: Promise | None = None
    rubber: Rubber = _NO_RUBBER
    packs: Packs = field(default_factory=two_packs.open_packs)

    def seat_of(self, user_id: int) -> Seat | None:
        """The seat whose cards a person plays, or played last, if he does."""
        if self.seats is None:
            return None
        return next((seat for seat in Seat if self.person(seat).id == user_id), None)

    def person(self, seat: Seat) -> Person:
        """Who plays the cards of a seat: a backer who took them over, else whoever sits there."""
        assert self.seats is not None
        queue = self.galerie.queue
        stand_in = None if queue is None else queue.stand_ins[seat.index]
        return self.seats[seat.index] if stand_in is None else self.galerie.person(stand_in)

    @property
    def wake_at(self) -> int | None:
        """When time alone has something to do here."""
        match self.status:
            case Status.CHALLENGE:
                return self.opened.expires_at
            case Status.PLAYING:
                waits = self.pause_until or self.heir_until or self.errors_until or self.cut_until
                return waits or self.clock.next_wake()
            case Status.BETWEEN:
                # What lies in a pool is not sent back for a time in which nobody could come.
                since = self.changed_at if self.galerie.pool is None else self.galerie.called_at
                put_away = since + self.opened.terms.pace.patience_ms
                return min(put_away, self.call_until or put_away)
            case Status.CLOSED:
                return None

    @property
    def pause_until(self) -> int | None:
        """Until when the cards wait for bets."""
        return self.galerie.pause.until if self.galerie.pause is not None else None

    @property
    def cut_until(self) -> int | None:
        """Until when the elder hand may cut for the next deal; then the house does."""
        promise, playing = self.promise, self.status is Status.PLAYING
        return promise.until if playing and promise is not None and promise.fair is None else None

    @property
    def heir_until(self) -> int | None:
        """Until when the backer to whom a hand is offered may take it."""
        offered = self.galerie.succession
        return None if offered is None else offered.since + self.opened.terms.pace.call_ms

    @property
    def awaited(self) -> int | None:
        """Who has to come to his chair, or to say that he goes on, before the next game can begin."""
        queue = self.galerie.queue
        if self.status is not Status.BETWEEN or queue is None or self.galerie.pool is not None:
            return None
        called = self.galerie.called
        if called is not None:
            return called
        # Two who have just played may take their time over a return game; a rentrant is not kept waiting.
        come = set(queue.seats) - {person.id for person in self.seats or ()} - {None}
        late = [person for person in queue.seats if person is not None and person not in self.asked]
        return late[0] if come and len(late) == 1 and not queue.empty_chairs else None

    @property
    def call_until(self) -> int | None:
        """Until when whoever is awaited may come."""
        return None if self.awaited is None else self.galerie.called_at + self.opened.terms.pace.call_ms


@dataclass(frozen=True, slots=True)
class Change:
    """One event, with the states before and after it."""

    before: TableState
    event: TableEvent
    after: TableState


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
            around = galerie.seated(state.galerie, north, south, state.opened.terms)
            return replace(state, status=Status.PLAYING, seats=(north, south), changed_at=at, galerie=around)
        case ThreadMade(thread_id):
            return replace(state, thread=thread_id, thread_tried=True)
        case Played(happened):
            return _played(state, happened, at)
        case TimeTold(said):
            return replace(state, clock=state.clock.told(said))
        case TimeGiven():
            return replace(state, clock=state.clock.given(at))
        case ClockCredited(milliseconds):
            around, until, promise = state.galerie.credited(milliseconds), state.errors_until, state.promise
            until = None if until is None else until + milliseconds
            promise = None if promise is None else replace(promise, until=promise.until + milliseconds)
            clock = state.clock.credited(milliseconds)
            return replace(state, clock=clock, galerie=around, errors_until=until, promise=promise)
        case DealPromised():
            return replace(state, promise=Promise.of(event))
        case PackCut():
            assert state.promise is not None, "what is cut was promised"
            return replace(state, promise=state.promise.cut(event))
        case RematchAsked(by):
            return replace(state, asked=state.asked | {by})
        case TableClosed():
            return replace(_broken_off(state), status=Status.CLOSED, changed_at=at)
        case NewCardsCalled(_, seat):
            return replace(state, packs=two_packs.call_new(state.packs, seat))
        case PackChosen(_, seat, pack):
            return replace(state, packs=two_packs.choose(state.packs, seat, pack))
        case _:
            return _around(state, event, at)


def _around(state: TableState, event: GalerieEvent, at: int) -> TableState:
    after = galerie_fold.evolve(state.galerie, event, at, state.opened.terms, state.game)
    state = replace(state, galerie=after)
    match event:
        case ChairTaken(by):
            return replace(state, asked=state.asked | {by}, changed_at=at)
        case ChairLeft(by):
            return replace(_broken_off(state), asked=state.asked - {by}, changed_at=at)
        case HandOffered():
            return replace(state, clock=state.clock.pressed(None, at))
        case HandTaken():
            assert state.game is not None
            turn = state.game.turn
            offered = next(seat for seat in Seat if state.person(seat).id == event.person.id)
            waiting = turn is None or state.game.phase is Phase.DEAL
            running = None if waiting or turn is None else turn.index
            clock = state.clock.refilled(offered.index).pressed(running, at)
            return replace(state, clock=clock, decision=state.decision + 1)
        case PoolGameCounted():
            return replace(state, galerie=replace(after, counted=state.game_no))
        case _:
            return state


# What is no decision of the game: its clock runs on.
_NO_DECISION = (
    game.GameStarted,
    game.KingMarked,
    game.StopOffered,
    game.StopAnswered,
    game.SuitNamed,
    game.KingTakenBack,
    game.HandShown,
    game.LetStood,
)


def _played(state: TableState, event: game.Event, at: int) -> TableState:
    before = state.game
    after = engine.evolve(None if isinstance(event, game.GameStarted) else before, event)
    state = replace(state, game=after)
    if isinstance(event, game.GameStarted):
        assert state.seats is not None
        rubber = state.rubber
        return replace(
            state,
            status=Status.PLAYING,
            rubber=rubbers.open_rubber(state.opened.terms.rubber, event.rules) if rubber.over else rubber,
            game_no=state.game_no + 1,
            game_started_at=at,
            clock=Clock.fresh(state.opened.terms.pace),
            cuts=(),
            tallies=(Tally(), Tally()),
            asked=frozenset(),
            galerie=galerie.begun(state.galerie, *state.seats, state.opened.terms),
            promise=None,
        )
    assert before is not None
    if isinstance(event, game.CutMade):
        state = replace(state, cuts=(*state.cuts, (event.north, event.south)))
    state = _matched(_counted(state, before, event), after, event)
    if isinstance(event, game.DealScored | game.DealStood | game.GameEnded):
        view = public_view(after)
        others = [it for it in state.finished if (it.game_no, it.deal.number) != (state.game_no, view.number)]
        state = replace(state, finished=(*others[-1:], _finished(state, view)))
    if not isinstance(event, _NO_DECISION) or after.phase is not before.phase:
        # Between two deals nobody has to decide anything: the cards come by themselves, or wait for bets.
        turn = None if after.phase is Phase.DEAL else after.turn
        running = None if turn is None else turn.index
        around = galerie.decided(state.galerie, before, event)
        state = replace(state, clock=state.clock.pressed(running, at), decision=state.decision + 1, galerie=around)
    if after.phase is not Phase.STANDING:
        state = replace(state, errors_until=None, galerie=galerie.unremarked(state.galerie))
    elif before.phase is not Phase.STANDING or isinstance(event, game.ErrorCalled):
        state = replace(state, errors_until=at + state.opened.terms.pace.errors_ms)
    if isinstance(event, game.DealScored):
        state = replace(state, galerie=galerie.marked(state.galerie, event.seat))
    if isinstance(event, game.GameEnded):
        around = galerie.ended(state.galerie, event.winner, at, rubber=not state.rubber.over)
        state = replace(state, status=Status.BETWEEN, changed_at=at, galerie=around)
    return state


def _counted(state: TableState, before: State, event: game.Event) -> TableState:
    """The kings and voles of the game, with what an event brings, or takes away where it was an error."""
    match event:
        case game.KingMarked(seat):
            return _tallied(state, seat, kings=1)
        case game.DealScored(seat, reason=Reason.VOLE):
            return _tallied(state, seat, voles=1)
        case game.KingTakenBack(seat):
            return _tallied(state, seat, kings=-1)
        case game.ErrorCalled(seat, fault, remedy):
            if fault is Fault.KING:
                state = _tallied(state, seat.other, kings=-1)
            if remedy is Remedy.AGAIN and before.scored is not None and before.scored.reason is Reason.VOLE:
                state = _tallied(state, before.scored.seat, voles=-1)
            return state
        case _:
            return state


def _finished(state: TableState, view: PublicView) -> Finished:
    seats, promise = (state.person(Seat.NORTH), state.person(Seat.SOUTH)), state.promise
    # While its errors may be called a hand may be played again: until then nothing is told of its pack.
    told = promise is not None and promise.number == view.number and view.phase is not Phase.STANDING
    return Finished(state.game_no, view, seats, state.rubber, state.packs.dealt, promise if told else None)


def _matched(state: TableState, after: State, event: game.Event) -> TableState:
    """The packs and the rubber, with what an event of the game changes in them."""
    match event:
        case game.CutMade() if after.dealer is not None:
            return replace(state, packs=two_packs.cut_won(state.packs, after.dealer))
        case game.CardsDealt():
            assert after.deal is not None
            return replace(state, packs=two_packs.deal(state.packs, after.deal.dealer))
        case game.GameEnded():
            return replace(state, rubber=rubbers.count_game(state.rubber, event, after.score, after.rules))
        case _:
            return state


def _broken_off(state: TableState) -> TableState:
    """Somebody has got up, or all have: a rubber that is on goes no further, and its last game says so."""
    rubber = rubbers.call_off(state.rubber)
    if state.status is not Status.BETWEEN or rubber == state.rubber:
        return replace(state, rubber=rubber)
    *others, last = state.finished
    return replace(state, rubber=rubber, finished=(*others, replace(last, rubber=rubber)))


def _tallied(state: TableState, seat: Seat, *, voles: int = 0, kings: int = 0) -> TableState:
    north, south = state.tallies
    mine = state.tallies[seat.index]
    mine = Tally(mine.voles + voles, mine.kings + kings)
    return replace(state, tallies=(mine, south) if seat is Seat.NORTH else (north, mine))
