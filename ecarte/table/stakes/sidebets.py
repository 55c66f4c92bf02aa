"""Side bets of one game: offered between deals at the odds of the table, and settled with the game.

An offer names an amount on a side; a taker puts up against it what the odds of the present score ask, for all of it or
for a part. Both amounts form a pot, and the side that wins the game takes it: nothing is multiplied, so no rounding can
make a chip. Where the odds do not divide evenly, the fraction of a chip falls to the taker: the taker's chips meet no
more of the offer than the odds allow, rounded down, and cost what the odds ask for that, rounded up; the rest stays
with the taker. So many small takings are never cheaper than a large one, and no side loses a whole chip by rounding.

What is not taken of an offer goes back when the next deal begins, for the odds are then past. A bet made stands.
A bettor is bound to one side, in the book of the game and here. Side bettors do not cover the stakes: a side bet gives
no right to see a hand. Every function gives a new value and on error changes nothing. Source: the treatise, p. 72;
offering, taking parts and the rounding are this library's.
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
    """`person` has put up `stake` against `against` chips of an offer."""

    person: Person
    stake: int
    against: int


@dataclass(frozen=True, slots=True)
class Offer:
    """`person` offers `amount` on `side` at `odds`; `takings`: who has taken what of it, in their order."""

    number: int
    person: Person
    side: Seat
    amount: int
    odds: Odds
    takings: tuple[Taking, ...] = ()

    @property
    def taken(self) -> int:
        """How much of `amount` is taken."""
        return sum(taking.against for taking in self.takings)

    @property
    def left(self) -> int:
        """How much of `amount` may still be taken."""
        return self.amount - self.taken

    @property
    def asks(self) -> int:
        """What takes all that is left: what the odds ask, rounded up."""
        return self.asks_for(self.left)

    def asks_for(self, chips: int) -> int:
        """What lies against `chips` of the offer: what the odds ask, rounded up."""
        return -(-chips * self.odds.win // self.odds.stake)

    def meets(self, chips: int) -> int:
        """How much of the rest of the offer a taker with `chips` can meet, by the odds, rounded down."""
        return min(self.left, chips * self.odds.stake // self.odds.win)


@dataclass(frozen=True, slots=True)
class SideBets:
    """The side bets of one game.

    `bound`: whom the book of the game binds to a side; `to_make`: the points that each has to make, while
    offers may be made, else None; `next_number`: that of the next offer; `finished` and `gains` as in a book.
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
        """The side to which `person` is bound, or None."""
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
        """What each person has in it (negative) or, once it is finished, has won or lost."""
        if self.finished:
            return dict(self.gains)
        sums: dict[Person, int] = {}
        for offer in self.offers:
            sums[offer.person] = sums.get(offer.person, 0) - offer.amount
            for taking in offer.takings:
                sums[taking.person] = sums.get(taking.person, 0) - taking.stake
        return sums


def begin_side_bets(book: Book) -> SideBets:
    """No side bet yet. `book`: the closed book of the game; it tells the players and who is bound to which side.

    Raises `GalerieError` if the book is open, or settled.
    """
    if book.stage is Stage.FINISHED:
        raise GalerieError(GalerieRule.FINISHED)
    bound = tuple((backer.person, side) for side in Seat for backer in backers(book, side))
    return SideBets(book.players, bound, book.house)


def open_round(bets: SideBets, to_make: ToMake) -> SideBets:
    """A deal has ended: offers may be made at the odds of the points that North and South have `to_make`.

    What was left of offers at other odds goes back. Raises `GalerieError`, or `RulesError` for a game that is won.
    """
    _check_unfinished(bets)
    if not all(type(points) is int and points >= 1 for points in to_make):
        raise RulesError("to_make", to_make)
    return replace(bets if bets.to_make == to_make else end_round(bets), to_make=to_make)


def offer(bets: SideBets, person: Person, side: Seat, amount: int, purses: Purses) -> SideBets:
    """`person` offers `amount` on `side` at the odds of the score. `purses`: the offerer's. Raises `GalerieError`."""
    odds = odds_on(side, _round(bets))
    _check_side(bets, person, side)
    chips = whole_chips(amount)
    made = Offer(bets.next_number, person, side, chips, odds)
    whole_chips(made.asks)
    check_purse(purses, person, chips)
    _check_room(bets)
    return replace(bets, offers=(*bets.offers, made), next_number=made.number + 1)


def take_offer(bets: SideBets, person: Person, number: int, most: int | None, purses: Purses) -> SideBets:
    """`person` puts up `most` chips against offer `number`, or the few less that meet as much; None: all it asks.

    `purses`: the taker's. Too few to meet a single chip, or more than the offer asks, is refused, as is whatever else
    the rules forbid: `GalerieError`.
    """
    _round(bets)
    found = _offer(bets, number)
    _check_side(bets, person, found.side.other)
    if not found.left:
        raise GalerieError(GalerieRule.MORE_THAN_OFFERED, asks=0)
    at_most = found.asks if most is None else whole_chips(most)
    if at_most > found.asks:
        raise GalerieError(GalerieRule.MORE_THAN_OFFERED, asks=found.asks)
    against = found.meets(at_most)
    if not against:
        raise GalerieError(GalerieRule.TOO_LITTLE, least=found.asks_for(1))
    chips = found.asks_for(against)
    check_purse(purses, person, chips)
    _check_room(bets)
    return _with(bets, replace(found, takings=(*found.takings, Taking(person, chips, against))))


def withdraw_offer(bets: SideBets, person: Person, number: int) -> SideBets:
    """`person` takes back what is not taken of their offer `number`. Raises `GalerieError`."""
    _check_unfinished(bets)
    found = _offer(bets, number)
    if found.person != person:
        raise GalerieError(GalerieRule.NOT_THE_OFFERER)
    if not found.left:
        raise GalerieError(GalerieRule.MORE_THAN_STAKED, staked=0)
    return _with(bets, replace(found, amount=found.taken))


def end_round(bets: SideBets) -> SideBets:
    """The next deal begins: what is not taken goes back. Raises `GalerieError` once the game is settled."""
    _check_unfinished(bets)
    made = tuple(replace(offer, amount=offer.taken) for offer in bets.offers if offer.takings)
    return replace(bets, offers=made, to_make=None)


def settle_side_bets(bets: SideBets, winner: Seat) -> SideBets:
    """The game is won: each pot goes to who backed `winner`, once, whatever the game counts.

    What is not taken goes back. Raises `GalerieError` if it was settled already.
    """
    made = end_round(bets)
    gains: dict[Person, int] = {}
    for offer in made.offers:
        sign = 1 if offer.side is winner else -1
        for taking in offer.takings:
            chips = taking.stake if offer.side is winner else taking.against
            gains[offer.person] = gains.get(offer.person, 0) + sign * chips
            gains[taking.person] = gains.get(taking.person, 0) - sign * chips
    return replace(made, finished=True, gains=tuple(gains.items()))


def call_off_side_bets(bets: SideBets) -> SideBets:
    """A game that does not count: everything goes back. Raises `GalerieError` if it was settled already."""
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
    """`changed` in the place of the offer of its number; an offer of nothing is no offer."""
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
