"""The chairs of a table: the players, the rentrants who wait, and the backers who may play out a resigned game.

At a French table the loser of a game gives up the chair, and the rentrants are called to it: those who have not played
before those who have, and else in the order in which they came. A rentrant who is called sits down, declines (and keeps
the place for the next chair) or is away (and loses it). A loser who enters again is the last of those who have played.
A loser at La Chouette keeps the chair; between games a winner may leave, too. At an English table no one goes in and no
game is played out by another.

A resigned hand may go to a backer (Law 54). If the side then wins, that backer has the chair; if it loses, the loser
retires as always and the backer has not used up a turn.

Where a rubber is played for, both keep their chairs until it is over, and then its loser retires, having lost its last
game. The sources speak of the loser of a game alone; a rubber in which players change would belong to neither.

Every function gives a new `Queue`, and on error changes nothing. Sources: the treatise, pp. 36-37; Laws 52 and 54;
declining, being away and the resigner's chair are this library's.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeAlias

from ecarte.game import Seat
from ecarte.table.stakes.book import Book, advisers
from ecarte.table.stakes.errors import GalerieError, GalerieRule
from ecarte.table.stakes.terms import Person, Style

Chairs: TypeAlias = tuple[Person | None, Person | None]
"""North's chair and South's; None: empty."""


@dataclass(frozen=True, slots=True)
class Queue:
    """The chairs and those who wait. Made by `open_queue`, changed by the functions of this module.

    `seats`: who sits; `waiting`: the rentrants as they came (`order` tells who goes first); `played`: who has
    played a game here; `passed`: who has declined the chair that is empty now; `playing`: whether a game is on;
    `stand_ins`: who plays out the game of the player there, or played out the last one.
    """

    seats: Chairs
    style: Style = Style.FRENCH
    house: Person | None = None
    waiting: tuple[Person, ...] = ()
    played: frozenset[Person] = frozenset()
    passed: frozenset[Person] = frozenset()
    playing: bool = False
    stand_ins: Chairs = (None, None)

    @property
    def empty_chairs(self) -> tuple[Seat, ...]:
        """The empty chairs."""
        return tuple(seat for seat in Seat if self.seats[seat.index] is None)

    def seat_of(self, person: Person) -> Seat | None:
        """Where `person` sits, or None."""
        return next((seat for seat in Seat if self.seats[seat.index] == person), None)

    def acting(self, seat: Seat) -> Person | None:
        """Who plays the cards at `seat`: the backer who took them over, else the player there."""
        stand_in = self.stand_ins[seat.index]
        return self.seats[seat.index] if stand_in is None else stand_in


def open_queue(north: Person, south: Person, *, style: Style = Style.FRENCH, house: Person | None = None) -> Queue:
    """A table where `north` and `south` sit, without rentrants. `house`: who never waits. Raises `GalerieError`."""
    if north == south:
        raise GalerieError(GalerieRule.TWO_PEOPLE)
    return Queue((north, south), style, house)


def order(queue: Queue) -> tuple[Person, ...]:
    """The rentrants, first to go in first: those who have not played, then the others, each in order of entry."""
    return tuple(sorted(queue.waiting, key=queue.played.__contains__))


def person_called(queue: Queue) -> Person | None:
    """Whose turn it is to take the empty chair; None while a game is on, no chair is empty or no rentrant is left."""
    if queue.playing or not queue.empty_chairs:
        return None
    return next((person for person in order(queue) if person not in queue.passed), None)


def enter(queue: Queue, person: Person) -> Queue:
    """`person` becomes a rentrant, after those who wait already. Raises `GalerieError`."""
    if queue.style is Style.ENGLISH:
        raise GalerieError(GalerieRule.ENGLISH_TABLE)
    if queue.house is not None and person == queue.house:
        raise GalerieError(GalerieRule.HOUSE_BETS_NOT)
    if queue.seat_of(person) is not None:
        raise GalerieError(GalerieRule.SEATED_ALREADY)
    if person in queue.waiting:
        raise GalerieError(GalerieRule.WAITING_ALREADY)
    return replace(queue, waiting=(*queue.waiting, person))


def leave(queue: Queue, person: Person) -> Queue:
    """A rentrant leaves the queue; or a player the chair, between games only. Raises `GalerieError`."""
    seat = queue.seat_of(person)
    if seat is None:
        return _without(queue, person)
    if queue.playing:
        raise GalerieError(GalerieRule.GAME_ON)
    return replace(queue, seats=_with(queue.seats, seat, None))


def decline(queue: Queue, person: Person) -> Queue:
    """The rentrant who is called lets the chair pass, and keeps the place for the next. Raises `GalerieError`."""
    _check_called(queue, person)
    return replace(queue, passed=queue.passed | {person})


def away(queue: Queue, person: Person) -> Queue:
    """The rentrant who was called did not come: out of the queue, and free to enter again. Raises `GalerieError`."""
    _check_called(queue, person)
    return _without(queue, person)


def sit(queue: Queue, person: Person) -> Queue:
    """Who is called takes the empty chair (North's first). Another empty chair is offered to all afresh.

    Raises `GalerieError`.
    """
    _check_called(queue, person)
    seats = _with(queue.seats, queue.empty_chairs[0], person)
    return replace(_without(queue, person), seats=seats, passed=frozenset())


def begin_game(queue: Queue) -> Queue:
    """The next game begins between those who sit. Raises `GalerieError`."""
    if queue.playing:
        raise GalerieError(GalerieRule.GAME_ON)
    if queue.empty_chairs:
        raise GalerieError(GalerieRule.CHAIR_EMPTY)
    return replace(queue, playing=True, passed=frozenset(), stand_ins=(None, None))


def heirs(queue: Queue, book: Book, seat: Seat) -> tuple[Person, ...]:
    """Who may play out the game of the player at `seat` after a resignation: the backers, the largest stake first.

    Equal stakes go by their first bets. `book` is the closed book of the game. None at an English table, and none where
    the player keeps La Chouette: there no other sees the hand. A backer who plays the game out already is none.
    Raises `GalerieError` while the book is open.
    """
    behind = advisers(book, seat)
    if queue.style is Style.ENGLISH:
        return ()
    by_size = sorted(behind, key=lambda backer: -backer.amount)
    return tuple(backer.person for backer in by_size if backer.person != queue.stand_ins[seat.index])


def take_over(queue: Queue, book: Book, seat: Seat, person: Person) -> Queue:
    """A backer plays out the game of the player at `seat` (Law 54). Stakes stay as they are. Raises `GalerieError`."""
    if not queue.playing:
        raise GalerieError(GalerieRule.NO_GAME)
    if queue.style is Style.ENGLISH:
        raise GalerieError(GalerieRule.ENGLISH_TABLE)
    if person not in heirs(queue, book, seat):
        raise GalerieError(GalerieRule.NOT_A_BACKER)
    return replace(queue, stand_ins=_with(queue.stand_ins, seat, person))


def end_game(queue: Queue, loser: Seat | None, *, chouette: bool = False, rubber: bool = False) -> Queue:
    """The game is over. `loser` None: it does not count, and both keep their chairs, as they do while a `rubber` is on.

    Else the loser retires, at a French table, except from La Chouette (`chouette`); and a backer who has
    won a resigned game has the chair. Raises `GalerieError`.
    """
    if not queue.playing:
        raise GalerieError(GalerieRule.NO_GAME)
    over = replace(queue, playing=False)
    if loser is None:
        return over
    sat = frozenset(person for person in queue.seats if person is not None)
    over = replace(over, played=over.played | sat)
    if queue.style is Style.ENGLISH or rubber:
        return over
    if not chouette:
        over = replace(over, seats=_with(over.seats, loser, None))
    successor = queue.stand_ins[loser.other.index]
    if successor is None:
        return over
    waiting = tuple(person for person in over.waiting if person != successor)
    seats = _with(over.seats, loser.other, successor)
    return replace(over, seats=seats, waiting=waiting, played=over.played | {successor})


def _without(queue: Queue, person: Person) -> Queue:
    if person not in queue.waiting:
        raise GalerieError(GalerieRule.NOT_WAITING)
    waiting = tuple(other for other in queue.waiting if other != person)
    return replace(queue, waiting=waiting, passed=queue.passed - {person})


def _check_called(queue: Queue, person: Person) -> None:
    if queue.playing:
        raise GalerieError(GalerieRule.GAME_ON)
    if not queue.empty_chairs:
        raise GalerieError(GalerieRule.NO_EMPTY_CHAIR)
    if person_called(queue) != person:
        raise GalerieError(GalerieRule.NOT_CALLED)


def _with(chairs: Chairs, seat: Seat, person: Person | None) -> Chairs:
    return (person, chairs[1]) if seat is Seat.NORTH else (chairs[0], person)
