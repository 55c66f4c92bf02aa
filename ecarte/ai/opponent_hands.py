"""The hands that the opponent may hold, grouped and weighted, and how many tricks each own card wins against all of
them.

The method is that of `ecarte.odds.first_hand`, extended to any moment of a deal and to what the seat knows. Each unseen
card has a weight, and the weight of a hand is the product of its cards' weights. Weights are whole numbers, so all sums
are exact. The results are for open hands: from the next trick on both sides see all cards, which favours the side with
more choice.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from ecarte.game import Card, Suit, cards_of
from ecarte.odds import EMPTY, follower_throws, lead_of, plain_key, swap_lead, table

SuitWeights: TypeAlias = tuple[int, ...]
CardWeights: TypeAlias = tuple[SuitWeights, SuitWeights, SuitWeights, SuitWeights]
"""How likely the opponent holds each card, relative to the others: by suit in the order of `Suit`, then by rank, the
king first.
"""

Tally: TypeAlias = tuple[list[int], list[int]]
"""The total weight of the opponent's hands for each number of tricks (0 to 5) that the seat wins against them. The
first list counts hands without the king of trumps, the second one hands with it.
"""


SILENT: Final = 50
"""If the opponent has not announced the king of trumps in time, hands with it count this many times less. Silence is
lawful, but rare.
"""


class Field(NamedTuple):
    """All hands that the opponent may hold, against a hand of the seat.

    Attributes:
        hand: the seat's own cards (a mask).
        may, sure: the cards that the opponent may hold, and those that the opponent certainly holds (masks).
        number: the number of the opponent's cards.
        trump: the trump suit.
        weights: how likely the opponent holds each card, relative to the others.
        silent_king: whether hands with the king of trumps count `SILENT` times less, because the opponent would have
            announced it.
    """

    hand: int
    may: int
    sure: int
    number: int
    trump: Suit
    weights: CardWeights
    silent_king: bool = False

    def suit(self, suit: Suit) -> tuple[int, int, int]:
        """Returns the cards of one suit in `hand`, `may` and `sure`: eight bits each, the king in the lowest."""
        shift = suit.shift
        return self.hand >> shift & 0xFF, self.may >> shift & 0xFF, self.sure >> shift & 0xFF


class _Held(NamedTuple):
    """A group of choices of cards of one suit that the opponent may hold. All of them give the same suit code
    (`ecarte.odds.patterns`), so they win the same tricks.

    Attributes:
        code: the suit code if the seat leads.
        key: the `plain_key` of `code`.
        turned: the `plain_key` of the code if the opponent leads.
        weight: the weight of all choices in the group together.
    """

    code: int
    key: int
    turned: int
    weight: int


class _Plains(NamedTuple):
    """A group of choices of cards of all plain suits that the opponent may hold, one `_Held` for each suit.

    Attributes:
        key, turned: the sums of the `plain_key`s of the three suits, if the seat leads and if the opponent leads.
        weight: the weight of all choices in the group together.
        throws: what `key` becomes after each card that the opponent may discard.
        leads: for each plain card that the seat may lead, what follows.
    """

    key: int
    turned: int
    weight: int
    throws: tuple[int, ...]
    leads: tuple[_Lead, ...]


class _Lead(NamedTuple):
    """What follows if the seat leads a certain plain card. A plain key is the sum of the `plain_key`s of the plain
    suits.

    Attributes:
        wins: whether the lead wins if the opponent has to follow suit.
        after: the plain keys after each reply in the suit. Empty if the opponent has no card of it.
        ruffed: if the opponent has no card of the suit, the plain key after a ruff.
        thrown: in the same case, the plain keys after each discard of a plain card.
    """

    wins: bool
    after: tuple[int, ...]
    ruffed: int
    thrown: tuple[int, ...]


_Ways: TypeAlias = tuple[tuple[_Held, ...], ...]


@lru_cache(maxsize=4096)
def _ways(own: int, may: int, sure: int, weights: SuitWeights, most: int) -> _Ways:
    """Returns what the opponent may hold in a suit: for each number of cards up to `most`, groups of choices that give
    the same suit code.
    """
    shares = {(EMPTY, 0): 1}
    for rank in range(8):
        bit = 1 << rank
        if own & bit:
            shares = {(code << 1 | 1, count): weight for (code, count), weight in shares.items()}
        elif may & bit:
            without = {} if sure & bit else dict(shares)
            for (code, count), weight in shares.items():
                if count < most:
                    key = (code << 1, count + 1)
                    without[key] = without.get(key, 0) + weight * weights[rank]
            shares = without
    ways: list[list[_Held]] = [[] for _ in range(most + 1)]
    for (code, count), weight in shares.items():
        ways[count].append(_Held(code, plain_key(code), plain_key(swap_lead(code)), weight))
    return tuple(tuple(holdings) for holdings in ways)


def _trumps(field: Field) -> Iterator[tuple[int, int, _Held]]:
    """Yields what the opponent may hold in trumps. A result is 1 with the king or 0 without it, the number of trumps,
    and a group of choices with these.
    """
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
    """Returns the total weight of the opponent's hands for each number of further tricks that the seat wins against
    them.

    Both players hold equally many cards.

    Args:
        field: the seat's hand, and the hands that the opponent may hold.
        leading: whether the seat leads.
    """
    first, second, third = _plain_ways(field)
    pairs: list[dict[int, int]] = [{} for _ in range(field.number + 1)]
    for few, group in enumerate(first):
        for more, others in enumerate(second[: field.number + 1 - few], few):
            into = pairs[more]
            for left in group:
                for right in others:
                    key = left.key + right.key if leading else left.turned + right.turned
                    into[key] = into.get(key, 0) + left.weight * right.weight
    totals: Tally = ([0] * 6, [0] * 6)
    rows = table()
    for king, few, trumps in _trumps(field):
        row = rows[trumps.code if leading else swap_lead(trumps.code)]
        counts = [0] * 6
        for more, others in enumerate(third[: field.number + 1 - few]):
            rest = pairs[field.number - few - more]
            for way in others:
                last = way.key if leading else way.turned
                for key, weight in rest.items():
                    counts[row[last + key]] += weight * way.weight
        if not leading:
            counts = [*counts[field.number :: -1], *[0] * (5 - field.number)]
        into_ = totals[king]
        for tricks, weight in enumerate(counts):
            into_[tricks] += weight * trumps.weight
    return totals


def lead_tallies(field: Field) -> dict[Card, Tally]:
    """Returns a tally for each card that the seat may lead.

    If the seat leads a card, it wins a certain number of tricks against each hand of the opponent. For each number of
    tricks, the tally of the card has the total weight of these hands. Both players must hold equally many cards.
    """
    plain_suits = [suit for suit in Suit if suit is not field.trump]
    plain_cards = [card for card in cards_of(field.hand) if card.suit is not field.trump]
    trump_cards = [card for card in cards_of(field.hand) if card.suit is field.trump]
    tallies: dict[Card, Tally] = {card: ([0] * 6, [0] * 6) for card in cards_of(field.hand)}
    plains = _plains(field, plain_suits, plain_cards)
    rows, others = table(), field.number - 1
    for king, few, trumps in _trumps(field):
        row, back = rows[trumps.code], rows[swap_lead(trumps.code)]
        ruffs = [rows[swap_lead(code)] for code in follower_throws(trumps.code)]
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
                    tricks = others - max([row[ruffed] for row in ruffs])
                else:
                    tricks = 1 + min([row[key] for key in thrown])
                counts[tricks] += plain.weight * trumps.weight
        for card in trump_cards:
            counts = tallies[card][king]
            lead = lead_of(trumps.code, _place(trumps.code, field.hand, card))
            next_rows = [rows[code] for code in lead.after]
            bare = rows[lead.bare]
            for plain in group:
                if not next_rows:
                    tricks = 1 + min([bare[key] for key in plain.throws])
                elif lead.wins:
                    tricks = 1 + min([row[plain.key] for row in next_rows])
                else:
                    tricks = others - max([row[plain.turned] for row in next_rows])
                counts[tricks] += plain.weight * trumps.weight
    return tallies


def _place(code: int, hand: int, card: Card) -> int:
    """Returns the place of one of the seat's cards in the code of its suit, counted from the lowest card."""
    lower = (hand >> card.shift & 0xFF) >> card.rank.index + 1
    place = -1
    for _ in range(lower.bit_count() + 1):
        left = code >> place + 1
        place += (left & -left).bit_length()
    return place


