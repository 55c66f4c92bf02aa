"""Side bets of one game: offered between deals at the odds of the table, and settled with the game.

An offer names an amount on a side. A person who takes it, or a part of it, puts up what the odds of the present score
ask against that amount. Both amounts form a pot, and the side that wins the game takes the pot. Nothing is multiplied,
so rounding cannot create a chip. If the odds do not divide evenly, the taker bears the fraction of a chip. The chips
that the taker is ready to put up meet as much of the offer as the odds allow, rounded down. For this part the taker
puts up what the odds ask, rounded up, and keeps the rest. Many small takings are therefore never cheaper than a large
one, and neither side loses a whole chip by rounding.

When the next deal begins, the part of an offer that was not taken is returned, since its odds are no longer valid. The
part that was taken is a bet and stays. A bettor is bound to one side, in the book of the game and here. Side bettors do
not cover the stakes, so a side bet gives no right to see a hand. Every function returns a new value and on error
changes nothing. Source: the treatise, p. 72; offering, taking parts, and the rounding are this library's.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from ecarte.game import RulesError, Seat
from ecarte.table.stakes.book import MOST_BETS, Book, Stage, backers, check_purse
from ecarte.table.stakes.errors import GalerieError, GalerieRule
from ecarte.table.stakes.odds import Odds, ToMake, odds_on
from ecarte.table.stakes.terms import Person, Purses, whole_chips


@dataclass(frozen=True, slots=True)
class Taking:
    """A person has taken a part of an offer: they put up `stake` chips against `against` chips of it."""

    person: Person
    stake: int
    against: int


@dataclass(frozen=True, slots=True)
class Offer:
    """A person offers a bet of `amount` chips on `side` at `odds`.

    Attributes:
        number: the number of the offer in its game, from 1.
        person: the person who offers.
        side: the side on which they bet.
        amount: the chips that they put up.
        odds: the odds on that side.
        takings: the parts that other persons have taken, in order.
    """

    number: int
    person: Person
    side: Seat
    amount: int
    odds: Odds
    takings: tuple[Taking, ...] = ()

    @property
    def taken(self) -> int:
        """How many chips of the offer have been taken."""
        return sum(taking.against for taking in self.takings)

    @property
    def left(self) -> int:
        """How many chips of the offer may still be taken."""
        return self.amount - self.taken

    @property
    def asks(self) -> int:
        """How many chips a person must put up to take all that is left of the offer."""
        return self.asks_for(self.left)

    def asks_for(self, chips: int) -> int:
        """Returns how many chips a person must put up to take this many chips of the offer: what the odds ask, rounded
        up.
        """
        return -(-chips * self.odds.win // self.odds.stake)

    def meets(self, chips: int) -> int:
        """Returns how many chips of the offer a person can take by putting up `chips`: what the odds allow, rounded
        down, and no more than is left.
        """
        return min(self.left, chips * self.odds.stake // self.odds.win)


@dataclass(frozen=True, slots=True)
class SideBets:
    """All side bets of one game.

    Attributes:
        players: North's and South's player.
        bound: pairs of a backer in the book of the game and the side backed there. Side bets of the backer must be on
            the same side.
        house: the computer player, who never bets.
        offers: the open offers, and those of which a part was taken.
        next_number: the number that the next offer gets.
        to_make: while offers are possible, the points that North and South have still to make; else None.
        finished: whether the side bets are settled.
        gains: once they are settled, what each person has won or lost.
    """

    players: tuple[Person, Person]
    bound: tuple[tuple[Person, Seat], ...]
    house: Person | None = None
    offers: tuple[Offer, ...] = ()
    next_number: int = 1
    to_make: ToMake | None = None
    finished: bool = False
    gains: tuple[tuple[Person, int], ...] = ()

    def side_of(self, person: Person) -> Seat | None:
        """Returns the only side on which a person may bet, or None if the person may choose.

        A player may bet only on their own side. A person with a bet, in the book of the game or here, may bet only on
        the same side.
        """
        for seat in Seat:
            if self.players[seat.index] == person:
                return seat
        for backer, side in self.bound:
            if backer == person:
                return side
        for offer in self.offers:
            if offer.person == person:
                return offer.side
            if any(taking.person == person for taking in offer.takings):
                return offer.side.other
        return None

    def account(self) -> dict[Person, int]:
        """Returns how each person stands, in chips.

        Until the side bets are settled, the number is minus the chips that the person has put up. Afterwards it is what
        the person has won (positive) or lost (negative).
        """
        if self.finished:
            return dict(self.gains)
        sums: dict[Person, int] = {}
        for offer in self.offers:
            sums[offer.person] = sums.get(offer.person, 0) - offer.amount
            for taking in offer.takings:
                sums[taking.person] = sums.get(taking.person, 0) - taking.stake
        return sums


def begin_side_bets(book: Book) -> SideBets:
    """Returns the side bets of a game, without any offer yet.

    Args:
        book: the stakes and bets of the game. It takes no more bets (`Stage.CLOSED`).

    Raises:
        GalerieError: the book still takes bets, or is settled.
    """
    if book.stage is Stage.FINISHED:
        raise GalerieError(GalerieRule.FINISHED)
    bound = tuple((backer.person, side) for side in Seat for backer in backers(book, side))
    return SideBets(book.players, bound, book.house)


def open_round(bets: SideBets, to_make: ToMake) -> SideBets:
    """Lets people offer and take side bets after a deal, at the odds of the new score. Offers at other odds end: what
    was not taken is returned.

    Args:
        bets: the side bets so far.
        to_make: the points that North and South have still to make.

    Raises:
        GalerieError: the side bets are settled.
        RulesError: one of the points is below 1.
    """
    _check_unfinished(bets)
    if not all(type(points) is int and points >= 1 for points in to_make):
        raise RulesError("to_make", to_make)
    return replace(bets if bets.to_make == to_make else end_round(bets), to_make=to_make)


def offer(bets: SideBets, person: Person, side: Seat, amount: int, purses: Purses) -> SideBets:
    """Adds an offer of a bet on `side`, at the odds of the present score.

    Args:
        bets: the side bets so far.
        person: the person who offers.
        side: the side on which they bet.
        amount: in chips.
        purses: the free chips of that person.

    Raises:
        GalerieError: the rules forbid the offer, or the purse does not suffice.
    """
    odds = odds_on(side, _round(bets))
    _check_side(bets, person, side)
    chips = whole_chips(amount)
    new = Offer(bets.next_number, person, side, chips, odds)
    whole_chips(new.asks)
    check_purse(purses, person, chips)
    _check_room(bets)
    return replace(bets, offers=(*bets.offers, new), next_number=new.number + 1)


def take_offer(bets: SideBets, person: Person, number: int, most: int | None, purses: Purses) -> SideBets:
    """Lets a person take an offer, or a part of it.

    Args:
        bets: the side bets so far.
        person: the person who takes it.
        number: the number of the offer.
        most: the chips that `person` is ready to put up. If fewer chips suffice for the same part of the offer, only
            these are put up. None means enough to take all that is left of the offer (`Offer.asks`).
        purses: the free chips of that person.

    Raises:
        GalerieError: `most` is too little for one chip of the offer, or more than `Offer.asks`; the purse does not
            suffice; or the rules forbid the bet.
    """
    _round(bets)
    offer = _offer(bets, number)
    _check_side(bets, person, offer.side.other)
    if not offer.left:
        raise GalerieError(GalerieRule.MORE_THAN_OFFERED, asks=0)
    at_most = offer.asks if most is None else whole_chips(most)
    if at_most > offer.asks:
        raise GalerieError(GalerieRule.MORE_THAN_OFFERED, asks=offer.asks)
    against = offer.meets(at_most)
    if not against:
        raise GalerieError(GalerieRule.TOO_LITTLE, least=offer.asks_for(1))
    chips = offer.asks_for(against)
    check_purse(purses, person, chips)
    _check_room(bets)
    return _with(bets, replace(offer, takings=(*offer.takings, Taking(person, chips, against))))


def withdraw_offer(bets: SideBets, person: Person, number: int) -> SideBets:
    """Withdraws the part of an offer that has not been taken. The part that was taken stays a bet.

    Raises:
        GalerieError: there is no such offer, `person` did not make it, all of it was taken, or the side bets are
            settled.
    """
    _check_unfinished(bets)
    offer = _offer(bets, number)
    if offer.person != person:
        raise GalerieError(GalerieRule.NOT_THE_OFFERER)
    if not offer.left:
        raise GalerieError(GalerieRule.MORE_THAN_STAKED, staked=0)
    return _with(bets, replace(offer, amount=offer.taken))


def end_round(bets: SideBets) -> SideBets:
    """Ends the time for offers when the next deal begins. What was not taken of an offer is returned.

    Raises:
        GalerieError: the side bets are settled.
    """
    _check_unfinished(bets)
    taken_offers = tuple(replace(offer, amount=offer.taken) for offer in bets.offers if offer.takings)
    return replace(bets, offers=taken_offers, to_make=None)


def settle_side_bets(bets: SideBets, winner: Seat) -> SideBets:
    """Settles the side bets after a game. Each pot goes to the person on the side of `winner`, whether the game counts
    once, twice or three times.

    What was not taken of an offer is returned.

    Raises:
        GalerieError: the side bets are already settled.
    """
    ended = end_round(bets)
    gains: dict[Person, int] = {}
    for offer in ended.offers:
        sign = 1 if offer.side is winner else -1
        for taking in offer.takings:
            chips = taking.stake if offer.side is winner else taking.against
            gains[offer.person] = gains.get(offer.person, 0) + sign * chips
            gains[taking.person] = gains.get(taking.person, 0) - sign * chips
    return replace(ended, finished=True, gains=tuple(gains.items()))


def call_off_side_bets(bets: SideBets) -> SideBets:
    """Gives back all side bets of a game that does not count. Raises `GalerieError` if they are settled."""
    _check_unfinished(bets)
    return replace(bets, to_make=None, finished=True, gains=())


def _round(bets: SideBets) -> ToMake:
    _check_unfinished(bets)
    if bets.to_make is None:
        raise GalerieError(GalerieRule.BETWEEN_DEALS_ONLY)
    return bets.to_make


def _offer(bets: SideBets, number: int) -> Offer:
    for offer in bets.offers:
        if offer.number == number:
            return offer
    raise GalerieError(GalerieRule.NO_SUCH_OFFER)


def _with(bets: SideBets, changed: Offer) -> SideBets:
    """Returns the side bets with `changed` in place of the offer of its number. An offer of no chips is removed."""
    offers = (changed if offer.number == changed.number else offer for offer in bets.offers)
    return replace(bets, offers=tuple(offer for offer in offers if offer.amount))


def _check_side(bets: SideBets, person: Person, side: Seat) -> None:
    if bets.house is not None and person == bets.house:
        raise GalerieError(GalerieRule.HOUSE_BETS_NOT)
    if bets.side_of(person) is side.other:
        raise GalerieError(GalerieRule.AGAINST_ONESELF if person in bets.players else GalerieRule.BOTH_SIDES)


def _check_room(bets: SideBets) -> None:
    if len(bets.offers) + sum(len(offer.takings) for offer in bets.offers) >= MOST_BETS:
        raise GalerieError(GalerieRule.TOO_MANY_BETS, most=MOST_BETS)


def _check_unfinished(bets: SideBets) -> None:
    if bets.finished:
        raise GalerieError(GalerieRule.FINISHED)
