"""The people around a table: stakes, side bets, chairs, a hand given up, what is pointed at, the pool of three.

`evolve` folds one event in and decides nothing; the rules are those of `ecarte.stakes`, `ecarte.chairs`,
`ecarte.pool` and `ecarte.advice`, asked with the purses that the event carries. All of it is public but `pointed`:
where the galerie points is for the player whom it advises.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import assert_never

from bot.tables.galerie_events import (
    BetPlaced,
    BetsClosed,
    BetsOpened,
    BetsTaken,
    BetWithdrawn,
    CardsWanted,
    ChairDeclined,
    ChairLeft,
    ChairMissed,
    ChairTaken,
    ChouetteDeclared,
    GalerieEvent,
    HandDeclined,
    HandOffered,
    HandTaken,
    PauseEnded,
    Pointed,
    PoolCalledOff,
    PoolCut,
    PoolFormed,
    PoolGameCounted,
    PoolJoined,
    RentrantEntered,
    RentrantLeft,
    SideBetOffered,
    SideBetsClosed,
    SideBetsOpened,
    SideBetTaken,
    SideBetWithdrawn,
    StakesPaid,
    StakesReturned,
)
from bot.tables.person import Person
from bot.tables.terms import Terms
from ecarte import Card, Scope, Seat, State, advice, chairs, game_counts, pool, stakes
from ecarte.chairs import Queue
from ecarte.events import Event
from ecarte.pool import Pool
from ecarte.stakes import Book, Holding, Settlement, SideBets, Style

__all__ = ["Advice", "Galerie", "Pause", "Succession", "begun", "decided", "ended", "evolve", "marked", "seated"]


@dataclass(frozen=True, slots=True)
class Pause:
    """The cards wait for bets: until then, or until both players want them (`ready`)."""

    until: int
    ready: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Succession:
    """A hand that was given up, and is offered to the backers of that seat, one after the other.

    Attributes:
        claim: what the adversary claims because time was up; None: the player resigns.
        since: when it was offered to the one whose turn it is now.
        declined: who does not want it.
    """

    seat: Seat
    claim: Scope | None
    since: int
    declined: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Advice:
    """What somebody's advice in a game came to: decisions, those followed, and of these the ones in deals then won.

    Attributes:
        pending: followed in the deal that is on.
    """

    given: int = 0
    followed: int = 0
    made: int = 0
    pending: int = 0


@dataclass(frozen=True, slots=True)
class Galerie:
    """All of it, as it stands.

    Attributes:
        names: of everybody who ever took part in it.
        queue: the chairs; None before the table is seated.
        book, side_bets: of the present game, or the last one; None where nothing is played for.
        pause: why the cards are not dealt yet.
        round: the deal after which side bets were opened last.
        refunds: what went back at the close of the book.
        settlement: how the game was paid.
        called_at: since when whoever is called, or has to say that he goes on, is waited for.
        pointed: what each backer points at for the present decision.
        advice: of the present game.
        pool, pool_no: the pool of three that is played for, and which one it is at this table.
        joined: who is in it.
        cuts: the cuts for who is out.
        counted: the last game that counted for the pool.
    """

    names: Mapping[int, str] = field(default_factory=dict)
    queue: Queue | None = None
    book: Book | None = None
    side_bets: SideBets | None = None
    pause: Pause | None = None
    round: int = 0
    refunds: tuple[Holding, ...] = ()
    settlement: Settlement | None = None
    called_at: int = 0
    succession: Succession | None = None
    pointed: Mapping[int, frozenset[int]] = field(default_factory=dict)
    advice: Mapping[int, Advice] = field(default_factory=dict)
    pool: Pool | None = None
    pool_no: int = 0
    joined: tuple[Person, ...] = ()
    cuts: tuple[tuple[tuple[str, int], ...], ...] = ()
    counted: int = 0

    def person(self, user_id: int) -> Person:
        """Somebody who has taken part, with the name that he bore."""
        return Person(user_id, self.names[user_id])

    def knows(self, *people: Person) -> Galerie:
        """With these among those who have taken part."""
        return replace(self, names={**self.names, **{person.id: person.name for person in people}})

    def credited(self, milliseconds: int) -> Galerie:
        """With all that is waited for put off by so much: nobody could do anything meanwhile."""
        pause, offered = self.pause, self.succession
        return replace(
            self,
            pause=None if pause is None else replace(pause, until=pause.until + milliseconds),
            succession=None if offered is None else replace(offered, since=offered.since + milliseconds),
            called_at=self.called_at + milliseconds,
        )

    @property
    def called(self) -> int | None:
        """Who may sit down now; nobody while a pool is played for."""
        return chairs.called(self.queue) if self.queue is not None and not self.joined else None

    @property
    def heir(self) -> int | None:
        """To whom the hand that was given up is offered now; None: nobody is left."""
        offered = self.succession
        if offered is None or self.queue is None or self.book is None:
            return None
        behind = chairs.heirs(self.queue, self.book, offered.seat)
        return next((person for person in behind if person not in offered.declined), None)


def seated(galerie: Galerie, north: Person, south: Person, terms: Terms) -> Galerie:
    """These two have sat down; who waited for a chair and has one now waits no longer."""
    style = Style.ENGLISH if terms.pool is not None else terms.style
    known = galerie.knows(north, south)
    if known.queue is None:
        return replace(known, queue=chairs.open_queue(north.id, south.id, style=style))
    waiting = tuple(person for person in known.queue.waiting if person not in (north.id, south.id))
    return replace(known, queue=replace(known.queue, seats=(north.id, south.id), waiting=waiting))


def begun(galerie: Galerie, north: Person, south: Person, terms: Terms) -> Galerie:
    """The next game begins between these two, and nothing lies on the table yet."""
    known = seated(galerie, north, south, terms)
    assert known.queue is not None
    return replace(
        known,
        queue=chairs.begin_game(known.queue),
        book=None,
        side_bets=None,
        pause=None,
        round=0,
        refunds=(),
        settlement=None,
        succession=None,
        pointed={},
        advice={},
    )


def ended(galerie: Galerie, winner: Seat | None, at: int) -> Galerie:
    """The game is over: the chairs change, the stakes are paid by an event of their own."""
    assert galerie.queue is not None
    loser = None if winner is None else winner.other
    chouette = galerie.book is not None and loser in galerie.book.chouettes
    queue = chairs.end_game(galerie.queue, loser, chouette=chouette)
    return replace(galerie, queue=queue, pause=None, succession=None, pointed={}, called_at=at)


def decided(galerie: Galerie, before: State, event: Event) -> Galerie:
    """The game has gone on: what was pointed at is judged; neither advice nor an offered hand waits any more."""
    if not galerie.pointed and galerie.succession is None:
        return galerie
    judged = dict(galerie.advice)
    for person, signs in galerie.pointed.items():
        followed = advice.followed(signs, before, event)
        if followed is not None:
            so_far = judged.get(person, Advice())
            more = int(followed)
            judged[person] = replace(
                so_far, given=so_far.given + 1, followed=so_far.followed + more, pending=so_far.pending + more
            )
    return replace(galerie, pointed={}, advice=judged, succession=None)


def marked(galerie: Galerie, winner: Seat) -> Galerie:
    """The deal is over, and `winner` has marked its points: advice that was followed in it was good or not."""
    if not galerie.advice or galerie.book is None:
        return galerie
    book = galerie.book
    judged = {
        person: replace(it, made=it.made + (it.pending if stakes.advised_by(book, person) is winner else 0), pending=0)
        for person, it in galerie.advice.items()
    }
    return replace(galerie, advice=judged)


def evolve(galerie: Galerie, event: GalerieEvent, at: int, terms: Terms, game: State | None) -> Galerie:
    """The galerie after one more event, which happened at `at` at a table with these terms and this game.

    Raises:
        GalerieError: the rules forbid it.
    """
    match event:
        case BetsOpened() | BetPlaced() | BetWithdrawn() | BetsTaken() | ChouetteDeclared() | BetsClosed():
            return _booked(galerie, event, terms)
        case SideBetsOpened() | SideBetOffered() | SideBetTaken() | SideBetWithdrawn() | SideBetsClosed():
            return _beside(galerie, event, game)
        case StakesPaid() | StakesReturned():
            return _settled(galerie, event, game)
        case CardsWanted(by):
            assert galerie.pause is not None
            assert galerie.queue is not None
            pause = replace(galerie.pause, ready=galerie.pause.ready | {by})
            acting = {galerie.queue.acting(seat) for seat in Seat}
            return replace(galerie, pause=None if acting <= pause.ready else pause)
        case PauseEnded():
            return replace(galerie, pause=None)
        case HandOffered(seat, claim):
            return replace(galerie, succession=Succession(seat, claim, at))
        case HandDeclined(by):
            assert galerie.succession is not None
            declined = galerie.succession.declined | {by}
            return replace(galerie, succession=replace(galerie.succession, declined=declined, since=at))
        case HandTaken(person):
            assert galerie.succession is not None
            assert galerie.queue is not None
            assert galerie.book is not None
            queue = chairs.take_over(galerie.queue, galerie.book, galerie.succession.seat, person.id)
            pointed = {who: signs for who, signs in galerie.pointed.items() if who != person.id}
            return replace(galerie.knows(person), queue=queue, succession=None, pointed=pointed)
        case Pointed(by, _, signs):
            return replace(galerie, pointed={**galerie.pointed, by: frozenset(signs)})
        case PoolJoined() | PoolFormed() | PoolCut() | PoolGameCounted() | PoolCalledOff():
            return _pooled(galerie, event, terms, game)
        case _:
            return _chairs(galerie, event, at)


_Booked = BetsOpened | BetPlaced | BetWithdrawn | BetsTaken | ChouetteDeclared | BetsClosed


def _booked(galerie: Galerie, event: _Booked, terms: Terms) -> Galerie:
    book = galerie.book
    if isinstance(event, BetsOpened):
        assert galerie.queue is not None
        north, south = galerie.queue.seats
        assert north is not None
        assert south is not None
        opened = stakes.open_book(north, south, terms.stake, dict(event.purses), style=terms.style)
        return replace(galerie, book=opened, pause=Pause(event.until))
    assert book is not None, "a book is opened first"
    match event:
        case BetPlaced(person, side, amount, purses):
            placed = stakes.place(book, person.id, side, amount, dict(purses))
            return replace(galerie.knows(person), book=placed)
        case BetWithdrawn(by, some):
            return replace(galerie, book=stakes.withdraw(book, by, some))
        case BetsTaken(by, some, purses):
            return replace(galerie, book=stakes.take(book, by, some, dict(purses)))
        case ChouetteDeclared(by, purses):
            return replace(galerie, book=stakes.declare_chouette(book, by, dict(purses)))
        case BetsClosed(purses):
            closed = stakes.close(book, dict(purses))
            return replace(
                galerie,
                book=closed.book,
                refunds=closed.refunds,
                side_bets=stakes.begin_side_bets(closed.book),
                pause=None,
            )
        case _:
            assert_never(event)


_Beside = SideBetsOpened | SideBetOffered | SideBetTaken | SideBetWithdrawn | SideBetsClosed


def _beside(galerie: Galerie, event: _Beside, game: State | None) -> Galerie:
    bets = galerie.side_bets
    assert bets is not None, "side bets come after the book is closed"
    assert game is not None
    match event:
        case SideBetsOpened(until):
            opened = stakes.open_round(bets, stakes.points_to_make(game.score, game.rules.points))
            assert game.deal is not None
            return replace(galerie, side_bets=opened, pause=Pause(until), round=game.deal.number)
        case SideBetOffered(person, side, amount, purses):
            offered = stakes.offer(bets, person.id, side, amount, dict(purses))
            return replace(galerie.knows(person), side_bets=offered)
        case SideBetTaken(person, number, some, purses):
            taken = stakes.take_offer(bets, person.id, number, some, dict(purses))
            return replace(galerie.knows(person), side_bets=taken)
        case SideBetWithdrawn(by, number):
            return replace(galerie, side_bets=stakes.withdraw_offer(bets, by, number))
        case SideBetsClosed():
            return replace(galerie, side_bets=stakes.end_round(bets), pause=None)
        case _:
            assert_never(event)


def _settled(galerie: Galerie, event: StakesPaid | StakesReturned, game: State | None) -> Galerie:
    book, bets = galerie.book, galerie.side_bets
    assert book is not None
    if isinstance(event, StakesReturned):
        settlement = stakes.call_off(book)
        beside = None if bets is None else stakes.call_off_side_bets(bets)
    else:
        assert game is not None
        assert game.outcome is not None
        assert bets is not None, "side bets begin when the book is closed"
        winner = game.outcome.winner
        assert winner is not None, "a game that nobody won is not paid"
        multiple = game_counts(game.rules, game.score[winner.other.index])
        settlement = stakes.settle(book, winner, multiple, dict(event.purses))
        beside = stakes.settle_side_bets(bets, winner)
    return replace(galerie, book=settlement.book, settlement=settlement, side_bets=beside, pause=None)


_Chairs = RentrantEntered | RentrantLeft | ChairTaken | ChairDeclined | ChairMissed | ChairLeft


def _chairs(galerie: Galerie, event: _Chairs, at: int) -> Galerie:
    queue = galerie.queue
    assert queue is not None, "nobody waits before the table is seated"
    match event:
        case RentrantEntered(person):
            galerie, after = galerie.knows(person), chairs.enter(queue, person.id)
        case RentrantLeft(by):
            after = chairs.leave(queue, by)
        case ChairTaken(by):
            after = chairs.sit(queue, by)
        case ChairDeclined(by):
            after = chairs.decline(queue, by)
        case ChairMissed(by):
            after = chairs.away(queue, by)
        case ChairLeft(by):
            after = chairs.leave(queue, by)
        case _:
            assert_never(event)
    # Whoever has to do something now has all his time from now on; who only waits changes nothing.
    moved = chairs.called(after) != chairs.called(queue) or after.seats != queue.seats
    return replace(galerie, queue=after, called_at=at if moved else galerie.called_at)


_Pooled = PoolJoined | PoolFormed | PoolCut | PoolGameCounted | PoolCalledOff


def _pooled(galerie: Galerie, event: _Pooled, terms: Terms, game: State | None) -> Galerie:
    if isinstance(event, PoolJoined):
        return replace(galerie.knows(event.person), joined=(*galerie.joined, event.person))
    if isinstance(event, PoolFormed):
        assert terms.pool is not None
        first, second, third = (person.id for person in galerie.joined)
        formed = pool.open_pool((first, second, third), terms.stake, dict(event.purses), form=terms.pool)
        return replace(galerie, pool=formed, pool_no=galerie.pool_no + 1, cuts=())
    played = galerie.pool
    assert played is not None
    match event:
        case PoolCut(cards):
            cut = pool.cut_for_out(played, {who: Card.parse(text) for text, who in cards})
            return replace(galerie, pool=cut, cuts=(*galerie.cuts, cards))
        case PoolGameCounted(purses):
            assert game is not None
            assert game.outcome is not None
            assert game.outcome.winner is not None
            assert galerie.queue is not None
            winner = galerie.queue.seats[game.outcome.winner.index]
            assert winner is not None
            return replace(galerie, pool=pool.end_pool_game(played, winner, dict(purses)))
        case PoolCalledOff():
            return replace(galerie, pool=pool.call_off_pool(played))
        case _:
            assert_never(event)
