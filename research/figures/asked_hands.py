"""Lists the hundred hands that players ask about most, and what is proved of each: for a table of `docs/figures.md`.

The list begins with every hand of the book's claims on playing and proposing at love-all. Then comes the first hand of
every claim on refusing and accepting at love-all. The rest are hands by shape (number of trumps, lengths of the plain
suits), the most frequent shape first. Of each shape the list has the median hand, and then the hand of the lower
quartile, by the proved chance of the point.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import permutations
from typing import Final

from ecarte.ai.cards.hidden import Interval, certified_interval
from ecarte.ai.players import maitre_with
from ecarte.ai.players.solved import SolvedPolicy
from ecarte.game import (
    PACK,
    AnnounceKing,
    Card,
    Play,
    PlayerView,
    Rules,
    Seat,
    Suit,
    apply,
    apply_deal,
    begin,
    cards_of,
    evolve,
    player_view,
)
from ecarte.odds.first_hand import open_odds
from ecarte.odds.hand_classes import TRUMPS, hands_of_classes
from ecarte.odds.hands import Holding, Role
from research.figures.book_claims import CLAIMS

_HANDS: Final = 100
_TURN_UP: Final = Card.parse("TS")
_TRUMP_BITS: Final = (1 << TRUMPS) - 1
_SYMBOLS: Final = dict(zip(Suit, "♠♥♦♣", strict=True))
_PLAIN: Final = (Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS)


@dataclass(frozen=True, slots=True)
class Asked:
    """One of the hundred hands, with what is proved of it.

    Attributes:
        source: where the hand comes from, in words.
        holding: the hand, the turn-up and the role.
        open_point: against how many of the 65,780 opposing hands it makes the point with open hands.
        certain: the proved bounds on the chance of the point.
        lead: the card that the house leads; None for the dealer's hand.
    """

    source: str
    holding: Holding
    open_point: int
    certain: Interval
    lead: Card | None


@cache
def hundred_hands() -> tuple[Asked, ...]:
    """Returns the hundred hands that players ask about most, in the order of the table in `docs/figures.md`."""
    hands: dict[tuple[int, Role], tuple[str, Holding]] = {}
    for source, holding in _candidates():
        if len(hands) < _HANDS:
            hands.setdefault((holding.hand, holding.role), (source, holding))
    return tuple(_asked(source, holding) for source, holding in hands.values())


def _candidates() -> Iterator[tuple[str, Holding]]:
    for role in Role:
        for claim in CLAIMS:
            if claim.advice.role is role:
                love = [case for case in claim.cases if (case.elder_needs, case.dealer_needs) == (5, 5)]
                for case in love if role is Role.ELDER else love[:1]:
                    yield f"{claim.name}, p. {claim.page}", Holding.of(cards_of(case.hand), case.turn_up, role)
    for name, share in (("middle", 2), ("lower", 4)):
        for shape, holdings in _shapes().items():
            yield f"{name} of {_shape_name(shape)}", holdings[share]


def _asked(source: str, holding: Holding) -> Asked:
    lead = _lead(holding) if holding.role is Role.ELDER else None
    return Asked(source, holding, open_odds(holding).point, certified_interval(holding), lead)


Shape = tuple[int, tuple[int, ...]]


@cache
def _shapes() -> dict[Shape, dict[int, Holding]]:
    """Returns the shapes of hands, the most frequent first.

    Each has its median hand (under the key 2) and its hand of the lower quartile (4).
    """
    members: defaultdict[Shape, list[tuple[float, int, Holding]]] = defaultdict(list)
    for holding, ways in class_weights(Role.ELDER):
        interval = certified_interval(holding)
        members[_shape(holding)].append((interval.lower + interval.upper, ways, holding))
    order = sorted(members, key=lambda shape: (-sum(ways for _, ways, _ in members[shape]), shape))
    return {shape: {share: _quantile(members[shape], share) for share in (2, 4)} for shape in order}


def _quantile(members: list[tuple[float, int, Holding]], share: int) -> Holding:
    ordered = sorted(members, key=lambda member: (member[0], member[2].hand))
    remaining = sum(ways for _, ways, _ in ordered) / share
    for _, ways, holding in ordered:
        remaining -= ways
        if remaining <= 0:
            return holding
    raise AssertionError("a shape without hands")


def _shape(holding: Holding) -> Shape:
    trumps = (holding.hand & holding.trump.mask).bit_count()
    lengths = ((holding.hand & suit.mask).bit_count() for suit in holding.plain_suits)
    return trumps, tuple(sorted((length for length in lengths if length), reverse=True))


def _shape_name(shape: Shape) -> str:
    trumps, lengths = shape
    return f"{trumps} trump{'s' * (trumps != 1)}" + (f" and {'-'.join(map(str, lengths))}" if lengths else "")


def class_weights(role: Role) -> Iterator[tuple[Holding, int]]:
    """Yields one hand of every class, with the ten of trumps turned up, and how many hands belong to the class.

    Args:
        role: the role of the player.
    """
    below = _TURN_UP.rank.index
    for standing in hands_of_classes():
        trumps, plain = standing & _TRUMP_BITS, standing >> TRUMPS << 8
        hand = trumps & (1 << below) - 1 | trumps >> below << below + 1 | plain
        ways = len(set(permutations(hand >> suit.shift & 0xFF for suit in _PLAIN)))
        yield Holding(hand, _TURN_UP, role, _TURN_UP.bit), ways


class _Plays(SolvedPolicy):
    """The policy, except that it never proposes."""

    def proposes(self, view: PlayerView) -> float:
        return 0.0


def _lead(holding: Holding) -> Card:
    """Returns the card that the house leads most often at love-all, if it plays without proposing."""
    others = [card for card in PACK if not card.bit & (holding.hand | holding.turn_up.bit)]
    own = holding.cards
    pack = (*own[:3], *others[:3], *own[3:], *others[3:5], holding.turn_up, *others[5:])
    player, state = maitre_with(_Plays()), apply_deal(evolve(None, begin(Rules(), Seat.SOUTH)[0]), pack)
    while True:
        weights = player(player_view(state, Seat.NORTH))
        move = max(weights, key=weights.__getitem__)
        if isinstance(move, Play):
            return move.card
        assert isinstance(move, AnnounceKing)
        state = apply(state, Seat.NORTH, move)


def in_suits(holding: Holding) -> str:
    """Returns a hand as text by suits, trumps first: `♠987 ♥7 ♣7`."""
    suits = []
    for suit in (holding.trump, *holding.plain_suits):
        ranks = "".join(str(card)[0] for card in holding.cards if card.suit is suit)
        if ranks:
            suits.append(f"{_SYMBOLS[suit]}{ranks}")
    return " ".join(suits)
