"""Guests: bystanders without a stake who sit behind a player of a French table, by that player's leave.

The laws show the hand to those who back its player (Law 54). A bystander without a bet may nevertheless sit behind one
player as a guest. A guest sees that hand and advises, and has no other right of a backer. A guest takes the player's
side: until the game is over they may not bet on the other player or see the other hand, even after leaving. La Chouette
is played alone (p. 37), and at an English table the bystanders may only bet (Law 52).

Every function returns a new `Company` and on error changes nothing. Guests are this library's rule.
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
"""The most guests behind one player, including those who still wait for the player's answer."""


@dataclass(frozen=True, slots=True)
class Company:
    """The guests behind both players of a game: bystanders without a bet who sit there by the player's leave, or have
    asked for it.

    Attributes:
        guests: for each guest, the seat of the player behind whom they sit, or have asked to sit.
        bound: for each person whom a player has let see the hand, that player's seat. The entry stays when the guest
            leaves.
        refused: pairs of a person and the seat of the player who refuses to show them the hand.
    """

    guests: Mapping[Person, Seat] = field(default_factory=dict)
    bound: Mapping[Person, Seat] = field(default_factory=dict)
    refused: frozenset[tuple[Person, Seat]] = frozenset()

    def sees(self, person: Person) -> bool:
        """Returns whether a person sits behind a player as a guest and sees the hand."""
        seat = self.guests.get(person)
        return seat is not None and self.bound.get(person) is seat and (person, seat) not in self.refused

    def is_refused(self, person: Person) -> bool:
        """Returns whether a person is a guest to whom the player refuses to show the hand."""
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
    """Records that a bystander asks to sit behind the player at `seat`. An earlier request to the other player is
    dropped.

    Args:
        company: the guests so far.
        person: the bystander.
        seat: the player's seat.
        style: how bystanders may take part.
        book, side_bets: the bets of the game, or None if it has no stakes.

    Raises:
        GalerieError: the table is English, the player plays La Chouette or has refused, `person` has taken the other
            player's side, or the player has `MOST_GUESTS` guests.
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
    """Records whether the player at `seat` lets a guest see the hand. Changes nothing if the person is no guest of this
    player.
    """
    if company.guests.get(person) is not seat:
        return company
    if not sees:
        return replace(company, refused=company.refused | {(person, seat)})
    return replace(company, bound={**company.bound, person: seat}, refused=company.refused - {(person, seat)})


def leave(company: Company, person: Person) -> Company:
    """Removes a guest from behind the player.

    Raises:
        GalerieError: `person` is no guest.
    """
    if person not in company.guests:
        raise GalerieError(GalerieRule.NO_GUEST)
    return replace(company, guests={guest: seat for guest, seat in company.guests.items() if guest != person})


def bet(company: Company, person: Person, side: Seat) -> Company:
    """Records that a person bets on `side`. If they had asked to sit behind the other player, that request is dropped.

    Raises:
        GalerieError: the other player has let them see the hand.
    """
    if company.bound.get(person) is side.other:
        raise GalerieError(GalerieRule.BEHIND_OTHER)
    return leave(company, person) if company.guests.get(person) is side.other else company
