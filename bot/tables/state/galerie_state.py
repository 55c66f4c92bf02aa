"""The galerie of a table: bets, chairs, abandoned hands, advice, and the pool, of the people around the table.

This module has the galerie's value, and its changes by the events of the game. `bot.tables.state.apply_galerie` applies
the galerie's own events. Only the player who is advised may know the advice.
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
    """The time before the cards are dealt, in which people can bet.

    It ends at a moment, or when both players want the cards (`ready`).
    """

    since: int
    until: int
    ready: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Succession:
    """An abandoned hand that is offered to the backers of its player, one after the other.

    Attributes:
        claim: the opponent's claim, because the player's time was up; None if the player has resigned.
        since: when the hand was offered to the present backer, in epoch milliseconds.
        declined: the backers who do not want the hand.
    """

    seat: Seat
    claim: Scope | None
    since: int
    declined: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Advice:
    """The results of one person's advice in a game.

    Attributes:
        given: the number of decisions at which the person advised.
        followed: the number of these decisions at which the player followed the advice.
        made: the number of followed decisions in deals that the player won.
        pending: the number of followed decisions in the current deal.
    """

    given: int = 0
    followed: int = 0
    made: int = 0
    pending: int = 0


@dataclass(frozen=True, slots=True)
class PublicGalerie:
    """The facts about the people around a table that all may know. The state and the views of a table share this class.

    Attributes:
        names: the name of each person who ever took part in the galerie, by id.
        book: the bets on the present or last game; None if it was not played for chips.
        side_bets: the side bets of the present or last game; None if it has none.
        settlement: how the present or last game was paid; None until it is paid.
        pause: the wait for bets before the cards are dealt; None if the cards do not wait.
        refunds: the chips of bets that were returned when the book was closed.
        refunded_side: the player on whom all the returned bets were made; None if none was returned.
        succession: the offer of an abandoned hand; None if there is none.
        remarked: the people who have remarked that the score of the ended hand is wrong.
        pool: the pool of three, if one is played for.
        joined: the people in the pool.
        cuts: the cards that the people of the pool have cut, to decide who does not play the first game.
        added: the people who had to add chips to the pool after the last game, and the amounts.
        company: the guests of the present or last game.
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
        """Returns the player on whom a bystander has bet, or behind whom they sit or have asked to sit.

        Returns None if there is no such player.
        """
        backed = None if self.book is None or user_id in self.book.players else self.book.side_of(user_id)
        return backed or self.company.guests.get(user_id)


