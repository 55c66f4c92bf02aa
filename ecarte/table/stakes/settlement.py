"""The payment of a finished game.

A double or treble is owed twice or three times on every covered chip. The losers pay from what lies on the table,
then from their purses, each their own debt and no more. The winning player is paid first and in full; the backers
share what is then left, in proportion to their covered stakes, to the last chip (`share_out`, first bets
first). It does not matter who held the cards: a resigned game that a backer plays out (Law 54) is settled for the
side on which the money lies.

This module knows no cards and no ledger. Sources: the treatise, p. 36; Laws 46 and 54.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from ecarte.game import Multiple, Seat
from ecarte.table.stakes.book import Book, BookHolding, Stage, holdings
from ecarte.table.stakes.errors import GalerieError, GalerieRule
from ecarte.table.stakes.terms import Person, Purses, purse_of, share_out


@dataclass(frozen=True, slots=True)
class SettledShare:
    """What the game was for one person.

    `staked`: the covered stake, which lay on the table; `due`: the chips to be won, or owed; `gain`: the chips won
    (positive) or lost (negative).
    """

    person: Person
    side: Seat
    staked: int
    due: int
    gain: int


@dataclass(frozen=True, slots=True)
class Settlement:
    """How a game was settled: `winner` is None for one that does not count.

    `book` is the finished book; `shares` has each person with money in it once, North's side first, the player
    before the backers; `short` is what the winners should have had and the losers could not pay.
    """

    book: Book
    winner: Seat | None
    multiple: Multiple
    shares: tuple[SettledShare, ...]

    @property
    def short(self) -> int:
        """The chips that the losers owed and had not."""
        return sum(share.due - share.gain for share in self.shares if share.side is self.winner)


def settle(book: Book, winner: Seat, multiple: Multiple, purses: Purses) -> Settlement:
    """The payments of a finished game whose book is closed.

    `purses`: of all on the losing side with money in the book, where the game counts double or treble.
    Raises `GalerieError` for a book that is open or settled already.
    """
    _check_closed(book)
    losers = holdings(book, winner.other)
    factor = multiple.value
    paid = [_pays(loser, factor, purses) for loser in losers]
    winners = holdings(book, winner)
    won = _divide(sum(paid), winners, factor)
    shares = {
        winner: tuple(
            SettledShare(holding.person, winner, holding.amount, factor * holding.amount, chips)
            for holding, chips in zip(winners, won, strict=True)
        ),
        winner.other: tuple(
            SettledShare(holding.person, winner.other, holding.amount, factor * holding.amount, -chips)
            for holding, chips in zip(losers, paid, strict=True)
        ),
    }
    return _finish(book, winner, multiple, shares[Seat.NORTH] + shares[Seat.SOUTH])


def call_off(book: Book) -> Settlement:
    """A game void, abandoned or stopped by agreement: everything goes back, whether the book is open or closed.

    Raises `GalerieError` for a book that is settled already.
    """
    if book.stage is Stage.FINISHED:
        raise GalerieError(GalerieRule.FINISHED)
    shares = tuple(
        SettledShare(holding.person, side, holding.amount, 0, 0) for side in Seat for holding in holdings(book, side)
    )
    return _finish(book, None, Multiple.SINGLE, shares)


def _pays(loser: BookHolding, factor: int, purses: Purses) -> int:
    """The stake, and what more is owed as far as the purse goes."""
    beyond = (factor - 1) * loser.amount
    return loser.amount + (min(beyond, purse_of(purses, loser.person)) if beyond else 0)


def _divide(pot: int, winners: tuple[BookHolding, ...], factor: int) -> tuple[int, ...]:
    """`pot` among `winners`, the player first of them. It is never more than all of them are entitled to."""
    player, *others = winners
    first = min(pot, factor * player.amount)
    return (first, *share_out(pot - first, [holding.amount for holding in others])) if others else (first,)


def _check_closed(book: Book) -> None:
    if book.stage is not Stage.CLOSED:
        raise GalerieError(GalerieRule.BOOK_OPEN if book.stage is Stage.OPEN else GalerieRule.FINISHED)


def _finish(book: Book, winner: Seat | None, multiple: Multiple, shares: tuple[SettledShare, ...]) -> Settlement:
    gains = tuple((share.person, share.gain) for share in shares)
    return Settlement(replace(book, stage=Stage.FINISHED, gains=gains), winner, multiple, shares)
