"""What the adversary may hold, in weighted classes, and what comes of each card led or laid against them all.

As `ecarte.odds.first_hand`, but at any moment of a deal, with what the seat has come to know, and with weights that are
no counts: each unseen card has a weight of its own, and a hand weighs the product of its cards' weights. Results are
those of open hands: from the next trick on both sides see all cards, which flatters whoever has the choice.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from ecarte.game import Card, Suit, cards_of
from ecarte.odds import EMPTY, follower_throws, lead_of, plain_key, swapped, table

__all__ = ["CardWeights", "Field", "Tally", "lead_tallies", "tally"]

SuitWeights: TypeAlias = tuple[float, ...]
CardWeights: TypeAlias = tuple[SuitWeights, SuitWeights, SuitWeights, SuitWeights]
"""What a card weighs in the adversary's hand, by suit in the order of the pack and by rank, king first."""

Tally: TypeAlias = tuple[list[float], list[float]]
"""The weight of the hands against which so many tricks are made: without and with the king of trumps in his hand."""


class Field(NamedTuple):
    """What is to be played against: `hand` the own cards; the others as masks of what he may and does hold.

    `number`: how many cards he has; `weights`: of the cards; `king`: the bit of the king of trumps.
    """

    hand: int
    may: int
    sure: int
    number: int
    trump: Suit
    weights: CardWeights

    def suit(self, suit: Suit) -> tuple[int, int, int]:
        """The bits of a suit: own, may be held, surely held."""
        shift = suit.shift
        return self.hand >> shift & 0xFF, self.may >> shift & 0xFF, self.sure >> shift & 0xFF


class _Held(NamedTuple):
    """One way of the adversary's to hold a suit. In `code` the own hand leads."""

    code: int
    key: int
    turned: int
    weight: float


class _Plains(NamedTuple):
    """One way of his to hold all plain suits. `leads`: what follows from each own plain card led (`_Lead`)."""

    key: int
    turned: int
    weight: float
    throws: tuple[int, ...]
    leads: tuple[_Lead, ...]


class _Lead(NamedTuple):
    """A plain card led: `after` the keys after each reply in the suit; if there is none, of a ruff and of throws."""

    wins: bool
    after: tuple[int, ...]
    ruffed: int
    thrown: tuple[int, ...]


_Ways: TypeAlias = tuple[tuple[_Held, ...], ...]


@lru_cache(maxsize=4096)
def _ways(own: int, may: int, sure: int, weights: tuple[float, ...], most: int) -> _Ways:
    """By their number, what he may hold of a suit; ways that cannot be told apart in play are one."""
    made = {(EMPTY, 0): 1.0}
    for rank in range(8):
        bit = 1 << rank
        if own & bit:
            made = {(code << 1 | 1, count): weight for (code, count), weight in made.items()}
        elif may & bit:
            without = {} if sure & bit else dict(made)
            for (code, count), weight in made.items():
                if count < most:
                    key = (code << 1, count + 1)
                    without[key] = without.get(key, 0.0) + weight * weights[rank]
            made = without
    ways: list[list[_Held]] = [[] for _ in range(most + 1)]
    for (code, count), weight in made.items():
        ways[count].append(_Held(code, plain_key(code), plain_key(swapped(code)), weight))
    return tuple(tuple(it) for it in ways)


def _trumps(field: Field) -> Iterator[tuple[int, int, _Held]]:
    """What he may hold of trumps: whether with the king (0 or 1), how many, and the cards."""
    own, may, sure = field.suit(field.trump)
    for king in (0, 1):
        if king <= may & 1 and king >= sure & 1:
            ways = _ways(own, may if king else may & ~1, sure | king, field.weights[field.trump.index], field.number)
            yield from ((king, number, way) for number, group in enumerate(ways) for way in group)


def _plain_ways(field: Field) -> list[_Ways]:
    return [
        _ways(*field.suit(suit), field.weights[suit.index], field.number) for suit in Suit if suit is not field.trump
    ]


def tally(field: Field, leading: bool) -> Tally:
    """The tricks still made by keeping on with this hand, `leading` or led to. Both have as many cards."""
    first, second, third = _plain_ways(field)
    pairs: list[dict[int, float]] = [{} for _ in range(field.number + 1)]
    for few, group in enumerate(first):
        for more, others in enumerate(second[: field.number + 1 - few], few):
            into = pairs[more]
            for one in group:
                for two in others:
                    key = one.key + two.key if leading else one.turned + two.turned
                    into[key] = into.get(key, 0.0) + one.weight * two.weight
    made: Tally = ([0.0] * 6, [0.0] * 6)
    rows = table()
    for king, few, trumps in _trumps(field):
        row = rows[trumps.code if leading else swapped(trumps.code)]
        counts = [0.0] * 6
        for more, others in enumerate(third[: field.number + 1 - few]):
            rest = pairs[field.number - few - more]
            for way in others:
                last = way.key if leading else way.turned
                for key, weight in rest.items():
                    counts[row[last + key]] += weight * way.weight
        if not leading:
            counts = [*counts[field.number :: -1], *[0.0] * (5 - field.number)]
        into_ = made[king]
        for tricks, weight in enumerate(counts):
            into_[tricks] += weight * trumps.weight
    return made