@dataclass(frozen=True, slots=True, kw_only=True)
class Galerie(PublicGalerie):
    """The galerie of a table (the people around it): the facts that all may know, and hidden ones.

    Attributes:
        queue: the chairs, and the people who wait for one; None before two people have sat down.
        round: the number of the deal after which side bets could last be made.
        called_at: since when the table waits for the person called to a chair, or for a player to go on, in epoch
            milliseconds.
        pointed: the places at which each backer and guest points for the present decision.
        advice: the results of each person's advice in the present game.
        admissions: for each bystander who has bet, what the server's rules allow them to see.
        answers: whether a player lets a backer or a guest see the hand, by seat and person.
        welcomed: the guests whom players have let sit behind them at this table, as pairs of player and guest. If the
            player says no later, the pair is removed.
        least: the least bet with which a backer sees the hand, in chips.
        pool_no: the number of the pool of three at this table.
        counted: the number of the last game that counted for the pool.
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
        """The chairs, and the people who wait for one. Use it only after two people have sat down."""
        assert self.queue is not None, "there is no queue before the table is seated"
        return self.queue

    @property
    def opened_book(self) -> Book:
        """The bets on the game. Use it only in a game with a book."""
        assert self.book is not None, "a book is opened first"
        return self.book

    def person(self, user_id: int) -> Person:
        """Returns a person who took part in the galerie, with the name that they had then."""
        return Person(user_id, self.names[user_id])

    def with_people(self, *people: Person) -> Galerie:
        """Returns a copy of the galerie that also has the names of these people."""
        return replace(self, names={**self.names, **{person.id: person.name for person in people}})

    @property
    def called_person(self) -> int | None:
        """The person who is called to an empty chair; None if no one is, or while a pool is played for."""
        return chairs.person_called(self.queue) if self.queue is not None and not self.joined else None

    @property
    def heir(self) -> int | None:
        """The backer to whom an abandoned hand is offered now; None if no hand is offered or no backer is left."""
        offer = self.succession
        if offer is None:
            return None
        return next((person for person in self.heirs(offer.seat) if person not in offer.declined), None)

    def heirs(self, seat: Seat) -> tuple[int, ...]:
        """Returns the backers who may play on for the player of a seat, in the order in which they are asked (Law 54).

        A larger bet comes before a smaller one; of equal bets, the older comes first. Left out are erased backers, and
        those who do not see the hand. Empty in a game without bets.
        """
        if self.queue is None or self.book is None:
            return ()
        backers = chairs.heirs(self.queue, self.book, seat)
        return tuple(person for person in backers if self.sight_of(person) is Sight.SEES and not is_erased(person))

    def sight_of(self, user_id: int) -> Sight | None:
        """Returns whether a backer or a guest sees the hand, or will see it from the first card on (Laws 52 and 54).

        Returns None for a person who is neither, and if no one may see the player's hand: at an English table, and at
        La Chouette.
        """
        as_backer, as_guest = self._sight_of_backer(user_id), self._sight_of_guest(user_id)
        return as_backer if as_backer is Sight.SEES else as_guest or as_backer

    def _sight_of_guest(self, user_id: int) -> Sight | None:
        """Returns the sight of a guest, which depends on no chips; see `sight_of`."""
        seat = self.company.guests.get(user_id)
        if seat is None or (self.book is not None and seat in self.book.chouettes):
            return None
        if self.company.is_refused(user_id):
            return Sight.HIDDEN
        return Sight.SEES if self.company.sees(user_id) else Sight.ASKED

    def _sight_of_backer(self, user_id: int) -> Sight | None:
        """Returns the sight of a backer, by the bet, the server's rules and the player's answer; see `sight_of`."""
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
        """Returns the seat whose hand a backer or a guest sees now, or None.

        While bets can still be made, they see none.
        """
        book = self.book
        if book is not None and book.stage is Stage.OPEN:
            return None
        if self._sight_of_guest(user_id) is Sight.SEES:
            return self.company.guests[user_id]
        backed = None if book is None else stakes.advised_by(book, user_id)
        return backed if self._sight_of_backer(user_id) is Sight.SEES else None


def seat_players(galerie: Galerie, north: Person, south: Person, terms: Terms) -> Galerie:
    """Returns the galerie after two people have sat down to play. They no longer wait for a chair."""
    style = Style.ENGLISH if terms.pool is not None else terms.style
    with_names = galerie.with_people(north, south)
    if with_names.queue is None:
        return replace(with_names, queue=chairs.open_queue(north.id, south.id, style=style))
    waiting = tuple(person for person in with_names.queue.waiting if person not in (north.id, south.id))
    queue = replace(with_names.queue, seats=(north.id, south.id), waiting=waiting, stand_ins=(None, None))
    return replace(with_names, queue=queue)


def begin_game(galerie: Galerie, north: Person, south: Person, terms: Terms) -> Galerie:
    """Returns the galerie at the beginning of the next game between two people, without chips, guests and advice."""
    seated = seat_players(galerie, north, south, terms)
    return replace(
        seated,
        queue=chairs.begin_game(seated.seated_queue),
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
    """Returns the galerie (the people around the table) after a game. The chairs change, unless a `rubber` goes on.

    The rules of the chairs are in `ecarte.table.chairs`. Another event pays the stakes.
    """
    loser = None if winner is None else winner.other
    chouette = galerie.book is not None and loser in galerie.book.chouettes
    queue = chairs.end_game(galerie.seated_queue, loser, chouette=chouette, rubber=rubber)
    return replace(galerie, queue=queue, pause=None, succession=None, pointed={}, called_at=at)


def apply_decision(galerie: Galerie, before: State, event: Event) -> Galerie:
    """Returns the galerie after a player's decision: the advice for it is counted, then cleared.

    If a hand was offered to backers, that offer is cleared, too.
    """
    if not galerie.pointed and galerie.succession is None:
        return galerie
    results = dict(galerie.advice)
    for person, signs in galerie.pointed.items():
        followed = advice.follows_advice(signs, before, event)
        if followed is not None:
            result = results.get(person, Advice())
            more = int(followed)
            results[person] = replace(
                result, given=result.given + 1, followed=result.followed + more, pending=result.pending + more
            )
    return replace(galerie, pointed={}, advice=results, succession=None)


def clear_remarks(galerie: Galerie) -> Galerie:
    """Returns the galerie without the remarks that a score is wrong."""
    return replace(galerie, remarked=frozenset()) if galerie.remarked else galerie


def judge_advice(galerie: Galerie, winner: Seat) -> Galerie:
    """Returns the galerie after a deal that `winner` has won: counts the advice that players followed in this deal."""
    if not galerie.advice:
        return galerie
    results = {
        person: replace(
            result, made=result.made + (result.pending if galerie.seen_by(person) is winner else 0), pending=0
        )
        for person, result in galerie.advice.items()
    }
    return replace(galerie, advice=results)
