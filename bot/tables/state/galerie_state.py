"""The people around a table: stakes, side bets, chairs, a hand given up, signs, the pool of three.

The value, and what a game brings about in it by beginning, going on and ending; one event after the other is folded in
by `bot.tables.state.apply_galerie`. Where the galerie points is for whom it advises, and no one else.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from bot.people.person import Person
from bot.rows.ids import is_erased, is_house
from bot.tables.state.sight import Admission, Sight, sight
from bot.tables.terms import Terms
from ecarte.game import Event, Scope, Seat, State
from ecarte.table import Company, Pool, Queue, advice, chairs, stakes
from ecarte.table.stakes import Book, BookHolding, Settlement, SideBets, Stage, Style


@dataclass(frozen=True, slots=True)
class Pause:
    """The cards wait for bets: until then, or until both players want them (`ready`)."""

    since: int
    until: int
    ready: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Succession:
    """A hand that was given up, and is offered to the backers of that seat, one after the other.

    Attributes:
        claim: what the opponent claims because time was up; None: the player resigns.
        since: when it was offered to the one whose turn it is now.
        declined: who does not want it.
    """

    seat: Seat
    claim: Scope | None
    since: int
    declined: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Advice:
    """The results of a person's advice in a game: decisions, those followed, and of these the ones in deals then won.

    Attributes:
        pending: followed in the deal that is on.
    """

    given: int = 0
    followed: int = 0
    made: int = 0
    pending: int = 0


@dataclass(frozen=True, slots=True)
class PublicGalerie:
    """The public facts about the people around a table: shared by state and view, as `PublicTable` is.

    Attributes:
        names: of everybody who ever took part in it.
        book, side_bets, settlement: of the present game, or the last one; None where nothing is played for.
        pause: why the cards are not dealt yet; None: they do not wait for bets.
        refunds: what went back at the close of the book; `refunded_side`: the side on which all of it lay.
        succession: the hand that was given up, while it is offered.
        remarked: who has pointed out an error in the score of the hand that is over.
        pool: the pool of three that is played for; `joined`: who is in it.
        cuts: the cuts for who is out of the pool.
        added: who had to add how much to the pool after the last game.
        company: the guests of the present game, or the last one.
    """

    names: Mapping[int, str] = field(default_factory=dict)
    book: Book | None = None
    side_bets: SideBets | None = None
    pause: Pause | None = None
    refunds: tuple[BookHolding, ...] = ()
    refunded_side: Seat | None = None
    settlement: Settlement | None = None
    succession: Succession | None = None
    remarked: frozenset[int] = frozenset()
    pool: Pool | None = None
    joined: tuple[Person, ...] = ()
    cuts: tuple[tuple[tuple[str, int], ...], ...] = ()
    added: tuple[tuple[int, int], ...] = ()
    company: Company = field(default_factory=Company)

    def side_of(self, user_id: int) -> Seat | None:
        """The player on whom a bystander has bet, or behind whom a guest sits or has asked to; None: neither."""
        backed = None if self.book is None or user_id in self.book.players else self.book.side_of(user_id)
        return backed or self.company.guests.get(user_id)


@dataclass(frozen=True, slots=True, kw_only=True)
class Galerie(PublicGalerie):
    """Bets, chairs and advice around a table: public facts and hidden ones.

    Attributes:
        queue: the chairs; None before the table is seated.
        round: the deal after which side bets were opened last.
        called_at: since when the person called, or asked to go on, is waited for.
        pointed: what each backer points at for the present decision.
        advice: of the present game.
        admissions: what the server's rules say of each bystander who has bet.
        answers: whether the player of a seat lets a backer or a guest see the hand, by seat and person.
        welcomed: whom each player has let sit behind them at this table: by player and guest, until the player says no.
        least: the least bet that gives sight of a hand.
        pool_no: which pool of three it is at this table.
        counted: the last game that counted for the pool.
    """

    queue: Queue | None = None
    round: int = 0
    called_at: int = 0
    pointed: Mapping[int, frozenset[int]] = field(default_factory=dict)
    advice: Mapping[int, Advice] = field(default_factory=dict)
    admissions: Mapping[int, Admission] = field(default_factory=dict)
    answers: Mapping[tuple[Seat, int], bool] = field(default_factory=dict)
    welcomed: frozenset[tuple[int, int]] = frozenset()
    least: int = 0
    pool_no: int = 0
    counted: int = 0

    @property
    def seated_queue(self) -> Queue:
        """The chairs of a table that is seated."""
        assert self.queue is not None, "there is no queue before the table is seated"
        return self.queue

    @property
    def opened_book(self) -> Book:
        """The book of a game for which one was opened."""
        assert self.book is not None, "a book is opened first"
        return self.book

    def person(self, user_id: int) -> Person:
        """A person who has taken part, by the name of that moment."""
        return Person(user_id, self.names[user_id])

    def with_people(self, *people: Person) -> Galerie:
        """Returns a copy with these people among those who have taken part."""
        return replace(self, names={**self.names, **{person.id: person.name for person in people}})

    @property
    def called_person(self) -> int | None:
        """The person who may sit down now; None while a pool is played for."""
        return chairs.person_called(self.queue) if self.queue is not None and not self.joined else None

    @property
    def heir(self) -> int | None:
        """To whom the hand that was given up is offered now; None: no backer is left."""
        offered = self.succession
        if offered is None:
            return None
        return next((person for person in self.heirs(offered.seat) if person not in offered.declined), None)

    def heirs(self, seat: Seat) -> tuple[int, ...]:
        """The backers who may play out the game of a seat, in order: those who see the hand (Law 54).

        An erased one plays no more.
        """
        if self.queue is None or self.book is None:
            return ()
        behind = chairs.heirs(self.queue, self.book, seat)
        return tuple(person for person in behind if self.sight_of(person) is Sight.SEES and not is_erased(person))

    def sight_of(self, user_id: int) -> Sight | None:
        """Whether a backer or a guest sees the hand, or will at the first card; None: neither (Laws 52 and 54)."""
        as_backer, as_guest = self._sight_of_backer(user_id), self._sight_of_guest(user_id)
        return as_backer if as_backer is Sight.SEES else as_guest or as_backer

    def _sight_of_guest(self, user_id: int) -> Sight | None:
        """As `sight_of`, for a guest: chips play no part."""
        seat = self.company.guests.get(user_id)
        if seat is None or (self.book is not None and seat in self.book.chouettes):
            return None
        if self.company.is_refused(user_id):
            return Sight.HIDDEN
        return Sight.SEES if self.company.sees(user_id) else Sight.ASKED

    def _sight_of_backer(self, user_id: int) -> Sight | None:
        """As `sight_of`, for a backer: by the bet, the rules of the server and the player's answer."""
        book = self.book
        side = None if book is None else book.side_of(user_id)
        if book is None or side is None or user_id in book.players:
            return None
        if book.style is Style.ENGLISH or side in book.chouettes:
            return None
        bet = sum(holding.amount for holding in stakes.holdings(book, side) if holding.person == user_id)
        admitted, answer = self.admissions.get(user_id, Admission.FREE), self.answers.get((side, user_id))
        house = self.queue is not None and is_house(self.queue.acting(side) or 0)
        return sight(admitted, bet, self.least, answer, house=house)

    def seen_by(self, user_id: int) -> Seat | None:
        """The seat whose hand a backer or a guest sees; None: none, and none before the book is closed."""
        book = self.book
        if book is not None and book.stage is Stage.OPEN:
            return None
        if self._sight_of_guest(user_id) is Sight.SEES:
            return self.company.guests[user_id]
        backed = None if book is None else stakes.advised_by(book, user_id)
        return backed if self._sight_of_backer(user_id) is Sight.SEES else None