def lead_tallies(field: Field) -> dict[Card, Tally]:
    """For each own card, if it is led: the tricks made with it and after it. Both have as many cards."""
    plain_suits = [suit for suit in Suit if suit is not field.trump]
    plain_cards = [card for card in cards_of(field.hand) if card.suit is not field.trump]
    trump_cards = [card for card in cards_of(field.hand) if card.suit is field.trump]
    tallies: dict[Card, Tally] = {card: ([0.0] * 6, [0.0] * 6) for card in cards_of(field.hand)}
    plains = _plains(field, plain_suits, plain_cards)
    rows, others = table(), field.number - 1
    for king, few, trumps in _trumps(field):
        row, back = rows[trumps.code], rows[swapped(trumps.code)]
        ruffs = [rows[swapped(it)] for it in follower_throws(trumps.code)]
        group = plains[field.number - few]
        for at, card in enumerate(plain_cards):
            counts = tallies[card][king]
            for plain in group:
                wins, after, ruffed, thrown = plain.leads[at]
                if wins:
                    tricks = 1 + min([row[key] for key in after])
                elif after:
                    tricks = others - max([back[key] for key in after])
                elif ruffs:
                    tricks = others - max([it[ruffed] for it in ruffs])
                else:
                    tricks = 1 + min([row[key] for key in thrown])
                counts[tricks] += plain.weight * trumps.weight
        for card in trump_cards:
            counts = tallies[card][king]
            lead = lead_of(trumps.code, _place(trumps.code, field.hand, card))
            next_rows = [rows[it] for it in lead.after]
            bare = rows[lead.bare]
            for plain in group:
                if not next_rows:
                    tricks = 1 + min([bare[key] for key in plain.throws])
                elif lead.wins:
                    tricks = 1 + min([it[plain.key] for it in next_rows])
                else:
                    tricks = others - max([it[plain.turned] for it in next_rows])
                counts[tricks] += plain.weight * trumps.weight
    return tallies


def _place(code: int, hand: int, card: Card) -> int:
    """The place in the code of a suit, from the lowest, of an own card."""
    lower = (hand >> card.shift & 0xFF) >> card.rank.index + 1
    place = -1
    for _ in range(lower.bit_count() + 1):
        left = code >> place + 1
        place += (left & -left).bit_length()
    return place


def _plains(field: Field, suits: Sequence[Suit], cards: Sequence[Card]) -> list[list[_Plains]]:
    """Every way of his to hold the plain suits, by the number of cards."""
    first, second, third = _plain_ways(field)
    led = [(suits.index(card.suit), card) for card in cards]
    made: list[list[_Plains]] = [[] for _ in range(field.number + 1)]
    for few, ones in enumerate(first):
        for more, twos in enumerate(second[: field.number + 1 - few], few):
            for most, threes in enumerate(third[: field.number + 1 - more], more):
                made[most] += [_together((a, b, c), led, field) for a in ones for b in twos for c in threes]
    return made


@lru_cache(maxsize=1 << 15)
def _thrown(code: int) -> tuple[int, ...]:
    """How the key of a plain suit changes as he throws a card of it away."""
    return tuple(plain_key(after) - plain_key(code) for after in follower_throws(code))


@lru_cache(maxsize=1 << 15)
def _led(code: int, place: int) -> _Lead:
    """What becomes of the keys of one suit when the card at `place` is led."""
    lead = lead_of(code, place)
    key = plain_key(code)
    if lead.after:
        gone = key if lead.wins else plain_key(swapped(code))
        return _Lead(lead.wins, tuple(plain_key(after) - gone for after in lead.after), 0, ())
    ruffed = plain_key(swapped(lead.bare)) - plain_key(swapped(code))
    return _Lead(False, (), ruffed, (plain_key(lead.bare) - key,))


def _together(held: tuple[_Held, _Held, _Held], led: Sequence[tuple[int, Card]], field: Field) -> _Plains:
    a, b, c = held
    key, turned = a.key + b.key + c.key, a.turned + b.turned + c.turned
    throws = tuple([key + change for it in held for change in _thrown(it.code)])
    leads = []
    for at, card in led:
        code = held[at].code
        wins, after, ruffed, bare = _led(code, _place(code, field.hand, card))
        if after:
            base = key if wins else turned
            leads.append(_Lead(wins, tuple([base + it for it in after]), 0, ()))
        else:
            thrown = tuple([it + bare[0] for it in throws])
            leads.append(_Lead(False, (), turned + ruffed, thrown))
    return _Plains(key, turned, a.weight * b.weight * c.weight, throws, tuple(leads))
