"""Who sits behind a player of a French table with nothing staked, by that player's leave.

The laws give the hand to those who back its player (Law 54). A bystander who has no bet may sit behind one player of
a game all the same, as a guest: sees that hand and advises, and has no other right of a backer. A guest is on that
player's side: no bet on the other player, and no sight of the other hand, until the game is over, even for a guest who
has left. La Chouette is played alone (p. 37), and at an English table the bystanders only bet (Law 52).

Every function gives a new `Company`, and on error changes nothing. That there are guests is this library's rule.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from ecarte.game import Seat
from ecarte.table.stakes.book import Book
from ecarte.table.stakes.errors import GalerieError, GalerieRule
from ecarte.table.stakes.sidebets import SideBets
from ecarte.table.stakes.terms import Person, Style

MOST_GUESTS: Final = 8
"""How many may sit behind one player, or wait for the leave to do so."""


@dataclass(frozen=True, slots=True)
class Company:
    """The guests of a game.

    Attributes:
        guests: who sits behind a player, or has asked to: the seat of that player.
        bound: whose hand each guest was given leave to see in this game; that stands when the guest leaves.
        refused: to whom the player of a seat does not give that leave.
    """

    guests: Mapping[Person, Seat] = field(default_factory=dict)
    bound: Mapping[Person, Seat] = field(default_factory=dict)
    refused: frozenset[tuple[Person, Seat]] = frozenset()

    def sees(self, person: Person) -> bool:
        """Whether a guest sees the hand of the player behind whom they sit."""
        seat = self.guests.get(person)
        return seat is not None and self.bound.get(person) is seat and (person, seat) not in self.refused

    def is_refused(self, person: Person) -> bool:
        """Whether the player whom a guest has asked keeps the hand hidden."""
        return person in self.guests and (person, self.guests[person]) in self.refused


def ask(
    company: Company,
    person: Person,
    seat: Seat,
    *,
    style: Style,
    book: Book | None = None,
    side_bets: SideBets | None = None,
) -> Company:
    """A bystander asks to sit behind the player at `seat`. A request to the other player lapses.

    Args:
        book, side_bets: those of the game; None where nothing is played for.

    Raises:
        GalerieError: guests are not for this table, the player plays alone or has said no, `person` is on the other
            side, or the player has as many guests as there may be.
    """
    if style is Style.ENGLISH:
        raise GalerieError(GalerieRule.ENGLISH_TABLE)
    if book is not None and seat in book.chouettes:
        raise GalerieError(GalerieRule.PLAYS_ALONE)
    if (person, seat) in company.refused:
        raise GalerieError(GalerieRule.KEPT_HIDDEN)
    if company.bound.get(person) is seat.other:
        raise GalerieError(GalerieRule.BEHIND_OTHER)
    if seat.other in [stakes.side_of(person) for stakes in (book, side_bets) if stakes is not None]:
        raise GalerieError(GalerieRule.BOTH_SIDES)
    others = {guest: behind for guest, behind in company.guests.items() if guest != person}
    if sum(behind is seat and (guest, seat) not in company.refused for guest, behind in others.items()) >= MOST_GUESTS:
        raise GalerieError(GalerieRule.HAND_FULL, most=MOST_GUESTS)
    return replace(company, guests={**others, person: seat})


def answer(company: Company, person: Person, seat: Seat, *, sees: bool) -> Company:
    """The player at `seat` gives a guest leave to see the hand, or does not. No guest there: nothing changes."""
    if company.guests.get(person) is not seat:
        return company
    if not sees:
        return replace(company, refused=company.refused | {(person, seat)})
    return replace(company, bound={**company.bound, person: seat}, refused=company.refused - {(person, seat)})


def leave(company: Company, person: Person) -> Company:
    """A guest sits behind the player no more.

    Raises:
        GalerieError: `person` is no guest.
    """
    if person not in company.guests:
        raise GalerieError(GalerieRule.NO_GUEST)
    return replace(company, guests={guest: seat for guest, seat in company.guests.items() if guest != person})


def bet(company: Company, person: Person, side: Seat) -> Company:
    """A person bets on `side`: a request to the other player lapses.

    Raises:
        GalerieError: the other player has given them leave to see the hand.
    """
    if company.bound.get(person) is side.other:
        raise GalerieError(GalerieRule.BEHIND_OTHER)
    return leave(company, person) if company.guests.get(person) is side.other else company
