"""The book of one game: the stakes of the players and the bets of their backers, until the first card is dealt.

The book opens with the stakes of the players and closes with the first card. The money on a side has an order: first
that of the player, then the backers' bets by age. As much of it is covered as there is money on the other side. A
player may take bets that backers of the other side offer. The chips for this add to the player's own stake, and so come
before the bets of the player's backers. A player can take no more than the backers of the other side offer. If these
withdraw bets and then offer less than the player has taken, the difference is returned to the player. So a player's
money is always covered. A player at La Chouette takes all bets, now and until the close, as far as the purse goes.

Every function returns a new book and on error changes nothing. Chips leave the purse as soon as a person stakes them;
`postings(before, after)` returns the movements. Sources: the treatise, pp. 36-37. Free withdrawal until the close, and
the order in which uncovered money is returned, are this library's.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum, unique
from typing import Final, TypeAlias

from ecarte.game import Seat
from ecarte.table.stakes.errors import GalerieError, GalerieRule
from ecarte.table.stakes.terms import Person, Purses, Style, purse_of, whole_chips

MOST_BETS: Final = 500
"""The most bets in one book.

That many bets of the largest amount, all covered by players, add up to less than 2**63, the limit of a database.
"""

Pair: TypeAlias = tuple[int, int]


@unique
class Stage(Enum):
    """Whether a book takes bets, waits for the end of the game, or is settled."""

    OPEN = "open"
    CLOSED = "closed"
    FINISHED = "finished"


@dataclass(frozen=True, slots=True)
class Bet:
    """A backer has `amount` chips on the player at `side`."""

    person: Person
    side: Seat
    amount: int


@dataclass(frozen=True, slots=True)
class BookHolding:
    """All chips that one person has on one side of a book."""

    person: Person
    amount: int


@dataclass(frozen=True, slots=True)
class Book:
    """The stakes of the players and the bets of their backers on one game.

    `open_book` makes a book. The functions of this module and of `settlement` return a changed one.

    Attributes:
        players: North's and South's player.
        stake: the stake of each player; 0: they play for the honour.
        style: how bystanders may take part.
        house: the computer player, who never bets.
        bets: the bets of the backers, the oldest first.
        taken: how many chips North and South have each put against bets on the other side, in addition to their stakes.
        chouettes: the seats of the players at La Chouette.
        stage: whether the book takes bets, waits for the end of the game, or is settled.
        gains: once the book is settled, what each person has won or lost.
    """

    players: tuple[Person, Person]
    stake: int
    style: Style = Style.FRENCH
    house: Person | None = None
    bets: tuple[Bet, ...] = ()
    taken: Pair = (0, 0)
    chouettes: frozenset[Seat] = frozenset()
    stage: Stage = Stage.OPEN
    gains: tuple[tuple[Person, int], ...] = ()

    def seat_of(self, person: Person) -> Seat | None:
        """Returns the seat where a person plays, or None if they do not play."""
        for seat in Seat:
            if self.players[seat.index] == person:
                return seat
        return None

    def side_of(self, person: Person) -> Seat | None:
        """Returns the side on which a person plays or has a bet, or None."""
        return self.seat_of(person) or next((bet.side for bet in self.bets if bet.person == person), None)

    def player_has(self, seat: Seat) -> int:
        """Returns the chips of the player at `seat` in the book: the stake, and the bets that the player has taken."""
        return self.stake + self.taken[seat.index]

    def bystanders_have(self, side: Seat) -> int:
        """Returns the sum of all backers' bets on `side`."""
        return sum(bet.amount for bet in self.bets if bet.side is side)

    def total(self, side: Seat) -> int:
        """Returns all chips on `side`: those of the player and of the backers."""
        return self.player_has(side) + self.bystanders_have(side)

    def account(self) -> dict[Person, int]:
        """Returns how each person stands, in chips.

        Until the book is settled, the number is minus the chips that the person has in it. Afterwards it is what the
        person has won (positive) or lost (negative).
        """
        if self.stage is Stage.FINISHED:
            return dict(self.gains)
        return {holding.person: -holding.amount for seat in Seat for holding in holdings(self, seat)}


@dataclass(frozen=True, slots=True)
class Closed:
    """The result of closing a book.

    Attributes:
        book: the closed book, in which all money is covered.
        refunds: the chips that were returned because nothing covered them, the last bet first.
    """

    book: Book
    refunds: tuple[BookHolding, ...]


def open_book(
    north: Person,
    south: Person,
    stake: int,
    purses: Purses,
    *,
    style: Style = Style.FRENCH,
    house: Person | None = None,
) -> Book:
    """Opens the book of a game with the stakes of both players.

    Args:
        north, south: the players.
        stake: what each player puts in, in chips; 0 if the players play for the honour and only backers bet.
        purses: the free chips of both players. Not read if the stake is 0.
        style: how bystanders may take part.
        house: the computer player, who never bets.

    Raises:
        GalerieError: both players are the same, one is the house, or a purse does not suffice.
    """
    if north == south:
        raise GalerieError(GalerieRule.TWO_PEOPLE)
    if type(stake) is int and stake == 0:
        return Book((north, south), 0, style, house)
    chips = whole_chips(stake)
    for player in (north, south):
        _check_not_house(house, player)
        check_purse(purses, player, chips)
    return Book((north, south), chips, style, house)


