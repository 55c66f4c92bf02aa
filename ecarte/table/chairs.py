"""The chairs of a table: the players, the rentrants who wait for a chair, and the backers who may play out a resigned
game.

At a French table the loser of a game gives up the chair, and the rentrants are called to it: first those who have not
played, then the others, each in order of entry. A rentrant who is called may sit down, or decline and keep their place
in the queue. A rentrant who does not come loses their place in the queue. A loser who enters again is the last of those
who have played. A loser at La Chouette, where a player takes on all bets alone, keeps the chair. Between games a winner
may leave, too. At an English table there are no rentrants, and no backer plays out a game.

A backer may play a resigned game out (Law 54). If the backer wins it, the backer gets the player's chair. If the backer
loses it, the player who resigned retires as usual, and the backer still counts as not having played.

During a rubber both players keep their chairs until the rubber is over. Then its loser, who lost its last game,
retires. The sources speak only of the loser of a game; but no player could win a rubber in which the players change.

Every function returns a new `Queue` and on error changes nothing. Sources: the treatise, pp. 36-37; Laws 52 and 54.
Declining, being away, and the chair of a resigned game are this library's.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeAlias

from ecarte.game import Seat
from ecarte.table.stakes.book import Book, advisers
from ecarte.table.stakes.errors import GalerieError, GalerieRule
from ecarte.table.stakes.terms import Person, Style

Chairs: TypeAlias = tuple[Person | None, Person | None]
"""The persons in North's and in South's chair. None stands for an empty chair."""


@dataclass(frozen=True, slots=True)
class Queue:
    """The two chairs of a table, and the rentrants who wait for a chair.

    `open_queue` makes a queue. The functions of this module return a changed one.

    Attributes:
        seats: the persons in the chairs.
        style: how bystanders may take part.
        house: the computer player, who never waits for a chair.
        waiting: the rentrants in order of entry; `order` returns the order in which they are called.
        played: the persons who have played a game here.
        passed: the rentrants who have declined the chair that is empty now.
        playing: whether a game is being played.
        stand_ins: for each seat, the backer who plays the current or last game out in the player's place, or None.
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
        """The seats whose chairs are empty."""
        return tuple(seat for seat in Seat if self.seats[seat.index] is None)

    def seat_of(self, person: Person) -> Seat | None:
        """Returns the seat of a person, or None if they have no chair."""
        return next((seat for seat in Seat if self.seats[seat.index] == person), None)

    def acting(self, seat: Seat) -> Person | None:
        """Returns the person who plays the cards at `seat`: the backer who plays a resigned game out, else the player
        in the chair.
        """
        stand_in = self.stand_ins[seat.index]
        return self.seats[seat.index] if stand_in is None else stand_in


def open_queue(north: Person, south: Person, *, style: Style = Style.FRENCH, house: Person | None = None) -> Queue:
    """Seats two players at a new table, with no rentrants.

    Args:
        north, south: the players.
        style: how bystanders may take part.
        house: the computer player, who never waits for a chair.

    Raises:
        GalerieError: both players are the same person.
    """
    if north == south:
        raise GalerieError(GalerieRule.TWO_PEOPLE)
    return Queue((north, south), style, house)


def order(queue: Queue) -> tuple[Person, ...]:
    """Returns the rentrants in the order in which they are called to a chair: first those who have not played here,
    then the others, each in order of entry.
    """
    return tuple(sorted(queue.waiting, key=queue.played.__contains__))


def person_called(queue: Queue) -> Person | None:
    """Returns the rentrant who may take the empty chair now.

    None if a game is being played, if no chair is empty, or if all rentrants have declined it.
    """
    if queue.playing or not queue.empty_chairs:
        return None
    return next((person for person in order(queue) if person not in queue.passed), None)


