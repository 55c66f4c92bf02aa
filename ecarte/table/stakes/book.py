"""The book of one game: the money on each player, until the first card is dealt.

The book opens with the players' stakes and closes with the first card. What lies on a side is one heap: its player
comes first, then the bystanders in the order of their bets, and as much of it is covered as lies on the other side.
A player may take bets that bystanders offer against that side: they add to the player's own stake, before the backers.
What a player takes never exceeds what bystanders offer, and is trimmed if they withdraw, so it is always covered.
La Chouette is a player who takes all, now and until the close, as far as the purse goes.

Every function gives a new book and leaves the old one; on error nothing has changed. Chips are on the table from
the moment they are named: `postings(before, after)` has what moves. Sources: the treatise, pp. 36-37; that withdrawing
is free until the close, and the order in which uncovered money goes back, are this library's.
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
"""So many bets of the largest amount, all covered by players, add up below 2**63, which a database can hold."""

Pair: TypeAlias = tuple[int, int]


@unique
class Stage(Enum):
    """How far a book has come."""

    OPEN = "open"
    CLOSED = "closed"
    FINISHED = "finished"


@dataclass(frozen=True, slots=True)
class Bet:
    """What a bystander has put on a player, or what of it is left."""

    person: Person
    side: Seat
    amount: int


@dataclass(frozen=True, slots=True)
class BookHolding:
    """All that one person has on one side of a book."""

    person: Person
    amount: int


@dataclass(frozen=True, slots=True)
class Book:
    """The stakes of one game. Made by `open_book`, changed by the functions of this module and of `settlement`.

    `players`: North's and South's; `stake`: what each of them plays for (0: for the honour); `bets`: the
    bystanders', in the order in which they came; `taken`: what each player has taken beside the stake;
    `chouettes`: the players who cover all; `gains`: once finished, what each has won or lost.
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
        """The seat where `person` plays, or None for a bystander."""
        for seat in Seat:
            if self.players[seat.index] == person:
                return seat
        return None

    def side_of(self, person: Person) -> Seat | None:
        """The side on which `person` plays or has money, or None."""
        return self.seat_of(person) or next((bet.side for bet in self.bets if bet.person == person), None)

    def player_has(self, seat: Seat) -> int:
        """The money of the player at `seat`: the stake and the bets taken."""
        return self.stake + self.taken[seat.index]

    def bystanders_have(self, side: Seat) -> int:
        """The bystanders' money on `side`."""
        return sum(bet.amount for bet in self.bets if bet.side is side)

    def total(self, side: Seat) -> int:
        """All the money on `side`."""
        return self.player_has(side) + self.bystanders_have(side)

    def account(self) -> dict[Person, int]:
        """What each person has in it (negative) or, once it is finished, has won or lost."""
        if self.stage is Stage.FINISHED:
            return dict(self.gains)
        return {holding.person: -holding.amount for seat in Seat for holding in holdings(self, seat)}


@dataclass(frozen=True, slots=True)
class Closed:
    """A closed book, in which everything is covered, and what went back to whom (last come first)."""

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
    """A book with `stake` of each player on the table; 0 where they play for the honour and only others bet.

    `purses`: both players', unless the stake is 0. `house`: who never bets. Raises `GalerieError`.
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
    """A bystander puts `amount` on `side`: last in the order.

    `purses`: the bystander's, and that of a player who plays La Chouette against it. Raises `GalerieError`.
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
    """A bystander takes back `amount` of their bets, covered or not; a player, of the bets taken. None: all of it.

    The last bets give first, so the best place is kept. The agreed stake stands, and so does La Chouette. What a player
    took of this money goes back to that player. Raises `GalerieError`.
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
    assert side is not None, "who has a bet has a side"
    kept: list[Bet] = []
    for bet in reversed(book.bets):
        back = min(chips, bet.amount) if bet.person == person else 0
        chips -= back
        if back < bet.amount:
            kept.append(replace(bet, amount=bet.amount - back))
    less = replace(book, bets=tuple(reversed(kept)))
    most = less.bystanders_have(side)
    return replace(less, taken=_with(less.taken, side.other, min(less.taken[side.other.index], most)))


def offered_against(book: Book, seat: Seat) -> int:
    """What the player at `seat` may still take: bystanders' money on the other side."""
    return book.bystanders_have(seat.other) - book.taken[seat.index]