def place(book: Book, person: Person, side: Seat, amount: int, purses: Purses) -> Book:
    """Adds a bet of a bystander or backer to the book, as the last one in the order.

    Args:
        book: the open book.
        person: the person who bets.
        side: the seat of the player on whom they bet.
        amount: in chips.
        purses: the free chips of that person, and of a player at La Chouette on the other side.

    Raises:
        GalerieError: the rules forbid the bet, or the purse does not suffice.
    """
    check_open(book)
    _check_not_house(book.house, person)
    seat = book.seat_of(person)
    if seat is side.other:
        raise GalerieError(GalerieRule.AGAINST_ONESELF)
    if seat is side:
        raise GalerieError(GalerieRule.PLAYER_TAKES)
    if book.side_of(person) is side.other:
        raise GalerieError(GalerieRule.BOTH_SIDES)
    chips = whole_chips(amount)
    check_purse(purses, person, chips)
    if len(book.bets) >= MOST_BETS:
        raise GalerieError(GalerieRule.TOO_MANY_BETS, most=MOST_BETS)
    return _top_up(replace(book, bets=(*book.bets, Bet(person, side, chips))), (side.other,), purses)


def withdraw(book: Book, person: Person, amount: int | None = None) -> Book:
    """Takes back chips of a backer's bets, or of the bets that a player has taken.

    A backer's last bets shrink first, so the backer keeps the best place in the order of bets. The agreed stake and La
    Chouette cannot be withdrawn. If the player of the other side has taken more than the bets that remain, the
    difference is returned to that player.

    Args:
        book: the open book.
        person: the backer or player.
        amount: in chips. None means everything that can be withdrawn.

    Raises:
        GalerieError: `person` has less than `amount`, or the book is closed.
    """
    check_open(book)
    seat = book.seat_of(person)
    if seat in book.chouettes:
        raise GalerieError(GalerieRule.CHOUETTE_STANDS)
    has = sum(bet.amount for bet in book.bets if bet.person == person) if seat is None else book.taken[seat.index]
    chips = has if amount is None else whole_chips(amount)
    if chips > has or not has:
        raise GalerieError(GalerieRule.MORE_THAN_STAKED if seat is None else GalerieRule.STAKE_STANDS, staked=has)
    if seat is not None:
        return replace(book, taken=_with(book.taken, seat, has - chips))
    side = book.side_of(person)
    assert side is not None, "a person with a bet has a side"
    remaining: list[Bet] = []
    for bet in reversed(book.bets):
        back = min(chips, bet.amount) if bet.person == person else 0
        chips -= back
        if back < bet.amount:
            remaining.append(replace(bet, amount=bet.amount - back))
    smaller = replace(book, bets=tuple(reversed(remaining)))
    most = smaller.bystanders_have(side)
    return replace(smaller, taken=_with(smaller.taken, side.other, min(smaller.taken[side.other.index], most)))


def offered_against(book: Book, seat: Seat) -> int:
    """Returns how many chips of backers' bets on the other side the player at `seat` may still take."""
    return book.bystanders_have(seat.other) - book.taken[seat.index]


def take(book: Book, person: Person, amount: int | None, purses: Purses) -> Book:
    """Lets a player take bets that backers of the other side offer.

    La Chouette also takes future bets; this function takes only present ones.

    Args:
        book: the open book.
        person: the player.
        amount: in chips. None means all that is offered.
        purses: the free chips of the player.

    Raises:
        GalerieError: less than `amount` is offered, or the purse does not suffice.
    """
    check_open(book)
    seat = _player(book, person)
    offered = offered_against(book, seat)
    chips = whole_chips(amount) if amount is not None else offered
    if not 0 < chips <= offered:
        raise GalerieError(GalerieRule.MORE_THAN_OFFERED, offered=offered)
    check_purse(purses, person, chips)
    return replace(book, taken=_with(book.taken, seat, book.taken[seat.index] + chips))


def declare_chouette(book: Book, person: Person, purses: Purses) -> Book:
    """Puts a player at La Chouette: the player covers all bets on the other side, now and until the close, as far as
    the purse goes.

    Only French tables have La Chouette. It cannot be taken back. Both players may declare it.

    Args:
        book: the open book.
        person: the player.
        purses: the free chips of the player.

    Raises:
        GalerieError: the rules forbid it.
    """
    check_open(book)
    seat = _player(book, person)
    if book.style is Style.ENGLISH:
        raise GalerieError(GalerieRule.ENGLISH_TABLE)
    if seat in book.chouettes:
        raise GalerieError(GalerieRule.CHOUETTE_STANDS)
    return _top_up(replace(book, chouettes=book.chouettes | {seat}), (seat,), purses)