def enter(queue: Queue, person: Person) -> Queue:
    """Adds a person to the rentrants, as the last one.

    Raises:
        GalerieError: the table is English, or the person is the house, has a chair, or waits already.
    """
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
    """Removes a rentrant from the queue or, between games, a player from the chair.

    Raises:
        GalerieError: the person neither waits nor sits here, or plays a game now.
    """
    seat = queue.seat_of(person)
    if seat is None:
        return _without(queue, person)
    if queue.playing:
        raise GalerieError(GalerieRule.GAME_ON)
    return replace(queue, seats=_with(queue.seats, seat, None))


def decline(queue: Queue, person: Person) -> Queue:
    """Lets the rentrant who is called decline the empty chair. They keep their place in the queue.

    Raises:
        GalerieError: this person is not called.
    """
    _check_called(queue, person)
    return replace(queue, passed=queue.passed | {person})


def away(queue: Queue, person: Person) -> Queue:
    """Removes a rentrant who was called to the empty chair and did not come. The rentrant may join the queue again.

    Raises:
        GalerieError: `person` is not the rentrant who is called.
    """
    _check_called(queue, person)
    return _without(queue, person)


def sit(queue: Queue, person: Person) -> Queue:
    """Gives the empty chair to the rentrant who is called.

    If both chairs are empty, the rentrant gets North's. South's is then offered to all rentrants, also to those who
    declined before.

    Raises:
        GalerieError: this person is not called.
    """
    _check_called(queue, person)
    seats = _with(queue.seats, queue.empty_chairs[0], person)
    return replace(_without(queue, person), seats=seats, passed=frozenset())


def begin_game(queue: Queue) -> Queue:
    """Begins the next game between the persons in the chairs.

    Raises:
        GalerieError: a game is being played, or a chair is empty.
    """
    if queue.playing:
        raise GalerieError(GalerieRule.GAME_ON)
    if queue.empty_chairs:
        raise GalerieError(GalerieRule.CHAIR_EMPTY)
    return replace(queue, playing=True, passed=frozenset(), stand_ins=(None, None))


def heirs(queue: Queue, book: Book, seat: Seat) -> tuple[Person, ...]:
    """Returns the backers who may play on in place of a player who resigns, the largest stake first.

    If two backers have equal stakes, the backer with the earlier first bet comes first. There are none at an English
    table, nor at La Chouette, where only the player sees the hand. A backer who already plays in the player's place is
    left out.

    Args:
        queue: the chairs of the table.
        book: the closed book of the game.
        seat: the seat of the player.

    Raises:
        GalerieError: the book is open.
    """
    behind = advisers(book, seat)
    if queue.style is Style.ENGLISH:
        return ()
    by_size = sorted(behind, key=lambda backer: -backer.amount)
    return tuple(backer.person for backer in by_size if backer.person != queue.stand_ins[seat.index])


def take_over(queue: Queue, book: Book, seat: Seat, person: Person) -> Queue:
    """Lets a backer play the game out in place of the player at `seat` (Law 54). Stakes do not change.

    Raises:
        GalerieError: no game is being played, the table is English, or the person is not one of the `heirs`.
    """
    if not queue.playing:
        raise GalerieError(GalerieRule.NO_GAME)
    if queue.style is Style.ENGLISH:
        raise GalerieError(GalerieRule.ENGLISH_TABLE)
    if person not in heirs(queue, book, seat):
        raise GalerieError(GalerieRule.NOT_A_BACKER)
    return replace(queue, stand_ins=_with(queue.stand_ins, seat, person))


def end_game(queue: Queue, loser: Seat | None, *, chouette: bool = False, rubber: bool = False) -> Queue:
    """Ends the game. If the loser has to leave the chair, empties it.

    At an English table, and while a rubber continues, both players keep their chairs. At any other time the loser
    leaves the chair, except after playing La Chouette. A backer who played a resigned game out and won it then gets the
    chair of the winning side.

    Args:
        queue: the chairs of the table.
        loser: the seat that lost. If None, the game does not count, and both players keep their chairs.
        chouette: whether the loser played La Chouette.
        rubber: whether a rubber continues after this game.

    Raises:
        GalerieError: no game is being played.
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