def _plains(field: Field, suits: Sequence[Suit], cards: Sequence[Card]) -> list[list[_Plains]]:
    """Returns what the opponent may hold in the plain suits together: a list of groups for each number of cards."""
    first, second, third = _plain_ways(field)
    led = [(suits.index(card.suit), card) for card in cards]
    plains: list[list[_Plains]] = [[] for _ in range(field.number + 1)]
    for few, ones in enumerate(first):
        for more, twos in enumerate(second[: field.number + 1 - few], few):
            for most, threes in enumerate(third[: field.number + 1 - more], more):
                plains[most] += [_together((a, b, c), led, field) for a in ones for b in twos for c in threes]
    return plains


@lru_cache(maxsize=1 << 15)
def _key_changes(code: int) -> tuple[int, ...]:
    """Returns by how much the `plain_key` of a suit changes after each card that the opponent may discard."""
    return tuple(plain_key(after) - plain_key(code) for after in follower_throws(code))


@lru_cache(maxsize=1 << 15)
def _keys_after_lead(code: int, place: int) -> _Lead:
    """Returns by how much the `plain_key` of a suit changes in the trick to which the seat leads the card at `place`.

    The fields of the result are changes, not keys.
    """
    lead = lead_of(code, place)
    key = plain_key(code)
    if lead.after:
        gone = key if lead.wins else plain_key(swap_lead(code))
        return _Lead(lead.wins, tuple(plain_key(after) - gone for after in lead.after), 0, ())
    ruffed = plain_key(swap_lead(lead.bare)) - plain_key(swap_lead(code))
    return _Lead(False, (), ruffed, (plain_key(lead.bare) - key,))


def _together(held: tuple[_Held, _Held, _Held], led: Sequence[tuple[int, Card]], field: Field) -> _Plains:
    a, b, c = held
    key, turned = a.key + b.key + c.key, a.turned + b.turned + c.turned
    throws = tuple([key + change for holding in held for change in _key_changes(holding.code)])
    leads = []
    for at, card in led:
        code = held[at].code
        wins, after, ruffed, bare = _keys_after_lead(code, _place(code, field.hand, card))
        if after:
            base = key if wins else turned
            leads.append(_Lead(wins, tuple([base + key for key in after]), 0, ()))
        else:
            thrown = tuple([change + bare[0] for change in throws])
            leads.append(_Lead(False, (), turned + ruffed, thrown))
    return _Plains(key, turned, a.weight * b.weight * c.weight, throws, tuple(leads))