def close(book: Book, purses: Purses) -> Closed:
    """Closes the book at the first card. Money that nothing covers is returned, the last bet first.

    Args:
        book: the open book.
        purses: the free chips of players at La Chouette. They cover once more as much as they can.

    Raises:
        GalerieError: the book is not open.
    """
    check_open(book)
    full = _top_up(book, Seat, purses)
    covered = min(full.total(Seat.NORTH), full.total(Seat.SOUTH))
    still_covered = {seat: covered - full.player_has(seat) for seat in Seat}
    covered_bets: list[Bet] = []
    refunded: dict[Person, int] = {}
    uncovered: list[BookHolding] = []
    for bet in full.bets:
        chips = min(bet.amount, still_covered[bet.side])
        still_covered[bet.side] -= chips
        if chips:
            covered_bets.append(replace(bet, amount=chips))
        if chips < bet.amount:
            uncovered.append(BookHolding(bet.person, bet.amount - chips))
    for holding in reversed(uncovered):
        refunded[holding.person] = refunded.get(holding.person, 0) + holding.amount
    refunds = tuple(BookHolding(person, chips) for person, chips in refunded.items())
    return Closed(replace(full, bets=tuple(covered_bets), stage=Stage.CLOSED), refunds)


def holdings(book: Book, side: Seat) -> tuple[BookHolding, ...]:
    """Returns the chips of each person on `side`: the player's, then the backers' in the order of their first bets."""
    return (BookHolding(book.players[side.index], book.player_has(side)), *_of_bystanders(book, side))


def backers(book: Book, side: Seat) -> tuple[BookHolding, ...]:
    """Returns the persons with a bet on `side` in a closed book, with their chips, in the order of their first bets.
    They are the backers of Law 54.

    Raises:
        GalerieError: the book is open. Until the close, their money may still be returned.
    """
    if book.stage is Stage.OPEN:
        raise GalerieError(GalerieRule.BOOK_OPEN)
    return _of_bystanders(book, side)


def advisers(book: Book, side: Seat) -> tuple[BookHolding, ...]:
    """Returns the backers who may see the hand at `side`, advise its player and play the game out (Laws 54 and 55).

    There are none at an English table (Law 52), and none behind a player at La Chouette (p. 37).

    Raises:
        GalerieError: the book is open.
    """
    behind = backers(book, side)
    return () if book.style is Style.ENGLISH or side in book.chouettes else behind


def advised_by(book: Book, person: Person) -> Seat | None:
    """Returns the side whose hand a person may see because they back its player, or None. Before the close it is None
    for everyone.
    """
    if book.stage is Stage.OPEN:
        return None
    return next((side for side in Seat if any(adviser.person == person for adviser in advisers(book, side))), None)


def check_purse(purses: Purses, person: Person, chips: int) -> None:
    """Raises `GalerieError` if a person's purse has fewer than `chips` chips."""
    has = purse_of(purses, person)
    if chips > has:
        raise GalerieError(GalerieRule.BEYOND_PURSE, purse=has)


def check_open(book: Book) -> None:
    """Raises `GalerieError` unless the book still takes bets."""
    if book.stage is not Stage.OPEN:
        closed = book.stage is Stage.CLOSED
        raise GalerieError(GalerieRule.BOOK_CLOSED if closed else GalerieRule.FINISHED)


def _of_bystanders(book: Book, side: Seat) -> tuple[BookHolding, ...]:
    sums: dict[Person, int] = {}
    for bet in book.bets:
        if bet.side is side:
            sums[bet.person] = sums.get(bet.person, 0) + bet.amount
    return tuple(BookHolding(person, chips) for person, chips in sums.items())


def _top_up(book: Book, seats: Iterable[Seat], purses: Purses) -> Book:
    """Lets players at La Chouette take all bets that are offered against them, as far as their purses go.

    Args:
        book: the open book.
        seats: the seats to look at. Those without La Chouette are passed over.
        purses: the free chips of the players at La Chouette.
    """
    for seat in seats:
        if seat in book.chouettes and (wanted := offered_against(book, seat)):
            chips = min(wanted, purse_of(purses, book.players[seat.index]))
            book = replace(book, taken=_with(book.taken, seat, book.taken[seat.index] + chips))
    return book


def _check_not_house(house: Person | None, person: Person) -> None:
    if house is not None and person == house:
        raise GalerieError(GalerieRule.HOUSE_BETS_NOT)


def _player(book: Book, person: Person) -> Seat:
    _check_not_house(book.house, person)
    seat = book.seat_of(person)
    if seat is None:
        raise GalerieError(GalerieRule.NOT_A_PLAYER)
    return seat


def _with(pair: Pair, seat: Seat, value: int) -> Pair:
    return (value, pair[1]) if seat is Seat.NORTH else (pair[0], value)
