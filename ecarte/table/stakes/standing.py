"""Says how much of each stake and bet in a book is covered, and what may be bet against the rest.

This module reads books and changes none. Source: the treatise, p. 36; `book` defines the order.
"""

from __future__ import annotations

from dataclasses import dataclass

from ecarte.game import Seat
from ecarte.table.stakes.book import Bet, Book, Stage, check_open, check_purse
from ecarte.table.stakes.errors import GalerieError, GalerieRule
from ecarte.table.stakes.terms import Person, Purses, purse_of


@dataclass(frozen=True, slots=True)
class Line:
    """A player's stake, or one bet of a backer. The money on the other side covers `covered` of its `amount` chips."""

    person: Person
    is_player: bool
    amount: int
    covered: int

    @property
    def uncovered(self) -> int:
        """How many chips would be returned if the book closed now."""
        return self.amount - self.covered


@dataclass(frozen=True, slots=True)
class SideStanding:
    """The money on one side of a book of stakes and bets, in chips.

    Attributes:
        side: the seat of the player on this side.
        lines: the player's money first, then the backers' bets, the oldest first.
        total: the sum of all lines, covered or not.
        is_chouette: whether the player is at La Chouette.
    """

    side: Seat
    lines: tuple[Line, ...]
    total: int
    is_chouette: bool


@dataclass(frozen=True, slots=True)
class BookStanding:
    """The money on both sides of a book, and how many chips of each side the other one covers."""

    north: SideStanding
    south: SideStanding
    covered: int


def standing(book: Book) -> BookStanding:
    """Returns how much of each stake and bet is covered, at any stage of the book.

    A player's own stake is always covered.
    """
    covered = min(book.total(Seat.NORTH), book.total(Seat.SOUTH))
    return BookStanding(_side(book, Seat.NORTH, covered), _side(book, Seat.SOUTH, covered), covered)


def unmatched(book: Book) -> Bet | None:
    """Returns the bet that new money on the other side would cover first.

    Only one side can have such a bet. Further bets of the same owner are included if no other owner's bet comes between
    them.

    Returns:
        The owner, the side, and the number of chips that nothing covers yet. None if the book is not open, if all money
        is covered, or if the player on the side of the bet is at La Chouette: that player takes new money before the
        backers do.
    """
    if book.stage is not Stage.OPEN:
        return None
    both = standing(book)
    for side in (both.north, both.south):
        lines = [line for line in side.lines if line.uncovered]
        if lines and not side.is_chouette:
            first = lines[0].person
            others = next((index for index, line in enumerate(lines) if line.person != first), len(lines))
            return Bet(first, side.side, sum(line.uncovered for line in lines[:others]))
    return None


def match_bet(book: Book, person: Person, bettor: Person, most: int, purses: Purses) -> Bet:
    """Returns the bet with which `person` can cover another person's bet. Does not change the book.

    The amount is what nothing covers yet, but no more than `most` and no more than the purse. To make the bet, a
    player of the game calls `take`, anyone else `place`.

    Args:
        book: the open book.
        person: the person who wants to bet.
        bettor: the owner of the bet to cover. It must be the next one to be covered.
        most: the largest amount, in chips.
        purses: the free chips of `person`.

    Raises:
        GalerieError: that bet is not next to be covered, `person` is on its side, or has no chips.
    """
    check_open(book)
    waiting = unmatched(book)
    if waiting is None or waiting.person != bettor:
        raise GalerieError(GalerieRule.NOTHING_UNMATCHED)
    if book.side_of(person) is waiting.side:
        raise GalerieError(GalerieRule.OWN_SIDE)
    check_purse(purses, person, 1)
    return Bet(person, waiting.side.other, min(waiting.amount, most, purse_of(purses, person)))


def _side(book: Book, side: Seat, covered: int) -> SideStanding:
    has = book.player_has(side)
    lines = [Line(book.players[side.index], True, has, has)]
    left = covered - has
    for bet in book.bets:
        if bet.side is side:
            chips = min(bet.amount, left)
            left -= chips
            lines.append(Line(bet.person, False, bet.amount, chips))
    return SideStanding(side, tuple(lines), book.total(side), side in book.chouettes)
