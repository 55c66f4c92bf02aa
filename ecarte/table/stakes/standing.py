"""How a book stands: for every stake, what of it is covered and what is not, and what may be put against it.

Reads a book and changes none. Source: the treatise, p. 36; `book` has the order.
"""

from __future__ import annotations

from dataclasses import dataclass

from ecarte.game import Seat
from ecarte.table.stakes.book import Bet, Book, Stage, check_open, check_purse
from ecarte.table.stakes.errors import GalerieError, GalerieRule
from ecarte.table.stakes.terms import Person, Purses, purse_of


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


def unmatched(book: Book) -> Bet | None:
    """The bet that new money on the other side would cover first, with what of it nothing covers yet.

    None where all is covered, and once the book is closed. Only one side can have such a bet.
    """
    if book.stage is not Stage.OPEN:
        return None
    shown = standing(book)
    for side in (shown.north, shown.south):
        lines = [line for line in side.lines if line.uncovered]
        if lines:
            first = lines[0].person
            others = next((index for index, line in enumerate(lines) if line.person != first), len(lines))
            return Bet(first, side.side, sum(line.uncovered for line in lines[:others]))
    return None


def match_bet(book: Book, person: Person, bettor: Person, most: int, purses: Purses) -> Bet:
    """What `person` puts against the bet of `bettor` that is next to be covered: a player takes it, a bystander bets.

    It is what of that bet is uncovered, but no more than `most`, and no more than the purse holds. The book is left as
    it is: a player goes on with `take`, a bystander with `place`.

    Args:
        purses: that of `person`.

    Raises:
        GalerieError: that bet is not next to be covered, `person` stands on its side, or has no chips.
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
