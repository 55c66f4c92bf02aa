"""Settles the book of a finished game: who pays and who gets how many chips.

In a game that counts double or treble, the losers owe two or three chips for each covered one. They pay from their
money on the table, then from their purses; each pays only their own debt. The winning player is paid first and in full.
The backers share the rest in proportion to their covered stakes, to the last chip (`share_out`, in the order of their
first bets). It does not matter who held the cards: a resigned game that a backer plays out (Law 54) is settled for the
side on which the money is.

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
    """What a finished game means for one person's chips.

    Attributes:
        person: a player or backer.
        side: the side on which they had chips.
        staked: the chips that they had on the table, all covered.
        due: how many chips the person should win (their side won) or owes (their side lost); 0 if the game does not
            count.
        gain: how many chips the person won (positive) or lost (negative). Fewer chips than `due` move if the purses of
            the losers do not suffice.
    """

    person: Person
    side: Seat
    staked: int
    due: int
    gain: int


@dataclass(frozen=True, slots=True)
class Settlement:
    """The result of a game for everyone with chips in its book.

    Attributes:
        book: the settled book.
        winner: the side that won, or None if the game does not count.
        multiple: whether the game counts once, twice or three times.
        shares: one for each person with chips in the book: North's side first, the player before the backers.
    """

    book: Book
    winner: Seat | None
    multiple: Multiple
    shares: tuple[SettledShare, ...]

    @property
    def short(self) -> int:
        """How many chips the losers owed and could not pay."""
        return sum(share.due - share.gain for share in self.shares if share.side is self.winner)


def settle(book: Book, winner: Seat, multiple: Multiple, purses: Purses) -> Settlement:
    """Settles the book of a finished game.

    Args:
        book: the closed book.
        winner: the side that won.
        multiple: whether the game counts once, twice or three times.
        purses: the free chips of all persons on the losing side. Not read if the game counts once.

    Raises:
        GalerieError: the book is open or already settled.
    """
    _check_closed(book)
    losers = holdings(book, winner.other)
    factor = multiple.value
    paid = [_payment(loser, factor, purses) for loser in losers]
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
    """Gives back all chips of a game that is void, abandoned or stopped by agreement. The book may be open or closed.

    Raises:
        GalerieError: the book is already settled.
    """
    if book.stage is Stage.FINISHED:
        raise GalerieError(GalerieRule.FINISHED)
    shares = tuple(
        SettledShare(holding.person, side, holding.amount, 0, 0) for side in Seat for holding in holdings(book, side)
    )
    return _finish(book, None, Multiple.SINGLE, shares)


def _payment(loser: BookHolding, factor: int, purses: Purses) -> int:
    """Returns how many chips a loser pays: those on the table, and as many of the further debt as the purse has."""
    beyond = (factor - 1) * loser.amount
    return loser.amount + (min(beyond, purse_of(purses, loser.person)) if beyond else 0)


def _divide(pot: int, winners: tuple[BookHolding, ...], factor: int) -> tuple[int, ...]:
    """Divides `pot` among `winners`, the player first. The pot never exceeds the sum of their claims."""
    player, *others = winners
    first = min(pot, factor * player.amount)
    return (first, *share_out(pot - first, [holding.amount for holding in others])) if others else (first,)


def _check_closed(book: Book) -> None:
    if book.stage is not Stage.CLOSED:
        raise GalerieError(GalerieRule.BOOK_OPEN if book.stage is Stage.OPEN else GalerieRule.FINISHED)


def _finish(book: Book, winner: Seat | None, multiple: Multiple, shares: tuple[SettledShare, ...]) -> Settlement:
    gains = tuple((share.person, share.gain) for share in shares)
    return Settlement(replace(book, stage=Stage.FINISHED, gains=gains), winner, multiple, shares)
