"""How a book stands: for every stake, what of it is covered and what is not. For the table's message.

Reads a book and changes none. Source: the treatise, p. 36; `book` has the order.
"""

from __future__ import annotations

from dataclasses import dataclass

from ecarte.game import Seat
from ecarte.table.stakes.book import Book
from ecarte.table.stakes.terms import Person


@dataclass(frozen=True, slots=True)
class Line:
    """One stake: the player's, or one bet of a bystander; `covered` is how much of `amount` the other side covers."""

    person: Person
    is_player: bool
    amount: int
    covered: int

    @property
    def uncovered(self) -> int:
        """What would go back if the book closed now."""
        return self.amount - self.covered


@dataclass(frozen=True, slots=True)
class SideStanding:
    """One side: its stakes in their order, and their sum."""

    side: Seat
    lines: tuple[Line, ...]
    total: int
    is_chouette: bool


@dataclass(frozen=True, slots=True)
class BookStanding:
    """Both sides, and what of each is covered: the same on both."""

    north: SideStanding
    south: SideStanding
    covered: int


def standing(book: Book) -> BookStanding:
    """What is covered and what is not, at any stage of `book`. A player's money always is."""
    covered = min(book.total(Seat.NORTH), book.total(Seat.SOUTH))
    return BookStanding(_side(book, Seat.NORTH, covered), _side(book, Seat.SOUTH, covered), covered)


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