def take(book: Book, person: Person, amount: int | None, purses: Purses) -> Book:
    """A player takes `amount` of what bystanders offer on the other side, before the backers; None: all of it.

    Unlike La Chouette this is for what is offered now. `purses`: the player's. Raises `GalerieError`.
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
    """A player covers all that is offered on the other side, now and until the close, up to the purse (`purses`).

    It is for French tables, and is not taken back. Both may declare it. Raises `GalerieError`.
    """
    check_open(book)
    seat = _player(book, person)
    if book.style is Style.ENGLISH:
        raise GalerieError(GalerieRule.ENGLISH_TABLE)
    if seat in book.chouettes:
        raise GalerieError(GalerieRule.CHOUETTE_STANDS)
    return _top_up(replace(book, chouettes=book.chouettes | {seat}), (seat,), purses)


def close(book: Book, purses: Purses) -> Closed:
    """The first card is dealt: no more bets, and what is not covered goes back, last come first.

    `purses`: those of players at La Chouette, who cover once more what they now can. Raises `GalerieError`.
    """
    check_open(book)
    full = _top_up(book, Seat, purses)
    covered = min(full.total(Seat.NORTH), full.total(Seat.SOUTH))
    left = {seat: covered - full.player_has(seat) for seat in Seat}
    kept: list[Bet] = []
    back: dict[Person, int] = {}
    refused: list[BookHolding] = []
    for bet in full.bets:
        chips = min(bet.amount, left[bet.side])
        left[bet.side] -= chips
        if chips:
            kept.append(replace(bet, amount=chips))
        if chips < bet.amount:
            refused.append(BookHolding(bet.person, bet.amount - chips))
    for holding in reversed(refused):
        back[holding.person] = back.get(holding.person, 0) + holding.amount
    refunds = tuple(BookHolding(person, chips) for person, chips in back.items())
    return Closed(replace(full, bets=tuple(kept), stage=Stage.CLOSED), refunds)


def holdings(book: Book, side: Seat) -> tuple[BookHolding, ...]:
    """What each person has on `side`: the player first, then bystanders by their first bets."""
    return (BookHolding(book.players[side.index], book.player_has(side)), *_of_bystanders(book, side))


def backers(book: Book, side: Seat) -> tuple[BookHolding, ...]:
    """The bystanders who cover the stakes on `side` of a closed book, by their first bets: those whom Law 54 means.

    Raises `GalerieError` while the book is open, for who has money in it then may still get it back.
    """
    if book.stage is Stage.OPEN:
        raise GalerieError(GalerieRule.BOOK_OPEN)
    return _of_bystanders(book, side)


def advisers(book: Book, side: Seat) -> tuple[BookHolding, ...]:
    """Those of `backers` who may see the hand at `side`, advise its player and play the game out (Laws 54 and 55).

    None at an English table (Law 52), and none where the player keeps La Chouette (p. 37). Raises as `backers`.
    """
    behind = backers(book, side)
    return () if book.style is Style.ENGLISH or side in book.chouettes else behind


def advised_by(book: Book, person: Person) -> Seat | None:
    """The side whose hand `person` may see as an adviser; None for who may see none, and for all before the close."""
    if book.stage is Stage.OPEN:
        return None
    return next((side for side in Seat if any(adviser.person == person for adviser in advisers(book, side))), None)


def check_purse(purses: Purses, person: Person, chips: int) -> None:
    """Raises `GalerieError` if `person` has not `chips` free."""
    has = purse_of(purses, person)
    if chips > has:
        raise GalerieError(GalerieRule.BEYOND_PURSE, purse=has)


def check_open(book: Book) -> None:
    """Raises `GalerieError` if no more bets are taken."""
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
    """Those of `seats` who play La Chouette cover all that is offered against them, as far as they can."""
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
