"""What the maître asks about the exchange of cards, and a sound rule of the house that answers it.

The questions are a protocol, so that a policy computed elsewhere can take the place of the rule. All answers are
chances; all that an answer may rest on is the view of the seat.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Protocol

from ecarte.moves import Discard
from ecarte.observe import PlayerView
from ecarte.strategy.players.chances import trick_worth
from ecarte.strategy.players.manners import book_discard
from ecarte.strategy.players.search import point_chance, standing_value
from ecarte.strategy.players.shape import KING, Shape, shape_of
from ecarte.strategy.players.sight import Sight, sight_of

__all__ = ["ExchangePolicy", "HouseRule"]


class ExchangePolicy(Protocol):
    """What to do about the exchange of cards, and how often, from 0 to 1."""

    def proposes(self, view: PlayerView) -> float:
        """How often the elder hand asks for cards, who may."""

    def refuses(self, view: PlayerView) -> float:
        """How often the dealer, who is asked, gives none."""

    def discards(self, view: PlayerView, least: int, most: int) -> Mapping[Discard, float]:
        """Which cards are put out, `least` to `most` of them, and how often. The chances sum to 1."""


# After an exchange in which both throw all but trumps and kings: the chance of the point, of the vole, and of no trick,
# by the trumps kept (to three) and the plain kings kept (to two). From open hands of 120,000 random deals.
_AFTER: Final = (
    (
        ((0.305, 0.034, 0.204), (0.335, 0.051, 0.145), (0.373, 0.056, 0.083)),
        ((0.459, 0.062, 0.124), (0.516, 0.090, 0.092), (0.552, 0.116, 0.044)),
        ((0.641, 0.102, 0.034), (0.741, 0.156, 0.025), (0.815, 0.243, 0.015)),
        ((0.806, 0.168, 0.000), (0.885, 0.280, 0.000), (0.950, 0.400, 0.000)),
    ),
    (
        ((0.267, 0.039, 0.192), (0.286, 0.041, 0.140), (0.323, 0.046, 0.063)),
        ((0.399, 0.059, 0.129), (0.441, 0.087, 0.098), (0.502, 0.119, 0.038)),
        ((0.605, 0.106, 0.046), (0.660, 0.156, 0.040), (0.771, 0.245, 0.010)),
        ((0.812, 0.187, 0.004), (0.895, 0.287, 0.007), (0.950, 0.400, 0.000)),
    ),
)
# The same where one of the trumps is the king.
_AFTER_WITH_KING: Final = (
    (
        ((0.597, 0.085, 0.000), (0.672, 0.154, 0.000), (0.745, 0.225, 0.000)),
        ((0.841, 0.175, 0.000), (0.925, 0.281, 0.000), (0.967, 0.407, 0.000)),
        ((0.974, 0.292, 0.000), (0.993, 0.474, 0.000), (0.995, 0.500, 0.000)),
    ),
    (
        ((0.574, 0.100, 0.000), (0.641, 0.135, 0.000), (0.780, 0.205, 0.000)),
        ((0.794, 0.173, 0.000), (0.877, 0.287, 0.000), (0.923, 0.410, 0.000)),
        ((0.975, 0.291, 0.000), (0.990, 0.502, 0.000), (0.995, 0.500, 0.000)),
    ),
)
_MOST_TRUMPS: Final = 3
_MOST_KINGS: Final = 2
_MY_KING: Final = (0.19, 0.15, 0.11, 0.08)
"""How often the king of trumps is taken in, by the trumps kept; there are fewer new cards the more are kept."""
_HIS_KING: Final = (0.33, 0.36)
"""How often the adversary of the elder hand, and of the dealer, has it after the exchange."""


_TWO_TO_ONE: Final = 0.68
"""The open-hand chance of the point from which two points may be risked for one: the best single figure known."""
_EVEN: Final = 0.55
"""The same where nothing is risked: after an exchange, or against four (Hints 10 and 21), flattery taken off."""
_WITH_KING: Final = 0.90
"""The same with the king of trumps in hand, which nobody else can take in then (Hint 7)."""


class HouseRule:
    """Cavendish's measure of two to one (Hint 9, p. 40), by open-hand odds over all hands that the other may hold.

    The elder hand plays where the chance of the point is as high as his case wants it. The dealer refuses where his
    hand, with kings and penalties, at the score, is worth more than what the trumps and kings that he would keep have
    brought on average. Cards are put out by Hint 8.
    """

    def proposes(self, view: PlayerView) -> float:
        """Always or never."""
        sight = sight_of(view)
        if sight.rounds or (sight.points - sight.his_score == 1 and not sight.king_safe):
            wanted = _EVEN
        else:
            wanted = _WITH_KING if sight.has_king else _TWO_TO_ONE
        return float(point_chance(sight) < wanted)

    def refuses(self, view: PlayerView) -> float:
        """Always or never."""
        sight = sight_of(view)
        return float(_as_it_is(sight) > exchange_value(sight))

    def discards(self, view: PlayerView, least: int, most: int) -> Mapping[Discard, float]:
        """One discard, by the book."""
        sight = sight_of(view)
        return {book_discard(shape_of(sight.hand, sight.trump), least, most): 1.0}


def _as_it_is(sight: Sight) -> float:
    """The chance to win the game with this hand, if no cards are changed (any more)."""
    my_king = sight.has_king and not sight.marked
    return standing_value(sight, mine_pays=not sight.rounds, his_pays=False, my_king=my_king)


def exchange_value(sight: Sight) -> float:
    """The chance to win the game if both change cards, by what the trumps and kings of the hand bring on average."""
    shape = shape_of(sight.hand, sight.trump)
    point, vole, nothing = _after(shape, sight.is_elder)
    often = (nothing, 1 - point - nothing, 0.0, point - vole, 0.0, vole)
    if sight.marked or (sight.king_safe and not shape.has_king):
        mine = his = 0.0
    elif shape.has_king:
        mine, his = 1.0, 0.0
    else:
        mine = _MY_KING[min(_MOST_TRUMPS, len(shape.trumps))]
        his = _HIS_KING[not sight.is_elder]
    marked = trick_worth(sight, my_king=True, mine_pays=False, his_pays=False)
    plain = trick_worth(sight, my_king=False, mine_pays=False, his_pays=False)
    return sum(
        chance * sum(it * share for it, share in zip(worth, often, strict=True))
        for chance, worth in ((mine, marked.without), (1 - mine - his, plain.without), (his, plain.with_king))
    )


def _after(shape: Shape, elder: bool) -> tuple[float, float, float]:
    trumps, kings = min(_MOST_TRUMPS, len(shape.trumps)), min(_MOST_KINGS, shape.plain_ranks.count(KING))
    if shape.has_king:
        return _AFTER_WITH_KING[not elder][trumps - 1][kings]
    return _AFTER[not elder][trumps][kings]