def seat_players(galerie: Galerie, north: Person, south: Person, terms: Terms) -> Galerie:
    """Seats these two, and takes those who waited for a chair out of the queue."""
    style = Style.ENGLISH if terms.pool is not None else terms.style
    known = galerie.with_people(north, south)
    if known.queue is None:
        return replace(known, queue=chairs.open_queue(north.id, south.id, style=style))
    waiting = tuple(person for person in known.queue.waiting if person not in (north.id, south.id))
    queue = replace(known.queue, seats=(north.id, south.id), waiting=waiting, stand_ins=(None, None))
    return replace(known, queue=queue)


def begin_game(galerie: Galerie, north: Person, south: Person, terms: Terms) -> Galerie:
    """Begins the next game between these two, with nothing on the table yet."""
    known = seat_players(galerie, north, south, terms)
    return replace(
        known,
        queue=chairs.begin_game(known.seated_queue),
        book=None,
        side_bets=None,
        pause=None,
        round=0,
        refunds=(),
        refunded_side=None,
        settlement=None,
        succession=None,
        pointed={},
        advice={},
        admissions={},
        answers={},
        company=Company(),
        least=0,
    )


def end_game(galerie: Galerie, winner: Seat | None, at: int, *, rubber: bool) -> Galerie:
    """Ends the game: chairs change, unless a `rubber` is still on; the stakes are paid by an event of their own."""
    loser = None if winner is None else winner.other
    chouette = galerie.book is not None and loser in galerie.book.chouettes
    queue = chairs.end_game(galerie.seated_queue, loser, chouette=chouette, rubber=rubber)
    return replace(galerie, queue=queue, pause=None, succession=None, pointed={}, called_at=at)


def apply_decision(galerie: Galerie, before: State, event: Event) -> Galerie:
    """Judges the signs, after the game has gone on; clears advice and an offered hand."""
    if not galerie.pointed and galerie.succession is None:
        return galerie
    judged = dict(galerie.advice)
    for person, signs in galerie.pointed.items():
        followed = advice.follows_advice(signs, before, event)
        if followed is not None:
            so_far = judged.get(person, Advice())
            more = int(followed)
            judged[person] = replace(
                so_far, given=so_far.given + 1, followed=so_far.followed + more, pending=so_far.pending + more
            )
    return replace(galerie, pointed={}, advice=judged, succession=None)


def clear_remarks(galerie: Galerie) -> Galerie:
    """Clears the remarks on errors in the score."""
    return replace(galerie, remarked=frozenset()) if galerie.remarked else galerie


def judge_advice(galerie: Galerie, winner: Seat) -> Galerie:
    """Ends the deal after `winner` has marked its points: judges the advice that was followed in it."""
    if not galerie.advice:
        return galerie
    judged = {
        person: replace(given, made=given.made + (given.pending if galerie.seen_by(person) is winner else 0), pending=0)
        for person, given in galerie.advice.items()
    }
    return replace(galerie, advice=judged)
